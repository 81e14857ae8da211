//! The App Store Server API: `GET /inApps/v1/transactions/{transactionId}` returns the current state of a transaction. The
//! copy on a device may have been signed before a refund.

use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;
use time::{Duration, OffsetDateTime};

use crate::config;
use crate::http_client::{Http, send};
use crate::payments::provider::ProviderError;

/// The `aud` claim of a token.
const AUDIENCE: &str = "appstoreconnect-v1";
/// The lifetime of a token. Apple accepts up to an hour.
const LIFETIME: Duration = Duration::minutes(5);
/// `TransactionIdNotFoundError`: the only "not found" error that concerns the transaction.
const TRANSACTION_NOT_FOUND: i64 = 4_040_010;
/// `InvalidTransactionIdError`.
const TRANSACTION_INVALID: i64 = 4_000_006;

/// The API with the key of one app.
pub(super) struct AppleApi {
    http: Http,
    url: String,
    issuer_id: String,
    key_id: String,
    bundle_id: String,
    key: EncodingKey,
}

#[derive(Serialize)]
struct Claims<'a> {
    iss: &'a str,
    iat: i64,
    exp: i64,
    aud: &'a str,
    bid: &'a str,
}

impl AppleApi {
    /// `None` if no key is configured.
    pub(super) fn from_config(config: &config::Apple, http: Http) -> Result<Option<Self>, String> {
        let (Some(issuer_id), Some(key_id), Some(path), Some(bundle_id)) = (
            &config.issuer_id,
            &config.key_id,
            &config.key,
            &config.bundle_id,
        ) else {
            return Ok(None);
        };
        let unusable = |error: String| {
            format!(
                "The key file {} of payments.apple.key cannot be used: {error}.",
                path.display()
            )
        };
        let bytes = std::fs::read(path).map_err(|error| unusable(error.to_string()))?;
        Ok(Some(Self {
            http,
            url: config.api_url().trim_end_matches('/').to_owned(),
            issuer_id: issuer_id.clone(),
            key_id: key_id.clone(),
            bundle_id: bundle_id.clone(),
            key: EncodingKey::from_ec_pem(&bytes).map_err(|error| unusable(error.to_string()))?,
        }))
    }

    /// Returns a transaction as Apple currently signs it.
    ///
    /// # Errors
    /// `Refused` if Apple has no such transaction; `Unavailable` for every other failure.
    pub(super) async fn transaction(
        &self,
        id: &str,
        now: OffsetDateTime,
    ) -> Result<String, ProviderError> {
        // The id becomes a path segment: only characters that cannot change the path are allowed.
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        if id.is_empty() || !id.bytes().all(plain) {
            return Err(ProviderError::Refused("not a transaction id".into()));
        }
        let address = format!("{}/inApps/v1/transactions/{id}", self.url);
        let bearer = format!("Bearer {}", self.token(now)?);
        let request = self.http.client()?.get(address);
        let answer = send(request.header("authorization", bearer)).await?;
        let said = answer.json();
        let code = said["errorCode"].as_i64();
        match (answer.status, said["signedTransactionInfo"].as_str()) {
            (200, Some(signed)) => Ok(signed.to_owned()),
            (400 | 404, _)
                if code == Some(TRANSACTION_NOT_FOUND) || code == Some(TRANSACTION_INVALID) =>
            {
                Err(ProviderError::Refused(
                    "Apple knows of no such transaction".into(),
                ))
            }
            (401, _) => Err(ProviderError::Unavailable(
                "Apple answered 401: check payments.apple.issuer_id, key_id and key".into(),
            )),
            (status, _) => Err(ProviderError::Unavailable(format!(
                "Apple answered {status} {}",
                code.unwrap_or_default()
            ))),
        }
    }

    fn token(&self, now: OffsetDateTime) -> Result<String, ProviderError> {
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(self.key_id.clone());
        let claims = Claims {
            iss: &self.issuer_id,
            iat: now.unix_timestamp(),
            exp: (now + LIFETIME).unix_timestamp(),
            aud: AUDIENCE,
            bid: &self.bundle_id,
        };
        jsonwebtoken::encode(&header, &claims, &self.key)
            .map_err(|error| ProviderError::Unavailable(format!("the key does not sign: {error}")))
    }
}
