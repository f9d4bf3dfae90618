//! Dealing with the IGM: information, its payment, shelter; visiting the Fancy Mansion (R317–R336, A199–A205).

use crate::event::detail::Reason;
use crate::event::kind::{Igm, Knowledge};
use crate::language::order::Offer;
use crate::night::consequences::joining::is_in_battle;
use crate::night::effects::end_effects::end_by_death;
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::sheet::SheetKind;
use crate::vocabulary::draw::draw_index;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::IgmRepeat;
use crate::war::War;
use crate::war::igm::{Information, Topic};
use crate::war::setup::Facility;

use super::facility::{find_facility, find_payer};

/// The price of a piece of information or a service in Combat Points (R318).
const INFORMATION_PRICE: i64 = 150;

/// A payment to the IGM.
pub(crate) enum IgmPayment {
    /// Combat Points of this Master.
    CombatPoints(CharacterId, Exact),
    /// A fact about the payer's own team.
    Information(Information),
}

/// Returns the characters of the player who orders for a character: what one of them had, the player had (A201).
pub(crate) fn characters_of_player(war: &War, who: CharacterId) -> Vec<CharacterId> {
    let seat = war.seat_of(who);
    war.ids().filter(|id| *id == who || (seat.is_some() && war.seat_of(*id) == seat)).collect()
}

/// Checks that a character may deal with the IGM now: it is there, in no battle, and its player has not dealt this Turn
/// (R317, R318, R373).
pub(crate) fn check_may_deal(war: &War, who: CharacterId) -> Result<(), Reason> {
    if find_facility(war, who) != Some(Facility::IgmOffice) {
        Err(Reason::NotOfferedHere)
    } else if is_in_battle(war, who) {
        Err(Reason::InBattle)
    } else if characters_of_player(war, who).into_iter().any(|own| war.character(own).turn.has_dealt_with_igm) {
        Err(Reason::UsedUp)
    } else {
        Ok(())
    }
}

/// Returns the payment offered, if the IGM takes it: the price in Combat Points, or a fact about the payer's team that
/// the IGM does not have yet and that stands nowhere in red (R318–R324, A200).
pub(crate) fn accept_payment(war: &War, who: CharacterId, offer: &Offer, price: Exact) -> Result<IgmPayment, Reason> {
    match offer {
        Offer::CombatPoints(n) if *n != price => Err(Reason::NotOffered),
        Offer::CombatPoints(_) => find_payer(war, who, price).map(|payer| IgmPayment::CombatPoints(payer, price)),
        Offer::Information(words) => {
            let fact = war.find_facts_in_words(who, words).into_iter().find(|fact| war.igm_takes(fact));
            fact.map(IgmPayment::Information).ok_or(Reason::OfferRefused)
        }
    }
}

/// Pays the IGM with a piece of information, or with a Master's Combat Points.
pub(crate) fn pay_igm(night: &mut Night<'_>, step: Step, who: CharacterId, payment: IgmPayment) {
    let (sold, payer, price) = match payment {
        IgmPayment::CombatPoints(payer, price) => (None, Some(payer), price),
        IgmPayment::Information(piece) => (Some(piece), None, Exact::ZERO),
    };
    let cause = night.cause(step);
    let igm_paid = Igm::IgmPaid { who, sold, payer, price };
    night.emit(igm_paid, None, cause, None, &[RuleId::R(318), RuleId::R(372), RuleId::A(200), RuleId::I(11)]);
}

/// `Ask the IGM for information`: draws one piece from those that tell of nobody on the asker's team (R319, R325, R327,
/// A199).
///
/// # Errors
/// Why nothing is told; nothing was paid then.
pub(crate) fn buy_information(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    offer: &Offer,
) -> Result<(), Reason> {
    check_may_deal(&night.war, who)?;
    let payment = accept_payment(&night.war, who, offer, Exact::whole(INFORMATION_PRICE))?;
    let war = &night.war;
    let seat = war.seat_of(who);
    let is_untold = |piece: &Information| match war.setup.switches.igm_repeat {
        IgmRepeat::Never => piece.given.is_empty(),
        IgmRepeat::PerPlayer => !seat.is_some_and(|seat| piece.given.contains(&seat)),
    };
    let pool: Vec<usize> = war
        .igm
        .pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| is_untold(piece) && !piece.about.iter().any(|of| war.are_partners(who, *of)))
        .map(|(index, _)| index)
        .collect();
    // Each player has a stream of draws: what another asks for does not change what is drawn for this one.
    let purpose = format!("igm/{}", war.character(who).name);
    let drawn_index =
        draw_index(war.setup.seed, war.night, &purpose, pool.len()).and_then(|index| pool.get(index)).copied();
    let index = drawn_index.ok_or(Reason::NothingToTell)?;
    let (words, topic) = war.igm.pieces.get(index).map(|p| (p.words.clone(), p.topic.clone())).unwrap_or_else(|| {
        // The index was drawn from the pieces there are.
        (String::new(), Topic::Class)
    });
    pay_igm(night, step, who, payment);
    let piece = u16::try_from(index).unwrap_or(u16::MAX);
    let cause = night.cause(step);
    let informed = Igm::Informed { who, seat, piece, words };
    let informed_event = night.emit(informed, None, cause, None, &[RuleId::R(325), RuleId::R(327), RuleId::A(199)]);
    // A character may speak of a skill that it has been told of (A239).
    if let Topic::Skill(skill) | Topic::Phantasm(skill) = topic
        && !night.war.character(who).heard.contains(&skill)
    {
        let skill_heard = Knowledge::SkillHeard { observer: who, skill };
        night.emit(skill_heard, Some(informed_event), cause, None, &[RuleId::A(239)]);
    }
    Ok(())
}

/// `Take shelter`: a Master without Servants leaves the War for good; nothing affects them any more (R334–R336, A205).
pub(crate) fn take_shelter(night: &mut Night<'_>, step: Step, who: CharacterId) -> Result<(), Reason> {
    let war = &night.war;
    let character = war.character(who);
    if character.kind != SheetKind::Master {
        return Err(Reason::WrongTargets);
    }
    if find_facility(war, who) != Some(Facility::IgmOffice) {
        return Err(Reason::NotOfferedHere);
    }
    if is_in_battle(war, who) {
        return Err(Reason::InBattle);
    }
    if !war.servants_of(who).is_empty() {
        return Err(Reason::RequirementNotMet);
    }
    let cause = night.cause(step);
    let rules = [RuleId::R(334), RuleId::R(336), RuleId::A(205)];
    let sheltered_event = night.emit(Igm::Sheltered { who }, None, cause, None, &rules);
    end_by_death(night, who, sheltered_event);
    let other_steps: Vec<Step> = night.steps_of(who).filter(|other| other.task != step.task).collect();
    for other in other_steps {
        night.note_not_done(other, Reason::Sheltered);
    }
    Ok(())
}
