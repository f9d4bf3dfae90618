//! Sentences that describe a skill and have no effect: `A spear is thrust through the opponent's heart.`
//!
//! A sentence is a description only if no word of it is a word of the game, a count, a denial, a question or a
//! permission. Nothing that could be an effect is passed over. Before the first effect of an entry, a sentence may lead
//! in: it may use more words of fighting, as long as it matches no form and contains no word for an effect.

mod words;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::mentioned_people::MentionedPeople;
use super::passages::{is_understood, read_if_understood, split_sentences};
use crate::language::condition::{Side, Who};
use crate::language::effect::{Amount, Forbidden, Modifier, Operation, Verb};
use crate::language::span::Span;
use words::{
    AIM_BEGINNINGS, DEED_WORDS, FIGHTING_BEGINNINGS, GAME_BEGINNINGS, GAME_WORDS, HARMLESS_BEGINNINGS, HARMLESS_WORDS,
    PASSING_WORDS, PERSON_WORDS, QUANTIFIERS, REPEATING_ENDS, REPEATING_SUBJECTS, UNSURE_WORDS,
};

/// A sentence of an entry.
pub(super) struct EntrySentence<'t> {
    /// The byte offset of its start.
    pub offset: usize,
    /// Its words.
    pub text: &'t str,
    /// Whether it is a description without an effect.
    pub is_description: bool,
}

/// Splits an entry into sentences and marks the descriptions. If all are descriptions, none is marked.
pub(super) fn split_pieces(text: &str) -> Vec<EntrySentence<'_>> {
    let mut pieces: Vec<EntrySentence<'_>> = Vec::new();
    let mut is_before_effect = true;
    let sentences = split_sentences(text);
    // Where nothing stands beside it, the only sentence is no description.
    if let [(offset, said)] = *sentences.as_slice()
        && lead_in_end(said).is_none()
    {
        return vec![EntrySentence { offset, text: said, is_description: false }];
    }
    for (index, (at, said)) in sentences.iter().copied().enumerate() {
        let lead_in = lead_in_end(said).filter(|_| is_before_effect).map(|behind| (at, behind));
        if let Some((offset, behind)) = lead_in {
            pieces.push(EntrySentence { offset, text: said.get(..behind).unwrap_or_default(), is_description: true });
        }
        let behind = lead_in.map_or(0, |(_, behind)| behind);
        let (offset, said) = (at + behind, said.get(behind..).unwrap_or_default());
        let behind = sentences.get(index + 1).map_or("", |(_, behind)| behind);
        let is_description = only_describes(said)
            || restates_general_rule(said)
            || (is_before_effect && (is_lead_in(said) || announces_effect(said, behind)));
        is_before_effect &= is_description;
        pieces.push(EntrySentence { offset, text: said, is_description });
    }
    if pieces.iter().all(|piece| piece.is_description) {
        pieces.iter_mut().for_each(|piece| piece.is_description = false);
    }
    pieces
}

/// The spans of the descriptions in an entry that also has an effect.
#[must_use]
pub fn find_described_spans(text: &str) -> Vec<Span> {
    let spans = split_pieces(text).into_iter().filter(|piece| piece.is_description).map(
        |EntrySentence { offset, text, .. }| {
            let start = offset + (text.len() - text.trim_start().len());
            Span::new(start, offset + text.trim_end().len())
        },
    );
    spans.collect()
}

/// Statements that the rules make about every skill and item: each hit is an attack (R101); an item is used without SP
/// and gone (R340).
const GENERAL_RULES: [&str; 20] = [
    "each hit is a separate attack",
    "each hit is considered a separate attack",
    "each hit counts as a separate attack",
    "each hit is treated as a separate attack",
    "each hit is calculated separately",
    "each of these is considered a separate attack",
    "using this item is considered a support action that consumes no sp",
    "using this item is a support action that consumes no sp",
    "using it is considered a support action that consumes no sp",
    "using this item is considered a support action that costs no sp",
    "using this item does not consume sp",
    "using this item does not cost sp",
    "using this item consumes no sp",
    "using this item costs no sp",
    "this item is consumed when used",
    "this item is consumed upon use",
    "this item is used up when used",
    "this item disappears when used",
    "this item disappears after use",
    "this item disappears after being used",
];

fn restates_general_rule(sentence: &str) -> bool {
    let said = sentence.trim().trim_end_matches(['.', ';']).to_lowercase();
    GENERAL_RULES.contains(&said.as_str())
}

