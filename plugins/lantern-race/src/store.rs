//! The statements about races and runs. A race is locked before its runs, and its runs before best times.

use crate::problems::RUNNING;
use crate::race::{Course, Run, Schedule};
use witverse_sdk::sql::{FromRow, OnConstraint};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select};

/// Why a race has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum EndReason {
    /// All have finished or left.
    Finished,
    TimeLimit,
    /// The room was opened again: the clock and the positions are not those of before.
    Restarted,
    /// Crossings were lost.
    Lost,
}

impl EndReason {
    const ALL: [Self; 4] = [Self::Finished, Self::TimeLimit, Self::Restarted, Self::Lost];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::TimeLimit => "timeLimit",
            Self::Restarted => "restarted",
            Self::Lost => "lost",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// A race as stored.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Race {
    pub(crate) id: Uuid,
    pub(crate) block_id: Uuid,
    #[row(column = "course")]
    pub(crate) course_key: String,
    #[row(flatten)]
    pub(crate) course: Course,
    /// The least way from each gate to the next one; empty for races from before it was stored.
    pub(crate) legs_mm: Vec<i64>,
    /// x, z and the radius of each gate in centimetres; empty for races from before they were stored.
    pub(crate) gates_cm: Vec<i64>,
    pub(crate) started_by: Option<Uuid>,
    /// `None` while the race is open.
    #[row(parse)]
    pub(crate) end_reason: Option<EndReason>,
    pub(crate) created_ms: i64,
    #[row(flatten)]
    pub(crate) schedule: Schedule,
}

/// A person in a race.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Runner {
    #[row(column = "account_id")]
    pub(crate) account: Uuid,
    #[row(flatten)]
    pub(crate) run: Run,
    pub(crate) is_best: bool,
    #[row(parse)]
    pub(crate) review: Option<Verdict>,
}

/// Of a time that is faster than rooms let people move. `None` for all others, and for those that were accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// It waits for a moderator.
    Pending,
    /// A moderator has decided that it does not count.
    Rejected,
}

impl Verdict {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "pending" => Some(Self::Pending),
            "rejected" => Some(Self::Rejected),
            _ => None,
        }
    }
}

pub(crate) fn latest(ctx: &Ctx, block: &Uuid) -> Result<Option<Race>, Error> {
    let statement = select!(
        Race,
        "from race where block_id = $1 order by created_at desc, id desc limit 1"
    );
    Ok(ctx.sql().optional(statement, &params![block])?)
}

pub(crate) fn find(ctx: &Ctx, id: &Uuid) -> Result<Option<Race>, Error> {
    Ok(ctx
        .sql()
        .optional(select!(Race, "from race where id = $1"), &params![id])?)
}

/// Locks the open race of a block against concurrent changes.
pub(crate) fn lock_open(ctx: &Ctx, block: &Uuid) -> Result<Option<Race>, Error> {
    let statement = select!(
        Race,
        "from race where block_id = $1 and state = 'open' for update"
    );
    Ok(ctx.sql().optional(statement, &params![block])?)
}

/// Locks a race if it is open.
pub(crate) fn lock_if_open(ctx: &Ctx, id: &Uuid) -> Result<Option<Race>, Error> {
    let statement = select!(
        Race,
        "from race where id = $1 and state = 'open' for update"
    );
    Ok(ctx.sql().optional(statement, &params![id])?)
}

/// Inserts an open race; fails with `race_running` if the block has one.
pub(crate) fn insert(ctx: &Ctx, race: &Race, now: Timestamp) -> Result<(), Error> {
    let Schedule {
        lobby_until_ms,
        go_ms,
        limit_ms,
    } = race.schedule;
    ctx.sql()
        .execute(
            "insert into race (id, block_id, course, gates, laps, started_by, state, created_ms, lobby_until_ms, \
             go_ms, limit_ms, created_at, legs_mm, gates_cm) \
             values ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9, $10, $11, $12, $13)",
            &params![
                &race.id,
                &race.block_id,
                &race.course_key,
                race.course.gates.clone(),
                race.course.laps,
                race.started_by.clone(),
                race.created_ms,
                lobby_until_ms,
                go_ms,
                limit_ms,
                now,
                race.legs_mm.clone(),
                race.gates_cm.clone(),
            ],
        )
        .on_constraint(&[("race_open", RUNNING)])?;
    Ok(())
}

pub(crate) fn end(ctx: &Ctx, id: &Uuid, reason: EndReason, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "update race set state = 'ended', end_reason = $2, ended_at = $3 where id = $1 and state = 'open'",
        &params![id, reason.as_str(), now],
    )?;
    Ok(())
}

