//! The words and phrases of requests.
//!
//! A line asks for a thing if it names it once and all its other words are words of asking. Lines about anybody else,
//! or with other words, are parsed as orders or kept for the GM.

use jiff::civil::Date;

use crate::vocabulary::text::collapse_whitespace;

use super::dates;
use super::{Press, Request, split_words};

/// Words of asking, and what may be between them.
const ASKING_WORDS: [&str; 66] = [
    "also", "too", "just", "kindly", "a", "again", "all", "an", "another", "any", "are", "be", "can", "copy", "could",
    "current", "did", "do", "for", "get", "give", "gm", "got", "has", "have", "hello", "hi", "i", "i'd", "i've", "in",
    "is", "it", "last", "latest", "like", "look", "lost", "mail", "may", "me", "my", "need", "of", "on", "once", "our",
    "own", "please", "receive", "received", "resend", "see", "send", "show", "so", "thanks", "the", "to", "want", "we",
    "what", "when", "will", "would", "you",
];
/// Further words of a request for time.
const TIME_WORDS: [&str; 27] = [
    "24", "48", "day", "days", "deadline", "due", "extra", "few", "hour", "hours", "if", "little", "longer", "more",
    "night", "one", "orders", "possible", "short", "some", "time", "tomorrow", "tonight", "two", "until", "week",
    "there",
];
/// Verbs that withdraw orders.
pub const WITHDRAWAL_VERBS: [&str; 6] = ["withdraw", "cancel", "retract", "revoke", "delete", "forget"];

/// Parses the request in one line. `is_alone` is whether the letter says nothing else, so that a single word is enough.
pub(super) fn parse_request(line: &str, characters: &[String], today: Date, is_alone: bool) -> Option<Request> {
    let words = split_words(line);
    // `And I lost my last update.`
    let words: Vec<&str> =
        words.iter().map(String::as_str).skip_while(|word| ["and", "also", "oh"].contains(word)).collect();
    if words.is_empty() || words.len() > 16 {
        return None;
    }
    parse_single_word(&words, characters, is_alone)
        .or_else(|| parse_withdrawal(&words, characters, is_alone))
        .or_else(|| parse_withdrawal_by_number(&words))
        .or_else(|| parse_fixed_phrase(&words))
        .or_else(|| parse_address_change(&words, line))
        .or_else(|| parse_absence(&words, today))
        .or_else(|| parse_thing(&words, is_alone))
        .or_else(|| parse_extension(&words, line))
}

/// Parses a request of a single word, or of `withdraw` and a name.
fn parse_single_word(words: &[&str], characters: &[String], is_alone: bool) -> Option<Request> {
    if !is_alone {
        return None;
    }
    match words {
        ["help" | "guide"] => Some(Request::Help),
        ["status" | "deadline"] => Some(Request::Status),
        ["orders" | "plan"] => Some(Request::Orders),
        ["update" | "resend"] => Some(Request::Update),
        ["packet"] => Some(Request::Packet),
        ["sheet" | "sheets"] => Some(Request::Sheet),
        ["withdraw"] => Some(Request::Withdraw(None)),
        ["withdraw", name] => find_own_character(name, characters).map(|name| Request::Withdraw(Some(name))),
        ["wait"] => Some(Request::Wait),
        ["ready" | "done"] => Some(Request::Ready),
        ["extension"] => Some(Request::Extension("extension".to_owned())),
        ["back"] => Some(Request::Back),
        ["text" | "nohtml"] => Some(Request::Html(false)),
        ["html"] => Some(Request::Html(true)),
        _ => None,
    }
}

/// The player's own character with a name in lower case.
fn find_own_character(name: &str, characters: &[String]) -> Option<String> {
    characters.iter().find(|own| own.to_lowercase() == name).cloned()
}

/// Parses `Withdraw all my orders`, `Cancel Saber's orders`, `withdraw my orders for Saber`.
fn parse_withdrawal(words: &[&str], characters: &[String], is_alone: bool) -> Option<Request> {
    let at = words.iter().position(|word| WITHDRAWAL_VERBS.contains(word))?;
    let (before, following) = (words.get(..at)?, words.get(at + 1..)?);
    if !before.iter().all(|word| ASKING_WORDS.contains(word)) || !(following.contains(&"orders") || is_alone) {
        return None;
    }
    let named_character = |word: &&str| {
        let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')).unwrap_or(word);
        find_own_character(bare, characters)
    };
    let names: Vec<String> = following.iter().filter_map(named_character).collect();
    let filler_words = ["all", "my", "our", "the", "orders", "of", "for", "please", "tonight", "these", "those"];
    let rest = following.iter().filter(|word| named_character(word).is_none()).all(|word| filler_words.contains(word));
    match names.as_slice() {
        _ if !rest || following.is_empty() => None,
        [] => Some(Request::Withdraw(None)),
        [name] => Some(Request::Withdraw(Some(name.clone()))),
        _ => None,
    }
}

