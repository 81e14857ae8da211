//! Data export: listings, offers, trades, the watch list and saved searches of a person.

use crate::listing_store;
use crate::offer_lists;
use crate::offer_store::{self, Direction};
use crate::sale::{self, Of};
use crate::saved_searches::{self, SavedSearch};
use crate::views::{ListingView, OfferView, SaleView};
use crate::watches::{self, WatchView};
use witverse_sdk::export::Part;
use witverse_sdk::page::{Page, TimeKey, Window};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Uuid, part};

pub(crate) const PARTS: &[Part] = &[
    part!("listings", 100 => listings),
    part!("offers-sent", 100 => offers_sent),
    part!("offers-received", 100 => offers_received),
    part!("bought", 100 => bought),
    part!("sold", 100 => sold),
    part!("watch-list", 100 => watch_list),
    part!("saved-searches", 100 => searches),
];

type ByTime = Window<TimeKey>;

fn listings(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<ListingView>, Error> {
    let rows = listing_store::of_seller(ctx, person, window)?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    let people = People::of(ctx, [person]);
    Ok(page.map(|row| ListingView::of(row, Some(person), &people)))
}

fn offers_sent(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<OfferView>, Error> {
    offers(ctx, person, Direction::Sent, window)
}

fn offers_received(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<OfferView>, Error> {
    offers(ctx, person, Direction::Received, window)
}

fn offers(
    ctx: &Ctx,
    person: &Uuid,
    direction: Direction,
    window: &ByTime,
) -> Result<Page<OfferView>, Error> {
    let rows = offer_store::of_person(ctx, person, direction, window)?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    offer_lists::views(ctx, page, None)
}

fn bought(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<SaleView>, Error> {
    sales(ctx, person, Of::Buyer(person), window)
}

fn sold(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<SaleView>, Error> {
    sales(ctx, person, Of::Seller(person), window)
}

fn sales(ctx: &Ctx, person: &Uuid, of: Of<'_>, window: &ByTime) -> Result<Page<SaleView>, Error> {
    let rows = sale::list(ctx, of, window)?;
    let page = window.page(rows, |row| (row.at.as_micros(), row.id.clone()));
    let people = People::of(ctx, page.items.iter().flat_map(SaleView::people));
    Ok(page.map(|row| SaleView::of(row, Some(person), &people)))
}

fn watch_list(ctx: &Ctx, person: &Uuid, window: &ByTime) -> Result<Page<WatchView>, Error> {
    let rows = watches::page_of(ctx, person, window)?;
    Ok(window.page(rows, WatchView::key))
}

/// A person has fewer searches than a file has rows.
fn searches(ctx: &Ctx, person: &Uuid, window: &Window<Uuid>) -> Result<Page<SavedSearch>, Error> {
    let rows = saved_searches::of_person(ctx, person)?;
    Ok(window.page(rows, |search| search.search_id.clone()))
}
