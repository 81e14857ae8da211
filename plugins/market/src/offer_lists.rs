//! Lists of offers, and who sees whether an offer is funded.

use crate::offer::Offer;
use crate::offer_store::{self as store, Direction};
use crate::views::OfferView;
use crate::wallets;
use serde::Deserialize;
use witverse_sdk::ctx::{Funds, Party};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::people::People;
use witverse_sdk::services::items;
use witverse_sdk::{Ctx, Error, Uuid};

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct ListQuery {
    #[serde(default)]
    direction: Direction,
    /// Later pages require a cursor.
    #[schemars(range(min = 1, max = 100), extend("default" = 1))]
    page: Option<u32>,
    #[schemars(range(min = 1, max = 100), extend("default" = 20))]
    limit: Option<u32>,
    /// The nextCursor of the previous response; takes precedence over page.
    cursor: Option<String>,
}

/// Offers that the caller has received or sent, newest first.
pub(crate) fn list_own(
    ctx: &Ctx,
    Query(query): Query<ListQuery>,
) -> Result<Payload<Page<OfferView>>, Error> {
    let me = ctx.caller()?;
    let asked = PageQuery {
        page: query.page,
        limit: query.limit,
        cursor: query.cursor,
    };
    let window = asked.window(page::USUAL)?;
    let rows = store::of_person(ctx, &me.id, query.direction, &window)?;
    let page = window.page(rows, |row| (row.created_at.as_micros(), row.id.clone()));
    Ok(Payload(views(ctx, page, Some(&me.id))?))
}

/// Converts a page of offers. The two people of an offer see whether it is funded; so do those who can accept an offer for any
/// item of a collection.
pub(crate) fn views(
    ctx: &Ctx,
    page: Page<Offer>,
    viewer: Option<&Uuid>,
) -> Result<Page<OfferView>, Error> {
    let now = ctx.now();
    let people = People::of(ctx, page.items.iter().flat_map(OfferView::people));
    let held = match viewer {
        Some(viewer) => held_collections(ctx, &page.items, viewer)?,
        None => Vec::new(),
    };
    let sees_funds =
        |offer: &Offer| offer.is_live(now) && viewer.is_some_and(|one| is_party(offer, one, &held));
    let mut balances: Vec<(Uuid, Option<Funds>)> = Vec::new();
    for offer in page.items.iter().filter(|offer| sees_funds(offer)) {
        if balances.iter().all(|(id, _)| *id != offer.offerer) {
            let funds = ctx
                .ledger()
                .balance(&Party::Person(offer.offerer.to_string()));
            balances.push((offer.offerer.clone(), funds.ok()));
        }
    }
    Ok(page.map(|offer| {
        let balance = balances.iter().find(|(id, _)| *id == offer.offerer);
        let is_funded = balance.filter(|_| sees_funds(&offer)).map(|(_, funds)| {
            let funds = funds.as_ref();
            funds.is_some_and(|funds| wallets::can_pay(funds, offer.price))
        });
        OfferView::of(offer, viewer, &people, is_funded, now)
    }))
}

/// The collections with offers for any of their items of which the viewer has an item. A page is about one collection, or about
/// offers of the viewer, which need no answer of `items`.
fn held_collections(ctx: &Ctx, offers: &[Offer], viewer: &Uuid) -> Result<Vec<Uuid>, Error> {
    let mut asked: Vec<&Uuid> = offers
        .iter()
        .filter(|offer| offer.target.item().is_none() && offer.offerer != *viewer)
        .map(|offer| offer.target.collection())
        .collect();
    asked.sort();
    asked.dedup();
    let mut held = Vec::new();
    for collection in asked {
        if items::owns(ctx, viewer, collection)? {
            held.push(collection.clone());
        }
    }
    Ok(held)
}

/// Whether a person has made an offer or can accept it: as the owner of the item, or with an item of one of the collections
/// `held`.
fn is_party(offer: &Offer, viewer: &Uuid, held: &[Uuid]) -> bool {
    let can_accept = match offer.target.owner() {
        Some(owner) => owner == viewer,
        None => held.contains(offer.target.collection()),
    };
    offer.offerer == *viewer || can_accept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::ItemCard;
    use crate::money::{Price, Shares};
    use crate::offer::{OfferStatus, Target};
    use witverse_sdk::Timestamp;
    use witverse_sdk::ctx::Text;

    fn id(last: u8) -> Uuid {
        Uuid::parse(&format!("00000000-0000-0000-0000-0000000000{last:02}")).expect("an id")
    }

    fn offer(target: Target) -> Offer {
        Offer {
            id: id(1),
            target,
            offerer: id(2),
            price: Price::stored(100),
            shares: Shares {
                fee_bp: 0,
                royalty_bp: 0,
            },
            maker: None,
            rules_version: 1,
            mandate: id(3),
            is_counted: true,
            version: 1,
            status: OfferStatus::Open,
            created_at: Timestamp::from_millis(0),
            expires_at: Timestamp::from_millis(1),
            closed_at: None,
        }
    }

    #[test]
    fn who_can_accept_an_offer_is_a_party_of_it() {
        let of_collection = offer(Target::Collection {
            id: id(4),
            name: Text::new("등불", "Lanterns"),
        });
        let of_item = offer(Target::Item {
            card: ItemCard {
                item_id: id(5),
                name: Text::new("등불", "Lantern"),
                thumbnail_url: String::new(),
                r#type: "gear".to_owned(),
                edition: None,
                collection_id: id(4),
            },
            version: 1,
            owner: id(6),
        });
        for (offer, viewer, held, expected) in [
            (&of_collection, id(2), &[][..], true),
            (&of_collection, id(7), &[id(4)], true),
            (&of_collection, id(7), &[id(8)], false),
            (&of_collection, id(7), &[], false),
            (&of_item, id(2), &[], true),
            (&of_item, id(6), &[], true),
            // Another item of the collection does not sell this one.
            (&of_item, id(7), &[id(4)], false),
        ] {
            assert_eq!(
                is_party(offer, &viewer, held),
                expected,
                "{viewer} {held:?}"
            );
        }
    }
}
