//! Statements that anybody can check without asking the platform: signed with Ed25519.
//!
//! The key is derived from the kernel's secret, so it stands nowhere; its public half is remembered for ever,
//! because what it signed has to be checkable after the secret has changed. A signature names the plugin that asked
//! for it, so no plugin can speak for another.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer, SigningKey};
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{PgPool, Row};

use crate::clock::Clock;
use crate::error::Result;
use crate::secret::{Secret, hex};

/// Signs statements.
pub struct Statements {
    key: SigningKey,
    kid: String,
    /// Every key there ever was, as a JWK set.
    keys: String,
}

/// A statement's hash and what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// SHA-256 in hexadecimal.
    pub hash: String,
    pub kid: String,
    /// base64url without padding.
    pub signature: String,
}

impl Statements {
    /// Remembers this kernel's key and reads those from before.
    ///
    /// # Errors
    /// The database's.
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
        let rows =
            sqlx::query("select kid, public from kernel.statement_key order by known_since, kid")
                .fetch_all(pool)
                .await?;
        let keys: Vec<_> = rows
            .iter()
            .map(|row| {
                let public = URL_SAFE_NO_PAD.encode(row.get::<Vec<u8>, _>("public"));
                json!({ "kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": row.get::<String, _>("kid"), "x": public })
            })
            .collect();
        Ok(Self {
            key,
            kid,
            keys: json!({ "keys": keys }).to_string(),
        })
    }

    /// Signs what `plugin` states.
    #[must_use]
    pub fn sign(&self, plugin: &str, statement: &[u8]) -> Signed {
        let message = [b"witverse:", plugin.as_bytes(), b"\n", statement].concat();
        Signed {
            hash: hex(&Sha256::digest(statement)),
            kid: self.kid.clone(),
            signature: URL_SAFE_NO_PAD.encode(self.key.sign(&message).to_bytes()),
        }
    }

    /// Every key there ever was, as a JWK set.
    #[must_use]
    pub fn keys(&self) -> &str {
        &self.keys
    }
}
