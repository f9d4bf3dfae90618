//! `grail status`: shows the War at a glance, for the GM.

use crate::vocabulary::text::collapse_whitespace;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use jiff::{Timestamp, Zoned};
use serde_json::json;

use crate::campaign::folder::{Folder, read_text_if_there};
use crate::campaign::game::checked_orders::CheckedOrders;
use crate::campaign::game::pages;
use crate::language::codes;
use crate::language::condition::Resource;
use crate::mail::clock;
use crate::mail::filed_letters::{self, LetterState};
use crate::mail::inbox;
use crate::mail::inbox::LetterOutcome::{Accepted, Refused};
use crate::mail::lasting_requests;
use crate::mail::mailed_war::{MailedSeat, MailedWar};
use crate::mail::outbox::{Outbox, State};
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::war::War;
use crate::war::character::Character;

use super::failure::{CommandResult, Failure};
use super::letters;
use super::mail_session::{self, MailSession};
use super::orders::indent_lines;
use super::ui::{Ui, counted};
use super::unread_files;

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
    let mailed_war = &session.mailed_war;
    let checked = game.checked_orders(&game.known_after(last)?, &game.folder.night(last + 1))?;
    let orders_of = |seat: usize| checked.iter().find(|o| o.seat.index() == seat);
    let has_orders: Vec<bool> =
        (0..seats.len()).map(|n| orders_of(n).is_some_and(|o| !o.plan.orders.is_empty())).collect();
    let mut out = format!("{}\n", war.setup.title);
    match &war.ended {
        Some(ended) => {
            let winner = ended.winner.map_or("nobody", |team| war.setup.teams[team.index()].name.as_str());
            let _ = writeln!(out, "The War ended on night {}; winner: {winner}.", ended.night);
        }
        None => {
            let _ = writeln!(out, "Night {} is resolved; night {} is next.", last, last + 1);
            match session.count_misinformed_of_end()? {
                0 => {}
                told => {
                    let readers = counted(told, "reader");
                    let _ = writeln!(
                        out,
                        "The War goes on, and {readers} were mailed that it is over: write to them, or end it again (`grail end`)."
                    );
                }
            }
        }
    }
    out.push('\n');
    out.push_str(&render_table(&war));
    if war.ended.is_none() {
        let names = |wanted: &dyn Fn(usize) -> bool| {
            let list: Vec<&str> = (0..seats.len()).filter(|n| wanted(*n)).map(|n| seats[n].as_str()).collect();
            if list.is_empty() { "nobody".to_owned() } else { list.join(", ") }
        };
        let is_awaited = |n: usize| !has_orders[n] && mailed_war.seats.get(n).is_some_and(MailedSeat::is_awaited);
        let from = names(&|n| has_orders[n]);
        let _ = writeln!(out, "\nOrders of night {} from: {from}.\nAwaited from: {}.", last + 1, names(&is_awaited));
        let absent = |n: usize| !has_orders[n] && mailed_war.seats.get(n).is_some_and(|seat| seat.is_absent);
        if (0..seats.len()).any(absent) {
            let _ = writeln!(out, "Absent, and not awaited: {}.", names(&absent));
        }
        let letters = session.letters_of_the_night()?;
        session.render_ungranted_requests()?.iter().for_each(|asked| out.push_str(&format!("{asked}\n")));
        out.push_str(&render_seats(&session, &seats, &letters, &is_awaited)?);
        for orders in &checked {
            let refused: Vec<String> = pages::render_refusals(orders).map(|why| format!("{why}.")).collect();
            if !refused.is_empty() {
                let seat = &seats[orders.seat.index()];
                let _ = write!(out, "\nNot accepted of what {seat} sent:\n{}", indent_lines(&refused));
            }
        }
    }
    out.push_str(&render_unchanged_orders(&seats, &checked));
    let (letters, mail) = render_letters(&session, last)?;
    out.push_str(&letters);
    let errata = session.pending_errata_except(0)?;
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
    let refusals_of =
        |n: usize| orders_of(n).map(|o| pages::render_refusals(o).collect::<Vec<_>>()).unwrap_or_default();
    let seats: Vec<_> = seats
        .iter()
        .zip(&has_orders)
        .enumerate()
        .map(|(n, (name, has_orders))| json!({ "seat": name, "orders": has_orders, "refused": refusals_of(n) }))
        .collect();
    ui.json(&json!({
        "title": war.setup.title,
        "night": last,
        "over": war.ended.is_some(),
        "winner": war.ended.as_ref().and_then(|e| e.winner).map(|t| &war.setup.teams[t.index()].name),
        "characters": characters,
        "seats": seats,
        "mail": mail,
        "errata": errata.iter().map(|(night, letters)| json!({ "night": night, "letters": letters.len() })).collect::<Vec<_>>(),
    }))
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
        let contact = session.file.parse_contact(seat)?.substitute.as_ref()?;
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

