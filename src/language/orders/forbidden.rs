//! `Don't attack Illya.`: what is not ordered is not done, so that it is kept to by itself, and is a note.
//!
//! It is one only where no order of the letter does anything of the kind; beside one that does, what is meant is asked.
//! With a condition, an exception or a number it could order something (`Don't use Excalibur unless …`) and is refused.

use super::File;
use super::codes;
use crate::language::condition::{Who, Written};
use crate::language::conditions::Places as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Order, Target};
use crate::language::span::Span;

/// What forbids, at the beginning of a sentence.
const FORBIDS: [&str; 16] = [
    "please don't ",
    "please do not ",
    "please never ",
    "don't ",
    "do not ",
    "never ",
    "i won't ",
    "i will not ",
    "i'm not going to ",
    "i am not going to ",
    "we won't ",
    "we will not ",
    "we don't ",
    "we're not going to ",
    "we are not going to ",
    "just don't ",
];
/// What makes it stronger, and says no more.
const EMPHASIS: [&str; 8] = [
    " under any circumstances",
    ", whatever happens",
    " whatever happens",
    ", no matter what",
    " no matter what",
    " at all",
    ", ever",
    " tonight, please",
];
/// Words with which a sentence that forbids may order something.
const MORE: [&str; 30] = [
    "after",
    "and",
    "before",
    "guard",
    "protect",
    "defend",
    "shield",
    "intercept",
    "but",
    "even",
    "except",
    "first",
    "if",
    "instead",
    "just",
    "more",
    "once",
    "only",
    "other",
    "otherwise",
    "rather",
    "save",
    "than",
    "then",
    "thrice",
    "times",
    "twice",
    "unless",
    "until",
    "when",
];

/// A sentence that forbids something.
#[derive(Debug)]
pub(super) struct Forbidden {
    span: Span,
    /// What is forbidden, as an order.
    order: Order<Written>,
    /// What is said if it is no note.
    fault: Diagnostic,
}

impl File<'_> {
    /// What a sentence forbids, if that is all it does but for a reason.
    pub(super) fn forbids(&self, span: Span, fault: &Diagnostic) -> Option<Forbidden> {
        let text = self.text(span);
        let without_note = self.with_notes(text).into_iter().map(|way| way.order);
        std::iter::once(text.to_owned()).chain(without_note).find_map(|text| self.forbids_all(span, &text, fault))
    }

    fn forbids_all(&self, span: Span, text: &str, fault: &Diagnostic) -> Option<Forbidden> {
        let lead =
            FORBIDS.iter().find(|lead| text.get(..lead.len()).is_some_and(|of| of.eq_ignore_ascii_case(lead)))?;
        let rest = text.get(lead.len()..)?;
        let emphasis = EMPHASIS.iter().find_map(|words| {
            let at = rest.len().checked_sub(words.len())?;
            rest.get(at..).filter(|end| end.eq_ignore_ascii_case(words)).and(rest.get(..at))
        });
        let rest = emphasis.unwrap_or(rest);
        let words = || rest.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        let more = |word: String| MORE.contains(&word.as_str()) || word.contains(|c: char| c.is_ascii_digit());
        if words().any(more) || rest.contains([';', ':', '"']) {
            return None;
        }
        let (order, along, _) = self.order_in_words(span, rest, Some(span)).ok()?;
        let plain = |action: &Action<Written>| action.delay.is_none() && is_plain(&action.kind);
        let [branch] = order.body.branches.as_slice() else { return None };
        let whole = along.is_empty() && order.body.read_at.is_none() && branch.guards.is_empty();
        (whole && branch.actions.iter().all(plain)).then(|| Forbidden { span, order, fault: fault.clone() })
    }

    /// Says of each what it is: kept to by itself, or beside an order that does it.
    pub(super) fn say_forbidden(&mut self) {
        for Forbidden { span, order, fault } in std::mem::take(&mut self.forbidden) {
            let actions = || self.parsed.orders.iter().flat_map(|order| order.body.actions());
            let does = order.body.actions().any(|no| actions().any(|done| is_of_the_kind(&done.kind, &no.kind)));
            if does {
                self.count += 1;
                self.say(fault);
                continue;
            }
            let message = format!("kept to by itself: what is not ordered is not done (`{}`)", self.shown(span));
            self.say(Diagnostic::hint(codes::NOTE, self.prepared.place(span), message));
        }
    }
}

/// Whether nothing of the kind is done where nothing is ordered.
fn is_plain(kind: &ActionKind<Written>) -> bool {
    matches!(
        kind,
        ActionKind::Scout(_)
            | ActionKind::Use { .. }
            | ActionKind::Attack { .. }
            | ActionKind::UseItem { .. }
            | ActionKind::Move(_)
            | ActionKind::Flee(_)
            | ActionKind::EnterSpiritForm
            | ActionKind::Command { .. }
            | ActionKind::Buy { .. }
            | ActionKind::Give { .. }
            | ActionKind::Drop(_)
            | ActionKind::ConsumeCivilian
            | ActionKind::Consume(_)
    )
}

/// Whether what is done may be of the kind that is forbidden. In doubt it is.
fn is_of_the_kind(done: &ActionKind<Written>, no: &ActionKind<Written>) -> bool {
    let moves = |kind: &ActionKind<Written>| match kind {
        ActionKind::Move(_) | ActionKind::Flee(_) => true,
        ActionKind::Use { to, .. } | ActionKind::UseItem { to, .. } => to.is_some(),
        ActionKind::Request { to, .. } => to.is_some(),
        _ => matches!(kind, ActionKind::Command { .. }),
    };
    let strikes = |kind: &ActionKind<Written>| {
        matches!(
            kind,
            ActionKind::Attack { .. }
                | ActionKind::Use { .. }
                | ActionKind::UseItem { .. }
                | ActionKind::Command { .. }
        )
    };
    match no {
        ActionKind::Attack { .. } => strikes(done) && !spares(done, no),
        ActionKind::Use { skill, .. } => match done {
            ActionKind::Use { skill: other, .. } => other.text.eq_ignore_ascii_case(&skill.text),
            _ => matches!(done, ActionKind::Attack { .. } | ActionKind::Command { .. }),
        },
        ActionKind::Move(_) | ActionKind::Flee(_) => moves(done),
        ActionKind::EnterSpiritForm => matches!(done, ActionKind::EnterSpiritForm | ActionKind::Command { .. }),
        _ => std::mem::discriminant(done) == std::mem::discriminant(no),
    }
}

/// Whether both name whom they are aimed at, and nobody is named by both.
fn spares(done: &ActionKind<Written>, no: &ActionKind<Written>) -> bool {
    let named = |kind: &ActionKind<Written>| -> Option<Vec<String>> {
        let name = |target: &Target<Written>| match target {
            Target::Character(Who::Named(name)) => Some(name.text.to_lowercase()),
            Target::Character(Who::User) => Some(String::new()),
            _ => None,
        };
        let all = kind.targets();
        (!all.is_empty()).then(|| all.iter().map(name).collect()).flatten()
    };
    match (named(done), named(no)) {
        (Some(done), Some(no)) => !done.iter().any(|one| no.contains(one)),
        _ => false,
    }
}
