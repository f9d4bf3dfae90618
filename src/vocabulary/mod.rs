//! Values with no state: the words the rulebook counts in.
//!
//! Nothing here knows a War. Every other module may import this one; it imports none.

pub mod act;
pub mod cost;
pub mod damage;
pub mod draw;
pub mod exact;
pub mod ids;
pub mod keyed_hash;
pub mod phase;
pub mod progression;
pub mod rank;
pub mod rule_id;
pub mod seed;
pub mod skill_type;
pub mod stat;
pub mod status;
pub mod switches;
pub mod target;
