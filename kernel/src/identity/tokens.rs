//! Access tokens: short-lived JWTs, EdDSA only, with `kid` and every claim required.

mod claims;
mod verified_token_cache;

pub use claims::ACCESS_LIFETIME_S;
use std::sync::Arc;

use arc_swap::ArcSwap;
use claims::{AUDIENCE, Claims, ISSUER, Key, TYPE};
use ed25519_dalek::SigningKey;
use ed25519_dalek::pkcs8::EncodePrivateKey;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header};
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use verified_token_cache::VerifiedTokenCache;

use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};
use crate::postgres::begin;
use crate::secret::{Secret, hex};

/// Longer texts are refused without parsing.
const MAX_TOKEN_BYTES: usize = 2048;

/// A signing key as shown to administrators.
#[derive(Debug, PartialEq, Eq)]
pub struct KeyView {
    pub kid: String,
    pub created_at: OffsetDateTime,
    pub signs_from: OffsetDateTime,
    /// The expiry of the last token that it signed; null for the newest key.
    pub retires_at: Option<OffsetDateTime>,
    pub state: KeyState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// Loaded, but not signing yet.
    Coming,
    Signing,
    /// No longer signs; its unexpired tokens stay valid.
    Verifying,
}

/// Signs with the newest active key; verifies with every key whose tokens may be unexpired.
#[derive(Clone)]
pub struct Tokens {
    /// In the order in which they sign.
    keys: Arc<ArcSwap<Vec<Key>>>,
    verified: VerifiedTokenCache,
    sealing: Secret,
    clock: Clock,
    rng: Rng,
}

/// The time between the creation of a key and its first signature, so that every kernel has loaded it by then.
const ACTIVATION_DELAY: Duration = Duration::seconds(60);
/// How long a key verifies after its last signature: the lifetime of an access token, and a minute for clock skew.
const OVERLAP: Duration = Duration::seconds(ACCESS_LIFETIME_S + 60);
/// How long a key signs before it is rotated automatically.
const ROTATION_PERIOD: Duration = Duration::days(30);

impl Tokens {
    /// Loads the keys; creates the first key if there is none.
    pub(super) async fn load(
        pool: &PgPool,
        secret: &Secret,
        clock: &Clock,
        rng: &Rng,
    ) -> Result<Self> {
        let tokens = Self {
            keys: Arc::default(),
            verified: VerifiedTokenCache::default(),
            sealing: secret.derive("signing keys"),
            clock: clock.clone(),
            rng: rng.clone(),
        };
        let mut transaction = begin(pool, "begin").await?;
        // Exclusive: two kernels that start at the same time on an empty table would create two keys.
        sqlx::query("lock table kernel.signing_key in share row exclusive mode")
            .execute(&mut *transaction)
            .await?;
        if tokens.read(&mut transaction).await?.is_empty() {
            tokens.add(&mut transaction, clock.now()).await?;
        }
        transaction.commit().await?;
        tokens.refresh(pool).await?;
        Ok(tokens)
    }

    /// Loads the keys again: another kernel may have added one.
    ///
    /// # Errors
    /// The error of the database, or a key that was sealed with another secret.
    pub async fn refresh(&self, pool: &PgPool) -> Result<()> {
        let mut connection = pool.acquire().await?;
        let keys = self.read(&mut connection).await?;
        self.keys.store(Arc::new(keys));
        Ok(())
    }

