//! Buying: a quote that is valid for 60 seconds, and the purchase that fills exactly this quote or fails and names what
//! has changed.

use crate::confirm;
use crate::item;
use crate::listing::{Listing, ListingStatus};
use crate::listing_handlers::ById;
use crate::listing_store as store;
use crate::money;
use crate::offer_store;
use crate::problems::{
    COLLECTION_HALTED, ITEM_CHANGED, LISTING_CLOSED, LISTING_NOT_FOUND, LISTING_SOLD, OWN_LISTING,
};
use crate::quote::{self, Quote, Terms};
use crate::rules;
use crate::sale;
use crate::settle::{self, Deal, Payer};
use crate::views::SaleView;
use crate::wallets;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{Party, TRANSFER_UNAVAILABLE};
use witverse_sdk::http::{Json, Params, Payload};
use witverse_sdk::people::People;
use witverse_sdk::services::items::{Item, State};
use witverse_sdk::{Ctx, Error, Uuid};

/// The five conditions of a purchase. The list shows each; the purchase refuses with the first that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Liveness {
    /// The seller owns the item.
    pub(crate) is_owned: bool,
    /// Only this listing has the item.
    pub(crate) is_free: bool,
    /// The buyer has enough WIT; null for visitors.
    pub(crate) is_funded: Option<bool>,
    /// The time is not over, and the item is in the version that was listed.
    pub(crate) is_fresh: bool,
    /// The buyer may buy it, and the seller can be paid.
    pub(crate) is_allowed: bool,
}

/// Checks a listing against the item as it is now, for a buyer or a visitor.
pub(crate) fn liveness(
    ctx: &Ctx,
    listing: &Listing,
    item: &Item,
    buyer: Option<&Uuid>,
) -> Result<Liveness, Error> {
    let is_funded = match buyer {
        Some(_) => {
            let funds = ctx.ledger().balance(&Party::Caller)?;
            Some(wallets::can_pay(&funds, listing.price))
        }
        None => None,
    };
    let is_allowed = match buyer {
        Some(buyer) => {
            *buyer != listing.seller
                && item::may_buy(
                    ctx,
                    listing.world.as_ref(),
                    &listing.card.collection_id,
                    buyer,
                )?
        }
        None => true,
    };
    Ok(Liveness {
        is_owned: item.owner_id.as_ref() == Some(&listing.seller),
        is_free: item.state == State::Locked && item.locked_by.as_deref() == Some("listing"),
        is_funded,
        is_fresh: listing.ended(ctx.now()).is_none() && item.version == listing.item_version,
        is_allowed: is_allowed && wallets::can_be_paid(ctx, &listing.seller),
    })
}

/// The terms of a listing for a buyer now.
fn terms(listing: &Listing, buyer: &Uuid, people: &People) -> Terms {
    Terms {
        listing_id: listing.id.clone(),
        split: settle::split(
            listing.price,
            listing.shares,
            listing.maker.as_ref(),
            (&listing.seller, Some(buyer)),
            people,
        ),
        rules_version: listing.rules_version,
        item_version: listing.item_version,
    }
}

/// Why the listing itself cannot be bought.
fn require_live(ctx: &Ctx, listing: &Listing, buyer: &Uuid) -> Result<(), Error> {
    if listing.seller == *buyer {
        return Err(OWN_LISTING.into());
    }
    if let Some(problem) = listing.ended(ctx.now()) {
        return Err(sale::ended_for(ctx, listing, problem, buyer)?.into());
    }
    match listing.is_halted {
        true => Err(COLLECTION_HALTED.into()),
        false => Ok(()),
    }
}

