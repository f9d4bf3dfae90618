//! What of a player's letters is the next player's, once a seat has come into other hands: the orders that hold. Words
//! in them of which no order was made are their writer's and the GM's.

use std::collections::BTreeMap;

use super::inbox::{CharacterWords, LetterRecord, WordsStanding};
use super::referee::MailedWar;

impl MailedWar {
    /// The letters without such words: `handed` says when a seat came into the hands of the player it has.
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
