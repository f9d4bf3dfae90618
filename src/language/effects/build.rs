//! Turns pairs of `grammar/effects*.pest` into trees.
//!
//! | module | holds |
//! | --- | --- |
//! | `sentence`, `operation_lists`, `people_lists`, `parts` | a sentence; several things, several people; what all consist of: who, how much, how long |
//! | `immediate`, `standing`, `damage_taken`, `clause`, `use_clauses` | what happens once, holds for a time, changes received damage, is said of the skill itself or of one use |
//! | `restrictions`, `shields`, `masterless`, `costs`, `points` | what is negated and forbidden; shields; Servants without a Master; what skills cost; what the rules give of points |
//! | `antecedents`, `resolve_they`, `replace_they`, `pronouns`, `described_people`, `quota_of_each` | whom `they`, `their` and descriptions by a deed mean; quotas of each of several |
//! | `how_often`, `tenses`, `shared_times` | how often a sentence answers its trigger; what it asks of the past |
//! | `of_this_attack`, `whose_measure` | what is meant of the attack itself; by whose maximum a part is measured |
//! | `ambiguity`, `false_synonyms`, `lost_words` | words that are refused: ambiguous, almost right, or lost in the tree |

use crate::language::condition::{Act, Condition, Deed, Group, Predicate, Property, Relation, Who, Written};
use crate::language::conditions::{self};
use crate::language::effect::{Effect, Often, Operation, Sentence, Trigger};
use crate::language::fields::{ParseResult, phase_named};
use crate::language::pairs::Pair;
use crate::language::parser::Rule;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::text::collapse_whitespace;

use parts::{
    child, has_child, nonsense_error, read_group, read_person, read_positive, read_trigger_limit, reader, required,
};
use sentence::read_sentences;

mod ambiguity;
mod antecedents;
mod clause;
mod costs;
mod damage_taken;
mod described_people;
mod false_synonyms;
mod how_often;
mod immediate;
mod lost_words;
mod masterless;
mod of_this_attack;
mod operation_lists;
mod parts;
mod people_lists;
mod points;
mod pronouns;
mod quota_of_each;
mod replace_they;
mod resolve_they;
mod restrictions;
mod sentence;
mod shared_times;
mod shields;
mod standing;
mod tenses;
mod use_clauses;
mod whose_measure;

type Node<'i> = Pair<'i, Rule>;

/// Why a requirement cannot ask something of all members of a group.
const ASKED_OF_ALL: &str = "whether something is so of all of them cannot be asked: count those of whom it is not so, as in `There are exactly 0 opponents who are not in battle.`";

/// Builds the tree of an `effect` pair.
pub(super) fn build_effect(pair: &Node<'_>) -> ParseResult<Effect> {
    reject_payment_by_others(pair)?;
    if let Some(gm) = child(pair, Rule::gm) {
        let text = child(&gm, Rule::gm_text).map_or("", |text| text.as_str().trim());
        return Ok(Effect::Gm(collapse_whitespace(text)));
    }
    if let Some(choose) = child(pair, Rule::choose) {
        let choices = find_choices(choose);
        let options = choices.iter().map(|option| match child(option, Rule::all_these) {
            Some(all) => build_listed_things(all),
            None => read_sentences(option),
        });
        let options = options.collect::<ParseResult<Vec<_>>>()?;
        reject_tail_of_choices(&choices, &options)?;
        return Ok(Effect::Choice(options));
    }
    let mut sentences = match child(pair, Rule::several) {
        Some(several) => build_listed_things(several)?,
        None => read_sentences(pair)?,
    };
    Ok(match (sentences.pop(), sentences.is_empty()) {
        (Some(sentence), true) => Effect::Sentence(sentence),
        (Some(last), false) => {
            sentences.push(last);
            Effect::Several(sentences)
        }
        (None, _) => return Err(nonsense_error(pair, "a sentence without an operation")),
    })
}

/// What a rejected sentence says beyond doubt, in words that are read: the time of each of two deeds, the attack that
/// is `it`, or when something was done.
pub(super) fn reword_rejected(text: &str) -> Option<String> {
    let shorten_time = || text.contains(" if ").then(|| text.replacen(" during this Turn", " this Turn", 1));
    shared_times::spread_time(text).or_else(|| of_this_attack::name_attack(text)).or_else(shorten_time)
}

/// Builds the trees of `each of these: …; and …`.
fn build_listed_things(pair: Node<'_>) -> ParseResult<Vec<Sentence>> {
    let each = pair.into_inner().filter(|p| p.as_rule() == Rule::each_thing).map(|p| read_sentences(&p));
    Ok(each.collect::<ParseResult<Vec<_>>>()?.concat())
}

