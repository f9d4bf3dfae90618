//! Contracts made, broken and passed on; who intercepts for a Master first; alliances and ceasefires (R138–R142, R146,
//! R152–R155, R364, A116, A155–A163, A169–A171).
//!
//! An offer and its acceptance are two orders, each at its own place in the order of turns. The later of the two makes
//! the contract, if both characters are in one location then (A160). Orders for the case of a Master's death are read
//! when the death happens (R152).

use crate::event::detail::{ContractReason, FreedReason, Outcome, Reason};
use crate::event::kind::Contracts;
use crate::event::{Cause, EventId};
use crate::language::condition::{Name, Who};
use crate::language::order::{ActionKind, ContractStep};
use crate::night::bind::WarIds;
use crate::night::conditions::targeting;
use crate::night::state::Night;
use crate::night::state::agenda::Bid;
use crate::night::state::position::Position;
use crate::night::state::task::Step;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, TeamId};
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::character::PactKind;

/// Makes, accepts or re-establishes a contract: a Free action of the Support Phase, in one location, in battle too
/// (A160). A bid stands until the Turn ends.
pub(crate) fn place_bid(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    with: &Who<WarIds>,
    contract_step: ContractStep,
) -> Result<(), Reason> {
    let character = night.war.character(who);
    match (character.kind, contract_step) {
        (SheetKind::Master, ContractStep::Make) => {
            let qualification = if night.war.can_contract(who) { Ok(()) } else { Err(Reason::Disqualified) };
            night.pass_if_allowed(step, qualification)?;
        }
        (SheetKind::Master, ContractStep::Reestablish) => {}
        (SheetKind::Servant, ContractStep::Accept | ContractStep::Reestablish) => {
            if character.master.is_some() {
                return Err(Reason::HasMaster);
            }
        }
        _ => return Err(Reason::WrongTargets),
    }
    // A bid may name characters without a Master, whom no ordinary order can mean, or those with one.
    let to = night.resolve_all(who, &with.without_masterless_filter(), &night.found_by_condition(step));
    let names_alternatives = matches!(with, Who::OneOf(_) | Who::Any(_));
    night.agenda.add_bid(Bid {
        bidder: who,
        step,
        partners: to,
        wants_only_one: names_alternatives,
        is_reestablished: contract_step == ContractStep::Reestablish,
    });
    // Bids of one batch are made at once, and are heard when all have been made.
    let is_concluded = !night.is_in_batch() && conclude_contracts(night, Some(step));
    if is_concluded { Ok(()) } else { Err(Reason::NotAgreed) }
}

/// Makes the contracts that both sides have agreed to, each Servant's in the order of its wishes (A160). Returns
/// whether the order that came last took part in one.
pub(crate) fn conclude_contracts(night: &mut Night<'_>, last: Option<Step>) -> bool {
    let mut took_part = false;
    while let Some((master, servant)) = next_agreement(night) {
        let how = if night.war.character(master.bidder).mastery.as_ref().is_some_and(|m| m.is_qualified) {
            ContractReason::Agreed
        } else {
            ContractReason::Reestablished
        };
        let rules: &[RuleId] = match how {
            ContractReason::Reestablished => &[RuleId::R(138), RuleId::R(139), RuleId::A(160)],
            ContractReason::Agreed | ContractReason::Transferred | ContractReason::Forced => {
                &[RuleId::R(146), RuleId::A(160)]
            }
        };
        let cause = night.cause(last.filter(|step| *step == master.step).unwrap_or(servant.step));
        let contracted = Contracts::Contracted { servant: servant.bidder, master: master.bidder, how };
        night.emit(contracted, None, cause, None, rules);
        if master.wants_only_one {
            night.agenda.withdraw_bid(master.step);
        }
        for step in [servant.step, master.step] {
            if last == Some(step) {
                took_part = true;
            } else {
                night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
            }
        }
    }
    took_part
}

