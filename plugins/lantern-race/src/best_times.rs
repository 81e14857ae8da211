//! The best times of a block, as a list with a constant cost per page.

use crate::handlers::OfBlock;
use crate::store;
use witverse_sdk::games::{self, BestKey, BestRow, BestTimes};
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, PageQuery, Window};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// The number of times that are counted.
const COUNTED_MAX: u32 = 1_000;

/// The best times on the course of the latest race.
pub(crate) fn list_times(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfBlock>, Query<PageQuery>),
) -> Result<Payload<BestTimes>, Error> {
    let window: Window<BestKey> = query.window(page::USUAL)?;
    let block = of.id()?;
    games::require_entry(ctx, &block)?;
    let (mut rows, mut total, mut own) = (Vec::new(), 0, None);
    if let Some(race) = store::latest(ctx, &block)? {
        let of_course = (&block, race.course_key.as_str());
        rows = fastest(ctx, of_course, &window)?;
        total = count(ctx, of_course)?;
        if let Some(me) = ctx.actor().account() {
            own = own_time(ctx, of_course, me)?;
        }
    }
    Ok(Payload(BestTimes::of(ctx, &window, (rows, total), own)))
}

fn fastest(
    ctx: &Ctx,
    (block, course): (&Uuid, &str),
    window: &Window<BestKey>,
) -> Result<Vec<BestRow>, Error> {
    let (time, at, account) = games::best_after(window);
    let rows = ctx.sql().query(
        "select account_id, time_ms, achieved_at from best_time where block_id = $1 and course = $2 \
         and (time_ms, achieved_at, account_id) > ($5, $6, $7) \
         order by time_ms, achieved_at, account_id limit $3 offset $4",
        &params![block, course, window.fetch(), window.offset, time, at, &account],
    )?;
    Ok(rows.all()?)
}

fn count(ctx: &Ctx, (block, course): (&Uuid, &str)) -> Result<u64, Error> {
    let counted: Option<(i64,)> = ctx.sql().optional(
        "select count(*) from (select from best_time where block_id = $1 and course = $2 limit $3) counted",
        &params![block, course, COUNTED_MAX],
    )?;
    Ok(counted.map_or(0, |(count,)| count.unsigned_abs()))
}

fn own_time(
    ctx: &Ctx,
    (block, course): (&Uuid, &str),
    me: &Uuid,
) -> Result<Option<(i64, Timestamp)>, Error> {
    Ok(ctx.sql().optional(
        "select time_ms, achieved_at from best_time where block_id = $1 and course = $2 and account_id = $3",
        &params![block, course, me],
    )?)
}
