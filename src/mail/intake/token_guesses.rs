//! Judges the tokens in a letter beyond its sender: too many words, or too many wrong ones before it.

use crate::mail::backoff::slowed_until;
use crate::mail::inbox::LetterRecord;
use crate::mail::letter::{Letter, SenderVerdict};
use crate::mail::sender::{MAX_OFFERS, hide_token};

use super::Intake;
use super::decisions::Decision;

impl Intake<'_> {
    /// Whether a letter with the right token comes too soon after wrong ones, and nothing else shows that it is the
    /// player's. Any of these shows it: a token that nobody could guess, a domain that vouches for the letter, or an
    /// answer to a letter that only the player has.
    pub(super) fn is_too_soon(&self, letter: &Letter, person: usize, seat: usize, arrived: i64) -> bool {
        let Some(person) = self.mailed_war.people.get(person) else { return false };
        let from = letter.from.as_deref().unwrap_or_default();
        let is_vouched = matches!(letter.verdict, SenderVerdict::Vouched(_)) && person.has_address(from);
        let thread = || letter.answers.iter().chain(&letter.references);
        let answers = thread().any(|id| self.context.sent_to.get(id).is_some_and(|to| person.has_address(to)));
        let all: Vec<&LetterRecord> = self.earlier.iter().chain(&self.entries).collect();
        person.has_weak_token
            && !is_vouched
            && !answers
            && slowed_until(&all, arrived, from, seat, &self.mailed_war.people).is_some()
    }

    /// Renders the notes for the GM on the tokens in a letter that has the right one.
    pub(super) fn render_token_notes(&self, others: &[usize], wrong: usize) -> String {
        let seats: Vec<&str> =
            others.iter().filter_map(|n| self.mailed_war.seats.get(*n)).map(|s| s.name.as_str()).collect();
        let mut notes = Vec::new();
        if !seats.is_empty() {
            notes.push(format!("it holds the token of {} as well", seats.join(" and ")));
        }
        if wrong > 0 {
            notes.push(format!("{wrong} more `Token:` in it {} nobody's", if wrong == 1 { "is" } else { "are" }));
        }
        notes.join("; ")
    }

    /// Hides the writer's token from the words of its orders, because others are told them. If the writer is not known,
    /// the tokens of all who may order for the seat are hidden.
    pub(super) fn hide_own_token(&self, decision: &mut Decision, seat: usize) {
        let people = self.mailed_war.people.iter().enumerate();
        let of_seat = people.filter(|(number, person_of_seat)| match decision.person {
            Some(person) => *number == person,
            None => person_of_seat.seat == seat,
        });
        let tokens: Vec<&str> = of_seat.map(|(number, _)| self.mailed_war.token_of(Some(number))).collect();
        for words in &mut decision.orders {
            for token in &tokens {
                words.text = hide_token(&words.text, token);
            }
        }
    }
}

/// Renders the note for the GM on words that were offered but not checked.
pub(super) fn render_too_many_offers(further: usize) -> String {
    match further {
        0 => String::new(),
        1 => format!("it offers a word more than the {MAX_OFFERS} that count"),
        n => format!("it offers {n} words more than the {MAX_OFFERS} that count"),
    }
}
