//! HMAC-SHA-256 (RFC 2104), for values that only the holder of a key can compute or check.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

/// The block size of the hash in bytes, and so the maximum length of a key.
const BLOCK: usize = 64;

/// Computes the keyed hash of the parts. Each part is preceded by its length, so no two lists of parts collide; the
/// first part names the purpose.
pub fn keyed_hash(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut block = [0; BLOCK];
    block.iter_mut().zip(key).for_each(|(slot, byte)| *slot = *byte);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keys_and_their_bounds_each_make_another_value() {
        let values = [
            keyed_hash(b"key", &[b"a", b"bc"]),
            keyed_hash(b"key", &[b"ab", b"c"]),
            keyed_hash(b"key", &[b"abc"]),
            keyed_hash(b"kez", &[b"a", b"bc"]),
            keyed_hash(b"key", &[b"a", b"bc", b""]),
        ];
        let mut distinct = values.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), values.len());
    }

    #[test]
    fn it_is_the_published_construction() {
        // HMAC-SHA-256 of the length 2 and `Hi` by its definition, from the hash alone.
        use sha2::Digest as _;
        let pad = |pad_byte: u8| {
            let mut block = [pad_byte; BLOCK];
            block.iter_mut().zip(b"key").for_each(|(place, byte)| *place ^= byte);
            block
        };
        let message = [&2u64.to_le_bytes()[..], b"Hi"].concat();
        let inner = Sha256::digest([&pad(0x36)[..], &message].concat());
        let outer = Sha256::digest([&pad(0x5c)[..], &inner].concat());
        assert_eq!(keyed_hash(b"key", &[b"Hi"])[..], outer[..]);
    }
}
