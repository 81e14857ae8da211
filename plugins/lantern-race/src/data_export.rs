//! The data export: the runs of a person with the times of their steps, then their ways, then their best times.

use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, Window};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part, select};

/// A way has up to 600 points.
pub(crate) const PARTS: &[Part] = &[
    part!("races", 200 => runs),
    part!("race-ways", 50 => ways),
    part!("best-times", 200 => bests),
];

#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "u")]
struct StoredRun {
    race_id: Uuid,
    #[row(sql = "r.block_id")]
    block_id: Uuid,
    joined_at: Timestamp,
    state: String,
    false_starts: i64,
    time_ms: Option<i64>,
    /// `pending` or `rejected`: the time is not ranked.
    review: Option<String>,
    /// When each step was done, in milliseconds after the signal.
    #[row(sql = "array(select c.at_ms - r.go_ms from crossing c \
                 where c.race_id = u.race_id and c.account_id = u.account_id order by c.step)")]
    track_ms: Vec<i64>,
}

fn runs(ctx: &Ctx, account: &Uuid, window: &Window<Uuid>) -> Result<Page<StoredRun>, Error> {
    let after = window.after.clone().unwrap_or_else(Uuid::nil);
    let rows = ctx.sql().query(
        select!(
            StoredRun,
            "from runner u join race r on r.id = u.race_id \
             where u.account_id = $1 and u.race_id > $2 order by u.race_id limit $3"
        ),
        &params![account, after, window.fetch()],
    )?;
    Ok(window.page(rows.all()?, |run: &StoredRun| run.race_id.clone()))
}

/// Where a person was between two crossings of gates.
#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
#[row(alias = "w")]
struct StoredWay {
    race_id: Uuid,
    from_ms: i64,
    /// Milliseconds of the clock of the rooms, x and z in centimetres, for each point.
    points: Vec<i64>,
}

fn ways(ctx: &Ctx, account: &Uuid, window: &Window<(Uuid, i64)>) -> Result<Page<StoredWay>, Error> {
    let (race, from_ms) = window.after.clone().unwrap_or((Uuid::nil(), 0));
    let rows = ctx.sql().query(
        select!(
            StoredWay,
            "from runner u join way w on w.race_id = u.race_id and w.account_id = u.account_id \
             where u.account_id = $1 and (u.race_id, w.from_ms) > ($2, $3) \
             order by u.race_id, w.from_ms limit $4"
        ),
        &params![account, race, from_ms, window.fetch()],
    )?;
    Ok(window.page(rows.all()?, |way: &StoredWay| {
        (way.race_id.clone(), way.from_ms)
    }))
}

#[derive(Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
struct StoredBest {
    block_id: Uuid,
    course: String,
    time_ms: i64,
    achieved_at: Timestamp,
}

fn bests(
    ctx: &Ctx,
    account: &Uuid,
    window: &Window<(Uuid, String)>,
) -> Result<Page<StoredBest>, Error> {
    let (block, course) = window.after.clone().unwrap_or((Uuid::nil(), String::new()));
    let rows = ctx.sql().query(
        select!(
            StoredBest,
            "from best_time where account_id = $1 and (block_id, course) > ($2, $3) \
             order by block_id, course limit $4"
        ),
        &params![account, block, course, window.fetch()],
    )?;
    let key = |best: &StoredBest| (best.block_id.clone(), best.course.clone());
    Ok(window.page(rows.all()?, key))
}
