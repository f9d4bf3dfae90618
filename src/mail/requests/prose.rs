//! Finds requests, and words about the writer's own absence, in sentences among others: that they are away, that the
//! night should wait, that they need more time and why.
//!
//! Such a sentence is recognised by its form, whatever is beside it and however its lines are broken. It is a request
//! if it says all that is needed, otherwise words for the GM. It is never an order, and never lost.

use jiff::civil::Date;

use crate::mail::talk_to_gm::could_order;
use crate::vocabulary::text::collapse_whitespace;

use super::{Request, phrases, split_words};

/// Words that say that somebody is away.
const ABSENT: [&str; 12] = [
    "vacation",
    "vacations",
    "holiday",
    "holidays",
    "absent",
    "absence",
    "offline",
    "unavailable",
    "travelling",
    "traveling",
    "abroad",
    "honeymoon",
];
/// Words of a writer about themselves.
const SPEAKER: [&str; 16] = [
    "i", "i'm", "i'll", "i've", "i'd", "im", "we", "we're", "we'll", "we've", "my", "our", "me", "us", "myself", "ill",
];
/// Words before `away` or `on holiday` that make it the state of the writer, not a direction or somebody else's state.
const BEING_WORDS: [&str; 8] = ["am", "are", "be", "been", "being", "i'm", "we're", "im"];
/// Words that may be between the two.
const BETWEEN_WORDS: [&str; 10] = ["on", "a", "the", "my", "our", "short", "long", "mostly", "completely", "still"];
/// Words that make a sentence conditional, as in an order: `If Lancer is away, I attack Caster.`
const CONDITION_WORDS: [&str; 12] =
    ["if", "unless", "when", "whenever", "while", "once", "after", "before", "as", "otherwise", "should", "except"];
/// First words of a plea to wait.
const PLEAS: [&str; 8] = ["could", "can", "would", "will", "please", "may", "might", "so"];
/// The most words of one sentence.
const MAX_SENTENCE_WORDS: usize = 60;

/// A sentence that could not be an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Prose {
    /// It asks for something.
    Asks(Request),
    /// It is for the GM.
    Tells(String),
    /// It asks for something, and says more before that.
    AsksAndTells(Request, String),
}

