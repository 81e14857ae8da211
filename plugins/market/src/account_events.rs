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
use witverse_sdk::ctx::When;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::{Ctx, Error, Event, Timer, Uuid};

/// Listings or offers per call: each takes several statements.
const BATCH: u32 = 4;
/// Sales per statement.
const SALES: u32 = 500;

pub(crate) fn on_blocked(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    end_between(ctx, &event.json()?)
}

pub(crate) fn continue_block(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    end_between(ctx, &timer.json()?)
}

/// Ends the offers between two people.
fn end_between(ctx: &Ctx, two: &Blocked) -> Result<(), Error> {
    let offers = offer_store::open_between(ctx, &two.blocker, &two.blocked, BATCH)?;
    let is_full = offers.len() == BATCH as usize;
    for offer in offers {
        close::offer(ctx, &offer, OfferStatus::Closed)?;
    }
    match is_full {
        true => ctx.timers().schedule(
            &format!("end-between:{}:{}", two.blocker, two.blocked),
            When::At(ctx.now()),
            two,
        ),
        false => Ok(()),
    }
}

pub(crate) fn on_erased(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    erase(ctx, &event.json()?)
}

pub(crate) fn continue_erasure(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    erase(ctx, &timer.json()?)
}

/// Ends what an erased person has listed or offered, and removes them from the records of sales.
fn erase(ctx: &Ctx, erased: &Erased) -> Result<(), Error> {
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
        true => schedule_erasure(ctx, gone),
        false => Ok(()),
    }
}

/// Ends what a person who is no longer there has listed or offered.
pub(crate) fn schedule_erasure(ctx: &Ctx, gone: &Uuid) -> Result<(), Error> {
    ctx.timers().schedule(
        &format!("forget-person:{gone}"),
        When::At(ctx.now()),
        &Erased {
            user_id: gone.clone(),
        },
    )
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ItemChange {
    item_id: Uuid,
    version: i64,
    is_used: bool,
}

pub(crate) fn on_item_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    end_outdated(ctx, &event.json()?)
}

pub(crate) fn continue_item_change(ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    end_outdated(ctx, &timer.json()?)
}

/// Ends offers for former versions of an item, or for one that was used up. A listing has the item's lock, so it has ended in
/// the transaction that moved the item.
fn end_outdated(ctx: &Ctx, change: &ItemChange) -> Result<(), Error> {
    let first_valid = change.version + i64::from(change.is_used);
    let offers = offer_store::outdated(ctx, &change.item_id, first_valid, BATCH)?;
    let is_full = offers.len() == BATCH as usize;
    for offer in offers {
        close::offer(ctx, &offer, OfferStatus::Closed)?;
    }
    match is_full {
        true => ctx.timers().schedule(
            &format!("item-changed:{}", change.item_id),
            When::At(ctx.now()),
            change,
        ),
        false => Ok(()),
    }
}