fn find_choices(pair: Node<'_>) -> Vec<Node<'_>> {
    pair.into_inner().filter(|p| p.as_rule() == Rule::choice).collect()
}

/// Rejects `Choose one: A or B, if the target is a Master`, `A, or B for 2 Turns`: of the last alone, or of both?
fn reject_tail_of_choices(choices: &[Node<'_>], options: &[Vec<Sentence>]) -> ParseResult<()> {
    let (Some((last, before)), Some(words)) = (options.split_last(), choices.last()) else { return Ok(()) };
    let before = || before.iter().flatten();
    let of_all = |part: &Node<'_>, why: &str| {
        let note =
            "of all of them: say it of each; of the last alone: let what is asked or timed stand first in the list";
        Err(nonsense_error(part, why).into_iter().map(|fault| fault.note(note)).collect())
    };
    let start = words.as_span().start;
    let stands_behind_comma = |part: &Node<'_>| {
        let said = words.as_str().get(..part.as_span().start - start).unwrap_or_default();
        said.trim_end().ends_with(',') && !said.trim_end_matches([',', ' ']).is_empty()
    };
    let asked = words.clone().into_inner().find(|p| p.as_rule() == Rule::effect_if && stands_behind_comma(p));
    if let Some(asked) = asked.filter(|_| before().all(|one| one.condition.is_none())) {
        return of_all(&asked, "is this asked of all that can be chosen, or of the last alone?");
    }
    let is_endless = |one: &Sentence| {
        let is_standing = matches!(one.operation, Operation::Standing(_));
        is_standing && one.trigger.is_none() && one.duration.is_none() && one.ending_deed.is_none()
    };
    let is_timed = last.iter().any(|one| one.duration.is_some() || one.ending_deed.is_some());
    if is_timed && before().any(is_endless) {
        return of_all(words, "is this the time of all that can be chosen, or of the last alone?");
    }
    Ok(())
}

/// The state that a `when` names in place of an event: `When the user is in the same location as their Master`.
fn find_awaited_state(part: &Node<'_>) -> Option<Condition<Written>> {
    let deed_words = [Rule::how_often, Rule::first_time, Rule::k_first, Rule::k_every];
    let about = child(part, Rule::about).filter(|_| !deed_words.iter().any(|rule| has_child(part, *rule)))?;
    let condition = conditions::build_condition(about, 0);
    let is_state = match &condition {
        Condition::Is(Predicate::Has(_, held)) => {
            !matches!(held, Property::Dead | Property::Alive | Property::DamagedByUser)
        }
        Condition::Is(Predicate::Among(..) | Predicate::IsWith(..) | Predicate::IsOne(..) | Predicate::IsIn(..)) => {
            true
        }
        _ => false,
    };
    is_state.then_some(condition)
}

