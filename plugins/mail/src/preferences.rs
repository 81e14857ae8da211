//! The caller's preferences.

use crate::preference::Preferences;
use crate::queries;
use crate::store;
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::{Ctx, Error};

pub(crate) fn view_preferences(ctx: &Ctx, (): ()) -> Result<Payload<Preferences>, Error> {
    let me = ctx.caller()?;
    Ok(Payload(queries::preferences(ctx, &me.id)?))
}

/// Replaces all preferences; entries that cannot be chosen stay unchanged.
pub(crate) fn set_preferences(
    ctx: &Ctx,
    Json(chosen): Json<Preferences>,
) -> Result<Payload<Preferences>, Error> {
    let me = ctx.caller()?;
    let chosen = chosen.normalized();
    store::put_preferences(ctx, &me.id, &chosen, ctx.now())?;
    Ok(Payload(chosen))
}
