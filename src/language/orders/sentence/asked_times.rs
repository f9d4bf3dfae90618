//! When the conditions of an order are asked, where the player writes it: `If C when the Attacking Phase starts, A;
//! otherwise, B at the end of the phase` (R194, A253).
//!
//! As the phase begins they are asked once, for every case of the order, and whatever the delays of its actions. What
//! is yet to happen cannot be asked so: it is awaited, or named as what has happened.

use super::order_builder::{ClauseContext, OrderBuilder};
use crate::language::condition::{Condition, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Body, Delay, Moment};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::{Rule, codes};
use crate::language::pairs::{Pair, Pairs};
use crate::vocabulary::phase::{Phase, Round};

/// The start of the Turn, as a time of asking.
pub(super) fn start_of_turn() -> Delay<Written> {
    Delay { phase: Some(Phase::TurnStart), moment: Moment::Start, ..Delay::none() }
}

/// The phase at whose start this is. All move at one time (R274), so the Movement Phase has no start of its own.
fn phase_begun(time: &Delay<Written>) -> Option<Phase> {
    let is_start = time.moment == Moment::Start && time.awaited.is_none() && !time.is_second_round;
    time.phase.filter(|phase| is_start && !matches!(phase, Phase::Movement | Phase::TurnEnd))
}

/// The phase of the first round at whose end this is.
fn phase_ended(time: &Delay<Written>) -> Option<Phase> {
    let is_end = time.moment == Moment::End && time.awaited.is_none() && !time.is_second_round;
    time.phase.filter(|phase| is_end && phase.round() == Some(Round::First))
}

fn asks_what_comes(body: &Body<Written>) -> bool {
    body.branches.iter().flat_map(|branch| &branch.guards).any(Condition::waits_for_event)
}

/// Whether a condition is about a state, or about what it waits for: neither is asked `before` a phase.
pub(super) fn asks_what_comes_or_is(condition: &Condition<Written>) -> bool {
    condition.waits_for_event() || condition.statements().into_iter().any(|said| said.deed().is_none())
}

/// Whether a time goes on from a start, or up to it: `from the start of the Attacking Phase`.
pub(super) fn is_span(time: &Pair<'_, Rule>) -> bool {
    const HEADS: [&str; 4] = ["from ", "until ", "till ", "to "];
    let words = time.as_str().trim_start_matches([',', ' ']).to_lowercase();
    HEADS.iter().any(|head| words.starts_with(head))
}

