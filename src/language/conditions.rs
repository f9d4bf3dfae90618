//! Conditions: pairs of `grammar/conditions.pest` → [`Condition`] (A240).
//!
//! Sheets and orders call the same builders. A [`Reader`] holds what turns a place in the parsed
//! text into a place in the author's; a shape the grammar cannot yield reads as "never".
//!
//! | module | holds |
//! | --- | --- |
//! | `people`, `places` | who is meant, groups and their filters; where the words stand, and how a sheet or an order takes them |
//! | `acts`, `often`, `joined_verbs` | what somebody did; how often, and how many; several verbs of one subject |
//! | `measured`, `words` | numbers and ranks of somebody; numbers, ranks, bounds, and the words of the rulebook |
//! | `known_two`, `together` | two whom the seat knows; what is said of several together |
//! | `denied`, `ambiguity` | what is denied of nobody and neither; what leaves open whom it means: refused |

mod acts;
mod ambiguity;
mod denied;
mod joined_verbs;
mod known_two;
mod measured;
mod often;
mod people;
mod places;
mod together;
mod words;

use super::condition::{
    Act, Comparison, Condition, Deed, Filter, Group, Name, Predicate, Property, Relation, SkillKind, Who, Written,
};
use super::pairs::{Pair, Pairs};
use super::parser::Rule;
use super::span::Span;

pub(crate) use ambiguity::{
    Ambiguity, AmbiguousWords, ambiguities, is_any_of_several, past_state, said_of_all, says_hurt, state_of_several,
};
pub(crate) use denied::{LostDenial, lost_denial};
pub(crate) use known_two::TwoOf;
pub(crate) use often::nth;
pub(crate) use people::{bind_own, filter_position, meant_by_none, relation};
pub(crate) use places::{Places, Shift};
pub(crate) use words::{
    amount, bound, damage_type, rank, resource, skill_type, stat, status_kind, turn_of_battle, whole,
};

/// Builds trees out of pairs of the shared grammar.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) places: &'a dyn Places,
}

/// The condition of a `condition`, `if_clause` or `whole_condition` pair that stands at `offset`.
pub(crate) fn condition(pair: Pair<'_, Rule>, offset: usize) -> Condition<Written> {
    Reader { places: &Shift(offset) }.condition(pair)
}

/// The condition of an `if_clause` of a sheet, what happens told from what has happened.
pub(crate) fn condition_with_tenses(pair: Pair<'_, Rule>) -> Condition<Written> {
    Reader { places: &places::Tensed }.condition(pair)
}

/// Who is the grammatical subject of an `about` pair: of `the user is attacked by an opponent` the user (A260).
pub(crate) fn grammatical_subject(about: &Pair<'_, Rule>) -> Option<Who<Written>> {
    let subject = about.clone().into_inner().next()?;
    Some(Reader { places: &Shift(0) }.who(subject))
}

/// The group of a `group` pair.
pub(crate) fn group(pair: Pair<'_, Rule>, offset: usize) -> Group<Written> {
    Reader { places: &Shift(offset) }.group(pair)
}

/// The filter of a `filter`, `pre_filter`, `kind` or `post_filter` pair; `None` for a word that
/// names a side (`opponents`, `enemy`, `allied`) and not a filter.
pub(crate) fn filter(pair: Pair<'_, Rule>, offset: usize) -> Option<Filter<Written>> {
    Reader { places: &Shift(offset) }.filter(pair)
}

/// The trait of a `trait_`, `be_trait` or `has_trait` pair; `false` beside it when it is denied (`no Flight`).
pub(crate) fn trait_(pair: Pair<'_, Rule>) -> (Property, bool) {
    words::trait_(pair)
}

/// The place `there` in a condition, until it is known which.
pub(crate) const THERE: &str = "there";

/// A condition that never holds: what a shape the grammar cannot yield is read as.
fn never() -> Condition<Written> {
    Condition::AnyOf(Vec::new())
}

fn not(condition: Condition<Written>) -> Condition<Written> {
    match condition {
        Condition::Not(inner) => *inner,
        other => Condition::Not(Box::new(other)),
    }
}

