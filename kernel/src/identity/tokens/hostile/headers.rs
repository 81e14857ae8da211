//! Headers that request another algorithm, another key, or an unsupported feature.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::pkcs8::EncodePublicKey;
use ed25519_dalek::pkcs8::spki::der::pem::LineEnding;
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::json;
use uuid::Uuid;

use super::{Hostile, KID, and, encode, header, key, misfits, with};
use crate::secret::hex;

impl Hostile {
    pub(super) fn algorithms(&mut self) {
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

    /// HMAC keyed with every form of the public key that an attacker could have.
    pub(super) fn confusion(&mut self) {
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

    pub(super) fn headers(&mut self) {
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
}