/// Renders the states of the letters of the last night and the next, those that await the GM, and the deadline. The
/// second part is the same as JSON.
fn render_letters(session: &MailSession, last: u32) -> Result<(String, serde_json::Value), Failure> {
    let game = &session.game;
    let next = game.folder.night(last + 1);
    let mut out = String::new();
    let due = read_text_if_there(&next.path.join("deadline.yaml"))?;
    if let Some(written) = due.as_deref().and_then(clock::find_due_text) {
        // A paused night has its own line.
        match written.parse::<Zoned>() {
            Ok(due) => drop(writeln!(out, "Due: {}.", clock::render_deadline(&due))),
            Err(_) if clock::is_paused(&next)? => {}
            Err(_) => drop(writeln!(out, "Due: {written}.")),
        }
    }
    let entries = inbox::inbox_log(&next).read()?;
    let letters = filed_letters::load_letters_up_to(&game.folder, last + 1)?;
    let (open, further_letters) = filed_letters::find_letters_awaiting_gm(&letters);
    let aside_letters: Vec<_> = open.iter().filter(|letter| letter.state() == LetterState::SetAside).collect();
    let awaiting = letters.iter().filter(|letter| letter.awaits_gm()).count();
    if awaiting > 0 {
        let _ = writeln!(
            out,
            "\nLetters that await you (`grail letters` shows one, answers it, takes it in, puts it aside): {awaiting}"
        );
        for letter in &open {
            let lines = letters::render_with_actions(session, letter)?;
            let (first, below) = lines.split_once('\n').unwrap_or((&lines, ""));
            let _ = writeln!(out, "  {first} [{}]", letter.id);
            below.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
        further_letters.iter().for_each(|more| out.push_str(&format!("  {more}\n")));
    }
    let unconfirmed = || letters.iter().filter(|letter| letter.awaits_confirmation() && letter.night == last + 1);
    if unconfirmed().next().is_some() {
        out.push_str(
            "\nYour own letters that you have not confirmed (answer the echo with your token and `confirm`):\n",
        );
        unconfirmed().for_each(|letter| out.push_str(&format!("  {}\n", letters::render_letter_line(letter))));
    }
    let entries_so_far = inbox::read_entries_up_to(&game.folder, last + 1)?;
    let guesses = if entries_so_far.iter().any(|entry| entry.guesses > 0) {
        mail_session::list_wrong_tokens(&entries_so_far, &MailedWar::load(game)?, Timestamp::now().as_second())
    } else {
        Vec::new()
    };
    if !guesses.is_empty() {
        let _ = writeln!(out, "\nWrong tokens within a day:\n  {}", guesses.join("\n  "));
    }
    let has_newer_orders = |entry: &inbox::LetterRecord| {
        entries.iter().any(|other_entry| {
            other_entry.outcome == Accepted
                && other_entry.seat == entry.seat
                && other_entry.taken >= entry.taken
                && other_entry.id != entry.id
        })
    };
    let is_refused =
        |entry: &&inbox::LetterRecord| entry.outcome == Refused && entry.seat.is_some() && !has_newer_orders(entry);
    let refused_letters: Vec<_> = entries.iter().filter(is_refused).collect();
    if !refused_letters.is_empty() {
        out.push_str("\nLetters of players that were refused, with none accepted since:\n");
        for entry in &refused_letters {
            let number = letters.iter().find(|letter| letter.night == last + 1 && letter.id == entry.id);
            out.push_str(&match number {
                Some(letter) => format!("  {}\n", letters::render_letter_line(letter)),
                None => format!("  {}\n", mail_session::render_entry_line(entry)),
            });
        }
    }
    let notes: Vec<String> = open
        .iter()
        .flat_map(|letter| {
            let record = &letter.record;
            let writer = record.seat.as_deref().or(record.from.as_deref()).unwrap_or("?");
            record.notes.iter().map(move |note| format!("{} {writer}: {note}", letter.number))
        })
        .collect();
    let mut mailed = Vec::new();
    for night in [last, last + 1] {
        let outbox = Outbox::open(&game.folder.night(night))?;
        if outbox.letters().is_empty() {
            continue;
        }
        let counts: Vec<String> = outbox.counts().into_iter().map(|(word, n)| format!("{n} {word}")).collect();
        let _ = writeln!(out, "Letters of night {night}: {}.", counts.join(", "));
        for letter in outbox.letters().iter().filter(|letter| letter.state.is_unsure() || letter.state == State::Failed)
        {
            let _ = writeln!(
                out,
                "  {} to {}: {}. {}",
                letter.name,
                letter.about.to,
                letter.state.word(),
                letter.server_answer.trim()
            );
        }
        mailed.push(json!({ "night": night, "letters": outbox.counts() }));
    }
    Ok((
        out,
        json!({ "due": due, "aside": aside_letters.iter().map(|letter| &letter.record).collect::<Vec<_>>(), "refused": refused_letters, "awaiting": awaiting, "notes": notes, "guesses": guesses, "mailed": mailed }),
    ))
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
fn render_table(war: &War) -> String {
    let mut rows = vec![["Character", "Team", "At", "Health", "Mana", "CP", "Spells", ""].map(str::to_owned)];
    let mut order: Vec<usize> = Vec::new();
    for team in &war.setup.teams {
        order.extend(std::iter::once(team.master.index()).chain(team.servants.iter().map(|s| s.index())));
    }
    order.extend((0..war.characters.len()).filter(|n| !order.contains(n)).collect::<Vec<_>>());
    for character in order.into_iter().filter_map(|n| war.characters.get(n)) {
        rows.push(table_row(war, character));
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "{}", cells.join("  ").trim_end());
    }
    out
}

fn table_row(war: &War, character: &Character) -> [String; 8] {
    let has_member = |t: &&crate::war::setup::Team| {
        war.character(t.master).name == character.name
            || t.servants.iter().any(|s| war.character(*s).name == character.name)
    };
    let team = war.setup.teams.iter().find(has_member).map_or(String::new(), |t| t.name.clone());
    let mastery = character.mastery.as_ref();
    let id = war.character_named(&character.name);
    let with_maximum = |now: Exact, resource: Resource| match id {
        Some(id) => format!("{now}/{}", war.maximum(id, resource)),
        None => now.to_string(),
    };
    let mut remarks = Vec::new();
    if !character.is_alive() {
        remarks.push("dead".to_owned());
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
    let own = id.into_iter().flat_map(|id| war.afflictions_on(id));
    remarks.extend(own.map(|(active, affliction)| format!("{} {}", affliction.name, war.turns_left(active))));
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
