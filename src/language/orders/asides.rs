//! Talk around an order in one sentence: a reason (`…, because I need the Mana`), a purpose (`… so that we know`), a
//! fact (`I don't trust him, so …`). It becomes a note for the GM; the rest is the order.
//! No order and no condition may be lost as a reason. A clause is a note only if it names no skill, item or location
//! that the order does not name, contains no number and no word that changes an order, and cannot be read as a
//! condition: `…, since Lancer attacked me` is refused, because it could be meant as one. Before the order, a note
//! contains no verb of an order.

use super::super::wordings;
use super::answers::answers_another;
use super::diagnose::OrderError;
use super::pronouns::people;
use super::talk::{CHANGES, HARMLESS};
use super::teams::{misspells_names, names_strangers};
use super::{File, NameBook, ReadOrder, codes};
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::glyphs::is_mark;
use crate::language::name_book::NameKind;
use crate::language::order::{ActionKind, Order};
use crate::language::parser::{Rule, reads};
use crate::language::prepare::split::begins_order;
use crate::language::span::Span;

/// A sentence split into the order and the note about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WithNote {
    pub(super) order: String,
    pub(super) note: String,
}

/// How a clause relates to its order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hangs {
    /// `because …`, `since …`: a reason.
    Reason,
    /// `as …`: a reason, or a time.
    As,
    /// `so that …`, `so we can …`: a purpose.
    Purpose,
    /// `…, so` before the order: a fact.
    Fact,
    /// `… even if C`: a concession, which changes nothing.
    Even,
    /// `…; I don't trust him` behind the order: the player's own remark, never part of the order.
    Aside,
}

/// Words that lead a clause behind an order.
const BEHIND: [(&str, Hangs); 41] = [
    (", even if ", Hangs::Even),
    (" even if ", Hangs::Even),
    (", even when ", Hangs::Even),
    (" even when ", Hangs::Even),
    (", whether or not ", Hangs::Even),
    (" whether or not ", Hangs::Even),
    (", because ", Hangs::Reason),
    (" because ", Hangs::Reason),
    (", since ", Hangs::Reason),
    (" since ", Hangs::Reason),
    (", seeing as ", Hangs::Reason),
    (", seeing that ", Hangs::Reason),
    (", given that ", Hangs::Reason),
    (", now that ", Hangs::Reason),
    (", as ", Hangs::As),
    (", so that ", Hangs::Purpose),
    (" so that ", Hangs::Purpose),
    (", so we can ", Hangs::Purpose),
    (" so we can ", Hangs::Purpose),
    (", so I can ", Hangs::Purpose),
    (" so I can ", Hangs::Purpose),
    (", so she can ", Hangs::Purpose),
    (" so she can ", Hangs::Purpose),
    (", so he can ", Hangs::Purpose),
    (" so he can ", Hangs::Purpose),
    (" so I have ", Hangs::Purpose),
    (" so we have ", Hangs::Purpose),
    (" in order to ", Hangs::Purpose),
    (" so we get ", Hangs::Purpose),
    (" so I get ", Hangs::Purpose),
    (" to see ", Hangs::Purpose),
    (" to check ", Hangs::Purpose),
    (" to recover", Hangs::Purpose),
    (" to recover ", Hangs::Purpose),
    (" to regain ", Hangs::Purpose),
    (" to get some ", Hangs::Purpose),
    (" to get back some ", Hangs::Purpose),
    (" to find out ", Hangs::Purpose),
    (" to make sure ", Hangs::Purpose),
    (" to be on the safe side", Hangs::Purpose),
    (" to be safe", Hangs::Purpose),
];
/// Words that introduce a clause before an order; a comma ends it.
const BEFORE: [(&str, Hangs); 6] = [
    ("because ", Hangs::Reason),
    ("since ", Hangs::Reason),
    ("seeing as ", Hangs::Reason),
    ("given that ", Hangs::Reason),
    ("now that ", Hangs::Reason),
    ("as ", Hangs::As),
];
/// Words of change that a reason may contain, because they deny something and change nothing.
const DENIALS: [&str; 5] = ["no", "not", "never", "nothing", "any"];
/// Words that could say when, how often, with whom or on whom; no note behind an order contains them.
const LIMITS: [&str; 24] = [
    "phase",
    "phases",
    "round",
    "turn",
    "turns",
    "time",
    "times",
    "later",
    "late",
    "last",
    "first",
    "second",
    "third",
    "too",
    "also",
    "well",
    "same",
    "rest",
    "other",
    "must",
    "should",
    "provided",
    "permitting",
    "minus",
];
/// What a reason with `as`, or a sentence behind an order, is about; of anybody else it is a time.
const STATED: [&str; 9] = ["i", "we", "it", "that", "this", "there", "i'm", "we're", "it's"];

/// Whether a condition has somebody do something to themselves, which no order asks.
fn strikes_itself(order: &Order<Written>) -> bool {
    let deeds = order.body.conditions().flat_map(Condition::statements).filter_map(Predicate::deed);
    deeds.into_iter().any(|deed| matches!(&deed.who, Who::Named(_)) && deed.object() == Some(&deed.who))
}

