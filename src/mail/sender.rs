//! Establishes whose a letter is: the token proves it, and the address is the second sign.
//!
//! Only a few words of a letter count as a token. The program's answer does not reveal whether a word is another seat's
//! token: whoever writes from their own address with their own token is answered as if the letter had nothing else.
//! Tokens are compared in constant time, by their hashes, with those of all seats.

use std::ops::Range;

use sha2::{Digest as _, Sha256};

use crate::campaign::random::is_drawn;
use crate::vocabulary::dash::plain_dash;

use super::letter::{Letter, SenderVerdict};

/// The most words of a letter that are compared with tokens.
pub const MAX_OFFERS: usize = 5;

/// Somebody who may order for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correspondent {
    /// The index of the seat that they may order for.
    pub seat: usize,
    /// Their name.
    pub name: Option<String>,
    /// The address for letters to them.
    pub email: Option<String>,
    /// Further addresses that they write from.
    pub other_addresses: Vec<String>,
    /// Their token.
    pub token: Option<String>,
    /// Whether somebody could guess the token: it was made up, and is short.
    pub has_weak_token: bool,
    /// Their forum names.
    pub forum: Vec<String>,
}

impl Correspondent {
    /// Whether an address is theirs.
    pub fn has_address(&self, address: &str) -> bool {
        self.email.iter().chain(&self.other_addresses).any(|own| own.trim().eq_ignore_ascii_case(address))
    }

    /// Whether no address is known, so that an address cannot show that a letter is not theirs.
    pub fn has_no_address(&self) -> bool {
        self.email.is_none() && self.other_addresses.is_empty()
    }
}

/// What a letter proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whose it is.
    pub claim: SenderClaim,
    /// The number of words that it offers as a token and that are nobody's. In a proven letter, only `Token:` lines
    /// count.
    pub wrong: usize,
    /// How many more words it offers, which were not compared.
    pub further: usize,
    /// The proving token, if it has a line of its own or a sentence that says nothing else: neither is an order.
    pub line: Option<String>,
}

/// Whose a letter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SenderClaim {
    /// The token is right.
    Proven {
        /// The index of the person.
        person: usize,
        /// Why the sender is in doubt nevertheless.
        doubt: Option<SenderDoubt>,
        /// The other seats whose tokens it has. This is only for the GM and does not change the answer.
        others: Vec<usize>,
    },
    /// It has a token that is nobody's.
    WrongToken,
    /// It has no token, and its address is a player's.
    NoToken,
    /// It has no token, and its address is nobody's.
    Stranger,
}

/// The doubt about a letter with the right token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SenderDoubt {
    /// It comes from an address that is not the player's.
    OtherAddress,
    /// The domain it claims to be from disowns it.
    Disowned,
    /// It comes after many letters with wrong tokens in the same name.
    Guessed,
}