/// Whether a sentence is a description. In a short sentence, one of the words could be a misspelt word of the game.
fn only_describes(sentence: &str) -> bool {
    lowercase_words(sentence).is_some_and(|words| {
        words.len() > 4 && !words.iter().any(|word| is_game_word(word)) && !says_of_another(&words)
    })
}

/// Whether words say of somebody else what the sentence before them says: `The user does as well`, `It spreads to their
/// allies`.
fn says_of_another(words: &[String]) -> bool {
    let said = words.join(" ");
    let is_person = |word: &String| PERSON_WORDS.contains(&word.as_str());
    let is_passed_on = words.first().is_some_and(|word| REPEATING_SUBJECTS.contains(&word.as_str()))
        && words.last().is_some_and(is_person)
        && words.iter().rev().take(5).any(|word| PASSING_WORDS.contains(&word.as_str()));
    is_passed_on || REPEATING_ENDS.iter().any(|end| said.ends_with(end))
}

/// Whether a sentence before the first effect is a description in freer words: it matches no form, and none of its
/// words names an effect.
fn is_lead_in(sentence: &str) -> bool {
    let Some(words) = lowercase_words(sentence) else { return false };
    let begins_with_article = words.first().is_some_and(|word| ["a", "an"].contains(&word.as_str()));
    let is_long_enough = words.len() > 4 || (begins_with_article && words.len() > 2);
    let tells_effect =
        |word: &String| DEED_WORDS.contains(&word.as_str()) || (is_game_word(word) && !is_harmless(word));
    is_long_enough && !aims_at_all(&words) && !words.iter().any(tells_effect) && !is_understood(sentence)
}

/// Whether words name a group at whom something is aimed: `every enemy in the area`.
fn aims_at_all(words: &[String]) -> bool {
    let is_aim = |word: &String| AIM_BEGINNINGS.iter().any(|one| word.starts_with(one));
    let of_all = words.iter().enumerate().filter(|(_, word)| QUANTIFIERS.contains(&word.as_str()));
    of_all.into_iter().any(|(at, _)| words.iter().skip(at + 1).take(4).any(is_aim))
}

/// Whether a sentence only announces the effect of the next one: `The user drains the life of the target. The user
/// restores Health equal to …`.
fn announces_effect(sentence: &str, behind: &str) -> bool {
    let Some(words) = lowercase_words(sentence).filter(|words| words.len() > 4 && !aims_at_all(words)) else {
        return false;
    };
    let needs_announcing = |word: &&String| {
        (DEED_WORDS.contains(&word.as_str()) || is_game_word(word))
            && !is_harmless(word)
            && !NEUTRAL_FIGHT_WORDS.contains(&word.as_str())
    };
    let announcing: Vec<&String> = words.iter().filter(needs_announcing).collect();
    let beginnings = || ANNOUNCED_EFFECTS.iter().flat_map(|(beginnings, _)| beginnings.iter());
    let may_announce = |word: &&String| beginnings().any(|beginning| word.starts_with(beginning));
    if announcing.is_empty() || !announcing.iter().all(may_announce) {
        return false;
    }
    let (mut spoken, behind) = (MentionedPeople::default(), behind.trim());
    spoken.record(sentence);
    let bound = spoken.replace_pronouns(behind);
    let Some(next) = read_if_understood(behind).or_else(|| bound.and_then(|bound| read_if_understood(&bound))) else {
        return false;
    };
    let operations: Vec<_> = next.iter().flat_map(|one| one.effect.sentences()).map(|one| &one.operation).collect();
    let is_announced = |word: &&String| {
        let of_word =
            ANNOUNCED_EFFECTS.iter().filter(|(beginnings, _)| beginnings.iter().any(|one| word.starts_with(one)));
        of_word.into_iter().any(|(_, does)| operations.iter().any(|operation| does(operation)))
    };
    announcing.iter().all(is_announced) && !is_understood(sentence)
}

/// Words of fighting that add nothing to those of [`TOLD_AGAIN`].
const NEUTRAL_FIGHT_WORDS: [&str; 3] = ["temper", "losing", "protection"];

