//! A whole Night in words, for the GM alone: phase by phase, place by place, each deed with its consequences.
//!
//! Every name is the true handle and every number exact. Bookkeeping (who was sighted, whose statuses advanced) is
//! left to `grail explain`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::phase::{Phase, Round};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::text::capitalise;
use crate::war::War;

use super::apply::apply;
use super::detail::{Outcome, Reason};
use super::facts::Prominence;
use super::kind::{Combat, Effects, EventKind, Knowledge, Movement, Referee};
use super::words::describe;
use super::{Event, EventId};

/// One paragraph: a deed and its immediate consequences.
#[derive(Clone, Debug)]
pub struct Paragraph {
    /// The deed.
    pub root: EventId,
    /// The deed and its consequences.
    pub events: Vec<EventId>,
    /// The part of the Turn.
    pub phase: Phase,
    /// Where it happened.
    pub location: Option<LocationId>,
    /// Its sentences, with true handles and exact numbers.
    pub sentences: Vec<String>,
}

/// Returns the Night as the GM reads it.
pub fn render_night(before: &War, after: &War, events: &[Event]) -> String {
    let mut out = format!("{}\nNight {}, as it truly was\n", after.setup.title, after.night);
    out.push_str(&render_deeds_with_agility(after, events, &agility_at_use(before, events)));
    append_outcomes(&mut out, before, after, events);
    out.push_str("\nAs the Night ends\n");
    for id in after.ids() {
        let character = after.character(id);
        let was_dead = before.characters.get(id.index()).is_some_and(|former| !former.is_alive());
        if !character.is_alive() {
            if !was_dead {
                let _ = writeln!(out, "  {} is dead.", character.name);
            }
            continue;
        }
        let _ = write!(out, "  {}: {}", character.name, after.setup.location(character.at).name);
        let maxima = after.maxima(id);
        let _ = write!(
            out,
            ", Health {} of {}, Mana {} of {}",
            character.health, maxima.health, character.mana, maxima.mana
        );
        if let Some(mastery) = &character.mastery {
            let _ = write!(out, ", {} Combat Points, {} Command Spells", mastery.cp, mastery.command_spells);
        }
        if character.is_in_spirit_form {
            out.push_str(", in Spirit Form");
        }
        for status in &character.statuses {
            let _ = write!(out, ", {}", status.status);
        }
        out.push_str(".\n");
    }
    out
}

/// Returns what happened, round by round, phase by phase and place by place.
pub fn render_deeds(after: &War, events: &[Event]) -> String {
    render_deeds_with_agility(after, events, &BTreeMap::new())
}

/// Returns what happened, and before each use the AGI of its user, which decides who acts before whom (R038).
fn render_deeds_with_agility(after: &War, events: &[Event], agility: &BTreeMap<EventId, Rank>) -> String {
    let paragraphs = group_paragraphs(after, events);
    let mut out = String::new();
    let mut round = None;
    for phase in paragraphs.chunk_by(|a, b| a.phase == b.phase) {
        let Some(shared_phase) = phase.first().map(|paragraph| paragraph.phase) else { continue };
        if shared_phase.round() == Some(Round::Second) && round != Some(Round::Second) {
            out.push_str("\n--- The second combat round ---\n");
        }
        round = shared_phase.round();
        let _ = writeln!(out, "\n{}", shared_phase.name());
        let mut locations: Vec<Option<LocationId>> = Vec::new();
        for paragraph in phase.iter().filter(|paragraph| paragraph.location.is_some()) {
            if !locations.contains(&paragraph.location) {
                locations.push(paragraph.location);
            }
        }
        for place in std::iter::once(None).chain(locations) {
            if let Some(location) = place {
                let _ = writeln!(out, "  {}", after.setup.location(location).name);
            }
            let indent = if place.is_some() { "    " } else { "  " };
            for paragraph in phase.iter().filter(|paragraph| paragraph.location == place) {
                let agi = agility.get(&paragraph.root).map(|rank| format!("[AGI {rank}] ")).unwrap_or_default();
                let _ = writeln!(out, "{indent}{agi}{}", paragraph.sentences.join(" "));
            }
        }
    }
    out
}

/// The AGI of each skill's user at the time of use.
fn agility_at_use(before: &War, events: &[Event]) -> BTreeMap<EventId, Rank> {
    let mut war = before.clone();
    let mut agility = BTreeMap::new();
    for event in events {
        if let EventKind::Effects(Effects::SkillUsed { user, .. }) = event.kind {
            agility.insert(event.id, war.rank(user, Stat::AGI));
        }
        apply(&mut war, event);
    }
    agility
}

