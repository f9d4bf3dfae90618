//! Rejects names of which it is not clear with which of two verbs they belong: `If Lancer attacks me or Archer and
//! Illya attack Rin`.

use super::Checker;
use super::unclear_replacements::has_words;
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::Order;

/// Words for people that stand where a name could.
const PRONOUNS: [&str; 11] = ["me", "i", "him", "her", "us", "we", "them", "they", "he", "she", "it"];
/// Verbs of conditions, as people write them.
const VERBS: [&str; 52] = [
    "is",
    "are",
    "isn't",
    "aren't",
    "was",
    "were",
    "has",
    "have",
    "hasn't",
    "haven't",
    "does",
    "do",
    "doesn't",
    "don't",
    "did",
    "didn't",
    "attack",
    "attacks",
    "attacked",
    "hit",
    "hits",
    "strike",
    "strikes",
    "damage",
    "damages",
    "damaged",
    "kill",
    "kills",
    "use",
    "uses",
    "act",
    "acts",
    "leave",
    "leaves",
    "enter",
    "enters",
    "flee",
    "flees",
    "move",
    "moves",
    "die",
    "dies",
    "arrive",
    "arrives",
    "come",
    "comes",
    "shoot",
    "shoots",
    "target",
    "targets",
    "by",
    "intercepts",
];
/// Words that begin a clause.
const CLAUSE_STARTS: [&str; 9] = ["if", "unless", "when", "whenever", "once", "until", "while", "otherwise", "then"];

/// A word of a sentence, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// The name of somebody, or a pronoun.
    Person,
    /// `and`, `or`.
    Connective,
    Comma,
    Verb,
    /// A word or sign that begins a clause.
    ClauseStart,
    Other,
}

impl Checker<'_> {
    /// Rejects three or more people in a row between two verbs, and `if possible` before a part of an order.
    pub(super) fn reject_names_between_verbs(&mut self, orders: &[&Order<Written>]) {
        let own = self.view.own.iter().map(|own| own.name.to_lowercase());
        let mut names: Vec<String> = own.chain(self.view.known.iter().map(|known| known.name.to_lowercase())).collect();
        names.extend(["my master", "my servant"].map(str::to_owned));
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        for order in orders {
            let text = self.text.get(order.span.range()).unwrap_or_default().to_lowercase().replace('\u{2019}', "'");
            if order.body.is_conditional() && has_unclear_row(&split_tokens(&text, &names)) {
                let message = "which of these belong to the verb before them, and which to the one behind?";
                self.push_error(codes::WHOM, order.span, message)
                    .notes
                    .push("give each verb its people: `If Lancer attacks me or Archer attacks me, …`".to_owned());
                self.faulty.push(order.number);
            } else if leaves_fallback_open(&text) {
                let message = "`if possible`: and what if it is not?";
                self.push_error(codes::WHOSE_TIME, order.span, message).notes.push(
                    "write it without these words, or say what is done then: `If C, A; otherwise, B.`".to_owned(),
                );
                self.faulty.push(order.number);
            }
        }
    }
}

/// The tokens of a text in lower case; `names` are in lower case, the longest first.
fn split_tokens(text: &str, names: &[String]) -> Vec<Token> {
    let (mut tokens, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let is_end = |after: &str| !after.starts_with(|c: char| c.is_alphanumeric() || c == '\'');
        let name = names.iter().find_map(|name| rest.strip_prefix(name.as_str()).filter(|after| is_end(after)));
        let (token, after) = match name {
            Some(after) => (Token::Person, after),
            None if !first.is_alphanumeric() => {
                let token = match first {
                    ',' => Token::Comma,
                    ';' | ':' | '.' => Token::ClauseStart,
                    _ => Token::Other,
                };
                (token, rest.get(first.len_utf8()..).unwrap_or_default())
            }
            None => {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '\'')).unwrap_or(rest.len());
                let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
                (classify_word(word), after)
            }
        };
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

fn classify_word(word: &str) -> Token {
    match word {
        "and" | "or" => Token::Connective,
        _ if PRONOUNS.contains(&word) => Token::Person,
        _ if VERBS.contains(&word) => Token::Verb,
        _ if CLAUSE_STARTS.contains(&word) => Token::ClauseStart,
        _ => Token::Other,
    }
}

/// Whether three or more people stand in a row between two verbs of one clause. A comma without `and` or `or` behind it
/// ends a row.
fn has_unclear_row(tokens: &[Token]) -> bool {
    let (mut has_verb, mut people) = (false, 0);
    for (index, token) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1);
        match token {
            Token::Person => people += 1,
            Token::Connective => {}
            Token::Comma if next == Some(&Token::Connective) => {}
            Token::Verb => {
                let follows_person = index.checked_sub(1).and_then(|before| tokens.get(before)) == Some(&Token::Person);
                if has_verb && follows_person && people > 2 {
                    return true;
                }
                (has_verb, people) = (true, 0);
            }
            Token::ClauseStart => (has_verb, people) = (false, 0),
            Token::Comma | Token::Other => people = 0,
        }
    }
    false
}

/// Whether `if possible` stands before a part of the order, so that it says what is done only if it can be.
fn leaves_fallback_open(text: &str) -> bool {
    const PARTS: [&str; 8] = ["with", "using", "after", "before", "by", "when", "while", "in"];
    PARTS.iter().any(|part| has_words(text, &format!("if possible {part}")))
}
