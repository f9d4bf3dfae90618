//! What a seat perceived at one place in one phase.

use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;

use super::perceived::{Figure, Perceived};

/// What happened at one place in one phase.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The part of the Turn.
    pub phase: Phase,
    /// The place.
    pub location: LocationId,
    /// The seat's characters that were there or scouted it.
    pub own_witnesses: Vec<CharacterId>,
    /// The seat's characters that were told of it elsewhere, if none was there.
    pub told_elsewhere: Vec<CharacterId>,
    /// Whether several attacks were seen by observers who could not tell which came first.
    pub is_order_unknown: bool,
    /// The characters seen there for the first time tonight.
    pub present: Vec<Figure>,
    /// The deeds, each with its consequences.
    pub event_groups: Vec<Vec<Perceived>>,
}
