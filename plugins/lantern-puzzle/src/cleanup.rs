//! What is deleted: runs after a month, all about a block that was deleted, all about an erased account. Each call deletes a
//! limited number of rows and continues with a timer.

use serde::{Deserialize, Serialize};
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::{PlainTimer, TimerKind};
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Deletes old runs.
pub(crate) const OLD_RUNS: PlainTimer = PlainTimer::new("old-runs");
/// Continue a deletion.
pub(crate) const OF_BLOCK: TimerKind<DeletedBlock> = TimerKind::new("forget-block");
pub(crate) const OF_PERSON: TimerKind<Erased> = TimerKind::new("forget-person");
pub(crate) const BLOCK_DELETED: &str = "blocks.deleted@1";

/// How long runs and their logs are kept. Best times stay.
const KEPT_MS: i64 = 30 * 86_400_000;
/// Rows per statement.
const BATCH: u32 = 200;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedBlock {
    block_id: Uuid,
}

/// Deletes runs that were started a month ago.
pub(crate) fn delete_old_runs(ctx: &Ctx) -> Result<(), Error> {
    let before = ctx.now().plus_millis(-KEPT_MS);
    let deleted = ctx.sql().execute(
        "delete from run where id in ( \
             select id from run where started_at < $1 order by started_at limit $2 for update skip locked)",
        &params![before, BATCH],
    )?;
    if deleted == u64::from(BATCH) {
        return OLD_RUNS.now(ctx);
    }
    Ok(())
}

/// Deletes everything about a block. Idempotent.
pub(crate) fn on_block_deleted(ctx: &Ctx, deleted: DeletedBlock) -> Result<(), Error> {
    let statements = [
        "delete from run where id in (select id from run where block_id = $1 limit $2)",
        "delete from best_time where (block_id, account_id) in ( \
             select block_id, account_id from best_time where block_id = $1 limit $2)",
    ];
    if is_deleted(ctx, statements, &deleted.block_id)? {
        return Ok(());
    }
    OF_BLOCK.now(ctx, &deleted.block_id, &deleted)
}

/// Deletes everything about an erased account. Idempotent.
pub(crate) fn on_account_erased(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let statements = [
        "delete from run where id in (select id from run where account_id = $1 limit $2)",
        "delete from best_time where (block_id, account_id) in ( \
             select block_id, account_id from best_time where account_id = $1 limit $2)",
    ];
    if is_deleted(ctx, statements, &erased.user_id)? {
        return Ok(());
    }
    OF_PERSON.now(ctx, &erased.user_id, &erased)
}

/// Deletes a part; whether nothing is left.
fn is_deleted(ctx: &Ctx, statements: [&'static str; 2], id: &Uuid) -> Result<bool, Error> {
    let mut is_done = true;
    for statement in statements {
        let rows = ctx.sql().execute(statement, &params![id, BATCH])?;
        is_done &= rows < u64::from(BATCH);
    }
    Ok(is_done)
}
