//! Makes the answer to a letter: finds its address, and whether an answer is allowed.

use crate::campaign::error::Result;
use crate::mail::backoff::DAY;
use crate::mail::clock;
use crate::mail::inbox::{LetterAnswer, LetterRecord};
use crate::mail::letter::{Letter, SenderVerdict};
use crate::mail::letter_templates::{OrderReceipt, RECEIPT};
use crate::mail::reply::ReplyContext;
use crate::mail::sender::hide_token;

use super::Intake;
use super::decisions::add_reason;

/// The most answers that one address gets within a day, unless the campaign sets another limit.
const MAX_ANSWERS_A_DAY: u32 = 20;
/// The most answers within a day to letters that prove no seat, or whose sender is in doubt: anybody can write these in
/// a player's name.
const MAX_ANSWERS_TO_UNPROVEN: usize = 1;

/// The subject of an answer.
pub fn reply_subject(subject: &str) -> String {
    match subject.get(..3) {
        Some(re) if re.eq_ignore_ascii_case("re:") => subject.to_owned(),
        _ => format!("Re: {subject}"),
    }
}

impl Intake<'_> {
    /// The state of the War at the time of this import.
    pub(super) fn moment(&self) -> ReplyContext {
        ReplyContext {
            now: self.context.now,
            night: self.mailed_war.night,
            deadline: self.context.deadline.clone(),
            grace: self.context.grace,
            is_paused: self.context.is_paused,
            is_over: self.mailed_war.end_night.is_some(),
        }
    }

    /// The GM's names in war.yaml.
    pub(super) fn gm_names(&self) -> Vec<&str> {
        self.context.gm.iter().filter_map(|gm| gm.name.as_deref()).collect()
    }

    pub(super) fn new_receipt(
        &self,
        seat: Option<usize>,
        person: Option<usize>,
        outcome: &str,
        letter: &Letter,
    ) -> OrderReceipt {
        let seat_record = seat.and_then(|seat| self.mailed_war.seats.get(seat));
        let named = person.and_then(|person| self.mailed_war.people.get(person)).and_then(|person| person.name.clone());
        OrderReceipt {
            war: self.mailed_war.title.clone(),
            night: self.mailed_war.night,
            seat: seat_record.map(|seat| seat.name.clone()).unwrap_or_default(),
            player: named.or_else(|| seat_record.map(|seat| seat.player.clone())).unwrap_or_default(),
            outcome: outcome.to_owned(),
            unread: letter.unread.iter().take(10).cloned().collect(),
            due: self.context.deadline.as_ref().map(clock::render_deadline),
            ..OrderReceipt::default()
        }
    }

    /// Makes the answer; `None` if there is no receipt or no answer is allowed. The reason why none is allowed is added
    /// to `why`.
    pub(super) fn make_answer(
        &self,
        letter: &Letter,
        person: Option<usize>,
        receipt: Option<OrderReceipt>,
        doubted: bool,
        why: &mut String,
    ) -> Result<Option<LetterAnswer>> {
        let Some(receipt) = receipt else { return Ok(None) };
        let own = person.and_then(|person| self.mailed_war.people.get(person)).and_then(|person| person.email.clone());
        // It goes only to the owner of the token, whoever the letter claims to be from.
        let Some(to) = own.or_else(|| letter.from.clone()) else { return Ok(None) };
        if let Some(unanswerable) = letter.unanswerable.filter(|_| letter.from.is_some()) {
            add_reason(why, &format!("not answered, for {}", unanswerable.words()));
            return Ok(None);
        }
        if receipt.seat.is_empty() && matches!(letter.verdict, SenderVerdict::Disowned(_)) {
            add_reason(why, "not answered, for its sender is not who it says");
            return Ok(None);
        }
        // Letters that anybody can write in a player's name do not use up the answers to the player's own letters.
        let proven = !receipt.seat.is_empty();
        let limit = self.context.answers.unwrap_or(MAX_ANSWERS_A_DAY) as usize;
        // Whoever answers a letter of the program's has received it: nobody else knows its id.
        let mut thread = letter.answers.iter().chain(&letter.references);
        let answers_our_letter =
            thread.any(|id| self.context.sent_to.get(id).is_some_and(|address| address.eq_ignore_ascii_case(&to)));
        let limit = if (proven && !doubted) || answers_our_letter { limit } else { limit.min(MAX_ANSWERS_TO_UNPROVEN) };
        let is_same_trust = |entry: &LetterRecord| entry.seat.is_some() == proven && entry.is_doubted == doubted;
        let is_recent_answer = |entry: &&LetterRecord| {
            let same = entry.answer.as_ref().is_some_and(|a| a.to.eq_ignore_ascii_case(&to));
            same && is_same_trust(entry) && entry.taken > self.context.now - DAY
        };
        if self.earlier.iter().chain(&self.entries).filter(is_recent_answer).count() >= limit {
            add_reason(why, "not answered, for its sender got as many answers today as may be");
            return Ok(None);
        }
        let token = self.mailed_war.token_of(person);
        let subject = hide_token(&letter.subject, token);
        let subject = match subject.trim().trim_matches('.') {
            _ if receipt.seat.is_empty() => format!("Re: your letter to {}", self.mailed_war.title),
            "" => format!("Re: {}, night {}", self.mailed_war.title, self.mailed_war.night),
            subject => reply_subject(subject),
        };
        let text = hide_token(&self.templates.render(RECEIPT, &receipt.as_of(&self.moment()))?, token);
        let mut references = letter.references.clone();
        references.extend(letter.message_id.clone());
        Ok(Some(LetterAnswer {
            to,
            subject,
            text,
            answers: letter.message_id.clone(),
            references,
            enclosed: Vec::new(),
            receipt: Some(Box::new(receipt)),
        }))
    }
}
