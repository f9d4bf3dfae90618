//! Handles into a War: which character, which location, which seat.
//!
//! Inside the engine a handle is a small number, given by the order of the names, never by the
//! order of files. Where a handle is written (state, event log) it is written as the name: the
//! text of a handle is a private mark that [`crate::war::naming`] exchanges for the name.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident, $mark:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The letter that marks this kind of handle in a serialised tree.
            pub const MARK: char = $mark;

            /// The place in the War's list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The handle of a place in the War's list.
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
    /// A seat: who mails orders and receives updates.
    SeatId,
    's'
);
handle!(
    /// A team as the War began: a Master and the Servants they began with.
    TeamId,
    't'
);