/// Returns a Master and a Servant who name each other and can make a contract now.
fn next_agreement(night: &Night<'_>) -> Option<(Bid, Bid)> {
    let of_kind = |kind| night.agenda.bids().iter().filter(move |bid| night.war.character(bid.bidder).kind == kind);
    of_kind(SheetKind::Servant).find_map(|servant| {
        let is_agreed = |master: &&Bid| {
            servant.partners.contains(&master.bidder)
                && master.partners.contains(&servant.bidder)
                && can_contract_now(night, master, servant)
        };
        of_kind(SheetKind::Master).find(is_agreed).map(|master| (master.clone(), servant.clone()))
    })
}

/// Whether two sides that name each other can make a contract where they are now.
fn can_contract_now(night: &Night<'_>, one: &Bid, other: &Bid) -> bool {
    let war = &night.war;
    let (master, servant) = match (war.character(one.bidder).kind, war.character(other.bidder).kind) {
        (SheetKind::Master, SheetKind::Servant) => (one, other),
        (SheetKind::Servant, SheetKind::Master) => (other, one),
        _ => return false,
    };
    if !war.is_masterless(servant.bidder) || !war.character(master.bidder).is_alive() {
        return false;
    }
    // The GM may allow either order in spite of the rules (R008).
    if night.is_allowed(one.step) || night.is_allowed(other.step) {
        return true;
    }
    let is_able = if master.is_reestablished {
        war.can_have(master.bidder, servant.bidder) && war.character(servant.bidder).first_master == Some(master.bidder)
    } else {
        war.can_contract(master.bidder)
    };
    is_able && war.character(master.bidder).at == war.character(servant.bidder).at
}

/// Breaks a contract at the Master's will, at any distance (R142, A159).
pub(crate) fn break_off(
    night: &mut Night<'_>,
    step: Step,
    master: CharacterId,
    with: &Who<WarIds>,
) -> Result<(), Reason> {
    let servant = targeting::find_own_servant(&night.war, master, with).ok_or(Reason::NoContract)?;
    let freed_event = Contracts::Freed { servant, master, why: FreedReason::Released };
    let cause = night.cause(step);
    night.emit(freed_event, None, cause, None, &[RuleId::R(142), RuleId::A(159)]);
    Ok(())
}

/// Frees the Servants of a Master who is gone: they are Masterless from that instant (R142, A083).
pub(crate) fn free_servants(night: &mut Night<'_>, master: CharacterId, parent: EventId, why: FreedReason) {
    let freed: Vec<CharacterId> = night
        .war
        .living()
        .filter(|id| {
            let character = night.war.character(*id);
            character.kind == SheetKind::Servant && character.master == Some(master)
        })
        .collect();
    for servant in freed {
        let freed_event = Contracts::Freed { servant, master, why };
        night.emit(freed_event, Some(parent), Cause::Rule, None, &[RuleId::R(142)]);
    }
}

/// A Master who could take over the Servants of a Master who has just died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Heir {
    master: CharacterId,
    /// Whether somebody of their team is beside the corpse (A161).
    is_at_hand: bool,
}

/// Returns who could take over the Servants of a Master who has just died: Masters of the killing teams who can
/// contract, if the dead Master was qualified and is no partner (R152, R155, A082, A163).
pub(crate) fn find_heirs(war: &War, dead: CharacterId, killing: &[CharacterId]) -> Vec<Heir> {
    let character = war.character(dead);
    if !character.mastery.as_ref().is_some_and(|m| m.is_qualified && m.command_spells > 0) {
        return Vec::new();
    }
    let is_at_hand = |master| war.present(character.at).any(|id| war.are_partners(id, master));
    let candidates = killing.iter().copied().filter(|master| *master != dead && war.can_contract(*master));
    candidates.map(|master| Heir { master, is_at_hand: is_at_hand(master) }).collect()
}

/// A Servant of a killed Master who goes over to another.
struct ServantTransfer {
    servant: CharacterId,
    master: CharacterId,
    step: Step,
    reason: ContractReason,
}

