//! Handlers of the seller: listing an item, changing and cancelling a listing.

use crate::browse::BrowseQuery;
use crate::close;
use crate::collections;
use crate::confirm;
use crate::duration::Duration;
use crate::item::{self, ItemCard};
use crate::listing::{Listing, ListingStatus};
use crate::listing_store as store;
use crate::money::Price;
use crate::offer_store;
use crate::problems::{
    COLLECTION_HALTED, ITEM_NOT_FOUND, LISTING_NOT_FOUND, NEW_ACCOUNT_LIMIT, NOT_YOUR_LISTING,
};
use crate::rules;
use crate::sale;
use crate::views::{self, ListingView};
use serde::Deserialize;
use serde_json::{Value, json};
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewListing {
    #[schemars(extend("format" = "uuid"))]
    item_id: String,
    /// Whole WIT.
    #[schemars(with = "u64", range(min = 1, max = 1_000_000))]
    price: Value,
    /// A month has 30 days, a year 365.
    duration: Duration,
    /// The person has confirmed the terms.
    agreed: bool,
    /// The price typed again, in whole WIT; needed for an unusual price.
    #[schemars(range(min = 1, max = 1_000_000))]
    confirmed_price: Option<i64>,
}

/// Lists a free item of the caller. The item is locked until the listing ends.
pub(crate) fn create(
    ctx: &Ctx,
    Json(new): Json<NewListing>,
) -> Result<Created<ListingView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let price = Price::parse(&new.price, "price")?;
    confirm::agreed(new.agreed)?;
    let item_id = Uuid::parse(&new.item_id).ok_or(ITEM_NOT_FOUND)?;
    offer_store::lock_trader(ctx, &me.id)?;
    let rules = rules::current(ctx)?;
    if rules::trades_left(ctx, &rules, &me.id)? == Some(0) {
        return Err(NEW_ACCOUNT_LIMIT.into());
    }
    let item = item::item(ctx, &item_id)?;
    if let Some(problem) = item::refusal(&item, &me.id) {
        return Err(problem.into());
    }
    let collection = collections::refresh(ctx, &item.collection_id)?;
    collection.tradable()?;
    confirm::usual_price(ctx, &rules, &collection.id, price, new.confirmed_price)?;
    let listing = Listing {
        id: ctx.random().uuid(),
        card: ItemCard::from(&item),
        item_version: item.version,
        world: collection.world.clone(),
        seller: me.id.clone(),
        price,
        shares: collection.shares(&rules),
        maker: collection.maker,
        rules_version: rules.version,
        status: ListingStatus::Open,
        has_offers: false,
        created_at: now,
        expires_at: new.duration.end(now),
        closed_at: None,
        is_halted: false,
        is_seller_frozen: false,
    };
    item::lock(ctx, &listing.id, &me.id, &item)?;
    store::insert(ctx, &listing)?;
    store::TERMS.add(ctx, &listing.id, &views::search_text(&listing.card), now)?;
    listed(ctx, &listing)?;
    let people = People::of(ctx, [&me.id]);
    let stored = store::by_id(ctx, &listing.id)?.unwrap_or(listing);
    Ok(Created(ListingView::of(stored, Some(&me.id), &people)))
}

/// Tells watchers and saved searches, after the commit.
fn listed(ctx: &Ctx, listing: &Listing) -> Result<(), Error> {
    let event = json!({ "listingId": listing.id });
    ctx.events().publish("market.listed@1", &event)
}

#[derive(Deserialize)]
pub(crate) struct ById {
    id: String,
}

impl ById {
    pub(crate) fn uuid(&self) -> Result<Uuid, Error> {
        Uuid::parse(&self.id).ok_or_else(|| LISTING_NOT_FOUND.into())
    }
}

/// The locked listing of the caller; it has not ended.
fn own_open(ctx: &Ctx, by: &ById, me: &Uuid) -> Result<Listing, Error> {
    let listing = store::lock(ctx, &by.uuid()?)?.ok_or(LISTING_NOT_FOUND)?;
    if listing.seller != *me {
        return Err(NOT_YOUR_LISTING.into());
    }
    match listing.ended(ctx.now()) {
        Some(problem) => Err(sale::ended_for(ctx, &listing, problem, me)?.into()),
        None => Ok(listing),
    }
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedListing {
    /// Whole WIT.
    #[schemars(with = "u64", range(min = 1, max = 1_000_000))]
    price: Value,
    /// Without it, the end stays.
    duration: Option<Duration>,
    /// The price typed again, in whole WIT; needed for an unusual price.
    #[schemars(range(min = 1, max = 1_000_000))]
    confirmed_price: Option<i64>,
}

/// Changes the price and, if a duration is given, the end of a listing. Quotes of the former price fail.
pub(crate) fn change(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<ChangedListing>),
) -> Result<Payload<ListingView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let price = Price::parse(&new.price, "price")?;
    let listing = own_open(ctx, &by, &me.id)?;
    if listing.is_halted {
        return Err(COLLECTION_HALTED.into());
    }
    let rules = rules::current(ctx)?;
    confirm::usual_price(
        ctx,
        &rules,
        &listing.card.collection_id,
        price,
        new.confirmed_price,
    )?;
    let expires_at = new
        .duration
        .map_or(listing.expires_at, |duration| duration.end(now));
    store::change(ctx, &listing.id, price, expires_at)?;
    if price < listing.price {
        listed(ctx, &listing)?;
    }
    let people = People::of(ctx, [&me.id]);
    let changed = Listing {
        price,
        expires_at,
        ..listing
    };
    Ok(Payload(ListingView::of(changed, Some(&me.id), &people)))
}

/// Cancels a listing; always possible while it is open. The item is free again.
pub(crate) fn cancel(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<ListingView>, Error> {
    let me = ctx.caller()?;
    let listing = store::lock(ctx, &by.uuid()?)?.ok_or(LISTING_NOT_FOUND)?;
    if listing.seller != me.id {
        return Err(NOT_YOUR_LISTING.into());
    }
    if listing.status != ListingStatus::Open {
        let ended = listing.ended(ctx.now()).unwrap_or(LISTING_NOT_FOUND);
        return Err(sale::ended_for(ctx, &listing, ended, &me.id)?.into());
    }
    close::listing(ctx, &listing, ListingStatus::Cancelled)?;
    let people = People::of(ctx, [&me.id]);
    let closed = Listing {
        status: ListingStatus::Cancelled,
        closed_at: Some(ctx.now()),
        ..listing
    };
    Ok(Payload(ListingView::of(closed, Some(&me.id), &people)))
}

/// The caller's listings, newest first.
pub(crate) fn list_own(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<ListingView>>, Error> {
    let me = ctx.caller()?;
    let window = query.window(page::USUAL)?;
    let rows = store::of_seller(ctx, &me.id, &window)?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    let people = People::of(ctx, [&me.id]);
    Ok(Payload(
        page.map(|row| ListingView::of(row, Some(&me.id), &people)),
    ))
}

/// The listings that can be bought.
pub(crate) fn browse(
    ctx: &Ctx,
    query: Query<BrowseQuery>,
) -> Result<Payload<crate::browse::Browsed>, Error> {
    crate::browse::list(ctx, query)
}
