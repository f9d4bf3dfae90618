//! Applies an event to a War. A War's state changes in no other way.
//!
//! Nothing is decided here. An event records what happened with its numbers; its family ([`super::kind`]) defines
//! what that changes in the position.

use crate::war::War;
use crate::war::history::PastDeed;

use super::Event;
use super::kind::{Effects, EventKind};
use super::seen_contracts;

/// Applies an event to the War.
pub fn apply(war: &mut War, event: &Event) {
    if war.ended.is_none() {
        let mut deeds = std::mem::take(&mut war.past_deeds);
        // Events that follow from a use are recorded as part of it.
        let use_event = if let EventKind::Effects(Effects::SkillUsed { .. }) = event.kind {
            Some(event.id.0)
        } else {
            event.parent.map(|parent| parent.0)
        };
        let own_event = Some(event.id.0);
        super::recorded_deeds::for_each_deed(war, &event.kind, |deed| {
            deeds.push(PastDeed { use_event, event: own_event, phase: event.phase, ..deed })
        });
        war.past_deeds = deeds;
    }
    seen_contracts::remember_contract(war, event);
    event.kind.apply(war, event);
}
