//! `A and then B`, where the phases of the Turn put B first (R202).

use super::Checker;
use super::condition_timing::{MOST_CURES, Occasion, first_place, occasion, waits};
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{Action, Delay, Moment, Order};
use crate::language::order_text;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::Phase;

impl Checker<'_> {
    /// Says of the first action that comes before one written before it which comes first, and how to put it off.
    pub(super) fn warn_of_reversed_sequence(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        for (branch, of) in order.body.branches.iter().enumerate() {
            let mut latest: Option<(Phase, &Action<Written>)> = None;
            for (place, action) in of.actions.iter().enumerate() {
                let occasion = occasion(&action.kind, actor, self.view);
                let Some(phase) = first_place(order, action, occasion) else { continue };
                let waits = order.body.delay_of(action).after.is_some() || waits(order, occasion, self.view);
                let at_once = matches!(occasion, Occasion::Place(_));
                let behind_all = latest.is_some_and(|(later, _)| later == Phase::TurnEnd);
                // What waits comes when that comes: before the Turn ends, and more is not certain.
                if waits && phase != Phase::TurnEnd && !(at_once && behind_all) {
                    continue;
                }
                match latest {
                    Some((later, first)) if phase < later => {
                        let (this, that) =
                            (order_text::action_kind(&action.kind), order_text::action_kind(&first.kind));
                        let when = if waits { "when that comes".to_owned() } else { format!("in the {phase}") };
                        let then = if later == Phase::TurnEnd {
                            "as the Turn ends".to_owned()
                        } else {
                            format!("in the {later}")
                        };
                        let message = format!("`{this}` comes {when}, before `{that}` {then}, and not behind it");
                        let told = self.diagnostics.iter().filter(|d| d.code == codes::TURNED_ROUND).count();
                        let cured = self.suggests_cures && told < MOST_CURES && !waits;
                        let cure = cured.then(|| self.put_off(order, (branch, place), later)).flatten();
                        let said = self.warning(codes::TURNED_ROUND, action.span, message);
                        said.notes.push("each comes in its own phase, in whatever order they are written".to_owned());
                        said.notes.extend(cure.map(|line| format!("to do it behind that: `{line}`")));
                        break;
                    }
                    _ => latest = Some((phase, action)),
                }
            }
        }
    }

    /// The order with one of its actions put off behind a phase, where that is no fault.
    fn put_off(&self, order: &Order<Written>, (branch, place): (usize, usize), phase: Phase) -> Option<String> {
        let end = Delay { phase: Some(phase), moment: Moment::End, ..Delay::none() };
        let second = Delay { second_round: true, ..Delay::none() };
        let delays = [Some(end).filter(|_| phase.round().is_some()), Some(second)];
        delays.into_iter().flatten().find_map(|delay| {
            let mut later = order.clone();
            later.body.branches.get_mut(branch)?.actions.get_mut(place)?.delay = delay;
            let line = order_text::order(&later);
            self.is_faultless(&order.actor.text, &line).then_some(line)
        })
    }
}
