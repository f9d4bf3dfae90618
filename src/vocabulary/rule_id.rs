//! Rule ids, which events, scenarios and diagnostics cite.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of a rule (`R089`), a ruling (`A094`) or an information rule (`I10`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleId {
    /// A rule of the book, R001–R430.
    R(u16),
    /// A ruling, A001–A266.
    A(u16),
    /// A rule about who may know what, I01–I24.
    I(u16),
}

impl RuleId {
    /// Parses `R089`, `A094`, `I10`; `None` when there is no such rule.
    pub fn parse(text: &str) -> Option<RuleId> {
        let number: u16 = text.get(1..)?.parse().ok()?;
        let known = |last| (1..=last).contains(&number);
        match text.as_bytes().first()? {
            b'R' if known(430) => Some(RuleId::R(number)),
            b'A' if known(266) => Some(RuleId::A(number)),
            b'I' if known(24) => Some(RuleId::I(number)),
            _ => None,
        }
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleId::R(n) => write!(f, "R{n:03}"),
            RuleId::A(n) => write!(f, "A{n:03}"),
            RuleId::I(n) => write!(f, "I{n:02}"),
        }
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for RuleId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RuleId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        RuleId::parse(&text).ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no rule")))
    }
}
