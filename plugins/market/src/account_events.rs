//! Events of the kernel and of `items`: blocks and erased accounts end listings and offers, and so does a change of an item.
//!
//! An event may arrive late: the handler processes what is left, which may be nothing.

use crate::close;
use crate::halts;
use crate::listing::ListingStatus;
use crate::listing_store;
use crate::offer::OfferStatus;
use crate::offer_store;
use crate::rules;
use crate::sale;
use crate::saved_searches;
use crate::wallets;
use serde::{Deserialize, Serialize};
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::timer::TimerKind;
use witverse_sdk::{Ctx, Error, Uuid};

/// Listings or offers per call: each takes several statements.
const BATCH: u32 = 4;
/// Sales per statement.
const SALES: u32 = 500;

/// Continue with the rest.
pub(crate) const BLOCK: TimerKind<Blocked> = TimerKind::new("end-between");
pub(crate) const ERASURE: TimerKind<Erased> = TimerKind::new("forget-person");
pub(crate) const ITEM_CHANGE: TimerKind<ItemChange> = TimerKind::new("item-changed");

/// Ends the offers between two people.
pub(crate) fn end_between(ctx: &Ctx, two: Blocked) -> Result<(), Error> {
    let offers = offer_store::open_between(ctx, &two.blocker, &two.blocked, BATCH)?;
    let is_full = offers.len() == BATCH as usize;
    for offer in offers {
        close::offer(ctx, &offer, OfferStatus::Closed)?;
    }
    match is_full {
        true => {
            let id = format_args!("{}:{}", two.blocker, two.blocked);
            BLOCK.now(ctx, id, &two)
        }
        false => Ok(()),
    }
}

/// Ends what an erased person has listed or offered, and removes them from the records of sales.
pub(crate) fn erase(ctx: &Ctx, erased: Erased) -> Result<(), Error> {
    let gone = &erased.user_id;
    let listings = listing_store::open_of_seller(ctx, gone, BATCH)?;
    for listing in &listings {
        close::listing(ctx, listing, ListingStatus::Closed)?;
    }
    let mut is_full = listings.len() == BATCH as usize;
    if listings.is_empty() {
        let offers = offer_store::open_with(ctx, gone, BATCH)?;
        is_full = !offers.is_empty();
        for offer in offers {
            close::offer(ctx, &offer, OfferStatus::Closed)?;
        }
    }
    saved_searches::erase_person(ctx, gone)?;
    rules::erase_person(ctx, gone)?;
    halts::erase_person(ctx, gone)?;
    wallets::erase_person(ctx, gone)?;
    let sales = sale::erase_person(ctx, gone, SALES)?;
    match is_full || sales >= u64::from(SALES) || !listings.is_empty() {
        true => ERASURE.now(ctx, gone, &erased),
        false => Ok(()),
    }
}

/// Ends what a person who is no longer there has listed or offered.
pub(crate) fn schedule_erasure(ctx: &Ctx, gone: &Uuid) -> Result<(), Error> {
    let erased = Erased {
        user_id: gone.clone(),
    };
    ERASURE.now(ctx, gone, &erased)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemChange {
    item_id: Uuid,
    version: i64,
    is_used: bool,
}

/// Ends offers for former versions of an item, or for one that was used up. A listing has the item's lock, so it has ended in
/// the transaction that moved the item.
pub(crate) fn end_outdated(ctx: &Ctx, change: ItemChange) -> Result<(), Error> {
    let first_valid = change.version + i64::from(change.is_used);
    let offers = offer_store::outdated(ctx, &change.item_id, first_valid, BATCH)?;
    let is_full = offers.len() == BATCH as usize;
    for offer in offers {
        close::offer(ctx, &offer, OfferStatus::Closed)?;
    }
    match is_full {
        true => ITEM_CHANGE.now(ctx, &change.item_id, &change),
        false => Ok(()),
    }
}
