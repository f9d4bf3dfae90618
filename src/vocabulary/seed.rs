//! The seed of all draws of a War.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A War's seed. Its form decides how draws are made from it, so a War's draws never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// A whole number, written by hand or by an earlier version of the program. It can be guessed, because there are
    /// few.
    Number(u64),
    /// A 128-bit key, which nobody can guess.
    Key([u8; 16]),
}

impl Default for Seed {
    fn default() -> Seed {
        Seed::Number(0)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed::Number(number)
    }
}

/// A number is written as such; a key as eight groups of four hexadecimal digits (`8c1f-04ab-…`).
impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seed::Number(number) => write!(f, "{number}"),
            Seed::Key(key) => {
                for (index, byte) in key.iter().enumerate() {
                    let dash = if index > 0 && index % 2 == 0 { "-" } else { "" };
                    write!(f, "{dash}{byte:02x}")?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Seed {
    type Err = ();

    fn from_str(text: &str) -> Result<Seed, ()> {
        if let Ok(number) = text.parse() {
            return Ok(Seed::Number(number));
        }
        let groups: Vec<&str> = text.split('-').collect();
        let mut key = [0; 16];
        if groups.len() != 8 || groups.iter().any(|g| g.len() != 4 || !g.bytes().all(|b| b.is_ascii_hexdigit())) {
            return Err(());
        }
        for (bytes, group) in key.chunks_mut(2).zip(groups) {
            bytes.copy_from_slice(&u16::from_str_radix(group, 16).map_err(|_| ())?.to_be_bytes());
        }
        Ok(Seed::Key(key))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Seed::Number(number) => serializer.serialize_u64(*number),
            Seed::Key(_) => serializer.collect_str(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_read_as_it_is_written() {
        let key = Seed::Key([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]);
        assert_eq!(key.to_string(), "0001-0203-0405-0607-0809-0a0b-0c0d-0eff");
        for seed in [key, Seed::Number(7331), Seed::Number(u64::MAX)] {
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        for none in ["", "x", "-1", "18446744073709551616", "0001-0203", "+001-0203-0405-0607-0809-0a0b-0c0d-0eff"] {
            assert_eq!(none.parse::<Seed>(), Err(()), "{none}");
        }
    }
}
