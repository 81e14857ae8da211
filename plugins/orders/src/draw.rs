//! The draw of a random item, which its buyer can repeat: the hash of the seed and of the rows is published before the payment,
//! the buyer adds a nonce, and the result follows from both. `web-plugins/orders/src/draw` is the same in TypeScript, with the
//! same vectors.
//!
//! The hash has versions. Rule 1, of orders placed before decision 0055: SHA-256 of the seed. Rule 2: SHA-256 of a text with the
//! order, the seed and each row with its weight and what was left of it, so that the odds cannot be changed afterwards.

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A row of the draw that was not sold out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Odds {
    /// The number of the row in its product.
    pub no: i64,
    /// Its weight; the chance is the weight divided by the sum of all.
    pub weight: i64,
}

/// A row as it was when the order was placed: what the published hash covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Promised {
    /// The number of the row in its product.
    pub no: i64,
    /// Its weight.
    pub weight: i64,
    /// What was left of it; null without a stock of its own.
    pub left: Option<i64>,
}

/// The rows of a draw: promised ones that are not sold out. `left` is what is left of a row now; the outer `None` is for a row
/// that does not exist.
#[must_use]
pub fn open_rows(promised: &[Promised], left: impl Fn(i64) -> Option<Option<i64>>) -> Vec<Odds> {
    promised
        .iter()
        .filter(|row| left(row.no).is_some_and(|left| left != Some(0)))
        .map(|&Promised { no, weight, .. }| Odds { no, weight })
        .collect()
}

/// Lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The published hash of a draw by rule 2: lines with the rule, the order, the seed, and `no weight left` of each row.
#[must_use]
pub fn commitment(order: &str, seed: &[u8], rows: &[Promised]) -> String {
    let mut text = format!("witverse draw 2\n{order}\n{}", hex(seed));
    for Promised { no, weight, left } in rows {
        let left = left.map_or_else(|| "-".to_owned(), |left| left.to_string());
        text.push_str(&format!("\n{no} {weight} {left}"));
    }
    hex(&Sha256::digest(text))
}

