//! Selects what of a player's letters passes to the next player of the seat: only the orders that hold. Words of which
//! no order was made stay between their writer and the GM.

use std::collections::BTreeMap;

use super::inbox::{CharacterWords, LetterRecord, WordsStanding};
use super::referee::MailedWar;

impl MailedWar {
    /// Returns the letters without a former player's words. `handed` maps a seat to the moment at which its current
    /// player took it over, in seconds since 1970.
    pub fn without_former_words(
        &self,
        mut letters: Vec<LetterRecord>,
        handed: &BTreeMap<String, i64>,
    ) -> Vec<LetterRecord> {
        for letter in &mut letters {
            let taken = letter.taken;
            let former = |words: &CharacterWords| handed.get(&words.seat).is_some_and(|since| taken <= *since);
            let vain = |words: &CharacterWords| {
                matches!(words.standing, WordsStanding::Unread | WordsStanding::BelowSignature)
            };
            letter.orders.retain(|words| !former(words) || !vain(words));
            for words in letter.orders.iter_mut().filter(|words| former(words) && words.standing.holds()) {
                if let Some(text) = self.orders_alone(words) {
                    words.text = text;
                }
            }
        }
        letters
    }
}
