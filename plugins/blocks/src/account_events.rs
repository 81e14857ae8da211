//! An account was erased: its blocks stay with the administrators of their world, its items are taken down, and everything
//! else about it is deleted.

use crate::placed_items;
use crate::visits;
use serde::{Deserialize, Serialize};
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Continues an erasure.
pub(crate) const ERASURE: TimerKind<Removal> = TimerKind::new("forget-person");
/// Rows per statement.
const BATCH: u32 = 200;
/// Blocks of one call in which items are taken down: each takes up to ten statements, and a call may run 32.
const BLOCKS: u32 = 2;
/// After this delay, every publication that was in progress at the erasure has ended.
const FINAL_RUN_DELAY_MS: i64 = 60_000;

/// A call that removes an erased account.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Removal {
    user_id: Uuid,
    #[serde(default)]
    last: bool,
}

impl From<Erased> for Removal {
    fn from(Erased { user_id }: Erased) -> Self {
        Self {
            user_id,
            last: false,
        }
    }
}

/// Removes an erased account from a limited number of rows, and continues with a timer. Idempotent.
pub(crate) fn remove(ctx: &Ctx, removal: Removal) -> Result<(), Error> {
    let account = &removal.user_id;
    for statement in [
        "update block set maker_id = null where maker_id = $1",
        "delete from maker_total where account_id = $1",
        "delete from visited where account_id = $1",
        "delete from room_ban where account_id = $1",
        "update room_ban set banned_by = null where banned_by = $1",
    ] {
        ctx.sql().execute(statement, &params![account])?;
    }
    let changed = ctx.sql().execute(
        "update scene_version v set saved_by = null from ( \
             select block_id, version from scene_version where saved_by = $1 limit $2 \
         ) old where v.block_id = old.block_id and v.version = old.version",
        &params![account, BATCH],
    )?;
    let forgotten = visits::forget(ctx, account, BATCH)?;
    let taken_down = placed_items::forget(ctx, account, BLOCKS)?;
    let is_done = changed.max(forgotten) < u64::from(BATCH) && taken_down < BLOCKS;
    let (at, last) = match (is_done, removal.last) {
        (true, true) => return Ok(()),
        (true, false) => (ctx.now().plus_millis(FINAL_RUN_DELAY_MS), true),
        (false, last) => (ctx.now(), last),
    };
    let next = Removal {
        user_id: account.clone(),
        last,
    };
    ERASURE.at(ctx, account, at, &next)
}
