//! Signed statements (Ed25519), which can be verified without the platform.
//!
//! The key is derived from the kernel's secret and is not stored. Its public key is stored permanently, so that
//! signatures can be verified after the secret has changed. A signature names the plugin that requested it, so no
//! plugin can sign for another.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer, SigningKey, Verifier, VerifyingKey};
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::PgPool;

use crate::clock::Clock;
use crate::error::Result;
use crate::secret::{Secret, hex};

/// Signs statements.
pub struct Statements {
    key: SigningKey,
    kid: String,
    /// All current and earlier public keys by their ids.
    public: BTreeMap<String, VerifyingKey>,
    /// The same as a JWK set.
    keys: String,
}

/// A statement's hash and its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// SHA-256 in hexadecimal.
    pub hash: String,
    pub kid: String,
    /// base64url without padding.
    pub signature: String,
}

impl Statements {
    /// Stores this kernel's public key and reads the earlier ones.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn load(pool: &PgPool, secret: &Secret, clock: &Clock) -> Result<Self> {
        let key = SigningKey::from_bytes(secret.derive("statements").bytes());
        let public = key.verifying_key().to_bytes();
        let kid = hex(&Sha256::digest(public)[..8]);
        sqlx::query(
            "insert into kernel.statement_key (kid, public, known_since) values ($1, $2, $3) on conflict do nothing",
        )
        .bind(&kid)
        .bind(&public[..])
        .bind(clock.now())
        .execute(pool)
        .await?;
        let rows: Vec<(String, Vec<u8>)> = sqlx::query_as(
            "select kid, public from kernel.statement_key order by known_since, kid",
        )
        .fetch_all(pool)
        .await?;
        let keys: Vec<_> = rows
            .iter()
            .map(|(kid, public)| {
                let public = URL_SAFE_NO_PAD.encode(public);
                json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": kid, "x": public })
            })
            .collect();
        let public = rows.iter().filter_map(|(kid, public)| {
            let public = VerifyingKey::from_bytes(public.as_slice().try_into().ok()?);
            Some((kid.clone(), public.ok()?))
        });
        Ok(Self {
            key,
            kid,
            public: public.collect(),
            keys: json!({ "keys": keys }).to_string(),
        })
    }

    /// Signs a statement of `plugin`.
    #[must_use]
    pub fn sign(&self, plugin: &str, statement: &[u8]) -> Signed {
        let message = message_of(plugin, statement);
        Signed {
            hash: hex(&Sha256::digest(statement)),
            kid: self.kid.clone(),
            signature: URL_SAFE_NO_PAD.encode(self.key.sign(&message).to_bytes()),
        }
    }

    /// Whether this platform has signed the statement of `plugin`, with its current key or an earlier one.
    #[must_use]
    pub fn has_signed(&self, plugin: &str, statement: &[u8], kid: &str, signature: &str) -> bool {
        let bytes = URL_SAFE_NO_PAD.decode(signature).ok();
        let signature = bytes.and_then(|bytes| bytes.as_slice().try_into().ok());
        let key = self.public.get(kid);
        key.zip(signature).is_some_and(|(key, signature)| {
            let message = message_of(plugin, statement);
            key.verify(&message, &signature).is_ok()
        })
    }

    /// All current and earlier public keys, as a JWK set.
    #[must_use]
    pub fn keys(&self) -> &str {
        &self.keys
    }
}

fn message_of(plugin: &str, statement: &[u8]) -> Vec<u8> {
    [b"witverse:", plugin.as_bytes(), b"\n", statement].concat()
}
