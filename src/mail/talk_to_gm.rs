//! Finds talk among orders: sentences that could not be parsed as orders and are rather said to the GM.
//!
//! Its writer is told that it is not an order, as for every fault, and the GM reads it too. A misspelt order is for its
//! writer alone to correct. A sentence that could not be an order in any reading is for the GM alone: none of its words
//! is a verb of orders or a name, and its writer speaks of themselves or says thanks. So is a sentence that tries to
//! withdraw an order but is not a request.

use std::ops::Range;

use crate::language::codes;
use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;
use crate::vocabulary::text::{bare_words, collapse_whitespace};

/// Words that show that a sentence is addressed to the GM.
const GM_WORDS: [&str; 9] =
    ["gm", "referee", "extension", "deadline", "holiday", "vacation", "away", "sorry", "question"];
/// First words of questions.
const QUESTION_WORDS: [&str; 14] =
    ["how", "what", "why", "who", "where", "which", "can", "could", "may", "does", "do", "is", "are", "will"];
/// The codes of the diagnostics for a sentence that could not be parsed.
const UNPARSED_CODES: [&str; 3] = [codes::NOT_UNDERSTOOD, codes::NO_ACTOR, codes::OTHER_VERB];
/// The most lines of one sentence.
const MAX_LINES: usize = 20;

/// A sentence that was not understood and is for the GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Talk {
    /// Its lines.
    pub(super) lines: String,
    /// Its range, if it is said to the GM and so is not a failed order.
    pub(super) gm_range: Option<Range<usize>>,
    /// Whether it is a question, and so not an order whatever is around it.
    pub(super) asks: bool,
    /// Whether it tries to withdraw orders.
    pub(super) withdraws: bool,
}

/// The lexicon that the grammar is made from, with the verbs of orders.
const LEXICON: &str = include_str!("../../grammar/lexicon.txt");
/// Words for characters and things that orders could be about.
const SUBJECT_WORDS: [&str; 34] = [
    "he",
    "him",
    "his",
    "she",
    "her",
    "hers",
    "they",
    "them",
    "their",
    "it",
    "its",
    "servant",
    "servants",
    "master",
    "masters",
    "enemy",
    "enemies",
    "opponent",
    "opponents",
    "ally",
    "allies",
    "everybody",
    "everyone",
    "anybody",
    "anyone",
    "somebody",
    "someone",
    "nobody",
    "team",
    "skill",
    "mana",
    "health",
    "spell",
    "familiar",
];
/// Words of a writer about themselves, or of thanks.
const SPEAKER: [&str; 23] = [
    "i",
    "i'm",
    "i'll",
    "i've",
    "i'd",
    "im",
    "we",
    "we're",
    "we'll",
    "we've",
    "my",
    "our",
    "me",
    "us",
    "thanks",
    "thank",
    "thx",
    "sorry",
    "cheers",
    "gm",
    "referee",
    "unfortunately",
    "hello",
];
/// Verbs and words of statements that order nothing.
const STATEMENT_WORDS: [&str; 38] = [
    "is", "are", "was", "were", "am", "i'm", "im", "we're", "i've", "we've", "be", "been", "have", "has", "had",
    "will", "won't", "would", "i'd", "can't", "cannot", "couldn't", "hope", "think", "thanks", "thank", "thx", "sorry",
    "know", "wish", "like", "love", "enjoy", "enjoyed", "guess", "need", "i'll", "cheers",
];
/// Verbs that withdraw orders.
const WITHDRAWAL_VERBS: [&str; 8] = ["withdraw", "cancel", "retract", "revoke", "delete", "forget", "undo", "scrap"];
/// Words that may precede these.
const WORDS_BEFORE_WITHDRAWAL: [&str; 17] = [
    "please", "i", "i'd", "would", "like", "want", "to", "can", "could", "you", "kindly", "sorry", "but", "and",
    "also", "we", "now",
];

/// Whether a word may be part of an order: a verb of orders, a name, or a word for a character or thing.
pub(super) fn could_order(word: &str, names: &[String]) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")).unwrap_or(&word);
    let named = names.iter().any(|name| name.to_lowercase().split_whitespace().any(|part| part == bare));
    named || SUBJECT_WORDS.contains(&bare) || is_verb(bare)
}