/// Appends the outcomes of the orders: for each seat those simply done, and the outcome of each other.
fn append_outcomes(out: &mut String, before: &War, war: &War, events: &[Event]) {
    let mut done: BTreeMap<SeatId, Vec<u16>> = BTreeMap::new();
    let mut others = String::new();
    let mut war_then = before.clone();
    for event in events {
        apply(&mut war_then, event);
        let EventKind::Referee(Referee::OrderOutcome { order, outcome, .. }) = event.kind else { continue };
        if outcome == (Outcome::Done { branch: 1 }) {
            done.entry(order.seat).or_default().push(order.number);
        } else {
            let _ = writeln!(others, "  {}", as_sentence(&describe(war, event)));
            // The player may not know why; the GM sees who was where.
            if outcome == (Outcome::NotDone { why: Reason::TargetNotAvailable }) {
                let _ = writeln!(others, "    Then there were {}.", whereabouts(&war_then));
            }
        }
    }
    if done.is_empty() && others.is_empty() {
        return;
    }
    out.push_str("\nWhat became of the orders\n");
    for (seat, mut numbers) in done {
        numbers.sort_unstable();
        let numbers: Vec<String> = numbers.iter().map(u16::to_string).collect();
        let name = war.setup.seats.get(seat.index()).map_or("", |seat| seat.name.as_str());
        let _ = writeln!(out, "  Done as ordered, {name}: {}.", numbers.join(", "));
    }
    out.push_str(&others);
}

/// Who is where, place by place, without the dead.
fn whereabouts(war: &War) -> String {
    let mut people_by_location: BTreeMap<LocationId, Vec<String>> = BTreeMap::new();
    for id in war.ids().filter(|id| war.character(*id).is_alive()) {
        let character = war.character(id);
        let form = if character.is_in_spirit_form { " (in Spirit Form)" } else { "" };
        people_by_location.entry(character.at).or_default().push(format!("{}{form}", character.name));
    }
    let describe_location = |(location, who): (LocationId, Vec<String>)| {
        format!("at {} {}", war.setup.location(location).name, who.join(", "))
    };
    people_by_location.into_iter().map(describe_location).collect::<Vec<_>>().join("; ")
}

/// The Night's news, a paragraph for each deed.
pub fn group_paragraphs(war: &War, events: &[Event]) -> Vec<Paragraph> {
    let mut list: Vec<Paragraph> = Vec::new();
    for event in events.iter().filter(|event| event.kind.facts(war).prominence == Prominence::News) {
        let sentence = as_sentence(&describe(war, event));
        // A consequence in the same phase joins the deed's paragraph.
        let root = event.parent.filter(|_| !opens_paragraph(&event.kind));
        let earlier = root.and_then(|parent| {
            list.iter_mut()
                .rev()
                .find(|p| p.phase == event.phase && (p.root == parent || p.root == find_paragraph_root(events, parent)))
        });
        match earlier {
            Some(paragraph) => {
                paragraph.events.push(event.id);
                // Those whom an observer recognises at the same time share one sentence.
                if let EventKind::Knowledge(Knowledge::Recognised { observer, who }) = event.kind
                    && let Some(last) =
                        paragraph.sentences.last_mut().filter(|last| tells_of_recognition(war, observer, last))
                {
                    let others = last.strip_suffix(RECOGNITION_ENDING).unwrap_or(last);
                    *last = format!("{others}, {}{RECOGNITION_ENDING}", war.character(who).name);
                } else {
                    paragraph.sentences.push(sentence);
                }
            }
            None => list.push(Paragraph {
                root: event.id,
                events: vec![event.id],
                phase: event.phase,
                location: event.location,
                sentences: vec![sentence],
            }),
        }
    }
    list
}

/// The ending of a sentence that tells whom somebody has recognised.
const RECOGNITION_ENDING: &str = " from now on.";

/// Whether a sentence tells whom this observer has recognised.
fn tells_of_recognition(war: &War, observer: CharacterId, sentence: &str) -> bool {
    let rest = sentence.strip_prefix(war.character(observer).name.as_str());
    rest.is_some_and(|rest| rest.starts_with(" knows ")) && sentence.ends_with(RECOGNITION_ENDING)
}

/// The event that begins the paragraph to which an event belongs.
fn find_paragraph_root(events: &[Event], event: EventId) -> EventId {
    let mut root = event;
    while let Some(parent) = usize::try_from(root.0)
        .ok()
        .and_then(|n| events.get(n.checked_sub(1)?))
        .filter(|event| !opens_paragraph(&event.kind))
        .and_then(|event| event.parent)
    {
        root = parent;
    }
    root
}

/// Whether an event begins a paragraph although it followed from another.
const fn opens_paragraph(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Effects(Effects::SkillUsed { .. })
            | EventKind::Combat(Combat::Died { .. })
            | EventKind::Movement(Movement::Left { .. })
    )
}

/// Words as a sentence, with a capital and a full stop.
fn as_sentence(words: &str) -> String {
    let mut text = capitalise(words);
    if !text.ends_with(['.', '!', '?', '"']) {
        text.push('.');
    }
    text
}
