//! The GM's digest: a letter on what happened in an evening and what awaits the GM.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::campaign::game::mail_file::TransportSettings;
use crate::campaign::order_files;
use crate::mail::clock;
use crate::mail::filed_letters::{self, FiledLetter, LetterState};
use crate::mail::outbox::{LetterKind, Outbox, State};
use crate::vocabulary::text::hex_digits;

use super::failure::{CommandResult, Failure};
use super::gm_mail::render_failure;
use super::letters::render_letter_line;
use super::mail_session::{MailSession, RetryPolicy};
use super::orders::indent_lines;
use super::rulings::render_skeleton;
use super::ui::Ui;

/// What happened in an evening, for the digest.
#[derive(Debug, Default)]
pub(super) struct Evening {
    /// What was done, or why it was not, in sentences.
    pub(super) report: Vec<String>,
    /// The silent seats, if the night is not played.
    pub(super) silent: Vec<String>,
}

/// The lines that may be written in answer to a digest.
const HOW_TO_ANSWER: &str = "\
Answer this letter with your token (a line `Token: …`) and lines like these; what would come of them is
mailed back to you, and done when you confirm it:

  answer 12: Yes, she may.
  aside 13
  accept 14 as Red
  extend 24 hours
  deadline 2026-12-03 23:00
  pause (and later: resume)
  again update-red

Rulings stand there as in rulings.yaml, so far from the edge as you like; the lines below a `- ` two blanks further in:

  - decide: (what the question is called)
    effects: no effect
    reason: (why)
  - set: { Saber: { at: Market } }
    reason: (why)";

/// The lines that may be written in answer after the War is over.
const HOW_TO_ANSWER_AFTER_THE_END: &str = "\
Answer this letter with your token (a line `Token: …`) and lines like these; what would come of them is
mailed back to you, and done when you confirm it:

  answer 12: Thank you!
  aside 13
  again update-red";

impl MailSession {
    /// Writes the digest of an evening and sends it, unless nothing has changed since the last one.
    pub(super) fn send_digest(
        &self,
        ui: &Ui,
        patience: &RetryPolicy,
        evening: &Evening,
        failure: Option<&Failure>,
    ) -> CommandResult {
        let Some(to) = self.file.gm.as_ref().and_then(|gm| gm.email.clone()) else { return Ok(()) };
        if self.file.mail.transport == TransportSettings::None || self.file.mail.sender.is_none() {
            return Ok(());
        }
        let Some(parts) = self.make_digest(evening, failure)? else { return Ok(()) };
        let hash = hex_digits(&Sha256::digest(parts.join("\n").as_bytes())[..6]);
        let name = format!("digest-{hash}");
        let mut outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
        if outbox.letter(&name).is_none() {
            let mut draft = self.make_notice(&to, None, &name, &parts)?;
            draft.subject = format!("{}, night {}: for the GM", self.mailed_war.title, self.mailed_war.night);
            self.draft_letters(&mut outbox, vec![(name, LetterKind::Digest, None, draft)])?;
        }
        self.send(ui, &mut outbox, patience, |letter| letter.about.kind == LetterKind::Digest)?;
        Ok(())
    }

    /// The parts of a digest; `None` if there is nothing to report.
    fn make_digest(&self, evening: &Evening, failure: Option<&Failure>) -> Result<Option<Vec<String>>, Failure> {
        let mut parts: Vec<String> = self.summarize_last_night()?.into_iter().chain(evening.report.clone()).collect();
        parts.extend(
            failure
                .filter(|failure| !matches!(failure, Failure::Reported))
                .filter(|failure| !matches!(failure, Failure::RulingsAwaited))
                .map(|failure| format!("WHAT FAILED\n\n{}", render_failure(failure))),
        );
        if !evening.silent.is_empty() {
            parts.push(format!(
                "Without orders for night {} so far: {}.",
                self.mailed_war.night,
                evening.silent.join(", ")
            ));
        }
        if matches!(failure, Some(Failure::RulingsAwaited)) {
            parts.push(self.list_questions()?);
        }
        let all = filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?;
        let (open, more) = filed_letters::find_letters_awaiting_gm(&all);
        if !open.is_empty() {
            let mut open_parts = open
                .iter()
                .map(|letter| self.render_awaiting_letter(letter))
                .collect::<Result<Vec<String>, Failure>>()?;
            open_parts.extend(more.into_iter().map(|more| more + "\n"));
            parts.push(format!("LETTERS THAT AWAIT YOU\n\n{}", open_parts.join("\n").trim_end()));
        }
        parts.extend(self.render_ungranted_requests()?);
        parts.extend(self.list_unconfirmed(&all));
        parts.extend(self.list_undelivered()?);
        if parts.is_empty() {
            return Ok(None);
        }
        if let Some(due) = self.due(false)? {
            parts.push(format!("Orders for night {} are due {}.", self.mailed_war.night, clock::render_deadline(&due)));
        } else if clock::is_paused(&self.game.folder.night(self.mailed_war.night))? {
            parts.push(format!(
                "Night {} is put off until further word; a line `resume` goes on.",
                self.mailed_war.night
            ));
        }
        parts.push(match self.mailed_war.end_night {
            None => HOW_TO_ANSWER.to_owned(),
            Some(_) => HOW_TO_ANSWER_AFTER_THE_END.to_owned(),
        });
        Ok(Some(parts))
    }

