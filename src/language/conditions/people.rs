//! Whom words mean: people who are named, described or counted; groups and their filters.

use super::{ConditionReader, Rule, values};
use crate::language::condition::{Act, Deed, Filter, Group, Property, Relation, Side, Who, Written};
use crate::language::pairs::Pair;

/// Everybody.
pub(super) fn everybody() -> Group<Written> {
    Group { side: Side::Anyone, filters: Vec::new() }
}

/// Whether the article of a group is `another`.
pub(super) fn says_another(article: &Pair<'_, Rule>) -> bool {
    article.as_rule() == Rule::k_an && article.as_str().trim().eq_ignore_ascii_case("another")
}

/// Excludes the user from a group; groups of opponents and allies exclude the user anyway.
pub(super) fn exclude_user(of: &mut Group<Written>) {
    if of.side == Side::Anyone && !of.filters.contains(&Filter::Other) {
        of.filters.insert(0, Filter::Other);
    }
}

/// The user's partners; in an order, declared allies too.
pub(super) fn allies() -> Group<Written> {
    Group { side: Side::Allies, filters: Vec::new() }
}

/// Everybody in the user's location.
pub(super) fn everybody_beside_user() -> Group<Written> {
    Group { side: Side::Anyone, filters: vec![Filter::Beside] }
}

/// Whether somebody is found by a search, not named: a second statement is then about the one who was found.
pub(super) fn is_found(who: &Who<Written>) -> bool {
    match who {
        Who::OneOf(_) | Who::Any(_) | Who::UpTo(..) | Who::WhoDid(_) | Who::WhomDid(_) => true,
        Who::Related(_, of) => is_found(of),
        Who::User
        | Who::Target
        | Who::SecondTarget
        | Who::Attacker
        | Who::Antecedent
        | Who::Named(_)
        | Who::Every(_) => false,
    }
}

/// Binds `their` in a list to the person before: in `the user or their Master` it is the user's Master.
pub(crate) fn bind_possessives(list: &mut [Who<Written>]) {
    let mut before: Option<Who<Written>> = None;
    for who in list {
        if let (Who::Related(_, of), Some(owner)) = (&mut *who, &before)
            && of.says_they()
        {
            **of = owner.clone();
        }
        before = match who {
            Who::User | Who::Target | Who::Attacker => Some(who.clone()),
            _ => None,
        };
    }
}

/// The relation that a role names.
pub(crate) fn relation_of_role(role: &Pair<'_, Rule>) -> Relation {
    match role.clone().into_inner().next().map(|p| p.as_rule()) {
        Some(Rule::k_servant) => Relation::Servant,
        Some(Rule::k_partner) => Relation::Partner,
        Some(Rule::k_summoner) => Relation::Summoner,
        Some(Rule::k_familiar) => Relation::Familiars,
        Some(Rule::k_team) => Relation::Team,
        _ => Relation::Master,
    }
}

/// `the user's Master`, `contracted with the user`: somebody who belongs to the user.
pub(super) fn users_own(pair: &Pair<'_, Rule>) -> Who<Written> {
    let role = pair.clone().into_inner().find(|part| part.as_rule() == Rule::role);
    Who::related(role.map_or(Relation::Partner, |role| relation_of_role(&role)), Who::User)
}

