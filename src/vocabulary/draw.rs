//! Chance: one stream a purpose, keyed by the War's seed and the Night, so that a replay draws the same
//! and no draw disturbs another.
//!
//! The hash is FNV-1a with the finisher of SplitMix64: a page of code that never changes under us, where a
//! library's stream may differ between its versions.

/// Which of so many things is drawn: `0..of`. `None` where there is nothing to draw from.
#[must_use]
pub fn draw(seed: u64, night: u32, purpose: &str, of: usize) -> Option<usize> {
    let of = u64::try_from(of).ok().filter(|of| *of > 0)?;
    let bytes = seed.to_le_bytes().into_iter().chain(night.to_le_bytes()).chain(purpose.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let hash = hash ^ (hash >> 31);
    // The high bits decide, so that a small number of things is drawn evenly.
    let place = (u128::from(hash) * u128::from(of)) >> 64;
    usize::try_from(place).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_within_its_range_and_the_same_again() {
        assert_eq!(draw(7, 1, "igm/Rin", 0), None);
        for of in 1..20 {
            let drawn = draw(7, 3, "igm/Rin", of);
            assert!(drawn.is_some_and(|place| place < of));
            assert_eq!(drawn, draw(7, 3, "igm/Rin", of));
        }
    }

    #[test]
    fn every_place_comes_up_about_as_often() {
        let mut counts = [0u32; 5];
        for night in 0..5000 {
            let place = draw(42, night, "igm/Rin", 5).and_then(|place| counts.get_mut(place));
            place.into_iter().for_each(|count| *count += 1);
        }
        assert!(counts.iter().all(|count| (850..=1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn seed_night_and_purpose_each_make_another_stream() {
        let stream = |seed, purpose: &str| (0..40).map(|night| draw(seed, night, purpose, 10)).collect::<Vec<_>>();
        assert_ne!(stream(1, "igm/Rin"), stream(2, "igm/Rin"));
        assert_ne!(stream(1, "igm/Rin"), stream(1, "igm/Illya"));
    }
}