/// `If Lancer does not attack, A at the end of the phase; otherwise, B`: whether the denial is checked before the delay
/// has passed.
fn is_asked_too_early(order: &Order<Written>) -> bool {
    let [first, others @ ..] = order.body.branches.as_slice() else { return false };
    let denied = |guard: &Condition<Written>| matches!(guard, Condition::Not(inner) if inner.statements().iter().any(|said| said.deed().is_some()));
    let late = first.actions.iter().any(|action| !action.delay.is_none());
    late && !others.is_empty() && first.guards.iter().any(denied)
}

/// Whether a condition of an order says `that character` before it names anybody. The rewording then produced an order
/// in which the words refer to nobody.
fn means_nobody(order: &Order<Written>) -> bool {
    let found = |who: &Who<Written>| {
        matches!(
            who,
            Who::OneOf(_)
                | Who::WhoDid(_)
                | Who::WhomDid(_)
                | Who::Named(_)
                | Who::Any(_)
                | Who::Every(_)
                | Who::UpTo(..)
        )
    };
    order.body.branches.iter().any(|branch| {
        let moments = branch.actions.iter().filter_map(|action| action.delay.after.as_ref());
        let asked = order.body.read_at.after.iter().chain(&branch.guards).chain(moments);
        let first = asked.flat_map(people).find(|who| found(who) || **who == Who::Antecedent);
        first == Some(&Who::Antecedent)
    })
}

