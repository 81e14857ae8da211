//! An account was erased: the platform becomes the owner of its items, with a provenance link for each. A locked item
//! stays with the plugin that locked it, and is handled here when that plugin releases it.

use crate::craft_store;
use crate::events;
use crate::provenance::Kind;
use crate::store::{self, LinkData};
use serde::{Deserialize, Serialize};
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Event, Timestamp, Uuid};

/// Items per call: each takes one statement, and a call may run 32.
const BATCH: u32 = 20;
/// After this delay, every call that was in progress at the erasure has ended.
const FINAL_RUN_DELAY_MS: i64 = 60_000;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TransferRun {
    user_id: Uuid,
    last: bool,
}

/// Marks the owner as erased, so that it gets no more items, and transfers its free items.
pub(crate) fn on_account_erased(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Erased { user_id } = event.json()?;
    store::mark_erased(ctx, &user_id)?;
    craft_store::forget_maker(ctx, &user_id)?;
    transfer_to_platform(ctx, &user_id, false)
}

/// Continues a transfer: one call was not sufficient, or an item has arrived late.
pub(crate) const TRANSFER: TimerKind<TransferRun> = TimerKind::new("take-back");

pub(crate) fn continue_transfer(ctx: &Ctx, run: TransferRun) -> Result<(), Error> {
    transfer_to_platform(ctx, &run.user_id, run.last)
}

fn transfer_to_platform(ctx: &Ctx, owner: &Uuid, last: bool) -> Result<(), Error> {
    let now = ctx.now();
    let taken = store::transfer_to_platform(ctx, owner, BATCH)?;
    if taken.is_empty() {
        store::delete_counters(ctx, owner)?;
        return match last {
            true => Ok(()),
            false => schedule_run(ctx, owner, now.plus_millis(FINAL_RUN_DELAY_MS), true),
        };
    }
    let data = LinkData {
        kind: Kind::Returned,
        from: Some(owner),
        to: None,
        reference: None,
    };
    store::link(ctx, &taken, data, now)?;
    for (item, version) in &taken {
        events::changed(ctx, item, *version, false)?;
    }
    schedule_transfer(ctx, owner, now)
}

/// Transfers the items of an erased account.
pub(crate) fn schedule_transfer(ctx: &Ctx, owner: &Uuid, at: Timestamp) -> Result<(), Error> {
    schedule_run(ctx, owner, at, false)
}

fn schedule_run(ctx: &Ctx, owner: &Uuid, at: Timestamp, last: bool) -> Result<(), Error> {
    let run = TransferRun {
        user_id: owner.clone(),
        last,
    };
    TRANSFER.at(ctx, owner, at, &run)
}
