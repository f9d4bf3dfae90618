//! `grail explain`: explains the events of a night.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::campaign::folder::Folder;
use crate::campaign::game::event_file;
use crate::campaign::game::play::{Game, PlayedNight};
use crate::campaign::game::replay::compare_files;
use crate::event::kind::{Combat, EventKind, Resources, Statuses};
use crate::event::number_receipts::{Receipt, RegenReceipt, Term, TermSource};
use crate::event::words::describe_with_phase_and_rules;
use crate::event::{Cause, Event, EventId, OrderRef};
use crate::language::diagnostic::nearest;
use crate::perception::report::find_events_read_by;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::text::collapse_whitespace;
use crate::war::War;

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, parse_number};

/// Explains a night: every event with its numbers, the rules it rests on and what led to it.
///
/// The night is resolved again from the position before it and compared with its event log; both
/// are the same, or the difference is named and the exit code is 1. With EVENT only that event
/// and those that led to it. The night that comes next is explained as it would be now, under the
/// orders and rulings so far: its events have the numbers that `undo` takes.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail explain campaigns/nine-bridges 1 42\n  \
                        grail explain campaigns/nine-bridges 2 --about Saber --phase attacking")]
pub(super) struct ExplainArgs {
    /// The campaign's folder.
    campaign: PathBuf,
    /// The night.
    #[arg(value_parser = parse_number)]
    night: u32,
    /// The number of an event.
    #[arg(value_parser = parse_number)]
    event: Option<u32>,
    #[command(flatten)]
    only: EventFilter,
}

/// Which events are shown, where not all are.
#[derive(Debug, Args)]
struct EventFilter {
    /// Only what this character did, what was done to them, and what their skills brought about.
    #[arg(long, value_name = "CHARACTER", conflicts_with = "event")]
    about: Option<String>,
    /// Only this phase, by the beginning of its name: `attacking`, `2nd instant`.
    #[arg(long, value_name = "PHASE", conflicts_with = "event")]
    phase: Option<String>,
    /// Only what the page of this seat was made from: what its characters perceived, or shared by a bond.
    #[arg(long = "for", value_name = "SEAT", conflicts_with = "event")]
    seat: Option<String>,
}

pub(super) fn run(ui: &Ui, args: &ExplainArgs) -> CommandResult {
    let game = Game::open(Folder::open(&args.campaign)?)?;
    if args.night == 0 {
        return Err(Failure::Usage("night 0 is the start: nothing happened in it".to_owned()));
    }
    let last = game.folder.last_resolved_night()?.number;
    let is_next_night = args.night == last + 1;
    let played =
        if is_next_night { game.play(game.war_after(last)?, args.night)? } else { game.replay_night(args.night)? };
    let mut events = select_events(&played, args.event)?;
    args.only.retain_chosen(&mut events, &game, &played)?;
    let war = &played.resolution.war;
    let mut out = String::new();
    for event in &events {
        write_explanation(&mut out, war, &played, event);
    }
    ui.text(&out)?;
    let trees: Vec<serde_json::Value> = events
        .iter()
        .map(|event| Ok(json!({ "words": describe_with_phase_and_rules(war, event), "event": event_file::event_to_json(war, event)? })))
        .collect::<Result<_, Failure>>()?;
    ui.json(&json!({ "night": args.night, "events": trees }))?;
    if is_next_night {
        ui.status(&format!("Night {} is not resolved: this is how it would be now.", args.night));
        return Ok(());
    }
    let differing = compare_files(&played.night, &played.files)?;
    match differing.first() {
        None => Ok(()),
        Some(first) => {
            ui.error(&format!(
                "`{}` is not what the night's orders lead to: see `grail replay {}`",
                played.night.path.join(&first.file).display(),
                args.campaign.display()
            ));
            Err(Failure::Reported)
        }
    }
}

impl EventFilter {
    /// Keeps only the events that were asked for.
    fn retain_chosen(&self, events: &mut Vec<&Event>, game: &Game, played: &PlayedNight) -> Result<(), Failure> {
        let war = &played.resolution.war;
        if let Some(name) = &self.about {
            let who = war.character_named(name).ok_or_else(|| {
                let near = nearest(name, war.characters.iter().map(|character| character.name.as_str()));
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                Failure::Usage(format!("nobody is called `{name}`{near}"))
            })?;
            events.retain(|event| is_about(war, event, who));
        }
        if let Some(words) = &self.phase {
            let has_prefix = |phase: &Phase| phase.name().to_lowercase().starts_with(&words.to_lowercase());
            let phases: Vec<Phase> = Phase::ALL.into_iter().filter(has_prefix).collect();
            if phases.is_empty() {
                let all = Phase::ALL.map(Phase::name).join(", ");
                return Err(Failure::Usage(format!("no phase begins with `{words}`: there are {all}")));
            }
            events.retain(|event| phases.contains(&event.phase));
        }
        if let Some(name) = &self.seat {
            let seat = game.find_seat(name)?;
            let event_ids = find_events_read_by(&played.war_before, &played.resolution.events, seat);
            events.retain(|event| event_ids.contains(&event.id));
        }
        Ok(())
    }
}

