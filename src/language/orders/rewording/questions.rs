//! `Lancer attacks Rin? Then Parry.`: a question before an order, as the condition that it is.

use std::borrow::Cow;

use crate::language::glyphs::is_mark;

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