/// Whether a nonce can be used: 16 to 64 lower-case hexadecimal digits.
#[must_use]
pub fn is_nonce(nonce: &str) -> bool {
    (16..=64).contains(&nonce.len())
        && nonce
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// The row of draw `n` of an order, counted from 1; `None` if no row has a weight.
///
/// Attempt 0, 1, … is the first eight bytes of HMAC-SHA-256(seed, `order:nonce:n:attempt`) as a big-endian number. A number in
/// the last, incomplete round of the sum of weights is skipped, so that no row has more than its weight.
#[must_use]
pub fn pick(seed: &[u8], order: &str, nonce: &str, n: i64, odds: &[Odds]) -> Option<i64> {
    let weights = odds
        .iter()
        .map(|row| u64::try_from(row.weight).unwrap_or(0));
    let total: u64 = weights.sum();
    if total == 0 {
        return None;
    }
    let fair = u64::MAX - (u64::MAX % total + 1) % total;
    let mut attempt = 0_u32;
    let number = loop {
        let number = number(seed, &format!("{order}:{nonce}:{n}:{attempt}"));
        if number <= fair {
            break number;
        }
        attempt += 1;
    };
    let mut rest = number % total;
    for row in odds {
        let weight = u64::try_from(row.weight).unwrap_or(0);
        if rest < weight {
            return Some(row.no);
        }
        rest -= weight;
    }
    None
}

fn number(seed: &[u8], message: &str) -> u64 {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("a key of any length");
    mac.update(message.as_bytes());
    let tag = mac.finalize().into_bytes();
    tag.iter()
        .take(8)
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::{Odds, Promised, commitment, hex, is_nonce, open_rows, pick};
    use serde::Deserialize;
    use sha2::{Digest, Sha256};

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Vector {
        seed: String,
        /// Of rule 1.
        seed_hash: String,
        /// Of rule 2, for `rows`.
        draw_hash: String,
        rows: Vec<Promised>,
        order: String,
        nonce: String,
        n: i64,
        odds: Vec<Odds>,
        no: i64,
    }

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex"))
            .collect()
    }

    /// The page checks the same file.
    #[test]
    fn the_shared_vectors_hold() {
        let vectors: Vec<Vector> =
            serde_json::from_str(include_str!("../vectors.json")).expect("the vectors");
        assert!(vectors.len() >= 5);
        for vector in vectors {
            let seed = bytes(&vector.seed);
            assert_eq!(hex(&Sha256::digest(&seed)), vector.seed_hash);
            let promised = commitment(&vector.order, &seed, &vector.rows);
            assert_eq!(promised, vector.draw_hash);
            let drawn = pick(&seed, &vector.order, &vector.nonce, vector.n, &vector.odds);
            assert_eq!(drawn, Some(vector.no), "{}:{}", vector.order, vector.n);
        }
    }

    #[test]
    fn the_hash_changes_with_every_part() {
        let row = |no, weight, left| Promised { no, weight, left };
        let rows = [row(1, 1, Some(5)), row(2, 99, None)];
        let hash = commitment("o", b"seed", &rows);
        for (order, seed, rows) in [
            ("p", b"seed", vec![rows[0], rows[1]]),
            ("o", b"sead", vec![rows[0], rows[1]]),
            ("o", b"seed", vec![row(1, 2, Some(5)), rows[1]]),
            ("o", b"seed", vec![row(1, 1, Some(4)), rows[1]]),
            ("o", b"seed", vec![row(1, 1, None), rows[1]]),
            ("o", b"seed", vec![rows[0], row(3, 99, None)]),
            ("o", b"seed", vec![rows[1], rows[0]]),
            ("o", b"seed", vec![rows[0]]),
        ] {
            assert_ne!(commitment(order, seed, &rows), hash, "{order} {rows:?}");
        }
    }

    #[test]
    fn sold_out_rows_leave_the_draw_and_no_row_joins_it() {
        let row = |no, left| Promised {
            no,
            weight: no,
            left,
        };
        let rows = [
            row(1, Some(2)),
            row(2, Some(1)),
            row(3, None),
            row(4, Some(1)),
        ];
        let left = |no| match no {
            1 => Some(Some(1)),
            2 => Some(Some(0)),
            3 => Some(None),
            5 => Some(Some(9)),
            _ => None,
        };
        let open: Vec<i64> = open_rows(&rows, left).iter().map(|row| row.no).collect();
        assert_eq!(open, [1, 3]);
    }

    #[test]
    fn the_frequencies_follow_the_weights() {
        let odds = [1, 30, 69].map(|weight| Odds { no: weight, weight });
        let mut counts = [0; 3];
        for n in 0..10_000 {
            let no = pick(b"seed", "order", "nonce", n, &odds).expect("a row");
            let row = odds
                .iter()
                .position(|row| row.no == no)
                .expect("a known row");
            counts[row] += 1;
        }
        assert!((60..=150).contains(&counts[0]), "{counts:?}");
        assert!((2_800..=3_200).contains(&counts[1]), "{counts:?}");
    }

    #[test]
    fn rows_without_weight_are_never_drawn() {
        let row = |no, weight| Odds { no, weight };
        assert_eq!(pick(b"s", "o", "n", 1, &[]), None);
        assert_eq!(pick(b"s", "o", "n", 1, &[row(1, 0)]), None);
        for n in 0..100 {
            assert_eq!(pick(b"s", "o", "n", n, &[row(1, 0), row(2, 5)]), Some(2));
        }
    }

    #[test]
    fn a_nonce_is_hexadecimal() {
        assert!(is_nonce(&"0a".repeat(8)) && is_nonce(&"f".repeat(64)));
        for bad in ["", "0a", &"g".repeat(16), &"A".repeat(16), &"0".repeat(65)] {
            assert!(!is_nonce(bad), "{bad}");
        }
    }
}