/// Who takes part, in the order in which they joined.
pub(crate) fn runners(ctx: &Ctx, race: &Uuid) -> Result<Vec<Runner>, Error> {
    let rows = ctx.sql().query(
        select!(
            Runner,
            "from runner where race_id = $1 order by joined_at, account_id"
        ),
        &params![race],
    )?;
    Ok(rows.all()?)
}

/// Adds a person to a race, also one who left it before. Of a race that is locked.
pub(crate) fn join(ctx: &Ctx, race: &Uuid, account: &Uuid, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into runner (race_id, account_id, state, passed, false_starts, is_best, joined_at) \
         values ($1, $2, 'running', 0, 0, false, $3) \
         on conflict (race_id, account_id) do update set state = 'running' where runner.state = 'left'",
        &params![race, account, now],
    )?;
    Ok(())
}

/// Stores the progress of runners.
pub(crate) fn update_runs(ctx: &Ctx, race: &Uuid, changed: &[&Runner]) -> Result<(), Error> {
    let ints =
        |of: fn(&Run) -> i64| -> Vec<i64> { changed.iter().map(|one| of(&one.run)).collect() };
    let count = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    let passed: Vec<i64> = changed.iter().map(|one| count(one.run.passed)).collect();
    let states = changed
        .iter()
        .map(|one| one.run.state.as_str().to_owned())
        .collect::<Vec<String>>();
    let accounts: Vec<Uuid> = changed.iter().map(|one| one.account.clone()).collect();
    ctx.sql().execute(
        "update runner r set state = n.state, passed = n.passed, false_starts = n.false_starts, \
         time_ms = nullif(n.time_ms, 0) \
         from unnest($2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[]) \
             as n (account_id, state, passed, false_starts, time_ms) \
         where r.race_id = $1 and r.account_id = n.account_id",
        &params![
            race,
            accounts,
            states,
            passed,
            ints(|run| run.false_starts.into()),
            ints(|run| run.time_ms.unwrap_or(0)),
        ],
    )?;
    Ok(())
}

/// A step that was done.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) account: Uuid,
    pub(crate) number: usize,
    pub(crate) zone: String,
    pub(crate) at_ms: i64,
}

/// Stores steps of a race.
pub(crate) fn insert_steps(ctx: &Ctx, race: &Uuid, steps: &[Step]) -> Result<(), Error> {
    let count = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    let accounts: Vec<Uuid> = steps.iter().map(|step| step.account.clone()).collect();
    let numbers: Vec<i64> = steps.iter().map(|step| count(step.number)).collect();
    let zones: Vec<String> = steps.iter().map(|step| step.zone.clone()).collect();
    let times: Vec<i64> = steps.iter().map(|step| step.at_ms).collect();
    ctx.sql().execute(
        "insert into crossing (race_id, account_id, step, zone, at_ms) \
         select $1, n.account_id, n.step, n.zone, n.at_ms \
         from unnest($2::uuid[], $3::bigint[], $4::text[], $5::bigint[]) as n (account_id, step, zone, at_ms)",
        &params![race, accounts, numbers, zones, times],
    )?;
    Ok(())
}

/// When each step of some runs was done, in their order.
pub(crate) fn tracks(
    ctx: &Ctx,
    race: &Uuid,
    accounts: Vec<Uuid>,
) -> Result<Vec<(Uuid, Vec<i64>)>, Error> {
    let rows = ctx.sql().query(
        "select account_id, array_agg(at_ms order by step) from crossing \
         where race_id = $1 and account_id = any($2::uuid[]) group by account_id",
        &params![race, accounts],
    )?;
    Ok(rows.all()?)
}

/// Stores the times of runners that are their best ones on this course, and marks their runs. Returns whose they are.
pub(crate) fn record_bests(
    ctx: &Ctx,
    race: &Race,
    finished: &[(Uuid, i64)],
    now: Timestamp,
) -> Result<Vec<Uuid>, Error> {
    let accounts: Vec<Uuid> = finished
        .iter()
        .map(|(account, _)| account.clone())
        .collect();
    let times: Vec<i64> = finished.iter().map(|(_, time)| *time).collect();
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "insert into best_time (block_id, course, account_id, time_ms, achieved_at) \
             select $1, $2, n.account_id, n.time_ms, $5 \
             from unnest($3::uuid[], $4::bigint[]) as n (account_id, time_ms) order by n.account_id \
             on conflict (block_id, course, account_id) do update \
             set time_ms = excluded.time_ms, achieved_at = excluded.achieved_at \
             where excluded.time_ms < best_time.time_ms returning account_id",
            &params![&race.block_id, &race.course_key, accounts, times, now],
        )?
        .all()?;
    let best: Vec<Uuid> = rows.into_iter().map(|(account,)| account).collect();
    if !best.is_empty() {
        ctx.sql().execute(
            "update runner set is_best = true where race_id = $1 and account_id = any($2::uuid[])",
            &params![&race.id, best.clone()],
        )?;
    }
    Ok(best)
}
