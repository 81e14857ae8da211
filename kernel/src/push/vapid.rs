//! VAPID (RFC 8292): a token for one push service, signed with the platform's P-256 key.
//!
//! The key is derived from the kernel's secret. With another secret every device has to subscribe again, which the
//! front end does when it receives another public key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::pkcs8::EncodePrivateKey;
use serde_json::json;

use crate::secret::Secret;

/// The token's lifetime in seconds. Push services refuse more than a day.
const LIFETIME_S: u64 = 12 * 3600;

pub(super) struct Vapid {
    key: EncodingKey,
    public: String,
    /// The contact address for operators of push services.
    contact: String,
}

impl Vapid {
    pub(super) fn new(secret: &Secret, from: &str) -> Result<Self, String> {
        // All but one in 2^32 keys are on the curve; otherwise the next candidate is used.
        let key = (0..16_u8)
            .find_map(|turn| {
                let seed = secret.derive(&format!("web push {turn}"));
                SecretKey::from_slice(seed.bytes()).ok()
            })
            .ok_or("no key for web push can be derived")?;
        let der = key.to_pkcs8_der().map_err(|error| error.to_string())?;
        let address = match (from.find('<'), from.find('>')) {
            (Some(start), Some(end)) if start < end => &from[start + 1..end],
            _ => from,
        };
        Ok(Self {
            key: EncodingKey::from_ec_der(der.as_bytes()),
            public: URL_SAFE_NO_PAD.encode(key.public_key().to_sec1_point(false).as_bytes()),
            contact: format!("mailto:{address}"),
        })
    }

    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The `Authorization` header of a notification to the push service at `origin`.
    pub(super) fn authorization(&self, origin: &str, now_s: u64) -> Result<String, String> {
        let claims = json!({ "aud": origin, "exp": now_s + LIFETIME_S, "sub": self.contact });
        let header = Header::new(Algorithm::ES256);
        let token =
            jsonwebtoken::encode(&header, &claims, &self.key).map_err(|error| error.to_string())?;
        Ok(format!("vapid t={token}, k={}", self.public))
    }
}
