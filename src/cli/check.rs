//! `grail check`: checks orders as the night will parse them.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::campaign::folder::{Folder, NightFolder};
use crate::campaign::game::ENGINE;
use crate::campaign::game::load_war::read_source_file;
use crate::campaign::game::packet::{Packet, view_with_token};
use crate::campaign::game::play::Game;
use crate::language::diagnostic::Diagnostic;
use crate::orders::check;
use crate::orders::order_receipt;
use crate::orders::plan::{build_plan, list_not_accepted};
use crate::perception::view::View;

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, counted};
use super::unread_files;

/// Checks orders and shows what is understood: every fault with its place, then the plan.
///
/// Orders in a campaign's `nights/NNN/orders` need no further argument; elsewhere name the
/// campaign and the team, or the packet that the player was given. Exit code 1 when an order
/// has an error.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail check campaigns/nine-bridges/nights/001/orders/red.txt
  grail check orders.txt --campaign campaigns/nine-bridges --team Red
  grail check orders.txt --packet red-packet.yaml")]
pub(super) struct CheckArgs {
    /// The orders' file.
    orders: PathBuf,
    /// The campaign's folder.
    #[arg(long, value_name = "DIR", requires = "team", conflicts_with = "packet")]
    campaign: Option<PathBuf>,
    /// The seat, or a team with one seat.
    #[arg(long, requires = "campaign")]
    team: Option<String>,
    /// The player's packet.
    #[arg(long, value_name = "FILE")]
    packet: Option<PathBuf>,
}

pub(super) fn run(ui: &Ui, args: &CheckArgs) -> CommandResult {
    let source = read_source_file(&args.orders)?;
    let view = read_view(ui, args)?;
    let checked = check(&source, &view);
    let shown_count = order_receipt::count_shown_faults(&source, &checked.diagnostics);
    ui.print_faults(&source, checked.diagnostics.get(..shown_count).unwrap_or_default())?;
    ui.text(&order_receipt::describe_hidden_faults(checked.diagnostics.len() - shown_count))?;
    let plan = build_plan(&checked, &view);
    let left_out = list_not_accepted(&checked, &source);
    let room = order_receipt::byte_budget(source.text.len());
    ui.text(&order_receipt::render_plan_within(&plan, &left_out, room))?;
    let list = plan.iter().map(|o| json!({ "actor": o.actor, "number": o.number, "order": o.words, "steps": o.steps }));
    let list = take_fitting(list, room);
    let faults = checked.diagnostics.get(..shown_count).unwrap_or_default();
    let faults = take_fitting(faults.iter().map(|fault| json!(fault.locate(&source))), room);
    ui.json(&json!({
        "seat": view.seat,
        "night": view.night,
        "diagnostics": faults,
        "plan": list,
        "left_out": { "diagnostics": checked.diagnostics.len() - faults.len(), "plan": plan.len() - list.len() },
    }))?;
    let errors = checked.diagnostics.iter().filter(|d| d.is_error()).count();
    let (remarks, orders) = (checked.diagnostics.len() - errors, checked.plan.len());
    // The total, if some orders are not understood or cannot be carried out.
    let total = match checked.count {
        all if all > orders => format!("{orders} of {}", counted(all, "order")),
        _ => counted(orders, "order"),
    };
    ui.status(&format!(
        "{} for {}, night {}: {}, {}.",
        total,
        view.seat,
        view.night,
        counted(errors, "error"),
        counted(remarks, "warning")
    ));
    if checked.diagnostics.iter().any(Diagnostic::is_error) { Err(Failure::Reported) } else { Ok(()) }
}

/// The values that fit into `room` bytes, at least one: the JSON output has the same limit as the text.
fn take_fitting(all: impl Iterator<Item = Value>, room: usize) -> Vec<Value> {
    let mut left = room;
    let mut take_if_fits = |value: &Value| {
        let size = value.to_string().len();
        let fits = size <= left;
        left = left.saturating_sub(size);
        fits
    };
    all.enumerate().take_while(|(index, value)| take_if_fits(value) || *index == 0).map(|(_, value)| value).collect()
}

/// The View of the writer of the orders.
fn read_view(ui: &Ui, args: &CheckArgs) -> Result<View, Failure> {
    if let Some(packet) = &args.packet {
        let packet = Packet::read_packet(packet)?;
        if packet.engine != ENGINE {
            let engine = &packet.engine;
            ui.warning(&format!(
                "the packet is of grail {engine} and this is grail {ENGINE}: the GM's may read orders otherwise"
            ));
        }
        return Ok(packet.view);
    }
    let (folder, team, night) = match (&args.campaign, &args.team) {
        (Some(campaign), Some(team)) => (Folder::open(campaign)?, team.clone(), None),
        _ => find_campaign_around(&args.orders)?,
    };
    let game = Game::open(folder)?;
    let next = game.folder.last_resolved_night()?.number + 1;
    unread_files::warn_of_unread_files(ui, &game, next)?;
    let before = night.filter(|n| (1..next).contains(n)).unwrap_or(next) - 1;
    let seat = game.find_seat(&team)?;
    let contacts = game.read_contacts()?;
    Ok(view_with_token(&game.known_after(before)?, seat, contacts.contact_of(&game.seats()[seat.index()])))
}

/// The campaign, seat and night of orders that are in a night's folder.
fn find_campaign_around(orders: &Path) -> Result<(Folder, String, Option<u32>), Failure> {
    let stem = orders.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let absolute = std::path::absolute(orders).unwrap_or_else(|_| orders.to_owned());
    match (Folder::around(orders), NightFolder::around(&absolute)) {
        (Some(root), Some(night)) => Ok((Folder::open(root)?, stem, Some(night))),
        _ => Err(Failure::Usage(
            "whose orders are these? name the campaign and the team (--campaign DIR --team T), or a packet (--packet FILE)"
                .to_owned(),
        )),
    }
}
