//! Builds a sentence: its trigger, its condition, its operations, its duration, and what is done otherwise.

mod assembly;
pub(super) mod endings;
mod halves;
mod otherwise;
mod second_operation;
mod shared_condition;
mod turn_points;

use super::parts::{child, has_child, nonsense_error, read_duration, read_payment, read_people, required};
use super::{
    Node, ambiguity, antecedents, build_doer_deed, build_operations, build_trigger, build_triggers, clause,
    described_people, false_synonyms, find_awaited_state, find_ending_state, how_often, lost_words, masterless,
    of_this_attack, pronouns, quota_of_each, shared_times, tenses, whose_measure,
};
use crate::language::condition::{Comparison, Condition, Deed, Predicate, Property, Who, Written};
use crate::language::conditions;
use crate::language::effect::{Duration, Operation, Sentence, Trigger, Verb};
use crate::language::effects::parse;
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;

/// The question whether a part behind two things belongs to both. They are one sentence only if they share their
/// moment.
const BOTH_OR_LAST: &str = "is this said of both things? put it first, or write two sentences";
const TWO_TRIGGERS: &str = "it waits for one thing, not for two";

/// The parts of a sentence around what is done.
#[derive(Default)]
struct SentenceParts<'i> {
    trigger: Option<Trigger>,
    /// The person whom `they` means, if the trigger is in the passive voice.
    subject: Option<antecedents::TriggerSubject<'i>>,
    /// The trigger, if it stands behind the operation.
    trigger_behind: Option<Node<'i>>,
    condition: Option<Condition<Written>>,
    /// The condition, if it stands behind the operation.
    condition_behind: Option<Node<'i>>,
    duration: Option<Duration>,
    ending_deed: Option<Deed<Written>>,
    /// The state until which a skill lasts.
    until_state: Option<(Node<'i>, Condition<Written>)>,
    /// The duration, if it stands behind the operation.
    duration_behind: Option<Node<'i>>,
    /// Whether it waits for the first time in the War, or in a battle.
    waits_for_first_time: bool,
    /// Whether the duration stands before the trigger.
    duration_stands_first: bool,
    /// `while this skill is active`.
    while_active: Option<Node<'i>>,
    payment_condition: Option<Condition<Written>>,
    /// `This skill ends when the user moves or attacks`: the triggers besides the last.
    other_ends: Vec<Trigger>,
    /// `…, even while in battle`.
    even_in_battle: Option<Node<'i>>,
    /// `If this attack hits, …`.
    if_it_hits: Option<Node<'i>>,
    /// Whether a status that the sheet defines has been read, with its effects.
    gives_status: bool,
    /// Whether the sentence has several clauses.
    has_joined_things: bool,
    /// Whether the last clause has its own subject.
    has_second_clause: bool,
    /// `When the target is in Spirit Form, …`: a state, and no event.
    when_state: Option<Node<'i>>,
    /// Whether `while` introduces the condition.
    while_it_holds: bool,
    /// `while in battle`: the condition is about the person on whom the sentence works; for the skill's own use, about
    /// the user.
    asks_of_antecedent: bool,
}

/// An operation with its own duration and subject.
struct TimedOperation {
    operation: Operation,
    /// Its own duration, if that stands between it and another operation.
    duration: Option<Duration>,
    /// The subject at the start of its clause.
    subject: Option<Who<Written>>,
}

/// The trigger and the condition of a sentence.
pub(super) type SentenceContext<'f> = (Option<&'f Trigger>, Option<&'f Condition<Written>>);

/// What the operations of a sentence have in common.
#[derive(Clone, Copy)]
struct SentenceTraits {
    /// Whether the sentence has an aside.
    has_aside: bool,
    /// Whether some operation is immediate.
    has_immediate: bool,
    /// Whether some immediate operation is not about AP of the next Turn.
    has_other_immediate: bool,
}

/// The operations of a sentence.
#[derive(Default)]
struct Operations<'i> {
    operations: Vec<TimedOperation>,
    /// The pair of the second operation.
    second_part: Option<Node<'i>>,
    /// What is done otherwise.
    otherwise: Option<Node<'i>>,
}