/// Parses `Withdraw 3`, `Please withdraw my third order`: by the numbers of the plan. `My last order` may be the order
/// that was sent last, and `Saber's third order` may be the third of all or of Saber's, so neither is accepted.
fn parse_withdrawal_by_number(words: &[&str]) -> Option<Request> {
    let at = words.iter().position(|word| WITHDRAWAL_VERBS.contains(word))?;
    let (before, behind) = (words.get(..at)?, words.get(at + 1..)?);
    let filler_words = ["my", "our", "the", "order", "orders", "number", "numbers", "no", "nr", "and", "please"];
    let names_orders = words.iter().any(|word| ["order", "orders"].contains(word))
        || ["withdraw", "cancel"].iter().any(|verb| words.contains(verb));
    let is_request = before.iter().all(|word| ASKING_WORDS.contains(word));
    let mut numbers = Vec::new();
    for word in behind {
        match parse_order_number(word) {
            Some(number) if !numbers.contains(&number) => numbers.push(number),
            Some(_) => {}
            None if filler_words.contains(word) => {}
            None => return None,
        }
    }
    (is_request && names_orders && !numbers.is_empty()).then_some(Request::WithdrawOrders(numbers))
}

/// Parses `3`, `3rd`, `three`, `third`.
fn parse_order_number(word: &str) -> Option<usize> {
    const WORDS: [(&str, &str); 12] = [
        ("one", "first"),
        ("two", "second"),
        ("three", "third"),
        ("four", "fourth"),
        ("five", "fifth"),
        ("six", "sixth"),
        ("seven", "seventh"),
        ("eight", "eighth"),
        ("nine", "ninth"),
        ("ten", "tenth"),
        ("eleven", "eleventh"),
        ("twelve", "twelfth"),
    ];
    let number_word = WORDS.iter().position(|(one, first)| word == *one || word == *first).map(|index| index + 1);
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let plain = || digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok()).flatten();
    number_word.or_else(plain).filter(|number| (1..1000).contains(number))
}

/// Parses lines of fixed wording.
fn parse_fixed_phrase(words: &[&str]) -> Option<Request> {
    let core_words: Vec<&str> =
        words.iter().filter(|word| !["please", "gm", "thanks"].contains(word)).copied().collect();
    let code = |code: &str| code.len() == 12 && code.bytes().all(|b| b.is_ascii_hexdigit());
    match core_words.as_slice() {
        ["wait", "for", "me" | "us"]
        | ["don't", "start" | "begin", "without", "me" | "us"]
        | ["do", "not", "start" | "begin", "without", "me" | "us"]
        | ["hold", "the", "night", "for", "me" | "us"] => Some(Request::Wait),
        ["i'm" | "we're", "ready" | "done"] | ["i" | "we", "am" | "are", "ready" | "done"] => Some(Request::Ready),
        ["i'm" | "we're", "back"] | ["i" | "we", "am" | "are", "back"] => Some(Request::Back),
        ["stop", "sending" | "mailing", "html"]
        | ["stop", "sending" | "mailing", "me" | "us", "html"]
        | ["no", "html"]
        | ["text" | "plain", "only"]
        | ["plain", "text"]
        | ["plain", "text", "only"]
        | ["send", "me", "plain", "text"] => Some(Request::Html(false)),
        ["send", "html"] | ["send", "me", "html"] | ["send", "html", "again"] | ["send", "me", "html", "again"] => {
            Some(Request::Html(true))
        }
        ["how", "do", "i", "write" | "send", "orders"] => Some(Request::Help),
        ["confirm", found] if code(found) => Some(Request::Confirm((*found).to_owned())),
        _ => None,
    }
}

