//! Consuming civilians and dying Masters (R298–R304, A072, A225, A226).

use crate::event::detail::Reason;
use crate::event::kind::Resources;
use crate::language::condition::Resource;
use crate::language::condition::Who;
use crate::language::effect::{Change, Modifier};
use crate::night::bind::WarIds;
use crate::night::consequences::homes;
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::in_force::ModifierKind;

/// Rejects anybody but a Servant outside Spirit Form: only such a Servant can consume (A092).
fn check_can_consume(war: &War, who: CharacterId) -> Result<(), Reason> {
    let character = war.character(who);
    if character.kind != SheetKind::Servant {
        Err(Reason::WrongTargets)
    } else if character.is_in_spirit_form {
        Err(Reason::InSpiritForm)
    } else {
        Ok(())
    }
}

/// Returns what a share of the maximum restores, never beyond the maximum (A022, A023).
fn restorable_share(night: &mut Night<'_>, maximum: Exact, now: Exact, percent: i64) -> Exact {
    let part = night.report_on_error(maximum.times(Exact::percent(percent))).unwrap_or(Exact::ZERO);
    part.min((maximum - now).at_least_zero())
}

/// Returns what consuming a civilian restores: 10% of the maximum Mana, or what effects put in its place, and what they
/// add (R298), never beyond the maximum. Of several that stand in its place the best does.
fn given_by_civilian(night: &mut Night<'_>, who: CharacterId, resource: Resource) -> Exact {
    let war = &night.war;
    let maximum = war.maximum(who, resource);
    let by_rule = if resource == Resource::Mana { maximum.times(Exact::percent(10)) } else { Ok(Exact::ZERO) };
    let (mut replaced, mut added) = (None, by_rule.map(|_| Exact::ZERO));
    for (_, standing) in war.standing_effects_on(ModifierKind::Points, who) {
        let Modifier::OfCivilian { resource: of, amount, instead } = &standing.modifier else { continue };
        let given = match amount {
            Change::Flat(number) => Ok(*number),
            Change::Percent(part) => maximum.times(*part),
        };
        match instead {
            _ if *of != resource => {}
            true => replaced = replaced.max(given.ok()),
            false => added = added.and_then(|sum| Ok(sum + given?)),
        }
    }
    let now = if resource == Resource::Mana { war.character(who).mana } else { war.character(who).health };
    let all = by_rule.and_then(|usual| Ok(replaced.unwrap_or(usual) + added?));
    night.report_on_error(all).unwrap_or(Exact::ZERO).min((maximum - now).at_least_zero())
}

/// Consumes civilians: a Full Turn in the Support Phase, in battle or out of it (R298, R299, A048, A225).
pub(crate) fn consume_civilian(night: &mut Night<'_>, step: Step, who: CharacterId) -> Result<(), Reason> {
    check_can_consume(&night.war, who)?;
    let turn = &night.war.character(who).turn;
    let full_turn_check = if turn.uses_full_turn || turn.has_acted || !night.war.has_move_action(who) {
        Err(Reason::FullTurn)
    } else {
        Ok(())
    };
    night.pass_if_allowed(step, full_turn_check)?;
    let mana = given_by_civilian(night, who, Resource::Mana);
    let health = given_by_civilian(night, who, Resource::Health);
    let (at, cause) = (night.war.character(who).at, night.cause(step));
    let rules = [RuleId::R(298), RuleId::R(299), RuleId::R(301)];
    night.emit(Resources::CivilianConsumed { who, at, mana, health }, None, cause, None, &rules);
    Ok(())
}

/// Consumes a qualified Master who fell this Turn in this location. It is free; the first Servant in the order of turns
/// does it (R303, R304, A226).
pub(crate) fn consume_master(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    whom: &Who<WarIds>,
) -> Result<(), Reason> {
    check_can_consume(&night.war, who)?;
    let candidates = night.resolve_anywhere(who, whom, &night.found_by_condition(step));
    let at = night.war.character(who).at;
    // A Master who falls in this very batch is not yet dead for those who act in it. One consumed in this batch is
    // gone.
    let can_be_consumed = |id: &CharacterId| {
        let (before_batch, now) = (night.basis().character(*id), night.war.character(*id));
        before_batch.at == at
            && is_fallen_master(night.basis(), *id)
            && !now.death.as_ref().is_some_and(|death| death.is_consumed)
    };
    let victim = candidates.into_iter().find(can_be_consumed).ok_or(Reason::TargetNotAvailable)?;
    let (maximum_health, maximum_mana) =
        (night.war.maximum(who, Resource::Health), night.war.maximum(who, Resource::Mana));
    let character = night.war.character(who);
    let (health, mana) = (character.health, character.mana);
    let (health, mana) =
        (restorable_share(night, maximum_health, health, 30), restorable_share(night, maximum_mana, mana, 30));
    let cause = night.cause(step);
    let master_consumed = Resources::MasterConsumed { who, master: victim, health, mana };
    let event = night.emit(master_consumed, None, cause, None, &[RuleId::R(303), RuleId::A(226)]);
    // What the killer's team had no claim to goes to the Servant's side (R229, A172).
    homes::give_homes_to_consumer(night, victim, who, event);
    Ok(())
}

/// Whether somebody is a qualified Master whose Health fell to 0 this Turn.
fn is_fallen_master(war: &War, id: CharacterId) -> bool {
    let character = war.character(id);
    let fell_this_turn = character.death.as_ref().is_some_and(|death| death.night == war.night);
    fell_this_turn && character.health <= Exact::ZERO && character.mastery.as_ref().is_some_and(|m| m.is_qualified)
}
