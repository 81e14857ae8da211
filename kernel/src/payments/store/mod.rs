//! The ports to app stores: what was bought there is believed where the store's own signature or its own
//! answer says so, never because a phone does.

mod apple;
mod apple_api;
mod apple_jws;
mod google;

pub(super) use apple::Apple;
pub(super) use google::Google;

use time::OffsetDateTime;
use uuid::Uuid;

use super::price::Money;

/// A purchase that a store vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bought {
    /// What names it for good: Apple's transaction, Google's purchase token.
    pub(crate) transaction: String,
    pub(crate) product: String,
    pub(crate) quantity: i64,
    /// Where the store says what was charged, in a currency that we keep.
    pub(crate) price: Option<Money>,
    /// What the store calls it where people see it.
    pub(crate) reference: String,
    /// The account that the app named to the store when it was bought.
    pub(crate) account: Uuid,
    /// The money went back already.
    pub(crate) is_revoked: bool,
    /// It was consumed already, by this installation or another one.
    pub(crate) is_consumed: bool,
    /// When the store signed or answered this.
    pub(crate) as_of: OffsetDateTime,
}

/// A webhook of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreNotice {
    /// The notice's own id.
    pub(crate) id: String,
    /// Nothing where it is about something else than a refund.
    pub(crate) refund: Option<RefundNotice>,
}

/// A change of a transaction's refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefundNotice {
    /// As in [`Bought`].
    pub(crate) transaction: String,
    pub(crate) change: RefundChange,
    /// When the store signed it: of two notices the newer one wins, in whichever order they arrive.
    pub(crate) at: OffsetDateTime,
}

/// Whether a transaction was refunded, or its refund reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefundChange {
    /// All of it was refunded.
    Refunded,
    /// Some of its quantity was refunded; the store's API returns the quantity that is left.
    PartlyRefunded,
    /// The store reversed the refund: the transaction is valid again.
    Reversed,
}
