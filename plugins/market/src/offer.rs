//! An offer for an item, or for any item of a collection. Open → accepted, rejected, cancelled, expired or closed, which are
//! final. Nothing is reserved: the offerer's mandate is collected when the owner accepts.

use crate::item::ItemCard;
use crate::money::{Price, Shares};
use crate::problems::{OFFER_CHANGED, OFFER_UNAVAILABLE};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Error, Timestamp, Uuid};

/// The sum of a person's open offers is at most this many times the WIT that they can spend.
const COVER: u64 = 10;

/// The state of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferStatus {
    /// Can be accepted until its deadline.
    Open,
    /// The item was sold to the offerer.
    Accepted,
    /// Rejected by the owner.
    Rejected,
    /// Cancelled by the offerer.
    Cancelled,
    /// Not answered in time.
    Expired,
    /// The item has moved, or one of the two people has left or blocked the other.
    Closed,
}

impl OfferStatus {
    const ALL: [Self; 6] = [
        Self::Open,
        Self::Accepted,
        Self::Rejected,
        Self::Cancelled,
        Self::Expired,
        Self::Closed,
    ];

    /// The text that is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Closed => "closed",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == text)
    }
}

/// What an offer is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An item, with its version and its owner when the offer was made.
    Item {
        /// The item.
        card: ItemCard,
        /// Its version.
        version: i64,
        /// Its owner.
        owner: Uuid,
    },
    /// Any item of a collection.
    Collection {
        /// The collection.
        id: Uuid,
        /// Both languages.
        name: Text,
    },
}

impl Target {
    pub(crate) fn collection(&self) -> &Uuid {
        match self {
            Self::Item { card, .. } => &card.collection_id,
            Self::Collection { id, .. } => id,
        }
    }

    pub(crate) fn item(&self) -> Option<&ItemCard> {
        match self {
            Self::Item { card, .. } => Some(card),
            Self::Collection { .. } => None,
        }
    }

    pub(crate) fn owner(&self) -> Option<&Uuid> {
        match self {
            Self::Item { owner, .. } => Some(owner),
            Self::Collection { .. } => None,
        }
    }

    pub(crate) fn name(&self) -> &Text {
        match self {
            Self::Item { card, .. } => &card.name,
            Self::Collection { name, .. } => name,
        }
    }
}

fn target(row: Row<'_>) -> Result<Target, SqlError> {
    Ok(match row.flatten_optional()? {
        Some(card) => Target::Item {
            card,
            version: row.get("item_version")?,
            owner: row.get("owner_id")?,
        },
        None => Target::Collection {
            id: row.get("collection_id")?,
            name: row.both("name")?,
        },
    })
}

/// An offer `o` as stored.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
#[row(alias = "o")]
pub struct Offer {
    /// Its id.
    pub id: Uuid,
    /// What it is for.
    #[row(with = target, columns = "item_id, item_version, collection_id, item_type, name_ko, name_en, thumbnail, edition, owner_id")]
    pub target: Target,
    /// Who made it.
    #[row(column = "offerer_id")]
    pub offerer: Uuid,
    /// What the offerer pays.
    #[row(with = Price::stored)]
    pub price: Price,
    /// Fixed when it was made.
    #[row(flatten)]
    pub shares: Shares,
    /// Who gets the royalty.
    #[row(column = "maker_id")]
    pub maker: Option<Uuid>,
    /// The version of the market's rules when it was made.
    pub rules_version: i64,
    /// The mandate in the ledger.
    #[row(column = "mandate_id")]
    pub mandate: Uuid,
    /// Whether the offerer's counter is still that of the offer: one counter cancels all offers at once.
    #[row(sql = "o.counter = (select t.counter from trader t where t.account_id = o.offerer_id)")]
    pub is_counted: bool,
    /// Higher after each change.
    pub version: i64,
    /// Its state.
    #[row(parse)]
    pub status: OfferStatus,
    /// When it was made.
    pub created_at: Timestamp,
    /// Its deadline.
    pub expires_at: Timestamp,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
}