/// Parses a thing that is named once among words of asking.
fn parse_thing(words: &[&str], is_alone: bool) -> Option<Request> {
    let mut found = None;
    for word in words {
        let thing = match *word {
            "guide" => Request::Help,
            "status" | "deadline" | "due" => Request::Status,
            "orders" | "plan" => Request::Orders,
            "update" => Request::Update,
            "packet" => Request::Packet,
            "sheet" | "sheets" => Request::Sheet,
            "players" | "players'" | "player's" | "more" => continue,
            word if ASKING_WORDS.contains(&word) => continue,
            _ => return None,
        };
        // `When are orders due`: the time, not the orders.
        found = match (found, thing) {
            (None, thing) => Some(thing),
            (Some(Request::Orders), Request::Status) => Some(Request::Status),
            (Some(one), other) if one == other => Some(one),
            _ => return None,
        };
    }
    let is_asking_word = |word: &&str| {
        ["send", "resend", "mail", "show", "give", "need", "want", "lost", "what", "when", "can", "could", "may"]
            .contains(word)
            || ["did", "see", "have", "like", "would"].contains(word)
    };
    // `I have my orders` and `I sent my orders` ask for nothing.
    let is_statement =
        words.first() == Some(&"i") && words.get(1).is_some_and(|word| ["have", "got", "did"].contains(word));
    found.filter(|_| (is_alone || words.iter().any(is_asking_word)) && !is_statement)
}

/// Whether all of a text asks for more time.
pub(super) fn asks_for_extension(sentence: &str) -> bool {
    let words = split_words(sentence);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    parse_extension(&words, sentence).is_some()
}

/// Parses a request for more time: an extension by name, or an amount of time.
fn parse_extension(words: &[&str], line: &str) -> Option<Request> {
    let names_extension = words.iter().any(|word| ["extension", "extend", "extended"].contains(word));
    let more = ["more", "longer", "extra"].iter().any(|word| words.contains(word))
        && ["time", "day", "days", "hour", "hours"].iter().any(|word| words.contains(word));
    let is_request_only = words.iter().all(|word| {
        ASKING_WORDS.contains(word) || TIME_WORDS.contains(word) || ["extension", "extend", "extended"].contains(word)
    });
    let is_unconditional = words.len() > 1 && words.first() != Some(&"if");
    ((names_extension || more) && is_request_only && is_unconditional)
        .then(|| Request::Extension(collapse_whitespace(line)))
}

/// Parses `My new address is al@example.net`, `Change my address to …`.
fn parse_address_change(words: &[&str], line: &str) -> Option<Request> {
    let at = words.iter().position(|word| word.contains('@'))?;
    let filler_words =
        ["my", "new", "address", "is", "change", "to", "please", "email", "e-mail", "mail", "now", "from", "on"];
    let is_plain_request = words.iter().enumerate().all(|(n, word)| n == at || filler_words.contains(word));
    let found = words.get(at)?;
    let plain = found.len() <= 254 && found.split('@').count() == 2 && !found.starts_with('@') && found.contains('.');
    (is_plain_request && plain && words.contains(&"address") && !line.contains(','))
        .then(|| Request::Address((*found).to_owned()))
}

/// Parses the days on which nobody need wait.
fn parse_absence(words: &[&str], today: Date) -> Option<Request> {
    let is_absence_word = |word: &&str| ["vacation", "away", "holiday", "holidays", "absent", "absence"].contains(word);
    let at = words.iter().position(is_absence_word)?;
    let before = ["i", "i'm", "i'll", "we", "we're", "we'll", "am", "are", "be", "on", "will", "my", "please", "a"];
    if !words.get(..at)?.iter().all(|word| before.contains(word)) {
        return None;
    }
    let (from, to) = dates::parse_range(words.get(at + 1..)?, today)?;
    Some(Request::Away { from: from.to_string(), to: to.to_string() })
}

/// Parses the heading of press, and the words after it in its line: `Press to Blue: …`, `Public press: …`.
pub(super) fn parse_press_heading(line: &str) -> Option<(Press, &str)> {
    let (head, rest) = line.split_once(':')?;
    let words = split_words(head);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let at = words.iter().position(|word| *word == "press")?;
    let (before, behind) = (words.get(..at)?, words.get(at + 1..)?);
    if !before.iter().all(|word| ["public", "anonymous", "a", "please"].contains(word)) {
        return None;
    }
    let is_anonymous = before.contains(&"anonymous");
    let to = match behind {
        [] => None,
        ["to" | "for", "all" | "everybody" | "everyone"] => None,
        ["to" | "for", ..] => {
            let preposition_at = head.to_lowercase().find(" to ").or_else(|| head.to_lowercase().find(" for "))?;
            let name = head.get(preposition_at..)?.trim_start().split_once(' ')?.1.trim();
            Some(name.strip_prefix("team ").or_else(|| name.strip_prefix("Team ")).unwrap_or(name).to_owned())
        }
        _ => return None,
    };
    Some((Press { to, is_anonymous, text: String::new() }, rest))
}
