//! `grail mail`: sends the letters of a night, each once.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::error::CampaignError;
use crate::campaign::folder::Folder;
use crate::campaign::transaction::Transaction;
use crate::mail::clock;
use crate::mail::outbox::{Outbox, QueuedLetter, State};

use super::failure::{CommandResult, Failure};
use super::mail_session::{MailSession, NamedDraft, RetryPolicy, lock};
use super::ui::{Ui, counted, parse_number};

/// Mails a night: every player's own update with the next packet, the public one, and answers that wait.
///
/// Without --send it shows the envelopes and writes nothing, but for what --again and --settle say of a letter. With it
/// each letter goes out once: what went out before is not sent again, what was refused for the time being is tried
/// again. Whoever was told a night that was reopened since gets errata, with any night's letters. A letter of which
/// nobody can tell whether it went out is named, and waits for --again or --settle. Exit code 1 when a letter
/// is left.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail mail campaigns/nine-bridges 1\n  grail mail campaigns/nine-bridges 1 --send
  grail mail campaigns/nine-bridges --remind --send\n  grail mail campaigns/nine-bridges 1 --again update-red --send
  grail mail campaigns/nine-bridges --list")]
pub(super) struct MailArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The night that is told; without it the last one that was resolved. Night 0 is told by a first letter to each
    /// player: the guide, the packet, their sheets, the map, how to answer.
    #[arg(value_parser = parse_number)]
    night: Option<u32>,
    /// Sends; without it nothing is sent.
    #[arg(long)]
    send: bool,
    /// Shows the envelopes alone, as without --send.
    #[arg(long, conflicts_with_all = ["send", "again", "settle"])]
    dry_run: bool,
    /// Lists the letters of all nights up to now, or of one: to whom each went, when, and how far it got.
    #[arg(long, conflicts_with_all = ["send", "again", "settle", "dry_run", "remind"])]
    list: bool,
    /// Reminds those who have sent no orders for the next night, in place of telling one.
    #[arg(long, conflicts_with = "night")]
    remind: bool,
    /// A letter that may have gone out, or was refused, is to go out once more: at once with --send, else with the next
    /// letters.
    #[arg(long, value_name = "LETTER")]
    again: Vec<String>,
    /// A letter that may have gone out is done with.
    #[arg(long, value_name = "LETTER")]
    settle: Vec<String>,
    #[command(flatten)]
    patience: RetryPolicy,
}

