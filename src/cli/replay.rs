//! `grail replay`: resolves every night again from night 000.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::ENGINE;
use crate::campaign::game::play::Game;
use crate::campaign::game::replay::{Difference, DifferenceKind, replay};

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, counted};

/// Resolves every night again from night 000 and compares every byte.
///
/// Exit code 0 when all is the same; 1 when a file differs, which is then named with its night.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail replay campaigns/nine-bridges")]
pub(super) struct ReplayArgs {
    /// The campaign's folder.
    campaign: PathBuf,
}

pub(super) fn run(ui: &Ui, args: &ReplayArgs) -> CommandResult {
    let game = Game::open(Folder::open(&args.campaign)?)?;
    let found = replay(&game)?;
    for other in &found.other_versions {
        ui.warning(&format!("night {} was resolved by version {}, and this is {ENGINE}", other.night, other.engine));
    }
    let lines: String = found.differences.iter().map(render_difference).collect();
    ui.text(&lines)?;
    ui.json(&json!({
        "same_up_to": found.same_up_to,
        "engine": ENGINE,
        "other_versions": found.other_versions.iter().map(|o| json!({ "night": o.night, "engine": o.engine })).collect::<Vec<_>>(),
        "differences": found.differences.iter().map(difference_to_json).collect::<Vec<_>>(),
    }))?;
    if found.differences.is_empty() {
        let nights = usize::try_from(found.same_up_to.unwrap_or(0)).unwrap_or(usize::MAX);
        ui.status(&format!("{} and the start came out the same, byte for byte.", counted(nights, "night")));
        return Ok(());
    }
    let files = counted(found.differences.len(), "file");
    ui.error(&format!("night {}: {files} came out otherwise", found.differences[0].night));
    if let Some(other) = found.other_versions.iter().find(|other| other.night == found.differences[0].night) {
        ui.status(&format!(
            "That is to be expected where another version resolved it: its replay wants grail {}. The War goes on from where it stands.",
            other.engine
        ));
    }
    Err(Failure::Reported)
}

fn render_difference(difference: &Difference) -> String {
    let head = format!("night {}: {}", difference.night, difference.file);
    match &difference.kind {
        DifferenceKind::Missing => format!("{head} is not there\n"),
        DifferenceKind::Pending => format!("{head} leaves questions open\n"),
        DifferenceKind::From { line, stands, replayed } => {
            let or_nothing = |text: &str| if text.is_empty() { "(nothing)".to_owned() } else { text.to_owned() };
            let (old_line, replayed) = (or_nothing(stands), or_nothing(replayed));
            format!("{head} differs from line {line} on\n  stands:   {old_line}\n  replayed: {replayed}\n")
        }
    }
}

fn difference_to_json(difference: &Difference) -> serde_json::Value {
    let mut value = json!({ "night": difference.night, "file": difference.file });
    match &difference.kind {
        DifferenceKind::Missing => value["how"] = json!("missing"),
        DifferenceKind::Pending => value["how"] = json!("pending"),
        DifferenceKind::From { line, stands, replayed } => {
            value["how"] = json!("differs");
            value["line"] = json!(line);
            value["stands"] = json!(stands);
            value["replayed"] = json!(replayed);
        }
    }
    value
}
