//! Actions that are not skill uses: Spirit Form, items, Command Spells, ending effects. Facilities and contracts have
//! modules of their own.

use crate::event::EventId;
use crate::event::detail::{EndReason, Outcome, Paid, Reason, SpiritReason};
use crate::event::kind::{Contracts, Effects, Movement, Possessions};
use crate::language::condition::Who;
use crate::language::effect::Forbidden;
use crate::language::order::{ActionKind, ContractStep, PactStep, SpellObject};
use crate::night::bind::WarIds;
use crate::night::conditions::targeting;
use crate::night::effects::apply_skill;
use crate::night::effects::end_effects::{self, end_by_spirit_form};
use crate::night::effects::relocation::{RelocationPlan, check_can_relocate};
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::night::state::skill_use::AppliedSkill;
use crate::night::state::task::Step;
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::target::TargetKind;
use crate::war::active_skill::{ActiveSkill, Until};
use crate::war::character::PactKind;
use crate::war::evaluate::EvalContext;
use crate::war::setup::{SheetId, SkillRef};

use super::{begin_use, consuming, contracts, igm, price, reach, trade};

/// Carries out an action.
///
/// # Errors
/// Why the action is not carried out; nothing has changed then.
pub(crate) fn perform(night: &mut Night<'_>, step: Step) -> Result<(), Reason> {
    let who = night.actor(step).ok_or(Reason::TargetNotAvailable)?;
    let kind = night.action(step).map(|a| a.kind.clone()).ok_or(Reason::TargetNotAvailable)?;
    match kind {
        ActionKind::EnterSpiritForm => enter_spirit_form(night, step, who),
        ActionKind::LeaveSpiritForm => leave_spirit_form(night, step, who),
        ActionKind::UseItem { item: name, .. } | ActionKind::Use { skill: name, .. } => {
            use_item(night, step, who, &name.text)
        }
        ActionKind::Command { servant, spell, object } => {
            use_command_spell(night, step, who, &servant, &spell.text, object)
        }
        ActionKind::Cancel(skill) => cancel(night, step, who, &skill.text),
        ActionKind::Release(spell) => release_command_spell(night, step, who, &spell.text),
        ActionKind::Buy { item, count } => trade::buy(night, step, who, &item.text, count),
        ActionKind::Request { service, beneficiary, to: destination, offer } => {
            let request =
                trade::ServiceRequest { service: &service.text, beneficiary: beneficiary.as_ref(), destination };
            trade::request_service(night, step, who, request, offer.as_ref())
        }
        ActionKind::Give { item, to } => trade::give(night, step, who, &item.text, &to),
        ActionKind::Drop(item) => trade::drop_item(night, step, who, &item.text),
        ActionKind::PickUp(item) => trade::pick_up(night, step, who, &item.text),
        ActionKind::AskIgm(offer) => igm::buy_information(night, step, who, &offer),
        ActionKind::TakeShelter => igm::take_shelter(night, step, who),
        ActionKind::Visit => trade::visit(night, step, who),
        ActionKind::ConsumeCivilian => consuming::consume_civilian(night, step, who),
        ActionKind::Consume(whom) => consuming::consume_master(night, step, who, &whom),
        ActionKind::Contract(
            proposal @ (ContractStep::Make | ContractStep::Accept | ContractStep::Reestablish),
            with,
        ) => contracts::place_bid(night, step, who, &with, proposal),
        ActionKind::Contract(ContractStep::Break, with) => contracts::break_off(night, step, who, &with),
        ActionKind::Protect(with) => contracts::name_interceptors(night, step, who, &with),
        ActionKind::Pact(proposal, team) => {
            let pact = match proposal {
                PactStep::Ally => Some(PactKind::Alliance),
                PactStep::Ceasefire => Some(PactKind::Ceasefire),
                PactStep::End => None,
            };
            contracts::declare_pact(night, step, who, &team, pact)
        }
        // These are carried out elsewhere: in a phase of their own, with the use of a skill, or at a death
        // (`refuse_upkeeps` below reads `StopPaying`). `PartnerPosts` is never carried out (A233).
        ActionKind::Scout(_)
        | ActionKind::Attack { .. }
        | ActionKind::Move(_)
        | ActionKind::Flee(_)
        | ActionKind::Stay
        | ActionKind::StopPaying(_)
        | ActionKind::Contract(ContractStep::AcceptTransfer | ContractStep::RefuseTransfer | ContractStep::Force, _)
        | ActionKind::Tell { .. }
        | ActionKind::Say(_)
        | ActionKind::Logic(_)
        | ActionKind::PartnerPosts(_)
        | ActionKind::PuzzleAnswer(_)
        | ActionKind::Push(_) => Err(Reason::NotCarriedOutHere),
    }
}

