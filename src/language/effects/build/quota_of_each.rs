//! `Each ally's next attack`: refuses it. A quota counts the attacks of everyone a sentence speaks of together, so
//! the diagnostic shows the sentence that counts them together. So for `the next attack` on several, and for the next
//! of several types.

use super::ambiguity::add_rewrite_note;
use super::lost_words::{canonical_if_lossless, effect_from_sentences};
use super::{Node, has_child, nonsense_error};
use crate::language::condition::{Relation, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{AttackFilter, Effect, Operation, Quota, Sentence, SkillSort, Standing};
use crate::language::effect_text::canonical;
use crate::language::parser::Rule;
use crate::vocabulary::damage::DamageType;

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

/// Rejects `The next attack that targets the user and their Master`: one that targets both, the next on each, or the
/// next on either? So of a group. A count in each Turn is kept for each of them, but that of the next attacks is one.
pub(super) fn reject_next_of_several(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let find_several = |tree: &Sentence| match &tree.operation {
        Operation::Standing(standing @ Standing { quota: Some(Quota::Next(_)), .. }) if is_several(&standing.who) => {
            Some((tree.clone(), standing.clone()))
        }
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => None,
    };
    let Some((tree, standing)) = sentences.iter().find_map(find_several) else { return Ok(()) };
    let why =
        "the next of each of them, or of whichever comes first? say it of one person, each in a sentence of its own";
    let faults = nonsense_error(sentence, why);
    let Who::OneOf(people) = &standing.who else {
        let note = "for all of them say how long in place of `next`: `For 2 Turns, …`";
        return Err(faults.into_iter().map(|fault| fault.note(note)).collect());
    };
    let of_one = |who: &Who<Written>| {
        let operation = Operation::Standing(Standing { who: who.clone(), ..standing.clone() });
        canonical(&Effect::Sentence(Sentence { operation, ..tree.clone() }))
    };
    let apart = people.iter().map(of_one).collect::<Vec<_>>().join(" ");
    Err(faults.into_iter().map(|fault| fault.note(format!("of each its own: write `{apart}`"))).collect())
}

/// Whether the words mean several characters.
fn is_several(who: &Who<Written>) -> bool {
    match who {
        Who::Related(relation, of) => relation.is_of_several() || is_several(of),
        Who::OneOf(_) | Who::Every(_) => true,
        _ => false,
    }
}

/// Rejects `The user's next physical and magical attacks`: one attack of either type, or one of each?
pub(super) fn reject_joined_types(sentence: &Node<'_>, sentences: &[Sentence]) -> Result<(), Vec<Diagnostic>> {
    let find_counted = |tree: &Sentence| match &tree.operation {
        Operation::Standing(standing) if standing.quota.is_some() && types_of(&standing.attacks).len() > 1 => {
            Some((tree.clone(), standing.clone()))
        }
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => None,
    };
    let joined = sentence.descendants([Rule::damage_kinds]).find(|kinds| has_child(kinds, Rule::k_and_also));
    let (Some(joined), Some((tree, standing))) = (joined, sentences.iter().find_map(find_counted)) else {
        return Ok(());
    };
    let read = |operation: Standing| {
        canonical(&Effect::Sentence(Sentence { operation: Operation::Standing(operation), ..tree.clone() }))
    };
    let of_type =
        |kind: &DamageType| read(Standing { attacks: with_type_alone(&standing.attacks, *kind), ..standing.clone() });
    let of_each = types_of(&standing.attacks).iter().map(of_type).collect::<Vec<_>>().join(" ");
    let of_either = read(standing.clone());
    let faults = nonsense_error(&joined, "so many of each type, or of either?").into_iter();
    Err(faults
        .map(|fault| fault.note(format!("of each: write `{of_each}`")).note(format!("of either: write `{of_either}`")))
        .collect())
}

/// The types of damage that attacks are named by.
fn types_of(attacks: &AttackFilter) -> &[DamageType] {
    match attacks.skill_filter.as_ref().map(|skills| &skills.sort) {
        Some(SkillSort::Inflicting(kinds) | SkillSort::SkillsInflicting(kinds)) => kinds,
        _ => &attacks.kinds,
    }
}

/// The same attacks, of one type of damage alone.
fn with_type_alone(attacks: &AttackFilter, kind: DamageType) -> AttackFilter {
    let mut of_one = attacks.clone();
    match of_one.skill_filter.as_mut().map(|skills| &mut skills.sort) {
        Some(SkillSort::Inflicting(kinds) | SkillSort::SkillsInflicting(kinds)) => *kinds = vec![kind],
        _ => of_one.kinds = vec![kind],
    }
    of_one
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
