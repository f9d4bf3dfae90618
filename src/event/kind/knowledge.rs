//! What characters see, sense or are told by a rule or an effect.

use std::slice;

use serde::{Deserialize, Serialize};

use crate::sheet::visibility_table::Row;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;
use crate::war::War;
use crate::war::character::Sighting;
use crate::war::knowledge::{Fact, Learned};
use crate::war::setup::SkillRef;

use super::Family;
use crate::event::facts::{Facts, Learners, Observers, Prominence, Words};
use crate::event::words::terms::{fact_words, or_none};
use crate::event::words::{HandleNames, join, or_nobody};
use crate::event::{Event, Vantage};

/// What characters find out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
#[expect(missing_docs, reason = "fields are called alike in all kinds: see the module above")]
pub enum Knowledge {
    /// A scout looked at a location and returned (R235, R236).
    Scouted {
        scout: CharacterId,
        at: LocationId,
        /// The characters found, in order of handle.
        found: Vec<CharacterId>,
        items: Vec<SkillRef>,
    },
    /// A scout was detected (R237, R238).
    ScoutDetected {
        scout: CharacterId,
        by: Vec<CharacterId>,
        /// The characters at home there that the scout saw.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        watched: Vec<CharacterId>,
    },
    /// A scout found a location sealed, and learned nothing more (A197).
    FoundSealed { scout: CharacterId, at: LocationId },
    /// Characters may have noticed that a Bounded Field covers their location (R291).
    FieldSensed { field: SkillRef, at: LocationId, by: Vec<CharacterId>, harmful: bool },
    /// Characters noticed the items lying where they have come or where they begin the Turn (R354).
    ItemsNoticed { by: Vec<CharacterId>, at: LocationId, items: Vec<SkillRef> },
    /// Somebody entered a Home Base (R222, R223).
    Alert { owner: CharacterId, at: LocationId },
    /// A character recognised somebody (R060, I19).
    Recognised { observer: CharacterId, who: CharacterId },
    /// A seat met somebody it cannot name, and uses an alias.
    Aliased { seat: SeatId, who: CharacterId },
    /// A character heard the name of somebody else's skill (A239).
    SkillHeard { observer: CharacterId, skill: SkillRef },
    /// An effect told a character a fact about another.
    Learned { observer: CharacterId, of: CharacterId, fact: Fact, skill: SkillRef },
    /// An effect told a character that somebody came to a place, or left it: not who.
    Alerted { observer: CharacterId, at: LocationId, came: bool },
    /// A character reads the whole Night as with an ACT (R350, A215).
    ReportRaised { who: CharacterId, act: Acuity, skill: SkillRef },
    /// A character sensed Mana this Turn (R351).
    ManaSensed {
        who: CharacterId,
        /// Whether of Noble Phantasms; else of Bounded Fields, including Home Bases'.
        #[serde(rename = "phantasms")]
        is_of_noble_phantasms: bool,
        /// The locations in order, without whose they are.
        at: Vec<LocationId>,
    },
    /// A character saw others in these locations this Night.
    Sighted { observer: CharacterId, seen: Vec<(CharacterId, LocationId)> },
}

