//! A whole Night in words, for the GM alone: phase by phase, place by place, each deed with what came of it.
//!
//! Every name is the true handle and every number exact; what merely keeps the books (who was sighted, whose
//! statuses ran) is left to `grail explain`.

use crate::vocabulary::text::capitalised;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::phase::{Phase, Round};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::war::War;

use super::apply::apply;
use super::detail::{Outcome, Reason};
use super::facts::Prominence;
use super::kind::{Combat, Effects, EventKind, Knowledge, Movement, Referee};
use super::words::describe;
use super::{Event, EventId};

/// One paragraph: a deed, and what followed from it at once.
#[derive(Clone, Debug)]
pub struct Paragraph {
    /// The deed.
    pub root: EventId,
    /// It, and what followed.
    pub events: Vec<EventId>,
    /// The part of the Turn.
    pub phase: Phase,
    /// Where it happened.
    pub place: Option<LocationId>,
    /// In words, with true handles and exact numbers.
    pub sentences: Vec<String>,
}

/// The Night as the GM reads it.
pub fn prose(before: &War, after: &War, events: &[Event]) -> String {
    let mut out = format!("{}\nNight {}, as it truly was\n", after.setup.title, after.night);
    out.push_str(&deeds_by(after, events, &agility(before, events)));
    orders(&mut out, before, after, events);
    out.push_str("\nAs the Night ends\n");
    for id in after.ids() {
        let character = after.character(id);
        let gone = before.characters.get(id.index()).is_some_and(|had| !had.is_alive());
        if !character.is_alive() {
            if !gone {
                let _ = writeln!(out, "  {} is dead.", character.name);
            }
            continue;
        }
        let _ = write!(out, "  {}: {}", character.name, after.setup.location(character.at).name);
        let most = after.maxima(id);
        let _ =
            write!(out, ", Health {} of {}, Mana {} of {}", character.health, most.health, character.mana, most.mana);
        if let Some(mastery) = &character.mastery {
            let _ = write!(out, ", {} Combat Points, {} Command Spells", mastery.cp, mastery.command_spells);
        }
        if character.spirit_form {
            out.push_str(", in Spirit Form");
        }
        for status in &character.statuses {
            let _ = write!(out, ", {}", status.status);
        }
        out.push_str(".\n");
    }
    out
}

/// What happened, round by round, phase by phase and place by place.
pub fn deeds(after: &War, events: &[Event]) -> String {
    deeds_by(after, events, &BTreeMap::new())
}

/// The same, with the AGI of whoever uses a skill beside it, by which they came before others (R038).
fn deeds_by(after: &War, events: &[Event], agility: &BTreeMap<EventId, Rank>) -> String {
    let paragraphs = paragraphs(after, events);
    let mut out = String::new();
    let mut round = None;
    for phase in paragraphs.chunk_by(|a, b| a.phase == b.phase) {
        let Some(of) = phase.first().map(|paragraph| paragraph.phase) else { continue };
        if of.round() == Some(Round::Second) && round != Some(Round::Second) {
            out.push_str("\n--- The second combat round ---\n");
        }
        round = of.round();
        let _ = writeln!(out, "\n{}", of.name());
        let mut places: Vec<Option<LocationId>> = Vec::new();
        for paragraph in phase.iter().filter(|paragraph| paragraph.place.is_some()) {
            if !places.contains(&paragraph.place) {
                places.push(paragraph.place);
            }
        }
        for place in std::iter::once(None).chain(places) {
            if let Some(at) = place {
                let _ = writeln!(out, "  {}", after.setup.location(at).name);
            }
            let indent = if place.is_some() { "    " } else { "  " };
            for paragraph in phase.iter().filter(|paragraph| paragraph.place == place) {
                let agi = agility.get(&paragraph.root).map(|rank| format!("[AGI {rank}] ")).unwrap_or_default();
                let _ = writeln!(out, "{indent}{agi}{}", paragraph.sentences.join(" "));
            }
        }
    }
    out
}

/// The AGI of whoever uses a skill, as it is then.
fn agility(before: &War, events: &[Event]) -> BTreeMap<EventId, Rank> {
    let mut then = before.clone();
    let mut agility = BTreeMap::new();
    for event in events {
        if let EventKind::Effects(Effects::SkillUsed { user, .. }) = event.kind {
            agility.insert(event.id, then.rank(user, Stat::AGI));
        }
        apply(&mut then, event);
    }
    agility
}

