//! The Movement Phase: moves and retreats, all at once, for the Move Action alone (R086, R218, R269–R278, A096–A101,
//! A154).

use crate::event::detail::{Outcome, Paid, Reason, Travel};
use crate::event::kind::{Effects, Movement, Possessions};
use crate::event::{Cause, EventId};
use crate::language::effect::{Destination, Effect, Forbidden, Immediate, Operation, RelocationKind, Sentence, Verb};
use crate::language::order::{ActionKind, Target};
use crate::night::actions::{begin_use, perform, reach};
use crate::night::bind::WarIds;
use crate::night::conditions::targeting;
use crate::night::consequences::arrival::{alert_owner, find_battle};
use crate::night::consequences::joining::is_in_battle;
use crate::night::effects::marble;
use crate::night::effects::relocation::pursue;
use crate::night::phases::phase_loop::settle_consequences;
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::perception::observers;
use crate::sheet::skill::EffectLine;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::setup::{SheetId, SkillRef};

struct Mover {
    character: CharacterId,
    destination: LocationId,
    travel: Travel,
    /// The order behind the move; `None` for a familiar that goes with its summoner.
    step: Option<Step>,
    /// The item that carries the mover, with its user. All its movers use it once.
    carried_by: Option<(CharacterId, SkillRef)>,
}

/// Runs the phase.
pub(crate) fn run(night: &mut Night<'_>) {
    night.agenda.reset_waiting_for_second_round();
    let mut movers = collect_ordered_movers(night);
    add_following_familiars(night, &mut movers);
    movers.sort_by_key(|mover| mover.character);
    for (index, mover) in movers.iter().enumerate() {
        if !movers.iter().take(index).any(|m| m.carried_by.is_some() && m.step == mover.step) {
            spend_item(night, mover, &movers);
        }
    }
    move_all(night, &movers);
    settle_consequences(night);
    night.agenda.reset_reached_choices();
}

/// Returns the characters that move by an order. Other orders of the phase are carried out.
fn collect_ordered_movers(night: &mut Night<'_>) -> Vec<Mover> {
    let mut movers: Vec<Mover> = Vec::new();
    for step in night.steps_in(Phase::Movement) {
        let Some(who) = night.actor(step) else { continue };
        let Some(kind) = night.action(step).map(|a| a.kind.clone()) else { continue };
        if !night.is_due(step) {
            continue;
        }
        if kind == ActionKind::Stay {
            night.agenda.note_stay(step);
            continue;
        }
        // An item of this phase that moves nobody applies its other sentences.
        if let ActionKind::UseItem { item: name, .. } | ActionKind::Use { skill: name, .. } = &kind
            && !is_carrying_item(&night.war, &name.text)
        {
            match perform::perform(night, step) {
                Ok(()) => night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() }),
                Err(why) => night.note_not_done(step, why),
            }
            continue;
        }
        match plan_moves(night, step, who, &kind, &movers) {
            Ok(going) => movers.extend(going),
            Err(why) => {
                if let ActionKind::Move(to) | ActionKind::Flee(to) = kind {
                    cancel_move(night, step, who, to, why);
                }
                night.note_not_done(step, why);
            }
        }
    }
    movers
}

/// Reports a move that a battle or a Reality Marble prevents.
fn cancel_move(night: &mut Night<'_>, step: Step, who: CharacterId, to: LocationId, why: Reason) {
    let rules = match why {
        // The Move Action is not spent (A221).
        Reason::Sealed => [RuleId::R(292), RuleId::R(295), RuleId::A(221)],
        Reason::PulledIntoBattle => [RuleId::R(271), RuleId::R(272), RuleId::A(100)],
        _ => return,
    };
    let cause = night.cause(step);
    night.emit(Movement::MoveCancelled { who, to, why }, None, cause, None, &rules);
}

