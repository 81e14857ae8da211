//! Invitation links: how a person joins a private world. A world has one link at a time.

use crate::handlers;
use crate::members::OfWorld;
use crate::problems::INVITATION_NOT_FOUND;
use crate::world::WorldView;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Created, Json, Params, Payload};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Random bytes of a code: 128 bits cannot be guessed.
const CODE_BYTES: u32 = 16;

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Link {
    /// The page is /invitation/{code}.
    code: String,
    created_at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct CurrentLink {
    invitation: Option<Link>,
}

/// The current link of a world.
pub(crate) fn view_link(
    ctx: &Ctx,
    Params(of): Params<OfWorld>,
) -> Result<Payload<CurrentLink>, Error> {
    let world = of.world(ctx)?;
    let row: Option<(String, Timestamp)> = ctx.sql().optional(
        "select code, created_at from invitation where world_id = $1",
        &params![&world],
    )?;
    let invitation = row.map(|(code, created_at)| Link { code, created_at });
    Ok(Payload(CurrentLink { invitation }))
}

/// Creates a link; the one before no longer works.
pub(crate) fn renew_link(ctx: &Ctx, Params(of): Params<OfWorld>) -> Result<Created<Link>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let world = of.world(ctx)?;
    let bytes = ctx.random().bytes(CODE_BYTES);
    let code: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    ctx.sql().execute(
        "insert into invitation (world_id, code, created_by, created_at) values ($1, $2, $3, $4) \
         on conflict (world_id) do update set code = excluded.code, created_by = excluded.created_by, \
         created_at = excluded.created_at",
        &params![&world, &code, &me.id, now],
    )?;
    Ok(Created(Link {
        code,
        created_at: now,
    }))
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Revoked {
    /// False if there was no link.
    revoked: bool,
}

/// Deletes the link of a world. Idempotent.
pub(crate) fn revoke_link(
    ctx: &Ctx,
    Params(of): Params<OfWorld>,
) -> Result<Payload<Revoked>, Error> {
    let world = of.world(ctx)?;
    let revoked = ctx.sql().execute(
        "delete from invitation where world_id = $1",
        &params![&world],
    )?;
    Ok(Payload(Revoked {
        revoked: revoked > 0,
    }))
}

#[derive(Deserialize)]
pub(crate) struct ByCode {
    code: String,
}

fn world_of(ctx: &Ctx, by: &ByCode) -> Result<Uuid, Error> {
    let row: Option<(Uuid,)> = ctx.sql().optional(
        "select world_id from invitation where code = $1",
        &params![&by.code],
    )?;
    Ok(row.ok_or(INVITATION_NOT_FOUND)?.0)
}

/// The world that a link leads to. Who has the link sees as much as a visitor of a public world.
pub(crate) fn view_invitation(
    ctx: &Ctx,
    Params(by): Params<ByCode>,
) -> Result<Payload<WorldView>, Error> {
    let id = world_of(ctx, &by)?;
    handlers::invited_view(ctx, &id).map(Payload)
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Accept {
    /// Leave the current world for this one.
    #[schemars(extend("default" = false))]
    change: Option<bool>,
}

/// Joins a world by its link, public or not.
pub(crate) fn accept_invitation(
    ctx: &Ctx,
    (Params(by), Json(accept)): (Params<ByCode>, Json<Accept>),
) -> Result<Payload<WorldView>, Error> {
    let id = world_of(ctx, &by)?;
    handlers::join(ctx, &id, accept.change.unwrap_or_default()).map(Payload)
}
