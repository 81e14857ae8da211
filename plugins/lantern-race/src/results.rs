//! Events about finished runs, for plugins that rank them, such as `events`.
//!
//! - `lantern-race.finished@1 {raceId, blockId, userId, timeMs, at, isPending}`: a run was finished. With `isPending` its time
//!   is faster than rooms let people move and waits for a moderator.
//! - `lantern-race.reviewed@1 {raceId, blockId, userId, isAccepted}`: the moderator has decided.

use crate::store::Race;
use serde_json::json;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

const FINISHED: &str = "lantern-race.finished@1";
const REVIEWED: &str = "lantern-race.reviewed@1";

/// Publishes that runs were finished.
pub(crate) fn finished(
    ctx: &Ctx,
    race: &Race,
    runs: &[(Uuid, i64)],
    is_pending: bool,
    at: Timestamp,
) -> Result<(), Error> {
    for (account, time_ms) in runs {
        let run = json!({
            "raceId": race.id, "blockId": race.block_id, "userId": account, "timeMs": time_ms, "at": at,
            "isPending": is_pending,
        });
        ctx.events().publish(FINISHED, &run)?;
    }
    Ok(())
}

/// Publishes the decision about a run.
pub(crate) fn reviewed(
    ctx: &Ctx,
    (race, block): (&Uuid, &Uuid),
    account: &Uuid,
    is_accepted: bool,
) -> Result<(), Error> {
    let decision = json!({
        "raceId": race, "blockId": block, "userId": account, "isAccepted": is_accepted,
    });
    ctx.events().publish(REVIEWED, &decision)
}