/// Moves all at once: everybody leaves, then everybody arrives.
fn move_all(night: &mut Night<'_>, movers: &[Mover]) {
    let origins: Vec<LocationId> = movers.iter().map(|m| night.war.character(m.character).at).collect();
    let was_fighting: Vec<bool> = movers.iter().map(|m| is_in_battle(&night.war, m.character)).collect();
    for (mover, from) in movers.iter().zip(&origins) {
        let cause = mover.step.map_or(Cause::Rule, |step| night.cause(step));
        let left_event = Movement::Left { who: mover.character, from: *from, to: mover.destination, how: mover.travel };
        let order_rules = [RuleId::R(273), RuleId::R(275)];
        let rules: &[RuleId] = if mover.step.is_some() { &order_rules } else { &[RuleId::A(230)] };
        night.emit(left_event, None, cause, Some(*from), rules);
    }
    // All arrive at once: whoever is there afterwards sees it; whoever has left meanwhile does not (R274, A154).
    let mut war_after = night.war.clone();
    movers.iter().for_each(|m| war_after.character_mut(m.character).at = m.destination);
    let mut arrivals: Vec<EventId> = Vec::new();
    for (mover, from) in movers.iter().zip(&origins) {
        let cause = mover.step.map_or(Cause::Rule, |step| night.cause(step));
        let entered_event =
            Movement::Entered { who: mover.character, at: mover.destination, from: *from, how: mover.travel }.into();
        let observations = observers::find_observers(&war_after, &entered_event, Some(mover.destination));
        let rules = [RuleId::R(274), RuleId::A(154)];
        arrivals.push(night.emit_seen(observations, entered_event, None, cause, Some(mover.destination), &rules));
        if let Some(step) = mover.step {
            night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
        }
    }
    for (mover, arrival) in movers.iter().zip(&arrivals) {
        alert_owner(night, mover.character, mover.destination, *arrival);
        find_battle(night, mover.character, mover.destination, *arrival);
    }
    let fled: Vec<(CharacterId, LocationId, EventId)> = movers
        .iter()
        .zip(arrivals)
        .zip(was_fighting)
        .filter_map(|((mover, arrival), was_fighting)| {
            was_fighting.then_some((mover.character, mover.destination, arrival))
        })
        .collect();
    pursue(night, &fled);
}

/// Lets familiars, which have no Move Action, go with their summoner, unless they are ordered to stay or a battle that
/// has just begun holds them (A230, R271).
fn add_following_familiars(night: &mut Night<'_>, movers: &mut Vec<Mover>) {
    let mut next = 0;
    while let Some(Mover { character: who, destination, travel, .. }) = movers.get(next) {
        let (leader, destination, travel) = (*who, *destination, *travel);
        next += 1;
        let at = night.war.character(leader).at;
        let companions: Vec<CharacterId> =
            night.war.familiars_of(leader).filter(|id| night.war.character(*id).at == at).collect();
        for who in companions {
            let can_follow =
                check_can_act(&night.war, who).is_ok() && find_hindrance(&night.war, who, destination).is_none();
            let turn = &night.war.character(who).turn;
            let is_held =
                turn.was_in_battle && !turn.fought.is_empty() && night.war.character(who).is_in_first_turn_or_none();
            if can_follow && !is_held && !is_ordered_to_stay(night, who) && !movers.iter().any(|m| m.character == who) {
                movers.push(Mover { character: who, destination, travel, step: None, carried_by: None });
            }
        }
    }
}

/// Whether somebody is ordered to stay, and the order's condition holds.
fn is_ordered_to_stay(night: &mut Night<'_>, who: CharacterId) -> bool {
    let steps: Vec<Step> = night.steps_of(who).collect();
    let stay_steps = steps.into_iter().filter(|step| night.action(*step).is_some_and(|a| a.kind == ActionKind::Stay));
    stay_steps.collect::<Vec<_>>().into_iter().any(|step| night.is_due(step))
}

