//! `grail status`: shows the War at a glance, for the GM.

mod letters;
mod spending;

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::checked_orders::CheckedOrders;
use crate::campaign::game::pages;
use crate::language::codes;
use crate::language::condition::Resource;
use crate::language::diagnostic::Severity;
use crate::mail::clock;
use crate::mail::inbox;
use crate::mail::lasting_requests;
use crate::mail::mailed_war::MailedSeat;
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::text::collapse_whitespace;
use crate::war::War;
use crate::war::character::Character;
use crate::war::setup::Team;

use super::failure::{CommandResult, Failure};
use super::mail_session::MailSession;
use super::orders::indent_lines;
use super::ui::{Ui, counted};
use super::unread_files;
use letters::LetterStatus;
use spending::Spending;

/// Shows the War at a glance: who stands where, and whose orders have come in.
///
/// It shows everything: it is for the GM alone.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail status campaigns/nine-bridges")]
pub(super) struct StatusArgs {
    /// The campaign's folder.
    campaign: PathBuf,
}

pub(super) fn run(ui: &Ui, args: &StatusArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let last = folder.last_resolved_night()?.number;
    let session = MailSession::open(folder)?;
    let game = &session.game;
    unread_files::warn_of_unread_files(ui, game, last + 1)?;
    let war = game.war_after(last)?;
    let seats = game.seats();
    let checked = game.checked_orders(&game.known_after(last)?, &game.folder.night(last + 1))?;
    let letters = LetterStatus::load(&session, last)?;
    let errata = session.pending_errata_except(0)?;
    let spending = Spending::read(&game.folder, &war)?;
    let nights = render_nights(&session, &war, last)?;
    let mut out = format!("{}\n{nights}\n{}{}", war.setup.title, render_table(ui, &war), spending.render());
    if war.ended.is_none() {
        out.push_str(&render_orders(ui, &session, &seats, &checked, last + 1)?);
    }
    out.push_str(&render_unchanged_orders(&seats, &checked));
    out.push_str(&letters.render(&session)?);
    for (night, letters) in &errata {
        let _ = writeln!(
            out,
            "Errata wait for {} of night {night}: `grail mail {} --send`.",
            counted(letters.len(), "reader"),
            game.folder.root().display()
        );
    }
    ui.text(&out)?;
    let characters: Vec<_> = war.characters.iter().map(|c| character_to_json(&war, c)).collect();
    let seats: Vec<_> = seats.iter().enumerate().map(|(n, name)| seat_to_json(name, orders_of(&checked, n))).collect();
    ui.json(&json!({
        "title": war.setup.title,
        "night": last,
        "over": war.ended.is_some(),
        "winner": war.winner().map(|team| &team.name),
        "characters": characters,
        "spent": spending.to_json(),
        "seats": seats,
        "mail": letters.to_json(),
        "errata": errata.iter().map(|(night, letters)| json!({ "night": night, "letters": letters.len() })).collect::<Vec<_>>(),
    }))
}

/// Renders which Night is next, or how the War ended.
fn render_nights(session: &MailSession, war: &War, last: u32) -> Result<String, Failure> {
    if let Some(ended) = &war.ended {
        let winner = war.winner().map_or("nobody", |team| team.name.as_str());
        return Ok(format!("The War ended on night {}; winner: {winner}.\n", ended.night));
    }
    let mut out = format!("Night {last} is resolved; night {} is next.\n", last + 1);
    let misinformed = session.count_misinformed_of_end()?;
    if misinformed > 0 {
        let readers = counted(misinformed, "reader");
        let _ = writeln!(
            out,
            "The War goes on, and {readers} were mailed that it is over: write to them, or end it again (`grail end`)."
        );
    }
    Ok(out)
}

