//! Events about solved puzzles, for plugins that rank them, such as `events`, and for the room.
//!
//! - `lantern-puzzle.finished@1 {runId, blockId, userId, timeMs, at, isPending}`: a puzzle was solved. With `isPending` its
//!   time waits for a moderator.
//! - `lantern-puzzle.reviewed@1 {runId, blockId, userId, isAccepted}`: the moderator has decided.

use crate::store::Run;
use serde_json::json;
use witverse_sdk::{Ctx, Error, Timestamp, games};

const FINISHED: &str = "lantern-puzzle.finished@1";
const REVIEWED: &str = "lantern-puzzle.reviewed@1";
/// The event of the room: the best times or the times under review have changed.
const CHANGED: &str = "lantern-puzzle.changed";

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

/// Publishes the decision about a time.
pub(crate) fn reviewed(ctx: &Ctx, run: &Run, is_accepted: bool) -> Result<(), Error> {
    let decision = json!({
        "runId": run.id, "blockId": run.block_id, "userId": run.account, "isAccepted": is_accepted,
    });
    ctx.events().publish(REVIEWED, &decision)?;
    changed(ctx, run);
    Ok(())
}

fn changed(ctx: &Ctx, run: &Run) {
    // Refused if the block has another game by now: then its room shows no times.
    let _ = ctx
        .rooms()
        .broadcast(&games::room(&run.block_id), CHANGED, &json!({}));
}