/// Builds the trees of an `effect` or `choice` pair: one for each operation.
pub(super) fn read_sentences(pair: &Node<'_>) -> ParseResult<Vec<Sentence>> {
    check_words(pair)?;
    let mut parts = SentenceParts::default();
    let Operations { operations: mut things, second_part, otherwise } = parts.read_parts(pair, &[])?;
    // `the first attack … this Turn`: it counts in this Turn only, not in each.
    if parts.duration.is_none() && turn_points::counts_this_turn(pair) {
        parts.duration = Some(Duration::ThisTurn);
    }
    parts.check_parts_fit(&things, second_part.as_ref())?;
    halves::reject_time_of_one_half(pair, &parts, &things)?;
    turn_points::reject_unclear_alert(pair, parts.trigger.as_ref(), &things)?;
    turn_points::settle_points_of_turns(pair, &parts, &mut things);
    turn_points::reject_next_turns(pair, &things)?;
    turn_points::reject_points_of_battle_turn(pair, &things)?;
    let is_shared = otherwise.is_some() || (things.len() > 1 && !parts.asks_of_antecedent);
    if otherwise.is_some() {
        how_often::reject_shared_count(pair, parts.trigger.as_ref())?;
        how_often::count_each_trigger(&mut parts.trigger);
    }
    let mut alternative = otherwise.map(|part| parts.build_otherwise(&part, &things)).transpose()?;
    if is_shared {
        for frame in std::iter::once(&mut parts).chain(alternative.iter_mut().map(|(frame, _)| frame)) {
            shared_condition::bind_condition(&mut frame.condition, frame.trigger.as_ref(), &things)
                .map_err(|why| nonsense_error(pair, why))?;
        }
        let others = alternative.iter().flat_map(|(_, things)| things);
        let operations = things.iter().chain(others).map(|thing| &thing.operation);
        shared_condition::reject_several_subjects(parts.condition.as_ref(), parts.trigger.as_ref(), operations)
            .map_err(|why| nonsense_error(pair, why))?;
    }
    if second_part.is_some() || alternative.is_some() {
        let others = alternative.iter().flat_map(|(_, things)| things);
        parts.reject_changing_condition(
            pair,
            &things.iter().chain(others).map(|thing| &thing.operation).collect::<Vec<_>>(),
        )?;
    }
    let has_aside = has_child(pair, Rule::aside);
    let is_immediate = |thing: &TimedOperation| {
        let (operation, _) = turn_points::book_ap_one_turn_early(
            thing.operation.clone(),
            parts.trigger.clone(),
            thing.duration.or(parts.duration),
        );
        matches!(operation, Operation::Immediate(_))
    };
    let is_other_immediate = |thing: &TimedOperation| is_immediate(thing) && !turn_points::is_ap_of_next_turn(thing);
    let has_other_immediate = things.iter().any(is_other_immediate)
        || alternative.iter().any(|(_, things)| things.iter().any(is_other_immediate));
    let has_immediate =
        things.iter().any(is_immediate) || alternative.iter().any(|(_, things)| things.iter().any(is_immediate));
    let traits = SentenceTraits { has_aside, has_immediate, has_other_immediate };
    let may_time_its_waiting = parts.may_time_its_waiting();
    let mut open_question = None;
    let mut sentences = parts.build_sentences(pair, things, traits, &mut open_question)?;
    if let Some((parts, things)) = alternative {
        sentences.extend(parts.build_sentences(pair, things, traits, &mut open_question)?);
    }
    if may_time_its_waiting {
        halves::reject_time_of_waiting(pair, &sentences)?;
    }
    check_trees(pair, &mut sentences)?;
    open_question.map_or(Ok(sentences), |why| Err(nonsense_error(pair, why)))
}

/// Rejects words of a sentence that are unclear, whatever the whole means.
fn check_words(pair: &Node<'_>) -> ParseResult<()> {
    if pair.contains_any([Rule::that_kind])
        && let Some(word) = conditions::find_unclear_that_kind(pair.clone().into_inner().flatten())
    {
        return Err(nonsense_error(&word, &format!("which {}? nobody was spoken of so before", word.as_str().trim())));
    }
    if pair.contains_any([Rule::nobody])
        && let Some(lost) = conditions::find_lost_denial(std::iter::once(pair.clone()))
    {
        return Err(nonsense_error(&lost.words, "`nobody` and `no X` deny nothing in this place"));
    }
    ambiguity::check_words(pair)?;
    lost_words::check_words(pair)?;
    false_synonyms::check_words(pair, &|sentences| parse(sentences).is_ok())?;
    ambiguity::check_ambiguities(pair)?;
    tenses::check_tenses(pair, &|sentences| parse(sentences).is_ok())?;
    pronouns::check_pronouns(pair)?;
    whose_measure::reject_measure_by_other(pair)?;
    shared_times::reject_lost_time(pair)?;
    of_this_attack::check_words(pair)?;
    endings::reject_remaining_here(pair)
}

