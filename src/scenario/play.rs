//! Plays a scenario's Nights as a campaign does: with Views, checked orders and one resolution each.

use crate::event::apply::apply;
use crate::event::changes::{self, NightMeaning};
use crate::event::detail::{RulingVerdict, StateChange};
use crate::event::kind::{EventKind, Referee};
use crate::event::{Cause, Event, EventId};
use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;
use crate::night::logic::add_posted;
use crate::night::logic::logic_file;
use crate::night::rulings::Rulings;
use crate::night::rulings::ruling_file;
use crate::night::{Resolution, SeatPlan, list_ap_terms, resolve};
use crate::orders::check;
use crate::perception::view_of::build_view;
use crate::sheet::reader::Diagnostics;
use crate::updates::page;
use crate::vocabulary::ids::{CharacterId, SeatId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::switches::Silence;
use crate::war::War;

use super::expect;
use super::file::{NightEntry, Scenario};
use super::run_report::ScenarioReport;
use super::scenario_night::ScenarioNight;

/// Plays a scenario and compares its results with what it expects.
pub(super) fn play_scenario(scenario: &Scenario<'_>, diagnostics: &Diagnostics) -> ScenarioReport {
    let mut report =
        ScenarioReport { title: scenario.title.clone(), rules: scenario.rules.clone(), ..ScenarioReport::default() };
    let mut war = scenario.war.clone();
    let starting_changes: Vec<StateChange> =
        war.ids().map(|who| StateChange::Known(who, war.ids().filter(|other| *other != who).collect())).collect();
    apply_changes(&mut war, starting_changes);
    apply_start(&mut war, scenario.start.clone());
    let mut last: Vec<(SeatId, String)> = Vec::new();
    for (number, night) in scenario.nights.iter().enumerate() {
        if let Some(node) = night.start {
            let changes = changes::read_changes(node, &war, NightMeaning::Coming, diagnostics);
            apply_start(&mut war, changes);
        }
        let logic = night.logic.map(|node| logic_file::parse_entries(node, &war, diagnostics)).unwrap_or_default();
        let texts = collect_orders(night, &war, &mut last);
        let orders = read_orders(add_posted(&war, &logic).as_ref().unwrap_or(&war), &texts);
        let plans: Vec<SeatPlan> = orders.iter().map(|(plan, _)| plan.clone()).collect();
        let rulings = night
            .rulings
            .map(|node| ruling_file::parse_scenario_rulings(node, &war, &plans, diagnostics))
            .unwrap_or_default();
        let rulings = Rulings { logic, ..rulings };
        if diagnostics.has_errors() {
            return report;
        }
        let played = play_night(&war, orders, &rulings);
        report.nights += 1;
        if let Some(node) = night.expect {
            let failures_before = report.failures.len();
            expect::compare_values(node, &played, &format!("nights[{number}].expect"), diagnostics, &mut report);
            if report.failures.len() > failures_before {
                report.order_faults.extend(render_order_faults(&texts, &played, number));
            }
        }
        let known = war.characters.len();
        war = played.war;
        introduce_new_familiars(&mut war, known);
    }
    report
}

/// The faults in a Night's orders, which may explain a failed expectation.
fn render_order_faults(texts: &[(SeatId, String)], played: &ScenarioNight, night: usize) -> Vec<String> {
    let text_of = |seat: SeatId| texts.iter().find(|(own, _)| *own == seat).map(|(_, text)| text.as_str());
    let rendered = played.diagnostics.iter().flat_map(|(seat, diagnostics)| {
        let name = played.war_before.setup.seats.get(seat.index()).map_or("", |seat| seat.name.as_str());
        let source = Source::new(format!("nights[{night}].orders.{name}"), text_of(*seat).unwrap_or_default());
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
        errors.map(move |diagnostic| diagnostic.render(&source)).collect::<Vec<_>>()
    });
    rendered.collect()
}

/// Makes familiars summoned tonight known by handle to everybody who knows their summoner, because in a scenario
/// everybody is known.
pub(super) fn introduce_new_familiars(war: &mut War, known: usize) {
    let new: Vec<CharacterId> = war.ids().skip(known).collect();
    if new.is_empty() {
        return;
    }
    let changes: Vec<StateChange> = war
        .ids()
        .map(|who| {
            let known_ids = &war.character(who).knows;
            let introduced =
                new.iter().copied().filter(|f| war.character(*f).summoner.is_some_and(|by| known_ids.contains(&by)));
            StateChange::Known(who, known_ids.iter().copied().chain(introduced).collect())
        })
        .collect();
    apply_changes(war, changes);
}

/// The orders of each seat. A seat that sends none is idle, or repeats its last orders (A234).
fn collect_orders(night: &NightEntry<'_>, war: &War, last: &mut Vec<(SeatId, String)>) -> Vec<(SeatId, String)> {
    let mut orders: Vec<(SeatId, String)> =
        night.orders.iter().map(|(seat, node)| (*seat, node.text().unwrap_or_default().to_owned())).collect();
    if war.setup.switches.silence == Silence::Repeat {
        let silent_seats: Vec<_> =
            last.iter().filter(|(seat, _)| !orders.iter().any(|(s, _)| s == seat)).cloned().collect();
        orders.extend(silent_seats);
        last.clone_from(&orders);
    }
    orders
}

/// Parses each seat's orders, with their diagnostics.
pub(super) fn read_orders(war: &War, orders: &[(SeatId, String)]) -> Vec<(SeatPlan, Vec<Diagnostic>)> {
    let parse = |(seat, text): &(SeatId, String)| {
        let name = war.setup.seats.get(seat.index()).map_or("", |s| s.name.as_str());
        // Uses only the seat's View, as `grail check` does.
        let checked = check(&Source::new(format!("orders of {name}"), text.as_str()), &build_view(war, *seat));
        let diagnostics = checked.diagnostics.clone();
        (SeatPlan::from_checked(*seat, checked), diagnostics)
    };
    orders.iter().map(parse).collect()
}

/// Plays a Night with parsed orders.
pub(super) fn play_night(war: &War, orders: Vec<(SeatPlan, Vec<Diagnostic>)>, rulings: &Rulings) -> ScenarioNight {
    let (plans, diagnostics): (Vec<SeatPlan>, Vec<Vec<Diagnostic>>) = orders.into_iter().unzip();
    let diagnostics = plans.iter().map(|plan| plan.seat).zip(diagnostics).collect();
    let accepted = |plan: &SeatPlan| {
        (plan.seat, plan.admitted(rulings).map(|order| page::AcceptedOrder::new(plan.seat, order)).collect())
    };
    let orders = plans.iter().map(accepted).collect();
    let Resolution { war: after, events, pending, .. } = resolve(war, &plans, rulings);
    ScenarioNight { war_before: war.clone(), war: after, events, pending, diagnostics, orders }
}

/// Applies changes as a ruling of the GM does.
pub(super) fn apply_changes(war: &mut War, changes: Vec<StateChange>) {
    if changes.is_empty() {
        return;
    }
    let ruling = Referee::Ruled { verdict: RulingVerdict::Set, changes, reason: String::new(), told: Vec::new() };
    apply_setup_event(war, EventKind::Referee(ruling));
}

/// Applies an event that belongs to the setup of a position and to no Night.
pub(super) fn apply_setup_event(war: &mut War, kind: EventKind) {
    let event = Event {
        id: EventId(0),
        phase: Phase::TurnStart,
        batch: 0,
        parent: None,
        cause: Cause::Rule,
        rules: Vec::new(),
        location: None,
        kind,
        observations: Vec::new(),
    };
    apply(war, &event);
}

/// Sets a starting position. `ap_next` is the number that `expect` would read, so what AGI and Stun add in the
/// finished position is subtracted from the change.
fn apply_start(war: &mut War, changes: Vec<StateChange>) {
    let wanted: Vec<(_, i64)> = changes
        .iter()
        .filter_map(|change| match change {
            StateChange::ApChange(who, by) => Some((*who, i64::from(war.sheet(*who).ap) + i64::from(*by))),
            _ => None,
        })
        .collect();
    apply_changes(war, changes);
    let mut corrections = Vec::new();
    for (who, wanted) in wanted {
        let sum: i64 = list_ap_terms(war, who).iter().map(|term| i64::from(term.amount)).sum();
        let change = i64::from(war.character(who).ap_change) + wanted - sum;
        if let Ok(change) = i32::try_from(change) {
            corrections.push(StateChange::ApChange(who, change));
        }
    }
    apply_changes(war, corrections);
}
