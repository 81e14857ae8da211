//! The best times of a block, as a list with a constant cost per page.

use crate::handlers::OfBlock;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, games, params};

/// The number of times that are counted.
const COUNTED_MAX: u32 = 1_000;

/// The order of the list: the time, when it was achieved in microseconds, and whose it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Key(i64, i64, Uuid);

type BestRow = (Uuid, i64, Timestamp);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BestTime {
    person: Option<PersonCard>,
    time_ms: i64,
    achieved_at: Timestamp,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OwnTime {
    time_ms: i64,
    achieved_at: Timestamp,
}

#[derive(Serialize)]
pub(crate) struct BestTimes {
    #[serde(flatten)]
    page: Page<BestTime>,
    own: Option<OwnTime>,
}

/// The fastest people of a block.
pub(crate) fn list_times(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfBlock>, Query<PageQuery>),
) -> Result<Payload<BestTimes>, Error> {
    let window: Window<Key> = query.window(page::USUAL)?;
    let block = of.id()?;
    games::require_entry(ctx, &block)?;
    let Key(time, micros, account) = window
        .after
        .clone()
        .unwrap_or_else(|| Key(0, 0, Uuid::nil()));
    let at = Timestamp::from_micros(micros).min(Timestamp::LATEST);
    let rows: Vec<BestRow> = ctx
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
    let own = match ctx.actor().account() {
        Some(me) => own_time(ctx, &block, me)?,
        None => None,
    };
    let total = counted.map_or(0, |(count,)| count.unsigned_abs());
    let key = |(account, time, at): &BestRow| Key(*time, at.as_micros(), account.clone());
    let page = window.page(rows, total, key);
    let people = People::of(ctx, page.items.iter().map(|(account, ..)| account));
    Ok(Payload(BestTimes {
        page: page.map(|(account, time_ms, achieved_at)| BestTime {
            person: people.get(&account),
            time_ms,
            achieved_at,
        }),
        own,
    }))
}

fn own_time(ctx: &Ctx, block: &Uuid, me: &Uuid) -> Result<Option<OwnTime>, Error> {
    let row: Option<(i64, Timestamp)> = ctx.sql().optional(
        "select time_ms, achieved_at from best_time where block_id = $1 and account_id = $2",
        &params![block, me],
    )?;
    Ok(row.map(|(time_ms, achieved_at)| OwnTime {
        time_ms,
        achieved_at,
    }))
}
