//! A listing: an item for sale at a price until a time. Open → sold, cancelled, expired or closed, which are final.

use crate::item::ItemCard;
use crate::money::{Price, Shares};
use crate::problems::{LISTING_CLOSED, LISTING_SOLD};
use serde::{Deserialize, Serialize};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Problem, Timestamp, Uuid};

/// The state of a listing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListingStatus {
    /// For sale until its expiry.
    Open,
    /// Sold, to a buyer or by accepting an offer.
    Sold,
    /// Cancelled by the seller.
    Cancelled,
    /// Not sold in time.
    Expired,
    /// Ended by the platform: the seller's account was erased.
    Closed,
}

impl ListingStatus {
    const ALL: [Self; 5] = [
        Self::Open,
        Self::Sold,
        Self::Cancelled,
        Self::Expired,
        Self::Closed,
    ];

    /// The text that is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Sold => "sold",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Closed => "closed",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// A listing `l` as stored.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
#[row(alias = "l")]
pub struct Listing {
    /// Its id, which is also the key of the item's lock.
    pub id: Uuid,
    /// The item.
    #[row(flatten)]
    pub card: ItemCard,
    /// The version of the item when it was listed.
    pub item_version: i64,
    /// The world that the item's collection belongs to.
    #[row(column = "world_id")]
    pub world: Option<Uuid>,
    /// The seller.
    #[row(column = "seller_id")]
    pub seller: Uuid,
    /// The price.
    #[row(with = Price::stored)]
    pub price: Price,
    /// Fixed when it was listed.
    #[row(flatten)]
    pub shares: Shares,
    /// Who gets the royalty.
    #[row(column = "maker_id")]
    pub maker: Option<Uuid>,
    /// The version of the market's rules when it was listed.
    pub rules_version: i64,
    /// Its state.
    #[row(parse)]
    pub status: ListingStatus,
    /// Whether there are open offers for the item.
    pub has_offers: bool,
    /// When it was listed.
    pub created_at: Timestamp,
    /// Its end.
    pub expires_at: Timestamp,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
    /// Whether trading in its collection is stopped.
    #[row(
        sql = "exists (select 1 from collection h where h.id = l.collection_id and h.halted_at is not null)"
    )]
    pub is_halted: bool,
    /// Whether the seller cannot be paid; known a moment after the wallet was frozen.
    #[row(sql = "exists (select 1 from frozen_trader f where f.account_id = l.seller_id)")]
    pub is_seller_frozen: bool,
}

impl Listing {
    /// Whether it can be bought at `now`, as far as the listing itself decides. The lists have the same condition in SQL
    /// (`listing_store::TRADABLE`).
    pub fn is_live(&self, now: Timestamp) -> bool {
        let is_open = self.status == ListingStatus::Open && now < self.expires_at;
        is_open && !self.is_halted && !self.is_seller_frozen
    }

    /// Why it cannot be bought or changed any more.
    pub fn ended(&self, now: Timestamp) -> Option<Problem> {
        match self.status {
            ListingStatus::Sold => Some(LISTING_SOLD),
            ListingStatus::Open if now < self.expires_at => None,
            _ => Some(LISTING_CLOSED),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use witverse_sdk::ctx::Text;

    fn listing(status: ListingStatus, is_halted: bool) -> Listing {
        Listing {
            id: Uuid::nil(),
            card: ItemCard {
                item_id: Uuid::nil(),
                name: Text::new("등불", "Lantern"),
                thumbnail_url: String::new(),
                r#type: "gear".into(),
                edition: None,
                collection_id: Uuid::nil(),
            },
            item_version: 1,
            world: None,
            seller: Uuid::nil(),
            price: Price::stored(100),
            shares: Shares {
                fee_bp: 0,
                royalty_bp: 0,
            },
            maker: None,
            rules_version: 1,
            status,
            has_offers: false,
            created_at: Timestamp::from_millis(0),
            expires_at: Timestamp::from_millis(1_000),
            closed_at: None,
            is_halted,
            is_seller_frozen: false,
        }
    }

    #[test]
    fn only_open_listings_in_time_are_live() {
        for status in ListingStatus::ALL {
            assert_eq!(ListingStatus::parse(status.as_str()), Some(status));
            let is_open = status == ListingStatus::Open;
            for (millis, in_time) in [(999, true), (1_000, false)] {
                let now = Timestamp::from_millis(millis);
                assert_eq!(listing(status, false).is_live(now), is_open && in_time);
                assert!(!listing(status, true).is_live(now), "halted");
                let frozen = Listing {
                    is_seller_frozen: true,
                    ..listing(status, false)
                };
                assert!(!frozen.is_live(now), "the seller cannot be paid");
                let ended = listing(status, false).ended(now);
                assert_eq!(ended.is_none(), is_open && in_time, "{status:?}");
            }
        }
        let sold = listing(ListingStatus::Sold, false).ended(Timestamp::from_millis(0));
        assert_eq!(sold.map(|problem| problem.code), Some("listing_sold"));
    }
}
