//! Closes a gift, for every reason: it is closed once, its content goes to the receiver or back to the sender, and both
//! people are notified. All functions require the gift's lock.

use crate::events;
use crate::gift::{Gift, GiftContent, Status};
use crate::problems::{GIFT_EXPIRED, GIFT_UNAVAILABLE};
use crate::services;
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::LedgerErrorKind;
use witverse_sdk::people::People;
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid};

/// A gift that expires.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Return {
    pub(crate) airdrop_id: Uuid,
}

/// Returns a gift.
pub(crate) const RETURN: TimerKind<Return> = TimerKind::new("return");

/// Closes a gift and returns its two people; `None` if it was closed before.
pub(crate) fn end(ctx: &Ctx, gift: &Gift, status: Status) -> Result<Option<(Gift, People)>, Error> {
    let now = ctx.now();
    if !store::close(ctx, &gift.id, status, now)? {
        return Ok(None);
    }
    // The calls to the kernel are grouped after the update of the gift's row: each switch between plugin and kernel is
    // a round trip. A refusal undoes the whole transaction, including the gift's row.
    let (people, blocked) = People::between(ctx, &gift.sender, &gift.recipient);
    let is_open = people.get(&gift.sender).is_some() && !blocked;
    match status {
        // The event of the block or erasure will cancel this gift.
        Status::Accepted if !is_open => {
            return Err(Status::Cancelled.closed_error());
        }
        Status::Accepted => deliver(ctx, gift)?,
        _ => return_content(ctx, gift)?,
    }
    if gift.has_timer {
        RETURN.cancel(ctx, &gift.id);
    }
    let ended = Gift {
        status,
        closed_at: Some(now),
        ..gift.clone()
    };
    events::changed(ctx, &ended, &people)?;
    Ok(Some((ended, people)))
}

fn deliver(ctx: &Ctx, gift: &Gift) -> Result<(), Error> {
    match &gift.content {
        GiftContent::Item(item) => services::deliver(ctx, gift, &item.item_id),
        GiftContent::Wit { hold, .. } => {
            ctx.ledger()
                .capture(hold, None, None)
                .map_err(|error| match error.kind {
                    // The kernel expired the hold concurrently.
                    LedgerErrorKind::HoldEnded => GIFT_EXPIRED.into(),
                    LedgerErrorKind::Frozen => frozen_wallet(ctx),
                    _ => error.into(),
                })
        }
    }
}

/// The problem for the caller when one of the two wallets is frozen: only its owner learns that.
pub(crate) fn frozen_wallet(ctx: &Ctx) -> Error {
    match ctx.ledger().require_own_wallet() {
        Err(own) => own,
        Ok(()) => GIFT_UNAVAILABLE.into(),
    }
}

fn return_content(ctx: &Ctx, gift: &Gift) -> Result<(), Error> {
    match &gift.content {
        GiftContent::Item(item) => services::release_item(ctx, &gift.id, &item.item_id),
        GiftContent::Wit { hold, .. } => match ctx.ledger().release(hold) {
            // The kernel expires holds itself and may have done so already.
            Err(error) if error.kind == LedgerErrorKind::HoldEnded => Ok(()),
            released => Ok(released?),
        },
    }
}
