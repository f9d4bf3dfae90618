//! Returned letters: once one is sent again, the bounce no longer awaits the GM.

use crate::campaign::error::Result;
use crate::campaign::transaction::Transaction;
use crate::mail::filed::{self, FiledLetter, Settled};

use super::Post;

impl Post {
    /// Settles the bounces of a letter that is sent again (`again`) or that the GM is done with.
    pub(in crate::cli) fn settle_returned(
        &self,
        change: &mut Transaction,
        (night, name): (u32, &str),
        again: bool,
    ) -> Result<()> {
        let how = if again { Settled::SentAgain } else { Settled::PutAside };
        let all = filed::up_to(&self.game.folder, self.referee.night)?;
        let concerns = |letter: &&FiledLetter| letter.awaits_gm() && letter.returns() == Some((name, night));
        all.iter()
            .filter(concerns)
            .try_for_each(|letter| filed::settle(change, &self.game.folder, letter, (how, ""), self.now))
    }
}