/// Builds what a sentence waits for: one deed of one person, or a phase.
fn build_trigger(pair: &Node<'_>) -> ParseResult<Trigger> {
    if let Some(about) = child(pair, Rule::about) {
        // `the familiar` of a summoning: the user's, not anybody's.
        let own_familiar = about.as_str().to_lowercase().starts_with("the familiar ");
        return match conditions::build_condition(about, 0) {
            Condition::Is(Predicate::Did(mut deed)) => {
                if own_familiar {
                    deed.who = Who::related(Relation::Familiars, Who::User);
                }
                let often = [child(pair, Rule::how_often), child(pair, Rule::first_time)];
                if let [Some(_), Some(twice)] = &often {
                    return Err(nonsense_error(twice, "how often is said twice"));
                }
                let often = match often.into_iter().flatten().next() {
                    Some(how_often)
                        if has_child(&how_often, Rule::per_war) || has_child(&how_often, Rule::each_battle) =>
                    {
                        Some(read_trigger_limit(&how_often, &how_often)?)
                    }
                    Some(how_often) => Some(read_trigger_limit(&how_often, pair)?),
                    None if has_child(pair, Rule::k_first) => Some(read_trigger_limit(pair, pair)?),
                    None => None,
                };
                // `For the first time` counts what happens; `once per Turn` counts how often the sentence answers it.
                let counts_deeds = has_child(pair, Rule::first_time) || has_child(pair, Rule::k_first);
                Ok(match often {
                    Some(Often::WorkingEachTurn(most)) if counts_deeds => Trigger::Limited(Often::EachTurn(most), deed),
                    Some(often) => Trigger::Limited(often, deed),
                    None => Trigger::When(deed),
                })
            }
            // `When an opponent is damaged by the user`.
            Condition::Is(Predicate::Has(whom, Property::DamagedByUser)) => {
                Ok(Trigger::When(Deed::new(Who::User, Act::Damages(None, Some(whom)))))
            }
            _ => Err(nonsense_error(
                pair,
                "`when` waits for one thing that is done, each in a sentence of its own; what must hold stands behind `if`",
            )),
        };
    }
    if child(pair, Rule::kill_of_this).is_some() {
        let act = Act::Kills(Some(Who::Target));
        return Ok(Trigger::When(Deed::new(Who::User, act)));
    }
    if pair.as_rule() == Rule::effect_next {
        return Ok(Trigger::Once(1, Phase::TurnStart));
    }
    let later =
        child(pair, Rule::effect_later).or_else(|| Some(pair.clone()).filter(|p| p.as_rule() == Rule::effect_later));
    if let Some(later) = later {
        if let Some(later_by) = child(&later, Rule::later_by) {
            let turns = read_positive(&required(&later_by, Rule::count)?)?;
            // `After 2 Turns` the second has ended, and this one is the first (R374).
            let after = has_child(&later_by, Rule::w_after);
            return Ok(if after {
                Trigger::Once(turns - 1, Phase::TurnEnd)
            } else {
                Trigger::Once(turns, Phase::TurnStart)
            });
        }
        let edge_phase = |of: &Node<'_>| if has_child(of, Rule::k_end) { Phase::TurnEnd } else { Phase::TurnStart };
        let phase = match (child(&later, Rule::turn_edge), child(&later, Rule::phase)) {
            (Some(edge), _) => edge_phase(&edge),
            (None, Some(phase)) => {
                phase_named(phase.as_str()).ok_or_else(|| nonsense_error(&phase, "no phase of the Turn"))?
            }
            (None, None) => Phase::TurnEnd,
        };
        return Ok(Trigger::Once(u32::from(has_child(&later, Rule::next_long)), phase));
    }
    if let Some(edge) = child(pair, Rule::turn_edge) {
        let is_end = has_child(&edge, Rule::k_end);
        return Ok(Trigger::EachTurn(if is_end { Phase::TurnEnd } else { Phase::TurnStart }));
    }
    if !has_child(pair, Rule::phase) {
        // `each Turn`: with regeneration and upkeeps (R212, A085).
        return Ok(Trigger::EachTurn(Phase::Initial));
    }
    let phase = phase_named(required(pair, Rule::phase)?.as_str());
    phase.map(Trigger::EachTurn).ok_or_else(|| nonsense_error(pair, "no phase of the Turn"))
}

/// `Lasts until the user's Health is 75 or less`: the state that ends a skill; `None` if a deed ends it.
fn find_ending_state(pair: &Node<'_>) -> Option<Condition<Written>> {
    let ends = [Rule::until_deed, Rule::when_deed, Rule::when_or_if].into_iter().find_map(|rule| child(pair, rule))?;
    match conditions::build_condition(child(&ends, Rule::about)?, 0) {
        Condition::Is(Predicate::Has(_, Property::DamagedByUser)) => None,
        state @ Condition::Is(Predicate::Has(..)) => Some(state),
        _ => None,
    }
}

/// Builds everything that ends a skill: one trigger, or several, as in `when the user moves or attacks`.
fn build_triggers(pair: &Node<'_>) -> ParseResult<Vec<Trigger>> {
    if let Some(about) = child(pair, Rule::about)
        && let Condition::AnyOf(all) = conditions::build_condition(about, 0)
    {
        let deeds: Vec<Trigger> = all
            .iter()
            .filter_map(|condition| match condition {
                Condition::Is(Predicate::Did(deed)) => Some(Trigger::When(deed.clone())),
                _ => None,
            })
            .collect();
        if deeds.len() == all.len() {
            return Ok(deeds);
        }
    }
    build_trigger(pair).map(|trigger| vec![trigger])
}

/// Builds the deed in `opponents who enter this location`: each of them does it separately.
fn build_doer_deed(pair: &Node<'_>) -> ParseResult<Deed<Written>> {
    let act = if has_child(pair, Rule::w_enters) {
        Act::Enters(None)
    } else if has_child(pair, Rule::w_leaves) {
        Act::Leaves(None)
    } else if has_child(pair, Rule::w_flees) {
        Act::Flees
    } else {
        Act::Attacks(Some(Who::User))
    };
    let who = if has_child(pair, Rule::group) { read_group(pair)? } else { Group::ANYBODY };
    Ok(Deed::new(Who::Any(who), act))
}

/// Rejects a payment by anyone but the user: the tree does not keep who pays (family 35).
fn reject_payment_by_others(pair: &Node<'_>) -> ParseResult<()> {
    if !pair.contains_any([Rule::pays, Rule::chooses]) {
        return Ok(());
    }
    for about in pair.descendants([Rule::about]) {
        let pays = about.contains_any([Rule::pays, Rule::chooses]);
        let Some(subject) = child(&about, Rule::subject).filter(|_| pays) else { continue };
        if !subject.contains_any([Rule::the_user]) {
            return Err(nonsense_error(&subject, "only the user pays for their own use of a skill, and chooses in it"));
        }
    }
    Ok(())
}