impl Family for Knowledge {
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
        match self {
            Self::Scouted { scout, at: location, found: figures, items } => Facts {
                items,
                known_locations: slice::from_ref(location),
                are_objects_merely_present: true,
                learners: Learners::Everybody,
                is_observed_at_location: true,
                ..Facts::of_actor(war, *scout)
                    .with_objects(figures)
                    .at_location(*location)
                    .with_row(Row::Scouted)
                    .with_observers(Observers::Single(*scout, Vantage::Scout))
            },
            // The scout is not told, because that would reveal its finders' ACT (I23).
            Self::ScoutDetected { scout, by: observers, watched } => Facts {
                location: observers.first().map(|by| war.character(*by).at),
                are_objects_merely_present: true,
                learners: Learners::Everybody,
                is_observed_at_location: true,
                ..Facts::of_actor(war, *scout)
                    .with_objects(watched)
                    .mentioning_each(observers)
                    .with_row(Row::ScoutDetected)
                    .with_observers(Observers::Each(observers, Vantage::Present))
            },
            Self::FoundSealed { scout, at: location } => Facts {
                is_observed_at_location: true,
                ..Facts::default()
                    .mentioning(scout)
                    .at_location(*location)
                    .with_row(Row::MarbleFound)
                    .with_observers(Observers::Single(*scout, Vantage::Scout))
            },
            Self::FieldSensed { field, at: location, by, harmful } => Facts {
                learners: Learners::Everybody,
                ..Facts::default()
                    .mentioning_each(by)
                    .at_location(*location)
                    .with_skill(*field)
                    .with_row(if *harmful { Row::HarmfulField } else { Row::Field })
                    .with_observers(Observers::Noticing(by))
            },
            Self::ItemsNoticed { by, at: location, items } => Facts {
                items,
                ..Facts::default()
                    .mentioning_each(by)
                    .at_location(*location)
                    .with_row(Row::ItemsLying)
                    .with_observers(Observers::Each(by, Vantage::Present))
            },
            Self::Alert { owner, at: location } => Facts {
                known_locations: slice::from_ref(location),
                is_observed_at_location: true,
                ..Facts::of_actor(war, *owner)
                    .at_location(*location)
                    .with_row(Row::Alert)
                    .with_observers(Observers::Single(*owner, Vantage::Told))
            },
            Self::Recognised { observer, who } => Facts::of_actor(war, *observer)
                .with_object(who)
                .without_location()
                .with_row(Row::Recognised)
                .observed_by_actor(),
            Self::Aliased { .. } => Facts { prominence: Prominence::Bookkeeping, ..Facts::default() },
            Self::SkillHeard { observer, .. } => {
                Facts { prominence: Prominence::EveryTurn, ..Facts::of_actor(war, *observer) }
                    .without_location()
                    .observed_by_actor()
            }
            Self::Learned { observer, of: subject, fact, .. } => {
                let (locations, words) = match fact {
                    Fact::Location(location) => (slice::from_ref(location), Words::None),
                    fact => (Default::default(), Words::Fact(fact)),
                };
                Facts { known_locations: locations, words, ..Facts::of_actor(war, *observer) }
                    .with_object(subject)
                    .without_location()
                    .with_row(Row::Learned)
                    .observed_by_actor()
            }
            Self::Alerted { observer, at: location, came } => {
                let words = Words::Text(if *came { "somebody had come" } else { "somebody had left" });
                let facts =
                    Facts { known_locations: slice::from_ref(location), words, ..Facts::of_actor(war, *observer) };
                facts.without_location().with_row(Row::Learned).observed_by_actor()
            }
            Self::ReportRaised { who, .. } => Facts::of_actor(war, *who).observed_by_actor(),
            Self::ManaSensed { who, is_of_noble_phantasms, at: location } => Facts {
                is_about_noble_phantasms: *is_of_noble_phantasms,
                known_locations: location,
                ..Facts::of_actor(war, *who).with_row(Row::ManaSensed).observed_by_actor()
            },
            Self::Sighted { observer, seen } => Facts {
                objects: seen.iter().map(|(who, _)| *who).collect(),
                known_locations: seen.first().map(|(_, location)| slice::from_ref(location)).unwrap_or_default(),
                are_objects_merely_present: true,
                prominence: Prominence::EveryTurn,
                ..Facts::of_actor(war, *observer).without_location().with_row(Row::Sighted).observed_by_actor()
            },
        }
    }

    fn apply(&self, war: &mut War, event: &Event) {
        match self {
            Self::Scouted { scout, .. } => war.character_mut(*scout).turn.has_scouted = true,
            Self::FoundSealed { scout, .. } => war.character_mut(*scout).turn.has_scouted = true,
            Self::FieldSensed { at, by, .. } => {
                for who in by {
                    war.character_mut(*who).turn.sensed.insert(*at);
                }
            }
            Self::Recognised { observer, who } => {
                war.character_mut(*observer).knows.insert(*who);
            }
            Self::Aliased { seat, who } => {
                if let Some(memory) = war.seats.get_mut(seat.index())
                    && !memory.strangers.contains(who)
                {
                    memory.strangers.push(*who);
                }
            }
            Self::SkillHeard { observer, skill } => {
                war.character_mut(*observer).heard.insert(*skill);
            }
            Self::Learned { observer, of, fact, .. } => {
                let night = war.night;
                let character = war.character_mut(*observer);
                if let Fact::Location(at) = fact {
                    character.sightings.insert(*of, Sighting { at: *at, night, was_by_day: false });
                } else {
                    character.learned.retain(|learned| learned.of != *of || !learned.fact.is_same_kind(fact));
                    character.learned.push(Learned { of: *of, fact: fact.clone(), night });
                }
            }
            Self::Sighted { observer, seen } => {
                let night = war.night;
                let sightings = &mut war.character_mut(*observer).sightings;
                let was_by_day = event.phase == Phase::DailyMove;
                sightings.extend(seen.iter().map(|(who, at)| (*who, Sighting { at: *at, night, was_by_day })));
            }
            Self::ScoutDetected { .. }
            | Self::ItemsNoticed { .. }
            | Self::Alert { .. }
            | Self::Alerted { .. }
            | Self::ReportRaised { .. }
            | Self::ManaSensed { .. } => {}
        }
    }

    fn describe(&self, names: &HandleNames<'_>) -> String {
        match self {
            Self::Scouted { scout, at, found, items } => {
                let mut line = format!(
                    "{} scouts {}: {}",
                    names.character(*scout),
                    names.location_name(*at),
                    or_nobody(names.characters(found))
                );
                if !items.is_empty() {
                    line.push_str(&format!("; lying there: {}", names.skills(items)));
                }
                line
            }
            Self::ScoutDetected { scout, by, .. } => {
                format!("{} is detected scouting by {}", names.character(*scout), names.characters(by))
            }
            Self::FoundSealed { scout, at } => {
                format!("{} scouts {} and finds it sealed", names.character(*scout), names.location_name(*at))
            }
            Self::FieldSensed { field, at, by, .. } => {
                format!("{} may notice {} at {}", names.characters(by), names.skill(*field), names.location_name(*at))
            }
            Self::ItemsNoticed { by, at, items } => {
                format!(
                    "{} notices what lies at {}: {}",
                    names.characters(by),
                    names.location_name(*at),
                    names.skills(items)
                )
            }
            Self::Alert { owner, at } => {
                format!("{} is alerted: somebody entered {}", names.character(*owner), names.location_name(*at))
            }
            Self::Recognised { observer, who } => {
                format!("{} knows {} from now on", names.character(*observer), names.character(*who))
            }
            Self::Aliased { seat, who } => {
                let seat = names.war.setup.seats.get(seat.index()).map_or("?", |s| &s.name);
                format!("{seat} meets {}, whom it cannot name", names.character(*who))
            }
            Self::SkillHeard { observer, skill } => {
                format!("{} hears of {}", names.character(*observer), names.skill(*skill))
            }
            Self::Learned { observer, of, fact, skill } => format!(
                "{} learns of {} through {}: {}",
                names.character(*observer),
                names.character(*of),
                names.skill(*skill),
                match fact {
                    Fact::Location(at) => format!("at {}", names.location_name(*at)),
                    fact => fact_words(fact),
                }
            ),
            Self::Alerted { observer, at, came } => {
                let verb = if *came { "came to" } else { "left" };
                format!("{} is alerted: somebody {verb} {}", names.character(*observer), names.location_name(*at))
            }
            Self::ReportRaised { who, act, skill } => {
                format!(
                    "{} reads the whole Night with ACT {} through {}",
                    names.character(*who),
                    act.name(),
                    names.skill(*skill)
                )
            }
            Self::ManaSensed { who, is_of_noble_phantasms, at } => format!(
                "{} senses {} at {}",
                names.character(*who),
                if *is_of_noble_phantasms { "Noble Phantasms" } else { "Bounded Fields" },
                or_none(join(at.iter().map(|place| names.location_name(*place))))
            ),
            Self::Sighted { observer, seen } => {
                let seen = join(
                    seen.iter().map(|(who, at)| format!("{} at {}", names.character(*who), names.location_name(*at))),
                );
                format!("{} has seen {}", names.character(*observer), or_nobody(seen))
            }
        }
    }
}
