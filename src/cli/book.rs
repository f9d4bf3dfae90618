//! `grail book`: writes the whole War as one page, once it is over.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::book::{book, book_so_far};
use crate::campaign::game::play::Game;
use crate::campaign::night_files::write_file;

use super::failure::CommandResult;
use super::ui::Ui;

/// Writes the book of a War that is over: every sheet, every update and the full log, as one HTML page.
///
/// A chronicle, the cast, graphs, the map Night by Night, a replay, every red and blue, then the sheets, pages and
/// logs. It is for everybody, and holds every secret: before the War is over there is none but the GM's own,
/// `--so-far`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail book campaigns/nine-bridges --output nine-bridges.html
  grail book campaigns/nine-bridges --so-far --output gm-only.html")]
pub(super) struct BookArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The file to write; without it the campaign's `book.html` or `book-so-far.html`.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The book of a War that goes on, for the GM alone.
    #[arg(long)]
    so_far: bool,
}

pub(super) fn run(ui: &Ui, args: &BookArgs) -> CommandResult {
    let game = Game::open(Folder::open(&args.campaign)?)?;
    let name = if args.so_far { "book-so-far.html" } else { "book.html" };
    let path = args.output.clone().unwrap_or_else(|| game.folder.root().join(name));
    write_file(&path, &if args.so_far { book_so_far(&game)? } else { book(&game)? })?;
    let whose = if args.so_far { " so far, for the GM alone," } else { "" };
    ui.status(&format!("The book of the War{whose} is {}.", path.display()));
    ui.json(&json!({ "book": path }))
}
