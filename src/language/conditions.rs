//! The reader of conditions: builds a [`Condition`] from the pairs of `grammar/conditions.pest` (A240).
//!
//! Sheets and orders share the builders. The reader's context says whether the text is a sheet or an order, and where a
//! place of the parsed text is in the author's text. A shape that the grammar cannot yield is read as a condition that
//! never holds.
//!
//! | module | holds |
//! | --- | --- |
//! | `people`, `source_context` | people, groups and their filters; what differs between a sheet and an order |
//! | `acts`, `repetition`, `joined_verbs` | deeds; how often they are done, and by how many; several verbs of one subject |
//! | `sheet_facts` | what only a sheet asks |
//! | `measurements`, `values` | numbers and ranks of somebody; numbers, ranks, bounds, and the words of the rulebook |
//! | `named_pairs`, `joint_statements` | two people whom the seat knows; statements about several people together |
//! | `people_between_verbs` | people in a row between two verbs: with which each belongs |
//! | `counts` | how many of a group are somewhere |
//! | `denials`, `ambiguity` | `nobody` and `neither`; ambiguous conditions, which are refused |

mod acts;
mod ambiguity;
mod counts;
mod denials;
mod joined_verbs;
mod joint_statements;
mod measurements;
mod named_pairs;
mod people;
mod people_between_verbs;
mod repetition;
mod sheet_facts;
mod source_context;
mod values;

use super::condition::{
    Act, Condition, Deed, Filter, Group, LastTurn, Name, Predicate, Property, Relation, SkillKind, Who, Written,
};
use super::pairs::{Pair, Pairs};
use super::parser::Rule;
use super::span::Span;

pub(crate) use ambiguity::{
    Ambiguity, AmbiguousWords, find_ambiguities, find_past_state, find_state_of_several, find_words_for_all,
    is_any_of_several, says_hurt,
};
pub(crate) use denials::{LostDenial, find_lost_denial};
pub(crate) use joined_verbs::shares_object_of_next;
pub(crate) use named_pairs::OpponentKind;
pub(crate) use people::{bind_possessives, filter_position, find_unclear_that_kind, relation_of_role};
pub(crate) use people_between_verbs::{PeopleBetweenVerbs, find_people_between_verbs};
pub(crate) use repetition::ordinal_number;
pub(crate) use source_context::{SheetText, SourceContext};
pub(crate) use values::{
    amount, comparison, damage_type, named_phase, rank, resource, skill_type, stat, status_kind, turn_of_battle,
    whole_number,
};

/// Builds conditions, people and groups from pairs of the shared grammar.
#[derive(Clone, Copy)]
pub(crate) struct ConditionReader<'a> {
    pub(crate) context: &'a dyn SourceContext,
}

/// Builds the condition of a `condition`, `if_clause` or `whole_condition` pair of a sheet's text that begins at
/// `offset`.
pub(crate) fn build_condition(pair: Pair<'_, Rule>, offset: usize) -> Condition<Written> {
    ConditionReader { context: &SheetText(offset) }.build_condition(pair)
}

/// Builds the condition of an `if_clause` of a sheet, with past deeds told from present ones.
pub(crate) fn build_tensed_condition(pair: Pair<'_, Rule>) -> Condition<Written> {
    ConditionReader { context: &source_context::TensedSheetText }.build_condition(pair)
}

/// Returns the grammatical subject of an `about` pair: of `the user is attacked by an opponent` the user (A260).
pub(crate) fn grammatical_subject(about: &Pair<'_, Rule>) -> Option<Who<Written>> {
    let subject = about.clone().into_inner().next()?;
    Some(ConditionReader { context: &SheetText(0) }.build_who(subject))
}

/// Builds the group of a `group` pair.
pub(crate) fn build_group(pair: Pair<'_, Rule>, offset: usize) -> Group<Written> {
    ConditionReader { context: &SheetText(offset) }.build_group(pair)
}