/// What became of the orders: seat by seat which were simply done, and of the others what came of each.
fn orders(out: &mut String, before: &War, war: &War, events: &[Event]) {
    let mut done: BTreeMap<SeatId, Vec<u16>> = BTreeMap::new();
    let mut others = String::new();
    let mut then = before.clone();
    for event in events {
        apply(&mut then, event);
        let EventKind::Referee(Referee::OrderOutcome { order, outcome, .. }) = event.kind else { continue };
        if outcome == (Outcome::Done { branch: 1 }) {
            done.entry(order.seat).or_default().push(order.number);
        } else {
            let _ = writeln!(others, "  {}", sentence(&describe(war, event)));
            // The player may not know why: the GM sees who was where.
            if outcome == (Outcome::NotDone { why: Reason::TargetNotAvailable }) {
                let _ = writeln!(others, "    Then there were {}.", whereabouts(&then));
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

/// Who is where, place by place: the dead are nowhere.
fn whereabouts(war: &War) -> String {
    let mut places: BTreeMap<LocationId, Vec<String>> = BTreeMap::new();
    for id in war.ids().filter(|id| war.character(*id).is_alive()) {
        let character = war.character(id);
        let form = if character.spirit_form { " (in Spirit Form)" } else { "" };
        places.entry(character.at).or_default().push(format!("{}{form}", character.name));
    }
    let each =
        |(place, who): (LocationId, Vec<String>)| format!("at {} {}", war.setup.location(place).name, who.join(", "));
    places.into_iter().map(each).collect::<Vec<_>>().join("; ")
}

/// The Night's news, deed by deed.
pub fn paragraphs(war: &War, events: &[Event]) -> Vec<Paragraph> {
    let mut list: Vec<Paragraph> = Vec::new();
    for event in events.iter().filter(|event| event.kind.facts(war).prominence == Prominence::News) {
        let sentence = sentence(&describe(war, event));
        // What followed from a deed in the same phase stands beside it.
        let root = event.parent.filter(|_| !opens(&event.kind));
        let beside = root.and_then(|parent| {
            list.iter_mut()
                .rev()
                .find(|p| p.phase == event.phase && (p.root == parent || p.root == root_of(events, parent)))
        });
        match beside {
            Some(paragraph) => {
                paragraph.events.push(event.id);
                // Whom somebody learns to know at once stands in one sentence.
                if let EventKind::Knowledge(Knowledge::Recognised { observer, who }) = event.kind
                    && let Some(last) = paragraph.sentences.last_mut().filter(|last| knows(war, observer, last))
                {
                    let others = last.strip_suffix(KNOWS).unwrap_or(last);
                    *last = format!("{others}, {}{KNOWS}", war.character(who).name);
                } else {
                    paragraph.sentences.push(sentence);
                }
            }
            None => list.push(Paragraph {
                root: event.id,
                events: vec![event.id],
                phase: event.phase,
                place: event.place,
                sentences: vec![sentence],
            }),
        }
    }
    list
}

/// How a sentence ends that tells whom somebody has learned to know.
const KNOWS: &str = " from now on.";

/// Whether a sentence tells whom this one has learned to know.
fn knows(war: &War, observer: CharacterId, sentence: &str) -> bool {
    let rest = sentence.strip_prefix(war.character(observer).name.as_str());
    rest.is_some_and(|rest| rest.starts_with(" knows ")) && sentence.ends_with(KNOWS)
}

/// The first event of those an event followed from.
fn root_of(events: &[Event], of: EventId) -> EventId {
    let mut root = of;
    while let Some(parent) = usize::try_from(root.0)
        .ok()
        .and_then(|n| events.get(n.checked_sub(1)?))
        .filter(|event| !opens(&event.kind))
        .and_then(|event| event.parent)
    {
        root = parent;
    }
    root
}

/// Whether an event begins a paragraph though it followed from another.
const fn opens(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Effects(Effects::SkillUsed { .. })
            | EventKind::Combat(Combat::Died { .. })
            | EventKind::Movement(Movement::Left { .. })
    )
}

/// With a capital and a full stop.
fn sentence(words: &str) -> String {
    let mut text = capitalised(words);
    if !text.ends_with(['.', '!', '?', '"']) {
        text.push('.');
    }
    text
}
