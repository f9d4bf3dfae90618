//! A packet: one file for a player, with only what their seat may know.
//!
//! Orders are checked against the [`View`] in it just as the night checks them, so that a player's own check gives the
//! same result as the receipt.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::campaign::error::{CampaignError, Result, Unreadable};
use crate::campaign::folder::read_text;
use crate::campaign::night_files::to_yaml;
use crate::perception::view::View;
use crate::perception::view_of::build_view;
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use super::play::Game;
use super::war_file::Contact;
use super::{ENGINE, FORMAT};

/// The contents of a packet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packet {
    /// The format of the file.
    pub format: u32,
    /// The version of the engine that wrote it.
    pub engine: String,
    /// What the seat may know.
    pub view: View,
    /// The sheets of its own characters, as written, by handle.
    pub sheets: BTreeMap<String, String>,
}

/// The View of a seat, with its token if its player is known.
pub fn view_with_token(war: &War, seat: SeatId, contact: Option<&Contact>) -> View {
    let mut view = build_view(war, seat);
    view.token = contact.and_then(|contact| contact.token.clone());
    view
}

/// Makes the packet of a seat.
pub fn make_packet(war: &War, seat: SeatId, contact: Option<&Contact>, game: &Game) -> Packet {
    let own = war.seat_characters(seat).filter_map(|id| {
        let text = game.sheet_text(war.night + 1, &war.sheet(id).name)?;
        Some((war.character(id).name.clone(), text.to_owned()))
    });
    Packet {
        format: FORMAT,
        engine: ENGINE.to_owned(),
        sheets: own.collect(),
        view: view_with_token(war, seat, contact),
    }
}

impl Packet {
    /// Renders the packet.
    pub fn render(&self) -> Result<String> {
        to_yaml(self)
    }

    /// Reads a packet.
    ///
    /// # Errors
    /// [`CampaignError::Unreadable`] for an unknown format or a file that is not a packet.
    pub fn read_packet(path: &Path) -> Result<Packet> {
        let unreadable = |why| CampaignError::Unreadable { path: path.to_owned(), why };
        let broken = |e: serde_yaml::Error| unreadable(Unreadable::NoPacket { detail: Some(e.to_string()) });
        let text = read_text(path)?;
        // The YAML has tags: a skill's riders are written so.
        let tree: serde_yaml::Value = serde_yaml::from_str(&text).map_err(broken)?;
        match tree.get("format") {
            Some(format) if format.as_u64() == Some(FORMAT.into()) => serde_yaml::from_str(&text).map_err(broken),
            Some(format) => {
                let found = serde_yaml::to_string(format).unwrap_or_default().trim().to_owned();
                Err(unreadable(Unreadable::Format { found, known: FORMAT }))
            }
            None => Err(unreadable(Unreadable::NoPacket { detail: None })),
        }
    }
}