impl OrderBuilder<'_> {
    /// Builds `At the start of the Attacking Phase, if C, …`, `When D, if C, …`: an order whose `if` stands behind a
    /// time.
    pub(super) fn build_order_read_at(
        &mut self,
        pair: Pair<'_, Rule>,
        (start, delay): (ClauseContext, Delay<Written>),
        lead: &Pair<'_, Rule>,
        body: &mut Body<Written>,
    ) -> Result<(), OrderError> {
        self.asked = phase_begun(&delay).filter(|_| !is_span(lead));
        self.ended = phase_ended(&delay).filter(|_| !is_span(lead));
        let is_start = self.asked.is_some();
        let context = ClauseContext { has_time: !is_start, ..start };
        self.build_order_body(pair, context, &mut body.branches)?;
        // What is awaited from the start of a phase on is awaited from there.
        if is_start && !asks_what_comes(body) {
            return Ok(());
        }
        self.asked = None;
        for action in body.actions() {
            self.check_delays_agree(&delay, action)?;
        }
        body.read_at = delay;
        Ok(())
    }

    /// Whether the whole order is asked at the time beside a condition. `is_first` is `true` for the first condition
    /// of an order without a delay. Fails if another condition has another time.
    pub(super) fn asks_whole_order_at(
        &mut self,
        time: &Delay<Written>,
        is_first: bool,
        pair: &Pair<'_, Rule>,
    ) -> Result<bool, OrderError> {
        let begun = phase_begun(time);
        if self.asked.is_some() && begun != self.asked {
            let message = "asked at two times? an order asks all its cases at one";
            return Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(pair), message)
                .note("at one: `At the start of the Attacking Phase, if C, A; otherwise, if D, B.`; at two: two orders")
                .into());
        }
        if is_first {
            self.asked = begun;
            self.ended = phase_ended(time).filter(|_| !is_span(pair));
        }
        Ok(begun.is_some() && self.asked == begun)
    }

    /// Notes in an order as which phase begins it is asked; fails if one of its conditions waits for what comes then.
    pub(super) fn note_time_of_asking(
        &mut self,
        whole: &Pairs<'_, Rule>,
        body: &mut Body<Written>,
    ) -> Result<(), OrderError> {
        body.asked = self.asked;
        self.ended = self.ended.filter(|_| !asks_what_comes(body));
        let place = whole.clone().next().filter(|_| body.asked.is_some() && asks_what_comes(body));
        let Some(place) = place else { return Ok(()) };
        let message = "as the phase begins nothing of this has happened: is it asked then, or waited for?";
        Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(&place), message)
            .note(
                "of what has happened up to then: `At the start of the Attacking Phase, if Lancer has attacked me, A.`",
            )
            .note("waited for: an order of its own, `When Lancer attacks me, B.`")
            .into())
    }

    /// The phase that is meant by `the phase`: the one that the sentence names. Fails if it names none or several.
    pub(super) fn phase_meant(&self, time: &Pair<'_, Rule>) -> Result<Phase, OrderError> {
        const NAMES: [&str; 7] = ["instant", "support", "attacking", "prepared", "movement", "initial", "daily"];
        let words = self.sentence.to_lowercase();
        let named: Vec<usize> =
            NAMES.iter().map(|name| words.matches(name).count()).filter(|count| *count > 0).collect();
        let has_rounds = ["round", "2nd", "second"].iter().any(|word| words.contains(word));
        let is_named = matches!(named.as_slice(), [count] if *count == 1 || !has_rounds) && !words.contains("round");
        self.asked.filter(|phase| is_named && *phase != Phase::TurnStart).ok_or_else(|| {
            let message = "which phase is this?";
            Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(time), message)
                .note("name it: `at the end of the Attacking Phase`")
                .into()
        })
    }

    /// The error for `If I am hurt before the Attacking Phase, …`, `If Lancer leaves before the Attacking Phase, …`.
    pub(super) fn unclear_before_error(&self, time: &Pair<'_, Rule>) -> Diagnostic {
        let message = "asked as that phase begins, or waited for and done before it?";
        Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(time), message)
            .note("as it begins: `At the start of the Attacking Phase, if Lancer has attacked me, A.`")
            .note("waited for: `When Lancer attacks me, A.`")
    }

    /// The error for `If Lancer is here from the start of the Attacking Phase, …`.
    pub(super) fn unclear_span_error(&self, time: &Pair<'_, Rule>) -> Diagnostic {
        let message = "a condition is asked at one time: at the start, or at the end?";
        Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(time), message)
            .note("at the start: `At the start of the Attacking Phase, if C, A.`")
    }

    /// Notes that the whole order is asked at the start of the Turn, which stands before its `if`. Fails where a time
    /// or another case stands before that: `When Lancer attacks me, at the start of the Turn, if C, …`.
    pub(super) fn ask_at_start_of_turn(&mut self, is_first: bool, time: &Pair<'_, Rule>) -> Result<(), OrderError> {
        if self.asks_whole_order_at(&start_of_turn(), is_first, time)? {
            return Ok(());
        }
        let message = "this is asked where the order waits or its first case is asked, and not as the Turn begins";
        Err(Diagnostic::error(codes::WHOSE_TIME, self.reader.original_span(time), message)
            .note("put it first, for all cases: `At the start of the Turn, if C, A; otherwise, B.`")
            .into())
    }
}
