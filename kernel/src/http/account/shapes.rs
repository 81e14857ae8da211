//! Request and response bodies of the account operations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
pub(super) struct Register {
    pub(super) email: String,
    pub(super) password: String,
    /// `ko` or `en`; `kr` is an alias of `ko`. Without it, the language of the request.
    pub(super) language: Option<String>,
    /// The ticket of `POST /api/recaptcha`.
    pub(super) captcha: Option<String>,
    /// Accepted for compatibility and ignored: the server uses its own clock.
    #[serde(rename = "access_at")]
    pub(super) _access_at: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Registered {
    pub(super) email: String,
    pub(super) expires_in_seconds: i64,
    pub(super) resend_after_seconds: i64,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Verify {
    pub(super) email: String,
    /// The six-digit code.
    pub(super) code: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Verified {
    pub(super) email: String,
    pub(super) verified: bool,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Resend {
    pub(super) email: String,
    /// Accepted for compatibility and ignored: the server uses its own clock.
    #[serde(rename = "accessAt")]
    pub(super) _access_at: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Resent {
    pub(super) resend_after_seconds: i64,
}

/// The caller's own account.
#[derive(Serialize, JsonSchema)]
pub(super) struct UserInfo {
    pub(super) id: uuid::Uuid,
    pub(super) email: String,
    pub(super) nickname: Option<String>,
    /// The path of the picture that people see.
    pub(super) default_img: Option<String>,
    /// Whether the person has chosen the picture; without one it is their portrait.
    #[serde(rename = "hasImage")]
    pub(super) has_image: bool,
    #[serde(rename = "hasNickname")]
    pub(super) has_nickname: bool,
    #[serde(rename = "hasWorld")]
    pub(super) has_world: bool,
    #[serde(rename = "worldName")]
    pub(super) world_name: Option<String>,
    /// `ko` or `en`.
    pub(super) language: String,
    /// Roles on the platform.
    pub(super) roles: Vec<String>,
    /// When the account will be erased; null if no erasure is requested.
    #[serde(rename = "deletionAt")]
    pub(super) deletion_at: Option<String>,
    /// The end of a mute, during which the person may not write to others; null if not muted.
    #[serde(rename = "mutedUntil")]
    pub(super) muted_until: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Healthy {
    pub(super) ok: bool,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct NicknameInfo {
    pub(super) nickname: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct SetNickname {
    pub(super) nickname: String,
    /// Accepted for compatibility and ignored: the account is that of the session.
    #[serde(rename = "email")]
    pub(super) _email: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Available {
    pub(super) available: bool,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct SetLanguage {
    /// `ko` or `en`; `kr` is an alias of `ko`.
    pub(super) language: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct LanguageInfo {
    pub(super) language: String,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Ip {
    pub(super) ip: String,
}
