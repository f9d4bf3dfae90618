//! Raising a Bounded Field, and who notices it (R113–R115, R288–R291, A197, A217). Also who notices
//! items that lie in a location (R354).

use crate::event::detail::{Paid, Reason};
use crate::event::kind::Effects;
use crate::event::{Cause, EventId};
use crate::night::actions::find_skill::FoundSkill;
use crate::night::state::Night;
use crate::night::state::skill_use::SkillUse;
use crate::perception::learning;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;

/// Checks that a Bounded Field can be raised in a location. Each location has one; a second one fails, and nothing is
/// paid (R114, R115).
///
/// # Errors
/// [`Reason::FieldThere`] where the location has a field already.
pub(crate) fn check_room_for_field(
    night: &mut Night<'_>,
    cause: Cause,
    user: CharacterId,
    found: FoundSkill,
    at: LocationId,
) -> Result<(), Reason> {
    if !night.war.skill(found.skill).is_field(found.is_upgraded) || night.basis().field_at(at).is_none() {
        return Ok(());
    }
    refund_field(night, user, found.skill, Paid::default(), None, cause, RuleId::R(115));
    Err(Reason::FieldThere)
}

/// Refuses Bounded Fields that were raised on one location at once: none of them stands, and each user gets back what
/// it cost (A217). Returns the indices of these uses.
pub(crate) fn refuse_clashing_fields(night: &mut Night<'_>, uses: &[SkillUse]) -> Vec<usize> {
    let is_field = |skill_use: &SkillUse| night.war.skill(skill_use.skill).is_field(skill_use.is_upgraded);
    let fields: Vec<usize> = (0..uses.len()).filter(|n| uses.get(*n).is_some_and(is_field)).collect();
    let is_clashing = |n: &usize| {
        let place_of = |n: &usize| uses.get(*n).map(|skill_use| skill_use.location);
        fields.iter().any(|other| other != n && place_of(other) == place_of(n))
    };
    let clashing: Vec<usize> = fields.iter().copied().filter(is_clashing).collect();
    for skill_use in clashing.iter().filter_map(|n| uses.get(*n)) {
        refund_field(
            night,
            skill_use.user,
            skill_use.skill,
            skill_use.paid,
            Some(skill_use.use_event),
            skill_use.cause,
            RuleId::A(217),
        );
    }
    clashing
}

fn refund_field(
    night: &mut Night<'_>,
    user: CharacterId,
    skill: crate::war::setup::SkillRef,
    paid: Paid,
    parent: Option<EventId>,
    cause: Cause,
    rule: RuleId,
) {
    let refund = Effects::Refunded { user, skill, why: Reason::FieldThere, paid };
    night.emit(refund, parent, cause, None, &[RuleId::R(115), rule]);
}

/// Lets characters notice a field in their location, once a Turn (R291).
pub(crate) fn sense_fields(night: &mut Night<'_>) {
    for kind in learning::find_sensed_fields(&night.war) {
        night.emit(kind, None, Cause::Rule, None, &[RuleId::R(290), RuleId::R(291)]);
    }
}

/// Lets characters notice an item that lies where they begin the Turn (R354).
pub(crate) fn notice_items(night: &mut Night<'_>) {
    for kind in learning::find_noticed_items(&night.war) {
        night.emit(kind, None, Cause::Rule, None, &[RuleId::R(354)]);
    }
}

/// Lets a scout notice a field where it looked (A197, I17).
pub(crate) fn sense_from_afar(night: &mut Night<'_>, scout: CharacterId, at: LocationId, parent: EventId) {
    if let Some(kind) = learning::sense_field_at(&night.war, at, &[scout]) {
        night.emit(kind, Some(parent), Cause::Rule, None, &[RuleId::R(291), RuleId::A(197)]);
    }
}
