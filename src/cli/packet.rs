//! `grail packet`: writes one file for a player.

use std::path::PathBuf;

use clap::Args;

use crate::campaign::folder::Folder;
use crate::campaign::game::packet::make_packet;
use crate::campaign::game::play::Game;
use crate::campaign::night_files::write_file;

use super::failure::CommandResult;
use super::ui::Ui;

/// Writes what a seat may know as one file, for its player: own sheets and state, the map, known names.
///
/// With it the player checks orders as the night will read them. It holds no secret of others.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail packet campaigns/nine-bridges Red --output red-packet.yaml")]
pub(super) struct PacketArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The seat, or a team with one seat.
    team: String,
    /// The file to write; without it the packet is printed.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(ui: &Ui, args: &PacketArgs) -> CommandResult {
    let game = Game::open(Folder::open(&args.campaign)?)?;
    let war = game.known_after(game.folder.last_resolved_night()?.number)?;
    let seat = game.find_seat(&args.team)?;
    let contacts = game.read_contacts()?;
    let packet = make_packet(&war, seat, contacts.contact_of(&game.seats()[seat.index()]), &game);
    if let Some(path) = &args.output {
        write_file(path, &packet.render()?)?;
        ui.status(&format!(
            "The packet of {} for night {} is in {}.",
            packet.view.seat,
            packet.view.night,
            path.display()
        ));
    } else {
        ui.text(&packet.render()?)?;
    }
    ui.json(&packet)
}