impl Offer {
    /// The key of its mandate. Each version has a mandate of its own.
    pub(crate) fn mandate_key(&self) -> String {
        format!("offer:{}:{}", self.id, self.version)
    }

    /// Whether it can be accepted at `now`, as far as the offer itself decides.
    pub fn is_live(&self, now: Timestamp) -> bool {
        self.status == OfferStatus::Open && self.is_counted && now < self.expires_at
    }

    /// The state that people see: an offer whose time is over has ended, even if its row is not closed yet.
    pub fn shown_status(&self, now: Timestamp) -> OfferStatus {
        match self.status {
            OfferStatus::Open if !self.is_counted => OfferStatus::Cancelled,
            OfferStatus::Open if now >= self.expires_at => OfferStatus::Expired,
            status => status,
        }
    }

    /// Checks that it can be accepted now, in the version that the owner has seen.
    ///
    /// # Errors
    /// `offer_unavailable` or `offer_changed`.
    pub fn acceptable(&self, seen_version: i64, now: Timestamp) -> Result<(), Error> {
        if !self.is_live(now) {
            return Err(OFFER_UNAVAILABLE.into());
        }
        match self.version == seen_version {
            true => Ok(()),
            false => Err(OFFER_CHANGED.into()),
        }
    }
}

/// Whether a person with `available` hundredths may have open offers of `sum` hundredths together.
pub fn is_covered(sum: u64, available: u64) -> bool {
    sum <= available.saturating_mul(COVER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(status: OfferStatus, is_counted: bool) -> Offer {
        Offer {
            id: Uuid::nil(),
            target: Target::Collection {
                id: Uuid::nil(),
                name: Text::new("등불", "Lanterns"),
            },
            offerer: Uuid::nil(),
            price: Price::stored(100),
            shares: Shares {
                fee_bp: 0,
                royalty_bp: 0,
            },
            maker: None,
            rules_version: 1,
            mandate: Uuid::nil(),
            is_counted,
            version: 2,
            status,
            created_at: Timestamp::from_millis(0),
            expires_at: Timestamp::from_millis(1_000),
            closed_at: None,
        }
    }

    #[test]
    fn only_a_live_offer_in_the_seen_version_is_accepted() {
        let check = |offer: Offer, seen, millis, expected: &str| {
            let code = match offer.acceptable(seen, Timestamp::from_millis(millis)) {
                Ok(()) => "ok".to_owned(),
                Err(error) => error.code().to_owned(),
            };
            assert_eq!(code, expected);
        };
        check(offer(OfferStatus::Open, true), 2, 999, "ok");
        check(offer(OfferStatus::Open, true), 1, 999, "offer_changed");
        check(
            offer(OfferStatus::Open, true),
            2,
            1_000,
            "offer_unavailable",
        );
        check(offer(OfferStatus::Open, false), 2, 0, "offer_unavailable");
        for status in &OfferStatus::ALL[1..] {
            check(offer(*status, true), 2, 0, "offer_unavailable");
        }
    }

    #[test]
    fn an_offer_whose_time_is_over_is_shown_as_ended() {
        let at = Timestamp::from_millis;
        let open = offer(OfferStatus::Open, true);
        assert_eq!(open.shown_status(at(0)), OfferStatus::Open);
        assert_eq!(open.shown_status(at(1_000)), OfferStatus::Expired);
        let dead = offer(OfferStatus::Open, false);
        assert_eq!(dead.shown_status(at(0)), OfferStatus::Cancelled);
        for status in OfferStatus::ALL {
            assert_eq!(OfferStatus::parse(status.as_str()), Some(status));
        }
    }

    #[test]
    fn open_offers_are_covered_ten_times() {
        assert!(is_covered(1_000, 100));
        assert!(!is_covered(1_001, 100));
        assert!(!is_covered(1, 0));
        assert!(is_covered(u64::MAX, u64::MAX));
    }
}
