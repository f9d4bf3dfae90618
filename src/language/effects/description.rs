//! Sentences that describe a skill and have no effect: `A spear is thrust through the opponent's heart.`
//!
//! A sentence is a description only if no word of it is a word of the game, a count, a denial, a question or a
//! permission. Nothing that could be an effect is passed over. Before the first effect of an entry, a sentence may lead
//! in: it may use more words of fighting, as long as it matches no form and contains no word for an effect.

mod words;

use super::passages::{is_understood, sentences_of, understood};
use super::spoken::Spoken;
use crate::language::condition::{Side, Who};
use crate::language::effect::{Amount, Forbidden, Modifier, Operation, Verb};
use crate::language::span::Span;
use words::{AIMED_AT, BEGINNINGS, FREE, FREE_BEGINNINGS, MORE_WORDS, OF_ALL, WORDS};

/// A sentence of an entry.
pub(super) struct Piece<'t> {
    /// The byte offset of its start.
    pub at: usize,
    /// Its words.
    pub text: &'t str,
    /// Whether it is a description without an effect.
    pub describes: bool,
}

/// Splits an entry into sentences and marks the descriptions. If all are descriptions, none is marked.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut leads = true;
    let sentences = sentences_of(text);
    for (index, (at, said)) in sentences.iter().copied().enumerate() {
        let led = led_in(said).filter(|_| leads).map(|behind| (at, behind));
        if let Some((at, behind)) = led {
            pieces.push(Piece { at, text: said.get(..behind).unwrap_or_default(), describes: true });
        }
        let behind = led.map_or(0, |(_, behind)| behind);
        let (at, said) = (at + behind, said.get(behind..).unwrap_or_default());
        let behind = sentences.get(index + 1).map_or("", |(_, behind)| behind);
        let describes = describes(said) || says_a_rule(said) || (leads && (leads_in(said) || told_again(said, behind)));
        leads &= describes;
        pieces.push(Piece { at, text: said, describes });
    }
    if pieces.iter().all(|piece| piece.describes) {
        pieces.iter_mut().for_each(|piece| piece.describes = false);
    }
    pieces
}

/// The spans of the descriptions in an entry that also has an effect.
#[must_use]
pub fn described(text: &str) -> Vec<Span> {
    let spans = pieces(text).into_iter().filter(|piece| piece.describes).map(|Piece { at, text, .. }| {
        let start = at + (text.len() - text.trim_start().len());
        Span::new(start, at + text.trim_end().len())
    });
    spans.collect()
}

/// Statements that the rules make about every skill: each hit is an attack (R101).
const AS_THE_RULES_SAY: [&str; 6] = [
    "each hit is a separate attack",
    "each hit is considered a separate attack",
    "each hit counts as a separate attack",
    "each hit is treated as a separate attack",
    "each hit is calculated separately",
    "each of these is considered a separate attack",
];

fn says_a_rule(sentence: &str) -> bool {
    let said = sentence.trim().trim_end_matches(['.', ';']).to_lowercase();
    AS_THE_RULES_SAY.contains(&said.as_str())
}

/// Whether a sentence is a description. In a short sentence, one of the words could be a misspelt word of the game.
fn describes(sentence: &str) -> bool {
    words_of(sentence).is_some_and(|words| words.len() > 4 && !words.iter().any(|word| is_of_the_game(word)))
}

/// Whether a sentence before the first effect is a description in freer words: it matches no form, and none of its
/// words names an effect.
fn leads_in(sentence: &str) -> bool {
    let Some(words) = words_of(sentence) else { return false };
    let thing = words.first().is_some_and(|word| ["a", "an"].contains(&word.as_str()));
    let enough = words.len() > 4 || (thing && words.len() > 2);
    let tells = |word: &String| MORE_WORDS.contains(&word.as_str()) || (is_of_the_game(word) && !is_free(word));
    enough && !is_of_all(&words) && !words.iter().any(tells) && !is_understood(sentence)
}

/// Whether words name a group at whom something is aimed: `every enemy in the area`.
fn is_of_all(words: &[String]) -> bool {
    let aimed = |word: &String| AIMED_AT.iter().any(|one| word.starts_with(one));
    let of_all = words.iter().enumerate().filter(|(_, word)| OF_ALL.contains(&word.as_str()));
    of_all.into_iter().any(|(at, _)| words.iter().skip(at + 1).take(4).any(aimed))
}

