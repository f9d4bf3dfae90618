//! Values with no state: the rulebook's units and terms.
//!
//! | module | holds |
//! | --- | --- |
//! | `exact` | exact decimals |
//! | `rank`, `stat`, `status`, `progression` | ranks and ACT, the stats, status effects, fields with an upgraded value |
//! | `skill_type`, `target`, `damage`, `cost`, `phase` | the fields of a skill; the phases of a Turn |
//! | `dash`, `text` | the dashes people write for `-`; white space and capitals |
//! | `seen_act`, `wound`, `sex` | kinds of acts as an observer perceives them; how hurt somebody looks; he or she |
//! | `ids`, `rule_id` | handles into a War; ids of rules and rulings |
//! | `points` | AP and SP that are spent, and how many the first Turn of a battle allows |
//! | `seed`, `draw`, `keyed_hash` | random draws, and hashes that only the holder of a key can compute |
//! | `switches` | the rulings that a War may change |
//!
//! Nothing here knows a War.

pub mod cost;
pub mod damage;
pub mod dash;
pub mod draw;
pub mod exact;
pub mod ids;
pub mod keyed_hash;
pub mod phase;
pub mod points;
pub mod progression;
pub mod rank;
pub mod rule_id;
pub mod seed;
pub mod seen_act;
pub mod sex;
pub mod skill_type;
pub mod stat;
pub mod status;
pub mod switches;
pub mod target;
pub mod text;
pub mod wound;
