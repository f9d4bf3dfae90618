//! Selects what of a player's letters passes to the next player of the seat: only the orders that hold. Words of which
//! no order was made stay between their writer and the GM.

use std::collections::BTreeMap;

use super::inbox::{CharacterWords, LetterRecord, WordsStanding};
use super::mailed_war::MailedWar;

impl MailedWar {
    /// Returns the letters without a former player's words. `handed` maps a seat to the moment at which its current
    /// player took it over, in seconds since 1970.
    pub fn drop_former_words(
        &self,
        mut letters: Vec<LetterRecord>,
        handed: &BTreeMap<String, i64>,
    ) -> Vec<LetterRecord> {
        for letter in &mut letters {
            let taken = letter.taken;
            let is_former =
                |words: &CharacterWords| handed.get(&words.seat).is_some_and(|taken_over| taken <= *taken_over);
            let is_not_an_order = |words: &CharacterWords| {
                matches!(words.standing, WordsStanding::Unread | WordsStanding::BelowSignature)
            };
            letter.orders.retain(|words| !is_former(words) || !is_not_an_order(words));
            for words in letter.orders.iter_mut().filter(|words| is_former(words) && words.standing.holds()) {
                if let Some(text) = self.keep_orders_only(words) {
                    words.text = text;
                }
            }
        }
        letters
    }
}