/// Rejects trees that say less than the words of the sentence.
fn check_trees(pair: &Node<'_>, sentences: &mut [Sentence]) -> ParseResult<()> {
    lost_words::reject_unclear_other(pair, sentences)?;
    lost_words::reject_killer_without_death(pair, sentences)?;
    described_people::check_people(pair, sentences)?;
    quota_of_each::reject_quota_of_each(pair, sentences)?;
    quota_of_each::reject_next_of_several(pair, sentences)?;
    quota_of_each::reject_joined_types(pair, sentences)?;
    tenses::check_counted_hits(pair, sentences)?;
    lost_words::reject_first_of_each(pair, sentences)?;
    false_synonyms::reject_additional(pair, sentences)?;
    of_this_attack::reject_deed_of_attack(pair, sentences)?;
    pronouns::reject_he_or_she(pair, sentences)?;
    pronouns::reject_deed_to_oneself(pair, sentences)?;
    pronouns::reject_their_of_clause(pair, sentences)?;
    masterless::reject_unstated_masterless(pair, sentences)
}

/// Builds the operations of a pair, each with the subject of the pair.
fn build_timed_operations(part: &Node<'_>) -> ParseResult<Vec<TimedOperation>> {
    let subject = child(part, Rule::effect_who).filter(|who| who.as_span().start == part.as_span().start);
    let subject = subject.map(|who| read_people(&who)).transpose()?;
    let thing = |operation| TimedOperation { operation, duration: None, subject: subject.clone() };
    Ok(build_operations(part)?.into_iter().map(thing).collect())
}

