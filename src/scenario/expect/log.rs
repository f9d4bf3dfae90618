//! Expectations about the log: the damage in order, and the GM's words.

use crate::event::facts::{Prominence, RecordedAs};
use crate::event::kind::{Combat, Course, Effects, EventKind, Referee, Statuses};
use crate::event::words::describe_with_phase_and_rules;
use crate::event::{Event, EventId};
use crate::language::fields;
use crate::sheet::yaml::Node;
use crate::vocabulary::exact::Exact;
use crate::war::War;

use super::super::code;
use super::{Comparator, FailureEvents};

/// The maximum number of events shown with a failure: the last ones.
const MAX_EVENTS: usize = 30;

/// A hit, an effect's damage, or Poison.
struct DamageLine<'w> {
    batch: u32,
    attacker: &'w str,
    use_event: Option<EventId>,
    taker: &'w str,
    amount: Exact,
}

/// All damage of a Night: batch by batch, and within one by attacker's name, use and target.
fn damage_lines<'w>(war: &'w War, events: &[Event]) -> Vec<DamageLine<'w>> {
    let name = |id| war.character(id).name.as_str();
    let mut blows: Vec<DamageLine<'w>> = events
        .iter()
        .filter_map(|event| {
            let facts = event.kind.facts(war);
            let is_harm = matches!(facts.recorded_as, RecordedAs::Hit { .. } | RecordedAs::Harm);
            let taker = name(facts.affected_body.filter(|_| is_harm)?);
            let attacker = facts.actor.or(facts.mentioned.first().copied()).map_or("Poison", name);
            let amount = facts.amount.unwrap_or_default();
            Some(DamageLine { batch: event.batch, attacker, use_event: event.parent, taker, amount })
        })
        .collect();
    blows.sort_by(|a, b| (a.batch, a.attacker, a.use_event, a.taker).cmp(&(b.batch, b.attacker, b.use_event, b.taker)));
    blows
}

impl Comparator<'_> {
    /// Compares all damage of the Night with a list of `[attacker, target, amount]`.
    pub(super) fn check_damage(&mut self, node: &Node, path: &str) {
        let Some(items) = self.diagnostics.items(node) else { return };
        let mut expected = Vec::new();
        for item in items {
            let Some([attacker, taker, amount]) = item.items() else {
                self.report_fault(code::FORM, item, "damage is written `[attacker, target, amount]`".to_owned());
                return;
            };
            let name = |node| self.names.read_character(node).map(|id| self.names.war.character(id).name.as_str());
            let attacker = if attacker.text() == Some("Poison") { Some("Poison") } else { name(attacker) };
            let amount = self.diagnostics.read(amount, fields::number);
            let (Some(attacker), Some(taker), Some(amount)) = (attacker, name(taker), amount) else { return };
            expected.push(format!("[{attacker}, {taker}, {amount}]"));
        }
        let found = damage_lines(&self.played.war, &self.played.events);
        let found: Vec<String> = found.iter().map(|b| format!("[{}, {}, {}]", b.attacker, b.taker, b.amount)).collect();
        self.compare_expectations(
            node,
            path,
            FailureEvents::Damage,
            format!("[{}]", expected.join(", ")),
            format!("[{}]", found.join(", ")),
        );
    }

    /// Compares passages with the GM's full log.
    pub(super) fn check_log(&mut self, node: &Node, path: &str) {
        let lines: Vec<String> =
            self.played.events.iter().map(|e| describe_with_phase_and_rules(&self.played.war, e)).collect();
        self.check_passages(node, path, FailureEvents::War, &lines.join("\n"));
    }

    /// The events shown with a failure, in words.
    pub(super) fn events_for_failure(&self, focus: FailureEvents) -> Vec<String> {
        let war = &self.played.war;
        // Leaves out what everybody receives or sees each Turn.
        let noteworthy = |event: &Event| event.kind.facts(war).prominence > Prominence::EveryTurn;
        let lines: Vec<String> = self
            .played
            .events
            .iter()
            .filter(|event| match focus {
                FailureEvents::Nothing | FailureEvents::Page => {
                    matches!(event.kind, EventKind::Referee(Referee::Fault { .. }))
                }
                FailureEvents::Character(who) => {
                    noteworthy(event) && event.kind.facts(war).characters_mentioned().any(|one| one == who)
                }
                FailureEvents::Damage => concerns_damage(&event.kind),
                FailureEvents::War => noteworthy(event),
            })
            .map(|event| describe_with_phase_and_rules(war, event))
            .collect();
        let from = lines.len().saturating_sub(MAX_EVENTS);
        lines.get(from..).unwrap_or_default().to_vec()
    }
}

/// Whether an event is about damage, or about why there was none.
const fn concerns_damage(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Effects(Effects::SkillUsed { .. } | Effects::SetOff { .. } | Effects::Refunded { .. })
            | EventKind::Combat(
                Combat::Hit { .. } | Combat::Damaged { .. } | Combat::Shielded { .. } | Combat::Died { .. }
            )
            | EventKind::Statuses(Statuses::PoisonTicked { .. })
            | EventKind::Referee(Referee::OrderOutcome { .. } | Referee::Fault { .. })
            | EventKind::Course(Course::WarEnded { .. })
    )
}
