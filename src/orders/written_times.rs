//! Rejects a written time beside a condition that would be met at another: `In the Attacking Phase, if Lancer leaves,
//! …`, `in the first round if …`, `now if …` (R202, A253).

use super::Checker;
use super::condition_timing::{awaits_condition, earliest_phase_of, occasion_of};
use super::phrases::{NOW, has_words, outside_quotes};
use crate::language::codes;
use crate::language::condition::{Condition, Predicate, Written};
use crate::language::order::{Action, Order};
use crate::perception::view::{OwnCharacter, View};
use crate::vocabulary::phase::{Phase, Round};

/// Words for the first round.
const FIRST_ROUND: [&str; 5] = ["first round", "first combat round", "1st round", "round one", "round 1"];
/// Words before it with which it is a moment of a phase.
const MOMENTS: [&str; 2] = ["end of the ", "start of the "];
/// Words that begin a condition.
const CONDITIONS: [&str; 3] = ["if", "unless", "when"];

impl Checker<'_> {
    /// Rejects an order with a written time that its condition would not keep.
    pub(super) fn reject_unkept_times(&mut self, order: &Order<Written>, words: &str, actor: &OwnCharacter) {
        if !order.body.is_conditional() {
            return;
        }
        let unquoted = outside_quotes(&words.to_lowercase());
        let late = order.body.actions().find_map(|action| Some((action, self.find_late_event(order, action, actor)?)));
        if let Some((action, (phase, event))) = late {
            let message = format!(
                "the {phase}: is it asked then and not later, or waited for? that happens in the {event} as a rule"
            );
            self.push_error(codes::WHOSE_TIME, action.span, message).notes.extend([
                format!("asked then: `In the {phase}, if Lancer has attacked me, A.`"),
                "waited for, without the phase: `When Lancer attacks me, A.`".to_owned(),
            ]);
        } else if says_first_round(&unquoted) {
            let message = "in the first round alone? a condition that does not hold there is asked again in the second";
            self.push_error(codes::WHOSE_TIME, order.span, message).notes.extend([
                "in the first alone: `If C and it is not the second round, A.`".to_owned(),
                "in either: leave the round out, `If C, A.`".to_owned(),
            ]);
        } else if let Some(word) = find_now_before_condition(&unquoted) {
            let message = format!("`{word}`: at once and not later, or as soon as this is so?");
            self.push_error(codes::WHOSE_TIME, order.span, message).notes.extend([
                "not later: `If C and it is not the second round, A.`".to_owned(),
                "as soon as this is so: `If C, A.`, `When C, A.`".to_owned(),
            ]);
        }
    }

    /// The written phase of an action and the phase of what it waits for, which comes later as a rule.
    fn find_late_event(
        &self,
        order: &Order<Written>,
        action: &Action<Written>,
        actor: &OwnCharacter,
    ) -> Option<(Phase, Phase)> {
        let delay = order.body.delay_of(action);
        let phase = delay.phase.filter(|phase| phase.round() == Some(Round::First))?;
        let is_waiting = awaits_condition(order, occasion_of(&action.kind, actor, self.view), self.view);
        let guards = order.body.branches.iter().flat_map(|branch| &branch.guards).filter(|_| is_waiting);
        let event = guards.filter_map(|of| phase_of_event(of, self.view));
        // `After Lancer enters the Park, attack him in the Prepared Effect Phase`: the phase comes again behind all
        // movement (A059).
        let awaited = delay.awaited.iter().filter_map(|of| phase_of_event(of, self.view));
        let event = event.chain(awaited.filter(|event| *event < Phase::Movement)).min()?;
        (phase < event).then_some((phase, event))
    }
}

/// The earliest phase in which a condition that waits can be met as a rule; `None` if it waits for nothing.
fn phase_of_event(condition: &Condition<Written>, view: &View) -> Option<Phase> {
    match condition {
        Condition::Is(Predicate::Becomes(..)) => Some(Phase::Attacking),
        Condition::Is(statement) => {
            statement.deed().filter(|deed| !deed.is_past).map(|deed| earliest_phase_of(deed, view))
        }
        Condition::All(parts) => parts.iter().filter_map(|part| phase_of_event(part, view)).max(),
        Condition::AnyOf(parts) => parts.iter().filter_map(|part| phase_of_event(part, view)).min(),
        Condition::Not(_) => None,
    }
}

/// Whether words name the first round, and no moment of a phase by it.
fn says_first_round(words: &str) -> bool {
    let is_moment = |before: &str| MOMENTS.iter().any(|moment| before.ends_with(moment));
    let names_round =
        |round: &str| words.match_indices(round).any(|(at, _)| !is_moment(words.get(..at).unwrap_or_default()));
    FIRST_ROUND.into_iter().filter(|round| has_words(words, round)).any(names_round)
}

/// `Attack Archer at once if Lancer is gone`: the word for the present right before a condition.
fn find_now_before_condition(words: &str) -> Option<&'static str> {
    let plain = words.replace(',', "");
    let is_before_condition =
        |now: &str| CONDITIONS.iter().any(|condition| has_words(&plain, &format!("{now} {condition}")));
    NOW.into_iter().find(|now| has_words(&plain, now) && is_before_condition(now))
}
