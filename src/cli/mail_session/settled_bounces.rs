//! Returned letters: once one is sent again, the bounce no longer awaits the GM.

use crate::campaign::error::Result;
use crate::campaign::transaction::Transaction;
use crate::mail::filed_letters::{self, FiledLetter, SettlementKind};

use super::MailSession;

impl MailSession {
    /// Settles the bounces of a letter that is sent again (`again`) or that the GM is done with.
    pub(in crate::cli) fn settle_bounces_of(
        &self,
        change: &mut Transaction,
        (night, name): (u32, &str),
        again: bool,
    ) -> Result<()> {
        let settlement = if again { SettlementKind::SentAgain } else { SettlementKind::PutAside };
        let all = filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?;
        let is_its_bounce =
            |letter: &&FiledLetter| letter.awaits_gm() && letter.returned_letter() == Some((name, night));
        all.iter()
            .filter(is_its_bounce)
            .try_for_each(|letter| filed_letters::settle(change, &self.game.folder, letter, (settlement, ""), self.now))
    }
}
