//! Common passwords, as a Bloom filter that is small enough to ship. It has no false negatives; one in a thousand other
//! passwords is refused too, and its owner chooses another one.
//!
//! `examples/common_passwords.rs` generates `common-passwords.bloom` from a list with one password a line.

use sha2::{Digest, Sha256};

/// One byte with the number of hashes, then the bits of the filter.
const FILTER: &[u8] = include_bytes!("common-passwords.bloom");

/// Whether a password is common, also after digits and signs around it are removed.
pub(super) fn is_common(password: &str) -> bool {
    let whole = password.to_lowercase();
    let bare = whole.trim_matches(|letter: char| !letter.is_alphabetic());
    let plain = unleet(bare);
    holds(&whole) || (bare.chars().count() >= 4 && (holds(bare) || holds(&plain)))
}

/// Replaces look-alike signs by letters: `p@ssw0rd` counts as `password`.
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

/// The bit positions of a text, derived from the two halves of its hash.
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
    fn common_passwords_are_refused() {
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
    fn uncommon_passwords_pass() {
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
