//! Passwords that everybody knows: a Bloom filter of common ones, small enough to ship. It never misses a
//! password that is in it; one in a thousand others is refused too, and its owner picks another.
//!
//! `common-passwords.bloom` is made by `examples/common_passwords.rs` from a list of one password a line.

use sha2::{Digest, Sha256};

/// Bits of the filter, preceded by the number of hashes as one byte.
const FILTER: &[u8] = include_bytes!("common-passwords.bloom");

/// Whether a password, or what is left of it without the digits and signs around it, is a common one.
pub(super) fn is_common(password: &str) -> bool {
    let whole = password.to_lowercase();
    let bare = whole.trim_matches(|letter: char| !letter.is_alphabetic());
    let plain = unleet(bare);
    holds(&whole) || (bare.chars().count() >= 4 && (holds(bare) || holds(&plain)))
}

/// `p@ssw0rd` is no better than `password`.
fn unleet(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '0' => 'o',
            '1' | '!' => 'i',
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            other => other,
        })
        .collect()
}

fn holds(text: &str) -> bool {
    let (hashes, bits) = FILTER
        .split_first()
        .map_or((0, &[][..]), |(k, bits)| (*k, bits));
    hashes > 0 && places(text, hashes, bits.len()).all(|(byte, bit)| bits[byte] & bit != 0)
}

/// Where a text's bits are: two halves of its hash span as many as are asked for.
pub fn places(text: &str, hashes: u8, bytes: usize) -> impl Iterator<Item = (usize, u8)> {
    let digest = Sha256::digest(text.as_bytes());
    let half = |from: usize| {
        digest[from..from + 8]
            .iter()
            .fold(0_u64, |all, byte| all << 8 | u64::from(*byte))
    };
    let (first, step) = (half(0), half(8) | 1);
    let size = (bytes as u64).max(1) * 8;
    (0..u64::from(hashes)).map(move |index| {
        let bit = first.wrapping_add(index.wrapping_mul(step)) % size;
        (usize::try_from(bit / 8).unwrap_or_default(), 1 << (bit % 8))
    })
}

#[cfg(test)]
mod tests {
    use super::is_common;

    #[test]
    fn what_everybody_knows_is_refused() {
        for common in [
            "Password1!",
            "P@ssw0rd123!",
            "Qwerty12345!",
            "Iloveyou1!",
            "Welcome2026!",
            "!Dragon99!",
        ] {
            assert!(is_common(common), "{common}");
        }
    }

    #[test]
    fn what_nobody_else_has_passes() {
        for own in [
            "Lantern7!moon",
            "Witverse1!",
            "Kx4$wombat#Lid",
            "보라색 Umbrella 9!",
            "tR!angle-goose-88",
        ] {
            assert!(!is_common(own), "{own}");
        }
    }
}
