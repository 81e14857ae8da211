//! Handlers that change gifts: sending, answering and expiry.
//!
//! An answer locks the gift. Sending locks no rows of other people: a concurrent block or erasure is detected right
//! after the commit (`account_events::recheck_new_gifts`), and the gift cannot be accepted before that.

use crate::close_gift::{self, RETURN, Return, frozen_wallet};
use crate::events;
use crate::gift::{self, Draft, Gift, GiftContent, NewGift, RequestedContent, Status};
use crate::problems::{
    AMOUNT_INVALID, GIFT_NOT_FOUND, GIFT_SELF, ITEM_NOT_FOUND, NOT_FRIENDS, USER_NOT_FOUND,
};
use crate::services;
use crate::store;
use crate::views::GiftView;
use serde::Deserialize;
use witverse_sdk::ctx::LedgerErrorKind;
use witverse_sdk::http::{Created, Json, Payload};
use witverse_sdk::people::People;
use witverse_sdk::services::friends::are_friends;
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// Maximum number of timers per call.
const AT_ONCE: u32 = 90;
/// Sets the timers of gifts that expire soon.
pub(crate) const ENDING_SOON: PlainTimer = PlainTimer::new("ending-soon");

/// Sends WIT or an item to a friend; the gift stays pending until it is answered.
pub(crate) fn create_gift(ctx: &Ctx, Json(new): Json<NewGift>) -> Result<Created<GiftView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let draft = new.draft()?;
    let recipient = draft.recipient.clone().ok_or(USER_NOT_FOUND)?;
    if recipient == me.id {
        return Err(Error::from(GIFT_SELF).at("userId"));
    }
    let friends = are_friends(ctx, &me.id, &recipient)?;
    let (people, blocked) = People::between(ctx, &me.id, &recipient);
    // The existence of an account is not revealed to people whom it has blocked.
    if people.get(&recipient).is_none() || blocked {
        return Err(USER_NOT_FOUND.into());
    }
    if !friends {
        return Err(NOT_FRIENDS.into());
    }
    let (id, now) = (ctx.random().uuid(), ctx.now());
    let expires_at = now.plus_millis(gift::WINDOW_MS);
    let content = escrow(ctx, &id, &me.id, &recipient, &draft, expires_at)?;
    let gift = Gift {
        id,
        sender: me.id.clone(),
        recipient,
        message: draft.message,
        content,
        status: Status::Pending,
        sent_at: now,
        expires_at,
        closed_at: None,
        has_timer: false,
    };
    store::insert(ctx, &gift)?;
    events::changed(ctx, &gift, &people)?;
    Ok(Created(GiftView::of(gift, &me.id, &people)))
}

/// Reserves the content of a gift, under the gift's own id.
fn escrow(
    ctx: &Ctx,
    gift: &Uuid,
    sender: &Uuid,
    recipient: &Uuid,
    draft: &Draft,
    expires_at: Timestamp,
) -> Result<GiftContent, Error> {
    match &draft.requested {
        RequestedContent::Wit(amount) => {
            // No nickname: the ledger's memo is permanent, but accounts can be erased.
            let held =
                ctx.ledger()
                    .hold(gift.as_str(), Some(recipient), *amount, expires_at, "gift");
            let hold = held.map_err(|error| match error.kind {
                LedgerErrorKind::OverLimit => Error::from(AMOUNT_INVALID).at("airdropTargetData"),
                LedgerErrorKind::Frozen => frozen_wallet(ctx),
                _ => error.into(),
            })?;
            Ok(GiftContent::Wit {
                amount: *amount,
                hold: hold.id,
            })
        }
        RequestedContent::Item(item) => {
            let item = item.as_ref().ok_or(ITEM_NOT_FOUND)?;
            Ok(GiftContent::Item(services::lock_item(
                ctx, gift, sender, item,
            )?))
        }
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    #[schemars(extend("format" = "uuid"))]
    airdrop_id: String,
    approve: bool,
}

/// Accepts or rejects a gift; of two concurrent answers only one applies.
pub(crate) fn handle_gift(
    ctx: &Ctx,
    Json(answer): Json<Answer>,
) -> Result<Payload<GiftView>, Error> {
    let me = ctx.caller()?;
    let id = Uuid::parse(&answer.airdrop_id).ok_or(GIFT_NOT_FOUND)?;
    let gift = store::lock_own_gift(ctx, &id, &me.id)?;
    gift::answer(gift.as_ref(), &me.id, ctx.now())?;
    let gift = gift.ok_or(GIFT_NOT_FOUND)?;
    let status = match answer.approve {
        true => Status::Accepted,
        false => Status::Rejected,
    };
    let (ended, people) = close_gift::end(ctx, &gift, status)?
        .ok_or_else(|| Error::internal(format!("the gift {id} changed while it was held")))?;
    Ok(Payload(GiftView::of(ended, &me.id, &people)))
}

/// Returns expired gifts without an answer.
pub(crate) fn return_gift(ctx: &Ctx, Return { airdrop_id }: Return) -> Result<(), Error> {
    let Some(gift) = store::lock_gift(ctx, &airdrop_id)? else {
        return Ok(());
    };
    if gift::is_overdue(&gift, ctx.now()) {
        close_gift::end(ctx, &gift, Status::Returned)?;
    } else if gift.status == Status::Pending {
        return_at(ctx, gift.id, gift.expires_at)?;
    }
    Ok(())
}

/// Sets a timer for each gift that expires soon. Each gift has its own, so that a gift that cannot be returned does not
/// block others.
pub(crate) fn set_timers(ctx: &Ctx) -> Result<(), Error> {
    let until = ctx.now().plus_millis(gift::TIMER_AHEAD_MS);
    let ending = store::claim_expiring(ctx, until, AT_ONCE)?;
    let more = ending.len() == AT_ONCE as usize;
    for (id, expires_at) in ending {
        return_at(ctx, id, expires_at)?;
    }
    if more {
        ENDING_SOON.now(ctx)?;
    }
    Ok(())
}

fn return_at(ctx: &Ctx, airdrop_id: Uuid, at: Timestamp) -> Result<(), Error> {
    RETURN.at(ctx, airdrop_id.clone(), at, &Return { airdrop_id })
}
