//! Who acts in an order that names them first: `Saber attacks him`, `she flees`.

use super::{NameBook, NameKind, PronounWriter};
use crate::language::glyphs::is_mark;
use crate::language::orders::people::sentence_words::{SpannedToken, Token, is_one_of};
use crate::language::orders::rewording::imperative::imperative_of;

impl PronounWriter<'_> {
    /// `Saber attacks him`: the character of the seat who does something in an order that begins so.
    pub(super) fn own_doer_of(&self, clause: &str) -> Option<char> {
        let mark = clause.chars().next().filter(|mark| is_mark(*mark) && self.names.mark_is(*mark, NameKind::Own))?;
        let verb = clause.get(mark.len_utf8()..)?.trim_start().split(|c: char| !c.is_alphabetic()).next()?;
        imperative_of(verb).is_some().then_some(mark)
    }
}

/// `Saber Cuts him`: the character of the seat with whom a sentence begins, before a skill's name for its verb.
pub(super) fn doer_by_skill(tokens: &[SpannedToken<'_>], names: &NameBook) -> Option<char> {
    match tokens {
        [(_, _, Token::Mark(doer)), (_, _, Token::Mark(skill)), ..] => {
            let is_deed = names.mark_is(*doer, NameKind::Own) && names.mark_is(*skill, NameKind::Skill);
            is_deed.then_some(*doer)
        }
        _ => None,
    }
}

/// Whether a clause begins as an order in the third person: `she flees`.
pub(super) fn begins_with_pronoun_that_acts(clause: &str) -> bool {
    let mut words = clause.split(|c: char| !c.is_alphabetic());
    words.next().is_some_and(|word| is_one_of(word, &["she", "he"])) && words.next().and_then(imperative_of).is_some()
}
