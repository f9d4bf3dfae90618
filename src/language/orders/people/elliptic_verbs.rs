//! Writes out verbs that stand for an earlier one: `If Lancer attacks Rin, use Mend. If Archer does, use Guard.`
//!
//! `does`, `has` and `is` behind a subject stand for the verb phrase of the condition before it, in the same sentence
//! or the one before, if that condition asks only one thing.

use super::sentence_words::{SpannedToken, Token, tokenize};

/// Writes out the verbs of a sentence that stand for another. `before` is the verb phrase of the sentence before. Also
/// returns the verb phrase of this sentence, if it asks only one thing.
pub(in crate::language::orders) fn write_out_verbs(text: &str, before: Option<&str>) -> (String, Option<String>) {
    let tokens = tokenize(text);
    let mut phrases: Vec<VerbPhrase<'_>> = before.and_then(VerbPhrase::parse).into_iter().collect();
    let (mut has_own_phrase, mut has_condition) = (false, false);
    let mut out = String::new();
    let mut copied = 0;
    for index in 0..tokens.len() {
        let Some((_, _, opener)) = tokens.get(index).copied() else { break };
        let is_joint = has_condition && (opener.is(&["or", "and", "but"]) || opener == Token::Stop(','));
        if !opener.opens_condition() && !is_joint {
            continue;
        }
        let Some((subject, rest)) = parse_subject(tokens.get(index + 1..).unwrap_or_default()) else {
            // The subject of the condition is not understood.
            if opener.opens_condition() && !opener.is(&["whoever"]) {
                return (text.to_owned(), None);
            }
            continue;
        };
        has_condition = true;
        let Some((taken, auxiliary)) = Auxiliary::parse_alone(rest) else {
            if !has_own_phrase {
                phrases.clear();
                has_own_phrase = true;
            }
            match parse_verb_phrase(text, rest) {
                Some(said) if phrases.iter().any(|known| known.asks_same(&said)) => {}
                Some(said) => phrases.push(said),
                None => return (text.to_owned(), None),
            }
            continue;
        };
        let range = rest.first().map(|first| first.0).zip(rest.get(taken - 1).map(|last| last.1));
        let (Some((start, end)), [said]) = (range, phrases.as_slice()) else { return (text.to_owned(), None) };
        // Nobody does it to themselves.
        let names_subject = subject.marks.iter().any(|mark| said.words.contains(*mark));
        let Some(words) = said.conjugate(auxiliary, &subject).filter(|_| !names_subject) else {
            return (text.to_owned(), None);
        };
        out.push_str(text.get(copied..start).unwrap_or_default());
        out.push_str(&words);
        copied = end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    let only_phrase = match phrases.as_slice() {
        [one] if has_condition => Some(one.to_text()),
        _ => None,
    };
    (out, only_phrase)
}

/// The subject of a condition.
struct Subject {
    /// The marks of the names in it.
    marks: Vec<char>,
    /// Whether its verb is plural, as for several people or `I`.
    is_several: bool,
    /// Whether it is `I` alone.
    is_i: bool,
}

/// The subject at the start of a clause, and the tokens behind it; `None` if there is none.
fn parse_subject<'r, 't>(rest: &'r [SpannedToken<'t>]) -> Option<(Subject, &'r [SpannedToken<'t>])> {
    let rest = match rest {
        [(_, _, as_), behind @ ..] if as_.is(&["as", "that", "only"]) => behind,
        rest => rest,
    };
    let mut marks = Vec::new();
    let (mut taken, mut is_several, mut is_incomplete) = (0, false, true);
    while let Some((_, _, token)) = rest.get(taken).copied().filter(|_| is_incomplete) {
        taken += 1;
        match token {
            Token::Mark(mark) => marks.push(mark),
            word if word.is(&["neither", "both", "either"]) && marks.is_empty() => continue,
            word if word.is(&["i", "we"]) => is_several = true,
            word if word.is(&["nobody", "anyone", "anybody", "someone", "somebody"]) => {}
            word if word.is(&["my"]) => {
                rest.get(taken).filter(|(_, _, of)| of.is(&["master", "servant", "partner"]))?;
                taken += 1;
            }
            _ => return None,
        }
        let joint = rest.get(taken).map(|(_, _, token)| *token);
        let behind = rest.get(taken + 1).map(|(_, _, token)| *token);
        let is_person = |token: Token<'_>| matches!(token, Token::Mark(_)) || token.is(&["i"]);
        is_incomplete = joint.is_some_and(|joint| joint.is(&["and", "or", "nor"])) && behind.is_some_and(is_person);
        if is_incomplete {
            is_several |= joint.is_some_and(|joint| joint.is(&["and"]));
            taken += 1;
        }
    }
    let is_i = taken == 1 && rest.first().is_some_and(|(_, _, word)| word.is(&["i"]));
    (taken > 0).then(|| (Subject { marks, is_several, is_i }, rest.get(taken..).unwrap_or_default()))
}

