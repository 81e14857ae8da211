//! Tokens that must be refused although they are signed with a valid key, or appear to be. Those that need no key are
//! sent over HTTP (`tests/it/user/tokens.rs`).

mod claims;
mod headers;
mod spelling;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use uuid::Uuid;

use super::tests::of;
use super::{ACCESS_LIFETIME_S, Tokens};
use crate::clock::Clock;

const KID: &str = "new";
const SEED: u8 = 2;

/// The hostile tokens, each with its defect.
struct Hostile {
    now: i64,
    all: Vec<(String, String)>,
}

fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[SEED; 32])
}

/// Any two texts, signed unchanged with a valid key.
fn signed(header: &str, claims: &str) -> String {
    let message = format!("{}.{}", encode(header), encode(claims));
    seal(&message)
}

fn seal(message: &str) -> String {
    let signature = key().sign(message.as_bytes());
    format!("{message}.{}", encode(signature.to_bytes()))
}

fn header() -> Value {
    json!({ "typ": "at+jwt", "alg": "EdDSA", "kid": KID })
}

/// The object with one field replaced, or removed if `value` is `None`.
fn with(object: &Value, name: &str, value: Option<Value>) -> String {
    let mut object = object.clone();
    let fields = object.as_object_mut().expect("an object");
    match value {
        Some(value) => fields.insert(name.to_owned(), value),
        None => fields.remove(name),
    };
    object.to_string()
}

/// The object's text with an added member that serde would not write, such as a duplicate.
fn and(object: &Value, member: &str) -> String {
    let text = object.to_string();
    format!("{},{member}}}", text.strip_suffix('}').expect("an object"))
}

/// Adds spaces until its base64 form needs padding.
fn uneven(json: &str) -> String {
    let spaces = 1 + (3 - json.len() % 3) % 3;
    format!("{json}{}", " ".repeat(spaces))
}

/// Values of the wrong type for every claim.
fn misfits() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(""),
        json!([]),
        json!({}),
        json!([[]]),
        json!({ "a": { "a": {} } }),
        json!("\0"),
    ]
}

impl Hostile {
    fn claims(&self) -> Value {
        json!({
            "iss": "witverse", "aud": "witverse-api", "sub": Uuid::from_u128(1), "sid": Uuid::from_u128(2),
            "iat": self.now, "exp": self.now + ACCESS_LIFETIME_S,
        })
    }

    fn add(&mut self, why: impl Into<String>, token: String) {
        self.all.push((why.into(), token));
    }

    /// Adds a token with another header, with a valid signature.
    fn add_header(&mut self, why: impl Into<String>, header: &str) {
        let token = signed(header, &self.claims().to_string());
        self.add(why, token);
    }

    /// Adds a token with other claims, with a valid signature.
    fn add_claims(&mut self, why: impl Into<String>, claims: &str) {
        self.add(why, signed(&header().to_string(), claims));
    }
}

fn all(now: i64) -> Vec<(String, String)> {
    let mut hostile = Hostile {
        now,
        all: Vec::new(),
    };
    hostile.algorithms();
    hostile.confusion();
    hostile.headers();
    hostile.claimed();
    hostile.times();
    hostile.texts();
    hostile.signatures();
    hostile.all
}

fn ours(clock: &Clock) -> Tokens {
    of(&[("old", 1), (KID, SEED)], clock)
}

#[test]
fn hostile_tokens_are_refused() {
    let clock = Clock::default();
    let tokens = ours(&clock);
    // The unmodified token passes, so that each hostile one is refused for its one defect.
    let now = clock.now().unix_timestamp();
    let plain = Hostile {
        now,
        all: Vec::new(),
    };
    let good = signed(&header().to_string(), &plain.claims().to_string());
    assert!(tokens.verify(&good).is_some(), "the good one passes");
    let issued = tokens
        .issue(Uuid::from_u128(1), Uuid::from_u128(2))
        .expect("a token");
    assert!(
        tokens.verify(&issued).is_some(),
        "and so does an issued one"
    );

    let hostile = all(now);
    let distinct: std::collections::BTreeSet<&String> =
        hostile.iter().map(|(_, token)| token).collect();
    assert!(
        distinct.len() >= 300,
        "{} of {}",
        distinct.len(),
        hostile.len()
    );
    let passed: Vec<&String> = hostile
        .iter()
        .filter(|(_, token)| *token != good && tokens.verify(token).is_some())
        .map(|(why, _)| why)
        .collect();
    assert!(
        passed.is_empty(),
        "{} of {} passed: {passed:#?}",
        passed.len(),
        hostile.len()
    );
    let same = hostile.iter().filter(|(_, token)| *token == good);
    assert_eq!(same.count(), 0, "none of them is the good one");
}

#[test]
fn every_changed_byte_invalidates_a_token() {
    let clock = Clock::default();
    let tokens = ours(&clock);
    let good = tokens
        .issue(Uuid::from_u128(1), Uuid::from_u128(2))
        .expect("a token");
    for index in 0..good.len() {
        for letter in ['A', 'b', '.', '=', ' ', '-', '\0'] {
            let mut other = good.clone().into_bytes();
            if other[index] == letter as u8 {
                continue;
            }
            other[index] = letter as u8;
            let other = String::from_utf8(other).expect("ASCII");
            assert_eq!(tokens.verify(&other), None, "{letter:?} at {index}");
        }
        let cut = format!("{}{}", &good[..index], &good[index + 1..]);
        assert_eq!(tokens.verify(&cut), None, "without {index}");
    }
}
