//! Parses `rulings.yaml`, and the `rulings:` of a scenario, into [`Rulings`] (R008).
//!
//! The file is a list. Each entry rules one thing, with its `reason`; `tell` says who reads it:
//!
//! | entry | meaning |
//! | --- | --- |
//! | `set: { Saber: { health: 90 } }` | a value is set; `at: start`, `end`, `before Attacking Phase` |
//! | `add: { Saber: { items: [Splint] } }` | something is added; may stand beside `set` |
//! | `forbid: { seat: Red, order: 3 }` | an order is not carried out |
//! | `forbid: { character: Saber, skill: Rapid Cut }` | a skill is not used this Night |
//! | `allow: { seat: Red, order: 3 }` | an order that the check or the rules refuse happens |
//! | `undo: 174` | the order behind an event is forbidden |
//! | `decide: KEY` | an answer: `winner`, or `effects`, `set`, `add`, `forbid` |
//!
//! Event numbers are those of the Night under the rulings above the entry. A later entry therefore never changes what
//! an earlier one undoes.

mod order_rulings;
mod question_keys;
mod state_edits;

use crate::event::changes::{self, NameLookup, NightMeaning};
use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;
use crate::night::resolution::SeatPlan;
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::{self, Node};
use crate::war::War;

use super::{Answer, ForbiddenThing, Question, Ruling, RulingKind, RulingMoment, Rulings, StateEdits};

/// The codes of faults in rulings.
pub mod code {
    crate::language::codes::codes! {
        /// A sentence that no ruling can say.
        SENTENCE = "E511";
        /// There is no such moment of the Turn.
        MOMENT = "E512";
        /// An entry rules nothing, or answers nothing.
        NOTHING = "E513";
        /// The file holds several YAML documents.
        DOCUMENTS = "E514";
        /// There is no question of this key.
        QUESTION = "E515";
        /// The winner named is no team.
        WINNER = "E516";
        /// Keys stand in one entry that do not go together.
        TOGETHER = "E517";
        /// A second ruling on the same thing.
        TWICE = "E518";
        /// There is no such order, seat or event in the Night.
        ORDER = "E519";
        /// A ruling has no reason.
        REASON = "E520";
    }
}

/// The context in which rulings are parsed.
pub(crate) struct RulingContext<'a> {
    /// The position before the Night.
    pub(crate) war: &'a War,
    /// The orders of the Night.
    pub(crate) plans: &'a [SeatPlan],
    /// Where faults go.
    pub(crate) diagnostics: &'a Diagnostics,
}

impl RulingContext<'_> {
    pub(crate) fn names(&self) -> NameLookup<'_> {
        NameLookup { war: self.war, diagnostics: self.diagnostics }
    }
}

/// Parses a `rulings.yaml` for a Night with these orders; an empty file has no rulings.
pub fn parse_file(source: &Source, war: &War, plans: &[SeatPlan]) -> Result<Rulings, Vec<Diagnostic>> {
    let documents = yaml::parse(source)?;
    let diagnostics = Diagnostics::default();
    let rulings = diagnostics.one_list(&documents, code::DOCUMENTS).map_or_else(Rulings::default, |node| {
        parse_rulings(node, &RulingContext { war, plans, diagnostics: &diagnostics }, true)
    });
    if diagnostics.has_errors() { Err(diagnostics.into_sorted()) } else { Ok(rulings) }
}

/// Parses the rulings of a scenario, where reasons are optional; faults go to `diagnostics`.
pub fn parse_scenario_rulings(node: &Node, war: &War, plans: &[SeatPlan], diagnostics: &Diagnostics) -> Rulings {
    parse_rulings(node, &RulingContext { war, plans, diagnostics }, false)
}

fn parse_rulings(node: &Node, context: &RulingContext<'_>, needs_reason: bool) -> Rulings {
    let mut rulings = Rulings::default();
    if node.is_null() {
        return rulings;
    }
    for item in context.diagnostics.items(node).unwrap_or_default() {
        let Some(ruling) = parse_entry(item, context, &rulings, needs_reason) else { continue };
        if let Some(message) = find_repetition(&ruling.kind, &rulings, context.war) {
            let fault = Diagnostic::error(code::TWICE, item.span, message);
            context.diagnostics.report(fault.note("keep one of the two"));
        }
        rulings.entries.push(ruling);
    }
    rulings
}

/// Returns what is wrong where an earlier ruling decides the same thing.
fn find_repetition(kind: &RulingKind, before: &Rulings, war: &War) -> Option<String> {
    let earlier_kinds = || before.entries.iter().map(|ruling| &ruling.kind);
    match kind {
        RulingKind::Decide { question, .. } => earlier_kinds()
            .any(|earlier_kind| matches!(earlier_kind, RulingKind::Decide { question: other, .. } if other == question))
            .then(|| format!("`{}` is decided a second time", question.key(war))),
        RulingKind::Forbid { thing: what, .. } => {
            let is_same_thing = |earlier_kind: &RulingKind| match (earlier_kind, what) {
                (RulingKind::Forbid { thing: other, .. }, _) => other == what,
                (RulingKind::Allow(other), ForbiddenThing::Order(order)) => other == order,
                (RulingKind::Allow(_) | RulingKind::Change { .. } | RulingKind::Decide { .. }, _) => false,
            };
            earlier_kinds().any(is_same_thing).then(|| "this is forbidden or allowed above already".to_owned())
        }
        RulingKind::Allow(order) => (before.allows(*order) || before.forbids(*order))
            .then(|| "this order is allowed or forbidden above already".to_owned()),
        RulingKind::Change { .. } => None,
    }
}

