//! `grail book`: the whole War in one page, once it is over.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::book::book;
use crate::campaign::game::play::Game;
use crate::campaign::night_files::write_file;

use super::failure::CommandResult;
use super::ui::Ui;

/// Writes the book of a War that is over: every sheet, every update and the full log, as one HTML page.
///
/// It is for everybody, and holds every secret: before the War is over there is none.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail book campaigns/nine-bridges --output nine-bridges.html")]
pub(super) struct BookArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The file to write; without it the campaign's `book.html`.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(ui: &Ui, args: &BookArgs) -> CommandResult {
    let game = Game::open(Folder::open(&args.campaign)?)?;
    let path = args.output.clone().unwrap_or_else(|| game.folder.root().join("book.html"));
    write_file(&path, &book(&game)?)?;
    ui.status(&format!("The book of the War is {}.", path.display()));
    ui.json(&json!({ "book": path }))
}
