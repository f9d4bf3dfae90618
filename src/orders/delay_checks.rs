//! Delays: only to a later place, never into a phase in which nothing can be done (R202–R206, A057–A059).

use super::Checker;
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::{Action, ActionKind, Delay, Moment, NaturalTime, Order};
use crate::language::order_text;
use crate::perception::view::{OwnCharacter, SkillCard};
use crate::vocabulary::phase::Phase;

use super::action_checks::planned_phase;
use super::canonical_names::{find_card, find_skill_card};

impl Checker<'_> {
    /// Checks an action's delay, as far as that is possible before the Night.
    pub(super) fn check_delay(
        &mut self,
        order: &Order<Written>,
        action: &Action<Written>,
        natural: Option<Phase>,
        actor: &OwnCharacter,
    ) {
        let delay = order.body.delay_of(action);
        if delay.is_none() {
            return;
        }
        let span = action.span;
        let is_delayed = delay.phase.is_some() || delay.moment != Moment::Natural || delay.is_second_round;
        if let Some(why) = self.undelayable_words(&action.kind, actor) {
            let is_own_place = natural.is_some() && delay.phase == natural && delay.moment == Moment::Natural;
            if is_own_place && !delay.is_second_round {
                let message = "this is the order's own place: the time may be left out";
                self.push_warning(codes::NO_REAL_DELAY, span, message);
                return;
            }
            // A move may wait for an event before the Movement Phase, but no longer.
            if is_delayed || !may_use_move_action(&action.kind) {
                let hint = natural.map(|phase| format!("leave the time out: it is asked and done in the {phase}"));
                self.push_error(codes::NO_DELAY, span, format!("{why} cannot be delayed (A058)")).notes.extend(hint);
            }
            return;
        }
        if is_delayed && let Some(when) = fixed_moment(&action.kind, &delay) {
            let words = order_text::action_kind_text(&action.kind);
            let verb = words.split(':').next().unwrap_or(&words);
            self.push_error(
                codes::ONE_MOMENT,
                span,
                format!("`{verb}` is {when}: it cannot be put off to another time"),
            )
            .notes
            .push("leave the time out; a condition or `when` may stay".to_owned());
            return;
        }
        if let Some(phase) = delay.phase
            && phase.round().is_none()
        {
            let message = format!("nothing can be delayed into the {phase} (A057)");
            self.push_error(codes::DELAY_INTO_PHASE, span, message)
                .notes
                .push("the last place of the first combat round is the end of the Prepared Effect Phase; behind the moves write `in the 2nd round`".to_owned());
            return;
        }
        if delay.is_second_round {
            self.check_second_round(order, action, natural);
        }
        let Some(natural) = natural else { return };
        if let Some(phase) = delay.phase {
            // Everything below a move happens in the second round.
            let effective_phase = if order.after_move { phase.in_first_round() } else { phase };
            if effective_phase < natural || (effective_phase == natural && delay.moment == Moment::Start) {
                let message = format!("this is earlier than the action's own place, the {natural}");
                let is_asked =
                    delay.moment == Moment::Start && order.body.branches.iter().any(|b| !b.guards.is_empty());
                let note = match is_asked {
                    true => "a condition is asked in the action's own place: leave the time out, `If C, A.`",
                    false => "an action can wait; it cannot be sooner (R202)",
                };
                self.push_error(codes::DELAY_TOO_EARLY, span, message).notes.push(note.to_owned());
                return;
            }
            if effective_phase == natural && delay.moment == Moment::Natural && delay.awaited.is_none() {
                let message = format!("the {phase} is the action's own place: it does not wait");
                self.push_warning(codes::NO_REAL_DELAY, span, message);
            }
        }
        if let Moment::Agi(rank) = delay.moment
            && rank >= actor.agi
        {
            let message = format!("AGI {rank} is not lower than `{}`'s own, {}", actor.name, actor.agi);
            self.push_warning(codes::AGI_NOT_LOWER, span, message)
                .notes
                .push("an action can wait for a lower AGI only (R204)".to_owned());
        }
    }
}

/// Whether an action may use the Move Action, in the Movement Phase.
fn may_use_move_action(kind: &ActionKind<Written>) -> bool {
    matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::UseItem { .. })
}

/// When an action is carried out that belongs to no phase and cannot be delayed; `None` for other actions.
fn fixed_moment(kind: &ActionKind<Written>, delay: &Delay<Written>) -> Option<&'static str> {
    match kind.natural_time() {
        NaturalTime::PhaseOnly(Phase::TurnEnd) if matches!(kind, ActionKind::PuzzleAnswer(_)) => {
            Some("for the end of the War")
        }
        NaturalTime::PhaseOnly(Phase::TurnEnd) => Some("said as the Turn ends"),
        NaturalTime::AtDeath => Some("for the moment of a death"),
        NaturalTime::AtOpening => Some("for the moment a Reality Marble opens"),
        // It stands from the start of the Turn, or from a named phase on.
        NaturalTime::PhaseOnly(Phase::TurnStart) if delay.phase.is_none() => Some("said once and stands"),
        NaturalTime::PhaseOnly(_) | NaturalTime::Phase(_) | NaturalTime::NextPhase | NaturalTime::Never => None,
        NaturalTime::OfSkill(..) | NaturalTime::OfBasicAttack | NaturalTime::OfItem(_) => None,
    }
}

impl Checker<'_> {
    /// The words for an action that has only one place; `None` for other actions.
    fn undelayable_words(&self, kind: &ActionKind<Written>, actor: &OwnCharacter) -> Option<String> {
        let quote_if_foremost = |card: &SkillCard| {
            card.occurs_first.then(|| format!("`{}`", card.names.first().map_or("", String::as_str)))
        };
        match kind {
            ActionKind::Scout(_) => Some("scouting".to_owned()),
            ActionKind::Move(_) => Some("a move".to_owned()),
            ActionKind::Flee(_) => Some("fleeing".to_owned()),
            ActionKind::StopPaying(_) => Some("refusing an upkeep".to_owned()),
            ActionKind::UseItem { item, .. } if planned_phase(kind, actor) == Some(Phase::Movement) => {
                Some(format!("`{}`", item.text))
            }
            ActionKind::Use { skill, .. } => find_skill_card(actor, &skill.text).and_then(quote_if_foremost),
            ActionKind::Command { spell, .. } => {
                find_card(&self.view.command_spells, &spell.text).and_then(quote_if_foremost)
            }
            _ => None,
        }
    }

    /// Checks `in the second round` for an action that has none, or that belongs to it anyway (A059).
    fn check_second_round(&mut self, order: &Order<Written>, action: &Action<Written>, natural: Option<Phase>) {
        let words = order_text::action_kind_text(&action.kind);
        match natural {
            Some(phase) if phase.round().is_none() => {
                let message = format!("`{words}` belongs to the {phase}: it has no second round");
                self.push_error(codes::NO_DELAY, action.span, message);
            }
            None => {
                let message = format!("`{words}` belongs to no combat round: it does not wait");
                self.push_warning(codes::NO_REAL_DELAY, action.span, message);
            }
            Some(_) if order.after_move => {
                let message = "what stands below a move belongs to the second combat round already";
                self.push_warning(codes::NO_REAL_DELAY, action.span, message);
            }
            Some(_) => {}
        }
    }
}
