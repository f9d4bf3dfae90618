//! The letters of the last Night and the next: their deadline, those that await the GM, and those that went out.

use std::fmt::Write as _;

use jiff::{Timestamp, Zoned};
use serde_json::json;

use crate::campaign::folder::read_text_if_there;
use crate::cli::failure::Failure;
use crate::cli::letters::{render_letter_line, render_with_actions};
use crate::cli::mail_session::{self, MailSession};
use crate::mail::clock;
use crate::mail::filed_letters::{self, FiledLetter, LetterState};
use crate::mail::inbox::LetterOutcome::{Accepted, Refused};
use crate::mail::inbox::{self, LetterRecord};
use crate::mail::mailed_war::MailedWar;
use crate::mail::outbox::{Outbox, State};

/// The state of the mail.
pub(super) struct LetterStatus {
    /// The Night that takes orders.
    night: u32,
    /// The text of its deadline file.
    deadline: Option<String>,
    /// Whether that Night is put off.
    is_paused: bool,
    /// All letters that came in.
    letters: Vec<FiledLetter>,
    /// The players' letters of that Night that were refused, with none accepted since.
    refused: Vec<LetterRecord>,
    /// The wrong tokens within a day, a line for each person who was guessed at.
    wrong_tokens: Vec<String>,
    /// The letters sent, of each Night that has any.
    sent: Vec<(u32, Outbox)>,
}

impl LetterStatus {
    /// Reads the letters of the Night after `last` and of all before it.
    pub(super) fn load(session: &MailSession, last: u32) -> Result<LetterStatus, Failure> {
        let folder = &session.game.folder;
        let next = folder.night(last + 1);
        let mut sent = Vec::new();
        for night in [last, last + 1] {
            let outbox = Outbox::open(&folder.night(night))?;
            if !outbox.letters().is_empty() {
                sent.push((night, outbox));
            }
        }
        Ok(LetterStatus {
            night: last + 1,
            deadline: read_text_if_there(&next.path.join("deadline.yaml"))?,
            is_paused: clock::is_paused(&next)?,
            letters: filed_letters::load_letters_up_to(folder, last + 1)?,
            refused: find_refused(&inbox::inbox_log(&next).read()?),
            wrong_tokens: list_wrong_tokens(session, last + 1)?,
            sent,
        })
    }

    /// Renders it for the GM: a part for each thing that there is to tell.
    pub(super) fn render(&self, session: &MailSession) -> Result<String, Failure> {
        let mut out = self.render_deadline();
        out.push_str(&self.render_awaiting(session)?);
        out.push_str(&self.render_unconfirmed());
        if !self.wrong_tokens.is_empty() {
            let _ = writeln!(out, "\nWrong tokens within a day:\n  {}", self.wrong_tokens.join("\n  "));
        }
        out.push_str(&self.render_refused());
        out.push_str(&self.render_sent());
        Ok(out)
    }

    /// It as JSON.
    pub(super) fn to_json(&self) -> serde_json::Value {
        let (open, _) = filed_letters::find_letters_awaiting_gm(&self.letters);
        let is_set_aside = |letter: &&&FiledLetter| letter.state() == LetterState::SetAside;
        let aside: Vec<&LetterRecord> = open.iter().filter(is_set_aside).map(|letter| &letter.record).collect();
        let notes: Vec<String> = open.iter().flat_map(|letter| list_notes(letter)).collect();
        let mailed: Vec<serde_json::Value> =
            self.sent.iter().map(|(night, outbox)| json!({ "night": night, "letters": outbox.counts() })).collect();
        json!({
            "due": self.deadline,
            "aside": aside,
            "refused": self.refused,
            "awaiting": self.count_awaiting(),
            "notes": notes,
            "guesses": self.wrong_tokens,
            "mailed": mailed,
        })
    }

    fn count_awaiting(&self) -> usize {
        self.letters.iter().filter(|letter| letter.awaits_gm()).count()
    }

    /// Renders the deadline. A paused Night has its own line elsewhere.
    fn render_deadline(&self) -> String {
        match self.deadline.as_deref().and_then(clock::find_due_text) {
            Some(written) => match written.parse::<Zoned>() {
                Ok(due) => format!("Due: {}.\n", clock::render_deadline(&due)),
                Err(_) if self.is_paused => String::new(),
                Err(_) => format!("Due: {written}.\n"),
            },
            None => String::new(),
        }
    }

