//! What is deleted: races after a month, all about a block that was deleted, all about an erased account. Each run deletes a
//! limited number of rows and continues with a timer.

use serde::{Deserialize, Serialize};
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::{PlainTimer, TimerKind};
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Deletes old races.
pub(crate) const OLD_RACES: PlainTimer = PlainTimer::new("old-races");
/// Continue a deletion.
pub(crate) const OF_BLOCK: TimerKind<DeletedBlock> = TimerKind::new("forget-block");
pub(crate) const OF_PERSON: TimerKind<Erased> = TimerKind::new("forget-person");
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
        return OLD_RACES.now(ctx);
    }
    Ok(())
}

/// Deletes everything about a block. Idempotent.
pub(crate) fn on_block_deleted(ctx: &Ctx, deleted: DeletedBlock) -> Result<(), Error> {
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
    OF_BLOCK.now(ctx, &deleted.block_id, &deleted)
}

/// Deletes everything about an erased account. Idempotent.
pub(crate) fn on_account_erased(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
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
    OF_PERSON.now(ctx, &erased.user_id, &erased)
}
