//! The statements about people who may not enter a block for some time.

use crate::problems::BLOCK_NOT_FOUND;
use witverse_sdk::page::{self, TimeKey, Window};
use witverse_sdk::sql::OnConstraint;
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Deletes bans whose time is over.
pub(crate) const EXPIRED_BANS: PlainTimer = PlainTimer::new("expired-bans");
/// Rows that one run of the timer deletes.
const BATCH: u32 = 500;

/// Bans a person until a time, in place of an earlier ban. Fails with `block_not_found` if the block was deleted meanwhile.
pub(crate) fn put(
    ctx: &Ctx,
    block: &Uuid,
    (account, until): (&Uuid, Timestamp),
    by: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql()
        .execute(
            "insert into room_ban (block_id, account_id, until, banned_by, banned_at) \
             values ($1, $2, $3, $4, $5) on conflict (block_id, account_id) do update \
             set until = excluded.until, banned_by = excluded.banned_by, banned_at = excluded.banned_at",
            &params![block, account, until, by, now],
        )
        .on_constraint(&[("room_ban_block", BLOCK_NOT_FOUND)])?;
    Ok(())
}

/// Whether a person may not enter a block now.
pub(crate) fn is_banned(ctx: &Ctx, block: &Uuid, account: &Uuid) -> Result<bool, Error> {
    let rows = ctx.sql().query(
        "select 1 from room_ban where block_id = $1 and account_id = $2 and until > $3",
        &params![block, account, ctx.now()],
    )?;
    Ok(!rows.is_empty())
}

/// A banned person, and until when.
pub(crate) type Ban = (Uuid, Timestamp);

/// One page of the bans of a block, the one that ends last first.
pub(crate) fn of_block(
    ctx: &Ctx,
    block: &Uuid,
    window: &Window<TimeKey>,
) -> Result<Vec<Ban>, Error> {
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows = ctx.sql().query(
        "select account_id, until from room_ban where block_id = $1 and until > $6 \
         and (until, account_id) < ($4, $5) order by until desc, account_id desc limit $2 offset $3",
        &params![block, window.fetch(), window.offset, before, &id, ctx.now()],
    )?;
    Ok(rows.all()?)
}

/// The number of bans of a block, counted up to 1000.
pub(crate) fn count(ctx: &Ctx, block: &Uuid) -> Result<u64, Error> {
    let (total,): (i64,) = ctx.sql().one(
        "select count(*) from ( \
             select 1 from room_ban where block_id = $1 and until > $2 limit 1000) counted",
        &params![block, ctx.now()],
    )?;
    Ok(u64::try_from(total).unwrap_or_default())
}

/// Ends a ban. Without one, nothing changes.
pub(crate) fn remove(ctx: &Ctx, block: &Uuid, account: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from room_ban where block_id = $1 and account_id = $2",
        &params![block, account],
    )?;
    Ok(())
}

/// Deletes bans whose time is over.
pub(crate) fn delete_expired(ctx: &Ctx) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from room_ban where (block_id, account_id) in ( \
             select block_id, account_id from room_ban where until <= $1 \
             order by until limit $2 for update skip locked)",
        &params![ctx.now(), BATCH],
    )?;
    Ok(())
}