pub(super) fn run(ui: &Ui, args: &MailArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let writes_files = args.send || !args.again.is_empty() || !args.settle.is_empty();
    let _lock = if writes_files { Some(lock(&folder)?) } else { None };
    let session = MailSession::open(folder)?;
    let last = session.mailed_war.night - 1;
    let number = args.night.unwrap_or(last);
    if number > session.mailed_war.night {
        return Err(CampaignError::NoNight { night: number, last }.into());
    }
    if args.list {
        return list_outgoing(ui, &session, args.night);
    }
    let number = if args.remind { session.mailed_war.night } else { number };
    // A waiting answer belongs to the night that accepts orders.
    let next = (!args.remind && args.night.is_none_or(|night| night == last)).then_some(session.mailed_war.night);
    let mut outbox = Outbox::open(&session.game.folder.night(number))?;
    let mut change = Transaction::new(&session.game.folder);
    for (names, resend) in [(&args.again, true), (&args.settle, false)] {
        for name in names {
            outbox.settle(name, resend, session.now)?;
            session.settle_bounces_of(&mut change, (number, name), resend)?;
        }
    }
    change.commit()?;
    let letters = if args.remind {
        session.make_reminders()?
    } else if number == 0 {
        session.warn_of_missing_tokens(ui);
        session.make_welcome_letters()?
    } else if number > last {
        Vec::new()
    } else {
        session.letters_telling_night(Some(ui), number)?
    };
    let errata = if args.remind || number == 0 { Vec::new() } else { session.pending_errata_except(number)? };
    if !args.send {
        let waiting = next.map(|next| Outbox::open(&session.game.folder.night(next))).transpose()?;
        return show_envelopes(ui, &session, (&outbox, waiting.as_ref()), &letters, &errata);
    }
    session.due(true)?;
    // Corrections to an earlier night are sent before this night.
    let (earlier_errata, later_errata) = errata.into_iter().partition(|(night, _)| *night < number);
    let mut undelivered = session.send_errata(ui, &args.patience, earlier_errata)?;
    session.draft_letters(&mut outbox, letters)?;
    session.send(ui, &mut outbox, &args.patience, |_| true)?;
    undelivered += report_states(ui, &outbox, number)?;
    undelivered += session.send_errata(ui, &args.patience, later_errata)?;
    if next.is_some() {
        undelivered += session.send_waiting(ui, &args.patience)?;
    }
    ui.json(&json!({ "night": number, "letters": outbox.letters().iter().map(letter_to_json).collect::<Vec<_>>() }))?;
    if undelivered > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// Lists every letter of all nights, or of one, with its state and the time of that state.
fn list_outgoing(ui: &Ui, session: &MailSession, night: Option<u32>) -> CommandResult {
    let (mut list, mut sent) = (Vec::new(), 0);
    for number in (0..=session.mailed_war.night).filter(|number| night.is_none_or(|night| night == *number)) {
        for letter in Outbox::open(&session.game.folder.night(number))?.letters() {
            let about = &letter.about;
            sent += usize::from(letter.state == State::Sent);
            ui.text(&format!(
                "night {number}, {}: {} to {}, \"{}\": {} {}\n",
                letter.name,
                about.kind.word(),
                about.to,
                about.subject,
                letter.state.word(),
                clock::render_stamp(letter.state_since)
            ))?;
            let mut one = letter_to_json(letter);
            (one["night"], one["at"]) = (json!(number), json!(letter.state_since));
            list.push(one);
        }
    }
    ui.status(&format!("{}, {sent} of them sent.", counted(list.len(), "letter")));
    ui.json(&json!({ "letters": list }))
}

/// Shows what would be sent: the letters of a night, errata, and the waiting letters of the next night.
fn show_envelopes(
    ui: &Ui,
    session: &MailSession,
    (outbox, waiting): (&Outbox, Option<&Outbox>),
    letters: &[NamedDraft],
    errata: &[(u32, Vec<NamedDraft>)],
) -> CommandResult {
    let mut out = String::new();
    let mut list = Vec::new();
    let mut due = 0;
    let is_pending = |name: &str| outbox.letter(name).is_none_or(|letter| session.is_due(letter));
    for (name, kind, _, draft) in letters.iter().filter(|(name, ..)| is_pending(name)) {
        let state = outbox.letter(name).map_or(State::Draft, |letter| letter.state);
        due += 1;
        let page = if draft.html.is_some() { ", text and page" } else { "" };
        let attached: Vec<&str> = draft.attached.iter().map(|(name, _)| name.as_str()).collect();
        let attachment_note =
            if attached.is_empty() { String::new() } else { format!(", with {}", attached.join(", ")) };
        out.push_str(&format!(
            "{name}: {} to {}, \"{}\"{page}{attachment_note}: {}\n",
            kind.word(),
            draft.to,
            draft.subject,
            state.word()
        ));
        list.push(json!({ "letter": name, "kind": kind, "to": draft.to, "subject": draft.subject, "state": state }));
    }
    // Sent letters are shown as they were sent.
    let outbox_letters = outbox
        .letters()
        .iter()
        .filter(|letter| !letters.iter().any(|(name, ..)| *name == letter.name && is_pending(name)));
    let next = waiting
        .iter()
        .flat_map(|next| next.letters())
        .filter(|letter| letter.about.kind.is_sent_at_once() && session.is_due(letter));
    for letter in outbox_letters.chain(next) {
        due += usize::from(session.is_due(letter));
        let state = if letter.state.is_due() && !session.is_due(letter) { "taken back" } else { letter.state.word() };
        out.push_str(&format!(
            "{}: {} to {}, \"{}\": {state}\n",
            letter.name,
            letter.about.kind.word(),
            letter.about.to,
            letter.about.subject,
        ));
        list.push(letter_to_json(letter));
    }
    for (night, letters) in errata {
        for (name, kind, _, draft) in letters {
            due += 1;
            out.push_str(&format!("{name} of night {night}: errata to {}, \"{}\": waiting\n", draft.to, draft.subject));
            list.push(json!({ "night": night, "letter": name, "kind": kind, "to": draft.to, "subject": draft.subject, "state": State::Draft }));
        }
    }
    ui.text(&out)?;
    ui.json(&json!({ "letters": list }))?;
    ui.status(&format!("{} would go out; nothing is sent without --send.", counted(due, "letter")));
    Ok(())
}

fn letter_to_json(letter: &QueuedLetter) -> serde_json::Value {
    json!({
        "letter": letter.name,
        "kind": letter.about.kind,
        "to": letter.about.to,
        "subject": letter.about.subject,
        "state": letter.state,
        "said": letter.server_answer,
    })
}

impl MailSession {
    /// Sends what goes out at once of the letters of the night that accepts orders; returns how many are not certain to
    /// have arrived.
    pub(super) fn send_waiting(&self, ui: &Ui, patience: &RetryPolicy) -> Result<usize, Failure> {
        let night = self.mailed_war.night;
        let mut outbox = Outbox::open(&self.game.folder.night(night))?;
        if outbox.letters().is_empty() {
            return Ok(0);
        }
        self.send(ui, &mut outbox, patience, |letter| letter.about.kind.is_sent_at_once())?;
        report_states(ui, &outbox, night)
    }
}

/// Reports the states of a night's letters; returns how many are not certain to have arrived.
pub(super) fn report_states(ui: &Ui, outbox: &Outbox, night: u32) -> Result<usize, Failure> {
    let mut left = 0;
    for letter in outbox.letters() {
        let to = &letter.about.to;
        match letter.state {
            State::Failed => {
                left += 1;
                ui.warning(&format!(
                    "night {night}: {} to {to} was refused for good: {}",
                    letter.name, letter.server_answer
                ));
            }
            State::Deferred => {
                left += 1;
                ui.warning(&format!(
                    "night {night}: {} to {to} was put off: {}; run the command again",
                    letter.name, letter.server_answer
                ));
            }
            State::Unsure | State::Sending => {
                left += 1;
                ui.warning(&format!(
                    "night {night}: {} to {to} may have gone out: ask its reader, then run `grail mail` with `--settle {}` or `--again {}`",
                    letter.name, letter.name, letter.name
                ));
            }
            State::Draft | State::Sent | State::Settled => {}
        }
    }
    let counts: Vec<String> = outbox.counts().into_iter().map(|(word, n)| format!("{n} {word}")).collect();
    ui.status(&format!(
        "Night {night}: {}.",
        if counts.is_empty() { "no letters".to_owned() } else { counts.join(", ") }
    ));
    Ok(left)
}
