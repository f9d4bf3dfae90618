//! Makes what nobody can guess with the system's own generator: tokens, seeds, keys.
//!
//! This is the only place where the program draws something that a replay does not draw again.

use crate::vocabulary::seed::Seed;

use super::error::{CampaignError, Result};

/// The letters of a generated token (RFC 4648): it has no 0, 1, 8 or 9, which could be mistaken for one of them.
const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
/// The number of groups in a generated token; each has four letters of five bits.
const GROUPS: usize = 4;
/// The fewest letters and digits of a token made up by hand that is not weak.
const MIN_CHARACTERS: usize = 16;
/// The fewest if it has no digit: words are guessed sooner.
const MIN_WORD_TOKEN_LENGTH: usize = 24;
/// The fewest different letters and digits.
const MIN_DIFFERENT_CHARACTERS: usize = 8;

/// Returns `N` bytes from the system's generator.
pub fn random_bytes<const N: usize>() -> Result<[u8; N]> {
    let mut drawn = [0; N];
    getrandom::fill(&mut drawn)
        .map_err(|e| CampaignError::internal(format!("the system gives no random bytes: {e}")))?;
    Ok(drawn)
}

/// Generates a seed of 128 bits.
pub fn random_seed() -> Result<Seed> {
    random_bytes().map(Seed::Key)
}

/// Generates a token of 80 bits: `k7qm-2vxd-yhtr-w4cp`.
pub fn random_token() -> Result<String> {
    let drawn: [u8; GROUPS * 4] = random_bytes()?;
    let letter = |byte: &u8| LETTERS.get(usize::from(byte % 32)).map_or('a', |letter| char::from(*letter));
    Ok(drawn.chunks(4).map(|group| group.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("-"))
}

/// Whether a word has the form of a generated token.
pub fn is_drawn(token: &str) -> bool {
    let groups: Vec<&str> = token.split('-').collect();
    let is_drawn_group = |group: &&str| group.len() == 4 && group.bytes().all(|b| LETTERS.contains(&b));
    groups.len() >= GROUPS && groups.iter().all(is_drawn_group)
}

/// Whether a token can be guessed: it is not a generated one, and has fewer than 16 letters and digits, fewer than 24
/// if it has no digit, or fewer than 8 different ones.
pub fn is_weak(token: &str) -> bool {
    if is_drawn(token) {
        return false;
    }
    let mut letters: Vec<char> = token.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).collect();
    let fewest = if letters.iter().any(|c| c.is_numeric()) { MIN_CHARACTERS } else { MIN_WORD_TOKEN_LENGTH };
    let is_long_enough = letters.len() >= fewest;
    letters.sort_unstable();
    letters.dedup();
    !is_long_enough || letters.len() < MIN_DIFFERENT_CHARACTERS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drawn_token_has_eighty_bits_and_is_not_weak() {
        let drawn: Vec<String> = (0..200).map(|_| random_token().unwrap()).collect();
        let mut distinct = drawn.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), drawn.len());
        for token in &drawn {
            assert!(token.len() == 19 && !is_weak(token), "{token}");
        }
        // Every letter comes up at every place: none of the 16 is worth less than five bits.
        for index in (0..19).filter(|index| index % 5 != 4) {
            let mut seen: Vec<u8> = drawn.iter().map(|token| token.as_bytes()[index]).collect();
            seen.sort_unstable();
            seen.dedup();
            assert!(seen.len() > 28, "place {index}: {}", seen.len());
        }
    }

    #[test]
    fn what_people_make_up_is_weak() {
        let weak = ["", "t", "copper-lantern", "red-1f3a90", "iris-0123456789", "aaaa-aaaa-aaaa-aaaa-1", "Clock House"];
        weak.into_iter().for_each(|token| assert!(is_weak(token), "{token}"));
        let strong = ["correct horse battery staple", "9f8e7d6c5b4a39281706", "copper-lantern-77-bridge"];
        strong.into_iter().for_each(|token| assert!(!is_weak(token), "{token}"));
    }
}