/// Whose a letter is.
pub fn prove_sender(letter: &Letter, people: &[Correspondent]) -> Proof {
    let from = letter.from.as_deref().unwrap_or_default();
    let own = people.iter().filter(|person| person.has_address(from)).filter_map(|person| person.name.as_deref());
    let names: Vec<String> =
        own.chain([letter.from_name.as_str()]).flat_map(str::split_whitespace).map(normalise).collect();
    let (offers, further) = collect_offers(letter, &names);
    // Every token is compared with every offer, whatever was found before.
    let hashes: Vec<[u8; 32]> = offers.iter().map(|offer| hash_token(&offer.text)).collect();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (number, person) in people.iter().enumerate() {
        let token = person.token.as_deref().map(normalise).filter(|token| !token.is_empty());
        let hash = hash_token(token.as_deref().unwrap_or_default());
        let hits: Vec<bool> = hashes.iter().map(|offered| equal_in_constant_time(offered, &hash)).collect();
        if token.is_some()
            && let Some(offer_index) = hits.iter().position(|hit| *hit)
        {
            found.push((offer_index, number));
        }
    }
    found.sort_unstable();
    let is_own = |number: usize| people.get(number).is_some_and(|person| person.has_address(from));
    // The writer's own token decides, wherever it is; otherwise the first one does.
    let Some((offer_index, person)) = found.iter().find(|(_, number)| is_own(*number)).or(found.first()).copied()
    else {
        let claim = if offers.iter().any(|offer| offer.position == TokenPosition::TokenLine) {
            SenderClaim::WrongToken
        } else if people.iter().any(|p| p.has_address(from)) {
            SenderClaim::NoToken
        } else {
            SenderClaim::Stranger
        };
        // A plain word is no attempt if no token is a plain word: any subject and any greeting has words.
        let plain = |token: &str| !looks_like_token(token) && !token.is_empty() && !token.contains(char::is_whitespace);
        let words =
            people.iter().filter_map(|person| person.token.as_deref()).map(normalise).any(|token| plain(&token));
        let may_be_token =
            |offer: &&TokenOffer| words || offer.position == TokenPosition::TokenLine || looks_like_token(&offer.text);
        let is_attempt = |offer: &&TokenOffer| {
            offer.is_whole && (offer.position != TokenPosition::Subject || looks_like_token(&offer.text))
        };
        let likely_offers: Vec<&TokenOffer> = offers.iter().filter(may_be_token).collect();
        let wrong_count = likely_offers
            .iter()
            .copied()
            .filter(|offer| is_attempt(offer))
            .count()
            .max(usize::from(!likely_offers.is_empty()));
        return Proof { claim, wrong: wrong_count, further, line: None };
    };
    let seat_of = |number: usize| people.get(number).map(|p| p.seat);
    let doubt = if matches!(letter.verdict, SenderVerdict::Disowned(_)) {
        Some(SenderDoubt::Disowned)
    } else if !is_own(person) && !people.get(person).is_some_and(Correspondent::has_no_address) {
        Some(SenderDoubt::OtherAddress)
    } else {
        None
    };
    let mut others: Vec<usize> = found.iter().filter_map(|(_, number)| seat_of(*number)).collect();
    others.retain(|seat| Some(*seat) != seat_of(person));
    others.dedup();
    let proving_lines: Vec<usize> =
        found.iter().filter_map(|(offer_index, _)| offers.get(*offer_index)).map(|offer| offer.line).collect();
    let wrong_lines = offers
        .iter()
        .filter(|offer| offer.position == TokenPosition::TokenLine && !proving_lines.contains(&offer.line));
    let wrong_count = wrong_lines.filter(|offer| offer.is_whole).count();
    let line = offers.get(offer_index).filter(|offer| {
        matches!(offer.position, TokenPosition::LoneLine | TokenPosition::Sentence | TokenPosition::AmongWords)
    });
    let line = line.map(|offer| offer.text.clone());
    Proof { claim: SenderClaim::Proven { person, doubt, others }, wrong: wrong_count, further, line }
}

/// The place of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenPosition {
    /// After `Token:`.
    TokenLine,
    /// In a sentence that states it: `My token is …`.
    Sentence,
    /// In the subject.
    Subject,
    /// In a line of its own.
    LoneLine,
    /// Among other words, in the form of a generated token.
    AmongWords,
}

/// A word that may be a token.
#[derive(Clone, Debug)]
struct TokenOffer {
    text: String,
    position: TokenPosition,
    /// The index of its line; all words of the subject share one.
    line: usize,
    /// Whether it is all that is there.
    is_whole: bool,
}

