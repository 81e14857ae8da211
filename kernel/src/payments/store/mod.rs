//! The interfaces to app stores. Only a store's own signature or answer proves a purchase, never input from a device.

mod apple;
mod apple_api;
mod apple_jws;
mod google;

pub(super) use apple::Apple;
pub(super) use google::Google;

use time::OffsetDateTime;
use uuid::Uuid;

use super::price::Money;

/// A purchase that a store has confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bought {
    /// The permanent id of the purchase: Apple's transaction id, Google's purchase token.
    pub(crate) transaction: String,
    pub(crate) product: String,
    pub(crate) quantity: i64,
    /// The charged price, if the store reports it in a supported currency.
    pub(crate) price: Option<Money>,
    /// The store's order number, as the buyer sees it.
    pub(crate) reference: String,
    /// The account that the app passed to the store at the purchase.
    pub(crate) account: Uuid,
    /// The store has refunded the purchase.
    pub(crate) is_revoked: bool,
    /// The purchase was consumed, by this installation or another one.
    pub(crate) is_consumed: bool,
    /// When the store signed or sent this.
    pub(crate) as_of: OffsetDateTime,
}

/// A webhook of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreNotice {
    /// The id of the webhook delivery.
    pub(crate) id: String,
    /// `None` if it does not concern a refund.
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
