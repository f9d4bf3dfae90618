//! Random draws: one stream for each purpose, keyed by the War's seed and the Night. So a replay draws the same, and
//! no draw disturbs another.
//!
//! From a 128-bit key, the Night and the purpose, each stream gets a key for ChaCha12, so knowing other draws reveals
//! nothing of this one. Earlier Wars have a number as seed. For those, the number is hashed by FNV-1a with the
//! finisher of SplitMix64, and they keep that method.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::keyed_hash::keyed_hash;
use super::seed::Seed;

/// Draws an index in `0..count`; `None` if `count` is 0.
pub fn draw_index(seed: Seed, night: u32, purpose: &str, count: usize) -> Option<usize> {
    let count = u64::try_from(count).ok().filter(|count| *count > 0)?;
    let index = match seed {
        Seed::Number(seed) => draw_from_number(seed, night, purpose, count),
        Seed::Key(key) => {
            let key = keyed_hash(&key, &[b"draw", &night.to_le_bytes(), purpose.as_bytes()]);
            draw_below(&mut ChaCha12Rng::from_seed(key), count)
        }
    };
    usize::try_from(index).ok()
}

/// A uniform number below `bound`. Words that would bias the result are drawn again.
fn draw_below(stream: &mut ChaCha12Rng, bound: u64) -> u64 {
    let rejection_threshold = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(stream.next_u64()) * u128::from(bound);
        // The low half is the word's position within its share.
        if product as u64 >= rejection_threshold {
            return (product >> 64) as u64;
        }
    }
}

/// The draw for a seed that is a number.
fn draw_from_number(seed: u64, night: u32, purpose: &str, count: u64) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(night.to_le_bytes()).chain(purpose.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let hash = hash ^ (hash >> 31);
    // The high bits decide, so that draws among few things are even.
    ((u128::from(hash) * u128::from(count)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Seed = Seed::Key(*b"sixteen bytes on");
    const SEEDS: [Seed; 2] = [Seed::Number(7), KEY];

    fn stream(seed: Seed, purpose: &str) -> Vec<Option<usize>> {
        (0..40).map(|night| draw_index(seed, night, purpose, 10)).collect()
    }

    #[test]
    fn a_draw_is_within_its_range_and_the_same_again() {
        for seed in SEEDS {
            assert_eq!(draw_index(seed, 1, "igm/Rin", 0), None);
            for count in 1..20 {
                let drawn = draw_index(seed, 3, "igm/Rin", count);
                assert!(drawn.is_some_and(|place| place < count));
                assert_eq!(drawn, draw_index(seed, 3, "igm/Rin", count));
            }
        }
    }

    #[test]
    fn every_place_comes_up_about_as_often() {
        for seed in SEEDS {
            let mut counts = [0u32; 5];
            for night in 0..5000 {
                let index = draw_index(seed, night, "igm/Rin", 5).and_then(|index| counts.get_mut(index));
                index.into_iter().for_each(|count| *count += 1);
            }
            assert!(counts.iter().all(|count| (850..=1150).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn seed_night_and_purpose_each_make_another_stream() {
        for (seed, other) in [(Seed::Number(1), Seed::Number(2)), (KEY, Seed::Number(1))] {
            assert_ne!(stream(seed, "igm/Rin"), stream(other, "igm/Rin"));
            assert_ne!(stream(seed, "igm/Rin"), stream(seed, "igm/Illya"));
        }
    }

    /// A guess at a part of the seed, or at a hash of it with 64 bits, checks nothing: every bit counts.
    #[test]
    fn every_bit_of_a_key_makes_another_stream() {
        let Seed::Key(key) = KEY else { return };
        let mut streams = vec![stream(KEY, "igm/Rin")];
        for bit in 0..128 {
            let mut other = key;
            other[bit / 8] ^= 1 << (bit % 8);
            streams.push(stream(Seed::Key(other), "igm/Rin"));
        }
        streams.sort_unstable();
        streams.dedup();
        assert_eq!(streams.len(), 129);
    }

    /// These never change, so that a War goes on as it began.
    #[test]
    fn draws_stay_what_they_were() {
        let first = |seed| (0..12).filter_map(|night| draw_index(seed, night, "igm/Rin", 100)).collect::<Vec<_>>();
        assert_eq!(first(Seed::Number(7331)), [98, 81, 71, 85, 44, 44, 66, 92, 4, 94, 31, 8]);
        assert_eq!(first(KEY), [57, 39, 48, 70, 64, 0, 39, 54, 36, 33, 66, 70]);
    }
}
