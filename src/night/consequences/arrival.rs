//! Consequences of an arrival: the newcomer finds a battle; the owner of a Home Base is alerted (R222, R223, R261).

use crate::event::kind::{Combat, Knowledge};
use crate::event::{Cause, EventId};
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;

use super::joining::is_in_battle;

/// Tells a newcomer of a battle in progress where they arrive: who fights, and how hurt they look (R261, I12, I20). It
/// tells nothing of what happened before.
pub(crate) fn find_battle(night: &mut Night<'_>, who: CharacterId, at: LocationId, parent: EventId) {
    let war = &night.war;
    let is_fighting = |id: &CharacterId| {
        let other = war.character(*id);
        *id != who
            && !other.is_in_spirit_form
            && !other.turn.has_moved
            && is_in_battle(war, *id)
            && !war.is_hidden_from(*id, who, false)
    };
    let fighters: Vec<CharacterId> = war.present(at).filter(is_fighting).collect();
    if fighters.iter().any(|id| !war.are_partners(who, *id)) {
        let battle_found = Combat::BattleFound { who, fighters };
        night.emit(battle_found, Some(parent), Cause::Rule, None, &[RuleId::R(261), RuleId::I(12), RuleId::I(20)]);
    }
}

/// Alerts the owner of a Home Base that somebody else is in it, and nothing more (R222, R223, A173).
pub(crate) fn alert_owner(night: &mut Night<'_>, intruder: CharacterId, at: LocationId, parent: EventId) {
    // Inside a Reality Marble, the alarm of the Home Base is suspended (A221).
    if night.war.marble_at(at).is_some() {
        return;
    }
    let owners: Vec<CharacterId> = night
        .war
        .living()
        .filter(|id| {
            let owner = night.war.character(*id);
            owner.kind == SheetKind::Master
                && owner.mastery.as_ref().is_some_and(|m| m.homes.contains(&at))
                && !night.war.are_partners(*id, intruder)
        })
        .collect();
    for owner in owners {
        night.emit(
            Knowledge::Alert { owner, at },
            Some(parent),
            Cause::Rule,
            Some(at),
            &[RuleId::R(222), RuleId::R(223)],
        );
    }
}
