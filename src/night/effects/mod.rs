//! The effects of a used skill other than the damage of its hits.
//!
//! | module | holds |
//! | --- | --- |
//! | `apply_skill`, `reached_characters` | applying a used skill; whom each of its sentences reaches |
//! | `immediate`, `relocation`, `cancelling`, `tell_facts`, `summoning` | what happens once: numbers and statuses, moving people, ending effects, telling of others, familiars |
//! | `lasting`, `bounded_fields`, `marble` | what comes into force; Bounded Fields; Reality Marbles |
//! | `end_effects`, `expired_effects` | how effects in force end |

pub(super) mod apply_skill;
pub(super) mod bounded_fields;
pub(super) mod end_effects;
pub(super) mod expired_effects;
pub(super) mod immediate;
pub(super) mod lasting;
pub(super) mod marble;
pub(super) mod reached_characters;
pub(super) mod relocation;

mod cancelling;
mod summoning;
mod tell_facts;
