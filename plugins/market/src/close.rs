//! Ends listings and offers that are not traded: the lock of the item or the mandate ends with them. The functions require
//! the row's lock or decide by a conditional update.

use crate::item;
use crate::listing::{Listing, ListingStatus};
use crate::listing_store;
use crate::offer::{Offer, OfferStatus};
use crate::offer_store;
use serde::{Deserialize, Serialize};
use serde_json::json;
use witverse_sdk::ctx::LedgerErrorKind;
use witverse_sdk::timer::{PlainTimer, TimerKind};
use witverse_sdk::{Ctx, Error, Uuid};

/// The timer of a listing or an offer is set this long before its end.
const TIMER_AHEAD_MS: i64 = 30 * 60_000;
/// Timers per call and kind.
const TIMERS: u32 = 45;

/// Closes an open listing and frees its item; false if it was closed before.
pub(crate) fn listing(ctx: &Ctx, listing: &Listing, status: ListingStatus) -> Result<bool, Error> {
    if !listing_store::close(ctx, &listing.id, status, ctx.now())? {
        return Ok(false);
    }
    item::release(ctx, &listing.id, &listing.card.item_id)?;
    Ok(true)
}

/// Closes an open offer and ends its mandate; false if it was closed before. Both people learn of it by an event.
pub(crate) fn offer(ctx: &Ctx, offer: &Offer, status: OfferStatus) -> Result<bool, Error> {
    if !offer_store::close(ctx, &offer.id, status, ctx.now())? {
        return Ok(false);
    }
    revoke(ctx, &offer.mandate)?;
    if let Some(card) = offer.target.item() {
        listing_store::mark_offers(ctx, &card.item_id)?;
    }
    offer_changed(ctx, offer, status)?;
    Ok(true)
}

/// Ends a mandate. One that has ended before, by its expiry or with its account, stays so.
pub(crate) fn revoke(ctx: &Ctx, mandate: &Uuid) -> Result<(), Error> {
    match ctx.ledger().revoke_mandate(mandate) {
        Err(error) if error.kind == LedgerErrorKind::HoldEnded => Ok(()),
        revoked => Ok(revoked?),
    }
}

/// The event of an offer's new state or version.
pub(crate) fn offer_changed(ctx: &Ctx, offer: &Offer, status: OfferStatus) -> Result<(), Error> {
    let event = json!({ "offerId": offer.id, "version": offer.version, "status": status });
    ctx.events().publish("market.offer.changed@1", &event)
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Due {
    id: Uuid,
}

/// Sets the timers of listings and offers that end soon.
pub(crate) const ENDING_SOON: PlainTimer = PlainTimer::new("ending-soon");
pub(crate) const LISTING_ENDS: TimerKind<Due> = TimerKind::new("expire-listing");
pub(crate) const OFFER_ENDS: TimerKind<Due> = TimerKind::new("expire-offer");

/// Sets a timer for each listing and offer that ends soon. Each has its own, so that one that fails blocks no other.
pub(crate) fn set_timers(ctx: &Ctx) -> Result<(), Error> {
    let until = ctx.now().plus_millis(TIMER_AHEAD_MS);
    let listings = listing_store::claim_expiring(ctx, until, TIMERS)?;
    let offers = offer_store::claim_expiring(ctx, until, TIMERS)?;
    let is_full = listings.len().max(offers.len()) == TIMERS as usize;
    for (id, at) in listings {
        LISTING_ENDS.at(ctx, id.clone(), at, &Due { id })?;
    }
    for (id, at) in offers {
        OFFER_ENDS.at(ctx, id.clone(), at, &Due { id })?;
    }
    if is_full {
        ENDING_SOON.now(ctx)?;
    }
    Ok(())
}

/// Closes a listing whose time is over. One that was changed in the meantime gets a new timer.
pub(crate) fn expire_listing(ctx: &Ctx, Due { id }: Due) -> Result<(), Error> {
    let Some(found) = listing_store::lock(ctx, &id)? else {
        return Ok(());
    };
    match found.status {
        ListingStatus::Open if ctx.now() >= found.expires_at => {
            listing(ctx, &found, ListingStatus::Expired)?;
            ctx.events()
                .publish("market.listing.expired@1", &json!({ "listingId": id }))
        }
        _ => Ok(()),
    }
}

/// Closes an offer whose time is over.
pub(crate) fn expire_offer(ctx: &Ctx, Due { id }: Due) -> Result<(), Error> {
    let Some(found) = offer_store::lock(ctx, &id)? else {
        return Ok(());
    };
    if found.status == OfferStatus::Open && ctx.now() >= found.expires_at {
        offer(ctx, &found, OfferStatus::Expired)?;
    }
    Ok(())
}
