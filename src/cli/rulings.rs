//! `grail rulings`: what the next night awaits of the GM.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::play::{Game, Played};
use crate::night::Pending;

use super::failure::{Failure, Outcome};
use super::ui::{Ui, counted};

/// Lists the questions that the next night asks the GM, with the skeleton of an answer to each.
///
/// The night is played through and nothing is written. What is printed goes into the `rulings.yaml`
/// of the night's folder, filled in. The exit code is 3 while anything is awaited.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail rulings campaigns/nine-bridges")]
pub(super) struct RulingsArgs {
    /// The campaign's folder.
    campaign: PathBuf,
}

pub(super) fn run(ui: &Ui, args: &RulingsArgs) -> Outcome {
    let folder = Folder::open(&args.campaign)?;
    let last = folder.last()?.number;
    let game = Game::open(folder)?;
    let played = game.play(game.war_after(last)?, last + 1)?;
    let pending = &played.resolution.pending;
    let file = played.night.rulings_file();
    ui.text(&pending.iter().map(skeleton).collect::<String>())?;
    ui.json(&json!({
        "night": played.night.number,
        "file": file.display().to_string(),
        "pending": list(pending),
        "unasked": unasked(&played),
    }))?;
    warn_of_unasked(ui, &played);
    let night = played.night.number;
    if pending.is_empty() {
        ui.status(&format!("Night {night} awaits no ruling."));
        return Ok(());
    }
    let number = counted(pending.len(), "ruling");
    ui.status(&format!("Night {night} awaits {number}: answer in {}.", file.display()));
    Err(Failure::RulingsAwaited)
}

/// What is to be written to answer a question, the question above it as a comment.
fn skeleton(pending: &Pending) -> String {
    let question: String = pending.question.lines().map(|line| format!("# {line}\n")).collect();
    format!("{question}- decide: {}\n  {}\n  reason: \"\"\n", pending.key, pending.answer)
}

/// Questions as JSON.
pub(super) fn list(pending: &[Pending]) -> serde_json::Value {
    json!(
        pending
            .iter()
            .map(|p| json!({ "key": p.key, "question": p.question, "skeleton": skeleton(p) }))
            .collect::<Vec<_>>()
    )
}

/// Answers that nothing asked for, as JSON.
pub(super) fn unasked(played: &Played) -> serde_json::Value {
    let unasked = played.resolution.unasked.iter();
    json!(unasked.map(|u| json!({ "ruling": u.ruling, "key": u.key })).collect::<Vec<_>>())
}

/// Warns of answers that nothing asked for.
pub(super) fn warn_of_unasked(ui: &Ui, played: &Played) {
    for answer in &played.resolution.unasked {
        let file = played.night.rulings_file();
        let (number, key) = (answer.ruling, &answer.key);
        ui.warning(&format!("`{}`: ruling {number} answers `{key}`, which nothing asks", file.display()));
    }
}
