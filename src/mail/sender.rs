//! Whose a letter is: the token proves it, the address is the second sign.
//!
//! Tokens are compared in constant time, by their hashes, with every seat's; they are never logged
//! and never sent: [`redacted`] takes them out of whatever is shown. Imports nothing of the game.

use sha2::{Digest as _, Sha256};

use crate::vocabulary::rank::is_dash;

use super::letter::{Letter, Verdict};

/// Somebody who may order for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The seat's place.
    pub seat: usize,
    /// What they are called.
    pub name: Option<String>,
    /// Where letters to them go.
    pub email: Option<String>,
    /// Other addresses of theirs.
    pub also: Vec<String>,
    /// Their token.
    pub token: Option<String>,
}

impl Person {
    fn has_address(&self, address: &str) -> bool {
        self.email.iter().chain(&self.also).any(|own| own.trim().eq_ignore_ascii_case(address))
    }
}

/// Whose a letter is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The token is right.
    Proven {
        /// Whose, by place among the people.
        person: usize,
        /// Why the GM should look all the same.
        doubt: Option<Doubt>,
    },
    /// A token that is nobody's.
    WrongToken,
    /// No token; the address is a player's.
    NoToken,
    /// No token, and an address that is nobody's.
    Stranger,
}

/// What speaks against a letter with the right token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It comes from an address that is not the player's.
    OtherAddress,
    /// The domain it claims to be from disowns it.
    Disowned,
    /// It holds the tokens of two seats.
    TwoTokens,
}

/// Whose a letter is.
#[must_use]
pub fn claim(letter: &Letter, people: &[Person]) -> Claim {
    let offered = offered(letter);
    let found: Vec<usize> = people
        .iter()
        .enumerate()
        // Every token is compared with everything offered, whatever was found before.
        .filter(|(_, person)| {
            let token = person.token.as_deref().map(normal).filter(|token| !token.is_empty());
            let hash = digest(token.as_deref().unwrap_or_default());
            let hits =
                offered.iter().map(|word| same(&digest(&word.text), &hash)).fold(0u8, |any, hit| any | u8::from(hit));
            token.is_some() && hits == 1
        })
        .map(|(number, _)| number)
        .collect();
    let from = letter.from.as_deref().unwrap_or_default();
    let seat_of = |person: &usize| people.get(*person).map(|p| p.seat);
    match found.first() {
        Some(first) => {
            let own = |person: &&usize| people.get(**person).is_some_and(|p| p.has_address(from));
            let person = *found.iter().find(own).unwrap_or(first);
            let doubt = if found.iter().any(|other| seat_of(other) != seat_of(first)) {
                Some(Doubt::TwoTokens)
            } else if matches!(letter.verdict, Verdict::Disowned(_)) {
                Some(Doubt::Disowned)
            } else if !people
                .get(person)
                .is_some_and(|p| p.has_address(from) || (p.email.is_none() && p.also.is_empty()))
            {
                Some(Doubt::OtherAddress)
            } else {
                None
            };
            Claim::Proven { person, doubt }
        }
        None if offered.iter().any(|word| word.claimed) => Claim::WrongToken,
        None if people.iter().any(|p| p.has_address(from)) => Claim::NoToken,
        None => Claim::Stranger,
    }
}

/// A word that may be a token.
struct Word {
    text: String,
    /// It stands behind `Token:`.
    claimed: bool,
}

/// What a letter offers as a token: what stands behind `Token:`, a line of one word, a word of the subject.
fn offered(letter: &Letter) -> Vec<Word> {
    let mut words = Vec::new();
    for line in letter.texts.iter().flat_map(|text| text.text.lines()).chain([letter.subject.as_str()]) {
        match token_line(line) {
            Some(rest) => {
                words.push(Word { text: normal(rest), claimed: true });
                words.extend(rest.split_whitespace().take(1).map(|word| Word { text: normal(word), claimed: true }));
            }
            None if line.split_whitespace().count() == 1 => words.push(Word { text: normal(line), claimed: false }),
            None => {}
        }
    }
    words.extend(letter.subject.split_whitespace().take(50).map(|word| Word { text: normal(word), claimed: false }));
    words.retain(|word| !word.text.is_empty());
    words
}

/// What stands behind `Token:` in a line.
fn token_line(line: &str) -> Option<&str> {
    let line = line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '-' | '[' | ']'));
    let word = line.get(..5).filter(|word| word.eq_ignore_ascii_case("token"))?;
    let rest = line.get(word.len()..)?.trim_start_matches(['*', '_', ' ', '\u{A0}']);
    rest.strip_prefix(':').map(|rest| rest.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_')))
}

