//! The platform's signature under a statement, and the keys to check it by. The one place that knows how.

use serde_json::Value;
use witverse_sdk::ctx::Signed;
use witverse_sdk::{Ctx, Error};

/// Signs a statement over `witverse:items`, a line feed and its text.
pub(crate) fn sign(ctx: &Ctx, statement: &str) -> Result<Signed, Error> {
    ctx.signing().sign(statement.as_bytes())
}

/// Every key that a statement may have been signed with, as a JWK set.
pub(crate) fn keys(ctx: &Ctx) -> Result<Value, Error> {
    serde_json::from_str(&ctx.signing().keys())
        .map_err(|error| Error::internal(format!("the keys are no JSON: {error}")))
}
