//! Who is seen to serve whom: the observers of an event remember it (I23, I24).
//!
//! A contract is nobody's to know but the team's; others know of it what they have seen of the tie, or been told: where
//! the ladder (`sheets/common/perception.yaml`) grants them both ends of it. May import [`crate::war`] and what that may.

use crate::event::detail::ContractReason;
use crate::event::kind::EventKind;
use crate::event::{Event, Role, Sight};
use crate::sheet::Kind;
use crate::sheet::ladder::{Field, Fields, Row};
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::character::Bond;
use crate::war::igm::Topic;

/// What tells both ends of a tie where somebody does something to another.
const BOTH: Fields = Fields::of(&[Field::Actor, Field::Objects]);

/// What an event shows of a tie: whose, to whom, and what of which row of the ladder tells both ends.
fn shown(war: &War, kind: &EventKind) -> Option<(CharacterId, Option<CharacterId>, Row, Fields)> {
    let shields = |servant: CharacterId, master: CharacterId, row: Row, both: Fields| {
        let ward = war.character(servant).kind == Kind::Servant && war.character(servant).master == Some(master);
        ward.then_some((servant, Some(master), row, both))
    };
    match kind {
        EventKind::Hit { target, taker, .. } => {
            shields(*taker, *target, Row::Hit, Fields::of(&[Field::Interceptor, Field::ForWhom]))
        }
        EventKind::Shielded { who, by, .. } => {
            shields(*by, *who, Row::Shielded, Fields::of(&[Field::Interceptor, Field::Objects]))
        }
        EventKind::SpellSpent { master, servant, .. } => Some((*servant, Some(*master), Row::Spell, BOTH)),
        EventKind::Contracted { servant, master, how } => {
            let row = match how {
                ContractReason::Agreed | ContractReason::Reestablished => Row::ContractMade,
                ContractReason::Transferred | ContractReason::Forced => Row::ContractTransferred,
            };
            Some((*servant, Some(*master), row, BOTH))
        }
        EventKind::Freed { servant, .. } => Some((*servant, None, Row::Freed, BOTH)),
        _ => None,
    }
}

/// Lets the observers of an event remember the tie it shows, on the position before it is applied.
pub(super) fn remember(war: &mut War, event: &Event) {
    if let EventKind::Informed { who, piece, .. } = &event.kind {
        let told = war.igm.pieces.get(usize::from(*piece)).filter(|piece| piece.topic == Topic::Class);
        if let Some([master, servant]) = told.map(|piece| piece.about.clone()).as_deref() {
            let bond = Bond { master: Some(*master), night: war.night };
            war.character_mut(*who).bonds.insert(*servant, bond);
        }
        return;
    }
    let Some((servant, master, row, both)) = shown(war, &event.kind) else { return };
    let bond = Bond { master, night: war.night };
    // Who stands before whom is seen beside them, wherever the blow came from.
    let stands = matches!(event.kind, EventKind::Hit { .. } | EventKind::Shielded { .. });
    let beside = |sight: &Sight| stands && war.character(sight.observer).at == war.character(servant).at;
    let seen = |sight: &&Sight| (!sight.afar || beside(sight)) && !sight.hidden_author && !sight.hidden_object;
    let told = |sight: &&Sight| {
        let seen = war.setup.ladder.row(row).seen_at(sight.acuity);
        sight.role == Role::Own || (seen.act.is_some() && seen.fields.only(both) == both)
    };
    let observers: Vec<_> = event.sights.iter().filter(seen).filter(told).map(|sight| sight.observer).collect();
    for observer in observers {
        war.character_mut(observer).bonds.insert(servant, bond);
    }
}