    fn render_awaiting(&self, session: &MailSession) -> Result<String, Failure> {
        let awaiting = self.count_awaiting();
        if awaiting == 0 {
            return Ok(String::new());
        }
        let mut out = format!(
            "\nLetters that await you (`grail letters` shows one, answers it, takes it in, puts it aside): {awaiting}\n"
        );
        let (open, further_letters) = filed_letters::find_letters_awaiting_gm(&self.letters);
        for letter in open {
            let lines = render_with_actions(session, letter)?;
            let (first, below) = lines.split_once('\n').unwrap_or((&lines, ""));
            let _ = writeln!(out, "  {first} [{}]", letter.id);
            below.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
        further_letters.iter().for_each(|more| out.push_str(&format!("  {more}\n")));
        Ok(out)
    }

    fn render_unconfirmed(&self) -> String {
        let is_unconfirmed = |letter: &&FiledLetter| letter.awaits_confirmation() && letter.night == self.night;
        let lines: String = self
            .letters
            .iter()
            .filter(is_unconfirmed)
            .map(|letter| format!("  {}\n", render_letter_line(letter)))
            .collect();
        if lines.is_empty() {
            return lines;
        }
        format!(
            "\nYour own letters that you have not confirmed (answer the echo with your token and `confirm`):\n{lines}"
        )
    }

    fn render_refused(&self) -> String {
        if self.refused.is_empty() {
            return String::new();
        }
        let mut out = "\nLetters of players that were refused, with none accepted since:\n".to_owned();
        for entry in &self.refused {
            let filed = self.letters.iter().find(|letter| letter.night == self.night && letter.id == entry.id);
            let line = filed.map_or_else(|| mail_session::render_entry_line(entry), render_letter_line);
            let _ = writeln!(out, "  {line}");
        }
        out
    }

    fn render_sent(&self) -> String {
        let mut out = String::new();
        for (night, outbox) in &self.sent {
            let counts: Vec<String> = outbox.counts().into_iter().map(|(word, n)| format!("{n} {word}")).collect();
            let _ = writeln!(out, "Letters of night {night}: {}.", counts.join(", "));
            let needs_attention = outbox.letters().iter().filter(|l| l.state.is_unsure() || l.state == State::Failed);
            for letter in needs_attention {
                let (name, to) = (&letter.name, &letter.about.to);
                let answer = letter.server_answer.trim();
                let _ = writeln!(out, "  {name} to {to}: {}. {answer}", letter.state.word());
            }
        }
        out
    }
}

/// The players' letters that were refused, if none of the same seat was accepted since.
fn find_refused(entries: &[LetterRecord]) -> Vec<LetterRecord> {
    let has_newer_orders = |entry: &LetterRecord| {
        entries.iter().any(|other_entry| {
            other_entry.outcome == Accepted
                && other_entry.seat == entry.seat
                && other_entry.taken >= entry.taken
                && other_entry.id != entry.id
        })
    };
    let is_refused =
        |entry: &&LetterRecord| entry.outcome == Refused && entry.seat.is_some() && !has_newer_orders(entry);
    entries.iter().filter(is_refused).cloned().collect()
}

fn list_wrong_tokens(session: &MailSession, night: u32) -> Result<Vec<String>, Failure> {
    let entries = inbox::read_entries_up_to(&session.game.folder, night)?;
    if entries.iter().all(|entry| entry.guesses == 0) {
        return Ok(Vec::new());
    }
    let mailed_war = MailedWar::load(&session.game)?;
    Ok(mail_session::list_wrong_tokens(&entries, &mailed_war, Timestamp::now().as_second()))
}

/// The notes on a letter, each with the letter's number and its writer.
fn list_notes(letter: &FiledLetter) -> impl Iterator<Item = String> + '_ {
    let record = &letter.record;
    let writer = record.seat.as_deref().or(record.from.as_deref()).unwrap_or("?");
    record.notes.iter().map(move |note| format!("{} {writer}: {note}", letter.number))
}