/// Builds a condition that is checked when a skill is used.
fn build_use_condition(pair: Node<'_>) -> ParseResult<Condition<Written>> {
    let mut condition = conditions::build_condition(pair.clone(), 0);
    antecedents::bind_same_location(&mut condition, None).map_err(|why| nonsense_error(&pair, why))?;
    Ok(condition)
}

/// Rejects ambiguous words of a requirement, as for a sentence. A requirement asks about this Turn too.
pub(super) fn check_requirement_words(pair: &Node<'_>) -> ParseResult<()> {
    let is_understood = |said: &str| super::parse_requirements(said).is_ok();
    ambiguity::check_words(pair)?;
    lost_words::check_words(pair)?;
    lost_words::reject_other_in_requirement(pair)?;
    false_synonyms::check_words(pair, &is_understood)?;
    described_people::reject_role_without_owner(pair, &is_understood)?;
    pronouns::check_pronouns(pair)?;
    whose_measure::reject_measure_by_other(pair)?;
    shared_times::reject_lost_time(pair)?;
    ambiguity::check_ambiguities(pair)?;
    sentence::endings::reject_remaining_here(pair)?;
    tenses::check_tenses(pair, &is_understood)
}

/// Builds the condition of a `requirement` pair.
pub(super) fn build_requirement(pair: &Node<'_>) -> ParseResult<Condition<Written>> {
    let joined = |mut parts: Vec<Condition<Written>>, join: fn(Vec<Condition<Written>>) -> Condition<Written>| {
        if parts.len() == 1 { parts.remove(0) } else { join(parts) }
    };
    let rule = pair.as_rule();
    let inner = pair.clone().into_inner();
    Ok(match rule {
        Rule::requirement => match child(pair, Rule::if_clause) {
            Some(clause) => build_use_condition(clause)?,
            None => {
                let parts = inner.filter(|p| p.as_rule() == Rule::requirement_all).map(|p| build_requirement(&p));
                joined(parts.collect::<ParseResult<_>>()?, Condition::AnyOf)
            }
        },
        Rule::requirement_all => {
            let mut all = Vec::new();
            for part in inner.filter(|p| p.as_rule() == Rule::requirement_one) {
                match build_requirement(&part)? {
                    Condition::All(parts) => all.extend(parts),
                    other => all.push(other),
                }
            }
            joined(all, Condition::All)
        }
        Rule::must_be_active => {
            let names = inner.clone().filter(|p| p.as_rule() == Rule::quoted_name);
            let active = names.map(|p| Condition::Is(Predicate::Active(reader().build_name(p), None)));
            let join = if has_child(pair, Rule::k_or) { Condition::AnyOf } else { Condition::All };
            let all = joined(active.collect(), join);
            if has_child(pair, Rule::k_not) { Condition::Not(Box::new(all)) } else { all }
        }
        Rule::must_have => {
            let whom = required(pair, Rule::effect_one)?;
            let who = read_person(&whom)?;
            if who.group().is_some() {
                return Err(nonsense_error(&whom, ASKED_OF_ALL));
            }
            let trait_pair = inner.into_iter().find(|p| matches!(p.as_rule(), Rule::has_trait | Rule::be_trait));
            let (trait_pair, holds) =
                trait_pair.map(conditions::property_of).ok_or_else(|| nonsense_error(pair, "nothing is asked for"))?;
            let statement = Condition::Is(Predicate::Has(who, trait_pair));
            if holds == has_child(pair, Rule::k_not) { Condition::Not(Box::new(statement)) } else { statement }
        }
        _ => match pair.clone().into_inner().next() {
            Some(part) if part.as_rule() == Rule::condition => build_use_condition(part)?,
            Some(part) => build_requirement(&part)?,
            None => return Err(nonsense_error(pair, "nothing is asked for")),
        },
    })
}

/// Builds the operations of a pair: one, or several of a kind (`30 Health and 20 Mana`, `Poison and Stun`).
fn build_operations(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    match operation_lists::build_several(pair)? {
        Some(several) => Ok(several),
        None => build_operation(pair).map(|operation| vec![operation]),
    }
}

fn build_operation(pair: &Node<'_>) -> ParseResult<Operation> {
    if let Some(immediate) = immediate::build_immediate(pair)? {
        return Ok(Operation::Immediate(immediate));
    }
    if let Some(clause) = clause::build_clause(pair)? {
        return Ok(Operation::Clause(clause));
    }
    let standing = standing::build_standing(pair)?;
    standing.map(Operation::Standing).ok_or_else(|| nonsense_error(pair, "an operation that is not built"))
}
