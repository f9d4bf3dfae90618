//! Ranks: a letter and subranks (R028–R033, A013, A016).

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::dash::is_dash;
use super::exact::Exact;
use super::stat::Stat;
use super::switches::RankGap;

/// The letter of a rank, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RankLetter {
    /// Lowest.
    E,
    /// The ordinary human.
    D,
    /// Average for a Servant.
    C,
    /// High.
    B,
    /// Very high.
    A,
    /// Beyond the scale.
    EX,
}

impl RankLetter {
    /// All letters, lowest first.
    pub const ALL: [RankLetter; 6] =
        [RankLetter::E, RankLetter::D, RankLetter::C, RankLetter::B, RankLetter::A, RankLetter::EX];

    /// The letter as the book writes it.
    pub const fn name(self) -> &'static str {
        match self {
            RankLetter::E => "E",
            RankLetter::D => "D",
            RankLetter::C => "C",
            RankLetter::B => "B",
            RankLetter::A => "A",
            RankLetter::EX => "EX",
        }
    }

    fn shifted(self, by: i8) -> RankLetter {
        let index = (self as i8).saturating_add(by).clamp(0, 5);
        RankLetter::ALL[usize::try_from(index).unwrap_or(0)]
    }
}

/// A rank such as `B+` or `C--`. Ordered by letter first, then subranks (A016).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The letter.
    pub letter: RankLetter,
    /// Subranks: `++` is 2, `-` is −1. The rulebook shows up to three either way (R033).
    pub subranks: i8,
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.letter, self.subranks).cmp(&(other.letter, other.subranks))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Rank {
    /// A rank without subranks.
    pub const fn plain(letter: RankLetter) -> Rank {
        Rank { letter, subranks: 0 }
    }

    /// The numeric value of the rank for a stat (R028–R032, A017): STR and MAE reach 1.30 at EX, END and MAR 1.20.
    /// Each subrank adds .03, without a limit.
    #[must_use]
    pub fn value(self, stat: Stat) -> Exact {
        let base = match self.letter {
            RankLetter::E => 5,
            RankLetter::D => 25,
            RankLetter::C => 45,
            RankLetter::B => 65,
            RankLetter::A => 85,
            RankLetter::EX => match stat {
                Stat::END | Stat::MAR => 120,
                Stat::STR | Stat::MAE | Stat::AGI | Stat::LCK | Stat::ACT | Stat::NP => 130,
            },
        };
        Exact::percent(base + 3 * i64::from(self.subranks))
    }

    /// The rank this many letters higher (lower, if negative), limited to E and EX.
    #[must_use]
    pub fn raised_ranks(self, by: i8) -> Rank {
        Rank { letter: self.letter.shifted(by), subranks: self.subranks }
    }

    /// The rank this many subranks higher (lower, if negative): C- raised by one is C, EX is EX+ (A134).
    #[must_use]
    pub fn raised_subranks(self, by: i8) -> Rank {
        Rank { letter: self.letter, subranks: self.subranks.saturating_add(by) }
    }

    /// Whether this rank exceeds the other by more than two full ranks (A012).
    pub fn exceeds_by_more_than_two_ranks(self, other: Rank, gap: RankGap) -> bool {
        self.exceeds_by_ranks(other, 2, true, gap)
    }

    /// Whether this rank exceeds the other by so many full ranks or, strictly, by more (A012).
    pub fn exceeds_by_ranks(self, other: Rank, ranks: u32, strictly: bool, gap: RankGap) -> bool {
        let ranks = i32::try_from(ranks).unwrap_or(i32::MAX / 20);
        let (above, least) = match gap {
            RankGap::Numeric => (self.points() - other.points(), ranks.saturating_mul(20)),
            RankGap::Letters => (self.letter as i32 - other.letter as i32, ranks),
        };
        if strictly { above > least } else { above >= least }
    }

    /// Whether this rank is EX, with any subranks, and the other is not (A014).
    pub fn is_ex_over(self, other: Rank) -> bool {
        self.letter == RankLetter::EX && other.letter != RankLetter::EX
    }

    /// The number of whole ranks that this is above another, counted as 20 points each or by letters (A012); 0 if it
    /// is not above.
    pub fn whole_ranks_above(self, other: Rank, gap: RankGap) -> u32 {
        let ranks = match gap {
            RankGap::Numeric => (self.points() - other.points()) / 20,
            RankGap::Letters => self.letter as i32 - other.letter as i32,
        };
        u32::try_from(ranks).unwrap_or(0)
    }

    /// 20 points for each letter, 3 for each subrank (A012).
    fn points(self) -> i32 {
        20 * (self.letter as i32) + 3 * i32::from(self.subranks)
    }

    /// Parses `B`, `A++`, `EX-`; any dash counts as `-`.
    pub fn parse(text: &str) -> Option<Rank> {
        let (letter, rest) = match text.strip_prefix("EX").or_else(|| text.strip_prefix("ex")) {
            Some(rest) => (RankLetter::EX, rest),
            None => {
                let first = text.chars().next()?.to_ascii_uppercase();
                let letter =
                    RankLetter::ALL.into_iter().find(|l| l.name().len() == 1 && l.name().starts_with(first))?;
                (letter, &text[1..])
            }
        };
        let sign = match rest.chars().next() {
            None => return Some(Rank::plain(letter)),
            Some('+') => 1,
            Some(c) if is_dash(c) => -1,
            Some(_) => return None,
        };
        let is_uniform = rest.chars().all(|c| if sign == 1 { c == '+' } else { is_dash(c) });
        let count = i8::try_from(rest.chars().count()).ok()?;
        is_uniform.then(|| Rank { letter, subranks: sign * count })
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter.name())?;
        let sign = if self.subranks < 0 { "-" } else { "+" };
        (0..self.subranks.unsigned_abs()).try_for_each(|_| f.write_str(sign))
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Rank {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Rank::parse(&text).ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no rank")))
    }
}

