//! `grail resolve`: plays the next night and writes all of it.

use std::path::PathBuf;

use clap::Args;
use jiff::Timestamp;
use serde_json::json;

use crate::campaign::error::FaultyFile;
use crate::campaign::folder::Folder;
use crate::campaign::game::play::{Game, PlayedNight, commit};
use crate::campaign::lock::Lock;
use crate::campaign::night_files::EarlierRun;
use crate::event::kind::{Combat, Course, EventKind, Referee};
use crate::event::words::logic_words::describe_ledger_step;
use crate::language::diagnostic::Severity;
use crate::mail::clock;

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, count_severity, counted, locate_faults};
use super::{rulings, unread_files, updates};

/// Resolves the next night from the orders and rulings in its folder.
///
/// Writes the event log, the updates and the position, all of them or none. A seat without an
/// order file is silent; an order with an error is not carried out. When questions await the GM
/// they are listed, nothing is written and the exit code is 3.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail resolve campaigns/nine-bridges --dry-run --show")]
pub(super) struct ResolveArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// Writes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Prints every update.
    #[arg(long)]
    show: bool,
}

pub(super) fn run(ui: &Ui, args: &ResolveArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    // A dry run writes nothing, not even the lock file; the files that it reads are complete at any time.
    let _lock = if args.dry_run { None } else { Some(Lock::take(&folder)?) };
    let game = Game::open(folder)?;
    let next = game.folder.last_resolved_night()?.number + 1;
    if args.dry_run {
        unread_files::warn_of_unread_files(ui, &game, next)?;
    } else {
        unread_files::reject_unread_files(ui, &game, next)?;
    }
    let played = play_next(ui, &game)?;
    let is_awaited = !played.resolution.pending.is_empty();
    let written = !args.dry_run && !is_awaited;
    if written && commit_now(&played)? == EarlierRun::Remains {
        ui.warning("an interrupted run had left files of this night: they were written anew");
    }
    if args.show {
        ui.text(&updates::join_pages(&played.files, None))?;
    }
    ui.json(&night_to_json(&game, &played, written))?;
    if is_awaited {
        let root = game.folder.root().display();
        ui.status(&format!("The night is not written: see `grail rulings {root}` for what to answer, and where."));
        return Err(Failure::RulingsAwaited);
    }
    ui.status(&format!(
        "Night {}: {}{}.",
        played.night.number,
        counted(played.resolution.events.len(), "event"),
        if written {
            format!(", written to {0}; the updates are in {0}/updates", played.night.path.display())
        } else {
            "; nothing is written".to_owned()
        }
    ));
    Ok(())
}

/// Plays the next night and reports on it to the GM; nothing is written.
pub(super) fn play_next(ui: &Ui, game: &Game) -> Result<PlayedNight, Failure> {
    let last = game.folder.last_resolved_night()?.number;
    let played = game.play(game.war_after(last)?, last + 1)?;
    report_night(ui, game, &played);
    Ok(played)
}

/// Reports to the GM which orders came, what is wrong with them, and what to know of the night.
fn report_night(ui: &Ui, game: &Game, played: &PlayedNight) {
    for orders in &played.orders {
        let file = FaultyFile { source: orders.source.clone(), diagnostics: orders.diagnostics.clone() };
        let errors = count_severity(std::slice::from_ref(&file), Severity::Error);
        ui.faults(&[file]);
        if errors > 0 {
            let seat = &game.loaded.war.setup.seats[orders.seat.index()].name;
            ui.warning(&format!(
                "orders with errors are not carried out: seat `{seat}` has {}",
                counted(errors, "error")
            ));
        }
    }
    let silent = silent_seats(game, played);
    if !silent.is_empty() {
        ui.status(&format!("No orders came from {}.", silent.join(", ")));
    }
    let war = &played.resolution.war;
    for event in &played.resolution.events {
        if let EventKind::Referee(Referee::LogicGame { step }) = &event.kind
            && step.needs_gm_review()
        {
            ui.warning(&format!("the Logic Game: {}", describe_ledger_step(war, step)));
        } else if let EventKind::Referee(Referee::Fault { text }) = &event.kind {
            ui.warning(&format!("the engine met what it should not have: {text}"));
        } else if let EventKind::Combat(Combat::Died { who, .. }) = &event.kind {
            ui.status(&format!("{} died.", war.character(*who).name));
        } else if let EventKind::Course(Course::WarEnded { winner }) = &event.kind {
            ui.status(&match winner {
                Some(team) => format!("The War is over: {} has won.", war.setup.teams[team.index()].name),
                None => "The War is over, and nobody has won.".to_owned(),
            });
        }
    }
    played.pages.remarks.iter().for_each(|remark| ui.warning(remark));
    for pending in &played.resolution.pending {
        ui.warning(&format!("{}: {}", pending.key, pending.question));
    }
    rulings::warn_of_unasked(ui, played);
}

/// The seats without orders.
fn silent_seats<'a>(game: &'a Game, played: &PlayedNight) -> Vec<&'a str> {
    let has_orders = |number: usize| played.orders.iter().any(|o| o.seat.index() == number);
    let seats = game.loaded.war.setup.seats.iter().enumerate();
    seats.filter(|(number, _)| !has_orders(*number)).map(|(_, seat)| seat.name.as_str()).collect()
}

fn night_to_json(game: &Game, played: &PlayedNight, written: bool) -> serde_json::Value {
    let orders: Vec<_> = played
        .orders
        .iter()
        .map(|o| {
            json!({
                "seat": game.loaded.war.setup.seats[o.seat.index()].name,
                "carried_out": o.plan.orders.len(),
                "diagnostics": locate_faults(&o.source, &o.diagnostics),
            })
        })
        .collect();
    let pages: serde_json::Map<String, serde_json::Value> =
        updates::page_list(&played.files).into_iter().map(|(name, text)| (name.to_owned(), json!(text))).collect();
    json!({
        "night": played.night.number,
        "written": written,
        "events": played.resolution.events.len(),
        "orders": orders,
        "silent": silent_seats(game, played),
        "pending": rulings::questions_to_json(&played.resolution.pending),
        "unasked": rulings::unasked_to_json(played),
        "updates": pages,
    })
}

/// Writes a night and records when it was played.
pub(super) fn commit_now(played: &PlayedNight) -> Result<EarlierRun, Failure> {
    clock::record_play_time(&played.night, Timestamp::now().as_second())?;
    Ok(commit(played)?)
}
