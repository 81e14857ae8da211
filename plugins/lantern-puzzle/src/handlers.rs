//! Handlers that start, finish and give up a puzzle. The row of the run is the lock between requests about it.

use crate::problems::{BLOCK_NOT_FOUND, NOT_FOUND, NOT_HERE, NOT_INSIDE, NOT_SOLVED, OVER};
use crate::puzzle::{self, Press, Refusal};
use crate::results;
use crate::store::{self, LIMIT_MS, Run, RunState};
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::services::blocks;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, games};

/// The id of this plugin, as `blocks` names the game of a room.
pub(crate) const GAME: &str = "lantern-puzzle";
/// The clock of a player starts after the one of the server. It may run faster by this much.
const CLOCK_SLACK_MS: i64 = 1_000;

/// The path of a route about one block.
#[derive(Deserialize)]
pub(crate) struct OfBlock {
    id: String,
}

impl OfBlock {
    pub(crate) fn id(&self) -> Result<Uuid, Error> {
        Ok(Uuid::parse(&self.id).ok_or(BLOCK_NOT_FOUND)?)
    }
}

/// The path of a route about one run.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfRun {
    id: String,
    run_id: String,
}

impl OfRun {
    pub(crate) fn block(&self) -> Result<Uuid, Error> {
        Ok(Uuid::parse(&self.id).ok_or(BLOCK_NOT_FOUND)?)
    }

    pub(crate) fn run(&self) -> Option<Uuid> {
        Uuid::parse(&self.run_id)
    }

    /// The caller's run, locked.
    fn lock(&self, ctx: &Ctx) -> Result<Run, Error> {
        let (me, block) = (ctx.caller()?, self.block()?);
        games::require_entry(ctx, &block)?;
        let id = self.run().ok_or(NOT_FOUND)?;
        Ok(store::lock(ctx, &block, &me.id, &id)?.ok_or(NOT_FOUND)?)
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunView {
    run_id: Uuid,
    /// A bit for each lantern that is lit: bit 0 is the first one of the first row.
    board: u32,
    started_at: Timestamp,
    /// Since the start, by the clock of the server.
    elapsed_ms: i64,
    /// The puzzle ends then.
    limit_ms: i64,
}

impl RunView {
    fn of(ctx: &Ctx, run: &Run) -> Self {
        Self {
            run_id: run.id.clone(),
            board: run.board(),
            started_at: run.started_at,
            elapsed_ms: run.elapsed_ms(ctx.now()),
            limit_ms: LIMIT_MS,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct OwnRun {
    /// Null: none is being played.
    run: Option<RunView>,
}

/// The puzzle that the caller has not solved yet.
pub(crate) fn view_own(ctx: &Ctx, Params(of): Params<OfBlock>) -> Result<Payload<OwnRun>, Error> {
    let block = of.id()?;
    games::require_entry(ctx, &block)?;
    let run = match ctx.actor().account() {
        Some(me) => store::playing(ctx, &block, me)?,
        None => None,
    };
    Ok(Payload(OwnRun {
        run: run.map(|run| RunView::of(ctx, &run)),
    }))
}

/// Starts a puzzle, or returns the one that the caller plays.
pub(crate) fn start(ctx: &Ctx, Params(of): Params<OfBlock>) -> Result<Payload<RunView>, Error> {
    let (me, block) = (ctx.caller()?, of.id()?);
    me.nickname()?;
    games::require_entry(ctx, &block)?;
    if blocks::describe(ctx, &block)?.game.as_deref() != Some(GAME) {
        return Err(NOT_HERE.into());
    }
    let presence = ctx.rooms().presence(&games::room(&block));
    let presence = presence.map_err(|_| NOT_HERE)?;
    if !presence.accounts.contains(&me.id) {
        return Err(NOT_INSIDE.into());
    }
    let mut seed = [0; 4];
    seed.copy_from_slice(&ctx.random().bytes(4)[..4]);
    let run = match store::start(ctx, &block, &me.id, u32::from_le_bytes(seed))? {
        Some(run) => {
            results::started(ctx, &run)?;
            run
        }
        None => store::playing(ctx, &block, &me.id)?.ok_or(OVER)?,
    };
    Ok(Payload(RunView::of(ctx, &run)))
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Log {
    #[schemars(length(min = 1, max = 500))]
    presses: Vec<Press>,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Solved {
    run_id: Uuid,
    time_ms: i64,
    /// The best time of the caller in this block so far.
    is_best: bool,
    /// It waits for a moderator.
    is_pending: bool,
}

/// Plays the log of the caller's run again. The time is the one of the server.
pub(crate) fn finish(
    ctx: &Ctx,
    (Params(of), Json(log)): (Params<OfRun>, Json<Log>),
) -> Result<Payload<Solved>, Error> {
    let run = of.lock(ctx)?;
    let now = ctx.now();
    let time_ms = run.elapsed_ms(now);
    match (run.state, run.time_ms) {
        (RunState::Playing, _) if time_ms <= LIMIT_MS => (),
        // The answer of the request before was lost.
        (RunState::Solved, Some(time_ms)) => {
            return Ok(Payload(Solved {
                is_best: !run.is_pending && store::is_best(ctx, &run)?,
                is_pending: run.is_pending,
                run_id: run.id,
                time_ms,
            }));
        }
        _ => return Err(OVER.into()),
    }
    puzzle::play(run.board(), &log.presses).map_err(|refusal| match refusal {
        Refusal::NotSolved => Error::from(NOT_SOLVED),
        Refusal::Invalid => invalid_log(),
    })?;
    let last_ms = log.presses.last().map_or(0, |press| press.at_ms);
    if last_ms > time_ms + CLOCK_SLACK_MS {
        return Err(invalid_log());
    }
    let suspicion = puzzle::suspicion(&log.presses, time_ms);
    store::solve(ctx, &run.id, (time_ms, now), &log.presses, suspicion)?;
    let is_pending = suspicion.is_some();
    let is_best = match is_pending {
        true => false,
        false => store::record_best(ctx, (&run.block_id, &run.account), time_ms, now)?,
    };
    results::finished(ctx, &run, (time_ms, now), is_pending)?;
    Ok(Payload(Solved {
        run_id: run.id,
        time_ms,
        is_best,
        is_pending,
    }))
}

fn invalid_log() -> Error {
    Error::field(
        "presses",
        "누른 순서나 시각이 올바르지 않습니다.",
        "The order or the times of the presses are not valid.",
    )
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ended {
    run_id: Uuid,
}

/// Ends the caller's run without a time. Idempotent.
pub(crate) fn give_up(ctx: &Ctx, Params(of): Params<OfRun>) -> Result<Payload<Ended>, Error> {
    let run = of.lock(ctx)?;
    store::end(ctx, &run.id)?;
    Ok(Payload(Ended { run_id: run.id }))
}
