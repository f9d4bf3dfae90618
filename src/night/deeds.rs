//! Deeds that are no use of a skill: Spirit Form, items, Command Spells, ending effects.

use std::collections::BTreeMap;

use crate::event::EventId;
use crate::event::detail::{EndReason, Paid, Reason, SpiritReason};
use crate::event::kind::EventKind;
use crate::language::condition::Who;
use crate::language::order::{Deed, SpellObject};
use crate::sheet::Kind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rules::RuleId;
use crate::war::active::{Active, Until};
use crate::war::bargain::Bargain;
use crate::war::setup::{SheetId, SkillRef};
use crate::war::truth::Speech;

use super::bind::Bound;
use super::effects::{self, Working};
use super::tasks::Step;
use super::{Night, finding, trade, using};

/// Carries a deed out.
///
/// # Errors
/// Why it is not carried out; then nothing has changed.
pub(super) fn perform(night: &mut Night<'_>, step: Step) -> Result<(), Reason> {
    let who = night.actor(step).ok_or(Reason::TargetNotAvailable)?;
    let deed = night.action(step).map(|a| a.deed.clone()).ok_or(Reason::TargetNotAvailable)?;
    match deed {
        Deed::EnterSpiritForm => enter_spirit_form(night, step, who),
        Deed::LeaveSpiritForm => leave_spirit_form(night, step, who),
        Deed::UseItem { item: name, .. } | Deed::Use { skill: name, .. } => use_item(night, step, who, &name.text),
        Deed::Command { servant, spell, object } => {
            let words = if let SpellObject::Text(words) = object { Some(words) } else { None };
            command(night, step, who, &servant, &spell.text, words)
        }
        Deed::Cancel(skill) => cancel(night, step, who, &skill.text),
        Deed::Buy { item, count } => trade::buy(night, step, who, &item.text, count),
        Deed::Request { service, beneficiary, offer, .. } => {
            trade::request(night, step, who, &service.text, beneficiary.as_ref(), offer.as_ref())
        }
        Deed::Give { item, to } => trade::give(night, step, who, &item.text, &to),
        Deed::Drop(item) => trade::drop_item(night, step, who, &item.text),
        Deed::PickUp(item) => trade::pick_up(night, step, who, &item.text),
        _ => Err(Reason::NotYet),
    }
}

/// A Support action for 1 SP, barred while in battle (R250, R252, A094).
fn enter_spirit_form(night: &mut Night<'_>, step: Step, who: CharacterId) -> Result<(), Reason> {
    let character = night.war.character(who);
    if character.kind != Kind::Servant {
        return Err(Reason::WrongTargets);
    }
    if character.spirit_form {
        return Err(Reason::InSpiritForm);
    }
    let barred = if character.battle.turns > 0 || character.turn.in_battle {
        Err(Reason::InBattle)
    } else if character.turn.sp == 0 {
        Err(Reason::NotEnoughSp)
    } else {
        Ok(())
    };
    night.unless_allowed(step, barred)?;
    let cause = night.cause(step);
    let entered = EventKind::SpiritForm { who, entered: true, sp: 1, why: SpiritReason::Ordered };
    let event = night.emit(entered, None, cause, None, &[RuleId::R(252)]);
    effects::end_by_spirit_form(night, who, event);
    Ok(())
}

/// A Support action for 1 SP (R253).
fn leave_spirit_form(night: &mut Night<'_>, step: Step, who: CharacterId) -> Result<(), Reason> {
    let character = night.war.character(who);
    if !character.spirit_form {
        return Err(Reason::NotInSpiritForm);
    }
    let barred = if character.turn.sp == 0 { Err(Reason::NotEnoughSp) } else { Ok(()) };
    night.unless_allowed(step, barred)?;
    let cause = night.cause(step);
    let left = EventKind::SpiritForm { who, entered: false, sp: 1, why: SpiritReason::Ordered };
    night.emit(left, None, cause, None, &[RuleId::R(253)]);
    Ok(())
}

/// A Support action without SP; the item disappears (R340, A092, A207).
fn use_item(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let item = night.war.setup.find_skill(SheetId::ITEMS, name).ok_or(Reason::ItemNotHeld)?;
    using::not_forbidden(night, who, item)?;
    let held = if night.war.character(who).items.contains(&item) { Ok(()) } else { Err(Reason::ItemNotHeld) };
    night.unless_allowed(step, held)?;
    if night.war.skill(item).not_yet {
        return Err(Reason::NotYet);
    }
    if night.war.skill(item).is_passive() {
        // It works while it is held; there is nothing to use.
        return Err(Reason::RequirementNotMet);
    }
    let cause = night.cause(step);
    let used = emit_use(night, step, who, item, vec![who]);
    night.emit(EventKind::ItemSpent { who, item }, Some(used), cause, None, &[RuleId::R(340)]);
    effects::work(night, &on_one(night, step, who, item, who, used));
    Ok(())
}

