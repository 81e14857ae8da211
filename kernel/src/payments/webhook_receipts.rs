//! Records processed webhook deliveries: a sender repeats a delivery until it receives a success.

use sqlx::PgPool;

use super::provider::ProviderName;
use crate::clock::Clock;
use crate::error::Result;

/// Records processed webhook deliveries.
#[derive(Clone)]
pub(super) struct WebhookReceipts {
    pub(super) clock: Clock,
    pub(super) pool: PgPool,
}

impl WebhookReceipts {
    pub(super) async fn was_received(&self, provider: ProviderName, id: &str) -> Result<bool> {
        let known = sqlx::query(
            "select 1 from kernel.webhook_receipt where provider = $1 and webhook_id = $2",
        )
        .bind(provider.as_str())
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        Ok(known.is_some())
    }

    pub(super) async fn received(&self, provider: ProviderName, id: &str) -> Result<()> {
        sqlx::query(
            "insert into kernel.webhook_receipt (provider, webhook_id, received_at)
             values ($1, $2, $3) on conflict do nothing",
        )
        .bind(provider.as_str())
        .bind(id)
        .bind(self.clock.now())
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
