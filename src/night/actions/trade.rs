//! What a location sells or offers, and items that change hands (R280–R283, R328–R333, R337–R340, R352–R355, R372,
//! R373).

use crate::event::detail::{Outcome, Paid, Reason};
use crate::event::kind::{Effects, Possessions};
use crate::language::condition::Who;
use crate::language::order::{ActionKind, Offer};
use crate::night::bind::WarIds;
use crate::night::consequences::joining::is_in_battle;
use crate::night::effects::apply_skill;
use crate::night::effects::relocation::{RelocationPlan, check_can_relocate};
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::night::state::task::Step;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::evaluate::EvalContext;
use crate::war::setup::{Facility, SheetId, SkillRef};

use super::facility::{find_facility, find_payer};
use super::igm::{self, IgmPayment};
use super::price;

/// Finds an entry of the items sheet by name and role.
fn find_shop_entry(war: &War, name: &str, role: Role) -> Option<SkillRef> {
    war.setup.find_skill(SheetId::ITEMS, name).filter(|entry| war.skill(*entry).role == role)
}

/// Checks that a character can have something where it is: the location offers it, and the character is in no battle
/// (R372, R373).
fn check_offered(war: &War, who: CharacterId, entry: SkillRef) -> Result<(), Reason> {
    let facility = find_facility(war, who);
    if facility.map(Facility::name) != war.skill(entry).sold_at.as_deref() || facility.is_none() {
        Err(Reason::NotOfferedHere)
    } else if is_in_battle(war, who) {
        Err(Reason::InBattle)
    } else {
        Ok(())
    }
}

/// Buys an item: a Support action without SP. The Advanced Hospital allows one purchase of one item a Turn: of several
/// ordered, one is bought (R337–R339, A206, A207).
///
/// # Errors
/// Why nothing is bought.
pub(crate) fn buy(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str, count: u32) -> Result<(), Reason> {
    let war = &night.war;
    let item = find_shop_entry(war, name, Role::Item).ok_or(Reason::NotOfferedHere)?;
    check_offered(war, who, item)?;
    let is_hospital = war.setup.location(war.character(who).at).facility == Some(Facility::AdvancedHospital);
    if is_hospital && war.character(who).turn.bought > 0 {
        return Err(Reason::UsedUp);
    }
    let (ordered, count) = (count, if is_hospital { count.min(1) } else { count });
    let price = war.skill(item).price.unwrap_or(Exact::ZERO).times(Exact::from(count));
    let price = price.map_err(|_| Reason::NotEnoughCp)?;
    let payer = find_payer(war, who, price)?;
    let purchase = Possessions::Bought { who, item, count, payer, price };
    let cause = night.cause(step);
    night.emit(purchase, None, cause, None, &[RuleId::R(281), RuleId::R(337)]);
    if count < ordered {
        let branch = step.branch_number();
        night.report_outcome(step.task, Outcome::DonePartly { branch, times: count, why: Some(Reason::UsedUp) });
    }
    Ok(())
}

/// A service requested of the IGM.
pub(crate) struct ServiceRequest<'a> {
    pub service: &'a str,
    pub beneficiary: Option<&'a Who<WarIds>>,
    pub destination: Option<LocationId>,
}

/// The services that only Combat Points can pay for (R328).
const COMBAT_POINTS_ONLY: [&str; 2] = ["Fast Healing", "True Healing"];

/// Requests a service of the IGM, once a Turn a player. A healing may be for the character's own Servant, wherever it
/// is (R318, R328–R333, A201–A204).
///
/// # Errors
/// Why the service is not rendered; nothing was paid then.
pub(crate) fn request_service(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    service_request: ServiceRequest<'_>,
    offer: Option<&Offer>,
) -> Result<(), Reason> {
    let ServiceRequest { service: name, beneficiary, destination } = service_request;
    let war = &night.war;
    let service = find_shop_entry(war, name, Role::Service).ok_or(Reason::NotOfferedHere)?;
    igm::check_may_deal(war, who)?;
    let takes_points_only = COMBAT_POINTS_ONLY.contains(&name);
    let recipient = match beneficiary {
        None | Some(Who::User) => who,
        Some(beneficiary) => night
            .resolve(who, beneficiary, &night.found_by_condition(step))
            .first()
            .copied()
            .ok_or(Reason::TargetNotAvailable)?,
    };
    // A healing may be for one's Servant; any other service is for the character who is there (A204).
    if recipient != who && !(takes_points_only && war.servants_of(who).contains(&recipient)) {
        return Err(Reason::WrongTargets);
    }
    let price = war.skill(service).price.unwrap_or(Exact::ZERO);
    if takes_points_only && matches!(offer, Some(Offer::Information(_))) {
        return Err(Reason::NotOffered);
    }
    let payment = igm::accept_payment(war, who, offer.unwrap_or(&Offer::CombatPoints(price)), price)?;
    let needs_location = war.skill(service).targets.contains(&TargetKind::Location);
    if needs_location && destination.is_none() {
        return Err(Reason::PlaceMissing);
    }
    let relocation =
        RelocationPlan { user: who, skill: service, targets: &[recipient], chosen: destination, push: None };
    check_can_relocate(night.basis(), relocation)?;
    // What one of a player's characters had, the player had (A201).
    for own in igm::characters_of_player(&night.war, who) {
        price::check_requirements(night, night.cause(step), service, EvalContext::of(own, Some(recipient), Some(own)))?;
    }
    let payer = match payment {
        IgmPayment::CombatPoints(payer, _) => Some(payer),
        IgmPayment::Information(_) => {
            igm::pay_igm(night, step, who, payment);
            None
        }
    };
    let cp = if payer.is_some() { price } else { Exact::ZERO };
    let location = destination.filter(|_| needs_location);
    let service_rendered =
        Service { skill: service, beneficiary: recipient, location, paid: Paid { cp, ..Paid::default() }, payer };
    render_service(night, step, who, service_rendered, &[RuleId::R(318), RuleId::R(328), RuleId::R(372)]);
    Ok(())
}

