//! The order in which the steps of a phase are carried out: by AGI, then LCK; delayed steps as their orders say (R038,
//! R048, R204, R206–R209, A060, A061, A135).
//!
//! Each location has an order of its own. The phase goes through the locations side by side, and equals act at once
//! only where they concern each other. So nobody can infer from what they see how quick somebody elsewhere is (I24).

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use crate::language::order::{ActionKind, Moment};
use crate::night::actions::step_skill;
use crate::night::conditions::targeting::resolve_aim;
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::night::state::task::Step;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::switches::DelayTie;

/// A character's steps at one time of the phase.
pub(crate) struct TurnSlot {
    slot: Slot,
    pub steps: Vec<Step>,
}

/// The actor and the time of a place in the order. A place is *native* if its time is its actor's own AGI: nothing is
/// delayed. Places delayed to one time are *contested*: their actors' speeds decide which goes last (A060).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    actor: CharacterId,
    /// The actor's location.
    location: LocationId,
    time: PhaseTime,
    /// The actor's AGI and LCK when the order was computed.
    speed: (Rank, Rank),
}

impl TurnSlot {
    /// Returns this place with its first step alone.
    pub(crate) fn first_step_only(&self) -> Option<TurnSlot> {
        Some(TurnSlot { slot: self.slot, steps: vec![*self.steps.first()?] })
    }

    /// Whether the actor's AGI, LCK or location has changed since the order was computed.
    pub(crate) fn has_changed(&self, night: &Night<'_>) -> bool {
        let Slot { actor, location: at, speed: before, .. } = self.slot;
        before != turn_speed(night, actor) || at != night.war.character(actor).at
    }
}

impl Slot {
    /// Whether its time is its actor's own AGI.
    fn is_native(self) -> bool {
        self.time == PhaseTime::Agility(Reverse(self.speed.0))
    }

    /// Compares two slots; the earlier is less. At equal AGI, LCK decides, and a native place comes before a delayed
    /// one (R208, A061). Places delayed to the start or the end of the phase compare by their actors' speed (A060).
    fn compare(self, other: Slot, tie: DelayTie) -> Ordering {
        let luck_order = match self.time {
            PhaseTime::Agility(_) => other.speed.1.cmp(&self.speed.1),
            PhaseTime::First | PhaseTime::Start | PhaseTime::End | PhaseTime::Last => Ordering::Equal,
        };
        let speed_order = match tie {
            DelayTie::FasterLast => self.speed.cmp(&other.speed),
            DelayTie::SlowerLast => other.speed.cmp(&self.speed),
        };
        let native_order = other.is_native().cmp(&self.is_native());
        self.time.cmp(&other.time).then(luck_order).then(native_order).then(speed_order)
    }
}

/// Returns what the order of a phase goes by: AGI, then LCK, as they are now (R207, R208, A135).
pub(crate) fn turn_speed(position: &Position, who: CharacterId) -> (Rank, Rank) {
    (position.war.order_agility(who), position.war.rank(who, Stat::LCK))
}

/// A time within a phase, earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PhaseTime {
    /// Before all other actions of the phase, by the skill (R191).
    First,
    /// `at the start of the phase`; the real AGI decides who goes last (A060).
    Start,
    /// As though with this AGI (A061); a higher one is earlier.
    Agility(Reverse<Rank>),
    /// `at the end of the phase`.
    End,
    /// After all other actions of the phase, by the skill (R182).
    Last,
}

/// Groups steps into places, earliest first; each inner list is one full tie.
pub(crate) fn order_steps(night: &Night<'_>, steps: Vec<Step>) -> Vec<Vec<TurnSlot>> {
    let tie = night.war.setup.switches.delay_tie;
    let mut by_location: BTreeMap<LocationId, Vec<TurnSlot>> = BTreeMap::new();
    for turn_slot in group_by_slot(night, steps) {
        by_location.entry(turn_slot.slot.location).or_default().push(turn_slot);
    }
    let mut location_orders: Vec<_> = by_location
        .into_values()
        .map(|turn_slots| order_within_location(turn_slots, tie).into_iter().peekable())
        .collect();
    let head_slot = |group: &Vec<TurnSlot>| group.first().map(|turn_slot| turn_slot.slot);
    let compare_slots = |a: &Slot, b: &Slot| a.compare(*b, tie).then(a.actor.cmp(&b.actor));
    let mut ordered = Vec::new();
    while let Some(next) = location_orders.iter_mut().filter_map(|line| head_slot(line.peek()?)).min_by(compare_slots) {
        let is_next = |group: &Vec<TurnSlot>| head_slot(group) == Some(next);
        let mut group: Vec<TurnSlot> =
            location_orders.iter_mut().find_map(|line| line.next_if(is_next)).unwrap_or_default();
        // An equal place in another location acts at once with these, if one of them concerns the location of the other
        // (R209).
        let mut take_joining = |group: &Vec<TurnSlot>| {
            let is_tied =
                |other: &Vec<TurnSlot>| head_slot(other).is_some_and(|slot| slot.compare(next, tie) == Ordering::Equal);
            let is_concerned = |other: &Vec<TurnSlot>| {
                !find_locations_concerned(night, group).is_disjoint(&find_locations_concerned(night, other))
            };
            location_orders.iter_mut().find_map(|line| line.next_if(|other| is_tied(other) && is_concerned(other)))
        };
        while let Some(other) = take_joining(&group) {
            group.extend(other);
        }
        group.sort_by_key(|turn_slot| (!turn_slot.slot.is_native(), turn_slot.slot.actor));
        ordered.push(group);
    }
    ordered
}

