//! `If Lancer is here, A. If he isn't, B.`: checks that a short answer denies what was asked, of the person it was
//! asked of.
//!
//! Otherwise the second sentence is no `otherwise`: after `If Lancer isn't here, attack Archer.` nobody knows what `If
//! he isn't` denies.

use super::pronoun_words::Gender;
use super::sentence_words::{ShortAnswer, SpannedToken, Token, is_affirmative, parse_short_answer, tokenize};
use crate::language::orders::NameBook;

/// Whether a short answer in a sentence answers a different question, or repeats the answer that was asked.
pub(in crate::language::orders) fn has_mismatched_answer(text: &str, names: &NameBook) -> bool {
    let tokens = tokenize(text);
    // `use Guard after that` asks nothing.
    let leans_back = |at: usize| {
        let word = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|(_, _, token)| token.is(words));
        word(at, &["after"]) && word(at + 1, &["that", "this", "it"])
    };
    let condition_starts: Vec<usize> = (0..tokens.len())
        .filter(|at| tokens.get(*at).is_some_and(|token| token.2.opens_condition()) && !leans_back(*at))
        .collect();
    condition_starts.windows(2).any(|pair| {
        let [first, second] = pair else { return false };
        let clause = tokens.get(second + 1..).unwrap_or_default();
        let asked = tokens.get(first + 1..*second).unwrap_or_default();
        if denies_own_deed(clause, asked) {
            return true;
        }
        let pronoun_gender = clause.first().and_then(|(_, _, word)| Gender::from_subject(*word));
        let Some((gender, answer)) = pronoun_gender.zip(parse_short_answer(clause)) else { return false };
        let end = asked.iter().position(|(_, _, token)| *token == Token::Stop(',')).unwrap_or(asked.len());
        let asked = asked.get(..end).unwrap_or_default();
        let is_unless = tokens.get(*first).is_some_and(|(_, _, token)| token.is(&["unless", "until", "till"]));
        is_unless || is_affirmative(asked) != (answer == ShortAnswer::No) || !pronoun_fits_subject(asked, gender, names)
    })
}

/// `If Archer attacks me, A. If I don't, B.`: whether a short answer is about oneself, and what is asked is not.
fn denies_own_deed(clause: &[SpannedToken<'_>], asked: &[SpannedToken<'_>]) -> bool {
    let begins =
        |tokens: &[SpannedToken<'_>], words: &[&str]| tokens.first().is_some_and(|(_, _, word)| word.is(words));
    begins(clause, &["i", "we"])
        && parse_short_answer(clause) == Some(ShortAnswer::No)
        && !begins(asked, &["i", "i'm", "i've", "we", "we're", "we've", "my", "our"])
}

/// Whether a word joins names: `Lancer or Archer`, `both Lancer and Archer`.
fn is_joint(token: Token<'_>) -> bool {
    token.is(&["and", "or", "both", "either", "neither", "nor"])
}

/// Whether the pronoun can mean the person of whom something is asked.
fn pronoun_fits_subject(asked: &[SpannedToken<'_>], gender: Gender, names: &NameBook) -> bool {
    let subject = asked.iter().map(|(_, _, token)| *token);
    let subject = subject.take_while(|token| matches!(token, Token::Mark(_)) || is_joint(*token));
    let people: Vec<char> =
        subject.filter_map(|token| if let Token::Mark(mark) = token { Some(mark) } else { None }).collect();
    let sex_of = |mark: char| names.marked(mark).and_then(|name| names.sex(name));
    let first_person = asked.first().is_some_and(|(_, _, word)| word.is(&["i", "we"]));
    // `Cut Archer if he attacks Rin. If she doesn't, …`
    let is_other_pronoun =
        asked.first().and_then(|(_, _, word)| Gender::from_subject(*word)).is_some_and(|asked| asked != gender);
    match people.as_slice() {
        _ if gender == Gender::They => true,
        [] => !first_person && !is_other_pronoun,
        [one] => gender.fits_sex(sex_of(*one)),
        _ => false,
    }
}