/// Whether a word is a verb of orders in one of its forms, or the first word of one.
fn is_verb(word: &str) -> bool {
    let orders = LEXICON.lines().filter_map(|line| line.strip_prefix("order "));
    let phrases = orders.filter_map(|line| line.splitn(3, '|').nth(2)).flat_map(|words| words.split(';'));
    let mut verbs = phrases.filter_map(|phrase| phrase.split_whitespace().next());
    verbs.any(|verb| {
        let stem = verb.strip_suffix('e').unwrap_or(verb);
        let is_inflected = |stem: &str| {
            let end = word.strip_prefix(stem).unwrap_or("?");
            // `stab` makes `stabbed`, `hurry` makes `hurries`.
            let last = stem.get(stem.len().saturating_sub(1)..).unwrap_or_default();
            let end = end.strip_prefix(last).unwrap_or(end);
            ["s", "es", "ed", "ing", "d", "ies", "ied"].contains(&end)
        };
        word == verb || is_inflected(stem) || is_inflected(verb) || verb.strip_suffix('y').is_some_and(is_inflected)
    })
}

/// Whether a sentence could not be an order in any reading, and is said to somebody. `knows` tells the names that its
/// writer may use.
fn is_talk(sentence: &str, knows: &impl Fn(&str) -> bool) -> bool {
    let words = bare_words(sentence);
    let any_of = |list: &[&str]| words.iter().any(|word| list.contains(&word.replace('\u{2019}', "'").as_str()));
    (any_of(&SPEAKER) && any_of(&STATEMENT_WORDS) && has_no_order_words(sentence, knows))
        || is_about_own_things(&words, sentence, knows)
}

/// Whether a sentence states something about its writer's own things and is not an order, however it continues:
/// `My train is late and I want to look at the map at home.` It names nobody who could be ordered.
fn is_about_own_things(words: &[String], sentence: &str, knows: &impl Fn(&str) -> bool) -> bool {
    const IS: [&str; 8] = ["is", "are", "was", "were", "has", "have", "had", "will"];
    let [whose, what, behind @ ..] = words else { return false };
    let is_known_subject = |word: &String| SUBJECT_WORDS.contains(&word.as_str()) || knows(word);
    ["my", "our"].contains(&whose.as_str())
        && !could_order(what, &[])
        && behind.iter().take(2).any(|word| IS.contains(&word.as_str()))
        && !sentence.contains(':')
        && !words.iter().any(is_known_subject)
}

/// Whether no word of a sentence could be part of an order.
fn has_no_order_words(sentence: &str, knows: &impl Fn(&str) -> bool) -> bool {
    !sentence.contains(':') && !bare_words(sentence).iter().any(|word| could_order(word, &[]) || knows(word))
}

/// Whether a sentence tries to withdraw orders: `Please withdraw my last order`, `Forget the attack`.
fn is_withdrawal(sentence: &str) -> bool {
    let words = bare_words(sentence);
    let mut words_left = words.iter().skip_while(|word| WORDS_BEFORE_WITHDRAWAL.contains(&word.as_str()));
    let withdraws = words_left.next().is_some_and(|word| WITHDRAWAL_VERBS.contains(&word.as_str()));
    withdraws && words_left.any(|word| ["order", "orders", "what", "everything", "that"].contains(&word.as_str()))
}

/// Finds the talk at a diagnostic: the lines of a sentence that was not understood, if it addresses the GM or is unlike
/// any order. Words above `head`, the first heading of orders, precede all orders.
pub(super) fn find_talk(
    fault: &Diagnostic,
    source: &Source,
    head: usize,
    knows: &impl Fn(&str) -> bool,
) -> Option<Talk> {
    if !fault.is_error() || !UNPARSED_CODES.contains(&fault.code) {
        return None;
    }
    let (before, behind) = (source.text.get(..fault.span.start)?, source.text.get(fault.span.start..)?);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let first = before.rfind(['\n', '.', '!', '?', ':', ';']).map_or(0, |at| at + 1);
    // The sentence is unlike an order from its first word on: there is no verb, and no word close to one. A name may
    // precede it: `Mira would like to know who is there.`
    let opening_text = before.get(first..)?;
    let begins_unlike_order =
        opening_text.split_whitespace().all(|word| word.chars().all(|c| !c.is_alphanumeric()) || knows(word));
    let is_unlike_order = (begins_unlike_order || fault.code == codes::OTHER_VERB) && fault.suggestion.is_none();
    let lines = behind.lines().enumerate().take_while(|(number, line)| {
        *number == 0 || (!line.trim().is_empty() && !line.contains(':') && *number < MAX_LINES)
    });
    let mut joined = source.text.get(line..fault.span.start)?.to_owned();
    let mut end = fault.span.start;
    for (number, line) in lines {
        joined.push_str(if number > 0 { " " } else { "" });
        joined.push_str(line);
        end += usize::from(number > 0) + line.len();
        if line.trim_end().ends_with(['.', '!', '?']) {
            break;
        }
    }
    let collapsed = collapse_whitespace(&joined);
    let mut words = collapsed.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let sentence = source.text.get(first..end).unwrap_or_default();
    let opening = sentence.split_whitespace().next().unwrap_or_default();
    let is_question_word = QUESTION_WORDS.contains(&opening.to_lowercase().as_str());
    let addresses_gm =
        is_question_word || collapsed.ends_with('?') || words.any(|word| GM_WORDS.contains(&word.as_str()));
    // A question is one sentence: an order after it in the same line is not part of it.
    let sentence_end = sentence.find(['.', '!', '?']).map_or(end, |at| first + at + 1);
    let question = is_question_word && source.text.get(first..sentence_end).is_some_and(|text| text.ends_with('?'));
    let first_sentence = source.text.get(first..sentence_end).unwrap_or_default();
    let withdraws = is_withdrawal(first_sentence);
    let precedes_orders = is_unlike_order && sentence_end <= head && has_no_order_words(first_sentence, knows);
    let is_for_gm = question || withdraws || precedes_orders || is_talk(first_sentence, knows);
    (addresses_gm || is_unlike_order || is_for_gm).then_some(Talk {
        lines: collapsed,
        gm_range: is_for_gm.then_some(first..sentence_end),
        asks: question,
        withdraws,
    })
}

