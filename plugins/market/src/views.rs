//! Listings, offers and sales in responses.

use crate::item::ItemCard;
use crate::listing::{Listing, ListingStatus};
use crate::money::Split;
use crate::offer::{Offer, OfferStatus, Target};
use crate::sale::Sale;
use crate::settle;
use crate::wash_rule::WashRule;
use serde::Serialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Timestamp, Uuid};

/// The text that a search finds a listing by.
pub(crate) fn search_text(card: &ItemCard) -> String {
    format!("{} {}", card.name.ko, card.name.en)
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListingView {
    listing_id: Uuid,
    item: ItemCard,
    /// The length of the item's provenance chain when it was listed.
    item_version: i64,
    /// Null where they have left.
    seller: Option<PersonCard>,
    is_own: bool,
    #[serde(flatten)]
    split: Split,
    /// The shares that were fixed when it was listed: what another price would be split into.
    fee_bp: i64,
    /// The maker's share that was fixed when it was listed, in hundredths of a percent; 0 if the seller is the maker.
    royalty_bp: i64,
    /// The version of the market's rules.
    rules_version: i64,
    status: ListingStatus,
    has_offers: bool,
    created_at: Timestamp,
    expires_at: Timestamp,
    closed_at: Option<Timestamp>,
}

impl ListingView {
    /// The parts are those for a buyer who is not the maker.
    pub(crate) fn of(listing: Listing, viewer: Option<&Uuid>, people: &People) -> Self {
        let has_maker = listing.maker.is_some() && listing.maker.as_ref() != Some(&listing.seller);
        let split = Split::of(listing.price, listing.shares, has_maker);
        Self {
            seller: people.get(&listing.seller),
            is_own: viewer == Some(&listing.seller),
            listing_id: listing.id,
            item: listing.card,
            item_version: listing.item_version,
            split,
            fee_bp: listing.shares.fee_bp,
            royalty_bp: match has_maker {
                true => listing.shares.royalty_bp,
                false => 0,
            },
            rules_version: listing.rules_version,
            status: listing.status,
            has_offers: listing.has_offers,
            created_at: listing.created_at,
            expires_at: listing.expires_at,
            closed_at: listing.closed_at,
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OfferedCollection {
    collection_id: Uuid,
    name: Text,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfferView {
    offer_id: Uuid,
    /// Null: any item of the collection.
    item: Option<ItemCard>,
    /// Null: an offer on one item.
    collection: Option<OfferedCollection>,
    /// Null where they have left.
    offerer: Option<PersonCard>,
    /// Null where they have left.
    owner: Option<PersonCard>,
    is_own: bool,
    #[serde(flatten)]
    split: Split,
    /// The version of the market's rules.
    rules_version: i64,
    /// Higher after each change.
    version: i64,
    status: OfferStatus,
    /// Whether the offerer has enough WIT now; null for people who are not a party.
    is_funded: Option<bool>,
    created_at: Timestamp,
    expires_at: Timestamp,
    closed_at: Option<Timestamp>,
}

impl OfferView {
    pub(crate) fn of(
        offer: Offer,
        viewer: Option<&Uuid>,
        people: &People,
        is_funded: Option<bool>,
        now: Timestamp,
    ) -> Self {
        let owner = offer.target.owner().cloned();
        // An offer on a collection has no owner: its parts are those of a sale by the viewer.
        let accepting = viewer.filter(|viewer| **viewer != offer.offerer).cloned();
        let seller = owner.clone().or(accepting).unwrap_or_else(Uuid::nil);
        let split = settle::split(
            offer.price,
            offer.shares,
            offer.maker.as_ref(),
            (&seller, Some(&offer.offerer)),
            people,
        );
        let status = offer.shown_status(now);
        let (item, collection) = match offer.target {
            Target::Item { card, .. } => (Some(card), None),
            Target::Collection { id, name } => (
                None,
                Some(OfferedCollection {
                    collection_id: id,
                    name,
                }),
            ),
        };
        Self {
            offerer: people.get(&offer.offerer),
            owner: owner.and_then(|owner| people.get(&owner)),
            is_own: viewer == Some(&offer.offerer),
            offer_id: offer.id,
            item,
            collection,
            split,
            rules_version: offer.rules_version,
            version: offer.version,
            status,
            is_funded,
            created_at: offer.created_at,
            expires_at: offer.expires_at,
            closed_at: offer.closed_at,
        }
    }

    /// The people of an offer.
    pub(crate) fn people(offer: &Offer) -> impl Iterator<Item = &Uuid> {
        [
            Some(&offer.offerer),
            offer.target.owner(),
            offer.maker.as_ref(),
        ]
        .into_iter()
        .flatten()
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaleView {
    sale_id: Uuid,
    item: ItemCard,
    /// Null where they have left.
    seller: Option<PersonCard>,
    /// Null where they have left.
    buyer: Option<PersonCard>,
    #[serde(flatten)]
    split: Split,
    /// The version of the market's rules.
    rules_version: i64,
    /// The link in the provenance chain of the item.
    provenance_seq: i64,
    /// The payment in the ledger; null for people who are not a party.
    payment_id: Option<Uuid>,
    /// An offer was accepted.
    is_offer: bool,
    /// A wash trade by the rules of the market: not part of volume, median and chart.
    is_wash: bool,
    /// The limit of the rules that it crossed, and their version; null for earlier sales.
    wash_rule: Option<WashRule>,
    /// The version of the rules that it was judged by.
    judged_by: Option<i64>,
    at: Timestamp,
}

impl SaleView {
    pub(crate) fn of(sale: Sale, viewer: Option<&Uuid>, people: &People) -> Self {
        let is_party =
            viewer.is_some() && [sale.seller.as_ref(), sale.buyer.as_ref()].contains(&viewer);
        let card = |id: Option<&Uuid>| id.and_then(|id| people.get(id));
        Self {
            seller: card(sale.seller.as_ref()),
            buyer: card(sale.buyer.as_ref()),
            sale_id: sale.id,
            item: sale.card,
            split: sale.split,
            rules_version: sale.rules_version,
            provenance_seq: sale.provenance_seq,
            payment_id: is_party.then_some(sale.payment),
            is_offer: sale.offer.is_some(),
            is_wash: sale.wash.is_wash,
            wash_rule: sale.wash.rule,
            judged_by: sale.wash.judged_by,
            at: sale.at,
        }
    }

    /// The people of a sale.
    pub(crate) fn people(sale: &Sale) -> impl Iterator<Item = &Uuid> {
        [sale.seller.as_ref(), sale.buyer.as_ref()]
            .into_iter()
            .flatten()
    }
}
