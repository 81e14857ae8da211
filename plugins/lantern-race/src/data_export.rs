//! The data export: the runs of a person with the times of their steps, then their ways, then their best times.

use serde::{Deserialize, Serialize};
use witverse_sdk::{Ctx, DataPage, Error, Timestamp, Uuid, page, params};

/// Rows of one file.
const PAGE: usize = 200;
/// Parts of ways in one file: each has up to 600 points.
const WAYS: usize = 50;

/// Where the export continues: the list, the number of the file, and the last row.
#[derive(Serialize, Deserialize)]
enum Place {
    Runs(u32, Uuid),
    Ways(u32, Uuid, i64),
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

/// Where a person was between two crossings of gates.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredWay {
    race_id: Uuid,
    from_ms: i64,
    /// Milliseconds of the clock of the rooms, x and z in centimetres, for each point.
    points: Vec<i64>,
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
                None => Place::Ways(1, Uuid::nil(), 0),
            };
            let name = format!("races-{number}.json");
            (Some(next), DataPage::json(&name, &runs)?)
        }
        Place::Ways(number, race, from_ms) => {
            let ways = ways(ctx, account, (&race, from_ms))?;
            let next = match ways.last().filter(|_| ways.len() == WAYS) {
                Some(last) => Place::Ways(number + 1, last.race_id.clone(), last.from_ms),
                None => Place::Bests(1, Uuid::nil(), String::new()),
            };
            let name = format!("race-ways-{number}.json");
            (Some(next), DataPage::json(&name, &ways)?)
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

fn ways(ctx: &Ctx, account: &Uuid, (race, from_ms): (&Uuid, i64)) -> Result<Vec<StoredWay>, Error> {
    let rows: Vec<(Uuid, i64, Vec<i64>)> = ctx
        .sql()
        .query(
            "select u.race_id, w.from_ms, w.points from runner u \
             join way w on w.race_id = u.race_id and w.account_id = u.account_id \
             where u.account_id = $1 and (u.race_id, w.from_ms) > ($2, $3) \
             order by u.race_id, w.from_ms limit $4",
            &params![
                account,
                race,
                from_ms,
                i64::try_from(WAYS).unwrap_or(i64::MAX)
            ],
        )?
        .all()?;
    let way = |(race_id, from_ms, points)| StoredWay {
        race_id,
        from_ms,
        points,
    };
    Ok(rows.into_iter().map(way).collect())
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