/// How acute a character's senses are: the ACT stat, with N/A below E (R053–R062, A196).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Acuity {
    /// N/A: numbers and kinds only.
    #[serde(rename = "N/A")]
    None,
    /// Less than a normal human.
    E,
    /// Basic information.
    D,
    /// More detailed information.
    C,
    /// Very detailed information and hints at skill effects.
    B,
    /// Complete information, personality.
    A,
    /// Everything, instantly.
    EX,
}

impl Acuity {
    /// The acuity for an ACT letter.
    pub const fn from_letter(letter: RankLetter) -> Acuity {
        match letter {
            RankLetter::E => Acuity::E,
            RankLetter::D => Acuity::D,
            RankLetter::C => Acuity::C,
            RankLetter::B => Acuity::B,
            RankLetter::A => Acuity::A,
            RankLetter::EX => Acuity::EX,
        }
    }

    /// The rulebook's spelling.
    pub const fn name(self) -> &'static str {
        match self {
            Acuity::None => "N/A",
            Acuity::E => "E",
            Acuity::D => "D",
            Acuity::C => "C",
            Acuity::B => "B",
            Acuity::A => "A",
            Acuity::EX => "EX",
        }
    }

    /// All values, lowest first.
    pub const ALL: [Acuity; 7] = [Acuity::None, Acuity::E, Acuity::D, Acuity::C, Acuity::B, Acuity::A, Acuity::EX];
}

#[cfg(test)]
mod tests {
    use super::*;

    fn r(text: &str) -> Rank {
        Rank::parse(text).unwrap()
    }

    #[test]
    fn ranks_read_back_as_written() {
        for text in ["E", "D---", "C--", "C++", "B-", "A+++", "EX", "EX+", "EX-"] {
            assert_eq!(r(text).to_string(), text);
        }
        assert_eq!(r("C\u{2212}\u{2013}"), r("C--"));
        for bad in ["", "F", "B+-", "AA", "E X", "+", "é"] {
            assert_eq!(Rank::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_follow_the_tables() {
        assert_eq!(r("A++").value(Stat::MAE).to_string(), "0.91");
        assert_eq!(r("C--").value(Stat::END).to_string(), "0.39");
        assert_eq!(r("EX").value(Stat::STR).to_string(), "1.3");
        assert_eq!(r("EX-").value(Stat::END).to_string(), "1.17");
        assert_eq!(r("E--").value(Stat::MAR).to_string(), "-0.01");
    }

    #[test]
    fn two_full_ranks_and_something_is_greater_than_two_full_ranks() {
        let numeric = |a: &str, b: &str| r(a).exceeds_by_more_than_two_ranks(r(b), RankGap::Numeric);
        assert!(numeric("A+", "C") && numeric("A", "C-") && numeric("A-", "D"));
        assert!(!numeric("A", "C") && !numeric("A+", "C+"));
        let letters = |a: &str, b: &str| r(a).exceeds_by_more_than_two_ranks(r(b), RankGap::Letters);
        assert!(letters("A", "D") && !letters("A+", "C"));
    }

    #[test]
    fn letters_never_overlap() {
        assert!(r("C+++") < r("B---") && r("EX-") < r("EX") && r("A+++") < r("EX-"));
    }
}
