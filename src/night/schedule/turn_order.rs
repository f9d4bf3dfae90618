//! In which order the steps of a phase are carried out: by AGI, then LCK; what was put off as the orders say (R038,
//! R048, R204, R206–R209, A060, A061, A135).
//!
//! Each location has an order of its own; the phase goes through them side by side, and equals act at once only where
//! they have to do with each other. So nobody can read from what happens before their eyes how quick somebody is who
//! is not there (I24).

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use crate::language::order::{ActionKind, Moment};
use crate::night::actions::step_skill;
use crate::night::conditions::targeting::aim;
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::night::state::task::Step;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::switches::DelayTie;

/// A character's steps at one time of the phase.
pub(crate) struct TurnPlace {
    slot: Slot,
    pub steps: Vec<Step>,
}

/// Whose place it is, and when. A place is *native* where its time is its actor's own AGI: nothing was put off. Those
/// put off to one time are *contested*: which of them goes last is settled between them (A060).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    actor: CharacterId,
    /// Where the actor is.
    at: LocationId,
    time: Time,
    /// AGI and LCK as they were when the order was made.
    speed: (Rank, Rank),
}

impl TurnPlace {
    /// This place with its first step alone.
    pub(crate) fn first(&self) -> Option<TurnPlace> {
        Some(TurnPlace { slot: self.slot, steps: vec![*self.steps.first()?] })
    }

    /// Whether something has changed its actor's AGI or LCK, or where they are, since the order was made.
    pub(crate) fn has_changed(&self, night: &Night<'_>) -> bool {
        let Slot { actor, at, speed: before, .. } = self.slot;
        before != speed(night, actor) || at != night.war.character(actor).at
    }
}

impl Slot {
    /// Whether its time is its actor's own AGI.
    fn is_native(self) -> bool {
        self.time == Time::Agility(Reverse(self.speed.0))
    }

    /// Earlier first. Of one AGI luck decides, and who has it of themselves comes before who was put off to it (R208,
    /// A061); of those put off to the start or the end of the phase their own speed (A060).
    fn compare(self, other: Slot, tie: DelayTie) -> Ordering {
        let by_luck = match self.time {
            Time::Agility(_) => other.speed.1.cmp(&self.speed.1),
            Time::First | Time::Start | Time::End | Time::Last => Ordering::Equal,
        };
        let contested = match tie {
            DelayTie::FasterLast => self.speed.cmp(&other.speed),
            DelayTie::SlowerLast => other.speed.cmp(&self.speed),
        };
        let native = other.is_native().cmp(&self.is_native());
        self.time.cmp(&other.time).then(by_luck).then(native).then(contested)
    }
}

/// What the order of a phase goes by: AGI, then LCK, as they are now (R207, R208, A135).
pub(crate) fn speed(position: &Position, who: CharacterId) -> (Rank, Rank) {
    (position.war.order_agility(who), position.war.rank(who, Stat::LCK))
}

/// A time within a phase, earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Time {
    /// Before all other actions of the phase, as the skill says (R191).
    First,
    /// `at the start of the phase`; the real AGI decides who goes last (A060).
    Start,
    /// As though with this AGI (A061); the higher the earlier.
    Agility(Reverse<Rank>),
    /// `at the end of the phase`.
    End,
    /// After all other actions of the phase, as the skill says (R182).
    Last,
}

/// Groups steps into places, earliest first; each inner list is one full tie.
pub(crate) fn order(night: &Night<'_>, steps: Vec<Step>) -> Vec<Vec<TurnPlace>> {
    let tie = night.war.setup.switches.delay_tie;
    let mut grounds: BTreeMap<LocationId, Vec<TurnPlace>> = BTreeMap::new();
    for place in places(night, steps) {
        grounds.entry(place.slot.at).or_default().push(place);
    }
    let mut lines: Vec<_> =
        grounds.into_values().map(|places| of_one_location(places, tie).into_iter().peekable()).collect();
    let head = |group: &Vec<TurnPlace>| group.first().map(|place| place.slot);
    let earlier = |a: &Slot, b: &Slot| a.compare(*b, tie).then(a.actor.cmp(&b.actor));
    let mut ordered = Vec::new();
    while let Some(next) = lines.iter_mut().filter_map(|line| head(line.peek()?)).min_by(earlier) {
        let first = |group: &Vec<TurnPlace>| head(group) == Some(next);
        let mut group: Vec<TurnPlace> = lines.iter_mut().find_map(|line| line.next_if(first)).unwrap_or_default();
        // Who is equal in all of this elsewhere acts at once with them, if the one has to do with where the other is
        // (R209).
        let mut joins = |group: &Vec<TurnPlace>| {
            let tied =
                |other: &Vec<TurnPlace>| head(other).is_some_and(|slot| slot.compare(next, tie) == Ordering::Equal);
            let meets = |other: &Vec<TurnPlace>| {
                !locations_concerned(night, group).is_disjoint(&locations_concerned(night, other))
            };
            lines.iter_mut().find_map(|line| line.next_if(|other| tied(other) && meets(other)))
        };
        while let Some(other) = joins(&group) {
            group.extend(other);
        }
        group.sort_by_key(|place| (!place.slot.is_native(), place.slot.actor));
        ordered.push(group);
    }
    ordered
}

