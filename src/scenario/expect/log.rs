//! What can be expected of the log: damage in order, and the GM's words.

use crate::event::kind::EventKind;
use crate::event::words::{about, words};
use crate::event::{Event, EventId};
use crate::sheet::yaml::Node;
use crate::vocabulary::exact::Exact;
use crate::war::War;

use super::super::code;
use super::{Focus, Judge};

/// How many events are shown with a failure at most: the last ones.
const MOST_EVENTS: usize = 30;

/// A hit or a tick of Poison.
struct Blow<'w> {
    batch: u32,
    attacker: &'w str,
    used: Option<EventId>,
    taker: &'w str,
    amount: Exact,
}

/// All damage of a Night: batch by batch, within one by attacker's name, use and target.
fn blows<'w>(war: &'w War, events: &[Event]) -> Vec<Blow<'w>> {
    let name = |id| war.character(id).name.as_str();
    let mut blows: Vec<Blow<'w>> = events
        .iter()
        .filter_map(|event| {
            let (attacker, taker, amount) = match &event.kind {
                EventKind::Hit { attacker, taker, receipt, .. } => (name(*attacker), *taker, receipt.amount),
                EventKind::Damaged { who, by, receipt, .. } => (name(*by), *who, receipt.amount),
                EventKind::PoisonTicked { who, damage, by, .. } => (by.map_or("Poison", name), *who, *damage),
                _ => return None,
            };
            Some(Blow { batch: event.batch, attacker, used: event.parent, taker: name(taker), amount })
        })
        .collect();
    blows.sort_by(|a, b| (a.batch, a.attacker, a.used, a.taker).cmp(&(b.batch, b.attacker, b.used, b.taker)));
    blows
}

impl Judge<'_> {
    /// Compares all damage of the Night with a list of `[attacker, target, amount]`.
    pub(super) fn damage(&mut self, node: &Node, path: &str) {
        let Some(items) = self.faults.items(node) else { return };
        let mut expected = Vec::new();
        for item in items {
            let Some([attacker, taker, amount]) = item.items() else {
                self.fault(code::FORM, item, "damage is written `[attacker, target, amount]`".to_owned());
                return;
            };
            let name = |node| self.names.who(node).map(|id| self.names.war.character(id).name.as_str());
            let attacker = if attacker.text() == Some("Poison") { Some("Poison") } else { name(attacker) };
            let amount = self.faults.read(amount, crate::event::changes::exact);
            let (Some(attacker), Some(taker), Some(amount)) = (attacker, name(taker), amount) else { return };
            expected.push(format!("[{attacker}, {taker}, {amount}]"));
        }
        let found = blows(&self.played.war, &self.played.events);
        let found: Vec<String> = found.iter().map(|b| format!("[{}, {}, {}]", b.attacker, b.taker, b.amount)).collect();
        self.same(node, path, Focus::Damage, format!("[{}]", expected.join(", ")), format!("[{}]", found.join(", ")));
    }

    /// Compares passages with the GM's full log.
    pub(super) fn log(&mut self, node: &Node, path: &str) {
        let lines: Vec<String> = self.played.events.iter().map(|e| words(&self.played.war, e)).collect();
        self.passages(node, path, Focus::War, &lines.join("\n"));
    }

    /// The events that a failure is shown with, in words.
    pub(super) fn events(&self, focus: Focus) -> Vec<String> {
        let war = &self.played.war;
        let shown: Vec<String> = self
            .played
            .events
            .iter()
            .filter(|event| match focus {
                Focus::Nothing | Focus::Page => matches!(event.kind, EventKind::Fault { .. }),
                Focus::Character(who) => told(&event.kind) && about(&event.kind).contains(&who),
                Focus::Damage => told(&event.kind) && concerns_damage(&event.kind),
                Focus::War => told(&event.kind),
            })
            .map(|event| words(war, event))
            .collect();
        let from = shown.len().saturating_sub(MOST_EVENTS);
        shown.get(from..).unwrap_or_default().to_vec()
    }
}

/// Whether an event says something of its own: not what everybody receives or sees each Turn.
fn told(kind: &EventKind) -> bool {
    !matches!(
        kind,
        EventKind::TurnBegan { .. }
            | EventKind::TurnEnded { .. }
            | EventKind::Sighted { .. }
            | EventKind::StatusesRan { .. }
            | EventKind::SkillHeard { .. }
    )
}

fn concerns_damage(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::SkillUsed { .. }
            | EventKind::Hit { .. }
            | EventKind::PoisonTicked { .. }
            | EventKind::Damaged { .. }
            | EventKind::SetOff { .. }
            | EventKind::Shielded { .. }
            | EventKind::Refunded { .. }
            | EventKind::OrderOutcome { .. }
            | EventKind::Died { .. }
            | EventKind::WarEnded { .. }
            | EventKind::Fault { .. }
    )
}