/// Whether an entry may have a key.
fn is_known_key(key: &Node) -> bool {
    const KEYS: [&str; 12] =
        ["set", "add", "forbid", "allow", "undo", "decide", "at", "winner", "fulfilled", "effects", "reason", "tell"];
    key.text().is_some_and(|key| KEYS.contains(&key))
}

/// The values of an entry's keys.
struct RulingFields<'n> {
    set: Option<&'n Node>,
    add: Option<&'n Node>,
    forbid: Option<&'n Node>,
    allow: Option<&'n Node>,
    undo: Option<&'n Node>,
    decide: Option<&'n Node>,
    at: Option<&'n Node>,
    winner: Option<&'n Node>,
    fulfilled: Option<&'n Node>,
    effects: Option<&'n Node>,
}

fn parse_entry(node: &Node, context: &RulingContext<'_>, above: &Rulings, needs_reason: bool) -> Option<Ruling> {
    let mut map = MapReader::new(node, "a ruling", context.diagnostics)?;
    let parts = RulingFields {
        set: map.node("set"),
        add: map.node("add"),
        forbid: map.node("forbid"),
        allow: map.node("allow"),
        undo: map.node("undo"),
        decide: map.node("decide"),
        at: map.node("at"),
        winner: map.node("winner"),
        fulfilled: map.node("fulfilled"),
        effects: map.node("effects"),
    };
    let reason = map.text("reason").unwrap_or_default();
    let tell = map.node("tell").map(|n| state_edits::parse_readers(n, context)).unwrap_or_default();
    if needs_reason && reason.is_empty() {
        let at = node.get("reason").filter(|n| !n.is_null()).map_or(node.span, |n| n.span);
        let fault = Diagnostic::error(code::REASON, at, "a ruling without a reason");
        context.diagnostics.report(fault.note("write why, as in `reason: The roof came down.`; only you read it"));
    }
    map.finish();
    let kind = parse_kind(node, &parts, context, above);
    Some(Ruling { kind: kind?, reason, tell })
}

fn parse_kind(
    node: &Node,
    parts: &RulingFields<'_>,
    context: &RulingContext<'_>,
    above: &Rulings,
) -> Option<RulingKind> {
    let RulingFields { set, add, forbid, allow, undo, decide, at, winner, fulfilled, effects } = *parts;
    let reject_unrelated_keys = |operation: &str, others: &[(Option<&Node>, &str)]| {
        for (node, key) in others {
            if let Some(node) = node {
                let message = format!("`{key}` does not belong to `{operation}`");
                context.diagnostics.report(Diagnostic::error(code::TOGETHER, node.span, message));
            }
        }
    };
    let answers = [(winner, "winner"), (fulfilled, "fulfilled"), (effects, "effects")];
    if let Some(decide) = decide {
        reject_unrelated_keys("decide", &[(allow, "allow"), (undo, "undo"), (at, "at")]);
        return parse_decision(decide, parts, context);
    }
    if set.is_some() || add.is_some() {
        let operation = if set.is_some() { "set" } else { "add" };
        reject_unrelated_keys(operation, &answers);
        reject_unrelated_keys(operation, &[(forbid, "forbid"), (allow, "allow"), (undo, "undo")]);
        let at = at
            .and_then(|node| context.diagnostics.read(node, question_keys::parse_moment))
            .unwrap_or(RulingMoment::Start);
        return Some(RulingKind::Change { moment: at, edits: parse_edits(set, add, at, context) });
    }
    let (kind, operation) =
        match (forbid, allow, undo) {
            (Some(node), _, _) => (order_rulings::parse_forbid(node, context), "forbid"),
            (None, Some(node), _) => (order_rulings::parse_allow(node, context), "allow"),
            (None, None, Some(node)) => (order_rulings::parse_undo(node, context, above), "undo"),
            // A misspelt operation is reported as an unknown key.
            (None, None, None) if node.entries().unwrap_or_default().iter().any(|(key, _)| !is_known_key(key)) => {
                return None;
            }
            (None, None, None) => {
                let fault = Diagnostic::error(code::NOTHING, node.span, "a ruling that rules nothing");
                context.diagnostics.report(fault.note(
                    "write `set`, `add`, `forbid`, `allow`, `undo` or `decide`, as in `set: { Rin: { cp: 120 } }`",
                ));
                return None;
            }
        };
    reject_unrelated_keys(operation, &answers);
    reject_unrelated_keys(operation, &[(at, "at")]);
    let others = [(forbid, "forbid"), (allow, "allow"), (undo, "undo")];
    reject_unrelated_keys(operation, &others.map(|(node, key)| (node.filter(|_| key != operation), key)));
    kind
}

