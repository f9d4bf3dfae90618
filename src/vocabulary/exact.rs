//! Exact decimals: the only numbers a rule computes with (R426, A021).
//!
//! A number is parsed from its digits, never through a float, and nothing is rounded. A product that would need more
//! digits than fit is an internal error ([`LostDigits`]), not a silently different number.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

/// An exact decimal number: Health, Mana, damage, Combat Points, percentages (A021).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Exact(Decimal);

/// A product did not fit with all its digits (an internal error).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostDigits;

impl fmt::Display for LostDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a product needs more digits than an exact decimal holds")
    }
}

impl std::error::Error for LostDigits {}

impl Exact {
    /// Zero.
    pub const ZERO: Exact = Exact(Decimal::ZERO);
    /// One.
    pub const ONE: Exact = Exact(Decimal::ONE);
    /// The maximum number of decimals in a number that a person writes.
    pub const MAX_WRITTEN_DECIMALS: u32 = 6;

    /// `mantissa / 10^scale`: `Exact::new(125, 2)` is 1.25.
    pub const fn new(mantissa: i64, scale: u32) -> Exact {
        Exact(Decimal::from_parts(
            (mantissa.unsigned_abs() & 0xFFFF_FFFF) as u32,
            (mantissa.unsigned_abs() >> 32) as u32,
            0,
            mantissa < 0,
            scale,
        ))
    }

    /// A whole number.
    pub const fn whole(n: i64) -> Exact {
        Exact::new(n, 0)
    }

    /// `n` percent as a factor: `Exact::percent(25)` is 0.25.
    pub const fn percent(n: i64) -> Exact {
        Exact::new(n, 2)
    }

    /// The exact product.
    ///
    /// # Errors
    /// [`LostDigits`] when not all digits fit.
    pub fn times(self, other: Exact) -> Result<Exact, LostDigits> {
        let (a, b) = (self.0.normalize(), other.0.normalize());
        let scale = a.scale().checked_add(b.scale()).ok_or(LostDigits)?;
        let product = a.checked_mul(b).ok_or(LostDigits)?;
        if scale > 28 || (product.scale() != scale && !product.is_zero()) {
            return Err(LostDigits);
        }
        Ok(Exact(product.normalize()))
    }

    /// The quotient, truncated to four decimals. Only for shares that an effect divides; the last share takes the
    /// rest (A021).
    #[must_use]
    pub fn truncated_quotient(self, parts: u32) -> Exact {
        self.0.checked_div(Decimal::from(parts.max(1))).map_or(Exact::ZERO, |q| Exact(q.trunc_with_scale(4)))
    }

    /// The share of this number that belongs to `part` of `whole`, truncated to four decimals like any share.
    #[must_use]
    pub fn truncated_share(self, part: Exact, whole: Exact) -> Exact {
        let share = self.0.checked_mul(part.0).and_then(|all| all.checked_div(whole.0));
        share.map_or(Exact::ZERO, |share| Exact(share.trunc_with_scale(4)))
    }

    /// How many whole steps of this size fit; 0 for a step of 0.
    pub fn whole_steps(self, step: Exact) -> u32 {
        if step <= Exact::ZERO || self < step {
            return 0;
        }
        self.0.checked_div(step.0).and_then(|steps| u32::try_from(steps.floor()).ok()).unwrap_or(u32::MAX)
    }

    /// This number in hundredths of a whole, as a bar shows it, from 0 to 100. Only zero and below gives 0.
    pub fn hundredths_of(self, whole: Exact) -> u8 {
        let Ok(hundredfold) = self.times(Exact::whole(100)) else { return 100 };
        let lower_limit = u8::from(self > Exact::ZERO);
        let part = hundredfold.floor() / whole.floor().max(1);
        u8::try_from(part.clamp(0, 100)).unwrap_or(100).max(lower_limit)
    }

    /// Whether this is a positive whole number of such steps.
    pub fn is_whole_steps_of(self, step: Exact) -> bool {
        let steps = self.whole_steps(step);
        steps > 0 && step.times(Exact::from(steps)) == Ok(self)
    }

    /// The larger of this and zero.
    #[must_use]
    pub fn at_least_zero(self) -> Exact {
        self.max(Exact::ZERO)
    }

    /// Whether this is below zero.
    pub fn is_negative(self) -> bool {
        self < Exact::ZERO
    }

