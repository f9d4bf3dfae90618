//! What was done in the Turn before, or by a move in this one.

use super::Voice;
use crate::language::condition::{LastTurn, Who, Written};

impl Voice {
    /// `the user did not attack in the previous Turn`.
    pub(super) fn last_turn_text(self, of: &Who<Written>, what: LastTurn, deny: bool) -> String {
        let (subject, plural, deny) = self.subject_with_denial(of, deny);
        let (done, base, when) = match what {
            LastTurn::Attacked => ("attacked", "attack", "in the previous Turn"),
            LastTurn::Moved => ("moved", "move", "in the previous Turn"),
            LastTurn::MovedNow => ("moved", "move", "this Turn"),
            LastTurn::Fought | LastTurn::Damaged => {
                let was = if plural { "were" } else { "was" };
                let not = if deny { " not" } else { "" };
                let what = if what == LastTurn::Fought { "in battle" } else { "damaged" };
                return format!("{subject} {was}{not} {what} in the previous Turn");
            }
        };
        let done = if deny { format!("did not {base}") } else { done.to_owned() };
        format!("{subject} {done} {when}")
    }
}
