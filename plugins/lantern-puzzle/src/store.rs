//! The statements about runs and best times. A run is locked before the best time of its person.

use crate::puzzle::{self, Press, Suspicion};
use witverse_sdk::sql::{Columns, FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, sql_text};

/// A puzzle that is given up or not solved after this time has ended.
pub(crate) const LIMIT_MS: i64 = 10 * 60_000;

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunState {
    Playing,
    Solved,
    /// Given up, or not solved within the limit.
    Ended,
}

impl RunState {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "playing" => Some(Self::Playing),
            "solved" => Some(Self::Solved),
            "ended" => Some(Self::Ended),
            _ => None,
        }
    }
}

/// A run as stored.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct Run {
    pub(crate) id: Uuid,
    pub(crate) block_id: Uuid,
    #[row(column = "account_id")]
    pub(crate) account: Uuid,
    pub(crate) seed: u32,
    #[row(parse)]
    pub(crate) state: RunState,
    pub(crate) started_at: Timestamp,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) time_ms: Option<i64>,
    #[row(columns = "cells, pressed_ms", with = presses)]
    pub(crate) log: Vec<Press>,
    #[row(sql = "coalesce(review = 'pending', false)")]
    pub(crate) is_pending: bool,
    #[row(parse)]
    pub(crate) suspicion: Option<Suspicion>,
}

impl Run {
    pub(crate) fn board(&self) -> u32 {
        puzzle::board(self.seed)
    }

    /// Milliseconds from the start until `now`, at least 1.
    pub(crate) fn elapsed_ms(&self, now: Timestamp) -> i64 {
        ((now.as_micros() - self.started_at.as_micros()) / 1_000).max(1)
    }
}

fn presses(row: Row<'_>) -> Result<Vec<Press>, SqlError> {
    let (cells, times): (Vec<i64>, Vec<i64>) = (row.get("cells")?, row.get("pressed_ms")?);
    let press = |(cell, at_ms)| Press {
        cell: u32::try_from(cell).unwrap_or(puzzle::CELLS),
        at_ms,
    };
    Ok(cells.into_iter().zip(times).map(press).collect())
}

/// The run that a person plays in a block and that is within the limit.
pub(crate) fn playing(ctx: &Ctx, block: &Uuid, account: &Uuid) -> Result<Option<Run>, Error> {
    let since = ctx.now().plus_millis(-LIMIT_MS);
    let statement = select!(
        Run,
        "from run where block_id = $1 and account_id = $2 and state = 'playing' and started_at > $3"
    );
    Ok(ctx
        .sql()
        .optional(statement, &params![block, account, since])?)
}

/// Starts a run with `seed`, after ending one that is over the limit. `None`: the person has begun another one at the
/// same time.
pub(crate) fn start(
    ctx: &Ctx,
    block: &Uuid,
    account: &Uuid,
    seed: u32,
) -> Result<Option<Run>, Error> {
    let now = ctx.now();
    ctx.sql().execute(
        "update run set state = 'ended', ended_at = $3 \
         where block_id = $1 and account_id = $2 and state = 'playing' and started_at <= $4",
        &params![block, account, now, now.plus_millis(-LIMIT_MS)],
    )?;
    Ok(ctx.sql().optional(
        sql_text!(
            "insert into run (id, block_id, account_id, seed, state, started_at) \
             values ($1, $2, $3, $4, 'playing', $5) \
             on conflict (block_id, account_id) where state = 'playing' do nothing returning ",
            Run::COLUMNS
        ),
        &params![ctx.random().uuid(), block, account, i64::from(seed), now],
    )?)
}

/// Locks a person's run.
pub(crate) fn lock(
    ctx: &Ctx,
    block: &Uuid,
    account: &Uuid,
    id: &Uuid,
) -> Result<Option<Run>, Error> {
    let statement = select!(
        Run,
        "from run where id = $1 and block_id = $2 and account_id = $3 for update"
    );
    Ok(ctx
        .sql()
        .optional(statement, &params![id, block, account])?)
}

/// Ends a run without a time.
pub(crate) fn end(ctx: &Ctx, id: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update run set state = 'ended', ended_at = $2 where id = $1 and state = 'playing'",
        &params![id, ctx.now()],
    )?;
    Ok(())
}

/// Stores the time and the log of a run.
pub(crate) fn solve(
    ctx: &Ctx,
    id: &Uuid,
    (time_ms, now): (i64, Timestamp),
    log: &[Press],
    suspicion: Option<Suspicion>,
) -> Result<(), Error> {
    let cells: Vec<i64> = log.iter().map(|press| i64::from(press.cell)).collect();
    let times: Vec<i64> = log.iter().map(|press| press.at_ms).collect();
    ctx.sql().execute(
        "update run set state = 'solved', ended_at = $2, time_ms = $3, cells = $4, pressed_ms = $5, review = $6, \
         suspicion = $7 where id = $1 and state = 'playing'",
        &params![
            id,
            now,
            time_ms,
            cells,
            times,
            suspicion.map(|_| "pending"),
            suspicion.map(Suspicion::as_str)
        ],
    )?;
    Ok(())
}

/// Stores a time if it is the best one of its person in the block; returns whether it is.
pub(crate) fn record_best(
    ctx: &Ctx,
    (block, account): (&Uuid, &Uuid),
    time_ms: i64,
    at: Timestamp,
) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "insert into best_time (block_id, account_id, time_ms, achieved_at) values ($1, $2, $3, $4) \
         on conflict (block_id, account_id) do update \
         set time_ms = excluded.time_ms, achieved_at = excluded.achieved_at \
         where excluded.time_ms < best_time.time_ms",
        &params![block, account, time_ms, at],
    )?;
    Ok(changed == 1)
}

/// Whether a time is the best one of its person in the block.
pub(crate) fn is_best(ctx: &Ctx, run: &Run) -> Result<bool, Error> {
    let best: Option<(i64,)> = ctx.sql().optional(
        "select time_ms from best_time where block_id = $1 and account_id = $2",
        &params![&run.block_id, &run.account],
    )?;
    Ok(best.map(|(best,)| best) == run.time_ms)
}
