//! `grail updates`: what everybody may read of a night.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, json};

use crate::campaign::error::CampaignError;
use crate::campaign::folder::{Folder, file_name};
use crate::campaign::game::play::Game;
use crate::campaign::write::NightFiles;
use crate::event::words::words;

use super::failure::{Failure, Outcome};
use super::ui::Ui;

/// Prints the updates of a night, rendered anew from its orders.
///
/// With `--seat` only that seat's page; `--seat public` is the one for everybody. With `--gm` the
/// whole night in words, secrets and all: for the GM alone.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail updates campaigns/nine-bridges 1 --seat Red")]
pub(super) struct UpdatesArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The night.
    night: u32,
    /// Whose page.
    #[arg(long)]
    seat: Option<String>,
    /// The whole night in place of the pages.
    #[arg(long, conflicts_with = "seat")]
    gm: bool,
}

pub(super) fn run(ui: &Ui, args: &UpdatesArgs) -> Outcome {
    let game = Game::open(Folder::open(&args.campaign)?)?;
    if args.night == 0 {
        return Err(Failure::Usage("night 0 is the start: the first updates are those of night 1".to_owned()));
    }
    let played = game.again(args.night)?;
    if args.gm {
        let war = &played.resolution.war;
        let lines: Vec<String> = played.resolution.events.iter().map(|event| words(war, event)).collect();
        ui.text(&lines.join("\n"))?;
        return ui.json(&json!({ "night": args.night, "events": lines }));
    }
    let pages = page_list(&played.files);
    if let Some(seat) = &args.seat
        && !pages.iter().any(|(name, _)| *name == file_name(seat))
    {
        let (path, seats) = (game.folder.war_file(), game.seats());
        let error: CampaignError = crate::campaign::orders::unknown_seat(&path, seat, &seats);
        return Err(error.into());
    }
    ui.text(&self::pages(&played.files, args.seat.as_deref()))?;
    let wanted = |name: &str| args.seat.as_deref().is_none_or(|seat| file_name(seat) == name);
    let list: Map<_, _> =
        pages.into_iter().filter(|(name, _)| wanted(name)).map(|(n, t)| (n.to_owned(), json!(t))).collect();
    ui.json(&json!({ "night": args.night, "updates": list }))
}

/// The pages of a night by name, the public one first.
pub(super) fn page_list(files: &NightFiles) -> Vec<(&str, &str)> {
    let mut pages: Vec<(&str, &str)> = files
        .files
        .iter()
        .filter_map(|(place, text)| Some((place.strip_prefix("updates/")?.strip_suffix(".txt")?, text.as_str())))
        .collect();
    pages.sort_by_key(|(name, _)| (*name != "public", *name));
    pages
}

/// The pages of a night one after another, or one seat's.
pub(super) fn pages(files: &NightFiles, seat: Option<&str>) -> String {
    let list = page_list(files);
    match seat {
        Some(seat) => list.into_iter().find(|(name, _)| *name == file_name(seat)).map_or("", |(_, t)| t).to_owned(),
        None => list.into_iter().map(|(name, text)| format!("===== {name} =====\n\n{}\n\n", text.trim_end())).collect(),
    }
}
