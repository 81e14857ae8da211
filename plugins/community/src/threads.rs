//! Muted threads: comments, replies and mentions in them raise no alarm for the person who muted them.

use crate::readable::{self, ById};
use serde::Serialize;
use witverse_sdk::http::{Params, Payload};
use witverse_sdk::{Ctx, Error, Uuid, params};

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Muted {
    muted: bool,
}

/// Mutes a thread. Idempotent.
pub(crate) fn mute(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<Muted>, Error> {
    let me = ctx.caller()?;
    let (post, _) = readable::readable(ctx, &by)?;
    ctx.sql().execute(
        "insert into thread_mute (post_id, account_id) values ($1, $2) on conflict do nothing",
        &params![&post.id, &me.id],
    )?;
    Ok(Payload(Muted { muted: true }))
}

/// Ends the mute. Idempotent.
pub(crate) fn unmute(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<Muted>, Error> {
    let me = ctx.caller()?;
    let (post, _) = readable::readable(ctx, &by)?;
    ctx.sql().execute(
        "delete from thread_mute where post_id = $1 and account_id = $2",
        &params![&post.id, &me.id],
    )?;
    Ok(Payload(Muted { muted: false }))
}

/// Those of `people` who have muted the thread.
pub(crate) fn muted_by(ctx: &Ctx, post: &Uuid, people: &[Uuid]) -> Result<Vec<Uuid>, Error> {
    let muted: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select account_id from thread_mute where post_id = $1 and account_id = any($2)",
            &params![post, people.to_vec()],
        )?
        .all()?;
    Ok(muted.into_iter().map(|(person,)| person).collect())
}

pub(crate) fn is_muted(ctx: &Ctx, post: &Uuid, account: &Uuid) -> Result<bool, Error> {
    let (muted,): (bool,) = ctx.sql().one(
        "select exists (select 1 from thread_mute where post_id = $1 and account_id = $2)",
        &params![post, account],
    )?;
    Ok(muted)
}
