//! An account was erased: the platform becomes the owner of its items, with a provenance link for each. A locked item
//! stays with the plugin that locked it, and is handled here when that plugin releases it.

use crate::provenance::Kind;
use crate::store::{self, Passage};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::When;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, Error, Event, Timer, Timestamp, Uuid};

/// How many items one call transfers: each takes a statement, and a call may run 32.
const BATCH: u32 = 20;
/// The delay after which every call that was in progress at the erasure has ended.
const LAST_LOOK_MS: i64 = 60_000;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Look {
    user_id: Uuid,
    last: bool,
}

/// Marks the owner as erased, so that it gets no more items, and transfers its free items.
pub(crate) fn take_back_of_erased(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Erased { user_id } = event.json()?;
    store::depart(ctx, &user_id)?;
    take_back(ctx, &user_id, false)
}

/// Continues if one call was not enough, or if an item arrived late.
pub(crate) fn go_on_taking_back(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    let look: Look = timer.json()?;
    take_back(ctx, &look.user_id, look.last)
}

fn take_back(ctx: &Ctx, owner: &Uuid, last: bool) -> Result<(), Error> {
    let now = ctx.now();
    let taken = store::take_back(ctx, owner, BATCH)?;
    if taken.is_empty() {
        store::forget_tally(ctx, owner)?;
        return match last {
            true => Ok(()),
            false => look(ctx, owner, now.plus_millis(LAST_LOOK_MS), true),
        };
    }
    let passage = Passage {
        kind: Kind::Returned,
        from: Some(owner),
        to: None,
        reference: None,
    };
    store::link(ctx, &taken, passage, now)?;
    look_again(ctx, owner, now)
}

/// Transfers the items of an erased account.
pub(crate) fn look_again(ctx: &Ctx, owner: &Uuid, at: Timestamp) -> Result<(), Error> {
    look(ctx, owner, at, false)
}

fn look(ctx: &Ctx, owner: &Uuid, at: Timestamp, last: bool) -> Result<(), Error> {
    let look = Look {
        user_id: owner.clone(),
        last,
    };
    ctx.timers()
        .schedule(&format!("take-back:{owner}"), When::At(at), &look)
}