/// The beginnings of words that announce an effect, and a test for that effect.
type AnnouncedEffect = (&'static [&'static str], fn(&Operation) -> bool);
const ANNOUNCED_EFFECTS: [AnnouncedEffect; 10] = [
    (&["drain", "steal"], |of| {
        matches!(of.verb(), Some(Verb::Restore { amount: Amount::OfDamage(_), .. } | Verb::Drain { .. }))
    }),
    (&["shar", "send", "part"], |of| {
        matches!(of.verb(), Some(Verb::Restore { .. })) && matches!(of.who(), Some(Who::Related(..)))
    }),
    (&["shield", "barr", "protect"], |of| {
        let is_weakening = matches!(of.modifier(), Some(Modifier::DamageDealt(change)) if change.is_less());
        is_weakening
            || matches!(
                of.modifier(),
                Some(
                    Modifier::DamageTaken(_) | Modifier::DamageAtMost(_) | Modifier::Absorbs { .. } | Modifier::Negates
                )
            )
    }),
    (&["send", "flying"], |of| matches!(of.verb(), Some(Verb::Relocate { .. })) && of.who() == Some(&Who::Target)),
    (&["presence", "inspir"], |of| {
        let is_about_allies = of.who().and_then(Who::group).is_some_and(|group| group.side == Side::Allies);
        is_about_allies && of.modifier().is_some_and(Modifier::only_helps)
    }),
    (&["presence", "hide"], |of| matches!(of.modifier(), Some(Modifier::Hidden { .. }))),
    (&["mark", "prey"], |of| matches!(of.verb(), Some(Verb::Learn { .. }))),
    (&["taunt"], |of| matches!(of.modifier(), Some(Modifier::Forbids(Forbidden::AttackOthers(_))))),
    (&["bring"], |of| matches!(of.modifier(), Some(Modifier::LosesFlight))),
    (&["movement", "bound", "bind"], |of| {
        matches!(
            of.modifier(),
            Some(Modifier::Forbids(Forbidden::Move | Forbidden::Flee | Forbidden::MoveAction) | Modifier::CannotAct)
        )
    }),
];

/// The byte offset at which the effect begins behind a lead-in and a colon: `The blade is cursed: the target loses 20
/// Mana`.
fn lead_in_end(sentence: &str) -> Option<usize> {
    let Some(at) = sentence.find(": ") else { return participle_start(sentence) };
    let (head, rest) = (sentence.get(..at)?, sentence.get(at + 2..)?);
    let is_lead_in =
        !head.contains('"') && rest.split_whitespace().count() > 3 && (only_describes(head) || is_lead_in(head));
    (is_lead_in && !is_understood(sentence)).then_some(at + 2)
}

/// The byte offset at which the effect begins that a description only adds: `A venom-coated dagger is thrown at the
/// opponent, inflicting Poison 3/10`. The description says nothing of whom, when or how often.
fn participle_start(sentence: &str) -> Option<usize> {
    let at = sentence.find(", ").filter(|_| sentence.matches(", ").count() == 1)?;
    let (head, rest) = (sentence.get(..at)?, sentence.get(at + 2..)?);
    let words = lowercase_words(head)?;
    let is_plain = |word: &String| {
        !UNSURE_WORDS.contains(&word.as_str())
            && (!is_game_word(word) || FIGHTING_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)))
    };
    let is_participle = rest.split_whitespace().next().is_some_and(|word| word.ends_with("ing"));
    let says_only_how = words.len() > 2 && words.iter().all(is_plain);
    (is_participle && says_only_how && !is_understood(sentence) && is_understood(rest)).then_some(at + 2)
}

/// The words of a sentence in lower case; `None` if it contains a digit, a quote or a similar sign.
fn lowercase_words(sentence: &str) -> Option<Vec<String>> {
    let lower = sentence.to_lowercase();
    if lower.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '"' | ':' | '%' | '+' | '(')) {
        return None;
    }
    let words = lower.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    Some(words.map(str::to_owned).collect())
}

fn is_game_word(word: &str) -> bool {
    /// The words and beginnings of words by their first letter.
    static BY_LETTER: LazyLock<BTreeMap<char, [Vec<&str>; 2]>> = LazyLock::new(|| {
        let mut by_letter: BTreeMap<char, [Vec<&str>; 2]> = BTreeMap::new();
        for (at, words) in [GAME_WORDS, GAME_BEGINNINGS].into_iter().enumerate() {
            for word in words {
                let letter = word.chars().next().unwrap_or_default();
                by_letter.entry(letter).or_default()[at].push(word);
            }
        }
        by_letter
    });
    let Some([words, beginnings]) = word.chars().next().and_then(|letter| BY_LETTER.get(&letter)) else { return false };
    !word.starts_with("shard")
        && (words.contains(&word) || beginnings.iter().any(|beginning| word.starts_with(beginning)))
}

/// Whether a word of the game is harmless in a lead-in.
fn is_harmless(word: &str) -> bool {
    !DEED_WORDS.contains(&word)
        && (HARMLESS_WORDS.contains(&word) || HARMLESS_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)))
}
