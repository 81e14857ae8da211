//! Tokens that are properly signed with our key, or look like it, and must not pass all the same. Those that
//! need no key of ours are sent over HTTP (`tests/it/user/tokens.rs`).

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use ed25519_dalek::pkcs8::EncodePublicKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use ed25519_dalek::{Signer, SigningKey};
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Value, json};
use uuid::Uuid;

use super::tests::of;
use super::{ACCESS_LIFETIME_S, MAX_TOKEN_BYTES, Tokens};
use crate::clock::Clock;
use crate::secret::hex;

const KID: &str = "new";
const SEED: u8 = 2;

/// What is tried, each with what is wrong with it.
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

/// Any two texts, signed with our key as they are.
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

/// The object with one field replaced, or without it where `value` is nothing.
fn with(object: &Value, name: &str, value: Option<Value>) -> String {
    let mut object = object.clone();
    let fields = object.as_object_mut().expect("an object");
    match value {
        Some(value) => fields.insert(name.to_owned(), value),
        None => fields.remove(name),
    };
    object.to_string()
}

/// The object's text with a member that serde would not write, a second time or as it stands.
fn and(object: &Value, member: &str) -> String {
    let text = object.to_string();
    format!("{},{member}}}", text.strip_suffix('}').expect("an object"))
}

/// With so many spaces that base64 pads it.
fn uneven(json: &str) -> String {
    let spaces = 1 + (3 - json.len() % 3) % 3;
    format!("{json}{}", " ".repeat(spaces))
}

