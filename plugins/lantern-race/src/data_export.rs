//! The data export: the runs of a person with their tracks, then their best times.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid, page, params};

/// Rows of one file.
const PAGE: usize = 200;

/// Where the export continues: the list, the number of the file, and the last row.
#[derive(Serialize, Deserialize)]
enum Place {
    Runs(u32, Uuid),
    Bests(u32, Uuid, String),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredRun {
    race_id: Uuid,
    block_id: Uuid,
    joined_at: Timestamp,
    state: String,
    false_starts: i64,
    time_ms: Option<i64>,
    /// `pending` or `rejected`: the time is not ranked.
    review: Option<String>,
    /// When each step was done, in milliseconds after the signal.
    track_ms: Vec<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredBest {
    block_id: Uuid,
    course: String,
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
                Some(last) => Place::Runs(number + 1, last.race_id.clone()),
                None => Place::Bests(1, Uuid::nil(), String::new()),
            };
            let name = format!("races-{number}.json");
            (Some(next), DataPage::json(&name, &runs)?)
        }
        Place::Bests(number, block, course) => {
            let bests = bests(ctx, account, (&block, &course))?;
            let last = bests.last().filter(|_| bests.len() == PAGE);
            let next = last
                .map(|last| Place::Bests(number + 1, last.block_id.clone(), last.course.clone()));
            let name = format!("best-times-{number}.json");
            (next, DataPage::json(&name, &bests)?)
        }
    };
    file.next = next.map(|place| page::encode(&place));
    Ok(file)
}

type RunRow = (
    Uuid,
    Uuid,
    Timestamp,
    String,
    i64,
    Option<i64>,
    Option<String>,
    Vec<i64>,
);

fn runs(ctx: &Ctx, account: &Uuid, after: &Uuid) -> Result<Vec<StoredRun>, Error> {
    let rows: Vec<RunRow> = ctx
        .sql()
        .query(
            "select u.race_id, r.block_id, u.joined_at, u.state, u.false_starts, u.time_ms, u.review, \
                 array(select c.at_ms - r.go_ms from crossing c \
                     where c.race_id = u.race_id and c.account_id = u.account_id order by c.step) \
             from runner u join race r on r.id = u.race_id \
             where u.account_id = $1 and u.race_id > $2 order by u.race_id limit $3",
            &params![account, after, i64::try_from(PAGE).unwrap_or(i64::MAX)],
        )?
        .all()?;
    let run =
        |(race_id, block_id, joined_at, state, false_starts, time_ms, review, track_ms): RunRow| {
            StoredRun {
                race_id,
                block_id,
                joined_at,
                state,
                false_starts,
                time_ms,
                review,
                track_ms,
            }
        };
    Ok(rows.into_iter().map(run).collect())
}

fn bests(
    ctx: &Ctx,
    account: &Uuid,
    (block, course): (&Uuid, &str),
) -> Result<Vec<StoredBest>, Error> {
    let rows: Vec<(Uuid, String, i64, Timestamp)> = ctx
        .sql()
        .query(
            "select block_id, course, time_ms, achieved_at from best_time \
             where account_id = $1 and (block_id, course) > ($2, $3) order by block_id, course limit $4",
            &params![account, block, course, i64::try_from(PAGE).unwrap_or(i64::MAX)],
        )?
        .all()?;
    let best = |(block_id, course, time_ms, achieved_at)| StoredBest {
        block_id,
        course,
        time_ms,
        achieved_at,
    };
    Ok(rows.into_iter().map(best).collect())
}