/// Whether a sentence only announces the effect of the next one: `The user drains the life of the target. The user
/// restores Health equal to …`.
fn told_again(sentence: &str, behind: &str) -> bool {
    let Some(words) = words_of(sentence).filter(|words| words.len() > 4 && !is_of_all(words)) else { return false };
    let open = |word: &&String| {
        (MORE_WORDS.contains(&word.as_str()) || is_of_the_game(word))
            && !is_free(word)
            && !AT_REST.contains(&word.as_str())
    };
    let telling: Vec<&String> = words.iter().filter(open).collect();
    let (mut spoken, behind) = (Spoken::default(), behind.trim());
    spoken.hear(sentence);
    let bound = spoken.bind(behind);
    let Some(next) = understood(behind).or_else(|| bound.and_then(|bound| understood(&bound))) else { return false };
    let done: Vec<_> = next.iter().flat_map(|one| one.effect.sentences()).map(|one| &one.operation).collect();
    let told = |word: &&String| {
        let of_word = TOLD_AGAIN.iter().filter(|(beginnings, _)| beginnings.iter().any(|one| word.starts_with(one)));
        of_word.into_iter().any(|(_, does)| done.iter().any(|operation| does(operation)))
    };
    !telling.is_empty() && telling.iter().all(told) && !is_understood(sentence)
}

/// Words of fighting that add nothing to those of [`TOLD_AGAIN`].
const AT_REST: [&str; 3] = ["temper", "losing", "protection"];

/// The beginnings of words that announce an effect, and a test for that effect.
type ToldAgain = (&'static [&'static str], fn(&Operation) -> bool);
const TOLD_AGAIN: [ToldAgain; 10] = [
    (&["drain", "steal"], |of| {
        matches!(of.verb(), Some(Verb::Restore { amount: Amount::OfDamage(_), .. } | Verb::Drain { .. }))
    }),
    (&["shar", "send", "part"], |of| {
        matches!(of.verb(), Some(Verb::Restore { .. })) && matches!(of.who(), Some(Who::Related(..)))
    }),
    (&["shield", "barr", "protect"], |of| {
        let weaker = matches!(of.modifier(), Some(Modifier::DamageDealt(change)) if change.is_less());
        weaker
            || matches!(
                of.modifier(),
                Some(
                    Modifier::DamageTaken(_) | Modifier::DamageAtMost(_) | Modifier::Absorbs { .. } | Modifier::Negates
                )
            )
    }),
    (&["send", "flying"], |of| matches!(of.verb(), Some(Verb::Relocate { .. })) && of.who() == Some(&Who::Target)),
    (&["presence", "inspir"], |of| {
        let allies = of.who().and_then(Who::group).is_some_and(|group| group.side == Side::Allies);
        allies && of.modifier().is_some_and(Modifier::helps)
    }),
    (&["presence", "hide"], |of| matches!(of.modifier(), Some(Modifier::Hidden { .. }))),
    (&["mark", "prey"], |of| matches!(of.verb(), Some(Verb::Learn { .. }))),
    (&["taunt"], |of| matches!(of.modifier(), Some(Modifier::Forbids(Forbidden::AttackOthers(_))))),
    (&["bring"], |of| matches!(of.modifier(), Some(Modifier::LosesFlight))),
    (&["movement", "bound", "bind"], |of| {
        matches!(of.modifier(), Some(Modifier::Forbids(Forbidden::Move | Forbidden::Flee) | Modifier::CannotAct))
    }),
];

/// The byte offset at which the effect begins behind a lead-in and a colon: `The blade is cursed: the target loses 20
/// Mana`.
fn led_in(sentence: &str) -> Option<usize> {
    let at = sentence.find(": ")?;
    let (head, rest) = (sentence.get(..at)?, sentence.get(at + 2..)?);
    let leads = !head.contains('"') && rest.split_whitespace().count() > 3 && (describes(head) || leads_in(head));
    (leads && !is_understood(sentence)).then_some(at + 2)
}

/// The words of a sentence in lower case; `None` if it contains a digit, a quote or a similar sign.
fn words_of(sentence: &str) -> Option<Vec<String>> {
    let lower = sentence.to_lowercase();
    if lower.contains(|letter: char| letter.is_ascii_digit() || matches!(letter, '"' | ':' | '%' | '+' | '(')) {
        return None;
    }
    let words = lower.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    Some(words.map(str::to_owned).collect())
}

fn is_of_the_game(word: &str) -> bool {
    !word.starts_with("shard")
        && (WORDS.contains(&word) || BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)))
}

/// Whether a word of the game is harmless in a lead-in.
fn is_free(word: &str) -> bool {
    !MORE_WORDS.contains(&word)
        && (FREE.contains(&word) || FREE_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning)))
}
