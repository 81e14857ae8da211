//! Applies provider statuses to orders. Every status of every source is applied here, and an order is credited at most
//! once.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Failure, Key};

use super::dispute_effects::DisputeEffects;
use super::email_templates;
use super::locked_order::{LockedOrder, OrderTransitions, SOURCE, lock};
use super::messages::{
    ORDER_NOT_FOUND, PAYMENT_AMOUNT_MISMATCH, PAYMENT_DECLINED, PAYMENT_NOT_CREDITED,
    PAYMENT_UNAVAILABLE, ledger_error,
};
use super::notifications::{Notifications, Notifier};
use super::order_state_machine::{OrderState, Step, next};
use super::provider::{ProviderName, ProviderStatus, Providers};
use super::provider_tasks::{ProviderTask, TaskQueue};
use super::refund_effects::RefundEffects;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::identity::Origin;
use crate::identity::audit::{AuditLog, kind};
use crate::postgres::begin;

/// Applies a provider's status of a payment to its order.
#[derive(Clone)]
pub(super) struct Settlement {
    pub(super) audit: AuditLog,
    pub(super) base: String,
    pub(super) clock: Clock,
    pub(super) pool: PgPool,
    pub(super) providers: Providers,
    pub(super) dispute_effects: DisputeEffects,
    pub(super) notifier: Notifier,
    pub(super) transitions: OrderTransitions,
    pub(super) refund_effects: RefundEffects,
    pub(super) tasks: TaskQueue,
}

impl Settlement {
    /// Asks an order's provider for the status and applies it. Idempotent, also for concurrent calls.
    ///
    /// # Errors
    /// `order_not_found`, `payment_unavailable`, the database's.
    pub(super) async fn settle(&self, id: Uuid) -> Result<()> {
        let name: String =
            sqlx::query_scalar("select provider from kernel.payment_order where id = $1")
                .bind(id)
                .fetch_optional(&self.pool)
                .await?
                .ok_or(ORDER_NOT_FOUND)?;
        let name = ProviderName::parse(&name);
        let Some(provider) = name.and_then(|name| self.providers.by_name(name)) else {
            return Ok(());
        };
        let report = provider.fetch(id).await.map_err(|error| {
            tracing::warn!(order = %id, %error, "a payment provider could not be queried");
            PAYMENT_UNAVAILABLE
        })?;
        self.apply_provider_status(id, report.status).await
    }

    /// Applies a provider's status, in one transaction.
    pub(super) async fn apply_provider_status(
        &self,
        id: Uuid,
        status: ProviderStatus,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut notifications = Notifications::default();
        self.apply_provider_status_in(&mut transaction, id, status, &mut notifications)
            .await?;
        self.notifier.commit(transaction, notifications).await
    }

    /// Applies a provider's status, in the caller's transaction.
    pub(super) async fn apply_provider_status_in(
        &self,
        connection: &mut PgConnection,
        id: Uuid,
        status: ProviderStatus,
        notifications: &mut Notifications,
    ) -> Result<()> {
        let now = self.clock.now();
        let mut order = lock(&mut *connection, id).await?;
        if status == ProviderStatus::Cancelled && !order.provider_refunded {
            sqlx::query("update kernel.payment_order set provider_refunded_at = $2 where id = $1")
                .bind(id)
                .bind(now)
                .execute(&mut *connection)
                .await?;
            order.provider_refunded = true;
        }
        let mut steps = 0;
        // One status can need several steps: a disputed payment without a credit is credited first, then disputed.
        loop {
            let step = next(&order.snapshot(), status, now);
            if step == Step::Nothing {
                return Ok(());
            }
            steps += 1;
            if steps > 4 {
                return Err(Error::internal(format!(
                    "order {id}: too many state transitions in one settlement"
                )));
            }
            tracing::debug!(order = %id, ?status, ?step, from = order.state.as_str(), "an order changes its state");
            self.apply(&mut *connection, &mut order, step, notifications)
                .await?;
        }
    }

