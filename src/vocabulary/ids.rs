//! Handles into a War: characters, locations, seats, teams.
//!
//! Inside the engine a handle is a small number, assigned by the order of the names, never by the order of files. In
//! files (state, event log) a handle is written as the name: its serialised text is a private mark that
//! [`crate::war::naming`] replaces with the name.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $mark:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The letter that marks this kind of handle in serialised data.
            pub const MARK: char = $mark;

            /// The index in the War's list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The handle for an index in the War's list.
            pub fn at(index: usize) -> Self {
                Self(u16::try_from(index).unwrap_or(u16::MAX))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", $mark, self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("\u{1}{}{}", $mark, self.0))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.strip_prefix('\u{1}')
                    .and_then(|t| t.strip_prefix($mark))
                    .and_then(|t| t.parse().ok())
                    .map(Self)
                    .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no known name")))
            }
        }
    };
}

handle!(
    /// A character of the War: Master, Servant or familiar.
    CharacterId,
    'c'
);
handle!(
    /// A location of the map.
    LocationId,
    'l'
);
handle!(
    /// A seat: the recipient of updates and sender of orders.
    SeatId,
    's'
);
handle!(
    /// A team as the War began: a Master and the Servants they began with.
    TeamId,
    't'
);
