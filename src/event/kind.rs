//! Every kind of event, grouped in families by subject.
//!
//! In the log, the kind of an event is written flat by its own name, `"what": "hit"`; the family is not written.
//!
//! Fields have the same names in all kinds: `who` it happens to or concerns, `by` whom and with which `skill`, `at`
//! which location, `from` and `to` which, `why` and `how`. Only a field whose name does not say everything has a
//! comment.

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

/// What a family defines for each of its kinds.
trait Family {
    /// The facts of the event: whom it concerns, where it happens, who perceives it, what there is to learn. `war` is
    /// the position before the event, or a later one of the same Night, when its location may be another.
    fn facts<'a>(&'a self, war: &'a War) -> Facts<'a>;

    /// Applies the event to the position, which changes in no other way. Nothing is decided here.
    fn apply(&self, war: &mut War, event: &Event);

    /// Describes what happened in plain words, with exact numbers and true handles, for the GM alone.
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
            /// The facts of the event: whom it concerns, where it happens, who perceives it, what there is to learn.
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
                    let names = KindNames::of_family::<$family>();
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
    /// Skills used, and their effects in force.
    Effects,
    /// Statuses.
    Statuses,
    /// Hits, and the battles they belong to.
    Combat,
    /// Coming and going, and Spirit Form.
    Movement,
    /// Contracts, Command Spells and pacts.
    Contracts,
    /// Items and Home Bases changing hands.
    Possessions,
    /// What characters find out.
    Knowledge,
    /// Dealings with the IGM, and the hunt of its Seal.
    Igm,
    /// Messages from the referee.
    Referee,
}

/// The names of a family's kinds in the log, taken from the error that serde gives for an unknown kind.
#[derive(Debug, Default)]
struct KindNames(&'static [&'static str]);

impl KindNames {
    fn of_family<'de, F: Deserialize<'de>>() -> &'static [&'static str] {
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
