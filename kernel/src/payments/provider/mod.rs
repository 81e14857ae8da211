//! The port to payment providers. The kernel asks a provider for the status of a payment and requests refunds;
//! a webhook of a provider only triggers such a question and moves no WIT by itself.

mod portone;
mod sandbox;

pub(super) use portone::{PortOne, Settings as PortOneSettings};
pub use sandbox::{PAGE, Sandbox, SandboxAction, Shown, ShownState};

use std::sync::Arc;

use futures::future::BoxFuture;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::price::{Currency, Money};
use super::webhook::Delivered;
use crate::error::Result;
use crate::http_client::CallError;

/// Who takes the money for an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProviderName {
    Sandbox,
    Portone,
    Apple,
    Google,
}

impl ProviderName {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sandbox => "sandbox",
            Self::Portone => "portone",
            Self::Apple => "apple",
            Self::Google => "google",
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Sandbox, Self::Portone, Self::Apple, Self::Google]
            .into_iter()
            .find(|known| known.as_str() == text)
    }

    /// Whether it is a store, which sells and refunds by its own rules.
    #[must_use]
    pub fn is_store(self) -> bool {
        matches!(self, Self::Apple | Self::Google)
    }
}

/// A new payment, as it is announced to the provider.
#[derive(Clone, Debug)]
pub struct NewPayment {
    /// The order's id is the payment's.
    pub id: Uuid,
    pub name: String,
    pub price: Money,
    pub created_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// How a person gets to paying.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(
    tag = "kind",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
pub enum Checkout {
    /// By a page of the provider's.
    Redirect { url: String },
    /// By the provider's script in ours.
    Portone {
        store_id: String,
        channel_key: String,
        payment_id: Uuid,
        order_name: String,
        total_amount: i64,
        currency: Currency,
        redirect_url: String,
    },
}

/// What a provider says of a payment when it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderStatus {
    /// It knows of none, or nothing was paid yet.
    Unpaid,
    /// Something is under way.
    Pending,
    Paid {
        /// Null where it was paid in a way that the order did not ask for: never enough.
        money: Option<Money>,
        /// The payer had it called back.
        disputed: bool,
    },
    Failed,
    /// It was paid, and all of it was given back.
    Cancelled,
}

/// Why a provider could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// May go well later.
    #[error("{0}")]
    Unavailable(String),
    /// Will not go well before an operator does something.
    #[error("{0}")]
    Refused(String),
}

impl From<CallError> for ProviderError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Unavailable(why) => Self::Unavailable(why),
            CallError::Refused(why) => Self::Refused(why),
        }
    }
}

/// How a cancellation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    Done,
    /// The provider works on it: ask later.
    Requested,
}

/// What a signed notice was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The notice's own id.
    pub id: String,
    /// The payment to ask about; nothing where the notice is about something else.
    pub payment: Option<Uuid>,
}

/// Somebody who takes money.
pub trait PaymentProvider: Send + Sync {
    fn name(&self) -> ProviderName;

    /// Makes a payment known, in the transaction of its order. One that is made known by the person's
    /// browser has nothing to do here.
    fn prepare<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: &'a NewPayment,
    ) -> BoxFuture<'a, Result<()>>;

    /// No longer waits for a payment that nobody has made, in the transaction that gives its order up.
    /// One that comes nevertheless counts.
    fn abandon<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: Uuid,
    ) -> BoxFuture<'a, Result<()>>;

    fn checkout(&self, payment: &NewPayment) -> Checkout;

    /// What happened to a payment.
    fn fetch(&self, payment: Uuid) -> BoxFuture<'_, Result<ProviderStatus, ProviderError>>;

    /// Gives all of a payment back. Said twice, it is done once.
    fn cancel<'a>(
        &'a self,
        payment: Uuid,
        reason: &'a str,
    ) -> BoxFuture<'a, Result<Cancelled, ProviderError>>;

    /// What a notice is about, if this provider signed it a moment ago.
    fn read_notice(&self, notice: &Delivered<'_>, now: OffsetDateTime) -> Option<Notice>;
}

/// The configured provider.
#[derive(Clone)]
pub(super) struct Providers(Arc<dyn PaymentProvider>);

impl Providers {
    pub(super) fn new(provider: Arc<dyn PaymentProvider>) -> Self {
        Self(provider)
    }

    /// The provider that new orders are paid with.
    pub(super) fn current(&self) -> &dyn PaymentProvider {
        &*self.0
    }

    /// A provider by name; `None` for stores, and for a provider that is no longer configured.
    pub(super) fn by_name(&self, name: ProviderName) -> Option<&dyn PaymentProvider> {
        Some(self.current()).filter(|provider| provider.name() == name)
    }
}
