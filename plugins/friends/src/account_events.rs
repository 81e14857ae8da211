//! Handles events of the kernel: a block or an erased account ends friendships and requests.
//!
//! An event may arrive twice or late; each handler removes what is left, which may be nothing.

use crate::events::{self, Changed};
use crate::handlers;
use crate::relationship::Status;
use crate::{presence, store};
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Event, Uuid};

/// How many relations one statement removes, and how many such statements one call runs.
const BATCH: u32 = 200;
const BATCHES: usize = 5;
/// Continues an erasure.
pub(crate) const ERASURE: TimerKind<Erased> = TimerKind::new("forget-person");

/// One person blocked another: ends their friendship or request. A rejection stays, because the one-week wait that it
/// starts must not become shorter.
pub(crate) fn on_blocked(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let Blocked { blocker, blocked } = event.json()?;
    store::lock_counters(ctx, &[&blocker, &blocked])?;
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
    // The pushes do not contain the reason.
    events::push(ctx, &blocker, changed, &blocked)?;
    events::push(ctx, &blocked, changed, &blocker)
}

/// An account was erased: deletes its relations, a limited number in one call.
pub(crate) fn erase(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    let mut others = store::others_of(ctx, gone, BATCH)?;
    if others.is_empty() {
        // A concurrent request about this person holds this lock; its rows are visible after the lock was acquired.
        store::lock_counters(ctx, &[gone])?;
        if store::others_of(ctx, gone, 1)?.is_empty() {
            presence::forget(ctx, gone)?;
            return store::delete_counters(ctx, gone);
        }
        return ERASURE.now(ctx, gone, &erased);
    }
    for _ in 0..BATCHES {
        let mut held: Vec<&Uuid> = others.iter().collect();
        held.push(gone);
        store::lock_counters(ctx, &held)?;
        store::sever(ctx, gone, &others)?;
        others = store::others_of(ctx, gone, BATCH)?;
        if others.is_empty() {
            break;
        }
    }
    ERASURE.now(ctx, gone, &erased)
}
