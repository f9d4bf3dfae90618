//! The Movement Phase: moves and retreats, all at once (R218, R269–R278, A096–A101, A154).

use crate::event::detail::{Outcome, Reason, Travel};
use crate::event::kind::EventKind;
use crate::event::{Cause, EventId};
use crate::language::order::Deed;
use crate::sheet::Kind;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rules::RuleId;
use crate::war::War;

use super::Night;
use super::tasks::Step;

struct Mover {
    who: CharacterId,
    to: LocationId,
    how: Travel,
    /// The order behind it; none for a familiar that goes with its summoner.
    step: Option<Step>,
}

/// Carries the phase out.
pub(super) fn run(night: &mut Night<'_>) {
    let mut movers: Vec<Mover> = Vec::new();
    for step in night.steps_in(Phase::Movement) {
        let Some(who) = night.actor(step) else { continue };
        let Some(Deed::Move(to) | Deed::Flee(to)) = night.action(step).map(|a| a.deed.clone()) else { continue };
        if !night.is_still_commanded(step) || !night.branch_runs(step) {
            continue;
        }
        let refused =
            if movers.iter().any(|m| m.who == who) { Some(Reason::NoMoveAction) } else { refusal(&night.war, who, to) };
        let refused = refused.filter(|why| *why == Reason::Dead || !night.is_allowed(step));
        match refused {
            None => {
                let turn = &night.war.character(who).turn;
                let how = if turn.in_battle { Travel::Retreat } else { Travel::Move };
                movers.push(Mover { who, to, how, step: Some(step) });
            }
            Some(why @ Reason::PulledIntoBattle) => {
                let cause = night.cause(step);
                let cancelled = EventKind::MoveCancelled { who, to, why };
                night.emit(cancelled, None, cause, None, &[RuleId::R(271), RuleId::R(272), RuleId::A(100)]);
                night.put_off(step, why);
            }
            Some(why) => night.put_off(step, why),
        }
    }
    follow(night, &mut movers);
    movers.sort_by_key(|m| m.who);
    let origins: Vec<LocationId> = movers.iter().map(|m| night.war.character(m.who).at).collect();
    for (mover, from) in movers.iter().zip(&origins) {
        let cause = mover.step.map_or(Cause::Rule, |step| night.cause(step));
        let left = EventKind::Left { who: mover.who, from: *from, to: mover.to, how: mover.how };
        let ordered = [RuleId::R(273), RuleId::R(275)];
        let rules: &[RuleId] = if mover.step.is_some() { &ordered } else { &[RuleId::A(230)] };
        night.emit(left, None, cause, Some(*from), rules);
    }
    let mut arrivals: Vec<EventId> = Vec::new();
    for (mover, from) in movers.iter().zip(&origins) {
        let cause = mover.step.map_or(Cause::Rule, |step| night.cause(step));
        let entered = EventKind::Entered { who: mover.who, at: mover.to, from: *from, how: mover.how };
        arrivals.push(night.emit(entered, None, cause, Some(mover.to), &[RuleId::R(274), RuleId::A(154)]));
        if let Some(step) = mover.step {
            night.carried_out(step, Outcome::Done { branch: step.branch_number() });
        }
    }
    for (mover, arrival) in movers.iter().zip(arrivals) {
        alert(night, mover.who, mover.to, arrival);
    }
    night.settle();
}

/// Familiars have no Move Action: they go with their summoner, unless they are ordered to stay or a battle that has
/// just begun holds them (A230, R271).
fn follow(night: &mut Night<'_>, movers: &mut Vec<Mover>) {
    let mut next = 0;
    while let Some(Mover { who, to, how, .. }) = movers.get(next) {
        let (leader, to, how) = (*who, *to, *how);
        next += 1;
        let at = night.war.character(leader).at;
        let beside: Vec<CharacterId> =
            night.war.familiars_of(leader).filter(|id| night.war.character(*id).at == at).collect();
        for who in beside {
            let free = matches!(refusal(&night.war, who, to), None | Some(Reason::NoMoveAction));
            let turn = &night.war.character(who).turn;
            let held = turn.in_battle && night.war.character(who).in_first_turn();
            if free && !held && !stays(night, who) && !movers.iter().any(|m| m.who == who) {
                movers.push(Mover { who, to, how, step: None });
            }
        }
    }
}

/// Whether somebody is ordered to stay.
fn stays(night: &mut Night<'_>, who: CharacterId) -> bool {
    let steps: Vec<Step> = night.steps_of(who).collect();
    let staying = steps.into_iter().filter(|step| night.action(*step).is_some_and(|a| a.deed == Deed::Stay));
    staying.collect::<Vec<_>>().into_iter().any(|step| night.branch_runs(step))
}

/// Why a character may not move there now.
fn refusal(war: &War, who: CharacterId, to: LocationId) -> Option<Reason> {
    let character = war.character(who);
    let turn = &character.turn;
    let pinned = turn.pinned || (turn.in_battle && war.setup.switches.longranged_pins);
    if !character.is_alive() {
        Some(Reason::Dead)
    } else if turn.surprised {
        Some(Reason::Surprised)
    } else if turn.full_turn {
        Some(Reason::FullTurn)
    } else if war.cannot_act(who) {
        Some(Reason::Prevented)
    } else if !turn.move_action {
        Some(Reason::NoMoveAction)
    } else if !war.setup.location(character.at).adjacent.contains(&to) {
        Some(Reason::NotAdjacent)
    } else if pinned && character.in_first_turn() {
        // A retreat only from its own second Turn of battle (R271, A097, A098).
        Some(Reason::PulledIntoBattle)
    } else {
        None
    }
}

/// The Home Base tells its owner that somebody else is in it, and nothing more (R222, R223, A173).
pub(super) fn alert(night: &mut Night<'_>, intruder: CharacterId, at: LocationId, parent: EventId) {
    let owners: Vec<CharacterId> = night
        .war
        .living()
        .filter(|id| {
            let owner = night.war.character(*id);
            owner.kind == Kind::Master
                && owner.mastery.as_ref().is_some_and(|m| m.homes.contains(&at))
                && !night.war.partners(*id, intruder)
        })
        .collect();
    for owner in owners {
        night.emit(
            EventKind::Alert { owner, at },
            Some(parent),
            Cause::Rule,
            Some(at),
            &[RuleId::R(222), RuleId::R(223)],
        );
    }
}