/// Collects the words that a letter offers as a token; the second part is how many more there are. Offered are the text
/// after `Token:` and the words of the subject. If no line says `Token:`, lines of one word are offered too, unless
/// they end a sentence, begin orders or are the writer's own name, and so are words in the form of a generated token.
fn collect_offers(letter: &Letter, names: &[String]) -> (Vec<TokenOffer>, usize) {
    let body = || letter.texts.iter().flat_map(|text| text.text.lines());
    let mut all: Vec<TokenOffer> = Vec::new();
    let mut add = |text: &str, from, line, is_whole| {
        let text = normalise(text);
        if !text.is_empty() && !all.iter().any(|offer: &TokenOffer| offer.text == text) {
            all.push(TokenOffer { text, position: from, line, is_whole });
        }
    };
    for (line, text) in body().chain([letter.subject.as_str()]).enumerate() {
        let Some(rest) = text_after_token_label(text) else { continue };
        add(rest, TokenPosition::TokenLine, line, true);
        rest.split_whitespace().take(1).for_each(|word| add(word, TokenPosition::TokenLine, line, false));
    }
    for (line, text) in body().enumerate() {
        if let Some((_, word)) = find_stated_token(text).filter(|_| text_after_token_label(text).is_none()) {
            add(word, TokenPosition::Sentence, line, true);
        }
    }
    let has_token_line = body().any(|line| text_after_token_label(line).is_some());
    // The subject's words that look like a token come first, and its other words after the lines. They are taken from
    // the end, because a title may precede the token.
    let words: Vec<&str> = letter.subject.split_whitespace().collect();
    let words = if text_after_token_label(&letter.subject).is_none() { words } else { Vec::new() };
    let (likely_words, other_words): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| looks_like_token(word));
    likely_words.into_iter().for_each(|word| add(word, TokenPosition::Subject, usize::MAX, true));
    if !has_token_line {
        for (line, text) in body().enumerate() {
            let ends_sentence = text.trim_end().ends_with(['.', ',', ';', ':', '!', '?']);
            let signs = !looks_like_token(text) && names.contains(&normalise(text));
            if !ends_sentence && !signs && text.split_whitespace().count() == 1 {
                add(text, TokenPosition::LoneLine, line, true);
            }
        }
        for (line, text) in body().enumerate() {
            let generated = text.split_whitespace().filter(|word| is_drawn(&normalise(word)));
            generated.for_each(|word| add(word, TokenPosition::AmongWords, line, true));
        }
    }
    other_words.into_iter().rev().for_each(|word| add(word, TokenPosition::Subject, usize::MAX, true));
    // Of the subject's further words, only those that look like a token count: any subject has words.
    let is_reported = |offer: &&TokenOffer| offer.position != TokenPosition::Subject || looks_like_token(&offer.text);
    let uncompared_count = all.iter().skip(MAX_OFFERS).filter(is_reported).count();
    all.truncate(MAX_OFFERS);
    (all, uncompared_count)
}

/// Whether a word contains a dash, or both a digit and a letter, unlike the words of orders.
pub fn looks_like_token(word: &str) -> bool {
    let inner = normalise(word);
    inner.contains('-') || (inner.contains(char::is_numeric) && inner.contains(char::is_alphabetic))
}

/// The text after `Token:` in a line.
fn text_after_token_label(line: &str) -> Option<&str> {
    let line = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '-' | '[' | ']'));
    let word = line.get(..5).filter(|word| word.eq_ignore_ascii_case("token"))?;
    let rest = line.get(word.len()..)?.trim_start_matches(['*', '_', ' ', '\u{A0}']);
    rest.strip_prefix(':').map(|rest| rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_')))
}

/// Finds a sentence that states a token, `My token is copper-lantern.`: its range in the line, and the token. Only a
/// word that looks generated is a token; other statements about tokens (`My token is lost`) offer none.
fn find_stated_token(line: &str) -> Option<(Range<usize>, &str)> {
    const BEFORE: [&str; 7] = ["my", "our", "the", "secret", "here", "is", "and"];
    let lower = line.to_ascii_lowercase();
    for (at, found) in lower.match_indices("token") {
        let behind = line.get(at + found.len()..)?;
        let rest_of_line = behind.trim_start();
        let after_verb = ["is:", "is", ":", "="].iter().find_map(|word| {
            let rest = rest_of_line.strip_prefix(word).or_else(|| rest_of_line.strip_prefix(&word.to_uppercase()))?;
            (rest.starts_with(char::is_whitespace) || !word.ends_with('s')).then_some(rest)
        });
        let Some(word) =
            after_verb.and_then(|rest| rest.split_whitespace().next()).filter(|word| looks_like_token(word))
        else {
            continue;
        };
        let start = lower.get(..at)?.rfind(['.', '!', '?', ',', ';']).map_or(0, |mark| mark + 1);
        let head = lower.get(start..at)?;
        if head.split_whitespace().all(|word| BEFORE.contains(&word)) {
            let gap = head.len() - head.trim_start().len();
            let end = line.len() - behind.len() + behind.find(word)? + word.len();
            return Some((start + gap..end, word.trim_end_matches(['!', '?', '.', ',', ';'])));
        }
    }
    None
}

