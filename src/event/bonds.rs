//! Who is seen to serve whom: the observers of an event remember it (I23, I24).
//!
//! A contract is nobody's to know but the team's; others know of it what they have seen of the tie, or been told. The
//! ranks of ACT are those at which the ladder (`sheets/common/perception.yaml`) grants both ends. May import [`crate::war`] and what that may.

use crate::event::detail::ContractReason;
use crate::event::kind::EventKind;
use crate::event::{Event, Role};
use crate::sheet::Kind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::war::War;
use crate::war::character::Bond;
use crate::war::igm::Topic;

/// What an event shows of a tie: whose, to whom, from which ACT on.
fn shown(war: &War, kind: &EventKind) -> Option<(CharacterId, Option<CharacterId>, Acuity)> {
    let shields = |servant: CharacterId, master: CharacterId| {
        let ward = war.character(servant).kind == Kind::Servant && war.character(servant).master == Some(master);
        ward.then_some((servant, Some(master), Acuity::C))
    };
    match kind {
        EventKind::Hit { target, taker, .. } => shields(*taker, *target),
        EventKind::Shielded { who, by, .. } => shields(*by, *who),
        EventKind::SpellSpent { master, servant, .. } => Some((*servant, Some(*master), Acuity::B)),
        EventKind::Contracted { servant, master, how } => {
            let least = match how {
                ContractReason::Agreed | ContractReason::Reestablished => Acuity::C,
                ContractReason::Transferred | ContractReason::Forced => Acuity::B,
            };
            Some((*servant, Some(*master), least))
        }
        EventKind::Freed { servant, .. } => Some((*servant, None, Acuity::B)),
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
    let Some((servant, master, least)) = shown(war, &event.kind) else { return };
    let bond = Bond { master, night: war.night };
    for sight in event.sights.iter().filter(|sight| !sight.afar && !sight.hidden_author && !sight.hidden_object) {
        if sight.acuity < least && sight.role != Role::Own {
            continue;
        }
        war.character_mut(sight.observer).bonds.insert(servant, bond);
    }
}
