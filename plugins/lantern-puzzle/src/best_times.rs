//! The best times of a block, as a list with a constant cost per page.

use crate::handlers::OfBlock;
use witverse_sdk::games::{self, BestKey, BestTimes};
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, PageQuery, Window};
use witverse_sdk::{Ctx, Error, params};

/// The number of times that are counted.
const COUNTED_MAX: u32 = 1_000;

/// The fastest people of a block.
pub(crate) fn list_times(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfBlock>, Query<PageQuery>),
) -> Result<Payload<BestTimes>, Error> {
    let window: Window<BestKey> = query.window(page::USUAL)?;
    let block = of.id()?;
    games::require_entry(ctx, &block)?;
    let (time, at, account) = games::best_after(&window);
    let rows = ctx
        .sql()
        .query(
            "select account_id, time_ms, achieved_at from best_time where block_id = $1 \
             and (time_ms, achieved_at, account_id) > ($4, $5, $6) \
             order by time_ms, achieved_at, account_id limit $2 offset $3",
            &params![&block, window.fetch(), window.offset, time, at, &account],
        )?
        .all()?;
    let counted: Option<(i64,)> = ctx.sql().optional(
        "select count(*) from (select from best_time where block_id = $1 limit $2) counted",
        &params![&block, COUNTED_MAX],
    )?;
    let total = counted.map_or(0, |(count,)| count.unsigned_abs());
    let own = match ctx.actor().account() {
        Some(me) => ctx.sql().optional(
            "select time_ms, achieved_at from best_time where block_id = $1 and account_id = $2",
            &params![&block, me],
        )?,
        None => None,
    };
    Ok(Payload(BestTimes::of(ctx, &window, (rows, total), own)))
}
