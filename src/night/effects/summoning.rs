//! Familiars: how they are summoned (R072, R083, R112, R359, R360, A095, A231).

use crate::event::kind::{Effects, EventKind};
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::night::state::skill_use::AppliedSkill;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;

/// The maximum number of characters in a War. A summoning beyond it is reported as a fault and not carried out.
const MAX_CHARACTERS: usize = 1000;

/// Summons familiars in the location of the skill, as many as there is room for.
pub(super) fn summon(night: &mut Night<'_>, applied: &AppliedSkill, count: u32, familiar: &str, at_most: Option<u32>) {
    let by = applied.user;
    let Some(sheet) = night.war.setup.familiar_named(familiar) else {
        night.report_fault(&format!("there is no sheet of a familiar `{familiar}`"));
        return;
    };
    let room = night.war.room_for(by, familiar, at_most).unwrap_or(count);
    for _ in 0..count.min(room) {
        if night.war.characters.len() >= MAX_CHARACTERS {
            night.report_fault(&format!("there are {MAX_CHARACTERS} characters already: no familiar is summoned"));
            return;
        }
        let who = CharacterId::at(night.war.characters.len());
        let name = night.war.name_of_familiar(by, sheet);
        let summoned_event = Effects::Summoned { who, name, sheet, at: applied.location, by, skill: applied.skill };
        night.emit(
            summoned_event,
            Some(applied.use_event),
            applied.cause,
            None,
            &[RuleId::R(72), RuleId::R(83), RuleId::R(112)],
        );
    }
}

/// Returns the familiars that a use of a skill has summoned.
pub(super) fn list_summoned_familiars(position: &Position, applied: &AppliedSkill) -> Vec<CharacterId> {
    let later_events = position.events.iter().skip(usize::try_from(applied.use_event.0).unwrap_or(usize::MAX));
    let consequences = later_events.filter(|event| event.parent == Some(applied.use_event));
    consequences
        .filter_map(|event| {
            let EventKind::Effects(Effects::Summoned { who, .. }) = event.kind else { return None };
            Some(who)
        })
        .collect()
}