    /// Adds a key that starts to sign after one minute.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn rotate(&self, pool: &PgPool) -> Result<()> {
        let mut connection = pool.acquire().await?;
        self.add(&mut connection, self.clock.now() + ACTIVATION_DELAY)
            .await?;
        drop(connection);
        self.refresh(pool).await
    }

    /// Loads the keys, adds the next key when the newest has signed for a month, and deletes the secrets of keys whose
    /// tokens have all expired.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn rotate_and_retire(&self, pool: &PgPool) -> Result<()> {
        let now = self.clock.now();
        let mut transaction = begin(pool, "begin").await?;
        sqlx::query("lock table kernel.signing_key in share row exclusive mode")
            .execute(&mut *transaction)
            .await?;
        let keys = self.read(&mut transaction).await?;
        if keys
            .last()
            .is_some_and(|key| now - key.signs_from > ROTATION_PERIOD)
        {
            self.add(&mut transaction, now + ACTIVATION_DELAY).await?;
        }
        for view in views(&keys, now) {
            if view.retires_at.is_some_and(|at| at <= now) {
                sqlx::query(
                    "update kernel.signing_key set retired_at = $2, seed = '' where kid = $1",
                )
                .bind(&view.kid)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
            }
        }
        transaction.commit().await?;
        self.refresh(pool).await
    }

    /// The keys in use.
    #[must_use]
    pub fn keys(&self) -> Vec<KeyView> {
        views(&self.keys.load(), self.clock.now())
    }

    async fn add(&self, connection: &mut PgConnection, signs_from: OffsetDateTime) -> Result<()> {
        let seed: [u8; 32] = self.rng.bytes();
        let kid = hex(&self.rng.bytes::<8>());
        sqlx::query(
            "insert into kernel.signing_key (kid, seed, created_at, signs_from) values ($1, $2, $3, $4)",
        )
        .bind(&kid)
        .bind(&seal(&self.sealing, &kid, &seed)[..])
        .bind(self.clock.now())
        .bind(signs_from)
        .execute(connection)
        .await?;
        Ok(())
    }

    async fn read(&self, connection: &mut PgConnection) -> Result<Vec<Key>> {
        let rows: Vec<(String, Vec<u8>, OffsetDateTime, OffsetDateTime)> = sqlx::query_as(
            "select kid, seed, created_at, signs_from from kernel.signing_key
             where retired_at is null order by signs_from, kid",
        )
        .fetch_all(connection)
        .await?;
        rows.into_iter()
            .map(|(kid, sealed, created_at, signs_from)| {
                let seed = unseal(&self.sealing, &kid, &sealed).ok_or_else(|| {
                    Error::internal("a signing key cannot be decrypted: it was sealed with another WITVERSE_SECRET")
                })?;
                key_of(kid, &seed, created_at, signs_from)
            })
            .collect()
    }

    /// Issues a token for a session.
    ///
    /// # Errors
    /// Only on a programming error.
    pub fn issue(&self, account: Uuid, session: Uuid) -> Result<String> {
        let now = self.clock.now().unix_timestamp();
        let keys = self.keys.load();
        let signer = signer(&keys, self.clock.now())
            .ok_or_else(|| Error::internal("there is no signing key"))?;
        let header = Header {
            typ: Some(TYPE.to_owned()),
            kid: Some(signer.kid.clone()),
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
        jsonwebtoken::encode(&header, &claims, &signer.signing).map_err(Error::internal)
    }

    /// The claims of a valid token: signed by this platform, unaltered and not expired.
    #[must_use]
    pub fn verify(&self, token: &str) -> Option<Claims> {
        if token.len() > MAX_TOKEN_BYTES {
            return None;
        }
        let keys = self.keys.load();
        let claims = self.verified.claims(token, &keys)?;
        let now = self.clock.now().unix_timestamp();
        // No other lifetime is issued. The minute allows for clock skew.
        let ours = claims.exp.checked_sub(claims.iat) == Some(ACCESS_LIFETIME_S);
        (ours && claims.exp > now && claims.iat <= now + 60).then_some(claims)
    }
}

fn key_of(
    kid: String,
    seed: &[u8; 32],
    created_at: OffsetDateTime,
    signs_from: OffsetDateTime,
) -> Result<Key> {
    let key = SigningKey::from_bytes(seed);
    let der = key.to_pkcs8_der().map_err(Error::internal)?;
    Ok(Key {
        kid,
        created_at,
        signs_from,
        signing: EncodingKey::from_ed_der(der.as_bytes()),
        verifying: DecodingKey::from_ed_der(key.verifying_key().as_bytes()),
    })
}

/// The newest key that has started to sign.
fn signer(keys: &[Key], now: OffsetDateTime) -> Option<&Key> {
    keys.iter().rev().find(|key| key.signs_from <= now)
}