/// Parses `set` and `add` together.
fn parse_edits(set: Option<&Node>, add: Option<&Node>, at: RulingMoment, context: &RulingContext<'_>) -> StateEdits {
    let mut edits = StateEdits::default();
    if let Some(set) = set {
        let night_meaning = if at == RulingMoment::Start { NightMeaning::Coming } else { NightMeaning::Begun };
        edits.changes = changes::read_changes(set, context.war, night_meaning, context.diagnostics);
    }
    if let Some(add) = add {
        state_edits::parse_add(add, context, &mut edits);
    }
    edits
}

/// Parses `decide: KEY` with its answer.
fn parse_decision(decide: &Node, parts: &RulingFields<'_>, context: &RulingContext<'_>) -> Option<RulingKind> {
    let question = context.diagnostics.read(decide, |text| question_keys::parse_question(text, context.war));
    if matches!(question, Some(Question::Ending { .. } | Question::Puzzle { .. })) {
        return parse_fulfilled(question?, decide, parts, context);
    }
    let outcome = [(parts.effects, "effects"), (parts.set, "set"), (parts.add, "add"), (parts.forbid, "forbid")];
    // If the key cannot be parsed, the kind of answer shows which one was meant.
    let is_end_question = match question {
        Some(question) => matches!(question, Question::End { .. }),
        None => parts.winner.is_some(),
    };
    let (unrelated, note): (Vec<_>, &str) = if is_end_question {
        (
            [&outcome[..], &[(parts.fulfilled, "fulfilled")]].concat(),
            "answer with `winner` and a team, or `winner: none`",
        )
    } else {
        (
            vec![(parts.winner, "winner"), (parts.fulfilled, "fulfilled")],
            "answer with `effects`, `set` or `add`, or `effects: no effect`",
        )
    };
    for (node, key) in unrelated {
        if let Some(node) = node {
            let fault = Diagnostic::error(code::TOGETHER, node.span, format!("`{key}` is no answer to this question"));
            context.diagnostics.report(fault.note(note));
        }
    }
    let report_missing = |message: &str| {
        context.diagnostics.report(Diagnostic::error(
            code::NOTHING,
            decide.span,
            format!("the answer is missing: {message}"),
        ));
    };
    let answer = if is_end_question {
        match parts.winner {
            Some(node) => {
                Answer::Winner(context.diagnostics.read(node, |text| question_keys::parse_winner(text, context.war))?)
            }
            None => {
                report_missing("`winner` and a team, or `winner: none`");
                return None;
            }
        }
    } else {
        if outcome.iter().all(|(node, _)| node.is_none()) {
            report_missing("`effects` with sentences, or `effects: no effect`; `set` and `add` answer too");
        }
        let owner = question.and_then(Question::owner);
        Answer::Effects {
            effects: parts.effects.map(|n| state_edits::parse_effects(n, owner, context)).unwrap_or_default(),
            edits: parse_edits(parts.set, parts.add, RulingMoment::End, context),
            forbids: parts.forbid.map(|n| order_rulings::parse_forbidden_orders(n, context)).unwrap_or_default(),
        }
    };
    Some(RulingKind::Decide { question: question?, answer })
}

/// Parses the answer to a yes-or-no question: `fulfilled: true` or `false`.
fn parse_fulfilled(
    question: Question,
    decide: &Node,
    parts: &RulingFields<'_>,
    context: &RulingContext<'_>,
) -> Option<RulingKind> {
    let RulingFields { set, add, forbid, winner, effects, fulfilled, .. } = *parts;
    let others = [(set, "set"), (add, "add"), (forbid, "forbid"), (winner, "winner"), (effects, "effects")];
    for (node, key) in others {
        if let Some(node) = node {
            let fault = Diagnostic::error(code::TOGETHER, node.span, format!("`{key}` is no answer to this question"));
            context.diagnostics.report(fault.note("answer with `fulfilled: true` or `fulfilled: false`"));
        }
    }
    let Some(node) = fulfilled else {
        let message = "the answer is missing: `fulfilled: true` or `fulfilled: false`";
        context.diagnostics.report(Diagnostic::error(code::NOTHING, decide.span, message));
        return None;
    };
    Some(RulingKind::Decide { question, answer: Answer::Fulfilled(context.diagnostics.flag(node)?) })
}

impl Question {
    /// Returns the character whose skill asks, if one does.
    pub(crate) const fn owner(self) -> Option<crate::vocabulary::ids::CharacterId> {
        match self {
            Question::End { .. } | Question::Ending { .. } | Question::Puzzle { .. } | Question::Obeyed { .. } => None,
            Question::Used { user: owner, .. } | Question::Always { owner, .. } => Some(owner),
        }
    }
}