/// Enters Spirit Form: a Support action for 1 SP, barred while in battle (R250, R252, A094).
fn enter_spirit_form(night: &mut Night<'_>, step: Step, who: CharacterId) -> Result<(), Reason> {
    let character = night.war.character(who);
    if character.kind != SheetKind::Servant {
        return Err(Reason::WrongTargets);
    }
    if character.is_in_spirit_form {
        return Err(Reason::InSpiritForm);
    }
    let bar = if character.battle.turns > 0 || character.turn.was_in_battle {
        Err(Reason::InBattle)
    } else if night.basis().may_not(who, &Forbidden::EnterSpiritForm) {
        Err(Reason::Barred)
    } else if character.turn.sp == 0 {
        Err(Reason::NotEnoughSp)
    } else {
        Ok(())
    };
    night.pass_if_allowed(step, bar)?;
    let cause = night.cause(step);
    let entering = Movement::SpiritForm { who, entered: true, sp: 1, why: SpiritReason::Ordered };
    let event = night.emit(entering, None, cause, None, &[RuleId::R(252)]);
    end_by_spirit_form(night, who, event);
    Ok(())
}

/// Leaves Spirit Form: a Support action for 1 SP (R253).
fn leave_spirit_form(night: &mut Night<'_>, step: Step, who: CharacterId) -> Result<(), Reason> {
    let character = night.war.character(who);
    if !character.is_in_spirit_form {
        return Err(Reason::NotInSpiritForm);
    }
    let bar = if night.basis().may_not(who, &Forbidden::LeaveSpiritForm) {
        Err(Reason::Barred)
    } else if character.turn.sp == 0 {
        Err(Reason::NotEnoughSp)
    } else {
        Ok(())
    };
    night.pass_if_allowed(step, bar)?;
    let cause = night.cause(step);
    let leaving = Movement::SpiritForm { who, entered: false, sp: 1, why: SpiritReason::Ordered };
    night.emit(leaving, None, cause, None, &[RuleId::R(253)]);
    Ok(())
}

/// Uses an item: a Support action without SP. The item disappears (R340, A092, A207).
fn use_item(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let item = begin_use::find_usable_item(night, step, who, name)?;
    if trade::is_unbought_item(night, step, name) {
        return Err(Reason::NotOfferedHere);
    }
    let cause = night.cause(step);
    let use_event = emit_use(night, step, who, item, vec![who], None);
    night.emit(Possessions::ItemSpent { who, item }, Some(use_event), cause, None, &[RuleId::R(340)]);
    let use_targets =
        UseTargets { user: who, skill: item, character: who, second: None, chosen: None, spell_text: None };
    apply_skill::apply_use(night, &apply_item_or_spell(night, step, use_targets, use_event));
    Ok(())
}