/// `Visit`: visits the Fancy Mansion, where the GM says what is found. A player visits once, and once more for each
/// time they had its people forget (R333, R372).
pub(crate) fn visit(night: &mut Night<'_>, step: Step, who: CharacterId) -> Result<(), Reason> {
    let war = &night.war;
    let mansion = find_shop_entry(war, "Fancy Mansion", Role::Service).ok_or(Reason::NotOfferedHere)?;
    check_offered(war, who, mansion)?;
    let player = igm::characters_of_player(war, who);
    let count_uses = |skill: SkillRef| -> u32 {
        let uses = player.iter().flat_map(|own| &war.character(*own).uses);
        uses.filter(|uses| uses.skill == skill).map(|uses| uses.in_all).sum()
    };
    let visits_erased = find_shop_entry(war, "Memory Erase", Role::Service).map_or(0, count_uses);
    if count_uses(mansion) > visits_erased {
        return Err(Reason::UsedUp);
    }
    let visit = Service { skill: mansion, beneficiary: who, location: None, paid: Paid::default(), payer: None };
    render_service(night, step, who, visit, &[RuleId::R(333), RuleId::R(372)]);
    Ok(())
}

/// A service to be rendered.
struct Service {
    skill: SkillRef,
    beneficiary: CharacterId,
    location: Option<LocationId>,
    paid: Paid,
    payer: Option<CharacterId>,
}

fn render_service(night: &mut Night<'_>, step: Step, who: CharacterId, service: Service, rules: &[RuleId]) {
    let Service { skill, beneficiary: on, location, paid, payer } = service;
    let cause = night.cause(step);
    let skill_used = Effects::SkillUsed {
        user: who,
        skill,
        targets: vec![on],
        location,
        paid,
        is_upgraded: false,
        is_attack: false,
        is_area: false,
        counts: false,
        payer,
        counted: Vec::new(),
    };
    let use_event = night.emit(skill_used, None, cause, None, rules);
    let buyer_location = night.war.character(who).at;
    let applied = AppliedSkill {
        targets: vec![on],
        chosen: location,
        ..AppliedSkill::new(who, skill, buyer_location, use_event, cause)
    };
    apply_skill::apply_use(night, &applied);
}

/// Gives an item to somebody beside its holder, as a Free action (R352, A208).
pub(crate) fn give(
    night: &mut Night<'_>,
    step: Step,
    who: CharacterId,
    name: &str,
    to: &Who<WarIds>,
) -> Result<(), Reason> {
    let item = item_held_by(&night.war, who, name)?;
    if is_unbought_item(night, step, name) {
        return Err(Reason::NotOfferedHere);
    }
    let to =
        night.resolve(who, to, &night.found_by_condition(step)).first().copied().ok_or(Reason::TargetNotAvailable)?;
    if to == who || !night.basis().is_in_sight(who, to) {
        return Err(Reason::TargetNotAvailable);
    }
    pass_item(night, step, item, Some(who), Some(to));
    Ok(())
}

/// Whether an item was to be bought earlier in the same order and was not, as in `Buy a Splint for Saber` and `Buy a
/// Splint and use it`: what was held before is not meant.
pub(super) fn is_unbought_item(night: &Night<'_>, step: Step, name: &str) -> bool {
    let Some(task) = night.agenda.task(step) else { return false };
    let actions = task.order.body.branches.get(step.branch).map_or(&[][..], |branch| &branch.actions);
    let earlier = actions.iter().enumerate().take(step.action);
    let purchases = earlier.filter(|(_, action)| match &action.kind {
        ActionKind::Buy { item, .. } => item.text.eq_ignore_ascii_case(name),
        _ => false,
    });
    purchases.into_iter().any(|(index, _)| !task.done_actions.contains(&(step.branch, index)))
}

/// Drops an item where its holder is, as a Free action (R353, A208).
pub(crate) fn drop_item(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let item = item_held_by(&night.war, who, name)?;
    pass_item(night, step, item, Some(who), None);
    Ok(())
}

/// Picks up an item. Anybody with a ranked ACT notices it (R354, A208).
pub(crate) fn pick_up(night: &mut Night<'_>, step: Step, who: CharacterId, name: &str) -> Result<(), Reason> {
    let war = &night.war;
    let item = find_shop_entry(war, name, Role::Item).ok_or(Reason::TargetNotAvailable)?;
    let lies_here = war.dropped.get(&war.character(who).at).is_some_and(|items| items.contains(&item));
    if !lies_here || war.acuity(who) == Acuity::None {
        return Err(Reason::TargetNotAvailable);
    }
    pass_item(night, step, item, None, Some(who));
    Ok(())
}

fn item_held_by(war: &War, who: CharacterId, name: &str) -> Result<SkillRef, Reason> {
    let item = find_shop_entry(war, name, Role::Item);
    item.filter(|item| war.character(who).items.contains(item)).ok_or(Reason::ItemNotHeld)
}

fn pass_item(night: &mut Night<'_>, step: Step, item: SkillRef, from: Option<CharacterId>, to: Option<CharacterId>) {
    let Some(holder) = from.or(to) else { return };
    let at = night.war.character(holder).at;
    let cause = night.cause(step);
    let item_passed = Possessions::ItemPassed { item, from, to, at };
    night.emit(item_passed, None, cause, None, &[RuleId::R(352), RuleId::R(353), RuleId::A(208)]);
}
