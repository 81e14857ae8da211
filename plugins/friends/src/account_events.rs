//! What the kernel tells: somebody blocked somebody, or has left for good. Friendship ends by itself then.
//!
//! An event may come twice or late; both are taken as what is left to do, and nothing left is fine.

use crate::events::{self, Changed};
use crate::handlers;
use crate::relationship::Status;
use crate::store;
use witverse_sdk::ctx::When;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::{Ctx, Error, Event, Timer, Uuid};

/// How many people are parted from somebody in one statement, and how many statements there are in a call.
const BATCH: u32 = 200;
const BATCHES: usize = 5;

/// Ends what is between the two. A refusal stays: it would be a way around its week.
pub(crate) fn part(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Blocked { blocker, blocked } = event.json()?;
    store::hold(ctx, &[&blocker, &blocked])?;
    let Some(known) = store::between(ctx, &blocker, &blocked)? else {
        return Ok(());
    };
    let changed = match known.status {
        Status::Rejected => return Ok(()),
        Status::Pending => Changed::Cancelled,
        Status::Accepted => Changed::Removed,
    };
    if !store::remove(ctx, &known.id, known.status)? {
        return Ok(());
    }
    match changed {
        Changed::Removed => handlers::unfriend(ctx, &known)?,
        _ => handlers::count_off_request(ctx, &known)?,
    }
    // Neither screen is told why.
    events::push(ctx, &blocker, changed, &blocked)?;
    events::push(ctx, &blocked, changed, &blocker)
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
    let mut others = store::others_of(ctx, gone, BATCH)?;
    if others.is_empty() {
        // Whoever was about to write something about them holds this row; after them, it is seen.
        store::hold(ctx, &[gone])?;
        if store::others_of(ctx, gone, 1)?.is_empty() {
            return store::forget_tally(ctx, gone);
        }
        return later(ctx, erased);
    }
    for _ in 0..BATCHES {
        let mut held: Vec<&Uuid> = others.iter().collect();
        held.push(gone);
        store::hold(ctx, &held)?;
        store::sever(ctx, gone, &others)?;
        others = store::others_of(ctx, gone, BATCH)?;
        if others.is_empty() {
            break;
        }
    }
    later(ctx, erased)
}

fn later(ctx: &Ctx, erased: &Erased) -> Result<(), Error> {
    let key = format!("forget-person:{}", erased.user_id);
    ctx.timers().schedule(&key, When::At(ctx.now()), erased)
}
