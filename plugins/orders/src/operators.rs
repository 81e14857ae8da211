//! The administrators of the platform who use its desk: they get the alarms of the platform's products, and of requests that no term
//! can settle. A plugin cannot list the administrators, so each one is noted when they use the desk, and left out after half a
//! year without it.

use witverse_sdk::{Ctx, DAY_MS, Error, Uuid, params};

/// An administrator who has not used the desk for so long gets no alarms.
const SEEN_DAYS: i64 = 180;
/// Alarms of one event.
const MOST: u32 = 12;

/// Notes that the caller, an administrator of the platform, uses the desk; at most once a day.
pub(crate) fn note(ctx: &Ctx) -> Result<(), Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let seen: Option<(i64,)> = ctx.sql().optional(
        "select 1::bigint from operator where account_id = $1 and seen_at > $2",
        &params![&me.id, now.plus_millis(-DAY_MS)],
    )?;
    if seen.is_none() {
        ctx.sql().execute(
            "insert into operator (account_id, seen_at) values ($1, $2) \
             on conflict (account_id) do update set seen_at = excluded.seen_at",
            &params![&me.id, now],
        )?;
    }
    Ok(())
}

/// The administrators who use the desk, the latest first.
pub(crate) fn all(ctx: &Ctx) -> Result<Vec<Uuid>, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select account_id from operator where seen_at > $1 order by seen_at desc, account_id limit $2",
            &params![ctx.now().plus_millis(-SEEN_DAYS * DAY_MS), MOST],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
