//! Who is seen to serve whom: the observers of an event remember what it shows (I23, I24).
//!
//! Only the team knows of its contracts. Others know of one what they have seen or been told, where the visibility
//! table (`sheets/common/perception.yaml`) grants them both parties.

use crate::event::facts::{ContractShown, Facts};
use crate::event::kind::{EventKind, Igm};
use crate::event::{Event, Observation, Vantage};
use crate::sheet::SheetKind;
use crate::sheet::visibility_table::{Field, Fields};
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::character::SeenContract;
use crate::war::igm::Topic;

/// The fields that identify both parties when one does something to the other.
const BOTH_PARTIES: Fields = Fields::from_fields(&[Field::Actor, Field::Objects]);

/// The contract that an event shows: the Servant, its Master, and the fields that identify both.
fn contract_shown(war: &War, facts: &Facts<'_>) -> Option<(CharacterId, Option<CharacterId>, Fields)> {
    let object = facts.objects.first().copied();
    if let Some(servant) = facts.interceptor {
        let object_field = if facts.interceptor_takes_hit { Field::ForWhom } else { Field::Objects };
        let stands_before_master =
            war.character(servant).kind == SheetKind::Servant && war.character(servant).master == object;
        return stands_before_master
            .then(|| (servant, object, Fields::from_fields(&[Field::Interceptor, object_field])));
    }
    match facts.contract_shown? {
        ContractShown::Shown => Some((object?, facts.actor, BOTH_PARTIES)),
        ContractShown::Broken => Some((object?, None, BOTH_PARTIES)),
    }
}

/// Records the contract that an event shows for its observers, on the position before it is applied.
pub(super) fn remember_contract(war: &mut War, event: &Event) {
    if let EventKind::Igm(Igm::Informed { who, piece, .. }) = &event.kind {
        let piece = war.igm.pieces.get(usize::from(*piece)).filter(|piece| piece.topic == Topic::Class);
        if let Some([master, servant]) = piece.map(|piece| piece.about.clone()).as_deref() {
            let bond = SeenContract { master: Some(*master), night: war.night };
            war.character_mut(*who).bonds.insert(*servant, bond);
        }
        return;
    }
    let facts = event.kind.facts(war);
    let Some(((servant, master, party_fields), row)) = contract_shown(war, &facts).zip(facts.row) else { return };
    let bond = SeenContract { master, night: war.night };
    // Whoever is beside an interceptor sees whom it stands before, wherever the hit came from.
    let is_interception = facts.interceptor.is_some();
    let is_beside = |observation: &Observation| {
        is_interception && war.character(observation.observer).at == war.character(servant).at
    };
    let identifies_parties = |observation: &&Observation| {
        (!observation.is_afar || is_beside(observation))
            && !observation.is_actor_hidden
            && !observation.is_object_hidden
    };
    let is_shown_to = |observation: &&Observation| {
        let seen_fields = war.setup.visibility_table.row(row).seen_at(observation.acuity);
        observation.vantage == Vantage::Own
            || (seen_fields.act.is_some() && seen_fields.fields.intersection(party_fields) == party_fields)
    };
    let observers: Vec<_> = event
        .observations
        .iter()
        .filter(identifies_parties)
        .filter(is_shown_to)
        .map(|observation| observation.observer)
        .collect();
    for observer in observers {
        war.character_mut(observer).bonds.insert(servant, bond);
    }
}
