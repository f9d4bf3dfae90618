//! `Lancer attacks Rin? Then Parry.`: a question before an order, as the condition that it is.

use std::borrow::Cow;

/// Words that only lead from a question to what is done.
const LEADS: [&str; 4] = ["then, ", "then ", "if so, ", "in that case, "];

/// The sentence with `if` before its question: whom `him` means behind it is as open as behind `if Lancer attacks Rin`.
pub(in crate::language::orders) fn question_as_condition(text: &str) -> Cow<'_, str> {
    let Some((question, done)) = text.split_once("? ").filter(|(question, _)| !question.contains(['"', ':'])) else {
        return Cow::Borrowed(text);
    };
    let is_lead = |lead: &&&str| done.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead));
    let done = LEADS.iter().find(is_lead).and_then(|lead| done.get(lead.len()..)).unwrap_or(done);
    Cow::Owned(format!("if {question}, {done}"))
}
