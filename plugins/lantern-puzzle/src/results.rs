//! Events about runs, for plugins that rank them, such as `events`, and for the room; and the alarm of a player whose time was
//! reviewed.
//!
//! - `lantern-puzzle.started@1 {runId, blockId, userId, at}`: a player was shown the board of a new run.
//! - `lantern-puzzle.finished@1 {runId, blockId, userId, timeMs, at, isPending}`: a puzzle was solved. With `isPending` its
//!   time waits for a moderator.
//! - `lantern-puzzle.reviewed@1 {runId, blockId, userId, isAccepted}`: the moderator has decided.

use crate::store::Run;
use serde_json::json;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Timestamp, games};

const STARTED: &str = "lantern-puzzle.started@1";
const FINISHED: &str = "lantern-puzzle.finished@1";
const REVIEWED: &str = "lantern-puzzle.reviewed@1";
/// The event of the room: the best times or the times under review have changed.
const CHANGED: &str = "lantern-puzzle.changed";

/// Publishes that a run has started.
pub(crate) fn started(ctx: &Ctx, run: &Run) -> Result<(), Error> {
    let started = json!({
        "runId": run.id, "blockId": run.block_id, "userId": run.account, "at": run.started_at,
    });
    ctx.events().publish(STARTED, &started)
}

/// Publishes that a puzzle was solved.
pub(crate) fn finished(
    ctx: &Ctx,
    run: &Run,
    (time_ms, at): (i64, Timestamp),
    is_pending: bool,
) -> Result<(), Error> {
    let solved = json!({
        "runId": run.id, "blockId": run.block_id, "userId": run.account, "timeMs": time_ms, "at": at,
        "isPending": is_pending,
    });
    ctx.events().publish(FINISHED, &solved)?;
    changed(ctx, run);
    Ok(())
}

/// Publishes the decision about a time, and notifies the player.
pub(crate) fn reviewed(ctx: &Ctx, run: &Run, is_accepted: bool) -> Result<(), Error> {
    let decision = json!({
        "runId": run.id, "blockId": run.block_id, "userId": run.account, "isAccepted": is_accepted,
    });
    ctx.events().publish(REVIEWED, &decision)?;
    changed(ctx, run);
    let time = games::stopwatch(run.time_ms.unwrap_or(1));
    let (title, description) = match is_accepted {
        true => (
            Text::new(
                "등불 퍼즐 기록이 인정되었습니다",
                "Your lantern puzzle time counts",
            ),
            Text::new(
                format!("관리자가 {time} 기록을 확인하고 인정했습니다."),
                format!("A moderator has looked at your time of {time} and accepted it."),
            ),
        ),
        false => (
            Text::new(
                "등불 퍼즐 기록이 인정되지 않았습니다",
                "Your lantern puzzle time does not count",
            ),
            Text::new(
                format!(
                    "관리자가 {time} 기록을 확인했지만 인정하지 않았습니다. 이 기록은 순위에 들어가지 않습니다."
                ),
                format!(
                    "A moderator has looked at your time of {time} and rejected it, so it is not ranked."
                ),
            ),
        ),
    };
    NewAlarm {
        to: run.account.clone(),
        kind: Kind::Event,
        key: format!("reviewed:{}", run.id),
        title,
        description,
        link: games::path(ctx, &run.block_id)?,
        from: None,
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}

fn changed(ctx: &Ctx, run: &Run) {
    // Refused if the block has another game by now: then its room shows no times.
    let _ = ctx
        .rooms()
        .broadcast(&games::room(&run.block_id), CHANGED, &json!({}));
}
