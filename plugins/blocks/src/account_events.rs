//! An account was erased: its blocks stay with the administrators of their world, everything else about it is deleted.

use crate::visits;
use witverse_sdk::ctx::When;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, Error, params};

/// Prefix of the key of the timer that continues an erasure.
pub(crate) const TIMER: &str = "forget-person:";
/// Rows per statement.
const BATCH: u32 = 200;

/// Removes an erased account from a limited number of rows, and continues with a timer. Idempotent.
pub(crate) fn on_account_erased(ctx: &Ctx, erased: &Erased) -> Result<(), Error> {
    let account = &erased.user_id;
    for statement in [
        "update block set maker_id = null where maker_id = $1",
        "delete from maker_total where account_id = $1",
        "delete from visited where account_id = $1",
        "delete from room_ban where account_id = $1",
        "update room_ban set banned_by = null where banned_by = $1",
    ] {
        ctx.sql().execute(statement, &params![account])?;
    }
    let changed = ctx.sql().execute(
        "update scene_version v set saved_by = null from ( \
             select block_id, version from scene_version where saved_by = $1 limit $2 \
         ) old where v.block_id = old.block_id and v.version = old.version",
        &params![account, BATCH],
    )?;
    let forgotten = visits::forget(ctx, account, BATCH)?;
    if changed.max(forgotten) == u64::from(BATCH) {
        let key = format!("{TIMER}{account}");
        return ctx.timers().schedule(&key, When::At(ctx.now()), erased);
    }
    Ok(())
}
