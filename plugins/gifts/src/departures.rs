//! What the kernel tells: somebody blocked somebody, or has left for good. Gifts that wait are cancelled then, and
//! what somebody who has left wrote is taken out of theirs.
//!
//! An event may come late: it is taken as what is left to do, and nothing left is fine.

use crate::ending;
use crate::gift::{Gift, Status};
use crate::store;
use witverse_sdk::ctx::When;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::{Ctx, Error, Event, Timer};

/// How many gifts are cancelled in one call: each is some statements, an event and pushes.
const BATCH: u32 = 8;
/// How many messages are taken out in one statement.
const MESSAGES: u32 = 500;

/// Cancels what waits between two people.
pub(crate) fn cancel_of_blocked(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    cancel_between(ctx, &event.json()?)
}

/// Goes on where one call was not enough.
pub(crate) fn go_on_cancelling(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    cancel_between(ctx, &timer.json()?)
}

fn cancel_between(ctx: &Ctx, two: &Blocked) -> Result<(), Error> {
    let Blocked { blocker, blocked } = two;
    store::have_alone(ctx, blocker, blocked)?;
    let waiting = store::pending_between(ctx, blocker, blocked, BATCH)?;
    cancel(ctx, &waiting)?;
    store::count_off(ctx, &waiting)?;
    if waiting.len() < BATCH as usize {
        return Ok(());
    }
    let key = format!("cancel-between:{blocker}:{blocked}");
    ctx.timers().schedule(&key, When::At(ctx.now()), two)
}

/// They wait and are held, so each of them ends here. The ledger's accounts are taken in the order of ids, too.
fn cancel(ctx: &Ctx, waiting: &[Gift]) -> Result<(), Error> {
    let mut waiting: Vec<&Gift> = waiting.iter().collect();
    waiting.sort_by_key(|gift| (&gift.sender, &gift.id));
    for gift in waiting {
        ending::end(ctx, gift, Status::Cancelled)?.ok_or_else(|| {
            Error::internal(format!("the gift {} changed while it was held", gift.id))
        })?;
    }
    Ok(())
}

/// Somebody is no more.
pub(crate) fn forget_erased(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    forget(ctx, &event.json()?)
}

/// Goes on where one call was not enough.
pub(crate) fn go_on_forgetting(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    forget(ctx, &timer.json()?)
}

fn forget(ctx: &Ctx, erased: &Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    store::have_alone(ctx, gone, gone)?;
    let waiting = store::pending_of(ctx, gone, BATCH)?;
    cancel(ctx, &waiting)?;
    let messages = store::forget_messages(ctx, gone, MESSAGES)?;
    store::count_off(ctx, &waiting)?;
    if waiting.len() < BATCH as usize && messages < u64::from(MESSAGES) {
        return store::forget_person(ctx, gone);
    }
    let key = format!("forget-person:{gone}");
    ctx.timers().schedule(&key, When::At(ctx.now()), erased)
}
