//! What an observer learns of an event, and what a seat may know.
//!
//! Updates, packets, order diagnostics and the evaluation of conditions all go through here. So what a player may
//! read and what their conditions may react to never differ.
//!
//! | module | holds |
//! | --- | --- |
//! | [`observers`] | who perceives an event as it happens, and from where |
//! | [`perceive`], [`perceived`] | an event reduced to what one observer learned of it, by the War's visibility table ([`crate::sheet::visibility_table`]) |
//! | `granted_fields`, `observer_sight` | which fields the table grants; whom the observer makes out |
//! | [`figure`], [`look`], [`wound`] | how an observer identifies a character, what the character looks like, how hurt |
//! | `skill_appearance`, `effect_summary` | what of a skill is visible; what a lasting effect concerns |
//! | [`own_sheets`] | what a reader's own sheets say about what happens |
//! | [`learning`] | names, aliases, skills and whereabouts that observers learn from it |
//! | [`view`], [`view_of`] | what a seat may know when it orders |
//! | [`report`], [`scene`], `scene_grouping`, `merge`, [`last_wounds`], [`own_state`], [`lexicon`] | a Night as a seat may read it |
//! | [`dossiers`] | what a seat remembers of everybody else |
//! | [`public`], [`logic_view`] | a Night, and the Logic Game, as everybody may read them |

pub mod dossiers;
pub mod effect_summary;
pub mod figure;
mod granted_fields;
pub mod last_wounds;
pub mod learning;
pub mod lexicon;
pub mod logic_view;
pub mod look;
pub(crate) mod merge;
mod observer_sight;
pub mod observers;
pub mod own_sheets;
pub mod own_state;
pub mod perceive;
pub mod perceived;
pub mod public;
pub mod report;
pub mod scene;
mod scene_grouping;
mod skill_appearance;
pub mod view;
pub mod view_of;
pub mod wound;
