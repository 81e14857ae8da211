//! The interface to payment providers. The kernel asks a provider for the status of a payment and requests refunds. A
//! webhook of a provider only triggers such a status request and moves no WIT.

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

/// The provider that takes the money of an order.
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

    /// Whether it is an app store, which sells and refunds by its own rules.
    #[must_use]
    pub fn is_store(self) -> bool {
        matches!(self, Self::Apple | Self::Google)
    }
}

/// A new payment, as registered with the provider.
#[derive(Clone, Debug)]
pub struct NewPayment {
    /// The order's id, which is also the payment's id.
    pub id: Uuid,
    pub name: String,
    pub price: Money,
    pub created_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    /// The path of the shell that the browser returns to.
    pub return_path: String,
}

/// How the front end starts the payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(
    tag = "kind",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
pub enum Checkout {
    /// Open a page of the provider.
    Redirect { url: String },
    /// Run the provider's script in the shell's page.
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

/// The status of a payment, as its provider reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderStatus {
    /// The provider has no such payment, or it is not paid yet.
    Unpaid,
    /// The payment is in progress.
    Pending,
    Paid {
        /// `None` if it was paid by a method or channel that the order does not allow; never sufficient.
        money: Option<Money>,
        /// The payer called the payment back.
        disputed: bool,
    },
    /// The latest attempt was declined.
    Failed,
    /// The payment was made and refunded in full.
    Cancelled,
}

/// A provider's answer about a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub status: ProviderStatus,
    /// The latest attempt to pay, if the provider refused it and the status is `Failed`.
    pub decline: Option<Decline>,
}

impl From<ProviderStatus> for Report {
    fn from(status: ProviderStatus) -> Self {
        Self {
            status,
            decline: None,
        }
    }
}

/// An attempt to pay that the provider refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decline {
    /// Identifies the attempt among those of its payment: a repeated report of the same attempt is counted once.
    pub attempt: String,
    /// The provider's text for the payer.
    pub reason: Option<String>,
}

/// Why a provider call failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// A retry may succeed.
    #[error("{0}")]
    Unavailable(String),
    /// A retry fails until an operator has fixed the cause.
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

/// The outcome of a cancellation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    Done,
    /// The provider is still processing it: the caller queries it again later.
    Requested,
}

/// The content of a signed webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The id of the webhook delivery.
    pub id: String,
    /// The payment to query; `None` if the webhook is about something else.
    pub payment: Option<Uuid>,
}

/// A payment provider.
pub trait PaymentProvider: Send + Sync {
    fn name(&self) -> ProviderName;

    /// Registers a payment, in the transaction of its order. Does nothing if the browser registers the payment itself.
    fn prepare<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: &'a NewPayment,
    ) -> BoxFuture<'a, Result<()>>;

    /// Abandons an unpaid payment, in the transaction that cancels its order. A payment that is made nevertheless still
    /// counts.
    fn abandon<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: Uuid,
    ) -> BoxFuture<'a, Result<()>>;

    /// Permits another attempt after a declined one, in the transaction that opens the checkout again. Does nothing if the
    /// provider accepts attempts with the same id until one is paid.
    fn reopen<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: Uuid,
    ) -> BoxFuture<'a, Result<()>>;

    fn checkout(&self, payment: &NewPayment) -> Checkout;

    /// Asks for the status of a payment.
    fn fetch(&self, payment: Uuid) -> BoxFuture<'_, Result<Report, ProviderError>>;

    /// Refunds a payment in full. Idempotent.
    fn cancel<'a>(
        &'a self,
        payment: Uuid,
        reason: &'a str,
    ) -> BoxFuture<'a, Result<Cancelled, ProviderError>>;

    /// Refunds a part of a payment: the amount, and what must be left of the payment before. Fails if another amount is left,
    /// so a repeated call has no second effect.
    fn cancel_part<'a>(
        &'a self,
        payment: Uuid,
        amount_of_left: (i64, i64),
        reason: &'a str,
    ) -> BoxFuture<'a, Result<Cancelled, ProviderError>>;

    /// Parses a webhook; `None` unless this provider signed it recently.
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
