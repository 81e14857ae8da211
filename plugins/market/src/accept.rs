//! The owner accepts an offer: the item goes to the offerer, whose mandate is collected.

use crate::collections;
use crate::confirm;
use crate::item::{self, ItemCard};
use crate::listing::ListingStatus;
use crate::listing_store;
use crate::money::Price;
use crate::offer::{OfferStatus, Target};
use crate::offer_handlers::ById;
use crate::offer_store as store;
use crate::problems::{
    ITEM_CHANGED, ITEM_NOT_FOUND, NOT_ITEM_OWNER, OFFER_NOT_FOUND, OFFER_UNAVAILABLE, OWN_ITEM,
};
use crate::rules;
use crate::settle::{self, Deal, Payer};
use crate::views::SaleView;
use serde::Deserialize;
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::people::People;
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Acceptance {
    /// The version and the price that the owner has seen.
    #[schemars(range(min = 1))]
    version: i64,
    /// Hundredths of a WIT.
    #[schemars(range(min = 100))]
    price_hundredths: i64,
    /// The person has confirmed the terms.
    agreed: bool,
    /// The item to sell, for an offer on any item of a collection.
    #[schemars(extend("format" = "uuid"))]
    item_id: Option<String>,
    /// The price typed again, in whole WIT; needed for an unusual price.
    #[schemars(range(min = 1, max = 1000000))]
    confirmed_price: Option<i64>,
}

/// Sells an item of the caller to the person who made an offer. Fails if the offer was changed, has ended, or if the
/// offerer's WIT are not sufficient now. A listing of the item ends as sold.
pub(crate) fn accept(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<Acceptance>),
) -> Result<Payload<SaleView>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    confirm::agreed(new.agreed)?;
    let id = by.uuid()?;
    let offerer = store::by_id(ctx, &id)?.ok_or(OFFER_NOT_FOUND)?.offerer;
    if offerer == me.id {
        return Err(OWN_ITEM.into());
    }
    // The lock order: traders by their ids, listing, offer.
    let mut traders = [&me.id, &offerer];
    traders.sort();
    for trader in traders {
        store::lock_trader(ctx, trader)?;
    }
    let seen = store::by_id(ctx, &id)?.ok_or(OFFER_NOT_FOUND)?;
    let item_id = match &seen.target {
        Target::Item { card, owner, .. } if *owner == me.id => {
            let is_other = |named: &str| Uuid::parse(named).as_ref() != Some(&card.item_id);
            if new.item_id.as_deref().is_some_and(is_other) {
                return Err(Error::field(
                    "itemId",
                    "이 제안은 다른 아이템에 대한 제안입니다.",
                    "This offer is for another item.",
                ));
            }
            card.item_id.clone()
        }
        // Other people's offers do not exist for the caller.
        Target::Item { .. } => return Err(OFFER_NOT_FOUND.into()),
        Target::Collection { .. } => new
            .item_id
            .as_deref()
            .and_then(Uuid::parse)
            .ok_or_else(|| Error::from(ITEM_NOT_FOUND).at("itemId"))?,
    };
    let listing = listing_store::lock_of_item(ctx, &item_id)?;
    let offer = store::lock(ctx, &id)?.ok_or(OFFER_NOT_FOUND)?;
    offer.acceptable(new.version, now)?;
    if offer.price != Price::stored(new.price_hundredths) {
        return Err(crate::problems::OFFER_CHANGED.into());
    }
    let item = item::item(ctx, &item_id)?;
    if item.owner_id.as_ref() != Some(&me.id) {
        return Err(match offer.target {
            Target::Item { .. } => ITEM_CHANGED.into(),
            Target::Collection { .. } => NOT_ITEM_OWNER.into(),
        });
    }
    let version = match &offer.target {
        Target::Item { version, .. } => *version,
        Target::Collection { id, .. } if item.collection_id == *id => item.version,
        Target::Collection { .. } => return Err(Error::from(ITEM_NOT_FOUND).at("itemId")),
    };
    if item.version != version {
        return Err(ITEM_CHANGED.into());
    }
    let collection = collections::refresh(ctx, &item.collection_id)?;
    collection.tradable()?;
    let rules = rules::current(ctx)?;
    confirm::usual_price(
        ctx,
        &rules,
        &collection.id,
        offer.price,
        new.confirmed_price,
    )?;
    let card = ItemCard::from(&item);
    let maker = offer.maker.as_ref().unwrap_or(&me.id);
    let (people, blocked) = People::among(ctx, &[(&me.id, &offerer), (&me.id, maker)]);
    let deal = Deal {
        card: &card,
        item_version: version,
        world: collection.world.as_ref(),
        listing: listing.as_ref().map(|listing| &listing.id),
        seller: &me.id,
        buyer: &offerer,
        price: offer.price,
        shares: offer.shares,
        maker: offer.maker.as_ref(),
        rules_version: offer.rules_version,
        payer: Payer::Offerer(&offer),
    };
    let blocked = blocked.first().copied().unwrap_or_default();
    settle::check_people(ctx, &deal, &rules, blocked, &people)?;
    if let Some(listing) = &listing {
        listing_store::close(ctx, &listing.id, ListingStatus::Sold, now)?;
    }
    if !store::close(ctx, &offer.id, OfferStatus::Accepted, now)? {
        return Err(OFFER_UNAVAILABLE.into());
    }
    let sale = settle::settle(ctx, &deal, &rules, &people)?;
    Ok(Payload(SaleView::of(sale, Some(&me.id), &people)))
}