/// Uses a Command Spell: an Instant that costs no part of the Turn (R156–R162, A129, A132).
fn use_command_spell(
    night: &mut Night<'_>,
    step: Step,
    master: CharacterId,
    servant: &Who<WarIds>,
    name: &str,
    object: SpellObject<WarIds>,
) -> Result<(), Reason> {
    let mastery = night.war.character(master).mastery.as_ref().ok_or(Reason::NoCommandSpell)?;
    let (may_command, left) =
        (mastery.is_qualified && mastery.command_spells > 0, mastery.command_spells.saturating_sub(1));
    night.pass_if_allowed(step, if may_command { Ok(()) } else { Err(Reason::NoCommandSpell) })?;
    let spell = night.war.setup.find_skill(SheetId::SPELLS, name).ok_or(Reason::NotCarriedOutHere)?;
    let servant = targeting::find_own_servant(&night.war, master, servant).ok_or(Reason::WrongTargets)?;
    // Locations are those before the batch: spells of one moment do not help each other (R214, A131).
    let war = night.basis();
    let is_in_reach =
        reach::in_reach(war, war.skill(spell), false, war.character(master).at, war.character(servant).at);
    begin_use::reject_forbidden_skill(&night.questions, master, spell)?;
    night.pass_if_allowed(step, if is_in_reach { Ok(()) } else { Err(Reason::ServantElsewhere) })?;
    let given = spell_targets(night, step, master, servant, spell, object)?;
    let relocation =
        RelocationPlan { user: master, skill: spell, targets: &[servant], chosen: given.chosen, push: None };
    check_can_relocate(night.basis(), relocation)?;
    // Costs already paid in this batch count: there is one Move Action to flee with (R185, A139).
    check_can_relocate(&night.war, relocation)?;
    let cause = night.cause(step);
    if !night.is_allowed(step) {
        price::check_requirements(night, cause, spell, EvalContext::of(master, Some(servant), Some(master)))?;
    }
    if night.war.skill(spell).cost.base.takes_move_action && !night.war.has_move_action(master) {
        return Err(Reason::NoMoveAction);
    }
    let use_event = emit_use(night, step, master, spell, vec![servant], given.chosen);
    let spell_spent = Contracts::SpellSpent { master, servant, spell, left };
    night.emit(spell_spent, Some(use_event), cause, None, &[RuleId::R(156), RuleId::R(159), RuleId::R(161)]);
    let applied = apply_item_or_spell(night, step, given, use_event);
    apply_skill::apply_use(night, &applied);
    Ok(())
}

/// The characters and objects that an item or a Command Spell is used on.
struct UseTargets {
    user: CharacterId,
    skill: SkillRef,
    character: CharacterId,
    /// The character that the spell names besides its Servant.
    second: Option<CharacterId>,
    chosen: Option<LocationId>,
    /// The text that the spell is given, if its object is text.
    spell_text: Option<String>,
}

/// Returns the targets of a Command Spell, given its Servant and the object that the order names.
///
/// # Errors
/// The object is missing, or the spell cannot target it.
fn spell_targets(
    night: &Night<'_>,
    step: Step,
    user: CharacterId,
    character: CharacterId,
    skill: SkillRef,
    object: SpellObject<WarIds>,
) -> Result<UseTargets, Reason> {
    let kinds = &night.war.skill(skill).targets;
    let chosen = match &object {
        SpellObject::Location(location) => Some(*location),
        SpellObject::Character(_) | SpellObject::Text(_) | SpellObject::None => None,
    };
    if kinds.contains(&TargetKind::Location) && chosen.is_none() {
        return Err(Reason::PlaceMissing);
    }
    let second_kind = kinds.iter().skip(1).find(|kind| **kind != TargetKind::Location);
    let second = match (second_kind, &object) {
        (Some(kind), SpellObject::Character(who)) => {
            let found = night.resolve(user, who, &night.found_by_condition(step)).first().copied();
            let found = found.filter(|id| night.war.character(*id).is_alive()).ok_or(Reason::TargetNotAvailable)?;
            if found == character || !reach::is_target_kind(&night.war, user, *kind, found) {
                return Err(Reason::WrongTargets);
            }
            Some(found)
        }
        (Some(_), _) => return Err(Reason::WrongTargets),
        (None, _) => None,
    };
    let words = if let SpellObject::Text(words) = object { Some(words) } else { None };
    Ok(UseTargets { user, skill, character, second, chosen, spell_text: words })
}

/// Builds the applied skill for an item or a Command Spell.
fn apply_item_or_spell(night: &Night<'_>, step: Step, use_targets: UseTargets, use_event: EventId) -> AppliedSkill {
    let UseTargets { user, skill, character, second, chosen, spell_text: order_text } = use_targets;
    let (location, cause) = (night.war.character(user).at, night.cause(step));
    AppliedSkill {
        targets: vec![character],
        second,
        chosen,
        order_text,
        ..AppliedSkill::new(user, skill, location, use_event, cause)
    }
}

