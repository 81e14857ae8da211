//! The public half of a publisher's key.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::secret::hex;

/// An Ed25519 public key; written as base64url without padding.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// A short name of the key: the first 8 bytes of its SHA-256 in hexadecimal.
    #[must_use]
    pub fn id(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes())[..8])
    }

    #[must_use]
    pub fn bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// A key, unless it is one of the points of small order: signatures that hold for these can be made for every message by
    /// everybody.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let key = VerifyingKey::from_bytes(bytes.try_into().ok()?).ok()?;
        (!key.is_weak()).then_some(Self(key))
    }

    pub(super) fn of(secret: &SigningKey) -> Self {
        Self(secret.verifying_key())
    }

    pub(super) fn has_signed(&self, message: &[u8], signature: &str) -> bool {
        let bytes = URL_SAFE_NO_PAD.decode(signature).ok();
        let signature = bytes.and_then(|bytes| bytes.as_slice().try_into().ok());
        signature.is_some_and(|signature| self.0.verify_strict(message, &signature).is_ok())
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.id())
    }
}

impl TryFrom<String> for PublicKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bytes = URL_SAFE_NO_PAD.decode(&text).ok();
        bytes
            .and_then(|bytes| Self::from_bytes(&bytes))
            .ok_or_else(|| format!("{text:?} is not an Ed25519 public key"))
    }
}

impl From<PublicKey> for String {
    fn from(key: PublicKey) -> Self {
        URL_SAFE_NO_PAD.encode(key.bytes())
    }
}