/// Frees the Servants of a dead Master, and passes those that choose to or can be forced to the Master of the killing
/// team (R142, R152–R154, A161). Their orders are read while the bond still tells them of the death. Then the bond
/// breaks, and the new contracts hold.
pub(crate) fn pass_on_servants(night: &mut Night<'_>, dead: CharacterId, heirs: &[Heir], parent: EventId) {
    let mut transfers: Vec<ServantTransfer> = Vec::new();
    if !heirs.is_empty() {
        // From here the death has been perceived.
        night.next_batch();
        for servant in night.war.servants_of(dead).to_vec() {
            transfers.extend(find_transfer(night, servant, dead, heirs));
        }
    }
    free_servants(night, dead, parent, FreedReason::MasterDied);
    for ServantTransfer { servant, master, step, reason: how } in transfers {
        let rules: &[RuleId] = match how {
            ContractReason::Forced => &[RuleId::R(152), RuleId::R(154), RuleId::A(161)],
            ContractReason::Agreed | ContractReason::Reestablished | ContractReason::Transferred => {
                &[RuleId::R(152), RuleId::R(153)]
            }
        };
        let cause = night.cause(step);
        night.emit(Contracts::Contracted { servant, master, how }, Some(parent), cause, None, rules);
        night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
    }
}

/// Returns to whom and how a Servant of a dead Master goes over, if it does.
fn find_transfer(
    night: &mut Night<'_>,
    servant: CharacterId,
    dead: CharacterId,
    heirs: &[Heir],
) -> Option<ServantTransfer> {
    if !night.war.character(servant).is_alive() {
        return None;
    }
    if let Some((master, step)) = find_chosen_heir(night, servant, heirs) {
        return Some(ServantTransfer { servant, master, step, reason: ContractReason::Transferred });
    }
    let forcing: Vec<(Heir, Step)> =
        heirs.iter().filter_map(|heir| Some((*heir, find_forcing_order(night, heir.master, servant)?))).collect();
    let can_be_forced = night.war.setup.switches.contract_force && !can_protect(&night.war, servant, dead);
    match forcing.as_slice() {
        [(heir, step)] if can_be_forced && heir.is_at_hand => {
            Some(ServantTransfer { servant, master: heir.master, step: *step, reason: ContractReason::Forced })
        }
        _ => {
            forcing.iter().for_each(|(_, step)| night.note_not_done(*step, Reason::NotForced));
            None
        }
    }
}

/// Whether a Servant can protect its dead Master: there, outside Spirit Form, and able to act (R154, A118, A161).
fn can_protect(war: &War, servant: CharacterId, dead: CharacterId) -> bool {
    let character = war.character(servant);
    character.at == war.character(dead).at && !character.is_in_spirit_form && !war.cannot_act(servant)
}

/// Returns the Master to whom a Servant chooses to go over. The first fitting order decides; silence is no consent
/// (R153).
fn find_chosen_heir(night: &mut Night<'_>, servant: CharacterId, heirs: &[Heir]) -> Option<(CharacterId, Step)> {
    let mut remaining: Vec<CharacterId> = heirs.iter().map(|heir| heir.master).collect();
    for step in night.steps_of(servant).collect::<Vec<_>>() {
        let Some((accepts, servants_named)) = transfer_consent(night, step) else { continue };
        // An heir who stands there is known by that, wherever they are.
        let mut masters_named = night.resolve_all(servant, &servants_named, &night.found_by_condition(step));
        masters_named.extend(night.resolve_anywhere(servant, &servants_named, &night.found_by_condition(step)));
        if !remaining.iter().any(|heir| masters_named.contains(heir)) || !is_in_effect_now(night, step) {
            continue;
        }
        if accepts {
            let mut is_accepted =
                |heir: &CharacterId| masters_named.contains(heir) && is_willing(night, *heir, servant);
            match remaining.iter().copied().find(|heir| is_accepted(heir)) {
                Some(heir) => return Some((heir, step)),
                None => night.note_not_done(step, Reason::NotAgreed),
            }
        } else {
            remaining.retain(|heir| !masters_named.contains(heir));
            night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
        }
    }
    None
}

/// Whether a Master takes over a Servant that comes to them. They do, unless their orders say otherwise.
fn is_willing(night: &mut Night<'_>, master: CharacterId, servant: CharacterId) -> bool {
    for step in night.steps_of(master).collect::<Vec<_>>() {
        let Some((accepts, servants_named)) = transfer_consent(night, step) else { continue };
        let named = night.resolve_all(master, &servants_named, &night.found_by_condition(step));
        if (named.contains(&servant) || named.contains(&master)) && is_in_effect_now(night, step) {
            return accepts;
        }
    }
    true
}