/// Returns who moves where by an order of the phase.
fn plan_moves(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    kind: &ActionKind<WarIds>,
    movers: &[Mover],
) -> Result<Vec<Mover>, Reason> {
    let is_moving = |who: CharacterId| movers.iter().any(|m| m.character == who);
    match kind {
        ActionKind::Move(destination) | ActionKind::Flee(destination) => {
            if is_moving(who) {
                return Err(Reason::NoMoveAction);
            }
            let war = &night.war;
            // If the GM allows the order, only death prevents it (R008).
            let ignore_unless_dead = |checked: Result<(), Reason>| match checked {
                Err(why) if why == Reason::Dead || !night.is_allowed(step) => Err(why),
                _ => Ok(()),
            };
            ignore_unless_dead(check_can_move(war, who, *destination))?;
            let is_in_range = war
                .setup
                .distance(war.character(who).at, *destination)
                .is_some_and(|distance| distance > 0 && distance <= war.move_range(who));
            ignore_unless_dead(if is_in_range { Ok(()) } else { Err(Reason::NotAdjacent) })?;
            ignore_unless_dead(check_not_pinned(war, who))?;
            let travel = if is_in_battle(war, who) { Travel::Retreat } else { Travel::Move };
            Ok(vec![Mover { character: who, destination: *destination, travel, step: Some(step), carried_by: None }])
        }
        ActionKind::UseItem { item, targets, destination } => {
            plan_moves_by_item(night, step, who, &item.text, targets, *destination, &is_moving)
        }
        ActionKind::Use { skill, targets, destination, .. } => {
            plan_moves_by_item(night, step, who, &skill.text, targets, *destination, &is_moving)
        }
        _ => Err(Reason::NotCarriedOutHere),
    }
}

/// Whether a sentence of an item moves those it is used on to the location it is used on (R349).
fn is_carrying_item(war: &War, name: &str) -> bool {
    let carries = |line: &EffectLine| {
        matches!(
            &line.effect,
            Effect::Sentence(Sentence {
                trigger: None,
                operation: Operation::Immediate(Immediate {
                    verb: Verb::Relocate { destination: Destination::Target, way: RelocationKind::Moves },
                    ..
                }),
                ..
            })
        )
    };
    war.setup.find_skill(SheetId::ITEMS, name).is_some_and(|item| war.skill(item).effects.iter().any(carries))
}

/// Returns whom an item carries, as a normal move of each (R348, R349, A214). That is its user, and with them the
/// contracted character it is used on, if willing. If its user is ordered to stay or to move, it is that character
/// alone.
fn plan_moves_by_item(
    night: &mut Night<'_>,
    step: Step,
    user: CharacterId,
    name: &str,
    targets: &[Target<WarIds>],
    to: Option<LocationId>,
    is_taken: &impl Fn(CharacterId) -> bool,
) -> Result<Vec<Mover>, Reason> {
    let item = begin_use::find_usable_item(night, step, user, name)?;
    check_can_act(&night.war, user)?;
    let aim = targeting::resolve_aim(night, step, user, targets, to);
    let destination = aim.location.ok_or(Reason::PlaceMissing)?;
    let has_others = aim.named_characters.iter().any(|id| *id != user);
    let without_user = has_others && (is_ordered_to_stay(night, user) || is_ordered_to_move(night, user));
    let mut carried = if without_user { Vec::new() } else { vec![user] };
    for partner in aim.named_characters.into_iter().filter(|id| *id != user) {
        let is_unwilling = has_own_order(night, partner);
        let war = &night.war;
        let is_fitting = war.skill(item).targets.iter().any(|kind| reach::is_target_kind(war, user, *kind, partner));
        if !is_fitting {
            return Err(Reason::WrongTargets);
        }
        let is_beside = war.character(partner).at == war.character(user).at && war.character(partner).is_alive();
        if !is_beside || is_unwilling {
            return Err(Reason::TargetNotAvailable);
        }
        carried.push(partner);
    }
    let war = &night.war;
    if carried.len() + 1 > war.skill(item).max_targets as usize {
        return Err(Reason::WrongTargets);
    }
    let mut movers = Vec::new();
    for who in carried {
        if is_taken(who) {
            return Err(Reason::NoMoveAction);
        }
        check_can_move(war, who, destination)?;
        check_not_pinned(war, who)?;
        let travel = if is_in_battle(war, who) { Travel::Escape } else { Travel::Warp };
        movers.push(Mover { character: who, destination, travel, step: Some(step), carried_by: Some((user, item)) });
    }
    Ok(movers)
}

