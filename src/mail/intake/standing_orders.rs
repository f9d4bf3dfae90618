//! The orders of a seat after a letter.

use crate::campaign::error::Result;
use crate::mail::inbox::{self, CharacterWords, LetterOutcome, LetterRecord, WordsStanding};

use super::Intake;

impl Intake<'_> {
    /// Renders a seat's order file as it will be after these orders are logged. The second part is the characters for
    /// whom newer orders hold instead. `holds` is whether one of the orders holds; a file that the GM wrote by hand
    /// stays until one does.
    pub(super) fn preview_order_file(
        &self,
        orders: &[CharacterWords],
        holds: bool,
        (arrived, message): (i64, Option<String>),
        seat: usize,
    ) -> Result<(String, Vec<String>)> {
        let Some(seat_record) = self.mailed_war.seats.get(seat) else { return Ok(Default::default()) };
        if !holds && !self.news.contains(&seat_record.name) {
            let handwritten =
                inbox::read_handwritten_file(&self.night, &self.entries, &seat_record.name, &seat_record.characters)?;
            if let Some(text) = handwritten {
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
        let replaced =
            ordered.map(|words| words.character.clone()).filter(|character| !held.contains(character)).collect();
        Ok((inbox::render_order_file(&after, name, characters, self.mailed_war.night).unwrap_or_default(), replaced))
    }
}
