//! Claims that are missing, duplicated, of the wrong type, for another audience, or of another time.

use serde_json::{Value, json};

use super::{Hostile, and, header, misfits, with};

impl Hostile {
    pub(super) fn claimed(&mut self) {
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

    pub(super) fn times(&mut self) {
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
        // Correct lifetimes at another time; the clock may advance during the test.
        for (iat, exp) in [
            (now - 600, now),
            (now - 1200, now - 600),
            (now + 90, now + 690),
        ] {
            let mut claims = claims.clone();
            claims["iat"] = iat.into();
            claims["exp"] = exp.into();
            self.add_claims(format!("from {iat} to {exp} at {now}"), &claims.to_string());
        }
    }
}
