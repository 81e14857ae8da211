//! Access tokens: short-lived JWTs, EdDSA only, with `kid` and every claim required.

use std::collections::HashMap;
use std::sync::Arc;

use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sqlx::{PgPool, Row};
use uuid::Uuid;

use crate::clock::{Clock, Dice};
use crate::error::{Error, Result};
use crate::secret::{Secret, hex};

/// How long an access token is good for.
pub const ACCESS_LIFETIME_S: i64 = 600;
const ISSUER: &str = "witverse";
const AUDIENCE: &str = "witverse-api";
const TYPE: &str = "at+jwt";
/// Longer texts are no token of ours and are not even parsed.
const MAX_TOKEN_BYTES: usize = 2048;

/// The claims, all of them required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    iss: String,
    aud: String,
    /// The account.
    pub sub: Uuid,
    /// The session.
    pub sid: Uuid,
    iat: i64,
    exp: i64,
}

struct Signer {
    kid: String,
    key: EncodingKey,
}

/// Signs with the newest key; verifies with every key that is not retired.
#[derive(Clone)]
pub struct Tokens {
    signer: Arc<Signer>,
    verifiers: Arc<HashMap<String, DecodingKey>>,
    clock: Clock,
}

impl Tokens {
    /// Loads the keys, making the first one where there is none.
    pub(super) async fn load(
        pool: &PgPool,
        secret: &Secret,
        clock: &Clock,
        dice: &Dice,
    ) -> Result<Self> {
        let sealing = secret.derive("signing keys");
        let fresh: [u8; 32] = dice.bytes();
        let kid = hex(&dice.bytes::<8>());
        // Two kernels that start at once on an empty table may both add one; both stay valid.
        sqlx::query(
            "insert into kernel.signing_key (kid, seed)
             select $1, $2 where not exists (select 1 from kernel.signing_key where retired_at is null)",
        )
        .bind(&kid)
        .bind(&seal(&sealing, &kid, &fresh)[..])
        .execute(pool)
        .await?;
        let rows = sqlx::query(
            "select kid, seed from kernel.signing_key where retired_at is null order by created_at, kid",
        )
        .fetch_all(pool)
        .await?;
        let mut keys = Vec::new();
        for row in rows {
            let (kid, sealed): (String, Vec<u8>) = (row.get("kid"), row.get("seed"));
            let seed = unseal(&sealing, &kid, &sealed).ok_or_else(|| {
                Error::internal("a signing key does not open: the kernel's secret is not the one it was sealed with")
            })?;
            keys.push((kid, seed));
        }
        Self::of(&keys, clock.clone())
    }

    /// Of (kid, seed) pairs, the last of which signs.
    fn of(keys: &[(String, [u8; 32])], clock: Clock) -> Result<Self> {
        let mut verifiers = HashMap::new();
        let mut signer = None;
        for (kid, seed) in keys {
            let key = SigningKey::from_bytes(seed);
            let der = key.to_pkcs8_der().map_err(Error::internal)?;
            verifiers.insert(
                kid.clone(),
                DecodingKey::from_ed_der(key.verifying_key().as_bytes()),
            );
            signer = Some(Signer {
                kid: kid.clone(),
                key: EncodingKey::from_ed_der(der.as_bytes()),
            });
        }
        Ok(Self {
            signer: Arc::new(signer.ok_or_else(|| Error::internal("there is no signing key"))?),
            verifiers: Arc::new(verifiers),
            clock,
        })
    }

    /// A token for a session.
    ///
    /// # Errors
    /// Never, short of a defect.
    pub fn issue(&self, account: Uuid, session: Uuid) -> Result<String> {
        let now = self.clock.now().unix_timestamp();
        let header = Header {
            typ: Some(TYPE.to_owned()),
            kid: Some(self.signer.kid.clone()),
            ..Header::new(Algorithm::EdDSA)
        };
        let claims = Claims {
            iss: ISSUER.to_owned(),
            aud: AUDIENCE.to_owned(),
            sub: account,
            sid: session,
            iat: now,
            exp: now + ACCESS_LIFETIME_S,
        };
        jsonwebtoken::encode(&header, &claims, &self.signer.key).map_err(Error::internal)
    }

    /// The claims of a token that is ours, unaltered and not expired.
    #[must_use]
    pub fn verify(&self, token: &str) -> Option<Claims> {
        if token.len() > MAX_TOKEN_BYTES {
            return None;
        }
        let header = jsonwebtoken::decode_header(token).ok()?;
        if header.alg != Algorithm::EdDSA || header.typ.as_deref() != Some(TYPE) {
            return None;
        }
        let key = self.verifiers.get(header.kid.as_deref()?)?;
        let mut rules = Validation::new(Algorithm::EdDSA);
        rules.set_issuer(&[ISSUER]);
        rules.set_audience(&[AUDIENCE]);
        rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Compared with our clock below, which tests can turn.
        rules.validate_exp = false;
        let claims = jsonwebtoken::decode::<Claims>(token, key, &rules)
            .ok()?
            .claims;
        let now = self.clock.now().unix_timestamp();
        (claims.exp > now && claims.iat <= now + 60).then_some(claims)
    }
}

