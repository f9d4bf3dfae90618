//! `grail letters`: every letter that came, with its state, and the GM's answers.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::campaign::error::CampaignError;
use crate::campaign::folder::Folder;
use crate::campaign::transaction::Transaction;
use crate::mail::clock;
use crate::mail::compose::{LetterContent, compose};
use crate::mail::filed_letters::{self, FiledLetter, SettlementKind};
use crate::mail::kept_letters;
use crate::mail::letter::{self, LetterText};
use crate::mail::letter_templates::{GM_ANSWER, GmAnswerLetter};
use crate::mail::outbox::{LetterKind, Outbox};
use crate::mail::sender::{hide_token, strip_tokens};
use crate::vocabulary::text::{collapse_whitespace, hex_digits};

use super::failure::{CommandResult, Failure};
use super::mail_session::{MailSession, RetryPolicy, letter_about, lock};
use super::orders::{indent_lines, print_outcomes};
use super::ui::{Ui, counted};

/// Shows the letters of all nights: which await you, and what came of each.
///
/// Every letter has a number through the whole War and one state: accepted, set aside, answered or refused. Without
/// --all those are shown that await you: letters set aside, and what players wrote that is no order. Each
/// stands there until you answer it, take it in or put it aside. With a number the letter itself is shown.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail letters campaigns/nine-bridges\n  grail letters campaigns/nine-bridges --all
  grail letters campaigns/nine-bridges 12\n  grail letters campaigns/nine-bridges 12 --answer \"Yes, until Sunday.\" --send
  grail letters campaigns/nine-bridges 12 13 --aside\n  grail letters campaigns/nine-bridges 12 --accept --as Red")]
pub(super) struct LettersArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// Letters, by their numbers (`12`, `12-15`) or ids.
    letters: Vec<String>,
    /// Shows all letters of the War.
    #[arg(long, conflicts_with = "letters")]
    all: bool,
    /// Your answer, mailed to whoever wrote the letter, in its thread.
    #[arg(long, value_name = "TEXT", requires = "letters")]
    answer: Option<String>,
    /// You have read it: it awaits you no longer.
    #[arg(long, requires = "letters", conflicts_with = "answer")]
    aside: bool,
    /// Takes the orders in it, of a letter that was set aside: into the night for which it came. Where that is played,
    /// `grail reopen` plays it again with them.
    #[arg(long, requires = "letters", conflicts_with_all = ["answer", "aside"])]
    accept: bool,
    /// Whose orders they are, where the letter does not prove it.
    #[arg(long = "as", value_name = "SEAT", requires = "accept")]
    seat: Option<String>,
    /// Sends what is answered; without it, it goes out with the next letters.
    #[arg(long)]
    send: bool,
    #[command(flatten)]
    patience: RetryPolicy,
}

pub(super) fn run(ui: &Ui, args: &LettersArgs) -> CommandResult {
    let folder = Folder::open(&args.campaign)?;
    let writes_files = args.answer.is_some() || args.aside || args.accept || args.send;
    let _lock = if writes_files { Some(lock(&folder)?) } else { None };
    let session = MailSession::open(folder)?;
    let all = filed_letters::load_letters_up_to(&session.game.folder, session.mailed_war.night)?;
    if args.letters.is_empty() && !args.send {
        return list_letters(ui, &session, &all, args.all);
    }
    let mut chosen: Vec<&FiledLetter> = Vec::new();
    for name in &args.letters {
        chosen.extend(find_letters(&session, &all, name)?);
    }
    if let Some(text) = &args.answer {
        chosen.iter().try_for_each(|letter| answer_letter(&session, letter, text))?;
        let addresses =
            chosen.iter().map(|letter| answer_address(&session, letter)).collect::<Result<Vec<String>, _>>()?;
        ui.status(&format!("Your answer to {} is written.", addresses.join(", ")));
    } else if args.aside {
        chosen.iter().try_for_each(|letter| put_aside(&session, letter))?;
        ui.status(&format!("{} put aside.", counted(chosen.len(), "letter")));
    } else if args.accept {
        let seat = args.seat.as_deref().map(|name| session.game.find_seat(name)).transpose()?.map(|seat| seat.index());
        for letter in &chosen {
            print_outcomes(ui, &session.import_on_gm_word(letter, seat, false)?)?;
            session.render_reopen_steps(letter).iter().for_each(|words| ui.status(words));
        }
    } else {
        chosen.iter().try_for_each(|letter| show_letter(ui, &session, letter))?;
    }
    if args.send {
        session.send_waiting(ui, &args.patience)?;
    }
    let after = filed_letters::load_letters_up_to(&session.game.folder, session.mailed_war.night)?;
    let chosen_after = after.iter().filter(|letter| chosen.iter().any(|one| one.number == letter.number));
    ui.json(&json!({ "letters": chosen_after.map(letter_to_json).collect::<Vec<_>>() }))
}

