//! The page of an item on the market: the listing, whether it can be bought, the price history, the offers.

use crate::collections::{self, ById as CollectionById};
use crate::item::{self, ById, ItemCard};
use crate::listing_store;
use crate::money::Price;
use crate::offer::Offer;
use crate::offer_lists;
use crate::offer_store;
use crate::purchase::{self, Liveness};
use crate::sale::{self, Of};
use crate::views::{ListingView, OfferView, SaleView};
use crate::watches;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::services::items::State;
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemDetail {
    item: ItemCard,
    description: Text,
    collection_name: Text,
    /// The length of the item's provenance chain.
    version: i64,
    /// Null where they have left.
    owner: Option<PersonCard>,
    is_own: bool,
    is_used: bool,
    /// What the item is locked for; its owner sees it.
    locked_by: Option<String>,
    listing: Option<ListingView>,
    liveness: Option<Liveness>,
    /// Of the latest sales of the collection.
    median_hundredths: Option<i64>,
    best_offer_hundredths: Option<u64>,
    own_offer: Option<OfferView>,
    own_collection_offer: Option<OfferView>,
    is_watched: bool,
    /// An administrator has halted the collection: nothing of it is sold, whatever `liveness` says.
    is_halted: bool,
}

/// An item, with its listing. A listing of a person on either side of a block is not shown.
pub(crate) fn view(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<ItemDetail>, Error> {
    let item = item::item(ctx, &by.uuid()?)?;
    let actor = ctx.actor();
    let me = actor.account().cloned();
    let listing = listing_store::open_of_item(ctx, &item.item_id)?
        .filter(|listing| ctx.now() < listing.expires_at);
    let viewer = me.clone().unwrap_or_else(Uuid::nil);
    let owner = item.owner_id.clone().unwrap_or_else(Uuid::nil);
    let (people, blocked) = People::among(ctx, &[(&viewer, &owner)]);
    let is_blocked = blocked.first().copied().unwrap_or_default();
    let listing = listing.filter(|_| !is_blocked);
    let liveness = match &listing {
        Some(listing) => Some(purchase::liveness(ctx, listing, &item, me.as_ref())?),
        None => None,
    };
    let best = offer_store::best_price(ctx, &item.item_id, item.version)?;
    let own = |item_id: Option<&Uuid>| -> Result<Option<OfferView>, Error> {
        let Some(me) = &me else {
            return Ok(None);
        };
        let offer = offer_store::own(ctx, me, item_id, &item.collection_id)?;
        let offers = Page {
            items: offer.into_iter().collect(),
            page: 1,
            limit: 1,
            total: None,
            next_cursor: None,
        };
        Ok(offer_lists::views(ctx, offers, Some(me))?.items.pop())
    };
    let is_own = me.is_some() && me == item.owner_id;
    Ok(Payload(ItemDetail {
        own_offer: own(Some(&item.item_id))?,
        own_collection_offer: own(None)?,
        is_watched: match &me {
            Some(me) => watches::is_watched(ctx, me, &item.item_id)?,
            None => false,
        },
        median_hundredths: sale::median(ctx, &item.collection_id)?,
        best_offer_hundredths: best.map(Price::hundredths),
        is_halted: collections::is_halted(ctx, &item.collection_id)?,
        listing: listing.map(|listing| ListingView::of(listing, me.as_ref(), &people)),
        liveness,
        owner: people.get(&owner).filter(|_| !is_blocked),
        is_own,
        is_used: item.state == State::Used,
        locked_by: item.locked_by.clone().filter(|_| is_own),
        item: ItemCard::from(&item),
        description: item.description,
        collection_name: item.collection_name,
        version: item.version,
    }))
}

/// The live offers for an item, the highest first.
pub(crate) fn item_offers(
    ctx: &Ctx,
    (Params(by), Query(query)): (Params<ById>, Query<PageQuery>),
) -> Result<Payload<Page<OfferView>>, Error> {
    let item = item::item(ctx, &by.uuid()?)?;
    let window = query.window(page::USUAL)?;
    let rows = offer_store::of_item(ctx, (&item.item_id, item.version), &window)?;
    let page = window.page(rows, |row| (row.price.to_stored(), row.id.clone()));
    let actor = ctx.actor();
    Ok(Payload(offer_lists::views(ctx, page, actor.account())?))
}

/// The live offers for any item of a collection, the highest first.
pub(crate) fn collection_offers(
    ctx: &Ctx,
    (Params(by), Query(query)): (Params<CollectionById>, Query<PageQuery>),
) -> Result<Payload<Page<OfferView>>, Error> {
    let id = by.uuid()?;
    let window = query.window(page::USUAL)?;
    let rows = offer_store::of_collection(ctx, &id, &window)?;
    let mut page = window.page(rows, |row| (row.price.to_stored(), row.id.clone()));
    let actor = ctx.actor();
    if let Some(me) = actor.account() {
        page.items = unblocked(ctx, me, page.items);
    }
    Ok(Payload(offer_lists::views(ctx, page, actor.account())?))
}

/// The offers without those of people whom a block separates from the viewer. A block ends offers for an item; an offer on a
/// collection has no owner, so it stays open.
fn unblocked(ctx: &Ctx, viewer: &Uuid, offers: Vec<Offer>) -> Vec<Offer> {
    let pairs: Vec<(&Uuid, &Uuid)> = offers.iter().map(|one| (viewer, &one.offerer)).collect();
    let (_, blocked) = People::among(ctx, &pairs);
    let shown = offers.into_iter().zip(blocked);
    shown
        .filter_map(|(offer, blocked)| (!blocked).then_some(offer))
        .collect()
}

fn sales(ctx: &Ctx, of: Of<'_>, query: &PageQuery) -> Result<Payload<Page<SaleView>>, Error> {
    let window = query.window(page::USUAL)?;
    let rows = sale::list(ctx, of, &window)?;
    let page = window.page(rows, |row| (row.at.as_micros(), row.id.clone()));
    let people = People::of(ctx, page.items.iter().flat_map(SaleView::people));
    let actor = ctx.actor();
    Ok(Payload(
        page.map(|row| SaleView::of(row, actor.account(), &people)),
    ))
}

/// The price history of an item, newest first.
pub(crate) fn item_sales(
    ctx: &Ctx,
    (Params(by), Query(query)): (Params<ById>, Query<PageQuery>),
) -> Result<Payload<Page<SaleView>>, Error> {
    sales(ctx, Of::Item(&by.uuid()?), &query)
}

/// The activity of a collection, newest first.
pub(crate) fn collection_sales(
    ctx: &Ctx,
    (Params(by), Query(query)): (Params<CollectionById>, Query<PageQuery>),
) -> Result<Payload<Page<SaleView>>, Error> {
    sales(ctx, Of::Collection(&by.uuid()?), &query)
}

/// The side of a trade.
#[derive(Clone, Copy, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Side {
    #[default]
    Bought,
    Sold,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct OwnSales {
    #[serde(default)]
    #[schemars(extend("default" = "bought"))]
    side: Side,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

/// What the caller has bought or sold, newest first.
pub(crate) fn own_sales(
    ctx: &Ctx,
    Query(query): Query<OwnSales>,
) -> Result<Payload<Page<SaleView>>, Error> {
    let me = ctx.caller()?;
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    match query.side {
        Side::Bought => sales(ctx, Of::Buyer(&me.id), &asked),
        Side::Sold => sales(ctx, Of::Seller(&me.id), &asked),
    }
}
