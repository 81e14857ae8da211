//! What the caller wants to hear of, and how.

use crate::preference::Preferences;
use crate::queries;
use crate::store;
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::{Ctx, Error};

pub(crate) fn view_preferences(ctx: &Ctx, (): ()) -> Result<Payload<Preferences>, Error> {
    let me = ctx.caller()?;
    Ok(Payload(queries::preferences(ctx, &me.id)?))
}

/// Takes all of them at once; what cannot be chosen stays as it is.
pub(crate) fn set_preferences(
    ctx: &Ctx,
    Json(chosen): Json<Preferences>,
) -> Result<Payload<Preferences>, Error> {
    let me = ctx.caller()?;
    let chosen = chosen.settled();
    store::put_preferences(ctx, &me.id, &chosen, ctx.now())?;
    Ok(Payload(chosen))
}
