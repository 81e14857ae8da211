//! A cache of verified signatures: each token is verified once and not at every request, because a signature check
//! costs more than the rest of a small request.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, Validation};
use moka::sync::Cache;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::claims::{ACCESS_LIFETIME_S, AUDIENCE, Claims, ISSUER, Key, TYPE};

/// How many tokens are cached.
const REMEMBERED: u64 = 20_000;

/// Verified tokens by their digest, with their claims.
#[derive(Clone)]
pub(super) struct VerifiedTokenCache(Cache<[u8; 32], Arc<VerifiedToken>>);

/// A cached entry is valid while its key is trusted.
struct VerifiedToken {
    kid: String,
    claims: Claims,
}

/// The header. No other member is supported, so no other member is allowed (RFC 7515, 4.1.11).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenHeader {
    alg: Algorithm,
    typ: String,
    kid: String,
}

impl Default for VerifiedTokenCache {
    fn default() -> Self {
        let lifetime = Duration::from_secs(ACCESS_LIFETIME_S.unsigned_abs());
        let cache = Cache::builder().max_capacity(REMEMBERED);
        Self(cache.time_to_live(lifetime).build())
    }
}

impl VerifiedTokenCache {
    /// The claims of a token that one of these keys has signed; expiry is not checked.
    pub(super) fn claims(&self, token: &str, keys: &[Key]) -> Option<Claims> {
        let digest: [u8; 32] = Sha256::digest(token).into();
        let known = self.0.get(&digest);
        if let Some(verified) =
            known.filter(|verified| keys.iter().any(|key| key.kid == verified.kid))
        {
            return Some(verified.claims.clone());
        }
        let verified = verify(token, keys)?;
        let claims = verified.claims.clone();
        self.0.insert(digest, Arc::new(verified));
        Some(claims)
    }
}

fn verify(token: &str, keys: &[Key]) -> Option<VerifiedToken> {
    let header = URL_SAFE_NO_PAD.decode(token.split('.').next()?).ok()?;
    let header: TokenHeader = serde_json::from_slice(&header).ok()?;
    if header.alg != Algorithm::EdDSA || header.typ != TYPE {
        return None;
    }
    let key = keys.iter().find(|key| key.kid == header.kid)?;
    let mut rules = Validation::new(Algorithm::EdDSA);
    rules.set_issuer(&[ISSUER]);
    rules.set_audience(&[AUDIENCE]);
    rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    // The caller compares the expiry with the kernel's clock, which tests can change.
    rules.validate_exp = false;
    let claims = jsonwebtoken::decode::<Claims>(token, &key.verifying, &rules)
        .ok()?
        .claims;
    Some(VerifiedToken {
        kid: header.kid,
        claims,
    })
}
