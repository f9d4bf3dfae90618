//! Delays: only to a later place, never into a phase where nothing can be done (R202–R206, A057–A059).

use super::Checker;
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{Action, Deed, Moment, Order};
use crate::language::order_text;
use crate::perception::view::{OwnCharacter, SkillCard};
use crate::vocabulary::phase::Phase;

use super::bind::same_name;
use super::deeds::card;

impl Checker<'_> {
    /// What can be said of an action's delay before the night.
    pub(super) fn delay(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        natural: Option<Phase>,
        actor: &OwnCharacter,
    ) {
        let delay = &action.delay;
        let read_at = &order.body.read_at;
        if delay.is_none() && read_at.is_none() {
            return;
        }
        let span = action.span;
        let places = [delay.phase, read_at.phase];
        if let Some(why) = self.cannot_wait(&action.deed, actor) {
            let moves = matches!(action.deed, Deed::Move(_) | Deed::Flee(_));
            // A move may wait for what has happened before the Movement Phase, no longer.
            if !(moves
                && places.iter().all(Option::is_none)
                && [delay, read_at].iter().all(|d| d.moment == Moment::Natural && !d.second_round))
            {
                self.error(codes::NO_DELAY, span, format!("{why} cannot be delayed (A058)"));
            }
            return;
        }
        for phase in places.into_iter().flatten() {
            if phase.round().is_none() {
                let message = format!("nothing can be delayed into the {phase} (A057)");
                self.error(codes::DELAY_INTO_PHASE, span, message).notes.push(
                    "the last place of the first combat round is the end of the Prepared Effect Phase".to_owned(),
                );
                return;
            }
        }
        if delay.second_round || read_at.second_round {
            self.second_round(order, action, natural);
        }
        if let (Deed::AcceptTransfer(_) | Deed::RefuseTransfer(_) | Deed::ForceContract(_), Some(_)) =
            (&action.deed, delay.phase)
        {
            let message =
                format!("`{}` is for the moment of a death: it does not wait", order_text::deed(&action.deed));
            self.warning(codes::NO_REAL_DELAY, span, message);
        }
        let Some(natural) = natural else { return };
        if let Some(phase) = delay.phase {
            // Below a move all happens in the second round.
            let named = if order.after_move { phase.in_first_round() } else { phase };
            if named < natural || (named == natural && delay.moment == Moment::Start) {
                let message = format!("this is earlier than the action's own place, the {natural}");
                self.error(codes::DELAY_TOO_EARLY, span, message)
                    .notes
                    .push("an action can wait; it cannot be sooner (R202)".to_owned());
                return;
            }
            if named == natural && delay.moment == Moment::Natural && delay.after.is_none() {
                let message = format!("the {phase} is the action's own place: it does not wait");
                self.warning(codes::NO_REAL_DELAY, span, message);
            }
        }
        if let Moment::Agi(rank) = delay.moment
            && rank >= actor.agi
        {
            let message = format!("AGI {rank} is not lower than `{}`'s own, {}", actor.name, actor.agi);
            self.warning(codes::AGI_NOT_LOWER, span, message)
                .notes
                .push("an action can wait for a lower AGI only (R204)".to_owned());
        }
    }
}

impl Checker<'_> {
    /// The words for an action that has one place only.
    fn cannot_wait(&self, deed: &Deed<Written>, actor: &OwnCharacter) -> Option<String> {
        let quoted =
            |card: &SkillCard| card.first.then(|| format!("`{}`", card.names.first().map_or("", String::as_str)));
        match deed {
            Deed::Scout(_) => Some("scouting".to_owned()),
            Deed::Move(_) => Some("a move".to_owned()),
            Deed::Flee(_) => Some("fleeing".to_owned()),
            Deed::StopPaying(_) => Some("refusing an upkeep".to_owned()),
            Deed::Use { skill, .. } => card(actor, &skill.text).and_then(quoted),
            Deed::Command { spell, .. } => {
                let named = |card: &&SkillCard| card.names.iter().any(|name| same_name(name, &spell.text));
                self.view.command_spells.iter().find(named).and_then(quoted)
            }
            _ => None,
        }
    }

    /// `in the second round`, where there is none for this action, or it would be there anyway (A059).
    fn second_round(&mut self, order: &Order<Written>, action: &Action<Written>, natural: Option<Phase>) {
        let words = order_text::deed(&action.deed);
        match natural {
            Some(phase) if phase.round().is_none() => {
                let message = format!("`{words}` belongs to the {phase}: it has no second round");
                self.error(codes::NO_DELAY, action.span, message);
            }
            None => {
                let message = format!("`{words}` belongs to no combat round: it does not wait");
                self.warning(codes::NO_REAL_DELAY, action.span, message);
            }
            Some(_) if order.after_move => {
                let message = "what stands below a move belongs to the second combat round already";
                self.warning(codes::NO_REAL_DELAY, action.span, message);
            }
            Some(_) => {}
        }
    }
}
