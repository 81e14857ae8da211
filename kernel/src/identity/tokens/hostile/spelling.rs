//! Other encodings of the same token, and signatures that are nearly correct.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use ed25519_dalek::{Signer, SigningKey};
use serde_json::json;

use super::{Hostile, encode, header, key, seal, signed, uneven};
use crate::identity::tokens::MAX_TOKEN_BYTES;
use crate::secret::hex;

impl Hostile {
    /// Adds tokens whose parts are encoded, cut or joined in other ways than a JWT's.
    pub(super) fn texts(&mut self) {
        let (header, claims) = (header().to_string(), self.claims().to_string());
        let good = signed(&header, &claims);
        let parts: Vec<&str> = good.split('.').collect();
        let [head, body, signature] = parts[..] else {
            unreachable!("three parts")
        };
        // Signed over exactly this text, so that only the encoding is wrong.
        for (name, other) in [
            ("padded", URL_SAFE.encode(uneven(&claims))),
            ("standard and padded", STANDARD.encode(uneven(&claims))),
            (
                "standard",
                STANDARD_NO_PAD.encode("\u{3ff}\u{3fe}\u{3ff}".repeat(9)),
            ),
            ("padded once too often", format!("{body}=")),
            ("with a newline", format!("{body}\n")),
            ("with CRLF", format!("{body}\r\n")),
            ("with a space", format!(" {body}")),
            (
                "with a tab inside",
                format!("{}\t{}", &body[..8], &body[8..]),
            ),
            ("with a zero", format!("{body}\0")),
            ("cut", body[..body.len() - 2].to_owned()),
            ("with a letter more", format!("{body}A")),
            ("percent-encoded", body.replace('e', "%65")),
            ("in hex", hex(claims.as_bytes())),
            ("not encoded", claims.replace('.', "")),
        ] {
            self.add(format!("claims {name}"), seal(&format!("{head}.{other}")));
        }
        for (name, other) in [
            ("padded", URL_SAFE.encode(uneven(&header))),
            ("with a newline", format!("{head}\n")),
            ("with a space", format!("{head} ")),
            ("with a letter more", format!("{head}A")),
            ("cut", head[..head.len() - 1].to_owned()),
            ("not encoded", header.clone()),
        ] {
            self.add(format!("a header {name}"), seal(&format!("{other}.{body}")));
        }
        for (why, token) in [
            (
                "five parts, as of a JWE",
                format!("{good}.{body}.{signature}"),
            ),
            ("four parts", format!("{good}.{signature}")),
            ("a dot at the end", format!("{good}.")),
            ("a dot before", format!(".{good}")),
            ("two parts", format!("{head}.{body}")),
            ("one part", head.to_owned()),
            ("no claims", seal(&format!("{head}."))),
            ("no header", seal(&format!(".{body}"))),
            ("nothing but dots", "..".into()),
            ("two tokens", format!("{good}{good}")),
            ("two tokens and a comma", format!("{good},{good}")),
            ("a scheme within", format!("Bearer {good}")),
            (
                "the JSON form",
                json!({ "protected": head, "payload": body, "signature": signature }).to_string(),
            ),
            (
                "parts in another order",
                format!("{body}.{head}.{signature}"),
            ),
        ] {
            self.add(why, token);
        }
        for bytes in [MAX_TOKEN_BYTES + 1, 4096, 16 << 10, 64 << 10, 1 << 20] {
            let spaces = " ".repeat(bytes * 3 / 4);
            self.add_claims(
                format!("{bytes} bytes of claims"),
                &format!("{claims}{spaces}"),
            );
            self.add_header(
                format!("{bytes} bytes of header"),
                &format!("{header}{spaces}"),
            );
            self.add(
                format!("{bytes} bytes of signature"),
                format!("{good}{}", "A".repeat(bytes)),
            );
        }
    }