impl ConditionReader<'_> {
    /// Builds the people of a `who`, `object`, `subject` or `who_one` pair.
    pub(crate) fn build_who(&self, pair: Pair<'_, Rule>) -> Who<Written> {
        match pair.as_rule() {
            Rule::whole_who | Rule::who => match pair.into_inner().next() {
                Some(inner) => self.build_who(inner),
                None => Who::Any(everybody()),
            },
            Rule::subject | Rule::object => {
                let several = pair.into_inner().filter(|p| p.as_rule() == Rule::who_one);
                let mut several: Vec<_> = several.map(|p| self.build_who(p)).collect();
                if self.context.is_sheet() {
                    bind_possessives(&mut several);
                }
                match several.len() {
                    1 => several.pop().unwrap_or(Who::User),
                    _ => Who::OneOf(several),
                }
            }
            Rule::who_one => {
                let mut found = None;
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::k_the | Rule::poss => {}
                        Rule::role => found = found.map(|of| Who::related(relation_of_role(&part), of)),
                        _ => found = Some(self.build_head(part)),
                    }
                }
                found.unwrap_or(Who::Any(everybody()))
            }
            _ => self.build_head(pair),
        }
    }

    fn build_head(&self, pair: Pair<'_, Rule>) -> Who<Written> {
        let rule = pair.as_rule();
        if values::is_name(rule) {
            return Who::Named(self.build_name(pair));
        }
        let plural = pair.as_str().trim_end().ends_with(['s', 'S']);
        let inner = pair.into_inner();
        match rule {
            Rule::self_ | Rule::the_user => Who::User,
            Rule::the_summoner => Who::related(Relation::Summoner, Who::User),
            Rule::the_target => Who::Target,
            Rule::the_attacker => Who::Attacker,
            // `everyone from Illya's team`. A team's own name names no character, and is refused when names are
            // resolved.
            Rule::of_team => {
                let mark = inner.clone().find(|p| p.as_rule() == Rule::mark);
                mark.map_or(Who::User, |mark| Who::related(Relation::Team, Who::Named(self.build_name(mark))))
            }
            Rule::my_team => Who::related(Relation::Team, Who::User),
            Rule::my_role | Rule::their_role => {
                let of = if rule == Rule::my_role { Who::User } else { Who::Antecedent };
                inner.last().map_or(Who::User, |role| Who::related(relation_of_role(&role), of))
            }
            Rule::that_one => Who::Antecedent,
            Rule::up_to => {
                let mut count = 1;
                let mut of = everybody();
                for part in inner {
                    match part.as_rule() {
                        Rule::written_number | Rule::count => count = values::whole_number(&part),
                        Rule::group => of = self.build_group(part),
                        _ => {}
                    }
                }
                Who::UpTo(count, of)
            }
            Rule::whom_did => {
                let has_done = super::has_pair(&inner, Rule::k_have);
                let is_past =
                    has_done || inner.clone().any(|p| p.as_rule() == Rule::v_attack && values::is_past_form(&p));
                let by = inner.clone().find(|p| p.as_rule() == Rule::who_one).map_or(Who::User, |p| self.build_who(p));
                let whom = Who::Any(Group { side: Side::Opponents, filters: Vec::new() });
                Who::WhomDid(Box::new(Deed { is_past, ..Deed::new(by, Act::Attacks(Some(whom))) }))
            }
            Rule::whoever | Rule::who_did | Rule::all_who_did => {
                let mut who = Who::Any(everybody());
                let mut earliest = false;
                let tells = self.context.tells_tenses();
                let has_done = tells && super::has_pair(&inner, Rule::k_have);
                for part in inner {
                    match part.as_rule() {
                        Rule::group => who = Who::Any(self.build_group(part)),
                        Rule::k_first | Rule::k_first_before => earliest = true,
                        Rule::act_phrase | Rule::act_plain => {
                            let is_past = has_done || (tells && values::is_past_form(&part));
                            let is_first = earliest || super::has_pair(&part.clone().into_inner(), Rule::k_first);
                            if let Some(act) = part.into_inner().next().and_then(|p| self.build_act(&p)) {
                                return Who::WhoDid(Box::new(Deed { is_first, is_past, ..Deed::new(who, act) }));
                            }
                        }
                        _ => {}
                    }
                }
                who
            }
            Rule::every => {
                let all = inner.clone().any(|p| {
                    matches!(
                        p.as_rule(),
                        Rule::k_every | Rule::k_all | Rule::k_both | Rule::k_everyone | Rule::k_my | Rule::k_our
                    )
                });
                let one = inner.clone().any(|p| p.as_rule() == Rule::group && !is_plural(&p));
                let of = self.build_filtered_group(inner);
                if all || plural || !one { Who::Every(of) } else { Who::Any(of) }
            }
            _ => Who::Any(self.build_filtered_group(inner)),
        }
    }

    /// The group of a `group` pair among these, or everybody, with the filters among these added.
    pub(crate) fn build_filtered_group<'i>(&self, inner: impl Iterator<Item = Pair<'i, Rule>>) -> Group<Written> {
        let mut of = everybody();
        let mut other = false;
        for part in inner {
            match part.as_rule() {
                Rule::group => of = self.build_group(part),
                Rule::post_filter if is_but_team(&part) => self.exclude_team(&mut of),
                Rule::post_filter => of.filters.extend(self.build_filter(part)),
                Rule::k_else => other = true,
                // `anybody hostile`
                Rule::k_enemy => of.side = Side::Opponents,
                part_rule => other |= part_rule == Rule::k_an && says_another(&part),
            }
        }
        if other {
            exclude_user(&mut of);
        }
        of
    }

    /// Builds the group of an `among` pair: `a Servant`, `another Servant`, `Evil`.
    pub(super) fn build_among_group(&self, pair: Pair<'_, Rule>) -> Group<Written> {
        match pair.clone().into_inner().any(|p| p.as_rule() == Rule::group) {
            true => self.build_filtered_group(pair.into_inner()),
            false => self.build_group(pair),
        }
    }

    /// Builds the group of a `group` or `whole_group` pair.
    pub(crate) fn build_group(&self, pair: Pair<'_, Rule>) -> Group<Written> {
        let mut of = everybody();
        let (mut describers, mut kinds, mut behind) = (Vec::new(), Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::group => return self.build_group(part),
                Rule::pre_filter | Rule::kind => {
                    let is_kind = part.as_rule() == Rule::kind;
                    match part.clone().into_inner().next().map(|p| p.as_rule()) {
                        Some(Rule::k_opponent | Rule::k_enemy) => of.side = Side::Opponents,
                        Some(Rule::k_ally | Rule::k_allied) => of.side = Side::Allies,
                        // `Other` applies to all kinds of a list, as `all` and `enemy` do.
                        Some(Rule::k_other) => of.filters.push(Filter::Other),
                        _ if is_kind => kinds.extend(self.build_filter(part)),
                        _ => describers.extend(self.build_filter(part)),
                    }
                }
                Rule::post_filter if is_but_team(&part) => self.exclude_team(&mut of),
                Rule::post_filter => behind.extend(self.build_filter(part)),
                _ => {}
            }
        }
        // An adjective before a list belongs to its first member (A259).
        let of_first = kinds.len() > 1 && !describers.is_empty();
        match kinds.first_mut() {
            Some(first) if of_first => {
                let kind = first.clone();
                *first = Filter::AllOf(describers.into_iter().chain([kind]).collect());
            }
            Some(_) | None => of.filters.append(&mut describers),
        }
        if !kinds.is_empty() {
            of.filters.push(any_filter(kinds));
        }
        of.filters.append(&mut behind);
        // `All other opponents in the target's location`: other than the target.
        let is_with_target = of.filters.contains(&Filter::With(Box::new(Who::Target)));
        if is_with_target && of.side != Side::Anyone {
            let others = of.filters.iter_mut().filter(|filter| **filter == Filter::Other);
            others.for_each(|filter| *filter = Filter::Except(vec![Who::Target]));
        }
        // Sorted, so that canonical words give the same tree, however the group was written.
        of.filters.sort_by_key(filter_position);
        of
    }

    /// `Everyone except the user's team`: on a sheet, an allied team is not excluded (A156). In an order the words mean
    /// opponents.
    fn exclude_team(&self, of: &mut Group<Written>) {
        if self.context.is_sheet() && of.side == Side::Anyone {
            of.filters.push(Filter::Except(vec![Who::related(Relation::Team, Who::User)]));
        } else {
            of.side = Side::Opponents;
        }
    }

    /// Builds the filter of a `filter`, `pre_filter`, `kind` or `post_filter` pair; `None` for a word that names a
    /// side.
    pub(crate) fn build_filter(&self, pair: Pair<'_, Rule>) -> Option<Filter<Written>> {
        let denied = pair
            .clone()
            .into_inner()
            .any(|p| matches!(p.as_rule(), Rule::k_not | Rule::k_be_not | Rule::k_have_not | Rule::k_non));
        let filter = self.build_affirmed_filter(pair)?;
        Some(if denied { Filter::Not(Box::new(filter)) } else { filter })
    }

    /// Builds a filter without its denial.
    fn build_affirmed_filter(&self, pair: Pair<'_, Rule>) -> Option<Filter<Written>> {
        let mut denied = false;
        for part in pair.into_inner() {
            return Some(match part.as_rule() {
                Rule::pre_filter | Rule::kind | Rule::post_filter => return self.build_filter(part),
                Rule::of_classes => {
                    let names = part.into_inner().filter(|p| p.as_rule() == Rule::class_name);
                    any_filter(names.map(|name| Filter::Class(capitalised(name.as_str().trim()))).collect())
                }
                Rule::kind_of => return self.build_affirmed_filter(part),
                Rule::but_user => Filter::Other,
                Rule::but_target => Filter::Except(vec![Who::Target]),
                Rule::at_target => Filter::With(Box::new(Who::Target)),
                Rule::but_these => {
                    let these = part.into_inner().filter(|p| p.as_rule() == Rule::who_one);
                    Filter::Except(these.map(|p| self.build_who(p)).collect())
                }
                Rule::but_own => {
                    let own = part.into_inner().filter(|p| p.as_rule() == Rule::role);
                    let own = own.map(|role| Who::related(relation_of_role(&role), Who::User));
                    Filter::Except(std::iter::once(Who::User).chain(own).collect())
                }
                Rule::k_without => {
                    denied = true;
                    continue;
                }
                Rule::k_flight if denied => Filter::Flightless,
                Rule::k_flightless => Filter::Flightless,
                Rule::k_detected => Filter::Detected,
                Rule::k_other => Filter::Other,
                Rule::k_masterless => Filter::Property(Box::new(Property::Masterless)),
                Rule::k_servant => Filter::Servants,
                Rule::k_master => Filter::Masters,
                Rule::k_familiar => Filter::Familiars,
                Rule::alignment_word => Filter::Alignment(capitalised(part.as_str())),
                Rule::sex_word => Filter::Sex(part.as_str().trim().to_lowercase()),
                Rule::class_word => {
                    let text = part.as_str();
                    let end = text.len().saturating_sub("class".len());
                    let class = text.get(..end).unwrap_or(text);
                    Filter::Class(capitalised(class.trim_end_matches(|c: char| !c.is_alphanumeric())))
                }
                Rule::here if part.clone().into_inner().any(|p| p.as_rule() == Rule::the_user) => Filter::Beside,
                Rule::here | Rule::k_inside => Filter::Here,
                Rule::sure_place | Rule::place => Filter::In(self.build_name(part)),
                Rule::be_trait | Rule::has_trait | Rule::whose_trait => match values::property_of(part) {
                    (Property::HasFlight, false) => Filter::Flightless,
                    (said, _) => Filter::Property(Box::new(said)),
                },
                _ => continue,
            });
        }
        None
    }
}