fn views(keys: &[Key], now: OffsetDateTime) -> Vec<KeyView> {
    let signing = signer(keys, now).map(|key| &key.kid);
    keys.iter()
        .enumerate()
        .map(|(index, key)| KeyView {
            kid: key.kid.clone(),
            created_at: key.created_at,
            signs_from: key.signs_from,
            retires_at: keys.get(index + 1).map(|next| next.signs_from + OVERLAP),
            state: match () {
                () if Some(&key.kid) == signing => KeyState::Signing,
                () if key.signs_from > now => KeyState::Coming,
                () => KeyState::Verifying,
            },
        })
        .collect()
}

/// XOR with a keystream bound to the key's id, and a MAC over the result: sufficient for 32 random bytes that are
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
mod hostile;

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jsonwebtoken::{Algorithm, EncodingKey, Header};
    use serde_json::json;
    use uuid::Uuid;

    use std::sync::Arc;

    use arc_swap::ArcSwap;
    use time::Duration;

    use super::{KeyState, Tokens, VerifiedTokenCache, key_of, seal, unseal};
    use crate::clock::{Clock, Rng};
    use crate::secret::Secret;

    /// Keys with these ids and seeds, created one minute apart; the last one signs.
    pub(super) fn of(keys: &[(&str, u8)], clock: &Clock) -> Tokens {
        let first = clock.now() - Duration::minutes(10);
        let keys = (0..)
            .zip(keys)
            .map(|(index, (kid, seed))| {
                let at = first + Duration::minutes(index);
                key_of((*kid).to_owned(), &[*seed; 32], at, at).expect("a key")
            })
            .collect();
        Tokens {
            keys: Arc::new(ArcSwap::from_pointee(keys)),
            verified: VerifiedTokenCache::default(),
            sealing: Secret::new([7; 32]),
            clock: clock.clone(),
            rng: Rng::default(),
        }
    }

    fn tokens(clock: &Clock) -> Tokens {
        of(&[("old", 1), ("new", 2)], clock)
    }

    #[test]
    fn a_key_is_pending_then_signs_then_verifies_then_retires() {
        let clock = Clock::default();
        let tokens = tokens(&clock);
        let mut keys = Vec::clone(&tokens.keys.load());
        keys[1].signs_from = clock.now() + Duration::seconds(60);
        tokens.keys.store(Arc::new(keys));
        let states = || {
            tokens
                .keys()
                .iter()
                .map(|key| key.state)
                .collect::<Vec<_>>()
        };
        assert_eq!(states(), [KeyState::Signing, KeyState::Coming]);
        let before = tokens.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        clock.advance(std::time::Duration::from_secs(61));
        assert_eq!(states(), [KeyState::Verifying, KeyState::Signing]);
        let after = tokens.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        let kid = |token: &str| jsonwebtoken::decode_header(token).expect("a header").kid;
        assert_eq!(kid(&before).as_deref(), Some("old"));
        assert_eq!(kid(&after).as_deref(), Some("new"));
        assert!(
            tokens.verify(&before).is_some(),
            "the old key still verifies"
        );
        let views = tokens.keys();
        assert_eq!(
            views[0].retires_at,
            Some(views[1].signs_from + Duration::seconds(660)),
            "after its last token"
        );
    }

    #[test]
    fn a_token_names_its_session_and_expires() {
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
        let old = of(&[("old", 1)], &clock);
        let token = old.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        assert!(tokens(&clock).verify(&token).is_some());
    }

    #[test]
    fn a_cached_token_of_a_removed_key_is_refused() {
        let clock = Clock::default();
        let tokens = tokens(&clock);
        let token = tokens.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        assert!(tokens.verify(&token).is_some());
        let others = of(&[("other", 3)], &clock).keys.load_full();
        tokens.keys.store(others);
        assert_eq!(tokens.verify(&token), None);
    }

    #[test]
    fn forgeries_are_refused() {
        let clock = Clock::default();
        let tokens = tokens(&clock);
        let good = tokens.issue(Uuid::nil(), Uuid::nil()).expect("a token");
        assert!(tokens.verify(&good).is_some(), "and is cached");
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
        let other_platform = of(&[("new", 9)], &clock);
        let foreign = other_platform
            .issue(Uuid::nil(), Uuid::nil())
            .expect("a token");
        assert_eq!(
            tokens.verify(&foreign),
            None,
            "the key of another platform with the same kid"
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
