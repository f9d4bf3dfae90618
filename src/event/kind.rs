//! Every kind of event: all that can happen, in families by what it is about.
//!
//! In the log an event's kind stands flat, by its own name: `"what": "hit"`; the family is not written.
//!
//! Fields are called alike in all: `who` it befalls or concerns, `by` whose doing and through what `skill`, `at` which
//! place, `from` and `to` where, `why` and `how`. A comment stands at a field where its name does not say it all.

mod combat;
mod contracts;
mod course;
mod effects;
mod igm;
mod knowledge;
mod movement;
mod possessions;
mod referee;
mod resources;
mod statuses;

pub use combat::Combat;
pub use contracts::Contracts;
pub use course::Course;
pub use effects::Effects;
pub use igm::Igm;
pub use knowledge::Knowledge;
pub use movement::Movement;
pub use possessions::Possessions;
pub use referee::Referee;
pub use resources::Resources;
pub use statuses::Statuses;

use std::fmt;

use serde::de::value::MapDeserializer;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::war::War;

use super::Event;
use super::facts::Facts;
use super::words::HandleNames;

/// What a family says of each of its kinds, beneath its list.
trait Family {
    /// What the event concerns, where it happens, who perceives it, what there is to be learned of it. `war` is the
    /// position before it, or a later one of the same Night: then its place may be another.
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a>;

    /// What it changes in the position: the only way that changes. Nothing is decided here.
    fn apply(&self, war: &mut War, event: &Event);

    /// What happened in plain words, every number exact and every name the true handle: for the GM alone.
    fn describe(&self, names: &HandleNames<'_>) -> String;
}

macro_rules! families {
    ($($(#[$doc:meta])* $family:ident),+ $(,)?) => {
        /// What happened.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum EventKind { $($(#[$doc])* $family($family)),+ }

        $(impl From<$family> for EventKind {
            fn from(kind: $family) -> EventKind {
                EventKind::$family(kind)
            }
        })+

        impl EventKind {
            /// What the event concerns, where it happens, who perceives it, what there is to be learned of it.
            pub fn facts<'a>(&'a self, war: &'a War) -> Facts<'a> {
                match self { $(EventKind::$family(kind) => kind.facts(war)),+ }
            }

            pub(super) fn apply(&self, war: &mut War, event: &Event) {
                match self { $(EventKind::$family(kind) => kind.apply(war, event)),+ }
            }

            pub(super) fn describe(&self, names: &HandleNames<'_>) -> String {
                match self { $(EventKind::$family(kind) => kind.describe(names)),+ }
            }
        }

        impl<'de> Deserialize<'de> for EventKind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let tree = Value::deserialize(deserializer)?;
                let what = tree.get("what").and_then(Value::as_str).unwrap_or_default();
                let mut all: Vec<&str> = Vec::new();
                $(
                    let names = KindNames::of::<$family>();
                    if names.contains(&what) {
                        return $family::deserialize(&tree).map(EventKind::$family).map_err(D::Error::custom);
                    }
                    all.extend(names);
                )+
                let all = all.join("`, `");
                Err(D::Error::custom(format_args!("unknown variant `{what}`, expected one of `{all}`")))
            }
        }
    };
}

families! {
    /// The course of the War.
    Course,
    /// Points, Health and Mana gained and lost.
    Resources,
    /// Skills used, and what is in force of them.
    Effects,
    /// Statuses.
    Statuses,
    /// Blows, and the battle they belong to.
    Combat,
    /// Coming and going, and Spirit Form.
    Movement,
    /// Contracts, Command Spells and pacts.
    Contracts,
    /// Items and Home Bases changing hands.
    Possessions,
    /// What somebody finds out.
    Knowledge,
    /// Dealings with the IGM, and the hunt of its Seal.
    Igm,
    /// What the referee says.
    Referee,
}

/// The names of a family's kinds in the log, as serde says them when it is given none of them.
#[derive(Debug, Default)]
struct KindNames(&'static [&'static str]);

impl KindNames {
    fn of<'de, F: Deserialize<'de>>() -> &'static [&'static str] {
        let none = MapDeserializer::<_, KindNames>::new(std::iter::once(("what", "")));
        F::deserialize(none).err().unwrap_or_default().0
    }
}

impl fmt::Display for KindNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for KindNames {}

impl serde::de::Error for KindNames {
    fn custom<T: fmt::Display>(_: T) -> Self {
        KindNames::default()
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        KindNames(expected)
    }
}