/// A Command Spell: an Instant that costs no part of the Turn (R156–R162, A129, A132).
fn command(
    night: &mut Night<'_>,
    step: Step,
    master: CharacterId,
    servant: &Who<Bound>,
    name: &str,
    words: Option<String>,
) -> Result<(), Reason> {
    let mastery = night.war.character(master).mastery.as_ref().ok_or(Reason::NoCommandSpell)?;
    let (able, left) = (mastery.qualified && mastery.command_spells > 0, mastery.command_spells.saturating_sub(1));
    night.unless_allowed(step, if able { Ok(()) } else { Err(Reason::NoCommandSpell) })?;
    let spell = night.war.setup.find_skill(SheetId::SPELLS, name).ok_or(Reason::NotYet)?;
    if night.war.skill(spell).not_yet {
        return Err(Reason::NotYet);
    }
    let servant = finding::own_servant(&night.war, master, servant).ok_or(Reason::WrongTargets)?;
    let (own, other) = (night.war.character(master).at, night.war.character(servant).at);
    using::not_forbidden(night, master, spell)?;
    let near = using::in_reach(&night.war, night.war.skill(spell), false, own, other);
    night.unless_allowed(step, if near { Ok(()) } else { Err(Reason::ServantElsewhere) })?;
    let cause = night.cause(step);
    if !night.is_allowed(step) {
        using::requirements(night, cause, spell, Speech::of(master, Some(servant), Some(master)))?;
    }
    let used = emit_use(night, step, master, spell, vec![servant]);
    let spent = EventKind::SpellSpent { master, servant, spell, left };
    night.emit(spent, Some(used), cause, None, &[RuleId::R(156), RuleId::R(159), RuleId::R(161)]);
    let working = Working { words, ..on_one(night, step, master, spell, servant, used) };
    effects::work(night, &working);
    Ok(())
}

/// An item or a Command Spell at work on one character.
fn on_one(
    night: &Night<'_>,
    step: Step,
    user: CharacterId,
    skill: SkillRef,
    on: CharacterId,
    used: EventId,
) -> Working {
    let (inflicted, cause) = (BTreeMap::new(), night.cause(step));
    let place = night.war.character(user).at;
    Working {
        user,
        skill,
        targets: vec![on],
        inflicted,
        aimed: None,
        upgraded: false,
        bargain: Bargain::NONE,
        place,
        words: None,
        used,
        cause,
        attacker: Some(user),
        that: None,
    }
}

fn emit_use(
    night: &mut Night<'_>,
    step: Step,
    user: CharacterId,
    skill: SkillRef,
    targets: Vec<CharacterId>,
) -> EventId {
    let cause = night.cause(step);
    let used = EventKind::SkillUsed {
        user,
        skill,
        targets,
        location: None,
        paid: Paid::default(),
        upgraded: false,
        attack: false,
        area: false,
        counts: false,
        payer: None,
    };
    night.emit(used, None, cause, None, &[RuleId::R(122)])
}

/// An own skill in force of a name.
fn in_force(night: &Night<'_>, who: CharacterId, name: &str) -> Option<Active> {
    let own = |a: &&Active| a.user == who && a.is_skill() && night.war.skill(a.skill).is_called(name);
    night.war.active.iter().find(own).cloned()
}

/// Ended as a Free action: what has neither upkeep nor a definite duration, or works on [Self] alone
/// (R366–R368, A127).
fn cancel(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let active = in_force(night, who, name).ok_or(Reason::NothingInForce)?;
    let definite = active.until != Until::Open;
    let bound = active.upkeep.is_some() || (definite && !active.self_only);
    night.unless_allowed(step, if bound { Err(Reason::CannotBeEnded) } else { Ok(()) })?;
    let cause = night.cause(step);
    effects::end(night, &active, EndReason::Cancelled, cause, &[RuleId::R(367), RuleId::R(368)]);
    Ok(())
}

/// Notes, before upkeeps are taken, which are refused (R365).
pub(super) fn refuse_upkeeps(night: &mut Night<'_>) {
    for step in night.steps_in(Phase::Initial) {
        let Some(who) = night.actor(step) else { continue };
        let Some(Deed::StopPaying(skill)) = night.action(step).map(|a| a.deed.clone()) else { continue };
        if !night.branch_runs(step) {
            continue;
        }
        match in_force(night, who, &skill.text).filter(|a| a.upkeep.is_some()) {
            Some(active) => {
                night.refused.push((who, active.skill));
                let branch = step.branch_number();
                night.carried_out(step, crate::event::detail::Outcome::Done { branch });
            }
            None => night.put_off(step, Reason::NothingInForce),
        }
    }
}