/// A token in the form for comparison: lower case, plain dashes, no punctuation around it.
fn normalise(word: &str) -> String {
    let dashed = word.chars().map(plain_dash);
    let visible: String = dashed.filter(|c| !matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}')).collect();
    let trimmed =
        visible.trim_matches(|c: char| c.is_whitespace() || "[]()<>\"'.\u{2026},;:*_`\u{201C}\u{201D}".contains(c));
    trimmed.to_lowercase()
}

fn hash_token(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Whether two hashes are equal, in a time that does not depend on where they differ.
fn equal_in_constant_time(a: &[u8; 32], b: &[u8; 32]) -> bool {
    a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

/// Words that may be beside a token in a line that says nothing else.
const WORDS_BESIDE_TOKEN: [&str; 18] = [
    "oh", "the", "my", "our", "token", "is", "here", "it's", "and", "sorry", "forgot", "i", "secret", "ps", "p.s",
    "of", "course", "again",
];

/// Returns a text without the text after `Token:`, and without the proving token's own line or sentence. Line breaks
/// stay.
pub fn strip_tokens(text: &str, proving_token: Option<&str>) -> String {
    let is_token = |line: &str| {
        text_after_token_label(line).is_some() || proving_token.is_some_and(|token| normalise(line) == token)
    };
    let strip_from_line = |line: &str| {
        let token = proving_token?;
        let found = line.split_whitespace().find(|word| normalise(word) == token)?;
        let other = |word: &&str| normalise(word) != token;
        let is_token_alone = line
            .split_whitespace()
            .filter(other)
            .all(|word| WORDS_BESIDE_TOKEN.contains(&normalise(word).trim_end_matches('!')));
        Some(if is_token_alone { String::new() } else { line.replacen(found, "", 1) })
    };
    let strip_statement = |line: &str| match find_stated_token(line)
        .filter(|(_, word)| proving_token.is_some_and(|token| normalise(word) == token))
    {
        _ if is_token(line) => String::new(),
        Some((range, _)) => {
            let (before, behind) =
                (line.get(..range.start).unwrap_or_default(), line.get(range.end..).unwrap_or_default());
            format!("{before}{behind}")
        }
        None => strip_from_line(line).unwrap_or_else(|| line.to_owned()),
    };
    text.split('\n').map(strip_statement).collect::<Vec<_>>().join("\n")
}

/// Replaces every occurrence of a token in a text, however it is written, with dots. Parts of longer words stay.
pub fn hide_token(text: &str, token: &str) -> String {
    let plain: Vec<(usize, char)> = text
        .char_indices()
        .flat_map(|(at, c)| {
            let c = plain_dash(c);
            c.to_lowercase().map(move |c| (at, c))
        })
        .collect();
    let wanted: Vec<char> = normalise(token).chars().collect();
    if wanted.is_empty() {
        return text.to_owned();
    }
    let is_letter = |at: Option<usize>| at.and_then(|at| plain.get(at)).is_some_and(|(_, c)| c.is_alphanumeric());
    let (mut out, mut from, mut i) = (String::with_capacity(text.len()), 0, 0);
    while i + wanted.len() <= plain.len() {
        let matches = plain.iter().skip(i).zip(&wanted).all(|((_, c), wanted)| c == wanted);
        if !matches || is_letter(i.checked_sub(1)) || is_letter(Some(i + wanted.len())) {
            i += 1;
            continue;
        }
        let start = plain.get(i).map_or(from, |(at, _)| *at);
        i += wanted.len();
        let end = plain.get(i).map_or(text.len(), |(at, _)| *at);
        out.push_str(text.get(from..start).unwrap_or_default());
        out.push_str("...");
        from = end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::letter::LetterText;

    fn people() -> Vec<Correspondent> {
        let person = |seat, email: &str, token: &str| Correspondent {
            seat,
            email: Some(email.to_owned()),
            token: Some(token.to_owned()),
            ..Correspondent::default()
        };
        vec![person(0, "al@example.org", "copper-lantern"), person(1, "bo@example.org", "Winter Almanac")]
    }

    fn letter(from: &str, subject: &str, text: &str) -> Letter {
        let texts = vec![LetterText { text: text.to_owned(), ..LetterText::default() }];
        Letter { from: Some(from.to_owned()), subject: subject.to_owned(), texts, ..Letter::default() }
    }

    fn proven(from: &str, subject: &str, text: &str) -> Proof {
        prove_sender(&letter(from, subject, text), &people())
    }

    #[test]
    fn the_token_proves_and_the_address_is_the_second_sign() {
        let claimed = |from: &str, subject: &str, text: &str| proven(from, subject, text).claim;
        let red = |doubt| SenderClaim::Proven { person: 0, doubt, others: Vec::new() };
        let blue = SenderClaim::Proven { person: 1, doubt: None, others: Vec::new() };
        assert_eq!(claimed("al@example.org", "", "Token: copper-lantern\nSaber: Stay."), red(None));
        assert_eq!(claimed("al@example.org", "Orders [Copper\u{2010}Lantern]", "Saber: Stay."), red(None));
        assert_eq!(claimed("al@example.org", "The War of a b c d e f g, night 3 Copper-Lantern", ""), red(None));
        assert_eq!(claimed("al@example.org", "", "*Token:* copper-lantern thanks"), red(None));
        assert_eq!(claimed("al@example.org", "Orders", "Saber:\n  Stay.\n\ncopper-lantern"), red(None));
        assert_eq!(claimed("eve@example.org", "", "token: copper-lantern"), red(Some(SenderDoubt::OtherAddress)));
        assert_eq!(claimed("bo@example.org", "", "Token:Winter  Almanac"), SenderClaim::WrongToken);
        assert_eq!(claimed("bo@example.org", "", "Token:Winter Almanac"), blue);
        assert_eq!(claimed("al@example.org", "Orders", "Saber: Stay."), SenderClaim::NoToken);
        assert_eq!(claimed("al@example.org", "Orders", "Token: copper-lanter"), SenderClaim::WrongToken);
        assert_eq!(claimed("eve@example.org", "Buy!", "Now."), SenderClaim::Stranger);
        for sentence in [
            "My token is copper-lantern.",
            "Hi Kat, my token is: Copper-Lantern",
            "Here is my token: copper-lantern!",
            "The token = copper-lantern",
        ] {
            assert_eq!(
                claimed("al@example.org", "Orders", &format!("{sentence} Saber: Stay.\n")),
                red(None),
                "{sentence}"
            );
        }
        for sentence in ["My token is lost, well-known as I am.", "Her token is copper-lantern-2.", "I have no token."]
        {
            assert_eq!(claimed("al@example.org", "Orders", sentence), SenderClaim::NoToken, "{sentence}");
        }
        let disowned = Letter {
            verdict: SenderVerdict::Disowned("dmarc=fail".to_owned()),
            ..letter("al@example.org", "copper-lantern", "")
        };
        assert_eq!(prove_sender(&disowned, &people()).claim, red(Some(SenderDoubt::Disowned)));
    }

    /// A writer with a right token learns nothing about another person's token by offering it too, wherever it stands.
    #[test]
    fn another_s_token_beside_one_s_own_changes_nothing_but_what_the_gm_reads() {
        for (subject, text) in [
            ("", "Token: GUESS\nToken: copper-lantern"),
            ("", "Token: copper-lantern\nToken: GUESS"),
            ("Token: GUESS", "Token: copper-lantern"),
            ("copper-lantern GUESS", ""),
            ("GUESS copper-lantern", ""),
        ] {
            let with = |guess: &str| proven("al@example.org", subject, &text.replace("GUESS", guess)).claim;
            let proof_of = |claim: &SenderClaim| match claim {
                SenderClaim::Proven { person, doubt, .. } => Some((*person, *doubt)),
                SenderClaim::WrongToken | SenderClaim::NoToken | SenderClaim::Stranger => None,
            };
            let (right, wrong) = (with("Winter Almanac"), with("Winter Almanax"));
            assert_eq!((proof_of(&right), proof_of(&wrong)), (Some((0, None)), Some((0, None))), "{subject} {text}");
        }
        let both = proven("al@example.org", "", "Token: Winter Almanac\nToken: copper-lantern");
        assert!(matches!(&both.claim, SenderClaim::Proven { others, .. } if others == &[1]), "{both:?}");
    }

    #[test]
    fn five_words_count_and_no_word_beside_a_token_line() {
        let guesses = |n: usize| (0..n).map(|n| format!("Token: guess-{n}\n")).collect::<String>();
        let fifth = proven("al@example.org", "", &(guesses(4) + "Token: copper-lantern"));
        assert!(matches!(fifth.claim, SenderClaim::Proven { person: 0, .. }) && fifth.wrong == 4, "{fifth:?}");
        let sixth = proven("al@example.org", "", &(guesses(5) + "Token: copper-lantern"));
        assert_eq!((sixth.claim, sixth.wrong, sixth.further), (SenderClaim::WrongToken, 5, 1));
        let with_other_token = proven("al@example.org", "", "Token: x\ncopper-lantern");
        assert_eq!((with_other_token.claim, with_other_token.further), (SenderClaim::WrongToken, 0));
        let lines = proven("al@example.org", "", &(0..9).map(|n| format!("guess-{n}\n")).collect::<String>());
        assert_eq!((lines.claim, lines.wrong, lines.further), (SenderClaim::NoToken, 5, 4));
        // Names that begin orders and sentences are not offers; neither is a subject with a few words.
        let usual = proven("al@example.org", "Re: The War of many long words, night 3", "Saber:\nStay.\nRin:\nStay.");
        assert_eq!((usual.claim, usual.further), (SenderClaim::NoToken, 0));
        // A word that can be nobody's token is no attempt; if somebody's token is a plain word, any word may be one.
        let question = letter("al@example.org", "A question", "Hello\nMay she walk alone?\nThanks\n");
        assert_eq!(prove_sender(&question, &people()).wrong, 0);
        let mut plain = people();
        plain[0].token = Some("swordfish".to_owned());
        assert_eq!(prove_sender(&question, &plain).wrong, 2);
        assert_eq!(prove_sender(&letter("al@example.org", "A question", "May she?"), &plain).wrong, 1);
        let orders = proven("al@example.org", "copper-lantern", "Saber:\nMove to\nBridge\n");
        assert_eq!((orders.line, orders.wrong), (None, 0));
    }

    #[test]
    fn only_one_s_own_token_is_hidden_and_only_as_a_word() {
        let text = "Token: copper-lantrn\nSaber: Say: \"COPPER\u{2011}lantern\".\nwinter almanac";
        assert_eq!(strip_tokens(text, None), "\nSaber: Say: \"COPPER\u{2011}lantern\".\nwinter almanac");
        assert_eq!(strip_tokens(text, Some("winter almanac")), "\nSaber: Say: \"COPPER\u{2011}lantern\".\n");
        let sentence = "Hi. My token is Copper-Lantern. Saber: Stay.";
        assert_eq!(strip_tokens(sentence, Some("copper-lantern")), "Hi.  Saber: Stay.");
        assert_eq!(strip_tokens(sentence, None), sentence);
        assert_eq!(hide_token(text, "copper-lantern"), text.replace("COPPER\u{2011}lantern", "..."));
        assert_eq!(hide_token("Part t-1 in 10: cart-10, t-1.", "T-1"), "Part ... in 10: cart-10, ....");
    }
}