/// Whether somebody is ordered to move or to flee, and the order is due.
fn is_ordered_to_move(night: &mut Night<'_>, who: CharacterId) -> bool {
    let steps = night.steps_in(Phase::Movement);
    steps.into_iter().any(|step| {
        let is_movement = |kind: &ActionKind<WarIds>| matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_));
        night.actor(step) == Some(who)
            && night.action(step).is_some_and(|action| is_movement(&action.kind))
            && night.is_due(step)
    })
}

/// Whether somebody has a due order of their own for this phase. They are then not willing to be carried.
fn has_own_order(night: &mut Night<'_>, who: CharacterId) -> bool {
    let steps = night.steps_in(Phase::Movement);
    steps.into_iter().any(|step| night.actor(step) == Some(who) && night.is_due(step))
}

/// Spends the item: it is used and gone (R340).
fn spend_item(night: &mut Night<'_>, mover: &Mover, movers: &[Mover]) {
    let Some((user, skill)) = mover.carried_by else { return };
    let cause = mover.step.map_or(Cause::Rule, |step| night.cause(step));
    let skill_used = Effects::SkillUsed {
        user,
        skill,
        targets: movers.iter().filter(|m| m.step == mover.step).map(|m| m.character).collect(),
        location: Some(mover.destination),
        paid: Paid::default(),
        is_upgraded: false,
        is_attack: false,
        is_area: false,
        counts: false,
        payer: None,
        counted: Vec::new(),
    };
    let use_event = night.emit(skill_used, None, cause, None, &[RuleId::R(348), RuleId::R(349)]);
    night.emit(Possessions::ItemSpent { who: user, item: skill }, Some(use_event), cause, None, &[RuleId::R(340)]);
}

/// Checks that nothing keeps a character from acting in this phase at all.
fn check_can_act(war: &War, who: CharacterId) -> Result<(), Reason> {
    let character = war.character(who);
    if !character.is_alive() {
        Err(Reason::Dead)
    } else if character.turn.is_surprised {
        Err(Reason::Surprised)
    } else if character.turn.uses_full_turn {
        Err(Reason::FullTurn)
    } else if war.cannot_act(who) {
        Err(Reason::Prevented)
    } else {
        Ok(())
    }
}

/// Checks that nothing keeps a character from moving there now.
fn check_can_move(war: &War, who: CharacterId, to: LocationId) -> Result<(), Reason> {
    check_can_act(war, who)?;
    if !war.has_move_action(who) {
        return Err(Reason::NoMoveAction);
    }
    find_hindrance(war, who, to).map_or(Ok(()), Err)
}

/// Returns what forbids a character to move there, by whatever means. It applies also to a familiar that goes with its
/// summoner.
fn find_hindrance(war: &War, who: CharacterId, to: LocationId) -> Option<Reason> {
    let is_fighting = is_in_battle(war, who);
    if war.may_not(who, &Forbidden::Move) || (is_fighting && war.may_not(who, &Forbidden::Flee)) {
        Some(Reason::Barred)
    } else if marble::is_blocked(war, who, to) {
        Some(Reason::Sealed)
    } else if war.find_effect_holding(who).is_some() || war.find_effect_keeping_out(who, to).is_some() {
        Some(Reason::Held)
    } else {
        None
    }
}

/// Checks that no battle pins a character: it may retreat only from its second Turn of battle on (R271, A097, A098).
/// Somebody in battle only by the ground they stand on has nobody to retreat from (R371).
fn check_not_pinned(war: &War, who: CharacterId) -> Result<(), Reason> {
    let character = war.character(who);
    let turn = &character.turn;
    let is_pinned =
        turn.is_pinned || (!turn.fought.is_empty() && turn.was_in_battle && war.setup.switches.longranged_pins);
    if is_pinned && !turn.has_left_battle && character.is_in_first_turn_or_none() {
        Err(Reason::PulledIntoBattle)
    } else {
        Ok(())
    }
}
