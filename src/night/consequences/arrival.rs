//! What an arrival entails: the newcomer finds a battle, a Home Base's owner is alerted (R222, R223, R261).

use crate::event::kind::{Combat, Knowledge};
use crate::event::{Cause, EventId};
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;

use super::joining::in_battle;

/// A newcomer learns of a battle that goes on where they arrive: who fights, and how hurt they look (R261, I12, I20).
/// Nothing of what went before.
pub(crate) fn find_battle(night: &mut Night<'_>, who: CharacterId, at: LocationId, parent: EventId) {
    let war = &night.war;
    let fights = |id: &CharacterId| {
        let there = war.character(*id);
        *id != who && !there.spirit_form && !there.turn.moved && in_battle(war, *id) && !war.hides(*id, who, false)
    };
    let fighters: Vec<CharacterId> = war.present(at).filter(fights).collect();
    if fighters.iter().any(|id| !war.are_partners(who, *id)) {
        let found = Combat::BattleFound { who, fighters };
        night.emit(found, Some(parent), Cause::Rule, None, &[RuleId::R(261), RuleId::I(12), RuleId::I(20)]);
    }
}

/// The Home Base tells its owner that somebody else is in it, and nothing more (R222, R223, A173).
pub(crate) fn alert_owner(night: &mut Night<'_>, intruder: CharacterId, at: LocationId, parent: EventId) {
    // Inside a Reality Marble its field rests (A221).
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