/// XOR with a keystream bound to the key's name, and a MAC over it: enough for 32 random bytes that are
/// sealed once.
fn seal(secret: &Secret, kid: &str, seed: &[u8; 32]) -> [u8; 64] {
    let stream = secret.mac(&[b"stream", kid.as_bytes()]);
    let mut sealed = [0; 64];
    for (out, (a, b)) in sealed.iter_mut().zip(seed.iter().zip(&stream)) {
        *out = a ^ b;
    }
    let mac = secret.mac(&[b"seal", kid.as_bytes(), &sealed[..32]]);
    sealed[32..].copy_from_slice(&mac);
    sealed
}

fn unseal(secret: &Secret, kid: &str, sealed: &[u8]) -> Option<[u8; 32]> {
    let (body, mac) = sealed.split_first_chunk::<32>()?;
    if !secret.verify(&[b"seal", kid.as_bytes(), body], mac) {
        return None;
    }
    let stream = secret.mac(&[b"stream", kid.as_bytes()]);
    let mut seed = [0; 32];
    for (out, (a, b)) in seed.iter_mut().zip(body.iter().zip(&stream)) {
        *out = a ^ b;
    }
    Some(seed)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jsonwebtoken::{Algorithm, EncodingKey, Header};
    use serde_json::json;
    use uuid::Uuid;

    use super::{Tokens, seal, unseal};
    use crate::clock::Clock;
    use crate::secret::Secret;

    fn tokens(clock: &Clock) -> Tokens {
        let keys = [("old".to_owned(), [1; 32]), ("new".to_owned(), [2; 32])];
        Tokens::of(&keys, clock.clone()).expect("keys")
    }

    #[test]
    fn a_token_says_who_and_ends() {
        let clock = Clock::default();
        let tokens = tokens(&clock);
        let (account, session) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let token = tokens.issue(account, session).expect("a token");
        let claims = tokens.verify(&token).expect("a good token");
        assert_eq!((claims.sub, claims.sid), (account, session));
        clock.advance(std::time::Duration::from_secs(601));
        assert_eq!(tokens.verify(&token), None, "expired");
    }

    #[test]
    fn an_older_key_still_verifies() {
        let clock = Clock::default();
        let old = Tokens::of(&[("old".to_owned(), [1; 32])], clock.clone()).expect("a key");
        let token = old.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        assert!(tokens(&clock).verify(&token).is_some());
    }

    #[test]
    fn forgeries_are_refused() {
        let clock = Clock::default();
        let tokens = tokens(&clock);
        let good = tokens.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        let parts: Vec<&str> = good.split('.').collect();
        let encode = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let none = encode(json!({"alg": "none", "typ": "at+jwt", "kid": "new"}));
        let hs = Header {
            typ: Some("at+jwt".into()),
            kid: Some("new".into()),
            ..Header::new(Algorithm::HS256)
        };
        let claims = json!({"iss": "witverse", "aud": "witverse-api", "sub": Uuid::nil(), "sid": Uuid::nil(),
            "iat": 0, "exp": i64::MAX});
        let public = ed25519_dalek::SigningKey::from_bytes(&[2; 32]).verifying_key();
        let confused =
            jsonwebtoken::encode(&hs, &claims, &EncodingKey::from_secret(public.as_bytes()))
                .expect("JWT");
        for (bad, why) in [
            (String::new(), "empty"),
            ("a.b.c".into(), "no JSON"),
            (format!("{none}.{}.", parts[1]), "alg none"),
            (format!("{}.{}.", parts[0], parts[1]), "no signature"),
            (
                format!("{}.{}.{}", parts[0], encode(claims), parts[2]),
                "other claims",
            ),
            (confused, "HMAC with the public key"),
            (format!("{good}{}", "x".repeat(4096)), "oversized"),
        ] {
            assert_eq!(tokens.verify(&bad), None, "{why}");
        }
        let stranger = Tokens::of(&[("new".to_owned(), [9; 32])], clock).expect("a key");
        let foreign = stranger.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        assert_eq!(
            tokens.verify(&foreign),
            None,
            "a stranger's key under our name"
        );
    }

    #[test]
    fn a_sealed_seed_opens_under_its_name_only() {
        let secret = Secret::new([7; 32]);
        let sealed = seal(&secret, "a", &[3; 32]);
        assert_eq!(unseal(&secret, "a", &sealed), Some([3; 32]));
        assert_eq!(unseal(&secret, "b", &sealed), None);
        assert_eq!(unseal(&Secret::new([8; 32]), "a", &sealed), None);
        assert_eq!(unseal(&secret, "a", &sealed[..40]), None);
    }
}