fn is_but_team(filter: &Pair<'_, Rule>) -> bool {
    filter.clone().into_inner().any(|p| p.as_rule() == Rule::but_team)
}

/// Returns the words `that Servant` of a sentence that has named no Servant before: it is unclear whom they mean.
/// `None` if there are none.
pub(crate) fn find_unclear_that_kind<'i>(sentence: impl Iterator<Item = Pair<'i, Rule>>) -> Option<Pair<'i, Rule>> {
    let words = |of: &Pair<'i, Rule>| of.clone().into_inner().flatten().map(|word| word.as_rule()).collect::<Vec<_>>();
    let mut spoken_of: Option<Vec<Rule>> = None;
    for pair in sentence {
        match pair.as_rule() {
            Rule::group if spoken_of.is_none() => spoken_of = Some(words(&pair)),
            Rule::that_kind => {
                let said = |rule| spoken_of.as_ref().is_some_and(|words| words.contains(&rule));
                let meant = match words(&pair).first() {
                    Some(Rule::k_opponent) => said(Rule::k_opponent) || said(Rule::k_enemy),
                    Some(Rule::k_ally) => said(Rule::k_ally) || said(Rule::k_allied),
                    Some(other) => said(*other),
                    None => false,
                };
                if !meant {
                    return Some(pair);
                }
            }
            _ => {}
        }
    }
    None
}

