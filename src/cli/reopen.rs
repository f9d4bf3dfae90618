//! `grail reopen`: resolves a past night again.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::play::Game;
use crate::campaign::game::reopen::{Reopened, reopen, write_reopened};
use crate::campaign::lock::Lock;

use super::failure::{CommandResult, Failure};
use super::mail_session::MailSession;
use super::ui::{Ui, counted, parse_number};

/// Resolves a past night again, and every night behind it, from what lies in their folders now.
///
/// For a ruling that came late or an order that was lost: put it where it belongs, then reopen the night.
/// All of it is written or nothing. What stood there is kept in the night's folder under `kept/`; what reads
/// otherwise now is shown per reader, and an errata draft that you may edit is written beside each update. Whoever was
/// told otherwise gets errata with the next letters that go out. When questions await the GM nothing is written and the
/// exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail reopen campaigns/nine-bridges 1 --dry-run")]
pub(super) struct ReopenArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The night.
    #[arg(value_parser = parse_number)]
    night: u32,
    /// Shows what would change and writes nothing.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(ui: &Ui, args: &ReopenArgs) -> CommandResult {
    if args.night == 0 {
        return Err(Failure::Usage("night 0 is the start: it is never resolved again".to_owned()));
    }
    let folder = Folder::open(&args.campaign)?;
    let _lock = if args.dry_run { None } else { Some(Lock::take(&folder)?) };
    let game = Game::open(folder)?;
    let reopened = reopen(&game, args.night)?;
    for again in &reopened.nights {
        again.played.pages.remarks.iter().for_each(|remark| ui.warning(remark));
        for pending in &again.played.resolution.pending {
            ui.warning(&format!("night {}: {}: {}", again.played.night.number, pending.key, pending.question));
        }
    }
    ui.text(&render_changes(&reopened))?;
    let pending = reopened.is_pending();
    let written = !args.dry_run && !pending && reopened.differs();
    if written {
        write_reopened(&game.folder, &reopened)?;
    }
    ui.json(&reopened_to_json(&reopened, written))?;
    if pending {
        return Err(Failure::RulingsAwaited);
    }
    let nights = counted(reopened.nights.len(), "night");
    ui.status(&match (reopened.differs(), written) {
        (false, _) => format!("{nights} came out the same: nothing is written."),
        (true, false) => format!("{nights} played again; nothing is written."),
        (true, true) => {
            format!("{nights} written anew; what stood there is under `kept`, errata are beside the updates.")
        }
    });
    if written {
        let session = MailSession::from_game(game.reread()?, game.read_contacts()?)?;
        if session.has_pending_errata()? {
            let root = args.campaign.display();
            ui.status(&format!(
                "Whoever was told otherwise is not told yet: errata go out with the next `grail mail {root} --send`."
            ));
        }
    }
    Ok(())
}

/// Renders what has changed, by night and reader.
fn render_changes(reopened: &Reopened) -> String {
    let mut out = String::new();
    for again in &reopened.nights {
        let number = again.played.night.number;
        if again.changes.is_empty() {
            let hidden =
                if again.differs { "nobody reads otherwise, though the night went otherwise" } else { "the same" };
            let _ = writeln!(out, "Night {number}: {hidden}.");
        }
        for change in &again.changes {
            let _ = writeln!(out, "Night {number}, {}:", change.reader);
            change.gone.iter().for_each(|line| _ = writeln!(out, "  - {line}"));
            change.new_lines.iter().for_each(|line| _ = writeln!(out, "  + {line}"));
        }
    }
    for night in &reopened.void {
        let _ = writeln!(out, "Night {}: the War is over before it, and it never was.", night.number);
    }
    out
}

fn reopened_to_json(reopened: &Reopened, written: bool) -> serde_json::Value {
    let changes = reopened.nights.iter().flat_map(|again| {
        let night = again.played.night.number;
        let change_to_json = |c: &crate::campaign::game::reopen::PageChange| json!({ "night": night, "reader": c.reader, "gone": c.gone, "new": c.new_lines });
        again.changes.iter().map(change_to_json).collect::<Vec<_>>()
    });
    json!({
        "written": written,
        "nights": reopened.nights.iter().map(|a| a.played.night.number).collect::<Vec<_>>(),
        "void": reopened.void.iter().map(|n| n.number).collect::<Vec<_>>(),
        "changes": changes.collect::<Vec<_>>(),
    })
}
