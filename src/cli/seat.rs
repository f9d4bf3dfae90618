//! `grail seat`: changes the people of a seat: a new player, address or token, a substitute, an absence.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::campaign::error::CampaignError;
use crate::campaign::folder::{Folder, read_text};
use crate::campaign::game::play::Game;
use crate::campaign::game::seat_edit::{GM, SeatChange, add_gm, edit_seat};
use crate::campaign::game::war_file::{self, Contact, WarFile};
use crate::campaign::night_files::write_file;
use crate::campaign::order_files::{seat_of_file, unknown_seat_error};
use crate::campaign::random;
use crate::campaign::transaction::Transaction;
use crate::language::span::Source;
use crate::mail::lasting_requests;
use crate::mail::outbox::{LetterKind, Outbox, QueuedLetter};
use crate::sheet::reader::Diagnostics;

use super::failure::{CommandResult, Failure};
use super::mail;
use super::mail_session::{DepartingPerson, MailSession, RetryPolicy, is_farewell, lock};
use super::ui::Ui;

/// Changes who sits on a seat: replaces a player, gives a new token, names a substitute.
///
/// It edits the seat's lines in war.yaml and leaves everything else there as it is. A new token holds from
/// now on; tell the player by a way that others do not read. Whoever takes the seat over in the middle of a War gets a
/// letter with all that it knows. Without a change it shows who sits there.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail seat campaigns/nine-bridges Red
  grail seat campaigns/nine-bridges Red --player \"Ida Lund\" --email ida@example.org --new-token
  grail seat campaigns/nine-bridges Red --substitute \"Olav Moe\" --substitute-email olav@example.org
  grail seat campaigns/nine-bridges Red --absent 3-5
  grail seat campaigns/nine-bridges GM --player Kat --email kat@example.org --new-token")]
pub(super) struct SeatArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The seat, or a team with one seat; `GM` is whoever runs the War.
    seat: String,
    /// Who sits there from now on.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Where letters to them go.
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,
    /// What proves their orders.
    #[arg(long, value_name = "TOKEN", conflicts_with = "new_token")]
    token: Option<String>,
    /// Draws a new token and prints it.
    #[arg(long)]
    new_token: bool,
    /// Who stands in for them: reads what they read, and orders with a token of their own.
    #[arg(long, value_name = "NAME", requires = "substitute_email")]
    substitute: Option<String>,
    /// Where letters to the substitute go.
    #[arg(long, value_name = "ADDRESS", requires = "substitute")]
    substitute_email: Option<String>,
    /// Nobody stands in for them any more.
    #[arg(long, conflicts_with = "substitute")]
    no_substitute: bool,
    /// Nights in which nobody waits for them: `3`, `3-5`.
    #[arg(long, value_name = "NIGHTS")]
    absent: Option<String>,
    /// Sends the letter to whoever takes the seat over at once: the packet, the sheets, the pages of all nights so far.
    #[arg(long)]
    send: bool,
    #[command(flatten)]
    patience: RetryPolicy,
}