/// Where a filter stands: before the kind (0), as the kind (1), after it (2), at the end (3).
pub(crate) fn filter_position(filter: &Filter<Written>) -> u8 {
    match filter {
        Filter::Alignment(_)
        | Filter::Sex(_)
        | Filter::Class(_)
        | Filter::Flightless
        | Filter::Detected
        | Filter::Other => 0,
        Filter::Property(said) if **said == Property::Masterless => 0,
        classes if classes.is_of_classes() => 2,
        Filter::Servants | Filter::Masters | Filter::Familiars | Filter::AnyOf(_) | Filter::AllOf(_) => 1,
        Filter::Here | Filter::Beside | Filter::With(_) | Filter::In(_) | Filter::Property(_) | Filter::Not(_) => 2,
        Filter::Except(_) => 3,
    }
}

fn is_plural(group: &Pair<'_, Rule>) -> bool {
    let kind = group.clone().into_inner().find(|p| p.as_rule() == Rule::kind);
    kind.is_some_and(|p| {
        let word = p.as_str().trim().to_ascii_lowercase();
        word.ends_with('s') || word == "people"
    })
}

fn any_filter(mut filters: Vec<Filter<Written>>) -> Filter<Written> {
    match filters.len() {
        1 => filters.pop().unwrap_or(Filter::AnyOf(Vec::new())),
        _ => Filter::AnyOf(filters),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters.flat_map(char::to_lowercase)).collect())
}

/// Whether a location is the user's, wherever the user is.
pub(super) fn is_beside_user(location: &Pair<'_, Rule>) -> bool {
    location.clone().into_inner().any(|p| p.as_rule() == Rule::here && super::has_pair(&p.into_inner(), Rule::the_user))
}