impl File<'_> {
    /// Reads one sentence through the table of wordings, if the wordings agree on one order.
    pub(super) fn in_other_words(&self, span: Span, text: &str) -> Option<ReadOrder> {
        self.only_way(span, text, |read, names| !names_strangers(read, names))
    }

    /// Does the same where only names are misspelt, so that the diagnostic reports the name and not the table's words.
    pub(super) fn misspelt_in_other_words(&self, span: Span, text: &str) -> Option<ReadOrder> {
        self.only_way(span, text, misspells_names)
    }

    /// The one order that the table of wordings has for a sentence, if it passes the test `fits`.
    fn only_way(&self, span: Span, text: &str, fits: fn(&ReadOrder, &NameBook) -> bool) -> Option<ReadOrder> {
        let mut ways: Vec<ReadOrder> = Vec::new();
        if answers_another(text, self.prepared.names) {
            return None;
        }
        for way in wordings::of_order(&self.without_doer(text)) {
            if let Ok(read) = self.order_in_words(span, &way, Some(span))
                && fits(&read, self.prepared.names)
                && !self.is_loose(text, &read.0)
                && !means_nobody(&read.0)
                && !is_asked_too_early(&read.0)
                && ways.iter().all(|known| known.0 != read.0)
            {
                ways.push(read);
            }
        }
        ways.pop().filter(|_| ways.is_empty())
    }

    /// The orders that one sentence gives if it gives several, and there is one way to read it.
    pub(super) fn several(&self, span: Span) -> Option<Vec<ReadOrder>> {
        let text = self.text(span);
        let mut ways: Vec<Vec<ReadOrder>> = Vec::new();
        for way in wordings::of_several_orders(&self.without_doer(text)) {
            let read: Result<Vec<ReadOrder>, OrderError> =
                way.iter().map(|order| self.order_said(span, order, Some(span))).collect();
            if let Ok(read) = read
                && read.iter().all(|read| {
                    !names_strangers(read, self.prepared.names) && !means_nobody(&read.0) && !strikes_itself(&read.0)
                })
                && ways.iter().all(|known| known.iter().map(|of| &of.0).ne(read.iter().map(|of| &of.0)))
            {
                ways.push(read);
            }
        }
        ways.pop().filter(|orders| ways.is_empty() && !self.scouts_twice(orders))
    }

    /// Whether the orders begin with a scouting below another scouting, so that `there` is ambiguous.
    fn scouts_twice(&self, orders: &[ReadOrder]) -> bool {
        let scouts = |order: &Order<Written>| order.body.actions().any(|of| matches!(of.kind, ActionKind::Scout(_)));
        let above = self.parsed.orders.last().filter(|_| self.above.is_some());
        let first = orders.first().map(|read| &read.0).filter(|_| orders.len() > 1);
        above.zip(first).is_some_and(|(above, first)| scouts(above) && scouts(first))
    }

    /// Reads one sentence without what is only said about it, which is a note for the GM.
    pub(super) fn beside_a_note(&self, span: Span, text: &str) -> Option<ReadOrder> {
        let mut ways: Vec<ReadOrder> = Vec::new();
        for WithNote { order, note } in self.with_notes(text) {
            let read = match self.order_in_words(span, &order, Some(span)) {
                Err(OrderError::Unread(_) | OrderError::NoSuch(_)) => self.in_other_words(span, &order),
                read => read.ok(),
            };
            let known = |read: &ReadOrder| !names_strangers(read, self.prepared.names);
            let read = read.filter(|read| known(read) && ways.iter().all(|known| known.0 != read.0));
            let Some((order, along, mut said)) = read else { continue };
            let note = self.prepared.in_names(&note);
            let message = format!("taken as a note, no part of the order; the GM can read it: `{note}`");
            said.push(Diagnostic::hint(codes::NOTE, order.span, message));
            ways.push((order, along, said));
        }
        ways.pop().filter(|_| ways.is_empty())
    }

    /// Each way to split a sentence into an order and a note.
    pub(super) fn with_notes(&self, text: &str) -> Vec<WithNote> {
        let mut ways: Vec<WithNote> = Vec::new();
        let lower = text.to_ascii_lowercase();
        let mut add = |hangs: Hangs, order: &str, note: &str| {
            let (order, note) = (order.trim(), note.trim().trim_end_matches(['.', '!']));
            if self.is_note(hangs, note, order) {
                ways.push(WithNote { order: order.to_owned(), note: note.to_owned() });
            }
        };
        for (lead, hangs) in BEFORE {
            if lower.starts_with(lead)
                && let Some((note, order)) = text.get(lead.len()..).and_then(|rest| rest.split_once(", "))
            {
                add(hangs, order, note);
            }
        }
        for so in [", so ", "; so "] {
            if let Some(at) = lower.find(so)
                && let (Some(note), Some(order)) = (text.get(..at), text.get(at + so.len()..))
            {
                add(Hangs::Fact, order, note);
            }
        }
        // `…; I don't want it active any longer.`
        for part in ["; ", " - "] {
            if let Some((order, note)) = text.split_once(part) {
                add(Hangs::Aside, order, note);
            }
        }
        for (lead, hangs) in BEHIND {
            if let Some(at) = lower.find(&lead.to_ascii_lowercase())
                && let (Some(order), Some(note)) = (text.get(..at), text.get(at + lead.trim_end().len()..))
            {
                let bare = lead.ends_with(|c: char| c.is_alphabetic());
                if bare && !note.trim().trim_end_matches('.').is_empty() {
                    continue;
                }
                let whole = text.get(at..).unwrap_or_default().trim_start_matches(',').trim();
                add(hangs, order, if bare { whole } else { note });
            }
        }
        ways
    }

    /// Whether a clause beside an order can only be a note.
    fn is_note(&self, hangs: Hangs, note: &str, order: &str) -> bool {
        let names = self.prepared.names;
        let things = [NameKind::Skill, NameKind::Item, NameKind::Location, NameKind::Service, NameKind::CommandSpell];
        let of_war = |c: char| {
            is_mark(c)
                && !order.contains(c)
                && (hangs == Hangs::Purpose || things.iter().any(|kind| names.mark_is(c, *kind)))
        };
        if hangs == Hangs::Even {
            return !order.is_empty() && reads(Rule::whole_condition, note);
        }
        if order.is_empty() || note.contains(of_war) || note.contains(['"', ':', ';', '=', '<', '>', '(', '@']) {
            return false;
        }
        let split = |c: char| !(c.is_alphanumeric() || c == '\'' || is_mark(c));
        let words: Vec<String> = note.split(split).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let changes = |word: &String| {
            let word = word.as_str();
            CHANGES.contains(&word) && !HARMLESS.contains(&word) && !DENIALS.contains(&word)
        };
        let counts = |word: &String| word.contains(|c: char| c.is_ascii_digit());
        if words.len() < 2 || words.iter().any(|word| changes(word) || counts(word)) {
            return false;
        }
        let may_be_asked = || {
            let parts = note.split(", ").flat_map(|part| part.split(" and ")).chain([note]);
            parts.map(str::trim).any(|part| {
                reads(Rule::whole_condition, part) || reads(Rule::whole_condition, part.trim_start_matches("that "))
            })
        };
        let orders = || {
            let starts = note.char_indices().filter(|(at, c)| {
                let before = note.get(..*at).and_then(|before| before.chars().next_back());
                c.is_alphabetic() && !before.is_some_and(|c| c.is_alphanumeric() || c == '\'')
            });
            // `I'd rather not fight`: a denied verb is no order.
            let denied = |at: usize| {
                let before = note.get(..at).unwrap_or_default().trim_end().to_lowercase();
                ["not", "n't", "n't want to", "not want to"].iter().any(|no| before.ends_with(no))
            };
            starts.into_iter().any(|(at, _)| !denied(at) && note.get(at..).is_some_and(begins_order))
        };
        match hangs {
            Hangs::Purpose | Hangs::Even => true,
            Hangs::Reason => !may_be_asked(),
            Hangs::As => {
                words.first().is_some_and(|first| STATED.contains(&first.as_str())) && !may_be_asked() && !orders()
            }
            Hangs::Fact => !may_be_asked() && !orders(),
            Hangs::Aside => {
                let limits = words.iter().any(|word| LIMITS.contains(&word.as_str()));
                let own = words.first().is_some_and(|first| STATED.contains(&first.as_str()));
                own && !limits && !may_be_asked() && !orders()
            }
        }
    }
}
