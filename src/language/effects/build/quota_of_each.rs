//! `Each ally's next attack`: refuses it. A quota counts the attacks of everyone a sentence speaks of
//! together, so the diagnostic shows the sentence that counts them together.

use super::ambiguity::add_rewrite_note;
use super::lost_words::{canonical_if_lossless, effect_from_sentences};
use super::{Node, nonsense_error};
use crate::language::condition::{Relation, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Operation, Sentence, Standing};
use crate::language::effect_text::canonical;

/// Rejects a count of attacks that is said of each of several.
pub(super) fn reject_quota_of_each(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let may_mean_several = |tree: &Sentence| match &tree.operation {
        Operation::Standing(Standing { who, quota: Some(_), .. }) => may_be_several(who),
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => false,
    };
    if !sentences.iter().any(may_mean_several)
        || !(says_each(sentence.as_str()) || says_next_attacks(sentence.as_str()))
    {
        return Ok(());
    }
    let why = "so many for each of them? they are counted for all of them together: for each its own write a sentence \
               of one person each";
    let counted_together = canonical_if_lossless(canonical(&effect_from_sentences(sentences)));
    Err(add_rewrite_note(nonsense_error(sentence, why), "if they are counted together", counted_together))
}

/// Whether the words may mean more than one character.
fn may_be_several(who: &Who<Written>) -> bool {
    match who {
        Who::Related(relation, of) => {
            matches!(relation, Relation::Servant | Relation::Partner) || relation.is_of_several() || may_be_several(of)
        }
        who => matches!(who, Who::OneOf(_) | Who::Target) || who.group().is_some(),
    }
}

/// Whether a text says `each ally`, `every member`: not `each Turn`, `for each opponent`.
fn says_each(text: &str) -> bool {
    let words: Vec<String> = words(text);
    let each = |word: &str| word == "each" || word == "every";
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map(String::as_str);
        let behind = words.get(at + 1).map_or("", String::as_str);
        each(word) && before != Some("for") && !["", "turn", "turns", "night", "battle", "hit", "of"].contains(&behind)
            || each(word) && behind == "of" && before != Some("for")
    })
}

/// Whether a text says `their next attacks` without a number: one of each, or one of all?
fn says_next_attacks(text: &str) -> bool {
    let words = words(text);
    words.windows(2).any(|pair| match pair {
        [next, attacks] => (next == "next" || next == "first") && attacks == "attacks",
        _ => false,
    })
}

fn words(text: &str) -> Vec<String> {
    let word = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.split_whitespace().map(word).collect()
}