/// Renders whose orders of a Night have come in, whose are awaited, and what of them was refused.
fn render_orders(
    ui: &Ui,
    session: &MailSession,
    seats: &[String],
    checked: &[CheckedOrders],
    night: u32,
) -> Result<String, Failure> {
    let mailed_seats = &session.mailed_war.seats;
    let has_orders = |n: usize| has_orders(orders_of(checked, n));
    let is_awaited = |n: usize| !has_orders(n) && mailed_seats.get(n).is_some_and(MailedSeat::is_awaited);
    let is_absent = |n: usize| !has_orders(n) && mailed_seats.get(n).is_some_and(|seat| seat.is_absent);
    let list_seats_where = |is_wanted: &dyn Fn(usize) -> bool| {
        let list: Vec<&str> = (0..seats.len()).filter(|n| is_wanted(*n)).map(|n| seats[n].as_str()).collect();
        if list.is_empty() { "nobody".to_owned() } else { list.join(", ") }
    };
    let from = list_seats_where(&has_orders);
    let awaited = ui.in_severity(Severity::Warning, "Awaited from");
    let mut out = format!("\nOrders of night {night} from: {from}.\n{awaited}: {}.\n", list_seats_where(&is_awaited));
    if (0..seats.len()).any(is_absent) {
        let _ = writeln!(out, "Absent, and not awaited: {}.", list_seats_where(&is_absent));
    }
    session.render_ungranted_requests()?.iter().for_each(|asked| out.push_str(&format!("{asked}\n")));
    out.push_str(&render_seats(session, seats, &session.letters_of_the_night()?, &is_awaited)?);
    for orders in checked {
        let refused: Vec<String> = pages::render_refusals(orders).map(|why| format!("{why}.")).collect();
        if !refused.is_empty() {
            let seat = &seats[orders.seat.index()];
            let head = ui.in_severity(Severity::Error, &format!("Not accepted of what {seat} sent"));
            let _ = write!(out, "\n{head}:\n{}", indent_lines(&refused));
        }
    }
    Ok(out)
}

/// The checked orders of a seat.
fn orders_of(checked: &[CheckedOrders], seat: usize) -> Option<&CheckedOrders> {
    checked.iter().find(|orders| orders.seat.index() == seat)
}

fn has_orders(checked: Option<&CheckedOrders>) -> bool {
    checked.is_some_and(|orders| !orders.plan.orders.is_empty())
}

fn seat_to_json(name: &str, checked: Option<&CheckedOrders>) -> serde_json::Value {
    let refused = checked.map(|orders| pages::render_refusals(orders).collect::<Vec<_>>()).unwrap_or_default();
    json!({ "seat": name, "orders": has_orders(checked), "refused": refused })
}

/// Renders the seats that are ready, to be waited for, late, or with a substitute: a line for each group that is not
/// empty.
fn render_seats(
    session: &MailSession,
    seats: &[String],
    letters: &[inbox::LetterRecord],
    awaited: &dyn Fn(usize) -> bool,
) -> Result<String, Failure> {
    let is_late = session.due(false)?.is_some_and(|due| due.timestamp().as_second() < session.now);
    let substitute_of = |seat: &str| {
        let contact = session.file.contact_of(seat)?.substitute.as_ref()?;
        Some(format!("{seat} ({})", contact.player.clone().or(contact.email.clone()).unwrap_or_default()))
    };
    let seats_that_wrote = |wanted: bool| {
        let answered = move |seat: &&String| lasting_requests::is_ready(letters, seat) == Some(wanted);
        seats.iter().filter(answered).cloned().collect::<Vec<String>>()
    };
    let silent = seats.iter().enumerate().filter(|(n, _)| is_late && awaited(*n)).map(|(_, seat)| seat.clone());
    let lines = [
        ("Ready", seats_that_wrote(true)),
        ("To be waited for", seats_that_wrote(false)),
        ("Late", silent.collect()),
        ("With a substitute", seats.iter().filter_map(|seat| substitute_of(seat)).collect()),
    ];
    let mut out = String::new();
    for (head, names) in lines.iter().filter(|(_, names)| !names.is_empty()) {
        let _ = writeln!(out, "{head}: {}.", names.join(", "));
    }
    if clock::is_paused(&session.game.folder.night(session.mailed_war.night))? {
        let root = session.game.folder.root().display();
        let _ = writeln!(out, "The night is put off: `grail deadline {root} --resume` goes on, `--to` sets a day.");
    }
    Ok(out)
}

