//! `both`, `neither of them`, `all three`: the people named last, if their number fits.

use super::candidates::{deduplicated, marks_if_all_named};
use super::{Mention, NameKind, PronounWriter, Replacement};
use crate::language::orders::people::pronoun_words::{BEHIND_BOTH, join_with_and};
use crate::language::orders::people::sentence_words::{SpannedToken, Token, is_one_of};

impl PronounWriter<'_> {
    /// Resolves `both`, `both of them`, `them both`, `all three` to the people named last, if their number fits.
    pub(super) fn read_both(&mut self, rest: &[SpannedToken<'_>]) -> Option<Replacement> {
        let word = |at: usize| match rest.get(at) {
            Some((_, _, Token::Word(word))) => word.to_ascii_lowercase(),
            _ => String::new(),
        };
        let (first, second, third) = (word(0), word(1), word(2));
        let (count, mut taken) = match (first.as_str(), second.as_str()) {
            ("both" | "neither", _) => (2, 1),
            ("all", "three") => (3, 2),
            ("them", "both") => (2, 2),
            _ => return None,
        };
        if first != "them" && (word(taken).as_str(), word(taken + 1).as_str()) == ("of", "them") {
            taken += 2;
        }
        // `both Lancer and Archer`, `both my Master and I`, `both of us` are complete by themselves.
        let behind = rest.get(taken).map(|(_, _, token)| *token);
        let is_complete = match behind {
            None | Some(Token::Stop(_)) => true,
            Some(Token::Word(word)) => is_one_of(word, BEHIND_BOTH),
            Some(Token::Mark(_) | Token::Quote(_)) => false,
        };
        if !is_complete || third.is_empty() && second == "of" {
            return None;
        }
        if self.clause.is_statement && self.clause.has_verb {
            return None;
        }
        let people = if self.context.people.is_empty() { &self.before.people } else { &self.context.people };
        let mut people = deduplicated(people);
        // `Saber attacks Lancer and uses Excalibur on both`: nobody strikes themselves, or one's own side.
        people.retain(|person| !self.is_spared(*person));
        let marks = marks_if_all_named(&people)?;
        if marks.len() != count {
            return None;
        }
        self.clause.is_new = false;
        let replacement = match (first.as_str(), marks.as_slice()) {
            ("neither", [one, other]) => format!("neither {one} nor {other}"),
            _ => join_with_and(&marks),
        };
        Some(Replacement { token_count: taken, replacement: Some(replacement) })
    }

    /// Whether `both` means somebody else: whoever acts is not among them, nor is one's own side for an attack.
    fn is_spared(&self, person: Mention) -> bool {
        let Mention::Named(mark) = person else { return false };
        let is_own = self.names.mark_is(mark, NameKind::Own) || self.partner == Some(mark);
        self.doer == Some(mark) || !self.clause.is_statement && self.clause.is_attack_order && is_own
    }
}