fn negated_if(deny: bool, condition: Condition<Written>) -> Condition<Written> {
    if deny { not(condition) } else { condition }
}

fn is(predicate: Predicate<Written>) -> Condition<Written> {
    Condition::Is(predicate)
}

fn did(who: Who<Written>, act: Act<Written>) -> Condition<Written> {
    is(Predicate::Did(Deed { who, act, first: false, past: false }))
}

/// Parts joined by `or`: a lone part stands for itself, `or` within `or` is one list.
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

/// Parts joined by `and`.
fn all_of(parts: impl Iterator<Item = Condition<Written>>) -> Condition<Written> {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Condition::All(inner) => all.extend(inner),
            other => all.push(other),
        }
    }
    if all.len() == 1 { all.pop().unwrap_or_else(never) } else { Condition::All(all) }
}

fn has(pairs: &Pairs<'_, Rule>, rule: Rule) -> bool {
    pairs.clone().any(|p| p.as_rule() == rule)
}

impl Reader<'_> {
    /// The place of a pair in the author's text.
    pub(crate) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        self.places.place(pair.as_span())
    }

    /// The name of a `name`, `mark`, `quoted_name` or `bare_name` pair, or of one that holds it.
    pub(crate) fn name(&self, pair: Pair<'_, Rule>) -> Name {
        let span = self.span(&pair);
        match pair.as_rule() {
            Rule::mark | Rule::thing_mark | Rule::item_mark => {
                let text = pair.as_str().chars().next().and_then(|c| self.places.marked(c)).unwrap_or_default();
                Name { text: text.to_owned(), span }
            }
            Rule::quoted_name | Rule::spell_quote => {
                let mut inner = pair.as_str().chars();
                inner.next();
                inner.next_back();
                Name { text: words::folded(inner.as_str()), span }
            }
            Rule::bare_name => Name { text: words::folded(pair.as_str()), span },
            _ => match pair.into_inner().find(|p| words::is_name(p.as_rule())) {
                Some(inner) => self.name(inner),
                None => Name { text: String::new(), span },
            },
        }
    }

    /// The condition of a `condition`, `if_clause` or `whole_condition` pair.
    pub(crate) fn condition(&self, pair: Pair<'_, Rule>) -> Condition<Written> {
        let rule = pair.as_rule();
        let inner = pair.into_inner();
        match rule {
            Rule::condition => {
                let also = inner.clone().filter(|p| p.as_rule() == Rule::and_also).flat_map(Pair::into_inner);
                let also = also.filter(|p| p.as_rule() == Rule::not_c).map(|p| self.condition(p));
                let first = any_of(inner.clone().filter(|p| p.as_rule() == Rule::all_of).map(|p| self.condition(p)));
                of_one(all_of(std::iter::once(first).chain(also)))
            }
            Rule::unsaid_of => {
                let or = has(&inner, Rule::k_or);
                let parts =
                    inner.filter(|p| matches!(p.as_rule(), Rule::unsaid_one | Rule::all_of)).map(|p| self.condition(p));
                if or { any_of(parts) } else { all_of(parts) }
            }
            Rule::unsaid_one => {
                let deny = has(&inner, Rule::k_not);
                negated_if(deny, inner.last().map_or_else(never, |p| self.of_unsaid(p)))
            }
            Rule::all_of => self.all_of(inner.filter(|p| p.as_rule() == Rule::not_c)),
            Rule::not_c => {
                let deny = has(&inner, Rule::k_not);
                negated_if(deny, inner.last().map_or_else(never, |p| self.condition(p)))
            }
            Rule::if_clause => {
                let deny = has(&inner, Rule::k_unless);
                negated_if(deny, inner.last().map_or_else(never, |p| self.condition(p)))
            }
            Rule::whole_condition => {
                inner.into_iter().find(|p| p.as_rule() == Rule::condition).map_or_else(never, |p| self.condition(p))
            }
            _ => self.statement(rule, inner),
        }
    }

    /// Parts joined by `and`, which binds closer than an `or` between two things said of one: of `Lancer attacks me or
    /// dies and Rin is here` the last two hold together (A240).
    fn all_of<'i>(&self, parts: impl Iterator<Item = Pair<'i, Rule>>) -> Condition<Written> {
        let mut choices = Vec::new();
        let mut together = Vec::new();
        for part in parts {
            let said = denied::things_said(&part);
            match self.condition(part) {
                Condition::AnyOf(mut list) if said > 1 && list.len() == said => {
                    let last = list.pop();
                    for one in list {
                        together.push(one);
                        choices.push(all_of(together.drain(..)));
                    }
                    together.extend(last);
                }
                other => together.push(other),
            }
        }
        choices.push(all_of(together.into_iter()));
        any_of(choices.into_iter())
    }

    /// What is said of whoever acts, who is not named.
    fn of_unsaid(&self, pair: Pair<'_, Rule>) -> Condition<Written> {
        match pair.as_rule() {
            Rule::unsaid_level => self.measured(pair, Who::User),
            Rule::unsaid_place => match pair.into_inner().find(|p| p.as_rule() == Rule::sure_place) {
                Some(place) => is(Predicate::IsIn(Who::User, Some(self.name(place)))),
                None => never(),
            },
            _ => self.predicate(pair, Who::User),
        }
    }

    fn statement(&self, rule: Rule, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let deny = inner.clone().any(|p| p.as_rule() == Rule::be && words::is_denied(p));
        let found = match rule {
            Rule::night => inner
                .filter(|p| p.as_rule() == Rule::night_bound)
                .map(|p| {
                    let bound = bound(&p);
                    is(Predicate::Night(bound, words::first_whole(p)))
                })
                .next(),
            Rule::use_inflicts => Some(negated_if(has(&inner, Rule::do_not), words::own_damage(&inner))),
            Rule::second_round => Some(is(Predicate::SecondRound)),
            Rule::there_are | Rule::count_are => Some(self.counted(inner)),
            Rule::my_number => {
                let of = if has(&inner, Rule::k_their) { Who::Antecedent } else { Who::User };
                inner.last().map(|p| self.measured(p, of)).map(|c| negated_if(deny, c)).or(Some(never()))
            }
            Rule::count_did => return self.done_by_so_many(&inner),
            Rule::allied => return self.allied(inner),
            Rule::apart => return self.apart(inner),
            Rule::about => return self.about(inner),
            Rule::about_all => return self.about_all(inner),
            _ => None,
        };
        match rule {
            Rule::my_number => found.unwrap_or_else(never),
            _ => negated_if(deny, found.unwrap_or_else(never)),
        }
    }

    fn counted(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let (mut bound, mut count) = (Comparison::AtLeast, 1);
        let mut of = None;
        let (mut place, mut beside) = (None, false);
        // `Two Masters in Park are here`: both are said.
        let there = has(&inner, Rule::where_);
        let another = inner.clone().any(|p| people::says_another(&p));
        for pair in inner {
            match pair.as_rule() {
                Rule::k_no => (bound, count) = (Comparison::Exactly, 0),
                Rule::how_many => {
                    bound = words::bound(&pair);
                    count = words::first_whole(pair);
                }
                Rule::group => of = Some(self.group(pair)),
                Rule::where_ => {
                    beside = people::is_beside_user(&pair);
                    place = self.where_(pair);
                }
                _ => {}
            }
        }
        let Some(mut of) = of else { return never() };
        if another {
            people::leave_out_user(&mut of);
        }
        if beside {
            of.filters.push(Filter::Beside);
        }
        // `there are two opponents here`: the place belongs to the statement, not to the group.
        if place.is_none()
            && of.filters.last().is_some_and(|last| match last {
                Filter::Here => true,
                Filter::In(_) => !there,
                _ => false,
            })
            && let Some(Filter::In(name)) = of.filters.pop()
        {
            place = Some(name);
        }
        is(Predicate::Count(bound, count, of, place))
    }

    /// Somebody or something, and what is said of it.
    fn about(&self, mut inner: Pairs<'_, Rule>) -> Condition<Written> {
        let two = self.two_meant(inner.clone());
        let Some(subject) = inner.next() else { return never() };
        let nobody = denied::is_nobody(&subject);
        let who = self.one_of(self.who(subject));
        let Some(rest) = inner.find(|p| p.as_rule() != Rule::poss) else { return never() };
        if let Some(two) = two {
            let each = two.these.into_iter().map(|who| match rest.as_rule() {
                Rule::measured => self.measured(rest.clone(), who),
                _ => self.said(rest.clone(), &who, &mut true),
            });
            return if two.both { all_of(each) } else { any_of(each) };
        }
        let said = match rest.as_rule() {
            Rule::measured => self.measured(rest, who),
            _ => self.said(rest, &who, &mut true),
        };
        match said {
            // Two denials in one statement: `nobody does not attack me` says neither.
            Condition::Not(_) if nobody => never(),
            said => negated_if(nobody, said),
        }
    }

    /// `we are allied with Illya`: what is declared is declared for the whole team (R364, A155).
    fn allied(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let denied = |p: &Pair<'_, Rule>| matches!(p.as_rule(), Rule::be | Rule::have) && words::is_denied(p.clone());
        let deny = inner.clone().any(|p| denied(&p)) ^ has(&inner, Rule::k_no);
        let whom = inner.into_iter().find(|p| p.as_rule() == Rule::who_one).map(|p| self.who(p));
        whom.map_or_else(never, |whom| negated_if(deny, is(Predicate::Among(whom, people::allies()))))
    }

    /// What an order waits for is done by one of them too.
    fn one_of(&self, who: Who<Written>) -> Who<Written> {
        match who {
            Who::Every(group) if self.places.tells_tenses() => Who::Any(group),
            who => who,
        }
    }

    /// What is said of one subject, joined by `or` and `and`; `first` until one thing has been said.
    fn said(&self, pair: Pair<'_, Rule>, who: &Who<Written>, first: &mut bool) -> Condition<Written> {
        match pair.as_rule() {
            // `anyone enters or attacks me`: each stands alone.
            Rule::said => any_of(pair.into_inner().filter(is_said).map(|p| self.said(p, who, &mut true))),
            Rule::said_all => all_of(pair.into_inner().filter(is_said).map(|p| self.said(p, who, first))),
            _ => {
                // `a character enters this location and attacks my team`: the same character does both.
                let again = !std::mem::take(first) && people::is_found(who);
                let who = if again { Who::Antecedent } else { who.clone() };
                self.verb_phrase(pair, who)
            }
        }
    }

    fn verb_phrase(&self, pair: Pair<'_, Rule>, who: Who<Written>) -> Condition<Written> {
        let often = pair.clone().into_inner().find(|p| p.as_rule() == Rule::tallied);
        let mut deny = false;
        let mut past = false;
        let mut gets = false;
        // Behind `does not` a verb stands in its plain form.
        let mut finite = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::foresight => return is(Predicate::Would(who)),
                Rule::be | Rule::have | Rule::do_not => {
                    gets |= words::says_gets(&part);
                    past |= words::is_behind(&part);
                    finite = false;
                    deny ^= words::is_denied(part);
                }
                Rule::k_adverb | Rule::k_have | Rule::k_been => {}
                Rule::becoming => {
                    if often.is_some() {
                        return never();
                    }
                    let ills = part.into_inner().filter(|p| !matches!(p.as_rule(), Rule::k_become | Rule::k_or));
                    return self.becoming(any_of(ills.map(|p| self.predicate(p, who.clone()))));
                }
                Rule::sinks if finite && often.is_none() && !words::has_sunk(&part) => {
                    return self.becoming(self.predicate(part, who));
                }
                _ => {
                    past |= finite && words::is_past_form(&part);
                    let passive = matches!(part.as_rule(), Rule::damaged | Rule::attacked);
                    let mut said = self.predicate(part, who);
                    if let Some(often) = &often {
                        said = self.so_often(said, often, passive);
                    }
                    if gets {
                        said = self.becoming(said);
                    }
                    if past && self.places.tells_tenses() {
                        said.say_in_the_past();
                    }
                    return negated_if(deny, said);
                }
            }
        }
        never()
    }

    /// One thing said of `who`.
    fn predicate(&self, pair: Pair<'_, Rule>, who: Who<Written>) -> Condition<Written> {
        let rule = pair.as_rule();
        let mut objects = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::object);
        match rule {
            Rule::be_trait | Rule::has_trait => {
                let (said, holds) = words::trait_(pair);
                negated_if(!holds, is(Predicate::Has(who, said)))
            }
            Rule::not_being => match pair.into_inner().find(|p| p.as_rule() != Rule::k_not) {
                Some(being) => not(self.predicate(being, who)),
                None => never(),
            },
            Rule::at_level | Rule::measures => {
                words::level_in(pair).map_or_else(never, |said| is(Predicate::Has(who, said)))
            }
            Rule::sinks | Rule::down_to => words::level_in(pair)
                .and_then(words::fallen_to)
                .map_or_else(never, |said| is(Predicate::Has(who, said))),
            Rule::seen => match objects.next() {
                Some(by) => negated_if(denied::is_nobody(&by), is(Predicate::Detects(self.who(by), who))),
                None => is(Predicate::Detects(Who::User, who)),
            },
            Rule::doing => match pair.into_inner().find(|p| p.as_rule() == Rule::act_phrase) {
                Some(act) => self.act_of(act, who),
                None => never(),
            },
            Rule::beings => {
                let neither = has(&pair.clone().into_inner(), Rule::k_neither);
                let none = |p: &Pair<'_, Rule>| {
                    matches!(p.as_rule(), Rule::k_neither | Rule::k_nor | Rule::k_either | Rule::k_or)
                };
                let each = pair.into_inner().filter(|p| !none(p)).map(|p| self.predicate(p, who.clone()));
                negated_if(neither, any_of(each))
            }
            Rule::each_being => {
                let said = pair.into_inner().filter(|p| !matches!(p.as_rule(), Rule::k_both | Rule::k_and_also));
                // The same character is all of it.
                let again = if people::is_found(&who) { Who::Antecedent } else { who.clone() };
                let of_whom = std::iter::once(who).chain(std::iter::repeat(again));
                Condition::All(said.zip(of_whom).map(|(p, who)| self.predicate(p, who)).collect())
            }
            Rule::in_places => {
                let places = pair.into_inner().filter(|p| matches!(p.as_rule(), Rule::place | Rule::sure_place));
                any_of(places.map(|p| is(Predicate::IsIn(who.clone(), Some(self.name(p))))))
            }
            Rule::outdone => {
                let inner = pair.clone().into_inner();
                let other = inner.clone().find(|p| p.as_rule() == Rule::who_one).map(|p| self.who(p));
                let said = words::compared(pair).zip(other);
                let told = said.and_then(|((what, bound), other)| measured::beside_other(who, other, what, bound));
                told.map_or_else(never, |(who, said)| is(Predicate::Has(who, said)))
            }
            Rule::ailments => any_of(
                pair.into_inner()
                    .filter(|p| p.as_rule() == Rule::ailment)
                    .map(|ailment| is(Predicate::Has(who.clone(), words::affected_by(&ailment)))),
            ),
            Rule::act_phrase => self.act_of(pair, who),
            Rule::lives => is(Predicate::Has(who, Property::Alive)),
            Rule::our_ally => is(Predicate::Among(who, people::allies())),
            Rule::no_servant | Rule::no_servant_by => {
                not(is(Predicate::IsIn(Who::related(Relation::Servant, who), None)))
            }
            Rule::attacked => did(who, Act::IsAttacked),
            // By an attack, were it for 0: what a status or a field does strikes nobody.
            Rule::damaged if has(&pair.clone().into_inner(), Rule::k_hit) => {
                did(Who::Any(people::anyone()), Act::Hits(None, Some(who)))
            }
            Rule::damaged if has(&pair.clone().into_inner(), Rule::k_unhurt) => not(did(who, Act::IsDamaged)),
            Rule::damaged => did(who, Act::IsDamaged),
            Rule::by_damage if has(&pair.clone().into_inner(), Rule::any_attack) => {
                did(Who::Any(people::anyone()), struck(&pair, None, who))
            }
            // Who starves has died, and nobody has killed them (A188): to a player both look alike.
            Rule::killed if self.places.is_sheet() => did(Who::Any(people::anyone()), Act::Kills(Some(who))),
            Rule::killed => did(who, Act::Dies),
            Rule::by_attack | Rule::by_damage if has(&pair.clone().into_inner(), Rule::use_kind) => {
                let kind = pair.clone().into_inner().find(|p| p.as_rule() == Rule::use_kind).and_then(words::used_kind);
                let act = |kind| match rule {
                    Rule::by_damage => struck(&pair, Some(kind), who),
                    _ => Act::AttacksWith(kind, Some(who)),
                };
                kind.map_or_else(never, |kind| did(Who::Any(people::anyone()), act(kind)))
            }
            Rule::by_attack | Rule::by_damage if has(&pair.clone().into_inner(), Rule::how_many) => {
                let inner = pair.clone().into_inner();
                let act = match rule {
                    Rule::by_damage => struck(&pair, None, who),
                    _ => Act::Attacks(Some(who)),
                };
                self.so_many(&inner).map_or_else(never, |by| self.by_so_many(&inner, did(by, act)))
            }
            Rule::by_damage | Rule::by_killing => objects.next().map_or_else(never, |by| {
                let act = if rule == Rule::by_damage { struck(&pair, None, who) } else { Act::Kills(Some(who)) };
                negated_if(denied::is_nobody(&by), did(self.who(by), act))
            }),
            Rule::by_attack => objects.next().map_or_else(never, |by| {
                let nobody = denied::is_nobody(&by);
                negated_if(nobody, did(self.who(by), Act::Attacks(Some(who))))
            }),
            Rule::elsewhere => not(is(Predicate::IsIn(who, None))),
            Rule::no_battle => not(is(Predicate::Has(who, Property::InBattle))),
            Rule::out_of => not(is(Predicate::IsIn(who, Some(self.name(pair))))),
            Rule::where_ if people::is_beside_user(&pair) => is(Predicate::Among(who, people::beside_user())),
            Rule::same_place => is(Predicate::IsWith(who, self.as_whom(objects.next()))),
            Rule::where_ => is(Predicate::IsIn(who, self.where_(pair))),
            Rule::among => is(Predicate::Among(who, self.one_of_group(pair))),
            Rule::among_these => {
                let words = pair.into_inner().filter(|p| p.as_rule() == Rule::among);
                any_of(words.map(|p| is(Predicate::Among(who.clone(), self.one_of_group(p)))))
            }
            Rule::holding => is(Predicate::Holds(who, self.name(pair))),
            Rule::active => match who {
                Who::Named(skill) => {
                    let on_nobody = denied::objects_deny(&pair);
                    negated_if(on_nobody, is(Predicate::Active(skill, objects.next().map(|p| self.who(p)))))
                }
                _ => never(),
            },
            Rule::used => self.passive_use(pair, who),
            _ => never(),
        }
    }

    /// As whom somebody is in the same location.
    fn as_whom(&self, said: Option<Pair<'_, Rule>>) -> Who<Written> {
        said.map_or_else(|| self.places.beside(), |whom| self.who(whom))
    }

    /// The location of a `where_` pair; `None` is the reader's own.
    fn where_(&self, pair: Pair<'_, Rule>) -> Option<Name> {
        pair.into_inner().find_map(|p| match p.as_rule() {
            Rule::place => Some(self.name(p)),
            // `is not there any more`: here, where they were.
            Rule::there_ if p.as_str().to_ascii_lowercase().contains("any") => None,
            Rule::there_ => Some(Name { text: THERE.to_owned(), span: self.span(&p) }),
            _ => None,
        })
    }
}

/// Somebody was hit, or damaged by a hit, with a kind of skill or any.
fn struck(said: &Pair<'_, Rule>, kind: Option<SkillKind>, whom: Who<Written>) -> Act<Written> {
    if has(&said.clone().into_inner(), Rule::k_hit) {
        Act::Hits(kind, Some(whom))
    } else {
        Act::Damages(kind, Some(whom))
    }
}

/// `If opponents are here`: a condition asks it of one of them. What is said of all is refused.
fn of_one(mut condition: Condition<Written>) -> Condition<Written> {
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

fn is_said(pair: &Pair<'_, Rule>) -> bool {
    matches!(pair.as_rule(), Rule::said_all | Rule::verb_phrase)
}

#[cfg(test)]
mod tests;
