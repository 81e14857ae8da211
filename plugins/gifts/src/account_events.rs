//! Handles events of the kernel: a block or an erased account cancels pending gifts, and the messages that an erased
//! account wrote are removed.
//!
//! An event may arrive late: the handler processes what is left, which may be nothing.

use crate::close_gift;
use crate::gift::{Gift, Status};
use crate::store;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::people::People;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid};

/// Gifts per call: each takes several statements, an event and pushes.
const BATCH: u32 = 8;
/// Messages per statement.
const MESSAGES: u32 = 500;
/// Continues a cancellation.
pub(crate) const CANCELLATION: TimerKind<Blocked> = TimerKind::new("cancel-between");
/// Continues an erasure.
pub(crate) const ERASURE: TimerKind<Erased> = TimerKind::new("forget-person");

/// Cancels the pending gifts between two people.
pub(crate) fn cancel_between(ctx: &Ctx, two: Blocked) -> Result<(), Error> {
    let Blocked { blocker, blocked } = &two;
    let waiting = store::pending_between(ctx, blocker, blocked, BATCH)?;
    cancel(ctx, &waiting)?;
    match waiting.len() < BATCH as usize {
        true => Ok(()),
        false => schedule_cancellation(ctx, &two),
    }
}

fn schedule_cancellation(ctx: &Ctx, two: &Blocked) -> Result<(), Error> {
    let id = format_args!("{}:{}", two.blocker, two.blocked);
    CANCELLATION.now(ctx, id, two)
}

/// Checks gifts that were just sent against blocks and erasures, and returns those that stay pending.
///
/// Sending takes no lock that a block or an erasure waits for, nor the reverse. One of the two commits second: either
/// the event of the block or erasure finds the gift, or the gift's own event finds the block or erasure.
pub(crate) fn recheck_new_gifts(ctx: &Ctx, gifts: Vec<Gift>) -> Result<(Vec<Gift>, People), Error> {
    let between: Vec<_> = gifts
        .iter()
        .map(|gift| (&gift.sender, &gift.recipient))
        .collect();
    let (people, blocked) = People::among(ctx, &between);
    let mut waiting = Vec::with_capacity(gifts.len());
    for (gift, is_blocked) in gifts.into_iter().zip(blocked) {
        let two = [&gift.sender, &gift.recipient];
        let gone = two.into_iter().find(|id| people.get(id).is_none());
        match (gone.cloned(), is_blocked) {
            (Some(user_id), _) => ERASURE.now(ctx, user_id.clone(), &Erased { user_id })?,
            (None, true) => {
                let [blocker, blocked] = two.map(Uuid::clone);
                schedule_cancellation(ctx, &Blocked { blocker, blocked })?;
            }
            (None, false) => waiting.push(gift),
        }
    }
    Ok((waiting, people))
}

/// The gifts are pending and locked. The ledger's accounts are locked in the order of ids.
fn cancel(ctx: &Ctx, waiting: &[Gift]) -> Result<(), Error> {
    let mut waiting: Vec<&Gift> = waiting.iter().collect();
    waiting.sort_by_key(|gift| (&gift.sender, &gift.id));
    for gift in waiting {
        close_gift::end(ctx, gift, Status::Cancelled)?.ok_or_else(|| {
            Error::internal(format!("the gift {} changed while it was held", gift.id))
        })?;
    }
    Ok(())
}

/// An account was erased.
pub(crate) fn erase(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    let waiting = store::pending_of(ctx, gone, BATCH)?;
    cancel(ctx, &waiting)?;
    let messages = store::erase_messages(ctx, gone, MESSAGES)?;
    if waiting.len() == BATCH as usize || messages == u64::from(MESSAGES) {
        ERASURE.now(ctx, gone, &erased)?;
    }
    Ok(())
}