pub(super) fn run(ui: &Ui, args: &SeatArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let _lock = lock(&folder)?;
    let path = folder.war_file();
    let file = war_file::load(&path)?;
    if args.seat.eq_ignore_ascii_case(GM) && find_seat(&path, &file, &args.seat).is_err() {
        return change_gm(ui, args, &path, &file);
    }
    let name = find_seat(&path, &file, &args.seat)?;
    let mut changes: Vec<(Vec<&'static str>, SeatChange)> = Vec::new();
    let mut set_key = |path: &[&'static str], value: &Option<String>| {
        changes.extend(value.clone().map(|value| (path.to_vec(), SeatChange::Put(value))));
    };
    set_key(&["name"], &args.player);
    set_key(&["email"], &args.email);
    set_key(&["token"], &args.token);
    set_key(&["absent"], &args.absent);
    let new_token = args.new_token.then(random::random_token).transpose()?;
    set_key(&["token"], &new_token);
    let substitute_token = args.substitute.as_ref().map(|_| random::random_token()).transpose()?;
    if let (Some(who), Some(email), Some(token)) = (&args.substitute, &args.substitute_email, &substitute_token) {
        let value = format!("{{ name: {}, email: {}, token: {token} }}", json!(who), json!(email));
        changes.push((vec!["substitute"], SeatChange::Tree(value)));
    }
    if args.no_substitute {
        changes.push((vec!["substitute"], SeatChange::Remove));
    }
    if changes.is_empty() {
        return show_people(ui, &folder, &file, &name);
    }
    let mut text = read_text(&path)?;
    for (keys, change) in changes {
        text = edit_seat(&path, &text, &name, keys[0], &change)?;
    }
    let leavers = file.contact_of(&name).map(|contact| find_departing_people(args, contact)).unwrap_or_default();
    let has_letters = change_seat(&folder, (&path, &text), args, &name, &leavers)?;
    if leavers.iter().any(|leaver| matches!(leaver, DepartingPerson::Player { token_holds: true, .. })) {
        ui.warning("whoever played here before knows the seat's token: --new-token draws another");
    }
    if args.token.as_deref().is_some_and(random::is_weak) {
        ui.warning("this token can be guessed: --new-token draws one that cannot");
    }
    if let Some(token) = &new_token {
        ui.text(&format!("The token of {name} is {token}.\n"))?;
    }
    if let Some(token) = &substitute_token {
        ui.text(&format!("The substitute's token is {token}.\n"))?;
    }
    ui.status(&format!("The seat {name} is changed in {}.", path.display()));
    if has_letters {
        let root = folder.root().display();
        if args.send {
            let session = MailSession::open(folder.clone())?;
            let mut outbox = Outbox::open(&session.game.folder.night(session.mailed_war.night))?;
            let is_of_handover =
                |letter: &QueuedLetter| letter.about.kind == LetterKind::HandOver || is_farewell(letter);
            session.send(ui, &mut outbox, &args.patience, is_of_handover)?;
            mail::report_states(ui, &outbox, session.mailed_war.night)?;
        } else {
            ui.status(&match args.player.is_some() || args.substitute.is_some() {
                true => format!(
                    "A letter with all that the seat knows goes out with the next ones, or at once: `grail mail {root} --send`. \
                     The token is not in it."
                ),
                false => format!("Whoever stood in is told with the next letters, or at once: `grail mail {root} --send`."),
            });
        }
    }
    ui.json(&json!({ "seat": name, "token": new_token, "substitute_token": substitute_token }))
}

/// Changes the GM's mail data: name, address, token.
fn change_gm(ui: &Ui, args: &SeatArgs, path: &Path, file: &WarFile) -> CommandResult {
    if args.substitute.is_some() || args.no_substitute || args.absent.is_some() {
        return Err(Failure::Usage("the GM has a name, an address and a token alone".to_owned()));
    }
    let drawn = args.new_token.then(random::random_token).transpose()?;
    let token = drawn.as_ref().or(args.token.as_ref());
    let all = [("name", args.player.as_ref()), ("email", args.email.as_ref()), ("token", token)];
    let entries: Vec<(&'static str, &str)> =
        all.into_iter().filter_map(|(key, value)| Some((key, value?.as_str()))).collect();
    let Some(gm) = &file.gm else {
        if entries.is_empty() {
            return Err(Failure::Usage("war.yaml has no GM yet: --player NAME --email ADDRESS --new-token".to_owned()));
        }
        write_file(path, &add_gm(path, &read_text(path)?, &entries)?)?;
        return report_gm_change(ui, drawn.as_deref(), path);
    };
    if entries.is_empty() {
        let word = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
        let token = if gm.token.is_some() { "with a token" } else { "without a token" };
        return ui.text(&format!("GM: {}, {}, {token}\n", word(&gm.player), word(&gm.email)));
    }
    let mut text = read_text(path)?;
    for (key, value) in entries {
        text = edit_seat(path, &text, GM, key, &SeatChange::Put(value.to_owned()))?;
    }
    write_file(path, &text)?;
    report_gm_change(ui, drawn.as_deref(), path)
}

fn report_gm_change(ui: &Ui, drawn: Option<&str>, path: &Path) -> CommandResult {
    if let Some(token) = drawn {
        ui.text(&format!("The token of the GM is {token}.\n"))?;
    }
    ui.status(&format!("The GM is changed in {}.", path.display()));
    ui.json(&json!({ "seat": GM, "token": drawn }))
}

/// Who leaves the seat: the player, if another takes it over, and a former substitute.
fn find_departing_people(args: &SeatArgs, contact: &Contact) -> Vec<DepartingPerson> {
    let is_replaced = args.player.is_some() && args.player != contact.player;
    let is_replaced = is_replaced && args.email.as_ref().is_some_and(|email| contact.email.as_ref() != Some(email));
    let token_holds = args.token.is_none() && !args.new_token && contact.token.is_some();
    let player = is_replaced.then(|| DepartingPerson::Player { who: contact.clone(), token_holds });
    let ends_substitution = args.no_substitute || args.substitute.is_some();
    let former_substitute = contact.substitute.as_deref().filter(|_| ends_substitution).cloned();
    player.into_iter().chain(former_substitute.map(DepartingPerson::Substitute)).collect()
}

/// Writes the changed war.yaml and, if the seat is handed over in a running War, drafts the letters to the new and to
/// the departing people, all in one transaction. Returns whether there are letters.
fn change_seat(
    folder: &Folder,
    (path, text): (&Path, &str),
    args: &SeatArgs,
    name: &str,
    leavers: &[DepartingPerson],
) -> Result<bool, Failure> {
    let mut change = Transaction::new(folder);
    change.write(path, text)?;
    let mut has_letters = false;
    let newcomers = [&args.player, &args.substitute];
    if folder.night(0).is_resolved() && (newcomers.iter().any(|who| who.is_some()) || !leavers.is_empty()) {
        let diagnostics = Diagnostics::default();
        let file = war_file::parse_war_file(&Source::new(path.display().to_string(), text), &diagnostics);
        let session = MailSession::from_game(Game::open(folder.clone())?, file)?;
        for (index, _) in newcomers.iter().enumerate().filter(|(_, who)| who.is_some()) {
            has_letters |= session.draft_handover(&mut change, name, index)?;
        }
        for leaver in leavers {
            has_letters |= session.draft_farewell(&mut change, name, leaver)?;
        }
    }
    change.commit()?;
    Ok(has_letters)
}

/// Finds the seat with a name, or the only seat of a team with that name.
fn find_seat(path: &Path, file: &WarFile, name: &str) -> Result<String, CampaignError> {
    let seats: Vec<String> = file.seats().map(|seat| seat.name.text.clone()).collect();
    let team = file.teams.iter().find(|team| team.name.text.eq_ignore_ascii_case(name));
    let only_seat =
        team.and_then(|team| if let [seat] = team.seats.as_slice() { Some(seat.name.text.clone()) } else { None });
    let found = seat_of_file(name, &seats).and_then(|index| seats.get(index).cloned()).or(only_seat);
    found.ok_or_else(|| unknown_seat_error(path, name, &seats))
}

/// Shows the people of a seat; tokens are not shown.
fn show_people(ui: &Ui, folder: &Folder, file: &WarFile, name: &str) -> CommandResult {
    let lost_entry = || Failure::Campaign(CampaignError::internal("a seat lost its entry"));
    let contact = file.contact_of(name).ok_or_else(lost_entry)?;
    let mut list = Vec::new();
    for (person, what) in contact.people().zip(["player", "substitute"]) {
        let word = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
        let token = if person.token.is_some() { "with a token" } else { "without a token" };
        ui.text(&format!("{name}, {what}: {}, {}, {token}\n", word(&person.player), word(&person.email)))?;
        list.push(
            json!({ "what": what, "name": person.player, "email": person.email, "token": person.token.is_some() }),
        );
    }
    if !contact.absent.is_empty() {
        let nights = contact.absent.iter().map(|(from, to)| match from == to {
            true => from.to_string(),
            false => format!("{from} to {to}"),
        });
        let nights: Vec<String> = nights.collect();
        ui.text(&format!("{name} is not waited for in night {}.\n", nights.join(", ")))?;
    }
    let away = match folder.night(0).is_resolved() {
        true => lasting_requests::absence(&MailSession::open(folder.clone())?.letters, name),
        false => None,
    };
    if let Some((from, to)) = away {
        ui.text(&format!("{name} wrote to be away from {from} to {to}: nobody waits for them on these days.\n"))?;
    }
    let away = away.map(|(from, to)| [from.to_string(), to.to_string()]);
    ui.json(&json!({ "seat": name, "people": list, "absent": contact.absent, "away": away }))
}