/// Renders the orders that are carried out unchanged, though an order that would change them was not understood (A235).
fn render_unchanged_orders(seats: &[String], checked: &[CheckedOrders]) -> String {
    let mut out = String::new();
    for orders in checked {
        for said in orders.diagnostics.iter().filter(|fault| fault.code == codes::UNCHANGED) {
            let words = orders.source.text.get(said.span.range()).unwrap_or_default();
            let words = collapse_whitespace(words);
            let seat = seats.get(orders.seat.index()).map_or("", String::as_str);
            let _ = writeln!(out, "  {seat}: `{words}`: {}", said.message);
        }
    }
    if out.is_empty() {
        out
    } else {
        format!("\nOrders that stand though their players may mean to change them:\n{out}")
    }
}

fn character_to_json(war: &War, character: &Character) -> serde_json::Value {
    json!({
        "name": character.name,
        "kind": character.kind,
        "alive": character.is_alive(),
        "at": war.setup.location(character.at).name,
        "health": character.health,
        "mana": character.mana,
        "spirit_form": character.is_in_spirit_form,
        "master": character.master.map(|m| &war.character(m).name),
        "cp": character.mastery.as_ref().map(|m| m.cp),
        "command_spells": character.mastery.as_ref().map(|m| m.command_spells),
    })
}

/// Renders a table of all characters, grouped by team, with aligned columns.
fn render_table(ui: &Ui, war: &War) -> String {
    let mut rows = vec![["Character", "Team", "At", "Health", "Mana", "CP", "Spells", ""].map(str::to_owned)];
    let members = |team: &Team| std::iter::once(team.master).chain(team.servants.clone());
    let mut order: Vec<CharacterId> = war.setup.teams.iter().flat_map(members).collect();
    order.extend(war.ids().filter(|id| !order.contains(id)).collect::<Vec<_>>());
    rows.extend(order.into_iter().map(|id| table_row(ui, war, id)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "{}", cells.join("  ").trim_end());
    }
    out
}

fn table_row(ui: &Ui, war: &War, id: CharacterId) -> [String; 8] {
    let character = war.character(id);
    let has_member = |team: &&Team| team.master == id || team.servants.contains(&id);
    let team = war.setup.teams.iter().find(has_member).map_or(String::new(), |team| team.name.clone());
    let mastery = character.mastery.as_ref();
    let with_maximum = |now: Exact, resource: Resource| format!("{now}/{}", war.maximum(id, resource));
    let mut remarks = Vec::new();
    if !character.is_alive() {
        remarks.push(ui.in_severity(Severity::Error, "dead"));
    }
    if character.is_in_spirit_form {
        remarks.push("Spirit Form".to_owned());
    }
    if let Some(master) = character.master.filter(|master| character.first_master != Some(*master)) {
        remarks.push(format!("serves {}", war.character(master).name));
    }
    if character.is_alive() && character.kind == SheetKind::Servant && character.master.is_none() {
        remarks.push("without a Master".to_owned());
    }
    if mastery.is_some_and(|m| !m.is_qualified) {
        remarks.push("disqualified".to_owned());
    }
    if character.battle.turns > 0 {
        remarks.push("in battle".to_owned());
    }
    if let Some(homes) = mastery.map(|m| &m.homes).filter(|homes| !homes.is_empty()) {
        let names: Vec<&str> = homes.iter().map(|home| war.setup.location(*home).name.as_str()).collect();
        remarks.push(format!("home {}", names.join(" and ")));
    }
    remarks.extend(character.statuses.iter().map(|s| s.status.to_string()));
    remarks.extend(
        war.afflictions_on(id).map(|(active, affliction)| format!("{} {}", affliction.name, war.turns_left(active))),
    );
    [
        character.name.clone(),
        team,
        war.setup.location(character.at).name.clone(),
        with_maximum(if character.is_alive() { character.health } else { Exact::ZERO }, Resource::Health),
        with_maximum(character.mana, Resource::Mana),
        mastery.map_or(String::new(), |m| m.cp.to_string()),
        mastery.map_or(String::new(), |m| m.command_spells.to_string()),
        remarks.join(", "),
    ]
}