/// Finds the sentences of a text that ask for something or speak of their writer's own absence, each with its range.
/// `characters` are those that the writer orders for.
pub(super) fn find_prose(text: &str, characters: &[String], today: Date) -> Vec<(std::ops::Range<usize>, Prose)> {
    let mut found = Vec::new();
    for range in split_sentences(text) {
        let Some(sentence) = text.get(range.clone()) else { continue };
        let words = split_words(sentence);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        if words.is_empty() || words.len() > MAX_SENTENCE_WORDS {
            continue;
        }
        // After a heading in the same line, `my orders` may be those of the character it names.
        let line = text.get(..range.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        let headed = line.contains(':');
        let prose = match phrases::parse_request(sentence, characters, today, false) {
            Some(request @ (Request::Away { .. } | Request::Wait | Request::Back | Request::Extension(_))) => {
                Some(Prose::Asks(request))
            }
            Some(request) if !headed => Some(Prose::Asks(request)),
            _ if is_plea(&words) => Some(Prose::Asks(Request::Wait)),
            _ if asks_for_time(sentence, characters) => {
                Some(Prose::Asks(Request::Extension(collapse_whitespace(sentence))))
            }
            _ if is_absence(&words) => Some(Prose::Tells(collapse_whitespace(sentence))),
            _ if headed => None,
            _ => parse_after_small_talk(sentence, characters, today),
        };
        found.extend(prose.map(|prose| (range, prose)));
    }
    found
}

/// Words of small talk that may precede a request.
const SMALL_TALK: [&str; 22] = [
    "hi", "hello", "hey", "dear", "all", "set", "good", "fine", "done", "ok", "okay", "well", "sorry", "thanks",
    "thank", "you", "and", "so", "oh", "gm", "there", "again",
];

/// Parses a request after small talk in its sentence: `Hi, all set, I am ready.` `None` if a word before it could be
/// part of an order or makes it conditional.
fn parse_after_small_talk(sentence: &str, characters: &[String], today: Date) -> Option<Prose> {
    let clauses: Vec<&str> = sentence.split(',').collect();
    let plain = |clause: &&str| {
        let words = split_words(clause);
        let order = |word: &String| could_order(word, characters) && !SMALL_TALK.contains(&word.as_str());
        !clause.contains(':') && !words.iter().any(|word| order(word) || CONDITION_WORDS.contains(&word.as_str()))
    };
    let is_small_talk = |clause: &&str| {
        let words = split_words(clause);
        let known = words.iter().filter(|word| SMALL_TALK.contains(&word.as_str())).count();
        // The name of who is greeted follows a greeting.
        known == words.len() || (known > 0 && words.len() == known + 1)
    };
    let (before, request) = (1..clauses.len()).find_map(|at| {
        let (before, behind) = clauses.split_at(at);
        let found = phrases::parse_request(&behind.join(","), characters, today, false)?;
        let is_simple = matches!(found, Request::Ready | Request::Wait | Request::Back) || found.is_read_only();
        (is_simple && before.iter().all(plain)).then_some((before, found))
    })?;
    Some(match before.iter().all(is_small_talk) {
        true => Prose::Asks(request),
        false => Prose::AsksAndTells(request, collapse_whitespace(sentence)),
    })
}

/// First words of a reason beside a plea in the same sentence.
const REASONS: [&str; 9] = ["because", "since", "as", "so", "for", "and", "but", "due", "if"];

/// Whether a sentence asks for more time and otherwise says only what could not be an order:
/// `Sorry, my train is late, can I get an extension?`, `Could I have one more day because my train is late?`
fn asks_for_time(sentence: &str, characters: &[String]) -> bool {
    let marked = collapse_whitespace(sentence).replace([',', '\u{2013}', '\u{2014}', '('], " , ").replace(" - ", " , ");
    let pieces: Vec<&str> = marked.split_whitespace().collect();
    // A plea may begin after any comma or reason word, and end before any.
    let mut marks = vec![0, pieces.len()];
    marks.extend(
        pieces
            .iter()
            .enumerate()
            .filter(|(_, piece)| **piece == "," || REASONS.contains(&piece.to_lowercase().as_str()))
            .map(|(at, _)| at),
    );
    marks.sort_unstable();
    marks.dedup();
    let is_plain = |words: &[&str]| !words.iter().any(|word| could_order(word, characters));
    marks.iter().enumerate().any(|(n, from)| {
        marks.iter().skip(n + 1).any(|to| {
            let inner = pieces.get(*from..*to).unwrap_or_default();
            let start =
                inner.iter().take_while(|word| **word == "," || REASONS.contains(&word.to_lowercase().as_str()));
            let start = start.count();
            let plea = inner.get(start..).unwrap_or_default().join(" ");
            let (before, behind) = (pieces.get(..*from).unwrap_or_default(), pieces.get(*to..).unwrap_or_default());
            phrases::asks_for_extension(&plea) && is_plain(before) && is_plain(behind)
        })
    })
}

/// Whether a sentence says that its writer is away.
fn is_absence(words: &[&str]) -> bool {
    let is_about_writer = words.iter().any(|word| SPEAKER.contains(word));
    let said_of_the_writer = |at: usize| {
        let before = words.get(..at).unwrap_or_default().iter().rev();
        before.copied().find(|word| !BETWEEN_WORDS.contains(word)).is_some_and(|word| BEING_WORDS.contains(&word))
    };
    let absent = |(at, word): (usize, &&str)| (*word == "away" || ABSENT.contains(word)) && said_of_the_writer(at);
    let absence_phrases = [
        "out of town",
        "out of office",
        "out of the office",
        "not be there",
        "not be around",
        "on vacation",
        "on holiday",
        "my internet",
        "no internet",
    ];
    let padded = format!(" {} ", words.join(" "));
    is_about_writer
        && !words.iter().any(|word| CONDITION_WORDS.contains(word))
        && (words.iter().enumerate().any(absent)
            || absence_phrases.iter().any(|phrase| padded.contains(&format!(" {phrase} "))))
}

/// Whether a sentence asks to wait for the writer: `Could you please wait for me?`
fn is_plea(words: &[&str]) -> bool {
    let Some(at) = words.iter().position(|word| *word == "wait") else { return false };
    let (before, behind) = (words.get(..at).unwrap_or_default(), words.get(at + 1..).unwrap_or_default());
    let usual = ["you", "please", "kindly", "the", "game", "night", "everybody", "everyone", "all", "with", "it", "gm"];
    let begins_with_plea = before.first().is_some_and(|word| PLEAS.contains(word));
    let rest = [
        "please", "then", "till", "until", "i", "i'm", "am", "back", "we", "we're", "are", "if", "possible", "tonight",
    ];
    begins_with_plea
        && before.iter().skip(1).all(|word| usual.contains(word) || PLEAS.contains(word))
        && matches!(behind, ["for", "me" | "us", more @ ..] | ["until" | "till", "i" | "i'm" | "we" | "we're", more @ ..]
            if more.iter().all(|word| rest.contains(word)))
}

/// The ranges of the sentences of a text. A sentence ends at a mark, a blank line, or a line that begins something of
/// its own. The words before a colon are a heading and not part of a sentence.
fn split_sentences(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    let mut end_sentence = |start: &mut usize, end: usize| {
        if text.get(*start..end).is_some_and(|sentence| sentence.chars().any(char::is_alphanumeric)) {
            found.push(*start..end);
        }
        *start = end;
    };
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let after = at + c.len_utf8();
        match c {
            '.' | '!' | '?' | ';' if next.is_none_or(char::is_whitespace) => end_sentence(&mut start, after),
            ':' if next.is_none_or(char::is_whitespace) => start = after,
            '\n' => {
                let line = text.get(after..).unwrap_or_default().lines().next().unwrap_or_default();
                let blank = !line.chars().any(char::is_alphanumeric);
                let begins_item = line.starts_with(['-', '*', '#', '>']) || line.starts_with(char::is_whitespace);
                if blank || begins_item || begins_with_heading(line) {
                    end_sentence(&mut start, after);
                }
            }
            _ => {}
        }
    }
    end_sentence(&mut start, text.len());
    found
}

