//! The claims of an access token, and the keys that sign them.

use jsonwebtoken::{DecodingKey, EncodingKey};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// The lifetime of an access token, in seconds.
pub const ACCESS_LIFETIME_S: i64 = 600;
pub(super) const ISSUER: &str = "witverse";
pub(super) const AUDIENCE: &str = "witverse-api";
pub(super) const TYPE: &str = "at+jwt";

/// The claims; all of them are required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    pub(super) iss: String,
    pub(super) aud: String,
    /// The account.
    pub sub: Uuid,
    /// The session.
    pub sid: Uuid,
    pub(super) iat: i64,
    pub(super) exp: i64,
}

/// A signing key.
#[derive(Clone)]
pub(super) struct Key {
    pub(super) kid: String,
    pub(super) created_at: OffsetDateTime,
    pub(super) signs_from: OffsetDateTime,
    pub(super) signing: EncodingKey,
    pub(super) verifying: DecodingKey,
}
