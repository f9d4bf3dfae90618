//! Words between players: to those in the same location, and to everybody (R377, R378, A243).
//!
//! They are spoken as the Turn ends. They reach those of the team who were in the speaker's location by day or are
//! there by night, and those who detected the speaker scouting or were detected by them. Speaking always succeeds: the
//! speaker is not told whether anybody was there to hear.

use std::collections::BTreeSet;

use crate::event::detail::{Outcome, Reason};
use crate::event::kind::{EventKind, Knowledge, Movement, Referee};
use crate::language::order::ActionKind;
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::vocabulary::ids::{CharacterId, LocationId, TeamId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;

use super::contracts;

/// Delivers the words that players give their characters.
pub(crate) fn deliver_words(night: &mut Night<'_>) {
    for step in night.steps_in(Phase::TurnEnd) {
        let Some(who) = night.actor(step) else { continue };
        let (to, text) = match night.action(step).map(|a| a.kind.clone()) {
            Some(ActionKind::Tell { to, text }) => (Some(to), text),
            Some(ActionKind::Say(text)) => (None, text),
            _ => continue,
        };
        if !night.war.character(who).is_alive() {
            night.note_not_done(step, Reason::Dead);
            continue;
        }
        let team = match to.as_ref().map(|name| contracts::find_team(night, who, name)) {
            None => None,
            Some(Some(team)) => Some(team),
            Some(None) => {
                night.note_not_done(step, Reason::TargetNotAvailable);
                continue;
            }
        };
        if !night.is_due(step) {
            continue;
        }
        let (to, rules): (Vec<CharacterId>, [RuleId; 2]) = match team {
            Some(team) => (find_hearers(night, who, team), [RuleId::R(377), RuleId::A(243)]),
            None => (night.war.ids().collect(), [RuleId::R(378), RuleId::R(377)]),
        };
        if !to.is_empty() {
            let speaker = night.war.seat_of(who).and_then(|seat| night.war.setup.seats.get(seat.index()));
            let words = format!("{}: “{text}”", speaker.map_or("", |seat| &seat.name));
            let cause = night.cause(step);
            night.emit(Referee::Told { to, words, is_public: team.is_none() }, None, cause, None, &rules);
        }
        night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
    }
}

/// Returns the living characters of a team who share a location with a speaker this Turn (A243).
fn find_hearers(position: &Position, speaker: CharacterId, team: TeamId) -> Vec<CharacterId> {
    let war = &position.war;
    let is_of_team =
        |id: &CharacterId| war.seat_of(*id).and_then(|s| war.setup.seats.get(s.index())).map(|s| s.team) == Some(team);
    let scouts: BTreeSet<CharacterId> = position
        .events
        .iter()
        .filter_map(|event| {
            let EventKind::Knowledge(Knowledge::ScoutDetected { scout, by, .. }) = &event.kind else { return None };
            if *scout == speaker { Some(by.clone()) } else { by.contains(&speaker).then(|| vec![*scout]) }
        })
        .flatten()
        .collect();
    let (day, now) = (location_at_turn_start(position, speaker), war.character(speaker).at);
    let shares_location = |id: &CharacterId| {
        location_at_turn_start(position, *id) == day || war.character(*id).at == now || scouts.contains(id)
    };
    let living_others = war.ids().filter(|id| *id != speaker && war.character(*id).is_alive());
    living_others.filter(is_of_team).filter(shares_location).collect()
}

/// Returns where somebody was as the Turn began.
fn location_at_turn_start(position: &Position, who: CharacterId) -> LocationId {
    let first = position.events.iter().find_map(|event| {
        let EventKind::Movement(Movement::Left { who: left, from, .. }) = event.kind else { return None };
        (left == who).then_some(from)
    });
    first.unwrap_or_else(|| position.war.character(who).at)
}
