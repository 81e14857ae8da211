//! `signatures/publisher.json`: the chain of the publisher's keys, and the signature of the last one over `MANIFEST.json`.

use serde::{Deserialize, Serialize};

use super::error::PackageError;
use super::public_key::PublicKey;

/// The signed messages begin with these, so that no signature can be used for the other purpose.
const PACKAGE: &[u8] = b"witverse package 1\n";
const ROTATION: &str = "witverse key rotation 1\n";
/// The most keys of one publisher.
const MAX_KEYS: usize = 32;

/// A key, and the signature of the key before it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Endorsed {
    key: PublicKey,
    /// Absent for the first key.
    #[serde(skip_serializing_if = "Option::is_none")]
    endorsement: Option<String>,
}

impl Endorsed {
    pub(super) fn first(key: PublicKey) -> Self {
        let endorsement = None;
        Self { key, endorsement }
    }

    pub(super) fn by(key: PublicKey, endorsement: String) -> Self {
        let endorsement = Some(endorsement);
        Self { key, endorsement }
    }

    /// What the earlier key signs.
    pub(super) fn message(publisher: &str, key: &PublicKey) -> Vec<u8> {
        let head = format!("{ROTATION}{publisher}\n");
        [head.as_bytes(), &key.bytes()].concat()
    }
}

/// A publisher's keys in the order of their rotation; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyChain(Vec<PublicKey>);

impl KeyChain {
    pub(super) fn verify(publisher: &str, chain: &[Endorsed]) -> Result<Self, String> {
        if chain.is_empty() || chain.len() > MAX_KEYS {
            return Err(format!(
                "it names {} keys; 1 to {MAX_KEYS} are allowed",
                chain.len()
            ));
        }
        if chain[0].endorsement.is_some() {
            return Err("its first key has an endorsement".into());
        }
        for pair in chain.windows(2) {
            let [before, next] = pair else { continue };
            let message = Endorsed::message(publisher, &next.key);
            let endorsement = next.endorsement.as_deref().unwrap_or_default();
            if !before.key.has_signed(&message, endorsement) {
                return Err(format!(
                    "the key {} is not endorsed by the key {} before it",
                    next.key.id(),
                    before.key.id()
                ));
            }
        }
        let keys = Self(chain.iter().map(|endorsed| endorsed.key).collect());
        let repeated = keys.0.iter().enumerate();
        match repeated
            .clone()
            .find(|(at, key)| keys.0[..*at].contains(key))
        {
            Some((_, key)) => Err(format!("the key {} is in it twice", key.id())),
            None => Ok(keys),
        }
    }

    /// The key that signed.
    #[must_use]
    pub fn last(&self) -> PublicKey {
        self.0[self.0.len() - 1]
    }

    /// The ids of the keys, the first one first.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        self.0.iter().map(PublicKey::id).collect()
    }

    /// Whether the publisher has used this key, now or before a rotation.
    #[must_use]
    pub fn contains(&self, key: &PublicKey) -> bool {
        self.0.contains(key)
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Signature {
    chain: Vec<Endorsed>,
    signature: String,
}

impl Signature {
    pub(super) fn new(chain: Vec<Endorsed>, signature: String) -> Self {
        Self { chain, signature }
    }

    /// What the publisher signs.
    pub(super) fn message(contents: &[u8]) -> Vec<u8> {
        [PACKAGE, contents].concat()
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<Self, PackageError> {
        serde_json::from_slice(bytes).map_err(|error| PackageError::BadSignature(error.to_string()))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The keys of the publisher, if the last one has signed `contents`.
    pub(super) fn verify(
        &self,
        publisher: &str,
        contents: &[u8],
    ) -> Result<KeyChain, PackageError> {
        let keys = KeyChain::verify(publisher, &self.chain).map_err(PackageError::BadSignature)?;
        match keys
            .last()
            .has_signed(&Self::message(contents), &self.signature)
        {
            true => Ok(keys),
            false => Err(PackageError::BadSignature(format!(
                "it is not the signature of the key {} over these files",
                keys.last().id()
            ))),
        }
    }
}