/// Returns the locations that steps concern: those of their actors, and those they aim at.
fn find_locations_concerned(night: &Night<'_>, turn_slots: &[TurnSlot]) -> BTreeSet<LocationId> {
    let mut locations = BTreeSet::new();
    for TurnSlot { slot, steps } in turn_slots {
        locations.insert(slot.location);
        for step in steps {
            let aim = match night.action(*step).map(|action| &action.kind) {
                Some(
                    ActionKind::Use { targets, destination, .. } | ActionKind::UseItem { targets, destination, .. },
                ) => resolve_aim(night, *step, slot.actor, targets, *destination),
                Some(ActionKind::Attack { targets, .. }) => resolve_aim(night, *step, slot.actor, targets, None),
                _ => continue,
            };
            locations.extend(aim.location);
            locations.extend(aim.named_characters.iter().map(|who| night.war.character(*who).at));
        }
    }
    locations
}

/// Groups steps by actor and time.
fn group_by_slot(night: &Night<'_>, steps: Vec<Step>) -> Vec<TurnSlot> {
    let mut turn_slots: Vec<TurnSlot> = Vec::new();
    for step in steps {
        let Some(actor) = night.actor(step) else { continue };
        let own_agility = night.war.order_agility(actor);
        let time = match night.moment_of(step) {
            Moment::Natural if step_skill::occurs_first(night, step) => PhaseTime::First,
            Moment::Natural if step_skill::occurs_last(night, step) => PhaseTime::Last,
            Moment::Natural => PhaseTime::Agility(Reverse(own_agility)),
            // A delay can never speed up (R204).
            Moment::Agi(rank) => PhaseTime::Agility(Reverse(rank.min(own_agility))),
            Moment::Start => PhaseTime::Start,
            Moment::End => PhaseTime::End,
        };
        match turn_slots.iter_mut().find(|p| p.slot.actor == actor && p.slot.time == time) {
            Some(turn_slot) => turn_slot.steps.push(step),
            None => {
                let slot =
                    Slot { actor, location: night.war.character(actor).at, time, speed: turn_speed(night, actor) };
                turn_slots.push(TurnSlot { slot, steps: vec![step] });
            }
        }
    }
    turn_slots
}

/// Returns the order within one location.
fn order_within_location(mut turn_slots: Vec<TurnSlot>, tie: DelayTie) -> Vec<Vec<TurnSlot>> {
    turn_slots.sort_by(|a, b| a.slot.compare(b.slot, tie).then(a.slot.actor.cmp(&b.slot.actor)));
    // Among places delayed to one time, with no native place between, speed decides who goes last (A060). Against
    // native places of that AGI, LCK decides (A061).
    let contested_runs =
        turn_slots.chunk_by_mut(|a, b| a.slot.time == b.slot.time && !a.slot.is_native() && !b.slot.is_native());
    for run in contested_runs {
        match tie {
            DelayTie::FasterLast => run.sort_by_key(|p| (p.slot.speed, p.slot.actor)),
            DelayTie::SlowerLast => run.sort_by_key(|p| (Reverse(p.slot.speed), p.slot.actor)),
        }
    }
    let mut ordered: Vec<Vec<TurnSlot>> = Vec::new();
    let mut previous: Option<Slot> = None;
    for turn_slot in turn_slots {
        let slot = turn_slot.slot;
        // A full tie. Two native places, or a native and a delayed one, tie at equal LCK (R209, A061). Two delayed
        // places tie if their actors are equal in AGI and LCK.
        let is_tied = previous.is_some_and(|before| {
            let is_native_tie = slot.is_native() || before.is_native();
            slot.time == before.time
                && if is_native_tie { slot.speed.1 == before.speed.1 } else { slot.speed == before.speed }
        });
        previous = Some(slot);
        match ordered.last_mut() {
            Some(last) if is_tied => last.push(turn_slot),
            _ => ordered.push(vec![turn_slot]),
        }
    }
    ordered
}
