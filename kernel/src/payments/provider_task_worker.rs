//! Runs provider tasks: the provider is called without an open transaction; its answer is stored in a transaction.

use std::sync::Arc;

use sqlx::{PgConnection, PgPool};
use time::Duration;
use uuid::Uuid;

use super::locked_order::lock;
use super::messages::ORDER_NOT_FOUND;
use super::notifications::{Notifications, Notifier};
use super::order_lookup::{provider_of, purchase_of};
use super::order_state_machine::{RefundState, Step};
use super::plugin_payments::PluginPayments;
use super::provider::{Cancelled, ProviderError, ProviderStatus, Providers};
use super::provider_tasks::{ProviderTask, SUBSCRIBER};
use super::settlement::Settlement;
use super::store::Google;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::outbox::ClaimedDelivery;
use crate::postgres::begin;

/// The delay before the next status request while a provider processes a cancellation.
const LEFT_ALONE: Duration = Duration::seconds(60);
/// The reason text that the provider stores with a refund.
const REASON: &str = "Witverse";

/// Result of a provider call.
enum Done {
    Yes,
    Later,
}

/// Runs provider tasks.
#[derive(Clone)]
pub(super) struct TaskWorker {
    pub(super) clock: Clock,
    pub(super) google: Option<Arc<Google>>,
    pub(super) pool: PgPool,
    pub(super) providers: Providers,
    pub(super) notifier: Notifier,
    pub(super) plugin_payments: PluginPayments,
    pub(super) settlement: Settlement,
}

impl TaskWorker {
    /// Runs one due task; false if none is due. The provider is called without an open transaction; the result is
    /// written in a separate transaction.
    pub(super) async fn run_next(&self) -> Result<bool> {
        let Some(claimed) = SUBSCRIBER.claim(&self.pool, &self.clock).await? else {
            return Ok(false);
        };
        let Some(task) = claimed
            .read::<ProviderTask>(&self.pool, &self.clock)
            .await?
        else {
            return Ok(true);
        };
        let failure = match self.call_provider(task).await {
            Ok(done) => self.settle_done(&claimed, task, done).await.err(),
            Err(error) => Some(Error::internal(error)),
        };
        if let Some(error) = failure {
            self.settle_failed(&claimed, task, &error.to_string())
                .await?;
        }
        Ok(true)
    }

    async fn call_provider(&self, task: ProviderTask) -> Result<Done, ProviderError> {
        match task {
            ProviderTask::Cancel { order } => self.refund_in_full(order, false).await,
            ProviderTask::Refund { order } => self.refund_in_full(order, true).await,
            ProviderTask::Consume { order } => self.consume(order).await,
            ProviderTask::Void { payment } => Ok(done(self.plugin_payments.void(payment).await?)),
            ProviderTask::RefundPart { refund } => {
                Ok(done(self.plugin_payments.refund(refund).await?))
            }
        }
    }

    async fn settle_done(
        &self,
        claimed: &ClaimedDelivery,
        task: ProviderTask,
        done: Done,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut notifications = Notifications::default();
        match done {
            Done::Later => {
                claimed
                    .postpone(&mut transaction, &self.clock, LEFT_ALONE)
                    .await?;
            }
            Done::Yes => {
                if let ProviderTask::Refund { order } = task {
                    self.finish_refund(&mut transaction, order, &mut notifications)
                        .await?;
                }
                if let ProviderTask::RefundPart { refund } = task {
                    self.plugin_payments
                        .finish_refund(&mut transaction, refund)
                        .await?;
                }
                if let ProviderTask::Void { payment } = task {
                    self.plugin_payments
                        .void_ended(&mut transaction, payment, None)
                        .await?;
                }
                claimed.complete(&mut transaction).await?;
            }
        }
        self.notifier.commit(transaction, notifications).await?;
        self.notifier.signals.deliveries.notify_one();
        Ok(())
    }

    async fn settle_failed(
        &self,
        claimed: &ClaimedDelivery,
        task: ProviderTask,
        reason: &str,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        if let ProviderTask::Refund { order } = task
            && claimed.is_last_attempt()
        {
            refund_failed(&mut transaction, order).await?;
        }
        if let ProviderTask::RefundPart { refund } = task
            && claimed.is_last_attempt()
        {
            self.plugin_payments
                .refund_failed(&mut transaction, refund, reason)
                .await?;
        }
        if let ProviderTask::Void { payment } = task
            && claimed.is_last_attempt()
        {
            self.plugin_payments
                .void_ended(&mut transaction, payment, Some(reason))
                .await?;
        }
        claimed.fail(&mut transaction, &self.clock, reason).await?;
        Ok(transaction.commit().await?)
    }

    async fn refund_in_full(&self, order: Uuid, must_be_paid: bool) -> Result<Done, ProviderError> {
        let mut connection = self.pool.acquire().await.map_err(unavailable)?;
        let name = provider_of(&mut connection, order)
            .await
            .map_err(unavailable)?;
        drop(connection);
        let provider = self.providers.by_name(name).ok_or_else(|| {
            ProviderError::Refused(format!("{} is not configured", name.as_str()))
        })?;
        match provider.fetch(order).await?.status {
            ProviderStatus::Cancelled => Ok(Done::Yes),
            // A payment that was never made cannot be refunded to the payer.
            ProviderStatus::Unpaid | ProviderStatus::Failed if must_be_paid => Err(
                ProviderError::Refused("the provider knows of no money to give back".into()),
            ),
            ProviderStatus::Unpaid | ProviderStatus::Failed => Ok(Done::Yes),
            ProviderStatus::Pending => Ok(Done::Later),
            ProviderStatus::Paid { .. } => match provider.cancel(order, REASON).await? {
                Cancelled::Done => Ok(Done::Yes),
                Cancelled::Requested => Ok(Done::Later),
            },
        }
    }

    async fn consume(&self, order: Uuid) -> Result<Done, ProviderError> {
        let mut connection = self.pool.acquire().await.map_err(unavailable)?;
        let (product, token) = purchase_of(&mut connection, order)
            .await
            .map_err(unavailable)?;
        drop(connection);
        let google = self
            .google
            .as_ref()
            .ok_or_else(|| ProviderError::Refused("google is not configured".into()))?;
        google.consume(&product, &token).await?;
        Ok(Done::Yes)
    }

    /// Marks the order as refunded.
    async fn finish_refund(
        &self,
        connection: &mut PgConnection,
        id: Uuid,
        notifications: &mut Notifications,
    ) -> Result<()> {
        let mut order = match lock(&mut *connection, id).await {
            Err(Error::Problem(problem)) if problem.code == ORDER_NOT_FOUND.code => return Ok(()),
            order => order?,
        };
        let waits = matches!(
            order.refund,
            Some((_, RefundState::Approved | RefundState::Failed))
        );
        if waits {
            self.settlement
                .apply(connection, &mut order, Step::Refunded, notifications)
                .await?;
        }
        Ok(())
    }
}

fn done(is_done: bool) -> Done {
    if is_done { Done::Yes } else { Done::Later }
}

/// A database error; a later attempt may succeed.
fn unavailable(error: impl std::fmt::Display) -> ProviderError {
    ProviderError::Unavailable(error.to_string())
}

async fn refund_failed(connection: &mut PgConnection, order: Uuid) -> Result<()> {
    sqlx::query(
        "update kernel.payment_refund set state = 'failed' where order_id = $1 and state = 'approved'",
    )
    .bind(order)
    .execute(connection)
    .await?;
    Ok(())
}
