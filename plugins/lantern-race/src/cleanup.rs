//! What is deleted: races after a month, all about a block that was deleted, all about an erased account. Each run deletes a
//! limited number of rows and continues with a timer.

use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::When;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// The timer of the manifest that deletes old races.
pub(crate) const OLD_RACES: &str = "old-races";
/// Prefixes of the keys of timers that continue.
pub(crate) const BLOCK_TIMER: &str = "forget-block:";
pub(crate) const PERSON_TIMER: &str = "forget-person:";
pub(crate) const BLOCK_DELETED: &str = "blocks.deleted@1";

/// How long runs and their tracks are kept. Best times stay.
const KEPT_MS: i64 = 30 * 86_400_000;
/// Rows per statement.
const BATCH: u32 = 200;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedBlock {
    block_id: Uuid,
}

/// Deletes races that ended a month ago.
pub(crate) fn delete_old_races(ctx: &Ctx) -> Result<(), Error> {
    let before = ctx.now().plus_millis(-KEPT_MS);
    let deleted = ctx.sql().execute(
        "delete from race where id in ( \
             select id from race where state = 'ended' and ended_at < $1 \
             order by ended_at limit $2 for update skip locked)",
        &params![before, BATCH],
    )?;
    if deleted == u64::from(BATCH) {
        return ctx
            .timers()
            .schedule("more-old-races", When::At(ctx.now()), &());
    }
    Ok(())
}

/// Deletes everything about a block. Idempotent.
pub(crate) fn on_block_deleted(ctx: &Ctx, deleted: &DeletedBlock) -> Result<(), Error> {
    let block = &deleted.block_id;
    let mut is_done = true;
    for statement in [
        "delete from race where id in (select id from race where block_id = $1 limit $2)",
        "delete from best_time where (block_id, course, account_id) in ( \
             select block_id, course, account_id from best_time where block_id = $1 limit $2)",
    ] {
        let rows = ctx.sql().execute(statement, &params![block, BATCH])?;
        is_done &= rows < u64::from(BATCH);
    }
    if is_done {
        return Ok(());
    }
    let key = format!("{BLOCK_TIMER}{block}");
    ctx.timers().schedule(&key, When::At(ctx.now()), deleted)
}

/// Deletes everything about an erased account. Idempotent.
pub(crate) fn on_account_erased(ctx: &Ctx, erased: &Erased) -> Result<(), Error> {
    let account = &erased.user_id;
    let mut is_done = true;
    for statement in [
        "delete from runner where (race_id, account_id) in ( \
             select race_id, account_id from runner where account_id = $1 limit $2)",
        "delete from best_time where (block_id, course, account_id) in ( \
             select block_id, course, account_id from best_time where account_id = $1 limit $2)",
        "update race set started_by = null where id in (select id from race where started_by = $1 limit $2)",
    ] {
        let rows = ctx.sql().execute(statement, &params![account, BATCH])?;
        is_done &= rows < u64::from(BATCH);
    }
    if is_done {
        return Ok(());
    }
    let key = format!("{PERSON_TIMER}{account}");
    ctx.timers().schedule(&key, When::At(ctx.now()), erased)
}