/// The most lines that an answer quotes.
const MAX_QUOTED: usize = 20;

/// Finds the letter with a number or an id, or the letters of a range of numbers.
fn find_letters<'l>(
    session: &MailSession,
    all: &'l [FiledLetter],
    name: &str,
) -> Result<Vec<&'l FiledLetter>, Failure> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.len() < 7);
    let (first, last) = name.split_once('-').unwrap_or((name, name));
    let range = number(first).zip(number(last)).map(|(first, last)| first..=last);
    let is_meant =
        |letter: &&FiledLetter| range.as_ref().is_some_and(|range| range.contains(&letter.number)) || letter.id == name;
    let found: Vec<&FiledLetter> = all.iter().filter(is_meant).collect();
    if found.is_empty() {
        let root = session.game.folder.root();
        return Err(CampaignError::Missing {
            path: root.join("letters").join(name),
            hint: format!("`grail letters {} --all` lists the letters of the War", root.display()),
        }
        .into());
    }
    Ok(found)
}

/// Lists the letters that await the GM, or all of them.
fn list_letters(ui: &Ui, session: &MailSession, all: &[FiledLetter], show_all: bool) -> CommandResult {
    let (shown, more) =
        if show_all { (all.iter().collect(), Vec::new()) } else { filed_letters::find_letters_awaiting_gm(all) };
    for letter in &shown {
        ui.text(&render_with_actions(session, letter)?)?;
    }
    ui.text(&more.iter().map(|more| format!("{more}\n")).collect::<String>())?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for letter in all {
        *counts.entry(letter.state().word()).or_default() += 1;
    }
    let counts: Vec<String> = counts.into_iter().map(|(word, n)| format!("{n} {word}")).collect();
    let open = all.iter().filter(|letter| letter.awaits_gm()).count();
    let root = session.game.folder.root().display();
    ui.status(&match (all.len(), open) {
        (0, _) => "No letter has come.".to_owned(),
        (n, 0) => format!("{}: {}. None awaits you.", counted(n, "letter"), counts.join(", ")),
        (n, 1) => format!(
            "{}: {}. 1 of them awaits you: `grail letters {root} NUMBER --answer \"…\"`, `--aside` or `--accept`.",
            counted(n, "letter"),
            counts.join(", ")
        ),
        (n, open) => format!(
            "{}: {}. {open} of them await you: `grail letters {root} NUMBER --answer \"…\"`, `--aside` or `--accept`.",
            counted(n, "letter"),
            counts.join(", ")
        ),
    });
    ui.json(
        &json!({ "letters": shown.iter().map(|letter| letter_to_json(letter)).collect::<Vec<_>>(), "awaiting": open }),
    )
}

/// Renders a letter in a line; if it awaits the GM, with its words and the commands that settle it.
pub(super) fn render_with_actions(session: &MailSession, letter: &FiledLetter) -> Result<String, CampaignError> {
    let mut out = format!("{}\n", render_letter_line(letter));
    if letter.awaits_gm() {
        out.push_str(&indent_lines(letter.excerpt()));
        if let Some((command, _)) = session.command_to_grant(letter)? {
            out.push_str(&format!("  `{command}` grants it.\n"));
        }
        if letter.is_late_order() && letter.order_night() < session.mailed_war.night {
            let (root, number, night) = (session.game.folder.root().display(), letter.number, letter.order_night());
            out.push_str(&format!(
                "  Night {night} is played: `grail letters {root} {number} --accept`, `grail reopen {root} {night}` and \
                 `grail mail {root} --send` play it again with this, and tell whoever reads otherwise.\n"
            ));
        }
        if let Some((returned, night)) = letter.returned_letter() {
            let root = session.game.folder.root().display();
            let number = letter.number;
            out.push_str(&format!(
                "  `grail mail {root} {night} --again {returned} --send` sends it once more; `grail letters {root} {number} --aside` leaves it at that.\n"
            ));
        }
    }
    Ok(out)
}

/// Renders a letter in a line: its number, night, state and reason.
pub(super) fn render_letter_line(letter: &FiledLetter) -> String {
    let subject = match letter.record.subject.as_str() {
        "" => String::new(),
        subject => format!(", \"{subject}\""),
    };
    let why = match letter.reason() {
        why if why.is_empty() => String::new(),
        why => format!(": {why}"),
    };
    let state = letter.state().word();
    format!("{} (night {}) {}{subject}, {state}{why}", letter.number, letter.night, render_writer(letter))
}

