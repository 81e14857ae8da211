//! The ports to app stores: what was bought there is believed where the store's own signature or its own
//! answer says so, never because a phone does.

mod apple;
mod chain;
mod google;

pub(super) use apple::Apple;
pub(super) use google::Google;

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
    /// For whom it was bought, where the app told the store.
    pub(crate) account: Option<Uuid>,
    /// The money went back already.
    pub(crate) is_revoked: bool,
}

/// What a store told us by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreNotice {
    /// The notice's own id.
    pub(crate) id: String,
    /// The purchase whose money went back; nothing where it is about something else.
    pub(crate) revoked: Option<String>,
}
