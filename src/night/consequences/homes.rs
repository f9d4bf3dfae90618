//! Who inherits a dead Master's Home Bases (R229–R231, A172). Nothing else changes their owner (R227).

use crate::event::kind::Possessions;
use crate::event::{Cause, EventId};
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;

/// Gives the Home Bases of a killed enemy Master to the Master of the killing team (R229, A172). `masters` are the
/// Masters of its killers, as the teams stood before the deaths of the batch.
pub(crate) fn take_homes(night: &mut Night<'_>, dead: CharacterId, masters: &[CharacterId], parent: EventId) {
    let killers = night.war.character(dead).death.as_ref().map_or(Vec::new(), |d| d.killers.clone());
    give_homes(night, dead, masters, &killers, parent);
}

/// Gives the Home Bases of a consumed Master to the consumer's Master, where no killer's team had a claim to them
/// (R229, A172).
pub(crate) fn give_homes_to_consumer(night: &mut Night<'_>, dead: CharacterId, consumer: CharacterId, parent: EventId) {
    let masters = masters_of(&night.war, &[consumer]);
    give_homes(night, dead, &masters, &[consumer], parent);
}

/// Gives Home Bases to the only living Master of `masters`. If none lives, a Masterless Servant of `killers` holds
/// them, without their alerts, for the first Master who contracts it (R230, R231).
fn give_homes(
    night: &mut Night<'_>,
    dead: CharacterId,
    masters: &[CharacterId],
    killers: &[CharacterId],
    parent: EventId,
) {
    let Some(mastery) = &night.war.character(dead).mastery else { return };
    let homes = mastery.homes.clone();
    let is_living_master = |id: &CharacterId| *id != dead && night.war.character(*id).is_alive();
    let owners: Vec<CharacterId> = masters.iter().copied().filter(is_living_master).collect();
    if let ([owner], false) = (owners.as_slice(), homes.is_empty()) {
        let homes_taken = Possessions::HomeTaken { owner: *owner, former: dead, homes };
        night.emit(homes_taken, Some(parent), Cause::Rule, None, &[RuleId::R(229)]);
        return;
    }
    let is_masterless_servant = |id: &&CharacterId| {
        let character = night.war.character(**id);
        character.kind == SheetKind::Servant && character.master.is_none() && character.is_alive()
    };
    if let (true, false, Some(who)) = (owners.is_empty(), homes.is_empty(), killers.iter().find(is_masterless_servant))
    {
        let spoils_taken = Possessions::SpoilsTaken { who: *who, former: dead, homes };
        night.emit(spoils_taken, Some(parent), Cause::Rule, None, &[RuleId::R(230)]);
    }
}

/// Gives the Home Bases that a Servant held to its new Master (R231).
pub(crate) fn hand_over_held_homes(night: &mut Night<'_>) {
    let holds_spoils = |id: &CharacterId| !night.war.character(*id).spoils.is_empty();
    let contracted: Vec<(CharacterId, CharacterId)> =
        night.war.living().filter(holds_spoils).filter_map(|id| night.war.master_of(id).map(|m| (id, m))).collect();
    for (servant, owner) in contracted {
        let homes = night.war.character(servant).spoils.clone();
        let homes_taken = Possessions::HomeTaken { owner, former: servant, homes };
        night.emit(homes_taken, None, Cause::Rule, None, &[RuleId::R(231)]);
    }
}

/// Returns the Masters of these characters, each once.
pub(crate) fn masters_of(war: &War, killers: &[CharacterId]) -> Vec<CharacterId> {
    let mut masters: Vec<CharacterId> = killers.iter().filter_map(|by| war.master_of(*by)).collect();
    masters.sort_unstable();
    masters.dedup();
    masters
}
