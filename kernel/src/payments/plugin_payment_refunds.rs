//! Refunds of payments that plugins opened: the calls of the provider for a queued task, and their record. A repeated
//! call has no second effect: the provider is asked first how much of the payment it still has.

use sqlx::{PgConnection, Row};
use uuid::Uuid;

use super::plugin_payment_state::{PluginPaymentState as State, RefundStep, refund_step};
use super::plugin_payments::{PluginPayments, RefundNews, lock};
use super::provider::{Cancelled, ProviderError, ProviderName, ProviderStatus};
use crate::error::Result;

/// The reason text that the provider stores with a refund.
const REASON: &str = "Witverse";
const MAX_REFUSAL_CHARS: usize = 500;

/// What a refund task needs.
struct QueuedRefund {
    payment: Uuid,
    provider: Option<ProviderName>,
    price: i64,
    amount: i64,
    /// The refunds of this payment that were made.
    done: i64,
    is_queued: bool,
}

impl PluginPayments {
    /// Refunds a payment that nothing was sold for. True once the provider has refunded it.
    pub(super) async fn void(&self, id: Uuid) -> std::result::Result<bool, ProviderError> {
        let name: Option<String> =
            sqlx::query_scalar("select provider from kernel.plugin_payment where id = $1")
                .bind(id)
                .fetch_one(&self.pool)
                .await
                .map_err(unavailable)?;
        let provider = self.required(name.as_deref().and_then(ProviderName::parse))?;
        match provider.fetch(id).await?.status {
            ProviderStatus::Cancelled | ProviderStatus::Unpaid | ProviderStatus::Failed => Ok(true),
            ProviderStatus::Pending => Ok(false),
            ProviderStatus::Paid { .. } => {
                Ok(provider.cancel(id, REASON).await? == Cancelled::Done)
            }
        }
    }

    /// Makes a queued refund. True once the provider has made it; a repeated call has no second effect.
    pub(super) async fn refund(&self, refund: Uuid) -> std::result::Result<bool, ProviderError> {
        let queued = self.queued(refund).await.map_err(unavailable)?;
        if !queued.is_queued {
            return Ok(true);
        }
        let provider = self.required(queued.provider)?;
        let money = match provider.fetch(queued.payment).await?.status {
            ProviderStatus::Cancelled => return Ok(true),
            ProviderStatus::Paid { money, .. } => money,
            ProviderStatus::Pending => return Ok(false),
            ProviderStatus::Unpaid | ProviderStatus::Failed => {
                return Err(ProviderError::Refused(
                    "the provider knows of no money to give back".into(),
                ));
            }
        };
        let outcome = match refund_step(queued.price, queued.done, queued.amount, money) {
            RefundStep::Done => return Ok(true),
            RefundStep::Whole => provider.cancel(queued.payment, REASON).await?,
            RefundStep::Part { left } => {
                provider
                    .cancel_part(queued.payment, (queued.amount, left), REASON)
                    .await?
            }
            RefundStep::Differs => {
                return Err(ProviderError::Refused(
                    "the provider has another amount of this payment".into(),
                ));
            }
        };
        Ok(outcome == Cancelled::Done)
    }

    async fn queued(&self, refund: Uuid) -> std::result::Result<QueuedRefund, sqlx::Error> {
        let row = sqlx::query(
            "select p.id, p.provider, p.price, r.amount, r.state = 'queued' as is_queued,
                    coalesce((select sum(d.amount)::bigint from kernel.plugin_payment_refund d
                              where d.payment_id = p.id and d.state = 'done'), 0) as done
             from kernel.plugin_payment_refund r join kernel.plugin_payment p on p.id = r.payment_id
             where r.id = $1",
        )
        .bind(refund)
        .fetch_one(&self.pool)
        .await?;
        Ok(QueuedRefund {
            payment: row.try_get("id")?,
            provider: row
                .try_get::<Option<&str>, _>("provider")?
                .and_then(ProviderName::parse),
            price: row.try_get("price")?,
            amount: row.try_get("amount")?,
            done: row.try_get("done")?,
            is_queued: row.try_get("is_queued")?,
        })
    }

    /// Records that a refund was made, in the transaction that completes its task.
    pub(super) async fn finish_refund(
        &self,
        connection: &mut PgConnection,
        refund: Uuid,
    ) -> Result<()> {
        let payment: Uuid =
            sqlx::query_scalar("select payment_id from kernel.plugin_payment_refund where id = $1")
                .bind(refund)
                .fetch_one(&mut *connection)
                .await?;
        let mut payment = lock(&mut *connection, payment).await?;
        let done: Option<(String, i64)> = sqlx::query_as(
            "update kernel.plugin_payment_refund set state = 'done', ended_at = $2
             where id = $1 and state = 'queued' returning key, amount",
        )
        .bind(refund)
        .bind(self.clock.now())
        .fetch_optional(&mut *connection)
        .await?;
        let Some((key, amount)) = done else {
            return Ok(());
        };
        let all: i64 = sqlx::query_scalar(
            "select coalesce(sum(amount), 0)::bigint from kernel.plugin_payment_refund
             where payment_id = $1 and state = 'done'",
        )
        .bind(payment.id)
        .fetch_one(&mut *connection)
        .await?;
        if all == payment.price && payment.state != State::Refunded {
            self.move_to(&mut *connection, &mut payment, State::Refunded)
                .await?;
        }
        let news = RefundNews {
            key: &key,
            amount,
            has_failed: false,
        };
        self.publish(connection, &payment, Some(news)).await
    }

    /// Records that the provider refused a refund for good, and publishes it to the plugin, which can request it again with its key.
    pub(super) async fn refund_failed(
        &self,
        connection: &mut PgConnection,
        refund: Uuid,
        refusal: &str,
    ) -> Result<()> {
        let failed: Option<(Uuid, String, i64)> = sqlx::query_as(
            "update kernel.plugin_payment_refund set state = 'failed', ended_at = $2, refusal = $3
             where id = $1 and state = 'queued' returning payment_id, key, amount",
        )
        .bind(refund)
        .bind(self.clock.now())
        .bind(shortened(refusal))
        .fetch_optional(&mut *connection)
        .await?;
        let Some((payment, key, amount)) = failed else {
            return Ok(());
        };
        let payment = lock(&mut *connection, payment).await?;
        let news = RefundNews {
            key: &key,
            amount,
            has_failed: true,
        };
        self.publish(connection, &payment, Some(news)).await
    }
}

impl PluginPayments {
    /// Records how the cancellation of a payment ended that nothing was sold for: made, or refused for good.
    pub(super) async fn void_ended(
        &self,
        connection: &mut PgConnection,
        payment: Uuid,
        refusal: Option<&str>,
    ) -> Result<()> {
        sqlx::query(
            "update kernel.plugin_payment set void_state = case when $2::text is null then 'done' else 'failed' end,
                 void_refusal = $2
             where id = $1 and state = 'voided'",
        )
        .bind(payment)
        .bind(refusal.map(shortened))
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// What a provider answered, as it is stored.
fn shortened(refusal: &str) -> String {
    let text = refusal.chars().filter(|one| *one != '\0');
    text.take(MAX_REFUSAL_CHARS).collect()
}

/// A database error; a later attempt may succeed.
fn unavailable(error: impl std::fmt::Display) -> ProviderError {
    ProviderError::Unavailable(error.to_string())
}
