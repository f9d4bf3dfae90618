//! The Daily Move Phase: scouting, all at once (R211, R234–R241, A194–A198).

use crate::event::Cause;
use crate::event::detail::{Outcome, Reason};
use crate::event::kind::Knowledge;
use crate::language::order::ActionKind;
use crate::night::consequences::arrival;
use crate::night::effects::{bounded_fields, marble};
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::ScoutRange;
use crate::war::War;

/// A scout with its order.
struct Scout {
    character: CharacterId,
    location: LocationId,
    step: Step,
}

/// Runs the phase.
pub(crate) fn run(night: &mut Night<'_>) {
    let mut scouts: Vec<Scout> = Vec::new();
    for step in night.steps_in(Phase::DailyMove) {
        let Some(who) = night.actor(step) else { continue };
        let Some(ActionKind::Scout(at)) = night.action(step).map(|a| a.kind.clone()) else { continue };
        let refusal_reason = if scouts.iter().any(|s| s.character == who) {
            Some(Reason::ScoutedAlready)
        } else {
            reason_not_to_scout(&night.war, who, at)
        };
        match refusal_reason.filter(|why| *why == Reason::Dead || !night.is_allowed(step)) {
            Some(why) => night.note_not_done(step, why),
            None if night.is_due(step) => scouts.push(Scout { character: who, location: at, step }),
            None => {}
        }
    }
    scouts.sort_by_key(|scout| scout.character);
    let before = night.war.clone();
    let is_away = |who: CharacterId| scouts.iter().any(|scout| scout.character == who);
    for scout in &scouts {
        let cause = night.cause(scout.step);
        if marble::report_if_sealed(night, scout.character, scout.location, cause) {
            night.mark_carried_out(scout.step, Outcome::Done { branch: scout.step.branch_number() });
            continue;
        }
        // Scouts are away from home (A195); scouts of one location notice each other by ACT (R238).
        let residents = before.present(scout.location).filter(|id| !is_away(*id));
        let others = scouts
            .iter()
            .filter(|s| s.location == scout.location && s.character != scout.character)
            .map(|s| s.character);
        let residents = residents.filter(|id| !before.is_hidden_from_scout(*id, scout.character));
        // The scout's own team is included: a list without it would reveal whose scout it is (I23).
        let watched: Vec<CharacterId> = residents.collect();
        let mut found: Vec<CharacterId> = watched
            .iter()
            .copied()
            .chain(others.clone().filter(|other| before.detects_scout(scout.character, *other, true)))
            .filter(|id| !before.are_partners(*id, scout.character))
            .collect();
        found.sort_unstable();
        let mut detected_by: Vec<CharacterId> = before
            .present(scout.location)
            .filter(|id| !is_away(*id))
            .chain(others)
            .filter(|id| {
                !before.are_partners(*id, scout.character) && before.detects_scout(*id, scout.character, is_away(*id))
            })
            .collect();
        detected_by.sort_unstable();
        let items = before.dropped.get(&scout.location).cloned().unwrap_or_default();
        let scouted_event = Knowledge::Scouted { scout: scout.character, at: scout.location, found, items };
        let rules = [RuleId::R(235), RuleId::R(236), RuleId::A(195)];
        let id = night.emit(scouted_event, None, cause, Some(scout.location), &rules);
        if !detected_by.is_empty() {
            let detected_event = Knowledge::ScoutDetected { scout: scout.character, by: detected_by, watched };
            night.emit(detected_event, Some(id), Cause::Rule, Some(scout.location), &[RuleId::R(237), RuleId::R(238)]);
        }
        bounded_fields::sense_from_afar(night, scout.character, scout.location, id);
        arrival::alert_owner(night, scout.character, scout.location, id);
        night.mark_carried_out(scout.step, Outcome::Done { branch: scout.step.branch_number() });
    }
}

fn reason_not_to_scout(war: &War, who: CharacterId, at: LocationId) -> Option<Reason> {
    let character = war.character(who);
    if !character.is_alive() {
        Some(Reason::Dead)
    } else if war.cannot_act(who) {
        Some(Reason::Prevented)
    } else if war.find_effect_hiding_location(who, at).is_some() {
        Some(Reason::Barred)
    } else if character.turn.fought_last_turn {
        Some(Reason::WasInBattle)
    } else if war.marble_at(character.at).is_some_and(|_| marble::is_blocked(war, who, at)) {
        // Nobody inside a Marble can scout outside it (R292).
        Some(Reason::Sealed)
    } else if war.setup.switches.scout_range == ScoutRange::Adjacent
        && !war.setup.location(character.at).adjacent.contains(&at)
    {
        Some(Reason::NotAdjacent)
    } else {
        None
    }
}