/// Whether a line begins with a few words and a colon.
fn begins_with_heading(line: &str) -> bool {
    line.split_once(':').is_some_and(|(head, _)| head.split_whitespace().count() <= 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prose_of(text: &str) -> Vec<(String, Prose)> {
        let all = find_prose(text, &["Saber".to_owned(), "Iris".to_owned()], Date::constant(2026, 4, 24));
        all.into_iter().map(|(range, prose)| (text[range].trim().to_owned(), prose)).collect()
    }

    fn away() -> Prose {
        Prose::Asks(Request::Away { from: "2026-05-03".to_owned(), to: "2026-05-09".to_owned() })
    }

    #[test]
    fn absences_are_asked_for_or_told_however_the_lines_are_broken() {
        let wait = || Prose::Asks(Request::Wait);
        let one = "I will be on vacation from 3 May to 9 May. Could you wait for me?";
        for text in [
            one,
            &one.replace("to 9", "to\n9"),
            &format!("Saber: Stay. {one}"),
            &format!("Saber: Stay.\n{one}\nIris: Stay."),
        ] {
            let found: Vec<Prose> = prose_of(text).into_iter().map(|(_, prose)| prose).collect();
            assert_eq!(found, [away(), wait()], "{text}");
        }
        for text in
            ["Please wait for me until I am back.", "Can you please wait for us?", "So please wait until I'm back!"]
        {
            assert_eq!(prose_of(text), [(text.to_owned(), wait())], "{text}");
        }
        for text in [
            "I'm away next week.",
            "I'll be on holiday, so don't expect much from me",
            "We are out of town until Sunday.",
            "My internet is down",
            "I will not be around on Friday.",
        ] {
            assert_eq!(prose_of(text), [(text.to_owned(), Prose::Tells(text.to_owned()))], "{text}");
        }
    }

    #[test]
    fn more_time_is_asked_for_beside_its_reason_in_either_order() {
        for text in [
            "Can I get an extension?",
            "Sorry, my train is late, can I get an extension?",
            "Could I have one more day because my train is late?",
            "Hi Kat, can we have an extension please?",
            "My train is late, so could I get 24 more hours?",
        ] {
            for all in [text.to_owned(), format!("Saber: Stay. {text}"), format!("{text} Saber: Stay.")] {
                assert_eq!(
                    prose_of(&all),
                    [(text.to_owned(), Prose::Asks(Request::Extension(text.to_owned())))],
                    "{all}"
                );
            }
        }
        for text in ["I am ready. Thanks!", "Sorry! I am ready."] {
            assert_eq!(prose_of(text), [("I am ready.".to_owned(), Prose::Asks(Request::Ready))], "{text}");
        }
        for text in [
            "If I need more time, flee to the Bridge.",
            "Attack Lancer, can I get an extension?",
            "Can I get an extension for Saber?",
            "Saber: Withdraw my orders.",
            "Extend the barrier, because my train is late.",
        ] {
            assert_eq!(prose_of(text), [], "{text}");
        }
    }

    #[test]
    fn what_is_asked_may_stand_behind_small_talk() {
        for (text, wanted) in [
            ("Hi, all set, I am ready.", Request::Ready),
            ("Hello Kat, could you send me my packet again?", Request::Packet),
            ("Ok, what are my orders?", Request::Orders),
            ("I'd also like my sheet.", Request::Sheet),
        ] {
            assert_eq!(prose_of(text), [(text.to_owned(), Prose::Asks(wanted))], "{text}");
        }
        let sentence = "Hi Kat, sorry for the fuss, could you send me my packet again?";
        assert_eq!(
            prose_of(sentence),
            [(sentence.to_owned(), Prose::AsksAndTells(Request::Packet, sentence.to_owned()))]
        );
        for text in [
            "If Lancer is here, I am ready.",
            "Once Iris is safe, I'm ready.",
            "Attack Lancer, I am ready.",
            "Saber stays, I am ready.",
            "Saber: Stay, I am ready.",
        ] {
            assert_eq!(prose_of(text), [], "{text}");
        }
    }

    #[test]
    fn orders_are_none() {
        for text in [
            "Saber: Wait for Archer, then attack Archer.",
            "Wait for Iris.",
            "Move away from Lancer.",
            "Saber: If Lancer is away, stay.",
            "Use Holiday on Iris.",
            "I move away from Lancer",
            "If Lancer is away, I attack Caster.",
            "I attack Caster when Lancer is away.",
            "I move to the Hospital.",
            "We flee to the Hospital together.",
            "Attack Lancer if I am in the Hospital.",
            "I go away to Bridge.",
            "Lancer is away, so I attack Caster.",
            "My Servant uses Holiday on Lancer.",
            "I stay away from Lancer.",
            "Unless we're away from Park, I use Guard.",
            "Iris: Wait for my Servant.",
            "Stay.",
        ] {
            assert_eq!(prose_of(text), [], "{text}");
        }
    }
}