    /// Adds tokens with valid parts and a changed, forged or differently encoded signature.
    pub(super) fn signatures(&mut self) {
        let good = signed(&header().to_string(), &self.claims().to_string());
        let (message, signature) = good.rsplit_once('.').expect("a signature");
        let bytes: [u8; 64] = key().sign(message.as_bytes()).to_bytes();
        let mut add = |why: String, bytes: &[u8]| {
            self.all.push((why, format!("{message}.{}", encode(bytes))));
        };
        for index in 0..64 {
            let mut flipped = bytes;
            flipped[index] ^= 1 << (index % 8);
            add(format!("a bit of byte {index}"), &flipped);
        }
        for length in [0, 1, 31, 32, 33, 63] {
            add(format!("{length} bytes"), &bytes[..length]);
        }
        for more in [1, 2, 32, 64] {
            add(
                format!("{more} bytes more"),
                &[&bytes[..], &vec![0; more]].concat(),
            );
        }
        // S + nL is equivalent to S; only the smallest value is valid (RFC 8032, 5.1.7).
        let mut scalar = bytes;
        for n in 1..=8 {
            add_order(&mut scalar);
            add(format!("S + {n}L"), &scalar);
        }
        for point in SMALL_ORDER {
            let mut forged = [0; 64];
            forged[..32].copy_from_slice(&point);
            add(
                format!("R of small order, S = 0: {:02x}…", point[0]),
                &forged,
            );
            forged[32..].copy_from_slice(&bytes[32..]);
            add(
                format!("R of small order, our S: {:02x}…", point[0]),
                &forged,
            );
        }
        let mut swapped = bytes;
        swapped.rotate_left(32);
        add("S and R swapped".into(), &swapped);
        add("zeros".into(), &[0; 64]);
        add("ones".into(), &[0xff; 64]);
        let other = SigningKey::from_bytes(&[9; 32]);
        add(
            "another key's".into(),
            &other.sign(message.as_bytes()).to_bytes(),
        );
        let own = SigningKey::from_bytes(&[1; 32]);
        add(
            "our older key's under the newer one's name".into(),
            &own.sign(message.as_bytes()).to_bytes(),
        );
        add("of other claims".into(), &key().sign(b"other").to_bytes());
        add(
            "of the claims alone".into(),
            &key()
                .sign(message.split('.').next_back().expect("claims").as_bytes())
                .to_bytes(),
        );
        // 64 bytes leave four unused bits in the last letter; they must be zero.
        let last = signature.chars().next_back().expect("a letter");
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let place = letters.find(last).expect("base64url");
        for more in 1..16 {
            let letter = &letters[place + more..=place + more];
            let stem = &signature[..signature.len() - 1];
            self.all.push((
                format!("{more} in the spare bits"),
                format!("{message}.{stem}{letter}"),
            ));
        }
        for (why, text) in [
            ("padded", format!("{signature}==")),
            ("in the other alphabet", STANDARD_NO_PAD.encode([0xfb; 64])),
            ("with a newline", format!("{signature}\n")),
            ("with a space", format!(" {signature}")),
            ("in hex", hex(&bytes)),
        ] {
            self.all
                .push((format!("a signature {why}"), format!("{message}.{text}")));
        }
    }
}

/// The order of the group, little-endian: 2^252 + 27742317777372353535851937790883648493.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

/// Adds the order of the group to S, the second half of a signature.
fn add_order(signature: &mut [u8; 64]) {
    let mut carry = 0;
    for (byte, order) in signature[32..].iter_mut().zip(ORDER) {
        let sum = u16::from(*byte) + u16::from(order) + carry;
        *byte = sum.to_le_bytes()[0];
        carry = sum >> 8;
    }
}

/// The points of order 1, 2, 4 and 8, and two of their non-canonical spellings.
const SMALL_ORDER: [[u8; 32]; 8] = {
    const fn point(first: u8, middle: u8, last: u8) -> [u8; 32] {
        let mut bytes = [middle; 32];
        bytes[0] = first;
        bytes[31] = last;
        bytes
    }
    const EIGHT: [u8; 32] = [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98,
        0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53,
        0xfc, 0x05,
    ];
    let mut negated = EIGHT;
    negated[31] |= 0x80;
    [
        point(1, 0, 0),
        point(0xec, 0xff, 0x7f),
        point(0, 0, 0),
        point(0, 0, 0x80),
        EIGHT,
        negated,
        point(0xee, 0xff, 0x7f),
        point(0xed, 0xff, 0xff),
    ]
};