    /// Lists the GM's own letters that wait for their `confirm`, and those without which the last night was played.
    fn list_unconfirmed(&self, all: &[FiledLetter]) -> Option<String> {
        let describe_letter = |letter: &FiledLetter| match letter.night == self.mailed_war.night {
            true => format!("{}\n  confirm {}", render_letter_line(letter), letter.id),
            false => {
                format!("{}\n  not done: night {} was played without it", render_letter_line(letter), letter.night)
            }
        };
        let recent = |letter: &&FiledLetter| letter.awaits_confirmation() && letter.night + 1 >= self.mailed_war.night;
        let lines: Vec<String> = all.iter().filter(recent).map(describe_letter).collect();
        (!lines.is_empty()).then(|| format!("YOUR OWN LETTERS THAT YOU HAVE NOT CONFIRMED\n\n{}", lines.join("\n")))
    }

    /// Warns of the GM's own unconfirmed letters for a night that is about to be played.
    pub(super) fn warn_of_unconfirmed(&self, ui: &Ui) -> Result<(), Failure> {
        let night = self.mailed_war.night;
        let all = filed_letters::load_letters_up_to(&self.game.folder, night)?;
        for letter in all.iter().filter(|letter| letter.awaits_confirmation() && letter.night == night) {
            let line = render_letter_line(letter);
            ui.warning(&format!(
                "not confirmed, and so not done in night {night}, which is played now: your letter {line}"
            ));
        }
        Ok(())
    }

    /// Names the last night and the seats that were silent in it; the text is the same whichever run played it.
    fn summarize_last_night(&self) -> Result<Option<String>, Failure> {
        let last = self.mailed_war.night.saturating_sub(1);
        if last == 0 {
            return Ok(None);
        }
        let seats = self.game.seats();
        let order_texts = order_files::read_order_texts(&self.game.folder.night(last), &seats)?;
        let has_orders = |seat: usize| order_texts.iter().any(|text| text.seat == seat && text.has_content());
        let silent = seats.iter().enumerate().filter(|(n, _)| !has_orders(*n));
        let silent: Vec<&str> = silent.map(|(_, seat)| seat.as_str()).collect();
        let silent = if silent.is_empty() { "nobody".to_owned() } else { silent.join(", ") };
        let end_note = if self.mailed_war.end_night.is_some() { " The War is over." } else { "" };
        Ok(Some(format!("Night {last} is played.{end_note} Without orders in it: {silent}.")))
    }

    /// Lists the questions of the next night, each with a skeleton of its ruling.
    fn list_questions(&self) -> Result<String, Failure> {
        let played = self.game.play(self.game.war_after(self.mailed_war.night - 1)?, self.mailed_war.night)?;
        let questions: Vec<String> = played.resolution.pending.iter().map(render_skeleton).collect();
        Ok(format!(
            "RULINGS THAT NIGHT {} AWAITS\n\nFill in what follows and answer with it:\n\n{}",
            self.mailed_war.night,
            questions.join("\n").trim_end()
        ))
    }

    /// Lists the letters of this night and the last that are not certain to have arrived.
    fn list_undelivered(&self) -> Result<Option<String>, Failure> {
        let mut out = String::new();
        for night in [self.mailed_war.night.saturating_sub(1), self.mailed_war.night] {
            let outbox = Outbox::open(&self.game.folder.night(night))?;
            for letter in outbox.letters() {
                let what = match letter.state {
                    State::Failed => "was refused",
                    State::Deferred => "was put off",
                    State::Sending | State::Unsure => "may have gone out",
                    State::Draft | State::Sent | State::Settled => continue,
                };
                let (name, to) = (&letter.name, &letter.about.to);
                let _ = writeln!(out, "  {name} to {to} {what}: {}", letter.server_answer.trim());
                let _ = writeln!(out, "    again {name}, or: settle {name}");
            }
        }
        Ok((!out.is_empty()).then(|| format!("NOT DELIVERED\n\n{}", out.trim_end())))
    }

    /// Renders a letter that awaits the GM, with the lines that settle it.
    fn render_awaiting_letter(&self, letter: &FiledLetter) -> Result<String, Failure> {
        let number = letter.number;
        // Nobody reads an answer to a server. A letter of a long past night can only be sent again by naming its night.
        if let Some((returned, night)) = letter.returned_letter() {
            let resend_command = match self.find_outbox_night(returned) {
                Ok(of) if of == night => format!("again {returned}, or: "),
                Ok(_) | Err(_) => String::new(),
            };
            return Ok(format!("{}\n  {resend_command}aside {number}\n", render_letter_line(letter)));
        }
        if letter.is_delay_notice() {
            return Ok(format!("{}\n  aside {number}\n", render_letter_line(letter)));
        }
        let excerpt = indent_lines(letter.excerpt().iter().map(|note| format!("  {note}")));
        let accept = match &letter.record.seat {
            // Orders are accepted only for the next night.
            _ if letter.state() != LetterState::SetAside || letter.order_night() != self.mailed_war.night => {
                String::new()
            }
            Some(_) => format!(", or: accept {number}"),
            None => format!(", or: accept {number} as SEAT"),
        };
        let grant = self.command_to_grant(letter)?.map(|(_, words)| format!(", or: {words}")).unwrap_or_default();
        let answer = match letter.record.seat.is_some() || letter.record.from.is_some() {
            true => format!("answer {number}: …, or: "),
            false => String::new(),
        };
        Ok(format!("{}\n{excerpt}  {answer}aside {number}{accept}{grant}\n", render_letter_line(letter)))
    }
}
