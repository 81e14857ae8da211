//! A signed statement about the caller's avatar, for programs that cannot ask this server about each person.
//!
//! The statement is JSON: `{"account", "chosen", "look", "issuedAt", "expiresAt"}`. The signature covers
//! `witverse:avatars`, a line feed and the statement; the public keys come with it.

use crate::views::Appearance;
use serde::Serialize;
use serde_json::{Value, json};
use witverse_sdk::http::Payload;
use witverse_sdk::{Ctx, Error, Timestamp};

const VALID_MS: i64 = 10 * 60 * 1000;

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Token {
    /// The exact text that was signed.
    statement: String,
    /// The SHA-256 digest of the statement, in hexadecimal digits.
    hash: String,
    key_id: String,
    /// Ed25519 over `witverse:avatars`, a line feed and the statement.
    signature: String,
    expires_at: Timestamp,
    /// Every key that the platform ever signed with, as a JWK set.
    #[schemars(with = "witverse_sdk::ctx::JsonWebKeySet")]
    keys: Value,
}

pub(crate) fn issue_token(ctx: &Ctx, (): ()) -> Result<Payload<Token>, Error> {
    let me = ctx.caller()?;
    let appearance = Appearance::of(ctx, &me.id)?;
    let issued_at = ctx.now();
    let expires_at = issued_at.plus_millis(VALID_MS);
    let statement = json!({
        "account": me.id,
        "chosen": appearance.chosen,
        "look": appearance.drawn(),
        "issuedAt": issued_at,
        "expiresAt": expires_at,
    })
    .to_string();
    let signed = ctx.signing().sign(statement.as_bytes())?;
    let keys = serde_json::from_str(&ctx.signing().keys())
        .map_err(|error| Error::internal(format!("the signing keys are not JSON: {error}")))?;
    Ok(Payload(Token {
        statement,
        hash: signed.hash,
        key_id: signed.key_id,
        signature: signed.signature,
        expires_at,
        keys,
    }))
}