    /// Applies one step to a locked order.
    pub(super) async fn apply(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        step: Step,
        notifications: &mut Notifications,
    ) -> Result<()> {
        match step {
            Step::Nothing => Ok(()),
            Step::Wait => {
                self.transitions
                    .move_to(connection, order, OrderState::Pending, notifications)
                    .await
            }
            Step::Credit => self.credit(connection, order, notifications).await,
            Step::Mismatch => {
                self.refund_uncreditable(
                    connection,
                    order,
                    PAYMENT_AMOUNT_MISMATCH.code,
                    notifications,
                )
                .await
            }
            Step::Decline => {
                self.transitions
                    .fail(connection, order, PAYMENT_DECLINED.code, notifications)
                    .await
            }
            Step::Cancel => {
                self.transitions
                    .move_to(connection, order, OrderState::Cancelled, notifications)
                    .await
            }
            Step::Expire => {
                if let Some(provider) = self.providers.by_name(order.provider) {
                    provider.abandon(&mut *connection, order.id).await?;
                }
                self.transitions
                    .move_to(connection, order, OrderState::Expired, notifications)
                    .await
            }
            Step::Dispute => {
                self.dispute_effects
                    .dispute(connection, order, notifications)
                    .await
            }
            Step::TakeBack => {
                self.dispute_effects
                    .apply_external_refund(connection, order, notifications)
                    .await
            }
            Step::Refunded => {
                self.refund_effects
                    .refunded(connection, order, notifications)
                    .await
            }
        }
    }

    /// Queues the refund of a payment that cannot be credited.
    async fn refund_uncreditable(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        code: &str,
        notifications: &mut Notifications,
    ) -> Result<()> {
        tracing::warn!(order = %order.id, code, "a payment that cannot be credited is refunded");
        self.transitions
            .fail(connection, order, code, notifications)
            .await?;
        let price = order.price;
        self.notifier
            .push_mail(connection, notifications, order.account, |to, language| {
                email_templates::given_back(to, price, code, language)
            })
            .await?;
        self.tasks
            .queue(connection, ProviderTask::Cancel { order: order.id })
            .await
    }

    async fn credit(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        notifications: &mut Notifications,
    ) -> Result<()> {
        let now = self.clock.now();
        let charge = ledger::Recharge {
            id: Key::of(&["order", &order.id.to_string()]),
            to: order.account,
            amount: Amount::new(order.amount).map_err(|refusal| ledger_error(refusal.into()))?,
            lot: order.id,
            source: SOURCE,
            memo: "",
            at: now,
        };
        match ledger::recharge(&mut *connection, &charge).await {
            Ok(_) => {}
            // The wallet is frozen, closed or full: the WIT could not be spent.
            Err(Failure::Refused(refusal)) => {
                tracing::warn!(order = %order.id, ?refusal, "a payment cannot be credited");
                return self
                    .refund_uncreditable(
                        connection,
                        order,
                        PAYMENT_NOT_CREDITED.code,
                        notifications,
                    )
                    .await;
            }
            Err(failure) => return Err(ledger_error(failure)),
        }
        order.failure = None;
        self.transitions
            .move_to(connection, order, OrderState::Paid, notifications)
            .await?;
        notifications.wallet(order.account);
        let origin = Origin::default();
        let entry = order.entry(
            kind::WALLET_CHARGED,
            None,
            &origin,
            &[
                ("currency", order.price.currency.as_str().into()),
                ("amountMinor", order.price.amount_minor.into()),
                ("provider", order.provider.as_str().into()),
            ],
        );
        self.audit.record(&mut *connection, entry).await?;
        let (id, amount, price) = (order.id, order.amount, order.price);
        let link = format!("{}/charge/complete?orderId={id}", self.base);
        self.notifier
            .push_mail(connection, notifications, order.account, |to, language| {
                email_templates::receipt(to, (id, amount, price), now, &link, language)
            })
            .await
    }
}
