//! How badly hurt somebody looks (I14).

use crate::language::condition::Resource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::war::War;

use super::perceived::Wound;

/// How badly hurt a character looks now to an observer of this ACT. The exact Health is never shown.
pub fn wound_at(war: &War, who: CharacterId, acuity: Acuity) -> Wound {
    let health = war.character(who).health;
    let maximum = war.maximum(who, Resource::Health);
    if health <= Exact::ZERO {
        return Wound::Fallen(true);
    }
    if acuity >= Acuity::E && health >= maximum {
        // What a low ACT can tell, a higher one tells as well.
        return Wound::Hurt(false);
    }
    match acuity {
        Acuity::None => Wound::Fallen(false),
        Acuity::E => Wound::Hurt(health < maximum),
        Acuity::D => Wound::Heavy(health + health <= maximum),
        Acuity::C => Wound::Quarters(parts_left_rounded_up(health, maximum, 4)),
        Acuity::B => Wound::Tenths(parts_left_rounded_up(health, maximum, 10)),
        Acuity::A => Wound::Percent(5 * parts_left_rounded(health, maximum, 20)),
        Acuity::EX => Wound::Percent(parts_left_rounded(health, maximum, 100)),
    }
}

/// The number of `parts` equal parts left, rounded up, so that only the fallen have 0.
fn parts_left_rounded_up(health: Exact, maximum: Exact, parts: u8) -> u8 {
    (0..parts).take_while(|n| part_is_below(*n, parts, health, maximum)).count().try_into().unwrap_or(parts)
}

/// The number of `parts` equal parts left, rounded to the nearest, at least one.
fn parts_left_rounded(health: Exact, maximum: Exact, parts: u8) -> u8 {
    // n parts are nearest when (2n − 1) half parts fit and (2n + 1) do not. This bisects rather than counts because
    // it runs once for every hit that anybody saw.
    let is_at_least = |n: u8| !part_is_above(2 * u16::from(n) - 1, 2 * u16::from(parts), health, maximum);
    let (mut fitting, mut excluded) = (1, parts + 1);
    while excluded - fitting > 1 {
        let middle = fitting + (excluded - fitting) / 2;
        if is_at_least(middle) {
            fitting = middle;
        } else {
            excluded = middle;
        }
    }
    fitting
}

/// `n/parts < health/maximum`.
fn part_is_below(n: u8, parts: u8, health: Exact, maximum: Exact) -> bool {
    let (left, right) = (maximum.times(Exact::from(u32::from(n))), health.times(Exact::from(u32::from(parts))));
    matches!((left, right), (Ok(left), Ok(right)) if left < right)
}

/// `n/parts > health/maximum`.
fn part_is_above(n: u16, parts: u16, health: Exact, maximum: Exact) -> bool {
    let (left, right) = (maximum.times(Exact::from(u32::from(n))), health.times(Exact::from(u32::from(parts))));
    matches!((left, right), (Ok(left), Ok(right)) if left > right)
}
