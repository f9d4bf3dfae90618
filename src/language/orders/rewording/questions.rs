//! `Lancer attacks Rin? Then Parry.`, `Should Saber fall below 50 Health, Guard`: what stands before an order in the
//! word order of a question, as the condition that it is.

use std::borrow::Cow;

use crate::language::glyphs::is_mark;
use crate::language::orders::people::elliptic_verbs::third_person;

/// Words that only lead from a question to what is done.
const LEADS: [&str; 4] = ["then, ", "then ", "if so, ", "in that case, "];

/// The sentence with `if` before its question: whom `him` means behind it is as open as behind `if Lancer attacks Rin`.
pub(in crate::language::orders) fn question_as_condition(text: &str) -> Cow<'_, str> {
    let Some((question, done)) = text.split_once("? ").filter(|(question, _)| !question.contains(['"', ':'])) else {
        return Cow::Borrowed(text);
    };
    let is_lead = |lead: &&&str| done.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead));
    let done = LEADS.iter().find(is_lead).and_then(|lead| done.get(lead.len()..)).unwrap_or(done);
    Cow::Owned(format!("if {}, {done}", with_subject_first(question)))
}

/// `Lancer is dead` for `Is Lancer dead`.
fn with_subject_first(question: &str) -> Cow<'_, str> {
    let straight = || {
        let (verb, rest) = question.split_once(' ')?;
        let subject = rest.chars().next().filter(|c| is_mark(*c))?;
        let behind = rest.get(subject.len_utf8()..).filter(|behind| behind.starts_with(' '))?;
        let is_verb = ["is", "are", "has", "have"].iter().any(|word| verb.eq_ignore_ascii_case(word));
        is_verb.then(|| format!("{subject} {}{behind}", verb.to_ascii_lowercase()))
    };
    straight().map_or(Cow::Borrowed(question), Cow::Owned)
}

/// `If Saber falls below 50 Health, …` for `Should Saber fall below 50 Health, …`; `None` if the sentence does not
/// begin so.
pub(in crate::language::orders) fn should_as_condition(text: &str) -> Option<String> {
    let rest = text.get(..7).filter(|lead| lead.eq_ignore_ascii_case("should ")).and_then(|_| text.get(7..))?;
    let (subject, rest) = rest.split_once(' ')?;
    let (verb, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    if verb == "not" || !verb.chars().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let third = if verb == "be" { "is".to_owned() } else { third_person(verb) };
    let person = subject.to_ascii_lowercase();
    let verb = match person.as_str() {
        "i" if verb == "be" => "am",
        "we" | "they" if verb == "be" => "are",
        "i" | "we" | "they" => verb,
        "he" | "she" | "anyone" | "anybody" | "someone" | "somebody" | "nobody" => &third,
        _ if subject.chars().count() == 1 && subject.starts_with(is_mark) => &third,
        _ => return None,
    };
    Some(format!("if {subject} {verb} {behind}"))
}
