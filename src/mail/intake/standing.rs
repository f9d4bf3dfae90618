//! The orders of a seat as a letter leaves them.

use crate::campaign::error::Result;
use crate::mail::inbox::{self, CharacterWords, LetterOutcome, LetterRecord, WordsStanding};

use super::Intake;

impl Intake<'_> {
    /// A seat's order file as it will stand with these orders in the book, and its characters for whom newer ones hold
    /// in their place: `holds` where one of them does. What the GM wrote by hand stays until then.
    pub(super) fn standing_orders(
        &self,
        orders: &[CharacterWords],
        holds: bool,
        (arrived, message): (i64, Option<String>),
        seat: usize,
    ) -> Result<(String, Vec<String>)> {
        let Some(seat_record) = self.referee.seats.get(seat) else { return Ok(Default::default()) };
        if !holds && !self.news.contains(&seat_record.name) {
            let by_hand = inbox::by_hand(&self.night, &self.entries, &seat_record.name, &seat_record.characters)?;
            if let Some(text) = by_hand {
                return Ok((text, Vec::new()));
            }
        }
        let mut after = self.entries.clone();
        after.push(LetterRecord {
            outcome: if holds { LetterOutcome::Accepted } else { LetterOutcome::Refused },
            arrived,
            message,
            taken: self.context.now,
            orders: orders.to_vec(),
            ..LetterRecord::default()
        });
        let (name, characters) = (&seat_record.name, &seat_record.characters);
        let held = inbox::characters_held_from(&after, after.len() - 1, name, characters);
        let ordered = orders.iter().filter(|words| words.standing == WordsStanding::Holds && words.seat == *name);
        let overtaken = ordered.map(|words| words.character.clone()).filter(|of| !held.contains(of)).collect();
        Ok((inbox::order_file(&after, name, characters, self.referee.night).unwrap_or_default(), overtaken))
    }
}
