//! Splits a sentence into words, names and punctuation, for the rewriting of pronouns and verbs.

use crate::language::glyphs::is_mark;

pub(in crate::language::orders) use grail_wordings::is_one_of;

/// A word of a sentence, a name, a punctuation mark or a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language::orders) enum Token<'t> {
    Word(&'t str),
    /// The mark of a known name.
    Mark(char),
    Stop(char),
    /// Words in quotes, without the quotes.
    Quote(&'t str),
}

/// The start and end of a token as byte offsets, and the token.
pub(in crate::language::orders) type SpannedToken<'t> = (usize, usize, Token<'t>);

impl Token<'_> {
    /// Whether the token is one of these words, in any letter case.
    pub(in crate::language::orders) fn is(self, words: &[&str]) -> bool {
        matches!(self, Token::Word(word) if is_one_of(word, words))
    }

    /// Whether the token begins a condition or an event.
    pub(in crate::language::orders) fn opens_condition(self) -> bool {
        self.is(CONDITION_WORDS) || self.is(&["whoever", "soon", "long", "case"])
    }
}

/// Words that begin a condition or an event.
pub(in crate::language::orders) const CONDITION_WORDS: &[&str] =
    &["if", "when", "unless", "after", "once", "while", "until", "till", "whenever", "because", "since", "should"];

/// The tokens of a sentence.
pub(in crate::language::orders) fn tokenize(text: &str) -> Vec<SpannedToken<'_>> {
    let mut found = Vec::new();
    let (mut word, mut quote): (Option<usize>, Option<usize>) = (None, None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if let Some(from) = quote {
            if c == '"' || at == text.len() {
                let said = text.get(from + 1..at).unwrap_or_default();
                found.push((from, (at + 1).min(text.len()), Token::Quote(said)));
                quote = None;
            }
            continue;
        }
        if (c.is_alphanumeric() || c == '\'') && !is_mark(c) {
            word.get_or_insert(at);
            continue;
        }
        if let Some((from, said)) = word.take().and_then(|from| Some((from, text.get(from..at)?))) {
            found.push((from, at, Token::Word(said)));
        }
        let end = at + c.len_utf8();
        match c {
            '"' => quote = Some(at),
            c if is_mark(c) => found.push((at, end, Token::Mark(c))),
            ',' | ';' | ':' | '.' | '(' | ')' | '\n' => found.push((at, end, Token::Stop(c))),
            _ => {}
        }
    }
    found
}

/// The mark of the character with whom a sentence begins, if they act in it: `Saber attacks her`, `Saber is to …`.
pub(in crate::language::orders) fn leading_doer(tokens: &[SpannedToken<'_>]) -> Option<char> {
    let [(_, _, Token::Mark(mark)), (_, _, Token::Word(verb)), rest @ ..] = tokens else { return None };
    let is_state_verb = is_one_of(verb, &["is", "has", "was", "does"]);
    let is_deed = match rest.first() {
        Some((_, _, next)) if is_state_verb => next.is(&["to"]),
        _ => !is_state_verb && *verb != "'s" && verb.ends_with('s'),
    };
    (is_deed || is_one_of(verb, &["will", "shall", "should", "must", "may"])).then_some(*mark)
}

/// The mark of the subject of a sentence's condition, if there is one condition and it names one person: `If Lancer
/// attacks Rin, …`.
pub(in crate::language::orders) fn condition_subject(tokens: &[SpannedToken<'_>]) -> Option<char> {
    let mut condition_words = tokens.iter().enumerate().filter(|(_, (_, _, token))| token.opens_condition());
    let ((at, _), None) = (condition_words.next()?, condition_words.next()) else { return None };
    match (tokens.get(at + 1)?.2, tokens.get(at + 2)?.2) {
        (Token::Mark(mark), Token::Word(verb)) if !is_one_of(verb, &["and", "or", "'s"]) => Some(mark),
        _ => None,
    }
}

/// The short answer of a clause that consists of a subject and an auxiliary: `No` for `he hasn't,` and `she does not,`,
/// `Yes` for `he has,`. `None` for any other clause.
pub(in crate::language::orders) fn parse_short_answer(clause: &[SpannedToken<'_>]) -> Option<ShortAnswer> {
    let token = |at: usize| clause.get(at).map(|(_, _, token)| *token);
    let Some(Token::Word(helper)) = token(1) else { return None };
    let helper = helper.to_ascii_lowercase();
    let is_negated = token(2).is_some_and(|next| next.is(&["not"]));
    let (helper, answer, comma_index) = match helper.strip_suffix("n't") {
        Some(helper) => (helper, ShortAnswer::No, 2),
        None if is_negated => (helper.as_str(), ShortAnswer::No, 3),
        None => (helper.as_str(), ShortAnswer::Yes, 2),
    };
    // `If she has less, …` behind `If Saber has at least 100 Mana, …`.
    let ends_at = |at: usize| matches!(token(at), Some(Token::Stop(',')));
    let is_than_that = || {
        let is_next = |at: usize, word: &str| token(at).is_some_and(|next| next.is(&[word]));
        is_next(3, "than") && is_next(4, "that") && ends_at(5)
    };
    let is_of_figure = is_one_of(helper, &["has", "have"])
        && token(2).is_some_and(|next| next.is(&["less", "fewer", "more"]))
        && (ends_at(3) || is_than_that());
    if is_of_figure {
        return Some(ShortAnswer::No);
    }
    let is_auxiliary = is_one_of(helper, &["is", "are", "was", "were", "has", "have", "does", "do", "did"]);
    (is_auxiliary && ends_at(comma_index)).then_some(answer)
}

/// A short answer to what was asked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language::orders) enum ShortAnswer {
    Yes,
    No,
}

/// Whether a verb phrase contains no denial.
pub(in crate::language::orders) fn is_affirmative_text(asked: &str) -> bool {
    is_affirmative(&tokenize(asked))
}

/// Whether a clause contains no denial.
pub(in crate::language::orders) fn is_affirmative(clause: &[SpannedToken<'_>]) -> bool {
    const DENIALS: &[&str] = &["not", "never", "no", "nobody", "nothing", "none", "neither", "nor", "without"];
    let is_denial =
        |token: Token<'_>| matches!(token, Token::Word(word) if word.ends_with("n't") || is_one_of(word, DENIALS));
    !clause.iter().any(|(_, _, token)| is_denial(*token))
}