/// Returns whether an order accepts or refuses a transfer, and of whom; `None` for any other order.
fn transfer_consent(night: &Night<'_>, step: Step) -> Option<(bool, Who<WarIds>)> {
    match night.action(step).map(|action| &action.kind) {
        Some(ActionKind::Contract(ContractStep::AcceptTransfer, of)) => Some((true, of.clone())),
        Some(ActionKind::Contract(ContractStep::RefuseTransfer, of)) => Some((false, of.clone())),
        _ => None,
    }
}

/// Returns the order by which a Master would force a Servant, if one holds now.
fn find_forcing_order(night: &mut Night<'_>, master: CharacterId, servant: CharacterId) -> Option<Step> {
    let steps: Vec<Step> = night.steps_of(master).collect();
    steps.into_iter().find(|step| {
        let Some(ActionKind::Contract(ContractStep::Force, whom)) =
            night.action(*step).map(|action| action.kind.clone())
        else {
            return false;
        };
        let named = night.resolve_all(master, &whom.without_masterless_filter(), &night.found_by_condition(*step));
        named.contains(&servant) && is_in_effect_now(night, *step)
    })
}

/// Whether an order without a place in the order of turns holds now: it is open, what it waits for has happened, and
/// its branch runs.
fn is_in_effect_now(night: &mut Night<'_>, step: Step) -> bool {
    night.is_open(step) && night.is_due(step)
}

/// Names the Servants that intercept for a Master before the others, in this order (A116).
pub(crate) fn name_interceptors(
    night: &mut Night<'_>,
    step: Step,
    master: CharacterId,
    named: &[Who<WarIds>],
) -> Result<(), Reason> {
    if night.war.character(master).mastery.is_none() {
        return Err(Reason::WrongTargets);
    }
    let mut guards: Vec<CharacterId> = Vec::new();
    for who in named {
        for id in night.resolve_all(master, who, &night.found_by_condition(step)) {
            if night.war.servants_of(master).contains(&id) && !guards.contains(&id) {
                guards.push(id);
            }
        }
    }
    if guards.is_empty() {
        return Err(Reason::NoContract);
    }
    let cause = night.cause(step);
    night.emit(Contracts::GuardsNamed { master, guards }, None, cause, None, &[RuleId::R(258), RuleId::A(116)]);
    Ok(())
}

/// Declares or ends an alliance or a ceasefire, by a Master's own word (R364, A155).
///
/// # Errors
/// There is no such team, or it is the Master's own.
pub(crate) fn declare_pact(
    night: &mut Night<'_>,
    step: Step,
    master: CharacterId,
    team: &Name,
    pact: Option<PactKind>,
) -> Result<(), Reason> {
    let mastery = night.war.character(master).mastery.as_ref().ok_or(Reason::WrongTargets)?;
    let with = find_team(night, master, team).ok_or(Reason::TargetNotAvailable)?;
    let is_own = night.war.setup.teams.get(with.index()).is_some_and(|team| team.master == master);
    if is_own {
        return Err(Reason::WrongTargets);
    }
    if pact.is_none() && !mastery.pacts.iter().any(|p| p.with == with) {
        return Err(Reason::NothingInForce);
    }
    let cause = night.cause(step);
    let pact_declared = Contracts::PactDeclared { master, with, pact };
    night.emit(pact_declared, None, cause, None, &[RuleId::R(364), RuleId::A(155)]);
    Ok(())
}

/// Returns the team with a name, or the team of a Master whom the seat knows by this name.
pub(crate) fn find_team(position: &Position, master: CharacterId, name: &Name) -> Option<TeamId> {
    let war = &position.war;
    war.setup.team_named(&name.text).or_else(|| {
        let seat = war.seat_of(master)?;
        let is_called = |team: &&crate::war::setup::Team| {
            war.name_for(seat, team.master).is_some_and(|known| known.eq_ignore_ascii_case(&name.text))
        };
        let team = war.setup.teams.iter().find(is_called)?;
        war.setup.team_named(&team.name)
    })
}