/// Builds the filter of a `filter`, `pre_filter`, `kind` or `post_filter` pair; `None` for a word that names a side
/// (`opponents`, `enemy`, `allied`) and not a filter.
pub(crate) fn build_filter(pair: Pair<'_, Rule>, offset: usize) -> Option<Filter<Written>> {
    ConditionReader { context: &SheetText(offset) }.build_filter(pair)
}

/// Returns the property of a `trait_`, `be_trait` or `has_trait` pair, and whether it is affirmed: `no Flight` denies
/// it.
pub(crate) fn property_of(pair: Pair<'_, Rule>) -> (Property, bool) {
    values::property_of(pair)
}

/// The location name `there` in a condition, until its location is known.
pub(crate) const THERE: &str = "there";

/// A condition that never holds: for a shape that the grammar cannot yield.
fn never() -> Condition<Written> {
    Condition::AnyOf(Vec::new())
}

fn negate(condition: Condition<Written>) -> Condition<Written> {
    match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

fn negated_if(deny: bool, condition: Condition<Written>) -> Condition<Written> {
    if deny { negate(condition) } else { condition }
}

fn simple_condition(predicate: Predicate<Written>) -> Condition<Written> {
    Condition::Is(predicate)
}

fn deed_condition(who: Who<Written>, act: Act<Written>) -> Condition<Written> {
    simple_condition(Predicate::Did(Deed::new(who, act)))
}

/// Parts joined by `or`. One part stands for itself, and an `or` within an `or` becomes one list.
fn any_of(parts: impl Iterator<Item = Condition<Written>>) -> Condition<Written> {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Condition::AnyOf(inner) if !inner.is_empty() => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.len() == 1 { all.pop().unwrap_or_else(never) } else { Condition::AnyOf(all) }
}

/// Parts joined by `and`. One part stands for itself, and an `and` within an `and` becomes one list. What
/// `nobody but Lancer` says of Lancer is not repeated.
fn build_conjunction(parts: impl Iterator<Item = Condition<Written>>) -> Condition<Written> {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Condition::All(inner) if denials::is_of_excepted_alone(&inner) => {
                let unsaid: Vec<_> = inner.into_iter().filter(|part| !all.contains(part)).collect();
                all.extend(unsaid);
            }
            Condition::All(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.len() == 1 { all.pop().unwrap_or_else(never) } else { Condition::All(all) }
}

fn has_pair(pairs: &Pairs<'_, Rule>, rule: Rule) -> bool {
    pairs.clone().any(|p| p.as_rule() == rule)
}

impl ConditionReader<'_> {
    /// The place of a pair in the author's text.
    pub(crate) fn original_span(&self, pair: &Pair<'_, Rule>) -> Span {
        self.context.original_span(pair.as_span())
    }

    /// Builds the name of a `name`, `mark`, `quoted_name` or `bare_name` pair, or of a pair that contains one.
    pub(crate) fn build_name(&self, pair: Pair<'_, Rule>) -> Name {
        let span = self.original_span(&pair);
        match pair.as_rule() {
            Rule::mark | Rule::thing_mark | Rule::item_mark => {
                let text = pair.as_str().chars().next().and_then(|c| self.context.name_of_mark(c)).unwrap_or_default();
                Name { text: text.to_owned(), span }
            }
            Rule::quoted_name | Rule::spell_quote => {
                let mut inner = pair.as_str().chars();
                inner.next();
                inner.next_back();
                Name { text: values::collapse_spaces(inner.as_str()), span }
            }
            Rule::bare_name => Name { text: values::collapse_spaces(pair.as_str()), span },
            _ => match pair.into_inner().find(|p| values::is_name(p.as_rule())) {
                Some(inner) => self.build_name(inner),
                None => Name { text: String::new(), span },
            },
        }
    }

    /// Builds the condition of a `condition`, `if_clause` or `whole_condition` pair, or of a part of one.
    pub(crate) fn build_condition(&self, pair: Pair<'_, Rule>) -> Condition<Written> {
        let rule = pair.as_rule();
        let inner = pair.into_inner();
        match rule {
            Rule::condition => {
                let also = inner.clone().filter(|p| p.as_rule() == Rule::and_also).flat_map(Pair::into_inner);
                let also = also.filter(|p| p.as_rule() == Rule::not_c).map(|p| self.build_condition(p));
                let first =
                    any_of(inner.clone().filter(|p| p.as_rule() == Rule::all_of).map(|p| self.build_condition(p)));
                replace_every_by_any(build_conjunction(std::iter::once(first).chain(also)))
            }
            Rule::unsaid_of => {
                let or = has_pair(&inner, Rule::k_or);
                let parts = inner
                    .filter(|p| matches!(p.as_rule(), Rule::unsaid_one | Rule::all_of))
                    .map(|p| self.build_condition(p));
                if or { any_of(parts) } else { build_conjunction(parts) }
            }
            Rule::unsaid_one => {
                let deny = has_pair(&inner, Rule::k_not);
                negated_if(deny, inner.last().map_or_else(never, |p| self.build_without_subject(p)))
            }
            Rule::all_of => self.all_of(inner.filter(|p| p.as_rule() == Rule::not_c)),
            Rule::not_c => {
                let deny = has_pair(&inner, Rule::k_not);
                negated_if(deny, inner.last().map_or_else(never, |p| self.build_condition(p)))
            }
            Rule::if_clause => {
                let deny = has_pair(&inner, Rule::k_unless);
                negated_if(deny, inner.last().map_or_else(never, |p| self.build_condition(p)))
            }
            Rule::whole_condition => inner
                .into_iter()
                .find(|p| p.as_rule() == Rule::condition)
                .map_or_else(never, |p| self.build_condition(p)),
            _ => self.build_statement(rule, inner),
        }
    }

    /// Parts joined by `and`. It binds closer than an `or` between two verbs of one subject: in `Lancer attacks me or
    /// dies and Rin is here` the last two belong together (A240).
    fn all_of<'i>(&self, parts: impl Iterator<Item = Pair<'i, Rule>>) -> Condition<Written> {
        let mut choices = Vec::new();
        let mut together = Vec::new();
        for part in parts {
            let said = denials::count_verb_phrases(&part);
            match self.build_condition(part) {
                Condition::AnyOf(mut list) if said > 1 && list.len() == said => {
                    let last = list.pop();
                    for one in list {
                        together.push(one);
                        choices.push(build_conjunction(together.drain(..)));
                    }
                    together.extend(last);
                }
                other => together.push(other),
            }
        }
        choices.push(build_conjunction(together.into_iter()));
        any_of(choices.into_iter())
    }

    /// A statement without a subject: it is about the character who acts.
    fn build_without_subject(&self, pair: Pair<'_, Rule>) -> Condition<Written> {
        match pair.as_rule() {
            Rule::unsaid_level => self.build_measurement(pair, Who::User),
            Rule::unsaid_place => match pair.into_inner().find(|p| p.as_rule() == Rule::sure_place) {
                Some(location) => simple_condition(Predicate::IsIn(Who::User, Some(self.build_name(location)))),
                None => never(),
            },
            _ => self.build_predicate(pair, Who::User),
        }
    }

    fn build_statement(&self, rule: Rule, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let deny = inner.clone().any(|p| p.as_rule() == Rule::be && values::is_denied(p));
        let found = match rule {
            Rule::night => inner
                .filter(|p| p.as_rule() == Rule::night_bound)
                .map(|p| {
                    let bound = comparison(&p);
                    simple_condition(Predicate::Night(bound, values::first_whole_number(p)))
                })
                .next(),
            Rule::this_hit | Rule::hit_taken_for | Rule::ground_has | Rule::target_guarded | Rule::target_adjacent => {
                self.sheet_fact(rule, &inner)
            }
            Rule::use_inflicts => Some(negated_if(has_pair(&inner, Rule::do_not), values::damage_of_use(&inner))),
            Rule::use_targets => inner
                .filter(|p| p.as_rule() == Rule::target_bound)
                .map(|p| simple_condition(Predicate::UseTargets(comparison(&p), values::first_whole_number(p))))
                .next(),
            Rule::second_round => Some(simple_condition(Predicate::SecondRound)),
            Rule::there_are | Rule::count_are => Some(self.build_count(inner)),
            Rule::my_number => {
                let of = if has_pair(&inner, Rule::k_their) { Who::Antecedent } else { Who::User };
                inner.last().map(|p| self.build_measurement(p, of)).map(|c| negated_if(deny, c)).or(Some(never()))
            }
            Rule::count_did => return self.build_done_by_number(&inner),
            Rule::allied => return self.build_alliance(inner),
            Rule::apart => return self.build_apart(inner),
            Rule::about => return self.build_about(inner),
            Rule::about_all => return self.build_about_all(inner),
            _ => None,
        };
        match rule {
            Rule::my_number => found.unwrap_or_else(never),
            _ => negated_if(deny, found.unwrap_or_else(never)),
        }
    }

    /// A statement with a subject: `Saber is here`, `Saber's Health is 100`.
    fn build_about(&self, mut inner: Pairs<'_, Rule>) -> Condition<Written> {
        let two = self.find_known_two(inner.clone());
        let Some(subject) = inner.next() else { return never() };
        let nobody = denials::is_nobody(&subject);
        let who = self.every_as_any(self.build_who(subject));
        let subject_of_all = who.clone();
        let Some(rest) = inner.find(|p| p.as_rule() != Rule::poss) else { return never() };
        if let Some(two) = two {
            let each = two.people.into_iter().map(|who| match rest.as_rule() {
                Rule::measured => self.build_measurement(rest.clone(), who),
                _ => self.build_verb_phrases(rest.clone(), &who, &mut true),
            });
            return if two.both { build_conjunction(each) } else { any_of(each) };
        }
        let said = match rest.as_rule() {
            Rule::measured => self.build_measurement(rest, who),
            _ => self.build_verb_phrases(rest, &who, &mut true),
        };
        match said {
            // Two denials in one statement: `nobody does not attack me` is not read.
            Condition::Not(_) if nobody => never(),
            said if nobody && !self.context.is_sheet() => denials::deny_except(said, &subject_of_all),
            said => negated_if(nobody, said),
        }
    }

    /// `we are allied with Illya`: alliances are declared for the whole team (R364, A155).
    fn build_alliance(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let denied = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::be | Rule::have) && values::is_denied(p.clone());
        let deny = inner.clone().any(|p| denied(&p)) ^ has_pair(&inner, Rule::k_no);
        let whom = inner.into_iter().find(|p| p.as_rule() == Rule::who_one).map(|p| self.build_who(p));
        whom.map_or_else(never, |whom| negated_if(deny, simple_condition(Predicate::Among(whom, people::allies()))))
    }

    /// Replaces `every` by `any` in an order: a deed by one of a group is enough.
    fn every_as_any(&self, who: Who<Written>) -> Who<Written> {
        match who {
            Who::Every(group) if self.context.tells_tenses() => Who::Any(group),
            who => who,
        }
    }

    /// What is said of one subject, joined by `or` and `and`. `first` is `true` until the first verb has been read.
    fn build_verb_phrases(&self, pair: Pair<'_, Rule>, who: &Who<Written>, first: &mut bool) -> Condition<Written> {
        match pair.as_rule() {
            // `anyone enters or attacks me`: each verb may be about another character.
            Rule::said => any_of(
                pair.into_inner().filter(is_verb_phrase_or_list).map(|p| self.build_verb_phrases(p, who, &mut true)),
            ),
            Rule::said_all => build_conjunction(
                pair.into_inner().filter(is_verb_phrase_or_list).map(|p| self.build_verb_phrases(p, who, first)),
            ),
            _ => {
                // `a character enters this location and attacks my team`: both verbs are about the same character.
                let again = !std::mem::take(first) && people::is_found(who);
                let who = if again { Who::Antecedent } else { who.clone() };
                let during = acts::phase_of_deed(&pair);
                acts::with_phase(self.build_verb_phrase(pair, who), during)
            }
        }
    }

    fn build_verb_phrase(&self, pair: Pair<'_, Rule>, who: Who<Written>) -> Condition<Written> {
        let often = pair.clone().into_inner().find(|p| p.as_rule() == Rule::tallied);
        let mut deny = false;
        let mut past = false;
        let mut gets = false;
        // After `does not` a verb has its plain form.
        let mut finite = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::foresight => return simple_condition(Predicate::Would(who)),
                Rule::be | Rule::have | Rule::do_not => {
                    gets |= values::says_gets(&part);
                    past |= values::says_past(&part);
                    finite = false;
                    deny ^= values::is_denied(part);
                }
                Rule::k_adverb | Rule::k_have | Rule::k_been => {}
                Rule::becoming => {
                    if often.is_some() {
                        return never();
                    }
                    let ills = part.into_inner().filter(|p| !matches!(p.as_rule(), Rule::k_become | Rule::k_or));
                    return self.as_change(any_of(ills.map(|p| self.build_predicate(p, who.clone()))));
                }
                Rule::sinks if finite && often.is_none() && !values::has_sunk(&part) => {
                    return self.as_change(self.build_predicate(part, who));
                }
                _ => {
                    past |= finite && values::is_past_form(&part);
                    let passive = matches!(part.as_rule(), Rule::damaged | Rule::attacked);
                    let mut said = self.build_predicate(part, who);
                    if let Some(often) = &often {
                        said = self.build_tallied(said, often, passive);
                    }
                    if gets {
                        said = self.as_change(said);
                    }
                    if past && self.context.tells_tenses() {
                        said.set_to_past();
                    }
                    return negated_if(deny, said);
                }
            }
        }
        never()
    }

    /// One statement about `who`.
    fn build_predicate(&self, pair: Pair<'_, Rule>, who: Who<Written>) -> Condition<Written> {
        let rule = pair.as_rule();
        let mut objects = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::object);
        match rule {
            Rule::be_trait | Rule::has_trait => {
                let (property, holds) = values::property_of(pair);
                negated_if(!holds, simple_condition(Predicate::Has(who, property)))
            }
            Rule::not_being => match pair.into_inner().find(|p| p.as_rule() != Rule::k_not) {
                Some(being) => negate(self.build_predicate(being, who)),
                None => never(),
            },
            Rule::at_level | Rule::measures => values::find_level_property(pair)
                .map_or_else(never, |property| simple_condition(Predicate::Has(who, property))),
            Rule::sinks | Rule::down_to => values::find_level_property(pair)
                .and_then(values::after_fall)
                .map_or_else(never, |property| simple_condition(Predicate::Has(who, property))),
            Rule::seen => match objects.next() {
                Some(doer) => negated_if(
                    denials::is_nobody(&doer),
                    simple_condition(Predicate::Detects(self.build_who(doer), who)),
                ),
                None => simple_condition(Predicate::Detects(Who::User, who)),
            },
            Rule::doing => match pair.into_inner().find(|p| p.as_rule() == Rule::act_phrase) {
                Some(act) => self.build_act_statement(act, who),
                None => never(),
            },
            Rule::beings => {
                let neither = has_pair(&pair.clone().into_inner(), Rule::k_neither);
                let none = |p: &Pair<'_, Rule>| {
                    matches!(p.as_rule(), Rule::k_neither | Rule::k_nor | Rule::k_either | Rule::k_or)
                };
                let each = pair.into_inner().filter(|p| !none(p)).map(|p| self.build_predicate(p, who.clone()));
                negated_if(neither, any_of(each))
            }
            Rule::each_being => {
                let statements = pair.into_inner().filter(|p| !matches!(p.as_rule(), Rule::k_both | Rule::k_and_also));
                // Both parts are about the same character.
                let again = if people::is_found(&who) { Who::Antecedent } else { who.clone() };
                let of_whom = std::iter::once(who).chain(std::iter::repeat(again));
                Condition::All(statements.zip(of_whom).map(|(p, who)| self.build_predicate(p, who)).collect())
            }
            Rule::in_places => {
                let locations = pair.into_inner().filter(|p| matches!(p.as_rule(), Rule::place | Rule::sure_place));
                any_of(locations.map(|p| simple_condition(Predicate::IsIn(who.clone(), Some(self.build_name(p))))))
            }
            Rule::outdone => {
                let inner = pair.clone().into_inner();
                let other = inner.clone().find(|p| p.as_rule() == Rule::who_one).map(|p| self.build_who(p));
                let comparison = values::comparison_of_measure(pair).zip(other);
                let compared = comparison
                    .and_then(|((what, bound), other)| measurements::compare_with_user(who, other, what, bound));
                compared.map_or_else(never, |(who, said)| simple_condition(Predicate::Has(who, said)))
            }
            Rule::ailments => any_of(
                pair.into_inner()
                    .filter(|p| p.as_rule() == Rule::ailment)
                    .map(|ailment| simple_condition(Predicate::Has(who.clone(), values::status_property(&ailment)))),
            ),
            Rule::act_phrase => self.build_act_statement(pair, who),
            Rule::lives => simple_condition(Predicate::Has(who, Property::Alive)),
            Rule::our_ally => simple_condition(Predicate::Among(who, people::allies())),
            Rule::no_servant | Rule::no_servant_by => {
                negate(simple_condition(Predicate::IsIn(Who::related(Relation::Servant, who), None)))
            }
            Rule::attacked => deed_condition(who, Act::IsAttacked),
            // A hit, even for 0 damage. The damage of a status or a field is no hit.
            Rule::damaged if has_pair(&pair.clone().into_inner(), Rule::k_hit) => {
                deed_condition(Who::Any(people::everybody()), Act::Hits(None, Some(who)))
            }
            Rule::damaged if has_pair(&pair.clone().into_inner(), Rule::k_unhurt) => {
                negate(deed_condition(who, Act::IsDamaged))
            }
            Rule::damaged => deed_condition(who, Act::IsDamaged),
            Rule::by_damage if has_pair(&pair.clone().into_inner(), Rule::any_attack) => {
                deed_condition(Who::Any(people::everybody()), hit_or_damage_act(&pair, None, who))
            }
            // Who starves has died, and nobody has killed them (A188); a player cannot tell the two apart.
            Rule::killed if self.context.is_sheet() => {
                deed_condition(Who::Any(people::everybody()), Act::Kills(Some(who)))
            }
            Rule::killed => deed_condition(who, Act::Dies),
            Rule::by_attack | Rule::by_damage if has_pair(&pair.clone().into_inner(), Rule::use_kind) => {
                let used = pair.clone().into_inner().find(|p| p.as_rule() == Rule::use_kind);
                // `by the user's Basic Attack`
                let is_users = used.clone().is_some_and(|used| has_pair(&used.into_inner(), Rule::the_user));
                let doer = if is_users { Who::User } else { Who::Any(people::everybody()) };
                let act = |kind| match rule {
                    Rule::by_damage => hit_or_damage_act(&pair, Some(kind), who),
                    _ => Act::AttacksWith(kind, Some(who)),
                };
                used.and_then(values::used_kind).map_or_else(never, |kind| deed_condition(doer, act(kind)))
            }
            Rule::by_attack | Rule::by_damage if has_pair(&pair.clone().into_inner(), Rule::how_many) => {
                let inner = pair.clone().into_inner();
                let act = match rule {
                    Rule::by_damage => hit_or_damage_act(&pair, None, who),
                    _ => Act::Attacks(Some(who)),
                };
                self.counted_group(&inner)
                    .map_or_else(never, |doer| self.build_by_number(&inner, deed_condition(doer, act)))
            }
            Rule::by_damage | Rule::by_killing => objects.next().map_or_else(never, |doer| {
                let act =
                    if rule == Rule::by_damage { hit_or_damage_act(&pair, None, who) } else { Act::Kills(Some(who)) };
                negated_if(denials::is_nobody(&doer), deed_condition(self.build_who(doer), act))
            }),
            Rule::by_attack => objects.next().map_or_else(never, |doer| {
                let nobody = denials::is_nobody(&doer);
                negated_if(nobody, deed_condition(self.build_who(doer), Act::Attacks(Some(who))))
            }),
            Rule::elsewhere => negate(simple_condition(Predicate::IsIn(who, None))),
            Rule::damaged_before => simple_condition(Predicate::InLastTurn(who, LastTurn::Damaged)),
            Rule::fought_before => simple_condition(Predicate::InLastTurn(who, LastTurn::Fought)),
            Rule::no_battle => negate(simple_condition(Predicate::Has(who, Property::InBattle))),
            Rule::out_of => negate(simple_condition(Predicate::IsIn(who, self.build_location(pair)))),
            Rule::where_ if people::is_beside_user(&pair) => {
                simple_condition(Predicate::Among(who, people::everybody_beside_user()))
            }
            Rule::same_place => simple_condition(Predicate::IsWith(who, self.companion(objects.next()))),
            Rule::users_own => simple_condition(Predicate::IsOne(who, people::users_own(&pair))),
            Rule::where_ => simple_condition(Predicate::IsIn(who, self.build_location(pair))),
            Rule::among => simple_condition(Predicate::Among(who, self.build_among_group(pair))),
            Rule::among_these => {
                let among_pairs = pair.into_inner().filter(|p| p.as_rule() == Rule::among);
                any_of(among_pairs.map(|p| simple_condition(Predicate::Among(who.clone(), self.build_among_group(p)))))
            }
            Rule::holding => simple_condition(Predicate::Holds(who, self.build_name(pair))),
            Rule::active => match who {
                Who::Named(skill) => {
                    let on_nobody = denials::has_denying_objects(&pair);
                    negated_if(
                        on_nobody,
                        simple_condition(Predicate::Active(skill, objects.next().map(|p| self.build_who(p)))),
                    )
                }
                _ => never(),
            },
            Rule::used => self.build_passive_use(pair, who),
            _ => never(),
        }
    }

    /// The person with whom somebody is in the same location; the context knows who is meant if nobody is named.
    fn companion(&self, said: Option<Pair<'_, Rule>>) -> Who<Written> {
        said.map_or_else(|| self.context.default_companion(), |whom| self.build_who(whom))
    }

    /// The location of a `where_` pair; `None` is the reader's own location.
    fn build_location(&self, pair: Pair<'_, Rule>) -> Option<Name> {
        pair.into_inner().find_map(|p| match p.as_rule() {
            Rule::place => Some(self.build_name(p)),
            // `is not there any more`: the location where they were is this one.
            Rule::there_ if p.as_str().to_ascii_lowercase().contains("any") => None,
            Rule::there_ => Some(Name { text: THERE.to_owned(), span: self.original_span(&p) }),
            _ => None,
        })
    }
}

/// A hit, or damage by a hit, with a kind of skill or any.
fn hit_or_damage_act(said: &Pair<'_, Rule>, kind: Option<SkillKind>, whom: Who<Written>) -> Act<Written> {
    if has_pair(&said.clone().into_inner(), Rule::k_hit) {
        Act::Hits(kind, Some(whom))
    } else {
        Act::Damages(kind, Some(whom))
    }
}

/// `If opponents are here` holds if one of them is here. Words such as `all opponents` are refused elsewhere.
fn replace_every_by_any(mut condition: Condition<Written>) -> Condition<Written> {
    let one = |who: &mut Who<Written>| {
        if let Who::Every(group) = who {
            *who = Who::Any(group.clone());
        }
    };
    for said in condition.statements_mut() {
        said.subject_mut().into_iter().for_each(one);
        if let Predicate::Did(deed) = said {
            deed.act.object_mut().into_iter().for_each(one);
        }
    }
    condition
}

fn is_verb_phrase_or_list(pair: &Pair<'_, Rule>) -> bool {
    matches!(pair.as_rule(), Rule::said_all | Rule::verb_phrase)
}

#[cfg(test)]
mod tests;