    /// Whether this is zero.
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// This as an integer, if it is one that fits.
    #[must_use]
    pub fn as_whole(self) -> Option<i64> {
        let n = self.0.normalize();
        if n.scale() == 0 { i64::try_from(n.mantissa()).ok() } else { None }
    }

    /// The largest integer not above this number, for displays such as "tenths of Health".
    pub fn floor(self) -> i64 {
        i64::try_from(self.0.floor().mantissa()).unwrap_or(i64::MAX)
    }
}

impl From<u32> for Exact {
    fn from(n: u32) -> Self {
        Exact(Decimal::from(n))
    }
}

/// Sums saturate at the largest decimal, far above the limits of sheets.
impl Add for Exact {
    type Output = Exact;
    fn add(self, other: Exact) -> Exact {
        Exact(self.0.saturating_add(other.0))
    }
}

impl Sub for Exact {
    type Output = Exact;
    fn sub(self, other: Exact) -> Exact {
        Exact(self.0.saturating_sub(other.0))
    }
}

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact(Decimal::ZERO.saturating_sub(self.0))
    }
}

impl AddAssign for Exact {
    fn add_assign(&mut self, other: Exact) {
        *self = *self + other;
    }
}

impl SubAssign for Exact {
    fn sub_assign(&mut self, other: Exact) {
        *self = *self - other;
    }
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(iter: I) -> Exact {
        iter.fold(Exact::ZERO, Add::add)
    }
}

/// Why a text is not an exact decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactError {
    /// It is not digits with at most one decimal point.
    NotANumber,
    /// It has more than [`Exact::MAX_WRITTEN_DECIMALS`] decimals.
    TooManyDecimals,
    /// It is a billion or more.
    TooLarge,
}

impl fmt::Display for ExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExactError::NotANumber => "not a number: write digits such as `25` or `0.5`",
            ExactError::TooManyDecimals => "more than 6 decimals",
            ExactError::TooLarge => "a number must be below 1,000,000,000",
        })
    }
}

impl std::error::Error for ExactError {}

/// Parses digits as a person writes them: `25`, `-3`, `2.50`. No exponent, no underscore, no float.
impl FromStr for Exact {
    type Err = ExactError;
    fn from_str(text: &str) -> Result<Self, ExactError> {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        if !all_digits(whole) || !all_digits(fraction) {
            return Err(ExactError::NotANumber);
        }
        if fraction.len() > Exact::MAX_WRITTEN_DECIMALS as usize {
            return Err(ExactError::TooManyDecimals);
        }
        if whole.trim_start_matches('0').len() > 9 {
            return Err(ExactError::TooLarge);
        }
        Decimal::from_str_exact(text.strip_prefix('+').unwrap_or(text))
            .map(|d| Exact(d.normalize()))
            .map_err(|_| ExactError::NotANumber)
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.normalize(), f)
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Exact {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// State files hold every digit that a night computed, so all 28 digits are read back.
impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Decimal::from_str_exact(&text)
            .map(|d| Exact(d.normalize()))
            .map_err(|_| serde::de::Error::custom(format!("`{text}` is no exact decimal")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(text: &str) -> Exact {
        text.parse().unwrap()
    }

    #[test]
    fn digits_are_read_and_written_as_they_are() {
        for (text, written) in [("25", "25"), ("2.50", "2.5"), ("-10.0001", "-10.0001"), ("007", "7")] {
            assert_eq!(n(text).to_string(), written);
        }
        for bad in ["", "1e3", "1_000", ".5", "5.", "a", "1.2.3", "--1"] {
            assert_eq!(bad.parse::<Exact>(), Err(ExactError::NotANumber), "{bad}");
        }
        assert_eq!("1.1234567".parse::<Exact>(), Err(ExactError::TooManyDecimals));
        assert_eq!("1000000000".parse::<Exact>(), Err(ExactError::TooLarge));
    }

    #[test]
    fn a_product_keeps_all_digits_or_is_refused() {
        assert_eq!(n("32.25").times(n("1.35")), Ok(n("43.5375")));
        let long = n("1.123456").times(n("1.123456")).unwrap();
        assert!(long.times(long).is_ok());
        assert_eq!(long.times(long).unwrap().times(long), Err(LostDigits));
    }

    #[test]
    fn a_share_is_cut_to_four_decimals() {
        assert_eq!(n("10").truncated_quotient(3), n("3.3333"));
    }
}