/// Whether an event concerns a character: they did it, it was done to them, or a skill of theirs caused it.
fn is_about(war: &War, event: &Event, who: CharacterId) -> bool {
    let facts = event.kind.facts(war);
    let is_by_skill = matches!(event.cause, Cause::Effect { user, .. } if user == who);
    let is_named = facts.actor.into_iter().chain(facts.interceptor).any(|id| id == who);
    is_by_skill || is_named || facts.objects.contains(&who) || facts.mentioned.contains(&who)
}

/// Selects all events, or one with those that led to it, in order.
fn select_events(played: &PlayedNight, event: Option<u32>) -> Result<Vec<&Event>, Failure> {
    let events = &played.resolution.events;
    let Some(number) = event else { return Ok(events.iter().collect()) };
    let find = |id: EventId| events.iter().find(|e| e.id == id);
    let Some(event) = find(EventId(number)) else {
        let last = events.last().map_or(0, |e| e.id.0);
        let text = format!("night {} has no event {number}: its events are 1 to {last}", played.night.number);
        return Err(Failure::Usage(text));
    };
    let mut chain = vec![event];
    // A parent comes before its child, so this loop ends.
    while let Some(parent) = chain.last().and_then(|e| e.parent.filter(|p| *p < e.id)).and_then(find) {
        chain.push(parent);
    }
    chain.reverse();
    Ok(chain)
}

fn write_explanation(out: &mut String, war: &War, played: &PlayedNight, event: &Event) {
    let _ = writeln!(out, "{:>4}  {}", event.id.0, describe_with_phase_and_rules(war, event));
    let mut detail = |text: String| {
        let _ = writeln!(out, "      {text}");
    };
    for term in terms(&event.kind) {
        detail(render_term(war, term));
    }
    match event.cause {
        Cause::Rule | Cause::Ruling(_) => {}
        Cause::Order(order) => detail(format!("because of {}", render_order(war, played, order))),
        Cause::Effect { skill, user } => {
            detail(format!("because of {}'s {}", war.character(user).name, war.skill(skill).name.base));
        }
    }
    if let Some(parent) = event.parent {
        detail(format!("follows from event {}", parent.0));
    }
    if !event.observations.is_empty() {
        let seen = event
            .observations
            .iter()
            .map(|observation| format!("{} ({:?})", war.character(observation.observer).name, observation.vantage));
        detail(format!("perceived by {}", seen.collect::<Vec<_>>().join(", ")));
    }
}

/// The terms of an event's numbers, each with its source.
pub(super) fn terms(kind: &EventKind) -> Vec<Term> {
    let damage = |receipt: &Receipt| receipt.flat.iter().chain(&receipt.percents).copied().collect::<Vec<_>>();
    let regen = |receipt: &RegenReceipt| receipt.percents.iter().chain(&receipt.flat).copied().collect::<Vec<_>>();
    if let EventKind::Combat(Combat::Hit { receipt, .. } | Combat::Damaged { receipt, .. })
    | EventKind::Statuses(Statuses::PoisonTicked { receipt, .. }) = kind
    {
        damage(receipt)
    } else if let EventKind::Resources(Resources::Regenerated { health_receipt, mana_receipt, .. }) = kind {
        regen(health_receipt).into_iter().chain(regen(mana_receipt)).collect()
    } else {
        Vec::new()
    }
}

/// Renders a term with its source: `+ 0.1 Berserker's Bear Fury`.
pub(super) fn render_term(war: &War, term: Term) -> String {
    let source = render_source(war, term.source);
    if term.amount.is_negative() {
        format!("− {} {source}", -term.amount)
    } else {
        format!("+ {} {source}", term.amount)
    }
}

fn render_source(war: &War, source: TermSource) -> String {
    match source {
        TermSource::Rule(rule) => format!("by {rule}"),
        TermSource::Skill { skill, user } => format!("{}'s {}", war.character(user).name, war.skill(skill).name.base),
    }
}

fn render_order(war: &War, played: &PlayedNight, order: OrderRef) -> String {
    let seat = &war.setup.seats[order.seat.index()].name;
    let orders = played.orders.iter().find(|o| o.seat == order.seat);
    let written = orders.and_then(|o| {
        let found = o.plan.orders.iter().find(|planned| planned.number == usize::from(order.number))?;
        let text = o.source.text.get(found.span.range())?;
        Some(collapse_whitespace(text))
    });
    match written {
        Some(text) => format!("order {} of {seat}: {text}", order.number),
        None => format!("order {} of {seat}", order.number),
    }
}
