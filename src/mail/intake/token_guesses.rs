//! What is made of the tokens in a letter beside whose it is: too many words, too many wrong ones before.

use crate::mail::backoff::slowed_until;
use crate::mail::inbox::LetterRecord;
use crate::mail::letter::{Letter, SenderVerdict};
use crate::mail::sender::{MOST_OFFERS, hide_token};

use super::Intake;
use super::decisions::Decision;

impl Intake<'_> {
    /// Whether a letter with the right token comes too soon behind wrong ones, and nothing else shows that it is
    /// the player's: that nobody could have guessed the token, that their domain vouches for it, or that it answers a
    /// letter which they alone have.
    pub(super) fn is_too_soon(&self, letter: &Letter, person: usize, seat: usize, arrived: i64) -> bool {
        let Some(person) = self.referee.people.get(person) else { return false };
        let from = letter.from.as_deref().unwrap_or_default();
        let vouched = matches!(letter.verdict, SenderVerdict::Vouched(_)) && person.has_address(from);
        let thread = || letter.answers.iter().chain(&letter.references);
        let answers = thread().any(|id| self.context.sent.get(id).is_some_and(|to| person.has_address(to)));
        let all: Vec<&LetterRecord> = self.earlier.iter().chain(&self.entries).collect();
        person.weak_token
            && !vouched
            && !answers
            && slowed_until(&all, arrived, from, seat, &self.referee.people).is_some()
    }

    /// What the GM is told of the tokens in a letter that holds the right one.
    pub(super) fn token_remarks(&self, others: &[usize], wrong: usize) -> String {
        let seats: Vec<&str> =
            others.iter().filter_map(|n| self.referee.seats.get(*n)).map(|s| s.name.as_str()).collect();
        let mut told = Vec::new();
        if !seats.is_empty() {
            told.push(format!("it holds the token of {} as well", seats.join(" and ")));
        }
        if wrong > 0 {
            told.push(format!("{wrong} more `Token:` in it {} nobody's", if wrong == 1 { "is" } else { "are" }));
        }
        told.join("; ")
    }

    /// Hides the token of whoever wrote a letter from the words of its orders: they are told to others. Where the GM
    /// says whose they are, that is whoever may order for the seat.
    pub(super) fn hide_own_token(&self, decision: &mut Decision, seat: usize) {
        let people = self.referee.people.iter().enumerate();
        let of_seat = people.filter(|(number, of)| match decision.person {
            Some(person) => *number == person,
            None => of.seat == seat,
        });
        let tokens: Vec<&str> = of_seat.map(|(number, _)| self.own_token(Some(number))).collect();
        for words in &mut decision.orders {
            for token in &tokens {
                words.text = hide_token(&words.text, token);
            }
        }
    }

    /// The token of whoever wrote a letter, to be hidden from it.
    pub(super) fn own_token(&self, person: Option<usize>) -> &str {
        self.referee.token_of(person)
    }
}

/// What the GM is told of words that were not looked at.
pub(super) fn too_many(further: usize) -> String {
    match further {
        0 => String::new(),
        1 => format!("it offers a word more than the {MOST_OFFERS} that count"),
        n => format!("it offers {n} words more than the {MOST_OFFERS} that count"),
    }
}
