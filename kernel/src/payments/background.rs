//! Background work of payments: provider tasks, the sandbox's webhooks, polling of open orders, and renewing the holds
//! of undecided refunds.

use std::sync::Arc;
use std::time::Duration as Span;

use sqlx::PgPool;
use time::Duration;
use tokio::sync::{Notify, watch};
use uuid::Uuid;
use witverse_ledger as ledger;

use super::locked_order::next_poll_delay;
use super::messages::ledger_error;
use super::plugin_payments::PluginPayments;
use super::provider::Sandbox;
use super::provider_task_worker::TaskWorker;
use super::refunds::HELD;
use super::settlement::Settlement;
use crate::clock::{Clock, Rng};
use crate::error::Result;
use crate::postgres::begin;
use crate::supervisor::{STEP_LIMIT, step};

/// The interval between lookups of due work.
const POLL: Span = Span::from_secs(1);
/// The interval between sweeps of old rows.
const SWEEP: Span = Span::from_secs(60);
/// How many open orders one round polls.
const BATCH: i64 = 20;
/// How long the ids of webhooks are kept: longer than any sender repeats one.
const RECEIPTS_KEPT: Duration = Duration::days(30);
/// A refund's hold that ends within this time is renewed.
const RENEWED: Duration = Duration::days(3);

/// Runs the background work of payments.
#[derive(Clone)]
pub struct BackgroundJobs {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) queued: Arc<Notify>,
    pub(super) plugin_payments: PluginPayments,
    pub(super) sandbox: Option<Sandbox>,
    pub(super) settlement: Settlement,
    pub(super) worker: TaskWorker,
}

impl BackgroundJobs {
    /// Runs until `stop` changes; work in progress is finished.
    pub async fn run(self, stop: watch::Receiver<bool>) {
        tokio::join!(
            self.run_provider_tasks(stop.clone()),
            self.notices(stop.clone()),
            self.looks(stop.clone()),
            self.sweeps(stop),
        );
    }

    async fn run_provider_tasks(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match step("payment tasks", STEP_LIMIT, self.worker.run_next()).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "a provider task could not be run"),
            }
            tokio::select! {
                () = self.queued.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn notices(&self, mut stop: watch::Receiver<bool>) {
        let Some(sandbox) = &self.sandbox else {
            return;
        };
        while !*stop.borrow() {
            match step("sandbox webhooks", STEP_LIMIT, sandbox.send_next()).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "a webhook of the sandbox could not be sent"),
            }
            tokio::select! {
                () = sandbox.queued.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn looks(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let orders = step("open orders", STEP_LIMIT, self.poll_open_orders());
            if let Err(error) = orders.await {
                tracing::warn!(%error, "open orders could not be polled");
            }
            let polled = self.plugin_payments.poll();
            if let Err(error) = step("plugin payments", STEP_LIMIT, polled).await {
                tracing::warn!(%error, "payments of plugins could not be polled");
            }
            tokio::select! {
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    async fn sweeps(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            if let Err(error) = step("payment rows", STEP_LIMIT, self.sweep_now()).await {
                tracing::warn!(%error, "old rows of payments could not be swept");
            }
            tokio::select! {
                () = tokio::time::sleep(SWEEP) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Polls the provider about open orders that were not polled for a while: a webhook may have been lost.
    async fn poll_open_orders(&self) -> Result<()> {
        let now = self.clock.now();
        let due: Vec<(Uuid, i32)> = sqlx::query_as(
            "select id, looks from kernel.payment_order
             where look_at <= $1 order by look_at, id limit $2",
        )
        .bind(now)
        .bind(BATCH)
        .fetch_all(&self.pool)
        .await?;
        for (id, looks) in due {
            // Stores the time of the next poll before this poll, so that an order whose poll fails does not block the
            // others.
            let taken = sqlx::query(
                "update kernel.payment_order set looks = looks + 1,
                     look_at = case when state = 'created' and expires_at > $3
                                    then least($3 + $4, expires_at) else $3 + $4 end
                 where id = $1 and looks = $2 and look_at <= $3",
            )
            .bind(id)
            .bind(looks)
            .bind(now)
            .bind(next_poll_delay(looks + 1))
            .execute(&self.pool)
            .await?;
            if taken.rows_affected() == 0 {
                continue;
            }
            if let Err(error) = self.settlement.settle(id).await {
                tracing::warn!(order = %id, %error, "an order could not be polled");
            }
        }
        Ok(())
    }

    /// Sweeps old rows now; this also runs once a minute.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn sweep_now(&self) -> Result<()> {
        sqlx::query("delete from kernel.webhook_receipt where received_at < $1")
            .bind(self.clock.now() - RECEIPTS_KEPT)
            .execute(&self.pool)
            .await?;
        while self.renew_hold().await? {}
        Ok(())
    }

    /// Extends one hold of an undecided refund; false if none needs it.
    async fn renew_hold(&self) -> Result<bool> {
        let now = self.clock.now();
        let due: Option<Uuid> = sqlx::query_scalar(
            "select order_id from kernel.payment_refund
             where state = 'requested' and held_until < $1 order by held_until limit 1",
        )
        .bind(now + RENEWED)
        .fetch_optional(&self.pool)
        .await?;
        let Some(order) = due else {
            return Ok(false);
        };
        let mut transaction = begin(&self.pool, "begin").await?;
        super::locked_order::lock(&mut transaction, order).await?;
        let (hold, until) = (self.rng.uuid(self.clock.now_ms()), now + HELD);
        let renewed = sqlx::query(
            "update kernel.payment_refund set hold_id = $2, held_until = $3
             where order_id = $1 and state = 'requested' and held_until < $4",
        )
        .bind(order)
        .bind(hold)
        .bind(until)
        .bind(now + RENEWED)
        .execute(&mut *transaction)
        .await?;
        if renewed.rows_affected() == 1 {
            ledger::unreserve_lot(&mut transaction, order, now)
                .await
                .map_err(ledger_error)?;
            ledger::reserve_lot(&mut transaction, order, hold, now, until)
                .await
                .map_err(ledger_error)?;
        }
        transaction.commit().await?;
        Ok(true)
    }
}