/// Renders the writer of a letter, as far as it is known.
fn render_writer(letter: &FiledLetter) -> String {
    match (&letter.record.seat, &letter.record.from) {
        (Some(seat), Some(from)) => format!("{seat} <{from}>"),
        (Some(seat), None) => seat.clone(),
        (None, Some(from)) => from.clone(),
        (None, None) => "nobody".to_owned(),
    }
}

fn letter_to_json(letter: &FiledLetter) -> serde_json::Value {
    json!({
        "number": letter.number,
        "night": letter.night,
        "id": letter.id,
        "state": letter.state(),
        "reason": letter.reason(),
        "awaits_gm": letter.awaits_gm(),
        "seat": letter.record.seat,
        "from": letter.record.from,
        "subject": letter.record.subject,
        "arrived": letter.record.arrived,
        "words": letter.excerpt(),
        "settled": letter.settled,
    })
}

/// Shows a letter as its writer wrote it, and its outcome.
fn show_letter(ui: &Ui, session: &MailSession, letter: &FiledLetter) -> CommandResult {
    let record = &letter.record;
    ui.text(&format!("{}\nCame {}.\n\n", render_letter_line(letter), clock::render_stamp(record.arrived)))?;
    for text in read_texts(session, letter)? {
        let own = text.text.trim();
        ui.text(&indent_lines(own.lines()))?;
        if own.is_empty() && !text.quoted.trim().is_empty() {
            ui.text(&format!("All of it is quoted:\n{}", indent_lines(text.quoted.trim().lines())))?;
        }
    }
    for (head, answer) in [
        ("\nAnswered by the program:\n", record.answer.as_ref().map(|answer| answer.text.trim())),
        (
            if record.gm.is_empty() { "\nYour answer:\n" } else { "\nWhat came of it:\n" },
            letter.settled.as_ref().map(|settlement| settlement.text.trim()).filter(|text| !text.is_empty()),
        ),
    ] {
        if let Some(text) = answer {
            ui.text(&format!("{head}{}", indent_lines(text.lines())))?;
        }
    }
    Ok(())
}

/// Reads the texts of a letter as it came.
fn read_texts(session: &MailSession, letter: &FiledLetter) -> Result<Vec<LetterText>, CampaignError> {
    let raw = kept_letters::read_kept_letter(&session.game.folder.night(letter.night), &letter.id)?;
    Ok(if letter::is_letter(&raw) {
        letter::parse_letter(&raw).map(|read| read.texts).unwrap_or_default()
    } else {
        letter::from_bare_text("", &raw).texts
    })
}

/// Drafts the GM's answer to a letter and settles the letter, in one transaction.
pub(super) fn answer_letter(session: &MailSession, letter: &FiledLetter, text: &str) -> Result<(), CampaignError> {
    let mut change = Transaction::new(&session.game.folder);
    draft_answer_in(session, &mut change, letter, text)?;
    change.commit()
}

/// The address for the GM's answer to a letter: its writer's, even if the seat has another player now.
pub(super) fn answer_address(session: &MailSession, letter: &FiledLetter) -> Result<String, CampaignError> {
    let record = &letter.record;
    let post_error = |text: String| CampaignError::Mail { text };
    if !record.gm.is_empty() {
        return Err(post_error(format!("letter {} is your own", letter.number)));
    }
    if session.writer_has_left(letter) {
        // The address of the program's own answer was proven at that time.
        let own = record.answer.as_ref().map(|answer| answer.to.clone());
        return own.or_else(|| record.from.clone().filter(|_| !record.is_doubted)).ok_or_else(|| {
            post_error(format!(
                "the writer of letter {} has left the seat, and it proves no address of theirs that an answer could go to",
                letter.number
            ))
        });
    }
    let people = record.seat.as_ref().map(|seat| session.mailed_war.people_of(seat)).unwrap_or_default();
    // The answer to a proven letter goes to the player, whatever address the letter came from.
    let own = people.get(record.person).and_then(|person| person.email.clone());
    own.or_else(|| record.from.clone())
        .ok_or_else(|| post_error(format!("letter {} names no address that an answer could go to", letter.number)))
}

