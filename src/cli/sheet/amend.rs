//! `grail sheet amend`: amends a sheet during a War.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::error::{CampaignError, FaultyFile};
use crate::campaign::folder::Folder;
use crate::campaign::game::play::Game;
use crate::campaign::game::{amended_sheets, sheets};
use crate::campaign::lock::Lock;
use crate::campaign::night_files::write_file;

use crate::cli::failure::{CommandResult, Failure};
use crate::cli::ui::{Ui, locate_faults};

/// Mends a sheet once the War runs: it holds from the next night on.
///
/// The whole sheet, as it is to be, is checked and laid into the next night's folder (`nights/003/sheets`). That night
/// says so in its log as a ruling does; the character's player reads on their page what changed, and has it in
/// their packet; nobody else is told. Replay reads it. Everything may change but who it is: its `name` and `kind` stay,
/// and so do the names of its skills, by which the War remembers them; skills may be added. A skill that is in
/// force keeps the number of its sentences. What a character has above a lower maximum is brought down as the night
/// begins. Given again for the same night, it stands in the place of the former; to take it back, remove the file.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  grail sheet amend campaigns/nine-bridges saber.yaml --dry-run\n  grail sheet amend campaigns/nine-bridges saber.yaml"
)]
pub(super) struct SheetAmendArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The sheet as it is to be.
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,
    /// Checks it, shows what would change and writes nothing.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(ui: &Ui, args: &SheetAmendArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let _lock = if args.dry_run { None } else { Some(Lock::take(&folder)?) };
    let game = Game::open(folder)?;
    let last = game.folder.last_resolved_night()?.number;
    let before = game.war_after(last)?;
    if let Some(ended) = &before.ended {
        return Err(CampaignError::Over { night: ended.night }.into());
    }
    let file = sheets::read_sheet(&args.sheet)?.map_err(|faulty| CampaignError::Faults(vec![faulty]))?;
    let amended = game.check_amendment(&before, last + 1, file)?;
    let source = &amended.file.source;
    ui.faults(&[FaultyFile { source: source.clone(), diagnostics: amended.warnings.clone() }]);
    let name = &amended.file.sheet.name;
    let path = amended_sheets::amended_sheet_path(&game.folder.night(last + 1), name);
    if !args.dry_run {
        write_file(&path, &source.text)?;
    }
    let changes: String = amended.changes.iter().map(|change| format!("{change}\n")).collect();
    ui.text(&changes)?;
    ui.json(&json!({
        "sheet": name,
        "night": amended.night,
        "file": path,
        "written": !args.dry_run,
        "changes": amended.changes,
        "diagnostics": locate_faults(source, &amended.warnings),
    }))?;
    ui.status(&if args.dry_run {
        format!("The sheet of {name} would hold from night {} on; nothing is written.", amended.night)
    } else {
        format!(
            "The sheet of {name} holds from night {} on: it is in {}. Its player reads of it in that night's update.",
            amended.night,
            path.display()
        )
    });
    Ok::<(), Failure>(())
}