fn emit_use(
    night: &mut Night<'_>,
    step: Step,
    user: CharacterId,
    skill: SkillRef,
    targets: Vec<CharacterId>,
    location: Option<LocationId>,
) -> EventId {
    let cause = night.cause(step);
    let skill_used = Effects::SkillUsed {
        user,
        skill,
        targets,
        location,
        paid: Paid::default(),
        is_upgraded: false,
        is_attack: false,
        is_area: false,
        counts: false,
        payer: None,
        counted: Vec::new(),
    };
    night.emit(skill_used, None, cause, None, &[RuleId::R(122)])
}

/// Returns a character's own skill in force with a name.
fn find_own_in_force(position: &Position, who: CharacterId, name: &str) -> Option<ActiveSkill> {
    let is_own = |a: &&ActiveSkill| a.user == who && a.is_skill() && position.war.skill(a.skill).is_called(name);
    position.war.active_skills.iter().find(is_own).cloned()
}

/// Cancels an own skill in force as a Free action. It must have neither upkeep nor a definite duration, or affect
/// [Self] alone (R366–R368, A127).
fn cancel(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let active = find_own_in_force(night, who, name).ok_or(Reason::NothingInForce)?;
    let has_end = active.until != Until::Open;
    let cannot_be_cancelled = active.upkeep.is_some() || (has_end && !active.is_self_only);
    night.pass_if_allowed(step, if cannot_be_cancelled { Err(Reason::CannotBeEnded) } else { Ok(()) })?;
    let cause = night.cause(step);
    end_effects::end_skill(night, &active, EndReason::Cancelled, cause, &[RuleId::R(367), RuleId::R(368)]);
    Ok(())
}

/// Releases what a Command Spell of a Master holds in force; it lasts as long as they desire (R177, R181, A127).
fn release_command_spell(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let is_open = |a: &&ActiveSkill| a.user == who && a.until == Until::Open && a.upkeep.is_none();
    let is_command_spell = |a: &&ActiveSkill| night.war.skill(a.skill).role == Role::CommandSpell;
    let is_called = |a: &&ActiveSkill| night.war.skill(a.skill).is_called(name);
    let ending: Vec<ActiveSkill> =
        night.war.active_skills.iter().filter(is_open).filter(is_command_spell).filter(is_called).cloned().collect();
    if ending.is_empty() {
        return Err(Reason::NothingInForce);
    }
    let cause = night.cause(step);
    for active in ending {
        end_effects::end_skill(night, &active, EndReason::Cancelled, cause, &[RuleId::R(368), RuleId::A(127)]);
    }
    Ok(())
}

/// Notes which upkeeps are refused, before upkeeps are taken (R365).
pub(crate) fn refuse_upkeeps(night: &mut Night<'_>) {
    for step in night.steps_in(Phase::Initial) {
        let Some(who) = night.actor(step) else { continue };
        let Some(ActionKind::StopPaying(skill)) = night.action(step).map(|a| a.kind.clone()) else { continue };
        if !night.is_due(step) {
            continue;
        }
        match find_own_in_force(night, who, &skill.text).filter(|a| a.upkeep.is_some()) {
            Some(active) => {
                night.agenda.refuse_upkeep(who, active.skill);
                let branch = step.branch_number();
                night.mark_carried_out(step, Outcome::Done { branch });
            }
            None => night.note_not_done(step, Reason::NothingInForce),
        }
    }
}

/// Carries out standing orders, which hold until another replaces them: who intercepts, who is no opponent. They hold
/// from the start of the Turn, or under a condition from the start of the phase in which the condition holds.
pub(crate) fn carry_out_standing_orders(night: &mut Night<'_>) {
    for step in night.standing_steps() {
        let is_alive = night.actor(step).is_some_and(|who| night.war.character(who).is_alive());
        if !is_alive || !night.is_open(step) {
            continue;
        }
        if night.is_due(step) {
            match perform(night, step) {
                Ok(()) => night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() }),
                Err(why) => night.note_not_done(step, why),
            }
        }
    }
}