/// An auxiliary verb that stands for a verb phrase.
#[derive(Clone, Copy, Debug)]
struct Auxiliary {
    verb: AuxiliaryVerb,
    is_denied: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AuxiliaryVerb {
    /// `is`, `are`, `am`.
    Be,
    /// `was`, `were`.
    Was,
    /// `has`, `have`.
    Have,
    /// `does`, `do`.
    Do,
    /// `did`.
    Did,
}

impl Auxiliary {
    /// The auxiliary that is all of a clause, and how many tokens it takes.
    fn parse_alone(rest: &[SpannedToken<'_>]) -> Option<(usize, Auxiliary)> {
        let token = |at: usize| rest.get(at).map(|(_, _, token)| *token);
        let Some(Token::Word(word)) = token(0) else { return None };
        let (which, mut is_denied) = Auxiliary::parse(word)?;
        let mut taken = 1;
        if token(taken).is_some_and(|next| next.is(&["not"])) {
            (is_denied, taken) = (true, 2);
        }
        match (token(taken), token(taken + 1)) {
            (Some(next), _) if next.is(&["too", "also", "so", "either"]) => taken += 1,
            (Some(next), Some(last)) if next.is(&["as"]) && last.is(&["well"]) => taken += 2,
            _ => {}
        }
        let is_complete = match token(taken) {
            None | Some(Token::Stop(_)) => true,
            Some(next) => next.is(&["then", "otherwise", "and", "or"]) || next.opens_condition(),
        };
        is_complete.then_some((taken, Auxiliary { verb: which, is_denied }))
    }

    /// Which auxiliary a word is, and whether it is negated.
    fn parse(word: &str) -> Option<(AuxiliaryVerb, bool)> {
        let word = word.to_ascii_lowercase();
        let (word, denied) = word.strip_suffix("n't").map_or((word.as_str(), false), |word| (word, true));
        let which = match word {
            "is" | "are" | "am" => AuxiliaryVerb::Be,
            "was" | "were" => AuxiliaryVerb::Was,
            "has" | "have" => AuxiliaryVerb::Have,
            "does" | "do" => AuxiliaryVerb::Do,
            "did" => AuxiliaryVerb::Did,
            _ => return None,
        };
        Some((which, denied))
    }
}

/// A verb phrase that a condition asks about.
#[derive(Clone, Copy, Debug)]
struct VerbPhrase<'t> {
    /// The auxiliary and whether it is negated, as in `is here`, `has attacked Rin`, `does not attack Rin`; `None` in
    /// `attacks Rin`.
    auxiliary: Option<(&'t str, AuxiliaryVerb, bool)>,
    /// The main verb with its phrases, or the words behind the auxiliary.
    words: &'t str,
}

impl<'t> VerbPhrase<'t> {
    fn parse(words: &'t str) -> Option<VerbPhrase<'t>> {
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        let Some((which, denied)) = Auxiliary::parse(first) else {
            return Some(VerbPhrase { auxiliary: None, words });
        };
        let (rest, denied) = rest.strip_prefix("not ").map_or((rest, denied), |rest| (rest, true));
        let starts_with_participle = rest.split(' ').next().is_some_and(is_participle);
        match which {
            AuxiliaryVerb::Have if !starts_with_participle => {
                (!denied).then_some(VerbPhrase { auxiliary: None, words })
            }
            _ => Some(VerbPhrase { auxiliary: Some((first, which, denied)), words: rest }),
        }
    }

    /// Whether another condition asks the same of somebody else.
    fn asks_same(&self, other: &VerbPhrase<'_>) -> bool {
        let which = |phrase: &VerbPhrase<'_>| phrase.auxiliary.map(|(_, verb_of, _)| verb_of);
        which(self) == which(other) && self.words == other.words
    }

    /// The words of the verb phrase.
    fn to_text(self) -> String {
        match self.auxiliary {
            None => self.words.to_owned(),
            Some((first, _, denied)) if denied && !first.ends_with("n't") => format!("{first} not {}", self.words),
            Some((first, ..)) => format!("{first} {}", self.words),
        }
    }

    /// The words of the verb phrase for another auxiliary and subject; `None` if the form is not certain.
    fn conjugate(&self, helper: Auxiliary, subject: &Subject) -> Option<String> {
        let is_plural = subject.is_several;
        let not = if helper.is_denied { "not " } else { "" };
        let one = |by_number: &'static str, many: &'static str| if is_plural { many } else { by_number };
        let (verb, behind) = self.words.split_once(' ').map_or((self.words, ""), |(verb, behind)| (verb, behind));
        let with_object = |verb: &str| format!("{verb} {behind}").trim_end().to_owned();
        match (helper.verb, self.auxiliary.map(|(_, which, _)| which)) {
            (AuxiliaryVerb::Be, Some(AuxiliaryVerb::Be | AuxiliaryVerb::Was)) if subject.is_i => {
                Some(format!("am {not}{}", self.words))
            }
            (AuxiliaryVerb::Be, Some(AuxiliaryVerb::Be | AuxiliaryVerb::Was)) => {
                Some(format!("{} {not}{}", one("is", "are"), self.words))
            }
            (AuxiliaryVerb::Was, Some(AuxiliaryVerb::Be | AuxiliaryVerb::Was)) if subject.is_i => {
                Some(format!("was {not}{}", self.words))
            }
            (AuxiliaryVerb::Was, Some(AuxiliaryVerb::Be | AuxiliaryVerb::Was)) => {
                Some(format!("{} {not}{}", one("was", "were"), self.words))
            }
            (AuxiliaryVerb::Have | AuxiliaryVerb::Did, Some(AuxiliaryVerb::Have)) => {
                Some(format!("{} {not}{}", one("has", "have"), self.words))
            }
            (AuxiliaryVerb::Have | AuxiliaryVerb::Did, None | Some(AuxiliaryVerb::Do | AuxiliaryVerb::Did)) => {
                let participle = if is_participle(verb) {
                    verb.to_owned()
                } else {
                    format!("{}ed", base_form(verb).trim_end_matches('e'))
                };
                let is_regular = is_participle(verb) || REGULAR_VERBS.contains(&base_form(verb).as_str());
                is_regular.then(|| format!("{} {not}{}", one("has", "have"), with_object(&participle)))
            }
            (AuxiliaryVerb::Do, None) if is_participle(verb) => None,
            (AuxiliaryVerb::Do, None) if helper.is_denied => {
                Some(format!("{} not {}", one("does", "do"), with_object(&base_form(verb))))
            }
            (AuxiliaryVerb::Do, None) if is_plural => Some(with_object(&base_form(verb))),
            (AuxiliaryVerb::Do, None) => Some(with_object(&third_person(&base_form(verb)))),
            (AuxiliaryVerb::Do, Some(AuxiliaryVerb::Do)) if helper.is_denied => {
                Some(format!("{} not {}", one("does", "do"), self.words))
            }
            (AuxiliaryVerb::Do, Some(AuxiliaryVerb::Do)) if is_plural => Some(self.words.to_owned()),
            (AuxiliaryVerb::Do, Some(AuxiliaryVerb::Do)) => Some(with_object(&third_person(verb))),
            _ => None,
        }
    }
}

/// The verb phrase of a clause, up to the clause's end; `None` if it asks more than one thing.
fn parse_verb_phrase<'t>(text: &'t str, rest: &[SpannedToken<'t>]) -> Option<VerbPhrase<'t>> {
    let (start, mut end, Token::Word(_)) = *rest.first()? else { return None };
    for (at, (_, to, token)) in rest.iter().enumerate().skip(1) {
        if matches!(token, Token::Stop(_)) || token.opens_condition() || token.is(&["then", "otherwise"]) {
            break;
        }
        if token.is(&["and", "or", "but"]) {
            match parse_subject(rest.get(at + 1..).unwrap_or_default()) {
                // `attacks Rin or me`.
                Some((_, behind)) if !matches!(behind.first(), Some((_, _, Token::Word(_)))) => {}
                Some(_) => break,
                None => return None,
            }
        }
        end = *to;
    }
    VerbPhrase::parse(text.get(start..end)?)
}

/// Verbs with a regular participle.
const REGULAR_VERBS: [&str; 10] =
    ["attack", "use", "kill", "enter", "damage", "act", "die", "arrive", "target", "move"];

fn is_participle(verb: &str) -> bool {
    let verb = verb.to_ascii_lowercase();
    verb.len() > 3 && verb.ends_with("ed")
        || ["been", "lost", "taken", "left", "gone", "fled", "hit", "struck", "hurt", "shot", "cast", "fallen", "come"]
            .contains(&verb.as_str())
}

/// The base form: `attack` for `attacks`.
fn base_form(verb: &str) -> String {
    let verb = verb.to_ascii_lowercase();
    let stem = |cut: usize| verb.get(..verb.len() - cut).unwrap_or_default().to_owned();
    match verb.as_str() {
        "has" => "have".to_owned(),
        "does" | "goes" | "dies" | "lies" => stem(if verb.ends_with("oes") { 2 } else { 1 }),
        _ if verb.ends_with("ies") => format!("{}y", stem(3)),
        _ if ["sses", "shes", "ches", "xes"].iter().any(|end| verb.ends_with(end)) => stem(2),
        _ if verb.ends_with('s') && !verb.ends_with("ss") => stem(1),
        _ => verb,
    }
}

/// The third person: `attacks` for `attack`.
pub(in crate::language::orders) fn third_person(base: &str) -> String {
    match base {
        "have" => "has".to_owned(),
        _ if ["ss", "sh", "ch", "x", "o"].iter().any(|end| base.ends_with(end)) => format!("{base}es"),
        _ if base.ends_with('y') && !base.ends_with("ay") && !base.ends_with("oy") => {
            format!("{}ies", base.trim_end_matches('y'))
        }
        _ => format!("{base}s"),
    }
}