/// The locations that steps have to do with: where those are who act, and those at whom they aim.
fn locations_concerned(night: &Night<'_>, places: &[TurnPlace]) -> BTreeSet<LocationId> {
    let mut reached = BTreeSet::new();
    for TurnPlace { slot, steps } in places {
        reached.insert(slot.at);
        for step in steps {
            let aim = match night.action(*step).map(|action| &action.kind) {
                Some(ActionKind::Use { targets, to, .. } | ActionKind::UseItem { targets, to, .. }) => {
                    aim(night, *step, slot.actor, targets, *to)
                }
                Some(ActionKind::Attack { targets, .. }) => aim(night, *step, slot.actor, targets, None),
                _ => continue,
            };
            reached.extend(aim.location);
            reached.extend(aim.named.iter().map(|who| night.war.character(*who).at));
        }
    }
    reached
}

/// The steps by whose and when they are.
fn places(night: &Night<'_>, steps: Vec<Step>) -> Vec<TurnPlace> {
    let mut places: Vec<TurnPlace> = Vec::new();
    for step in steps {
        let Some(actor) = night.actor(step) else { continue };
        let own = night.war.order_agility(actor);
        let time = match night.moment_of(step) {
            Moment::Natural if step_skill::occurs_first(night, step) => Time::First,
            Moment::Natural if step_skill::occurs_last(night, step) => Time::Last,
            Moment::Natural => Time::Agility(Reverse(own)),
            // A delay can never speed up (R204).
            Moment::Agi(rank) => Time::Agility(Reverse(rank.min(own))),
            Moment::Start => Time::Start,
            Moment::End => Time::End,
        };
        match places.iter_mut().find(|p| p.slot.actor == actor && p.slot.time == time) {
            Some(place) => place.steps.push(step),
            None => {
                let slot = Slot { actor, at: night.war.character(actor).at, time, speed: speed(night, actor) };
                places.push(TurnPlace { slot, steps: vec![step] });
            }
        }
    }
    places
}

/// The order at one location.
fn of_one_location(mut places: Vec<TurnPlace>, tie: DelayTie) -> Vec<Vec<TurnPlace>> {
    places.sort_by(|a, b| a.slot.compare(b.slot, tie).then(a.slot.actor.cmp(&b.slot.actor)));
    // Among those delayed to one time with nobody between, who goes last is contested by speed (A060); with those who
    // have the AGI of themselves luck decides (A061).
    let runs = places.chunk_by_mut(|a, b| a.slot.time == b.slot.time && !a.slot.is_native() && !b.slot.is_native());
    for run in runs {
        match tie {
            DelayTie::FasterLast => run.sort_by_key(|p| (p.slot.speed, p.slot.actor)),
            DelayTie::SlowerLast => run.sort_by_key(|p| (Reverse(p.slot.speed), p.slot.actor)),
        }
    }
    let mut ordered: Vec<Vec<TurnPlace>> = Vec::new();
    let mut previous: Option<Slot> = None;
    for place in places {
        let own = place.slot;
        // A full tie: of native places, or a native and a delayed one, those of equal LCK (R209, A061); of two delayed
        // places those whose actors are equal in AGI and LCK.
        let tied = previous.is_some_and(|before| {
            let native = own.is_native() || before.is_native();
            own.time == before.time && if native { own.speed.1 == before.speed.1 } else { own.speed == before.speed }
        });
        previous = Some(own);
        match ordered.last_mut() {
            Some(last) if tied => last.push(place),
            _ => ordered.push(vec![place]),
        }
    }
    ordered
}
