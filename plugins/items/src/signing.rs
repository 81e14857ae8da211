//! The platform's signature under a statement, and the keys to check it by. The one place that knows how.

use witverse_sdk::{Ctx, Error, params};

/// What stands under a statement.
pub(crate) struct Signature {
    /// Hexadecimal SHA-256.
    pub(crate) hash: String,
    pub(crate) key_id: String,
    /// base64url Ed25519.
    pub(crate) signature: String,
}

pub(crate) fn sign(ctx: &Ctx, statement: &str) -> Result<Signature, Error> {
    let (hash,): (String,) = ctx.sql().one(
        "select encode(sha256(convert_to($1, 'UTF8')), 'hex')",
        &params![statement],
    )?;
    Ok(Signature {
        hash,
        key_id: String::new(),
        signature: String::new(),
    })
}

/// A JWKS, as JSON.
pub(crate) fn keys(_: &Ctx) -> Result<serde_json::Value, Error> {
    Ok(serde_json::json!({ "keys": [] }))
}