/// Values of the wrong kind for anything.
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

    /// A header in place of ours, properly signed.
    fn add_header(&mut self, why: impl Into<String>, header: &str) {
        let token = signed(header, &self.claims().to_string());
        self.add(why, token);
    }

    /// Claims in place of ours, properly signed.
    fn add_claims(&mut self, why: impl Into<String>, claims: &str) {
        self.add(why, signed(&header().to_string(), claims));
    }

    fn algorithms(&mut self) {
        let claims = self.claims();
        for alg in [
            "none",
            "None",
            "NONE",
            "nOnE",
            "none ",
            " none",
            "",
            "null",
            "eddsa",
            "EDDSA",
            "Ed25519",
            "ed25519",
            "Ed448",
            "HS256",
            "HS384",
            "HS512",
            "RS256",
            "RS384",
            "RS512",
            "PS256",
            "PS384",
            "PS512",
            "ES256",
            "ES256K",
            "ES384",
            "ES512",
            "RSA1_5",
            "dir",
            "A128KW",
            "ECDH-ES",
            "EdDSA ",
            "EdDSA\0",
            "ＥｄＤＳＡ",
        ] {
            let header = with(&header(), "alg", Some(json!(alg)));
            self.add_header(format!("alg {alg:?}, signed all the same"), &header);
            let bare = format!("{}.{}.", encode(&header), encode(claims.to_string()));
            self.add(format!("alg {alg:?}, not signed"), bare);
        }
        for alg in misfits() {
            let why = format!("alg {alg}");
            self.add_header(why, &with(&header(), "alg", Some(alg)));
        }
        self.add_header("no alg", &with(&header(), "alg", None));
        self.add_header("alg twice, none last", &and(&header(), r#""alg":"none""#));
        let twice = r#"{"alg":"none","alg":"EdDSA","typ":"at+jwt","kid":"new"}"#;
        self.add_header("alg twice, none first", twice);
        self.add_header(
            "alg in an array",
            &with(&header(), "alg", Some(json!(["EdDSA"]))),
        );
    }

    /// HMAC with whatever of our public key somebody might have.
    fn confusion(&mut self) {
        let public = key().verifying_key();
        let der = public.to_public_key_der().expect("DER").into_vec();
        let pem = public.to_public_key_pem(LineEnding::LF).expect("PEM");
        let pem_crlf = public.to_public_key_pem(LineEnding::CRLF).expect("PEM");
        let bytes = public.to_bytes();
        let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": encode(bytes) });
        let secrets: Vec<(&str, Vec<u8>)> = vec![
            ("its bytes", bytes.to_vec()),
            ("its hex", hex(&bytes).into_bytes()),
            ("its HEX", hex(&bytes).to_uppercase().into_bytes()),
            ("its base64", STANDARD.encode(bytes).into_bytes()),
            ("its base64url", encode(bytes).into_bytes()),
            ("its DER", der.clone()),
            ("its DER in hex", hex(&der).into_bytes()),
            ("its DER in base64", STANDARD.encode(&der).into_bytes()),
            ("its PEM", pem.clone().into_bytes()),
            ("its trimmed PEM", pem.trim().as_bytes().to_vec()),
            ("its PEM with CRLF", pem_crlf.into_bytes()),
            ("its JWK", jwk.to_string().into_bytes()),
            ("its name", KID.into()),
            ("nothing", Vec::new()),
            ("zeros", vec![0; 32]),
        ];
        for (what, secret) in secrets {
            for (alg, name) in [
                (Algorithm::HS256, "HS256"),
                (Algorithm::HS384, "HS384"),
                (Algorithm::HS512, "HS512"),
            ] {
                for claimed in [name, "EdDSA"] {
                    let header = with(&header(), "alg", Some(json!(claimed)));
                    let message =
                        format!("{}.{}", encode(header), encode(self.claims().to_string()));
                    let key = EncodingKey::from_secret(&secret);
                    let mac =
                        jsonwebtoken::crypto::sign(message.as_bytes(), &key, alg).expect("a MAC");
                    self.add(
                        format!("{name} with {what}, called {claimed}"),
                        format!("{message}.{mac}"),
                    );
                }
            }
        }
    }

    fn headers(&mut self) {
        let header = header();
        for kid in [
            "",
            "old ",
            "NEW",
            "New",
            " new",
            "new ",
            "new\0",
            "new\n",
            "other",
            "../new",
            "./new",
            "/etc/passwd",
            "../../../../dev/null",
            "/dev/null",
            "file:///dev/null",
            "new' or '1'='1",
            "' union select 'AA==' --",
            "new\"; drop table kernel.signing_key; --",
            "%6eew",
            "ｎｅｗ",
            "n\u{200b}ew",
            "https://evil.example/key",
            "|/bin/true",
            "$(id)",
            "0",
        ] {
            self.add_header(
                format!("kid {kid:?}"),
                &with(&header, "kid", Some(json!(kid))),
            );
        }
        self.add_header(
            "a long kid",
            &with(&header, "kid", Some(json!("n".repeat(1000)))),
        );
        for (name, values) in [("kid", misfits()), ("typ", misfits())] {
            for value in values {
                let why = format!("{name} {value}");
                self.add_header(why, &with(&header, name, Some(value)));
            }
            self.add_header(format!("no {name}"), &with(&header, name, None));
        }
        self.add_header(
            "an array of kids",
            &with(&header, "kid", Some(json!([KID]))),
        );
        self.add_header("kid twice", &and(&header, r#""kid":"new""#));
        self.add_header(
            "another kid first",
            r#"{"kid":"old","kid":"new","typ":"at+jwt","alg":"EdDSA"}"#,
        );
        for typ in [
            "JWT",
            "jwt",
            "at+JWT",
            "AT+JWT",
            "At+Jwt",
            "application/at+jwt",
            "at+jwt ",
            " at+jwt",
            "at jwt",
            "at%2Bjwt",
            "dpop+jwt",
            "logout+jwt",
            "refresh+jwt",
            "id+jwt",
            "secevent+jwt",
            "JOSE",
        ] {
            self.add_header(
                format!("typ {typ:?}"),
                &with(&header, "typ", Some(json!(typ))),
            );
        }
        let public = encode(key().verifying_key().to_bytes());
        let jwk = json!({ "kty": "OKP", "crv": "Ed25519", "x": public });
        for (name, value) in [
            ("jwk", jwk),
            ("jku", json!("https://evil.example/keys.json")),
            ("jku", json!("http://127.0.0.1/keys.json")),
            ("x5u", json!("https://evil.example/certificate")),
            ("x5c", json!(["MIIB"])),
            ("x5t", json!("AAAA")),
            ("x5t#S256", json!("AAAA")),
            ("crit", json!(["exp"])),
            ("crit", json!([])),
            ("crit", json!(["b64"])),
            ("crit", json!("exp")),
            ("b64", json!(false)),
            ("b64", json!(true)),
            ("zip", json!("DEF")),
            ("enc", json!("A128GCM")),
            ("epk", json!({})),
            ("cty", json!("JWT")),
            ("url", json!("/api/user/auth")),
            ("nonce", json!("x")),
            ("exp", json!(i64::MAX)),
            ("sub", json!(Uuid::nil())),
            ("ALG", json!("EdDSA")),
            ("Kid", json!("new")),
            ("__proto__", json!({ "admin": true })),
            ("", json!(1)),
        ] {
            let why = format!("a header {name}: {value}");
            self.add_header(why, &with(&header, name, Some(value)));
        }
        for text in [
            "",
            " ",
            "null",
            "true",
            "1",
            "\"EdDSA\"",
            "[]",
            "{}",
            "{",
            "}",
            "[{}]",
            "{\"alg\"}",
            "\u{feff}{}",
        ] {
            self.add_header(format!("{text:?} as a header"), text);
        }
    }

    fn claimed(&mut self) {
        let claims = self.claims();
        for name in ["iss", "aud", "sub", "sid", "iat", "exp"] {
            self.add_claims(format!("no {name}"), &with(&claims, name, None));
            for value in misfits() {
                let why = format!("{name} {value}");
                self.add_claims(why, &with(&claims, name, Some(value)));
            }
            let again = format!("\"{name}\":{}", claims[name]);
            self.add_claims(format!("{name} twice"), &and(&claims, &again));
            let array = json!([claims[name]]);
            self.add_claims(
                format!("{name} in an array"),
                &with(&claims, name, Some(array)),
            );
            let nested = json!({ name: claims[name] });
            self.add_claims(
                format!("{name} in itself"),
                &with(&claims, name, Some(nested)),
            );
        }
        for (name, values) in [
            (
                "iss",
                &[
                    "Witverse",
                    "WITVERSE",
                    "witverse ",
                    "witverse/",
                    "https://witverse",
                    "evil",
                    "witverse\0",
                ][..],
            ),
            (
                "aud",
                &[
                    "witverse",
                    "witverse-api ",
                    "Witverse-Api",
                    "witverse-url-login",
                    "witverse-ap",
                    "*",
                    "account",
                ],
            ),
            (
                "sub",
                &[
                    "admin",
                    "7",
                    "00000000-0000-0000-0000-00000000000",
                    "../1",
                    "' or 1=1 --",
                    "{}",
                    "urn:uuid:",
                ],
            ),
            (
                "sid",
                &[
                    "7",
                    "*",
                    "' or 1=1 --",
                    "00000000-0000-0000-0000-00000000000g",
                    "%00",
                ],
            ),
        ] {
            for value in values {
                let why = format!("{name} {value:?}");
                self.add_claims(why, &with(&claims, name, Some(json!(value))));
            }
        }
        let arrays = json!(["witverse-api", "other"]);
        self.add_claims("two audiences", &with(&claims, "aud", Some(arrays)));
        for name in [
            "nbf",
            "jti",
            "scope",
            "role",
            "roles",
            "admin",
            "azp",
            "acr",
            "amr",
            "cnf",
            "act",
            "EXP",
            "Sub",
            "",
            "client_id",
            "__proto__",
        ] {
            let why = format!("a claim {name:?} that we never make");
            self.add_claims(why, &with(&claims, name, Some(json!(0))));
        }
        let later = with(&claims, "nbf", Some(json!(self.now + 3600)));
        self.add_claims("not before an hour from now", &later);
        for text in [
            "",
            " ",
            "null",
            "true",
            "1",
            "\"x\"",
            "[]",
            "{}",
            "{",
            "[[]]",
            "\u{feff}{}",
            "{\"exp\":",
            "NaN",
        ] {
            self.add_claims(format!("{text:?} as claims"), text);
        }
        let good = claims.to_string();
        for tail in ["}", "x", "{}", ",", "\0", " {}", "//", &good] {
            self.add_claims(
                format!("{tail:.9?} after the claims"),
                &format!("{good}{tail}"),
            );
        }
        for head in ["\u{feff}", "x", "\0", "[", ")]}'\n"] {
            self.add_claims(
                format!("{head:?} before the claims"),
                &format!("{head}{good}"),
            );
        }
        let values = ["iss", "aud", "sub", "sid", "iat", "exp"].map(|name| claims[name].clone());
        self.add_claims("the claims without their names", &json!(values).to_string());
        for depth in [10, 100, 128, 300] {
            let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            self.add_claims(format!("{depth} lists"), &deep);
            self.add_claims(
                format!("{depth} lists in a claim"),
                &and(&claims, &format!("\"x\":{deep}")),
            );
            self.add_header(
                format!("{depth} lists in a header"),
                &and(&header(), &format!("\"x\":{deep}")),
            );
        }
    }

    fn times(&mut self) {
        let (claims, now) = (self.claims(), self.now);
        let number = |claims: &Value, name: &str, text: &str| {
            let known = format!("\"{name}\":{}", claims[name]);
            claims
                .to_string()
                .replace(&known, &format!("\"{name}\":{text}"))
        };
        for exp in [
            now,
            now - 1,
            now - 600,
            0,
            -1,
            i64::MIN,
            i64::MAX,
            now + 601,
            now + 3600,
            now + 86_400 * 365,
        ] {
            self.add_claims(
                format!("exp {exp} at {now}"),
                &with(&claims, "exp", Some(json!(exp))),
            );
        }
        for iat in [
            now + 1,
            now + 61,
            now + 3600,
            i64::MAX,
            i64::MIN,
            0,
            -1,
            now - 1,
            now - 86_400,
        ] {
            self.add_claims(
                format!("iat {iat} at {now}"),
                &with(&claims, "iat", Some(json!(iat))),
            );
        }
        for name in ["iat", "exp"] {
            let exact = claims[name].to_string();
            for text in [
                format!("{exact}.0"),
                format!("{exact}.5"),
                format!("{exact}e0"),
                format!("\"{exact}\""),
                format!("+{exact}"),
                format!("0{exact}"),
                format!("0x{exact}"),
                format!("{exact}000"),
                format!("-{exact}"),
                "1e999".into(),
                "1e30".into(),
                "9223372036854775808".into(),
                "18446744073709551616".into(),
                "-9223372036854775809".into(),
                "9".repeat(400),
                "Infinity".into(),
                "-0".into(),
            ] {
                self.add_claims(
                    format!("{name} written {text:.30}"),
                    &number(&claims, name, &text),
                );
            }
        }
        // Issued together with its end, but another day's.
        for (iat, exp) in [
            (now - 600, now),
            (now - 1200, now - 600),
            (now + 61, now + 661),
        ] {
            let mut claims = claims.clone();
            claims["iat"] = iat.into();
            claims["exp"] = exp.into();
            self.add_claims(format!("from {iat} to {exp} at {now}"), &claims.to_string());
        }
    }

    fn texts(&mut self) {
        let (header, claims) = (header().to_string(), self.claims().to_string());
        let good = signed(&header, &claims);
        let parts: Vec<&str> = good.split('.').collect();
        let [head, body, signature] = parts[..] else {
            unreachable!("three parts")
        };
        // Signed over the very text, so that nothing but the spelling is wrong.
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

    fn signatures(&mut self) {
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
        // S + nL says the same as S; only the smallest is the signature's (RFC 8032, 5.1.7).
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
        // 64 bytes leave four bits of the last letter over: none but zeros are ours.
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
    // What the hostile ones are made from passes, so that each is refused for its one fault.
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
fn nothing_of_a_token_can_be_changed() {
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
