//! The numbers of visits and visitors of a block.

use serde::Serialize;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// An entry after this time counts as another visit.
const VISIT_GAP_MS: i64 = 30 * 60 * 1_000;

/// How often a block was visited by signed-in people.
#[derive(Clone, Copy, Debug, Default, Serialize, schemars::JsonSchema)]
pub(crate) struct Visits {
    visits: i64,
    /// Each person once.
    visitors: i64,
}

/// Counts an entry. The row of the totals comes last, because the visitors of a block share it.
pub(crate) fn count_entry(
    ctx: &Ctx,
    account: &Uuid,
    block: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    let first = ctx.sql().execute(
        // The block may have been deleted since the person entered.
        "insert into visitor (account_id, block_id, last_at) \
         select $1::uuid, b.id, $3::timestamptz from block b where b.id = $2::uuid for key share \
         on conflict (account_id, block_id) do nothing",
        &params![account, block, now],
    )?;
    if first == 0 {
        let again = ctx.sql().execute(
            "update visitor set last_at = $3 where account_id = $1 and block_id = $2 and last_at < $4",
            &params![account, block, now, now.plus_millis(-VISIT_GAP_MS)],
        )?;
        if again == 0 {
            return Ok(());
        }
    }
    ctx.sql().execute(
        "insert into block_total (block_id, visits, visitors) values ($1, 1, 1) \
         on conflict (block_id) do update set visits = block_total.visits + 1, \
         visitors = block_total.visitors + $2",
        &params![block, i64::try_from(first).unwrap_or_default()],
    )?;
    Ok(())
}

/// The counters of a block.
pub(crate) fn of_block(ctx: &Ctx, block: &Uuid) -> Result<Visits, Error> {
    let row: Option<(i64, i64)> = ctx.sql().optional(
        "select visits, visitors from block_total where block_id = $1",
        &params![block],
    )?;
    Ok(
        row.map_or_else(Visits::default, |(visits, visitors)| Visits {
            visits,
            visitors,
        }),
    )
}

/// Forgets which blocks an erased account has visited. Returns the number of deleted rows, at most `limit`.
pub(crate) fn forget(ctx: &Ctx, account: &Uuid, limit: u32) -> Result<u64, Error> {
    Ok(ctx.sql().execute(
        "delete from visitor v using ( \
             select block_id from visitor where account_id = $1 limit $2 \
         ) old where v.account_id = $1 and v.block_id = old.block_id",
        &params![account, limit],
    )?)
}