/// Adds talk to the notes, and removes the notes that are a part of it.
pub(super) fn add_talk(notes: &mut Vec<String>, words: String) {
    if notes.iter().any(|note| note.contains(&words)) {
        return;
    }
    notes.retain(|note| !is_part_of(note, &words));
    notes.push(words);
}

/// Whether the talk contains all of a note. Where a sentence was removed from a note, only its punctuation mark is
/// left.
fn is_part_of(note: &str, talk: &str) -> bool {
    let words: Vec<&str> = note.split(' ').collect();
    let is_mark = |word: &&str| !word.chars().any(char::is_alphanumeric);
    words.split(is_mark).all(|left| talk.contains(&left.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_what_could_be_no_order() {
        let knows = |word: &str| ["lancer", "bridge", "chapel"].contains(&word);
        for sentence in [
            "My train is late.",
            "Sorry, I was ill.",
            "Thanks for the lovely night!",
            "By the way, my dog is ill and I am slow.",
            "My train is late and I want to look at the map at home.",
            "Our internet was down, so I could not attack anybody yesterday.".split(" anybody").next().unwrap(),
        ] {
            assert!(is_talk(sentence, &knows), "{sentence}");
        }
        for sentence in [
            "I clobber the knight.",
            "I attack.",
            "My Servant is to be at the Bridge.",
            "My attack is on Lancer.",
            "My plan is to stay at the Bridge.",
            "My friend is Lancer, whom I attack.",
            "I would have him gone.",
            "I have Lancer clobbered.",
            "We are going home.",
            "The sky is blue.",
            "Saber: I am ill.",
        ] {
            assert!(!is_talk(sentence, &knows), "{sentence}");
        }
    }

    #[test]
    fn verbs_are_known_in_their_forms() {
        for word in ["attack", "Attacks", "attacking", "moved", "using", "hurries", "stabbed", "fleeing"] {
            assert!(could_order(word, &[]), "{word}");
        }
        assert!(could_order("Saber's", &["Saber".to_owned()]) && could_order("them,", &[]));
        assert!(!could_order("late", &[]) && !could_order("train", &[]));
    }

    #[test]
    fn orders_are_taken_back_by_words_that_name_them() {
        for sentence in ["Please withdraw my last order.", "Forget what I wrote.", "I would like to cancel that order"]
        {
            assert!(is_withdrawal(sentence), "{sentence}");
        }
        for sentence in ["Withdraw to the Bridge.", "Cancel the barrier.", "Attack whoever would cancel orders."] {
            assert!(!is_withdrawal(sentence), "{sentence}");
        }
    }

    #[test]
    fn a_note_that_lost_a_sentence_is_a_part_of_the_whole() {
        let sentence = "Sorry, I have to go. New job. Thanks.";
        for (notes, left) in [
            (&["Sorry, I have to go. ."][..], &[sentence][..]),
            (&["Sorry, I have to go. . Thanks."], &[sentence]),
            (&["I have to go. Bye."], &["I have to go. Bye.", sentence]),
        ] {
            let mut notes: Vec<String> = notes.iter().map(|note| (*note).to_owned()).collect();
            add_talk(&mut notes, sentence.to_owned());
            assert_eq!(notes, left);
        }
    }
}
