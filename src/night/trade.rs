//! What is had at a location, and items that change hands (R280–R283, R328–R331, R337–R340, R352–R355, R372, R373).

use std::collections::BTreeMap;

use crate::event::detail::{Paid, Reason};
use crate::event::kind::EventKind;
use crate::language::condition::Who;
use crate::language::order::Offer;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::rules::RuleId;
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::setup::{Facility, SheetId, SkillRef};
use crate::war::truth::Speech;

use super::bind::Bound;
use super::effects::{self, Working};
use super::tasks::Step;
use super::{Night, using};

/// An entry of the shelf by its name and role.
fn on_shelf(war: &War, name: &str, role: Role) -> Option<SkillRef> {
    war.setup.find_skill(SheetId::ITEMS, name).filter(|entry| war.skill(*entry).role == role)
}

/// Whether a character can have something where it is: that place offers it, and there is no battle (R372, R373).
fn is_offered(war: &War, who: CharacterId, entry: SkillRef) -> Result<(), Reason> {
    let character = war.character(who);
    let facility = war.setup.location(character.at).facility;
    // Inside a Reality Marble is another place (R116).
    if war.marble_at(character.at).is_some() {
        Err(Reason::NotOfferedHere)
    } else if facility.map(Facility::name) != war.skill(entry).sold_at.as_deref() || facility.is_none() {
        Err(Reason::NotOfferedHere)
    } else if character.turn.in_battle || character.battle.turns > 0 {
        Err(Reason::InBattle)
    } else {
        Ok(())
    }
}

/// Whose Combat Points pay for a character: its Master's, wherever they are (R281, R286, A181).
fn purse(war: &War, who: CharacterId, price: Exact) -> Result<CharacterId, Reason> {
    let master = war.master_of(who).filter(|m| war.character(*m).mastery.is_some()).ok_or(Reason::NotEnoughCp)?;
    if war.character(master).cp() < price { Err(Reason::NotEnoughCp) } else { Ok(master) }
}

/// A Support action without SP; at the Advanced Hospital one purchase a Turn (R337–R339, A206, A207).
///
/// # Errors
/// Why nothing is bought.
pub(super) fn buy(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str, count: u32) -> Result<(), Reason> {
    let war = &night.war;
    let item = on_shelf(war, name, Role::Item).ok_or(Reason::NotOfferedHere)?;
    is_offered(war, who, item)?;
    let hospital = war.setup.location(war.character(who).at).facility == Some(Facility::AdvancedHospital);
    if hospital && (count > 1 || war.character(who).turn.bought > 0) {
        return Err(Reason::UsedUp);
    }
    let price = war.skill(item).price.unwrap_or(Exact::ZERO).times(Exact::from(count));
    let price = price.map_err(|_| Reason::NotEnoughCp)?;
    let payer = purse(war, who, price)?;
    let bought = EventKind::Bought { who, item, count, payer, price };
    let cause = night.cause(step);
    night.emit(bought, None, cause, None, &[RuleId::R(281), RuleId::R(337)]);
    Ok(())
}

/// A service of a location, for oneself or one's own Servant, wherever that is (R328–R331, A201–A203).
///
/// # Errors
/// Why it is not had; then nothing was paid.
pub(super) fn request(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    name: &str,
    beneficiary: Option<&Who<Bound>>,
    offer: Option<&Offer>,
) -> Result<(), Reason> {
    let war = &night.war;
    let service = on_shelf(war, name, Role::Service).ok_or(Reason::NotOfferedHere)?;
    is_offered(war, who, service)?;
    if war.skill(service).not_yet {
        return Err(Reason::NotYet);
    }
    let on = match beneficiary {
        None | Some(Who::User) => who,
        Some(of) => night.find(who, of, &night.that(step)).first().copied().ok_or(Reason::TargetNotAvailable)?,
    };
    if on != who && !war.servants_of(who).contains(&on) {
        return Err(Reason::WrongTargets);
    }
    let cp = war.skill(service).price.unwrap_or(Exact::ZERO);
    if !matches!(offer, None | Some(Offer::CombatPoints(_)))
        || matches!(offer, Some(Offer::CombatPoints(n)) if *n != cp)
    {
        return Err(Reason::NotOffered);
    }
    let payer = purse(war, who, cp)?;
    // What one of a player's characters had, the player had (A201).
    let seat = war.seat_of(who);
    let players = war.ids().filter(|id| *id == who || (seat.is_some() && war.seat_of(*id) == seat));
    for own in players.collect::<Vec<_>>() {
        using::requirements(night, night.cause(step), service, Speech::of(own, Some(on), Some(own)))?;
    }
    let cause = night.cause(step);
    let used = EventKind::SkillUsed {
        user: who,
        skill: service,
        targets: vec![on],
        location: None,
        paid: Paid { cp, ..Paid::default() },
        upgraded: false,
        attack: false,
        area: false,
        counts: false,
        payer: Some(payer),
    };
    let used = night.emit(used, None, cause, None, &[RuleId::R(328), RuleId::R(372)]);
    let place = night.war.character(who).at;
    let working = Working {
        user: who,
        skill: service,
        targets: vec![on],
        second: None,
        chosen: None,
        push: None,
        inflicted: BTreeMap::new(),
        upgraded: false,
        bargain: Bargain::NONE,
        place,
        words: None,
        used,
        cause,
        attacker: Some(who),
        that: None,
    };
    effects::work(night, &working);
    Ok(())
}

/// An item given to somebody beside its holder, as a Free action (R352, A208).
///
/// # Errors
/// Why it is not given.
pub(super) fn give(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    name: &str,
    to: &Who<Bound>,
) -> Result<(), Reason> {
    let item = held(&night.war, who, name)?;
    let to = night.find(who, to, &night.that(step)).first().copied().ok_or(Reason::TargetNotAvailable)?;
    if to == who || !night.basis().is_in_sight(who, to) {
        return Err(Reason::TargetNotAvailable);
    }
    pass(night, step, item, Some(who), Some(to));
    Ok(())
}

/// An item dropped where its holder is, as a Free action (R353, A208).
///
/// # Errors
/// Why it is not dropped.
pub(super) fn drop_item(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let item = held(&night.war, who, name)?;
    pass(night, step, item, Some(who), None);
    Ok(())
}

/// An item picked up by whoever notices it: any ranked ACT (R354, A208).
///
/// # Errors
/// Why it is not picked up.
pub(super) fn pick_up(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let war = &night.war;
    let item = on_shelf(war, name, Role::Item).ok_or(Reason::TargetNotAvailable)?;
    let lying = war.dropped.get(&war.character(who).at).is_some_and(|items| items.contains(&item));
    if !lying || war.acuity(who) == Acuity::None {
        return Err(Reason::TargetNotAvailable);
    }
    pass(night, step, item, None, Some(who));
    Ok(())
}

fn held(war: &War, who: CharacterId, name: &str) -> Result<SkillRef, Reason> {
    let item = on_shelf(war, name, Role::Item);
    item.filter(|item| war.character(who).items.contains(item)).ok_or(Reason::ItemNotHeld)
}

fn pass(night: &mut Night<'_>, step: Step, item: SkillRef, from: Option<CharacterId>, to: Option<CharacterId>) {
    let Some(by) = from.or(to) else { return };
    let at = night.war.character(by).at;
    let cause = night.cause(step);
    let passed = EventKind::ItemPassed { item, from, to, at };
    night.emit(passed, None, cause, None, &[RuleId::R(352), RuleId::R(353), RuleId::A(208)]);
}