/// Drafts the GM's answer to a letter and settles the letter, as part of a transaction.
pub(super) fn draft_answer_in(
    session: &MailSession,
    change: &mut Transaction,
    letter: &FiledLetter,
    text: &str,
) -> Result<(), CampaignError> {
    let record = &letter.record;
    let seat =
        record.seat.as_ref().and_then(|name| session.mailed_war.seats.iter().position(|seat| seat.name == *name));
    let person = session.mailed_war.people.iter().filter(|person| Some(person.seat) == seat).nth(record.person);
    let person = person.filter(|_| !session.writer_has_left(letter));
    let to = answer_address(session, letter)?;
    let night = session.mailed_war.night;
    let mut outbox = Outbox::open(&session.game.folder.night(night))?;
    // A different answer is a new letter; the same answer is sent once.
    let hash = hex_digits(&Sha256::digest(text.trim())[..4]);
    let name = format!("word-{}-{hash}", letter.id);
    if outbox.letter(&name).is_some() {
        return settle_in(session, change, letter, SettlementKind::Answered, text);
    }
    let subject = match record.subject.trim() {
        "" => format!("Re: {}, night {}", session.mailed_war.title, letter.night),
        subject if subject.get(..3).is_some_and(|re| re.eq_ignore_ascii_case("re:")) => subject.to_owned(),
        subject => format!("Re: {subject}"),
    };
    let receipt = record.answer.as_ref().and_then(|answer| answer.receipt.as_ref());
    let called = receipt.map(|receipt| receipt.player.clone()).filter(|_| session.writer_has_left(letter));
    let words = GmAnswerLetter {
        player: person.and_then(|person| person.name.clone()).or(called).unwrap_or_default(),
        text: text.trim().to_owned(),
        quoted: lines_to_quote(session, letter)?,
    };
    let draft = LetterContent {
        to,
        to_name: person.and_then(|person| person.name.clone()),
        subject,
        text: session.templates.render(GM_ANSWER, &words)?,
        answers: record.message.clone(),
        references: record
            .answer
            .iter()
            .flat_map(|answer| answer.references.clone())
            .chain(record.message.clone())
            .fold(Vec::new(), |mut all, id| {
                if !all.contains(&id) {
                    all.push(id);
                }
                all
            }),
        is_answer: true,
        ..session.blank_letter(session.sender()?, night, &name)
    };
    let about = letter_about(LetterKind::Word, record.seat.as_deref(), &draft);
    session.keep_keys()?;
    outbox.draft_with(change, &name, about, &compose(&draft)?, session.now)?;
    settle_in(session, change, letter, SettlementKind::Answered, text)
}

/// The lines of a letter that an answer quotes: the writer's own notes that await the GM, otherwise the first lines
/// with words.
fn lines_to_quote(session: &MailSession, letter: &FiledLetter) -> Result<Vec<String>, CampaignError> {
    let texts = read_texts(session, letter)?;
    let written: Vec<String> =
        texts.iter().map(|text| collapse_whitespace(&format!("{} {}", text.text, text.signature))).collect();
    let is_own = |line: &&String| written.iter().any(|text| text.contains(line.as_str()));
    let notes: Vec<String> = letter.record.notes.iter().filter(is_own).take(MAX_QUOTED).cloned().collect();
    if !notes.is_empty() {
        return Ok(notes);
    }
    let lines =
        texts.iter().flat_map(|text| strip_tokens(&text.text, None).lines().map(str::to_owned).collect::<Vec<_>>());
    let has_words = |line: &String| {
        line.chars().any(char::is_alphanumeric) && !line.trim_start().to_lowercase().starts_with("night:")
    };
    let seat = letter.record.seat.as_deref().unwrap_or_default();
    let tokens: Vec<&str> =
        session.mailed_war.people_of(seat).iter().filter_map(|person| person.token.as_deref()).collect();
    let hide_tokens = |line: String| tokens.iter().fold(line, |line, token| hide_token(&line, token));
    Ok(lines.filter(has_words).take(MAX_QUOTED).map(|line| hide_tokens(line.trim().to_owned())).collect())
}

/// Settles a letter as put aside.
fn put_aside(session: &MailSession, letter: &FiledLetter) -> Result<(), CampaignError> {
    let mut change = Transaction::new(&session.game.folder);
    settle_in(session, &mut change, letter, SettlementKind::PutAside, "")?;
    change.commit()
}

/// Records what the GM did with a letter, as part of a transaction.
pub(super) fn settle_in(
    session: &MailSession,
    change: &mut Transaction,
    letter: &FiledLetter,
    how: SettlementKind,
    text: &str,
) -> Result<(), CampaignError> {
    filed_letters::settle(change, &session.game.folder, letter, (how, text), session.now)
}
