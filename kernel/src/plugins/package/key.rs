//! A publisher's signing key, as a file of its owner.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signer, SigningKey};
use serde::{Deserialize, Serialize};

use super::public_key::PublicKey;
use super::signature::{Endorsed, KeyChain, Signature};
use crate::plugins::manifest::PluginId;

/// The contents of a key file: the secret, and how its public key follows from the publisher's first one.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublisherKey {
    publisher: String,
    /// base64url without padding.
    secret: String,
    chain: Vec<Endorsed>,
}

impl PublisherKey {
    /// The first key of a publisher. `seed` is 32 random bytes.
    ///
    /// # Errors
    /// The name cannot be the first part of a plugin's id.
    pub fn new(publisher: &str, seed: &[u8; 32]) -> Result<Self, String> {
        let begins_an_id = PluginId::try_from(format!("{publisher}.a")).is_ok();
        if !begins_an_id || publisher.contains('.') {
            return Err(format!(
                "the publisher {publisher:?} must be lower-case letters, digits and hyphens, and not reserved"
            ));
        }
        let first = PublicKey::of(&SigningKey::from_bytes(seed));
        Ok(Self {
            publisher: publisher.to_owned(),
            secret: URL_SAFE_NO_PAD.encode(seed),
            chain: vec![Endorsed::first(first)],
        })
    }

    /// A new key of the same publisher, endorsed by this one. Platforms that have seen the new key refuse this one.
    ///
    /// # Errors
    /// The key file is damaged.
    pub fn rotate(&self, seed: &[u8; 32]) -> Result<Self, String> {
        let next = PublicKey::of(&SigningKey::from_bytes(seed));
        let endorsement = self.sign(&Endorsed::message(&self.publisher, &next))?;
        let mut chain = self.chain.clone();
        chain.push(Endorsed::by(next, endorsement));
        Ok(Self {
            publisher: self.publisher.clone(),
            secret: URL_SAFE_NO_PAD.encode(seed),
            chain,
        })
    }

    #[must_use]
    pub fn publisher(&self) -> &str {
        &self.publisher
    }

    /// The key that signs.
    ///
    /// # Errors
    /// The key file is damaged.
    pub fn public(&self) -> Result<PublicKey, String> {
        Ok(PublicKey::of(&self.signing_key()?))
    }

    /// Checks that the chain ends with this key.
    ///
    /// # Errors
    /// The first endorsement that does not verify.
    pub fn check(&self) -> Result<KeyChain, String> {
        let keys = KeyChain::verify(&self.publisher, &self.chain)?;
        match keys.last() == self.public()? {
            true => Ok(keys),
            false => Err("the chain of the key file ends with another key".into()),
        }
    }

    /// The signature over the bytes of `MANIFEST.json`.
    pub(super) fn sign_contents(&self, contents: &[u8]) -> Result<Signature, String> {
        let signature = self.sign(&Signature::message(contents))?;
        Ok(Signature::new(self.chain.clone(), signature))
    }

    fn sign(&self, message: &[u8]) -> Result<String, String> {
        let signature = self.signing_key()?.sign(message).to_bytes();
        Ok(URL_SAFE_NO_PAD.encode(signature))
    }

    fn signing_key(&self) -> Result<SigningKey, String> {
        let bytes = URL_SAFE_NO_PAD.decode(&self.secret).ok();
        let seed: Option<[u8; 32]> = bytes.and_then(|bytes| bytes.try_into().ok());
        seed.map(|seed| SigningKey::from_bytes(&seed))
            .ok_or_else(|| "the secret of the key file is damaged".to_owned())
    }
}

impl fmt::Debug for PublisherKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublisherKey({})", self.publisher)
    }
}