/// A token as it is compared: small letters, plain dashes, nothing around it.
fn normal(word: &str) -> String {
    let dashed = word.chars().map(|c| if is_dash(c) { '-' } else { c });
    let visible: String = dashed.filter(|c| !matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}')).collect();
    let bare = visible.trim_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '[' | ']'
                    | '('
                    | ')'
                    | '<'
                    | '>'
                    | '"'
                    | '\''
                    | '.'
                    | ','
                    | ';'
                    | ':'
                    | '*'
                    | '_'
                    | '`'
                    | '\u{201C}'
                    | '\u{201D}'
            )
    });
    bare.to_lowercase()
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// Whether two hashes are the same, in a time that does not depend on where they differ.
fn same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

/// A text without anybody's token, and without what stands behind `Token:`. Lines stay lines.
#[must_use]
pub fn redacted(text: &str, people: &[Person]) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        match token_line(line) {
            Some(_) => {}
            None => out.push_str(line),
        }
    }
    for token in people.iter().filter_map(|p| p.token.as_deref()).map(normal).filter(|t| t.len() > 2) {
        out = without(&out, &token);
    }
    out
}

/// A text in which a token, however it is written, is dots.
fn without(text: &str, token: &str) -> String {
    let plain: Vec<(usize, char)> = text
        .char_indices()
        .flat_map(|(at, c)| {
            let c = if is_dash(c) { '-' } else { c };
            c.to_lowercase().map(move |c| (at, c))
        })
        .collect();
    let wanted: Vec<char> = token.chars().collect();
    let (mut out, mut from, mut i) = (String::with_capacity(text.len()), 0, 0);
    while i + wanted.len() <= plain.len() {
        let hit = plain.iter().skip(i).zip(&wanted).all(|((_, c), wanted)| c == wanted);
        if !hit {
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
    use crate::mail::letter::Text;

    fn people() -> Vec<Person> {
        let person = |seat, email: &str, token: &str| Person {
            seat,
            email: Some(email.to_owned()),
            token: Some(token.to_owned()),
            ..Person::default()
        };
        vec![person(0, "al@example.org", "copper-lantern"), person(1, "bo@example.org", "Winter Almanac")]
    }

    fn letter(from: &str, subject: &str, text: &str) -> Letter {
        let texts = vec![Text { place: String::new(), text: text.to_owned() }];
        Letter { from: Some(from.to_owned()), subject: subject.to_owned(), texts, ..Letter::default() }
    }

    #[test]
    fn the_token_proves_and_the_address_is_the_second_sign() {
        let claimed = |from: &str, subject: &str, text: &str| claim(&letter(from, subject, text), &people());
        let red = |doubt| Claim::Proven { person: 0, doubt };
        assert_eq!(claimed("al@example.org", "", "Token: copper-lantern\nSaber: Stay."), red(None));
        assert_eq!(claimed("al@example.org", "Orders [Copper\u{2010}Lantern]", "Saber: Stay."), red(None));
        assert_eq!(claimed("al@example.org", "", "*Token:* copper-lantern thanks"), red(None));
        assert_eq!(claimed("eve@example.org", "", "token: copper-lantern"), red(Some(Doubt::OtherAddress)));
        assert_eq!(claimed("bo@example.org", "", "Token:Winter  Almanac"), Claim::WrongToken);
        assert_eq!(claimed("bo@example.org", "", "Token:Winter Almanac"), Claim::Proven { person: 1, doubt: None });
        assert_eq!(claimed("al@example.org", "copper-lantern", "Token: winter almanac"), red(Some(Doubt::TwoTokens)));
        assert_eq!(claimed("al@example.org", "Orders", "Saber: Stay."), Claim::NoToken);
        assert_eq!(claimed("al@example.org", "Orders", "Token: copper-lanter"), Claim::WrongToken);
        assert_eq!(claimed("eve@example.org", "Buy!", "Now."), Claim::Stranger);
        let disowned = Letter {
            verdict: Verdict::Disowned("dmarc=fail".to_owned()),
            ..letter("al@example.org", "copper-lantern", "")
        };
        assert_eq!(claim(&disowned, &people()), red(Some(Doubt::Disowned)));
    }

    #[test]
    fn nobody_s_token_is_shown() {
        let text = "Token: copper-lantrn\nSaber: Say: \"COPPER\u{2011}lantern\".\nwinter almanac";
        assert_eq!(redacted(text, &people()), "\nSaber: Say: \"...\".\n...");
    }
}
