//! The actions of an order whose conditions are asked as a phase begins: none of them comes before that (R202, A253).

use super::Checker;
use super::action_checks::planned_phase;
use super::condition_timing::time_of_asking;
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{ActionKind, Moment, Order};
use crate::language::order_text;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::{Phase, Round};

impl Checker<'_> {
    /// Delays what has its own place before the phase as which begins the conditions are asked to that beginning.
    /// Everything else keeps its place.
    pub(super) fn delay_to_time_of_asking(&mut self, order: &mut Order<Written>, actor: &OwnCharacter) {
        let (Some(written), Some(asked)) = (order.body.asked, time_of_asking(order)) else { return };
        let is_below_move = order.after_move;
        let mut early = None;
        let mut unasked = None;
        for action in order.body.actions_mut() {
            let words = (action.span, order_text::action_kind_text(&action.kind));
            let delay = &mut action.delay;
            let placed = |phase: Phase| match is_below_move || delay.is_second_round {
                true => phase.in_second_round(),
                false => phase,
            };
            let natural = planned_phase(&action.kind, actor).map(placed);
            let named = delay.phase.map(placed);
            match (named, natural) {
                (Some(named), _) if named < asked => early = early.or(Some(words)),
                (None, Some(natural)) if natural < asked && action.kind != ActionKind::Stay => {
                    // `At the start of the 2nd Instant Phase, if C, attack Lancer`: in its own place of that round.
                    let is_later = asked.round() == Some(Round::Second) && natural.in_second_round() > asked;
                    (delay.phase, delay.is_second_round) = if is_later { (None, true) } else { (Some(written), false) };
                    if delay.moment == Moment::Natural && !is_later {
                        delay.moment = Moment::Start;
                    }
                }
                (None, None) if action.kind != ActionKind::Stay => unasked = unasked.or(Some(words)),
                _ => {}
            }
        }
        let begun = order_text::start_name(asked);
        if let Some((span, words)) = early {
            let message = format!("`{words}` comes before the {begun}, as which begins it is asked");
            self.push_error(codes::WHOSE_TIME, span, message)
                .notes
                .push("leave one of the two times out, or write two orders".to_owned());
        }
        if let Some((span, words)) = unasked {
            let message = format!("`{words}` has a time of its own, and is not asked at the start of the {begun}");
            self.push_error(codes::ONE_MOMENT, span, message)
                .notes
                .push("leave the time out: it is asked where it is done".to_owned());
        }
    }
}
