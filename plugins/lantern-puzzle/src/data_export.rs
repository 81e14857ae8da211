//! The data export: the runs of a person with their logs, then their best times.

use crate::puzzle::{Press, Suspicion};
use crate::store::Run;
use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, Window};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part, select};

pub(crate) const PARTS: &[Part] = &[
    part!("puzzles", 200 => runs),
    part!("best-times", 200 => bests),
];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredRun {
    run_id: Uuid,
    block_id: Uuid,
    started_at: Timestamp,
    ended_at: Option<Timestamp>,
    time_ms: Option<i64>,
    /// Why the time was put under review.
    suspicion: Option<&'static str>,
    presses: Vec<Press>,
}

impl From<Run> for StoredRun {
    fn from(run: Run) -> Self {
        Self {
            run_id: run.id,
            block_id: run.block_id,
            started_at: run.started_at,
            ended_at: run.ended_at,
            time_ms: run.time_ms,
            suspicion: run.suspicion.map(Suspicion::as_str),
            presses: run.log,
        }
    }
}

fn runs(ctx: &Ctx, account: &Uuid, window: &Window<Uuid>) -> Result<Page<StoredRun>, Error> {
    let after = window.after.clone().unwrap_or_else(Uuid::nil);
    let rows = ctx.sql().query(
        select!(
            Run,
            "from run where account_id = $1 and id > $2 order by id limit $3"
        ),
        &params![account, after, window.fetch()],
    )?;
    let page = window.page(rows.all()?, |run: &Run| run.id.clone());
    Ok(page.map(Into::into))
}

#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
struct StoredBest {
    block_id: Uuid,
    time_ms: i64,
    achieved_at: Timestamp,
}

fn bests(ctx: &Ctx, account: &Uuid, window: &Window<Uuid>) -> Result<Page<StoredBest>, Error> {
    let after = window.after.clone().unwrap_or_else(Uuid::nil);
    let rows = ctx.sql().query(
        select!(
            StoredBest,
            "from best_time where account_id = $1 and block_id > $2 order by block_id limit $3"
        ),
        &params![account, after, window.fetch()],
    )?;
    Ok(window.page(rows.all()?, |best: &StoredBest| best.block_id.clone()))
}
