//! Webhooks: the sender's signature is verified, and of the content only the payment id is used, to ask the provider
//! about it.

use uuid::Uuid;

use super::messages::{ORDER_NOT_FOUND, WEBHOOK_INVALID};
use super::plugin_payments::PluginPayments;
use super::provider::{ProviderName, Providers};
use super::settlement::Settlement;
use super::store_refunds::StoreRefunds;
use super::webhook::Delivered;
use super::webhook_receipts::WebhookReceipts;
use crate::clock::Clock;
use crate::error::{Error, NOT_FOUND, Result};

/// Processes webhooks of payment providers and stores.
#[derive(Clone)]
pub struct ProviderNotices {
    pub(super) clock: Clock,
    pub(super) plugin_payments: PluginPayments,
    pub(super) providers: Providers,
    pub(super) settlement: Settlement,
    pub(super) store_refunds: StoreRefunds,
    pub(super) receipts: WebhookReceipts,
}

impl ProviderNotices {
    /// Processes a webhook: verifies its sender and asks the provider about the payment that it names. Idempotent.
    ///
    /// # Errors
    /// `not_found` for an unknown provider, `webhook_invalid`, `payment_unavailable`. The sender repeats the webhook.
    pub async fn notice(&self, provider: &str, notice: &Delivered<'_>) -> Result<()> {
        let name = ProviderName::parse(provider).ok_or(NOT_FOUND)?;
        if name.is_store() {
            return self.store_refunds.store_notice(name, notice).await;
        }
        let provider = self.providers.by_name(name).ok_or(NOT_FOUND)?;
        let notice = provider
            .read_notice(notice, self.clock.now())
            .ok_or(WEBHOOK_INVALID)?;
        if self.receipts.was_received(name, &notice.id).await? {
            return Ok(());
        }
        if let Some(payment) = notice.payment {
            match self.settle(payment).await {
                // A signed webhook that concerns no order: a repeat would have the same result.
                Err(Error::Problem(problem)) if problem.code == ORDER_NOT_FOUND.code => {
                    tracing::warn!(%payment, "a webhook names a payment without an order");
                }
                settled => settled?,
            }
        }
        // Recorded last: after a crash before this line, the sender repeats the webhook.
        self.receipts.received(name, &notice.id).await
    }

    /// A payment is one of an order of WIT or one of a plugin's order; their ids differ.
    async fn settle(&self, payment: Uuid) -> Result<()> {
        match self.settlement.settle(payment).await {
            Err(Error::Problem(problem)) if problem.code == ORDER_NOT_FOUND.code => {
                self.plugin_payments.settle(payment).await
            }
            settled => settled,
        }
    }
}
