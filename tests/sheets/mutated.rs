//! No word of a shipped sentence is there for nothing: without it, or with its neighbour's place,
//! the sentence is refused or says something else.

use grail_referee::language::effect::Effect;
use grail_referee::language::effects::parse;

use super::shipped::sentences;

/// Words that may go without changing what is said: English asks for them, the rules do not.
/// A percentage is always of one's own maximum, a skill's damage is what it inflicts, every status
/// effect of the book is negative and an effect, a rank is a rank, what is done in battle is done while in battle,
/// this location is where one is, what can be cancelled is active, `this Turn` is `during this Turn`.
const FILLERS: &[&str] = &[
    "received",
    "Phase",
    "Attacks",
    "This",
    "the",
    "a",
    "an",
    "all",
    "of",
    "their",
    "maximum",
    "inflicted",
    "negative",
    "effect",
    "ranked",
    "while",
    "during",
    "in",
    "active",
    // A location is the user's, a partner is contracted, a payment is additional, a type is a type; choices stand
    // behind commas.
    "user's",
    "contracted",
    "additional",
    "type",
    "or",
    // A group without a place is of this location; of a field or a Marble that is inside it (A258).
    "inside",
    // What is summoned is a familiar.
    "familiar",
    "familiars",
];

/// The words of a sentence; what stands in quotes is one word.
fn words(sentence: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = sentence.trim();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"').and_then(|inner| inner.find('"')) {
            Some(quoted) => {
                let behind = &rest[quoted + 2..];
                quoted + 2 + behind.find(' ').unwrap_or(behind.len())
            }
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

/// Whether a changed sentence says just what the whole one did.
fn says_the_same(words: &[&str], meant: &Effect) -> bool {
    parse(&words.join(" ")).is_ok_and(|effect| effect == *meant)
}

fn is_filler(word: &str) -> bool {
    FILLERS.iter().any(|filler| word.trim_end_matches(['.', ',']).eq_ignore_ascii_case(filler))
}

/// The changes of a sentence that go unnoticed, by `change` at each word.
fn unnoticed(change: impl Fn(&[&'static str], usize) -> Option<Vec<&'static str>>) -> Vec<String> {
    let mut unnoticed = Vec::new();
    // Without `GRAIL_LAWS=full`, every third sentence.
    for sentence in sentences().into_iter().step_by(crate::cases(3, 1)) {
        let sentence: &'static str = sentence.leak();
        let Ok(meant) = parse(sentence) else { continue };
        if matches!(meant, Effect::Gm(_)) {
            continue;
        }
        let words = words(sentence);
        for place in 0..words.len() {
            if let Some(changed) = change(&words, place).filter(|changed| says_the_same(changed, &meant)) {
                unnoticed.push(format!("{sentence}\n    {}", changed.join(" ")));
            }
        }
    }
    unnoticed
}

#[test]
fn a_word_left_out_is_noticed() {
    let unnoticed = unnoticed(|words, place| {
        let mut left = words.to_vec();
        let gone = left.remove(place);
        // Turns that follow each other are two at least.
        let follow = gone == "two" && left.contains(&"consecutive");
        // What can be used once can only be used once.
        let limit =
            gone == "only" && left.contains(&"used") && left.iter().any(|word| ["once", "twice"].contains(word));
        (!is_filler(gone) && !follow && !limit).then_some(left)
    });
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
}

#[test]
fn two_words_that_change_places_are_noticed() {
    let unnoticed = unnoticed(|words, place| {
        let mut swapped = words.to_vec();
        if place + 1 == swapped.len() || swapped[place] == swapped[place + 1] {
            return None;
        }
        swapped.swap(place, place + 1);
        (!is_filler(words[place]) && !is_filler(words[place + 1])).then_some(swapped)
    });
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
}
