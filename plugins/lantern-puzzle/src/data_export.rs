//! The data export: the runs of a person with their logs, then their best times.

use crate::puzzle::Press;
use crate::store::{Run, run_where};
use serde::{Deserialize, Serialize};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid, page, params};

/// Rows of one file.
const PAGE: usize = 200;

/// Where the export continues: the list, the number of the file, and the last row.
#[derive(Serialize, Deserialize)]
enum Place {
    Runs(u32, Uuid),
    Bests(u32, Uuid),
}

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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredBest {
    block_id: Uuid,
    time_ms: i64,
    achieved_at: Timestamp,
}

/// One file of the export.
pub(crate) fn export(ctx: &Ctx, account: &Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
    let place = match cursor {
        Some(cursor) => page::decode(&cursor)?,
        None => Place::Runs(1, Uuid::nil()),
    };
    let (next, mut file) = match place {
        Place::Runs(number, after) => {
            let runs = runs(ctx, account, &after)?;
            let next = match runs.last().filter(|_| runs.len() == PAGE) {
                Some(last) => Place::Runs(number + 1, last.run_id.clone()),
                None => Place::Bests(1, Uuid::nil()),
            };
            let name = format!("puzzles-{number}.json");
            (Some(next), DataPage::json(&name, &runs)?)
        }
        Place::Bests(number, block) => {
            let bests = bests(ctx, account, &block)?;
            let last = bests.last().filter(|_| bests.len() == PAGE);
            let next = last.map(|last| Place::Bests(number + 1, last.block_id.clone()));
            let name = format!("best-times-{number}.json");
            (next, DataPage::json(&name, &bests)?)
        }
    };
    file.next = next.map(|place| page::encode(&place));
    Ok(file)
}

fn runs(ctx: &Ctx, account: &Uuid, after: &Uuid) -> Result<Vec<StoredRun>, Error> {
    let rows: Vec<Run> = ctx
        .sql()
        .query(
            run_where!("account_id = $1 and id > $2 order by id limit $3"),
            &params![account, after, i64::try_from(PAGE).unwrap_or(i64::MAX)],
        )?
        .all()?;
    let run = |run: Run| StoredRun {
        run_id: run.id,
        block_id: run.block_id,
        started_at: run.started_at,
        ended_at: run.ended_at,
        time_ms: run.time_ms,
        suspicion: run.suspicion.map(crate::puzzle::Suspicion::as_str),
        presses: run.log,
    };
    Ok(rows.into_iter().map(run).collect())
}

fn bests(ctx: &Ctx, account: &Uuid, after: &Uuid) -> Result<Vec<StoredBest>, Error> {
    let rows: Vec<(Uuid, i64, Timestamp)> = ctx
        .sql()
        .query(
            "select block_id, time_ms, achieved_at from best_time where account_id = $1 and block_id > $2 \
             order by block_id limit $3",
            &params![account, after, i64::try_from(PAGE).unwrap_or(i64::MAX)],
        )?
        .all()?;
    let best = |(block_id, time_ms, achieved_at)| StoredBest {
        block_id,
        time_ms,
        achieved_at,
    };
    Ok(rows.into_iter().map(best).collect())
}
