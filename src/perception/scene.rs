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
    pub place: LocationId,
    /// Who of the seat was there, or looked.
    pub own: Vec<CharacterId>,
    /// Who of the seat was told of it elsewhere, where nobody was there.
    pub word_to: Vec<CharacterId>,
    /// Several attacks were seen by eyes that could not tell which came first.
    pub confused: bool,
    /// Whom they saw there that they had not seen there tonight.
    pub present: Vec<Figure>,
    /// What happened; each deed with what came of it.
    pub deeds: Vec<Vec<Perceived>>,
}
