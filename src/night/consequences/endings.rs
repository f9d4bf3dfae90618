//! How the War ended for each Master (R401–R409, A250–A252).
//!
//! Conditions that the language can express are decided here, on the position as the War ended; the GM decides the
//! others. A winner gets the best fulfilled ending; a survivor who lost gets all fulfilled shared endings.

use crate::event::Cause;
use crate::event::detail::{Outcome, Reason};
use crate::event::kind::Course;
use crate::language::ending_condition::{EndingCondition, parse_ending};
use crate::language::order::ActionKind;
use crate::night::resolution::PendingQuestion;
use crate::night::rulings::Question;
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::war::ending::EndingKind;
use crate::war::evaluate::{EvalContext, condition_holds};

/// Notes the answers of living Masters to the closing puzzle.
pub(crate) fn note_answers(night: &mut Night<'_>) {
    for step in night.steps_in(Phase::TurnEnd) {
        let Some(who) = night.actor(step) else { continue };
        let Some(ActionKind::PuzzleAnswer(words)) = night.action(step).map(|a| a.kind.clone()) else { continue };
        let character = night.war.character(who);
        if character.mastery.is_none() || !character.is_alive() {
            night.note_not_done(step, Reason::WrongTargets);
            continue;
        }
        if night.is_due(step) {
            let cause = night.cause(step);
            night.emit(Course::PuzzleAnswered { who, words }, None, cause, None, &[RuleId::R(402)]);
            night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
        }
    }
}

/// Decides the ending of every Master, once the War is over.
pub(crate) fn decide_endings(night: &mut Night<'_>) {
    if night.war.ended.is_none() {
        return;
    }
    let winner = night.war.winner().map(|team| team.master);
    let masters: Vec<CharacterId> =
        night.war.ids().filter(|id| night.war.character(*id).kind == SheetKind::Master).collect();
    let winner_with_endings = winner.map(|master| (master, decide_winners_endings(night, master)));
    for master in masters {
        let ends = match &winner_with_endings {
            Some((winner, ends)) if *winner == master => ends.clone(),
            _ if !night.war.character(master).is_alive() => vec![EndingKind::Dead],
            _ => decide_losers_endings(night, master, winner_with_endings.as_ref()),
        };
        let rules: &[RuleId] = if ends.contains(&EndingKind::Dead) {
            &[RuleId::R(409)]
        } else {
            &[RuleId::R(401), RuleId::A(250), RuleId::A(251), RuleId::A(252)]
        };
        night.emit(Course::EndingReached { master, ends }, None, Cause::Rule, None, rules);
    }
}

/// Returns the ending of a winner: the best that is fulfilled, else a Normal End. A Good End is also a Best End, and so
/// is a Normal End with the puzzle solved (R402–R405, A250, A252).
fn decide_winners_endings(night: &mut Night<'_>, master: CharacterId) -> Vec<EndingKind> {
    // A Normal End is also the default: its condition matters only where a Bad End is possible.
    let has_ending = |night: &Night<'_>, end| endings_of_kind(night, master, end).next().is_some();
    let kinds: &[EndingKind] = if has_ending(night, EndingKind::Bad) {
        &[EndingKind::Good, EndingKind::Normal, EndingKind::Bad]
    } else {
        &[EndingKind::Good]
    };
    let end = kinds.iter().copied().find(|end| has_fulfilled(night, master, *end, None)).unwrap_or(EndingKind::Normal);
    // Other questions asked beside the deciding one are settled too.
    let numbers: Vec<u16> =
        kinds.iter().flat_map(|end| endings_of_kind(night, master, *end)).map(|(_, number)| number).collect();
    numbers.into_iter().for_each(|number| night.questions.mark_answer_used(Question::Ending { master, number }));
    match end {
        EndingKind::Good => vec![EndingKind::Best, EndingKind::Good],
        EndingKind::Normal if has_solved_puzzle(night, master) => vec![EndingKind::Best, EndingKind::Normal],
        other => vec![other],
    }
}

/// Returns the endings of a survivor who lost: the fulfilled shared ones, or else a Shared Normal End (R406–R408,
/// A251).
fn decide_losers_endings(
    night: &mut Night<'_>,
    master: CharacterId,
    winner_with_endings: Option<&(CharacterId, Vec<EndingKind>)>,
) -> Vec<EndingKind> {
    let shared = [EndingKind::SharedGood, EndingKind::SharedBad].into_iter();
    let ends: Vec<EndingKind> = shared.filter(|end| has_fulfilled(night, master, *end, winner_with_endings)).collect();
    if ends.is_empty() { vec![EndingKind::SharedNormal] } else { ends }
}

/// Yields the endings of a kind on a Master's sheet: each condition with its number, from 1.
fn endings_of_kind<'n>(
    night: &'n Night<'_>,
    master: CharacterId,
    end: EndingKind,
) -> impl Iterator<Item = (&'n str, u16)> {
    let endings = night.war.sheet(master).endings.iter().zip(1u16..);
    endings
        .filter(move |(ending, _)| EndingKind::named(&ending.kind) == Some(end))
        .map(|(ending, number)| (ending.condition.as_str(), number))
}

/// Whether one of the endings of a kind on a Master's sheet is fulfilled. The GM is asked only where no other ending
/// is.
fn has_fulfilled(
    night: &mut Night<'_>,
    master: CharacterId,
    end: EndingKind,
    winner_with_endings: Option<&(CharacterId, Vec<EndingKind>)>,
) -> bool {
    let mut listed: Vec<(String, u16)> =
        endings_of_kind(night, master, end).map(|(condition, number)| (condition.to_owned(), number)).collect();
    listed.sort_by_key(|(condition, _)| parse_ending(condition).is_none());
    listed.into_iter().any(|(condition, number)| {
        let war = &night.war;
        match parse_ending(&condition) {
            Some(EndingCondition::Wins { who, ending: with }) => winner_with_endings.is_some_and(|(winner, ends)| {
                let character = war.character(*winner);
                let is_named_winner = character.name.eq_ignore_ascii_case(&who)
                    || war.sheet(*winner).true_name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(&who));
                is_named_winner
                    && with.as_deref().is_none_or(|name| EndingKind::named(name).is_some_and(|end| ends.contains(&end)))
            }),
            Some(EndingCondition::Holds(condition)) => {
                condition_holds(war, &condition, EvalContext::of(master, None, None))
            }
            None => {
                let question = Question::Ending { master, number };
                let name = &war.character(master).name;
                let pending = PendingQuestion {
                    key: question.key(war),
                    question: format!("The War is over. Is this fulfilled for {name}'s {end}?"),
                    sentences: vec![format!("\"{condition}\"")],
                    involved: Vec::new(),
                    answer: "fulfilled: true  # or false".to_owned(),
                };
                night.is_granted(question, pending)
            }
        }
    })
}

/// Whether a winner's answer to the closing puzzle is right, as the GM decides (R402).
fn has_solved_puzzle(night: &mut Night<'_>, master: CharacterId) -> bool {
    let war = &night.war;
    let Some(words) = war.character(master).mastery.as_ref().and_then(|m| m.puzzle.clone()) else { return false };
    let question = Question::Puzzle { master };
    let pending = PendingQuestion {
        key: question.key(war),
        question: format!("{} answered the closing puzzle. Is it solved?", war.character(master).name),
        sentences: vec![format!("\"{words}\"")],
        involved: Vec::new(),
        answer: "fulfilled: true  # or false".to_owned(),
    };
    night.is_granted(question, pending)
}