/// The people of a purchase, and whether the seller and the buyer have blocked each other.
fn people_of(ctx: &Ctx, listing: &Listing, buyer: &Uuid) -> (People, bool) {
    let maker = listing.maker.as_ref().unwrap_or(&listing.seller);
    let (people, blocked) = People::among(ctx, &[(buyer, &listing.seller), (buyer, maker)]);
    (people, blocked.first().copied().unwrap_or_default())
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuoteView {
    #[serde(flatten)]
    quote: Quote,
    liveness: Liveness,
    median_hundredths: Option<i64>,
    /// The price must be typed again.
    is_unusual: bool,
}

/// A quote for the caller. Reserves nothing.
pub(crate) fn make_quote(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<QuoteView>, Error> {
    let me = ctx.caller()?;
    me.nickname()?;
    let listing = store::by_id(ctx, &by.uuid()?)?.ok_or(LISTING_NOT_FOUND)?;
    let (people, blocked) = people_of(ctx, &listing, &me.id);
    if blocked || people.get(&listing.seller).is_none() {
        return Err(LISTING_NOT_FOUND.into());
    }
    require_live(ctx, &listing, &me.id)?;
    if !wallets::can_be_paid(ctx, &listing.seller) {
        return Err(TRANSFER_UNAVAILABLE.into());
    }
    let item = item::item(ctx, &listing.card.item_id)?;
    let liveness = liveness(ctx, &listing, &item, Some(&me.id))?;
    let median = sale::median(ctx, &listing.card.collection_id)?;
    let rules = rules::current(ctx)?;
    Ok(Payload(QuoteView {
        quote: Quote::sign(ctx, terms(&listing, &me.id, &people), &me.id)?,
        liveness,
        median_hundredths: median,
        is_unusual: money::is_unusual(listing.price, median, rules.outlier_times),
    }))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Purchase {
    quote: Quote,
    /// The person has confirmed the terms.
    agreed: bool,
    /// The price typed again, in whole WIT; needed for an unusual price.
    #[schemars(range(min = 1, max = 1000000))]
    confirmed_price: Option<i64>,
}

/// Buys an item for exactly the quoted terms. Of two buyers at the same time, one gets it and the other pays nothing.
pub(crate) fn buy(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<Purchase>),
) -> Result<Payload<SaleView>, Error> {
    let (me, id) = (ctx.caller()?, by.uuid()?);
    me.nickname()?;
    confirm::agreed(new.agreed)?;
    new.quote.verify(ctx, &id, &me.id)?;
    offer_store::lock_trader(ctx, &me.id)?;
    let listing = store::lock(ctx, &id)?.ok_or(LISTING_NOT_FOUND)?;
    let (people, blocked) = people_of(ctx, &listing, &me.id);
    if blocked {
        return Err(LISTING_NOT_FOUND.into());
    }
    require_live(ctx, &listing, &me.id)?;
    if let Some(error) = quote::difference(&new.quote.terms, &terms(&listing, &me.id, &people)) {
        return Err(error);
    }
    let rules = rules::current(ctx)?;
    confirm::usual_price(
        ctx,
        &rules,
        &listing.card.collection_id,
        listing.price,
        new.confirmed_price,
    )?;
    let deal = Deal {
        card: &listing.card,
        item_version: listing.item_version,
        world: listing.world.as_ref(),
        listing: Some(&listing.id),
        seller: &listing.seller,
        buyer: &me.id,
        price: listing.price,
        shares: listing.shares,
        maker: listing.maker.as_ref(),
        rules_version: listing.rules_version,
        payer: Payer::Caller,
    };
    settle::check_people(ctx, &deal, &rules, blocked, &people)?;
    if !store::close(ctx, &listing.id, ListingStatus::Sold, ctx.now())? {
        return Err(LISTING_SOLD.into());
    }
    let sale = settle::settle(ctx, &deal, &rules, &people).map_err(|error| match error.code() {
        // The listing had the item's lock, so this needs a fault of `items`.
        "not_item_owner" => ITEM_CHANGED.into(),
        "item_not_found" => LISTING_CLOSED.into(),
        _ => error,
    })?;
    Ok(Payload(SaleView::of(sale, Some(&me.id), &people)))
}