impl<'i> SentenceParts<'i> {
    /// Reads a sentence part by part. `before` holds the operations to which this one is the alternative.
    fn read_parts(&mut self, pair: &Node<'i>, before: &[TimedOperation]) -> ParseResult<Operations<'i>> {
        let operations_before: Vec<Operation> = before.iter().map(|thing| thing.operation.clone()).collect();
        let mut done = Operations::default();
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::w_otherwise => {}
                Rule::own_duration => set_own_duration(&part, &mut done.operations)?,
                Rule::joined => {
                    let more = second_operation::build_second_operation(pair, &part, &done.operations, self.context())?;
                    self.has_second_clause |= !part.contains_any([Rule::elided]);
                    done.operations.extend(more);
                    (self.has_joined_things, done.second_part) = (true, Some(part));
                }
                Rule::else_part => done.otherwise = Some(part),
                _ if self.read_part(&part, !done.operations.is_empty())? => {}
                _ => {
                    if part.contains_any([Rule::elided]) {
                        return Err(nonsense_error(&part, "of whom? nobody was named before"));
                    }
                    for mut thing in build_timed_operations(&part)? {
                        if !operations_before.is_empty() {
                            antecedents::bind_second_operation(
                                &mut thing.operation,
                                &operations_before,
                                self.context(),
                            )
                            .map_err(|why| nonsense_error(&part, why))?;
                        }
                        done.operations.push(thing);
                    }
                    self.gives_status = part.as_rule() == Rule::named_status;
                    self.read_inner_parts(&part)?;
                }
            }
        }
        Ok(done)
    }

    /// Reads a part of the sentence that is no operation; returns `false` if the part is one.
    fn read_part(&mut self, part: &Node<'i>, is_behind: bool) -> ParseResult<bool> {
        match part.as_rule() {
            Rule::effect_trigger | Rule::when_behind if find_awaited_state(part).is_some() => {
                let state = find_awaited_state(part);
                (self.while_it_holds, self.when_state) = (true, Some(part.clone()));
                state.map_or(Ok(()), |state| self.add_condition(part, state, is_behind))?;
            }
            Rule::effect_trigger | Rule::when_behind | Rule::effect_each | Rule::effect_later | Rule::effect_next => {
                if part.as_rule() == Rule::effect_next {
                    self.set_duration(part, Duration::ThisTurn, is_behind)?;
                }
                let trigger = build_trigger(part)?;
                let is_of_long_span =
                    |first: &Node<'_>| has_child(first, Rule::per_war) || has_child(first, Rule::each_battle);
                self.waits_for_first_time |= child(part, Rule::first_time).is_some_and(|first| is_of_long_span(&first));
                self.waits_for_first_time |= has_child(part, Rule::k_first) && is_of_long_span(part);
                self.subject = antecedents::find_trigger_subject(part, &trigger);
                self.set_trigger(part, trigger)?;
                self.trigger_behind = is_behind.then(|| part.clone());
            }
            // Restoration in a phase happens in battle too.
            Rule::even_in_battle => self.even_in_battle = Some(part.clone()),
            Rule::own_time => self.while_active = Some(part.clone()),
            Rule::if_it_hits => self.if_it_hits = Some(part.clone()),
            Rule::effect_if => {
                let Some(clause) = child(part, Rule::if_clause) else { return Ok(true) };
                if self.gives_status {
                    let advice = "a status works as long as it lasts, on no condition; on which it is received stands first: `If …, …`";
                    return Err(nonsense_error(part, advice));
                }
                self.while_it_holds = has_child(&clause, Rule::k_while);
                self.add_condition(part, conditions::build_condition(clause, 0), is_behind)?;
            }
            Rule::from_night => {
                let night = conditions::whole_number(&required(part, Rule::count)?);
                self.while_it_holds = true;
                self.add_condition(part, Condition::Is(Predicate::Night(Comparison::AtLeast, night)), is_behind)?;
            }
            Rule::effect_inside | Rule::while_inside => {
                (self.asks_of_antecedent, self.while_it_holds) = (true, true);
                self.condition = Some(Condition::Is(Predicate::IsIn(Who::Antecedent, None)));
            }
            Rule::effect_while | Rule::in_first_turn if self.gives_status => {
                return Err(nonsense_error(part, "a status works as long as it lasts, on no condition"));
            }
            Rule::effect_while | Rule::in_first_turn => {
                let property = if has_child(part, Rule::in_battle) {
                    Property::InBattle
                } else if has_child(part, Rule::in_spirit) {
                    Property::InSpiritForm
                } else if has_child(part, Rule::k_masterless) {
                    Property::Masterless
                } else {
                    conditions::turn_of_battle(part)
                };
                (self.asks_of_antecedent, self.while_it_holds) = (true, true);
                // Behind `is … and takes …` it belongs to both.
                let is_second_clause = is_behind && self.has_second_clause;
                self.add_condition(part, Condition::Is(Predicate::Has(Who::Antecedent, property)), is_second_clause)?;
            }
            Rule::effect_duration => self.set_duration(part, read_duration(part)?, is_behind)?,
            Rule::effect_until => {
                let Ok(Trigger::When(deed)) = build_trigger(part) else {
                    if let Some(about) = child(part, Rule::about)
                        && matches!(conditions::build_condition(about.clone(), 0), Condition::Is(Predicate::Has(..)))
                        && self.until_state.is_none()
                    {
                        self.until_state = Some((part.clone(), conditions::build_condition(about, 0)));
                        return Ok(true);
                    }
                    let advice =
                        "until one thing is done: `until the user is damaged`; what must hold is said by `while …`";
                    return Err(nonsense_error(part, advice));
                };
                self.duration_behind = is_behind.then(|| part.clone()).or(self.duration_behind.take());
                if self.ending_deed.replace(deed).is_some() {
                    return Err(nonsense_error(part, "a second end"));
                }
            }
            Rule::payment => self.payment_condition = Some(Condition::Is(read_payment(part)?)),
            Rule::for_this_attack
            | Rule::full_stop
            | Rule::aside
            | Rule::the_user
            | Rule::w_may
            | Rule::w_can
            | Rule::k_to
            | Rule::k_and
            | Rule::k_if
            | Rule::k_they
            | Rule::k_do => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The trigger and the condition, which may name the person whom `they` means.
    const fn context(&self) -> SentenceContext<'_> {
        (self.trigger.as_ref(), self.condition.as_ref())
    }

    fn set_trigger(&mut self, part: &Node<'i>, trigger: Trigger) -> ParseResult<()> {
        if self.trigger.replace(trigger).is_some() { Err(nonsense_error(part, TWO_TRIGGERS)) } else { Ok(()) }
    }

    fn add_condition(&mut self, part: &Node<'i>, condition: Condition<Written>, is_behind: bool) -> ParseResult<()> {
        self.condition_behind = is_behind.then(|| part.clone());
        if self.condition.replace(condition).is_some() {
            return Err(nonsense_error(part, "a second condition: join them by `and` or `or`"));
        }
        Ok(())
    }

    fn set_duration(&mut self, part: &Node<'i>, duration: Duration, is_behind: bool) -> ParseResult<()> {
        if let Some(asked) =
            self.condition_behind.as_ref().filter(|_| matches!(self.trigger, Some(Trigger::EachTurn(_))))
        {
            let why = "for how long is this so, or for how long does it go on? put the time before `if`";
            return Err(nonsense_error(asked, why));
        }
        self.duration_stands_first = !is_behind && self.trigger.is_none();
        self.duration_behind = is_behind.then(|| part.clone());
        if self.duration.replace(duration).is_some() { Err(nonsense_error(part, "a second duration")) } else { Ok(()) }
    }

    /// Reads the parts within an operation's words: its end, its doer, its target.
    fn read_inner_parts(&mut self, part: &Node<'i>) -> ParseResult<()> {
        if let Some(state) = find_ending_state(part) {
            self.while_it_holds = true;
            self.add_condition(part, Condition::Not(Box::new(state)), false)?;
        } else if let Some(until) =
            [Rule::until_deed, Rule::when_deed, Rule::when_or_if].into_iter().find_map(|rule| child(part, rule))
        {
            let mut triggers = build_triggers(&until)?;
            let last = triggers.pop();
            last.map_or(Ok(()), |last| self.set_trigger(&until, last))?;
            self.other_ends = triggers;
        }
        if let Some(duration_part) = child(part, Rule::effect_duration) {
            self.set_duration(&duration_part, read_duration(&duration_part)?, true)?;
        }
        if let Some(rest) = child(part, Rule::rest_of_shield) {
            self.set_duration(&rest, Duration::ThisTurn, true)?;
        }
        if let Some(deed_part) = part.descendants([Rule::who_does]).next() {
            self.set_trigger(&deed_part, Trigger::When(build_doer_deed(&deed_part)?))?;
        }
        if let Some(inner) = clause::build_inner_condition(part)? {
            self.condition = Some(match self.condition.take() {
                Some(Condition::All(mut parts)) => {
                    parts.push(inner);
                    Condition::All(parts)
                }
                Some(one) => Condition::All(vec![one, inner]),
                None => inner,
            });
        }
        Ok(())
    }

    /// Rejects parts that do not fit the operations.
    fn check_parts_fit(&self, things: &[TimedOperation], joint: Option<&Node<'i>>) -> ParseResult<()> {
        let is_standing = |thing: &TimedOperation| matches!(thing.operation, Operation::Standing(_));
        if let Some(part) = &self.while_active
            && (!things.iter().all(is_standing) || self.duration.is_some())
        {
            let why = "what happens once does not last as long as its skill, nor what has a time of its own";
            return Err(nonsense_error(part, why));
        }
        if let Some(part) = self.when_state.as_ref().filter(|_| self.duration.is_some() || self.ending_deed.is_some()) {
            let why = "`when` waits for one thing that is done, each in a sentence of its own; what must hold stands behind `if`";
            return Err(nonsense_error(part, why));
        }
        let restores_points = |thing: &TimedOperation| matches!(thing.operation.verb(), Some(Verb::Restore { .. }));
        if let Some(part) = &self.even_in_battle
            && !(matches!(self.trigger, Some(Trigger::EachTurn(_))) && things.iter().all(restores_points))
        {
            return Err(nonsense_error(
                part,
                "what is this said of? regeneration goes on by `… regenerates while in battle`",
            ));
        }
        let is_on_target = |thing: &TimedOperation| thing.operation.who() == Some(&Who::Target);
        if let Some(part) = &self.if_it_hits
            && !things.iter().all(is_on_target)
        {
            let why = "whether it hits is told by what it does to its target: write `If this attack kills the target, …`, or `equal to … of the damage inflicted`";
            return Err(nonsense_error(part, why));
        }
        let Some(joint) = joint else { return Ok(()) };
        self.reject_once_in_each(things, joint)?;
        let has_own_duration = things.iter().any(|thing| thing.duration.is_some());
        if has_own_duration && self.ending_deed.is_some() {
            return Err(nonsense_error(joint, BOTH_OR_LAST));
        }
        let has_endless =
            self.duration.is_none() && things.iter().any(|thing| is_standing(thing) && thing.duration.is_none());
        if has_own_duration && has_endless {
            return Err(nonsense_error(joint, "and for how long this? say it of each"));
        }
        if let Some(behind) = self.condition_behind.as_ref().or(self.trigger_behind.as_ref()) {
            return Err(nonsense_error(behind, BOTH_OR_LAST));
        }
        if self.duration.is_some() && self.trigger.is_none() && !things.iter().any(is_standing) {
            return Err(nonsense_error(joint, "none of this lasts: it is done at once, or said of one use"));
        }
        let mut without_duration = things.iter().filter(|thing| thing.duration.is_none());
        // What happens at once has no duration: the duration then belongs to the one thing that lasts.
        let lasting_count = without_duration
            .clone()
            .filter(|thing| is_standing(thing) || turn_points::is_ap_of_next_turn(thing))
            .count();
        let only_last_lasts = lasting_count == 1
            && things.last().is_some_and(is_standing)
            && self.trigger.is_none()
            && !has_child(joint, Rule::join_comma);
        let belongs_to_one = self.ending_deed.is_none() && (without_duration.clone().count() == 1 || only_last_lasts);
        match &self.duration_behind {
            Some(behind)
                if !belongs_to_one && (has_child(joint, Rule::join_comma) || !without_duration.all(is_standing)) =>
            {
                Err(nonsense_error(behind, BOTH_OR_LAST))
            }
            _ => Ok(()),
        }
    }

    /// `For 2 Turns, the target cannot move and loses 20 Mana`: rejects it, for what happens at once could come each
    /// Turn.
    fn reject_once_in_each(&self, things: &[TimedOperation], joint: &Node<'i>) -> ParseResult<()> {
        let is_standing = |thing: &TimedOperation| matches!(thing.operation, Operation::Standing(_));
        let is_at_once = |thing: &TimedOperation| matches!(thing.operation, Operation::Immediate(_));
        let is_one_turn = self.duration == Some(Duration::ThisTurn);
        let leads = self.duration_stands_first && self.trigger.is_none() && !is_one_turn;
        if leads && things.iter().any(is_standing) && things.iter().any(is_at_once) {
            let why = "is what happens at once done once, or in each of these Turns? write two sentences, of each Turn with `each Turn`";
            return Err(nonsense_error(joint, why));
        }
        Ok(())
    }

    /// Rejects a condition on something that half of the sentence changes: a sentence is evaluated at one moment.
    fn reject_changing_condition(&self, pair: &Node<'i>, operations: &[&Operation]) -> ParseResult<()> {
        let Some(condition) = self.condition.as_ref().filter(|_| self.trigger.is_none()) else { return Ok(()) };
        let of_use = operations.iter().filter(|operation| matches!(operation, Operation::Clause(_))).count();
        if (1..operations.len()).contains(&of_use) && !condition.is_unaffected_by_damage() {
            return Err(nonsense_error(
                pair,
                "the damage is inflicted before the rest, and may change what this hangs on: write two sentences",
            ));
        }
        Ok(())
    }
}

/// `for 2 Turns and …`: gives the duration only to the operation before it.
fn set_own_duration(part: &Node<'_>, things: &mut [TimedOperation]) -> ParseResult<()> {
    let duration = read_duration(&required(part, Rule::effect_duration)?)?;
    match things {
        [.., TimedOperation { duration: Some(_), .. }, last] | [last] => last.duration = Some(duration),
        _ => return Err(nonsense_error(part, BOTH_OR_LAST)),
    }
    Ok(())
}
