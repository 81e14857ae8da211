//! Races in responses and in the event [`CHANGED`] of their room.

use crate::race::{self, RunState};
use crate::store::{self, EndReason, Race, Runner, Verdict};
use serde::Serialize;
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Uuid, games};

/// The event of a room whose race has changed; its payload is a [`RaceView`].
const CHANGED: &str = "lantern-race.changed";

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RaceView {
    race_id: Uuid,
    block_id: Uuid,
    #[schemars(extend("enum" = ["ended", "open"]))]
    state: &'static str,
    /// `restarted`: the room was opened again, so times are invalid. `lost`: crossings were lost.
    end_reason: Option<EndReason>,
    started_by: Option<Uuid>,
    laps: u32,
    /// The ids of the scene's objects, the start first. A lap passes the others in this order and then the start again.
    gates: Vec<String>,
    /// People can join until then. Milliseconds of the clock of the rooms, as in WELCOME and PONG.
    lobby_until_ms: i64,
    /// The signal: runners leave the start from then on.
    go_ms: i64,
    /// The race ends at the latest then.
    limit_ms: i64,
    /// Those who have finished first, by their rank; then the others by their progress.
    runners: Vec<RunnerView>,
}

/// Without a picture, so that a full race fits into an event of a room.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RunnerView {
    user_id: Uuid,
    /// Null after the account was erased.
    nickname: Option<String>,
    state: RunState,
    /// Steps of the course that are done: leaving the start after the signal is the first one, then each gate is one.
    passed: usize,
    /// How often the runner left the start during the countdown.
    false_starts: u32,
    /// From the signal to the finish; null without a finish.
    time_ms: Option<i64>,
    /// Runners with the same time have the same rank.
    rank: Option<usize>,
    /// The best time of this person on this course so far.
    is_best: bool,
    /// The time is faster than rooms let people move: it waits for a moderator of the block, or does not count. Such a time has no rank. Absent for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Verdict>,
}

/// A race with its runners: those who have finished by their rank, then the others by their progress.
fn view(ctx: &Ctx, race: Race, mut runners: Vec<Runner>) -> RaceView {
    let times: Vec<i64> = runners.iter().filter_map(ranked_time).collect();
    let people = People::of(ctx, runners.iter().map(|one| &one.account));
    runners.sort_by_key(|one| {
        let steps_left = usize::MAX - one.run.passed;
        (ranked_time(one).unwrap_or(i64::MAX), steps_left)
    });
    RaceView {
        race_id: race.id,
        block_id: race.block_id,
        state: match race.end_reason {
            None => "open",
            Some(_) => "ended",
        },
        end_reason: race.end_reason,
        started_by: race.started_by,
        laps: race.course.laps,
        gates: race.course.gates,
        lobby_until_ms: race.schedule.lobby_until_ms,
        go_ms: race.schedule.go_ms,
        limit_ms: race.schedule.limit_ms,
        runners: runners
            .into_iter()
            .map(|one| RunnerView {
                rank: ranked_time(&one).map(|time| race::rank(time, &times)),
                nickname: people.get(&one.account).map(|person| person.nickname),
                user_id: one.account,
                state: one.run.state,
                passed: one.run.passed,
                false_starts: one.run.false_starts,
                review: one.review,
                time_ms: one.run.time_ms,
                is_best: one.is_best,
            })
            .collect(),
    }
}

/// The time of a run, unless it is under review or was rejected.
fn ranked_time(runner: &Runner) -> Option<i64> {
    runner.run.time_ms.filter(|_| runner.review.is_none())
}

/// A race as stored.
pub(crate) fn stored(ctx: &Ctx, race: Race) -> Result<RaceView, Error> {
    let runners = store::runners(ctx, &race.id)?;
    Ok(view(ctx, race, runners))
}

/// The race after a change, which is sent to its room.
pub(crate) fn changed(ctx: &Ctx, race: Race, runners: Vec<Runner>) -> Result<RaceView, Error> {
    let view = view(ctx, race, runners);
    let room = games::room(&view.block_id);
    if let Err(error) = ctx.rooms().broadcast(&room, CHANGED, &view) {
        // The block has another game by now. What is stored stays right.
        ctx.log()
            .info(&format!("a race is not shown in {room}: {error}"));
    }
    Ok(view)
}
