//! Signatures of the platform for statements, and the keys to verify them.

use serde_json::Value;
use witverse_sdk::ctx::Signed;
use witverse_sdk::{Ctx, Error};

/// Signs a statement over `witverse:items`, a line feed and its text.
pub(crate) fn sign(ctx: &Ctx, statement: &str) -> Result<Signed, Error> {
    ctx.signing().sign(statement.as_bytes())
}

/// Every current and earlier key that may have signed a statement, as a JWK set.
pub(crate) fn keys(ctx: &Ctx) -> Result<Value, Error> {
    serde_json::from_str(&ctx.signing().keys())
        .map_err(|error| Error::internal(format!("the signing keys are not JSON: {error}")))
}
