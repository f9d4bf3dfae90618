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
const BOTH: Fields = Fields::of(&[Field::Actor, Field::Objects]);

/// The contract that an event shows: the Servant, its Master, and the fields that identify both.
fn shown(war: &War, facts: &Facts<'_>) -> Option<(CharacterId, Option<CharacterId>, Fields)> {
    let object = facts.objects.first().copied();
    if let Some(servant) = facts.interceptor {
        let whom = if facts.body_takes { Field::ForWhom } else { Field::Objects };
        let ward = war.character(servant).kind == SheetKind::Servant && war.character(servant).master == object;
        return ward.then(|| (servant, object, Fields::of(&[Field::Interceptor, whom])));
    }
    match facts.contract_shown? {
        ContractShown::Shown => Some((object?, facts.actor, BOTH)),
        ContractShown::Broken => Some((object?, None, BOTH)),
    }
}

/// Records the contract that an event shows for its observers, on the position before it is applied.
pub(super) fn remember(war: &mut War, event: &Event) {
    if let EventKind::Igm(Igm::Informed { who, piece, .. }) = &event.kind {
        let told = war.igm.pieces.get(usize::from(*piece)).filter(|piece| piece.topic == Topic::Class);
        if let Some([master, servant]) = told.map(|piece| piece.about.clone()).as_deref() {
            let bond = SeenContract { master: Some(*master), night: war.night };
            war.character_mut(*who).bonds.insert(*servant, bond);
        }
        return;
    }
    let facts = event.kind.facts(war);
    let Some(((servant, master, both), row)) = shown(war, &facts).zip(facts.row) else { return };
    let bond = SeenContract { master, night: war.night };
    // Whoever is beside an interceptor sees whom it stands before, wherever the hit came from.
    let stands = facts.interceptor.is_some();
    let beside = |sight: &Observation| stands && war.character(sight.observer).at == war.character(servant).at;
    let seen = |sight: &&Observation| (!sight.afar || beside(sight)) && !sight.hidden_author && !sight.hidden_object;
    let told = |sight: &&Observation| {
        let seen = war.setup.visibility_table.row(row).seen_at(sight.acuity);
        sight.vantage == Vantage::Own || (seen.act.is_some() && seen.fields.only(both) == both)
    };
    let observers: Vec<_> = event.observations.iter().filter(seen).filter(told).map(|sight| sight.observer).collect();
    for observer in observers {
        war.character_mut(observer).bonds.insert(servant, bond);
    }
}
