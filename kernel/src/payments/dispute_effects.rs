//! Chargebacks and refunds that the provider made without a refund task, applied to a locked order: available WIT are
//! taken back, and the wallet is frozen if they do not suffice.

use sqlx::PgConnection;
use witverse_ledger::{self as ledger, Failure, Key, Refusal, State};

use super::email_templates;
use super::locked_order::{LockedOrder, OrderTransitions};
use super::messages::ledger_error;
use super::notifications::{Notifications, Notifier};
use super::order_state_machine::{OrderState, RefundState};
use super::refund_effects::{RefundEffects, close};
use crate::clock::Clock;
use crate::error::Result;
use crate::identity::Origin;
use crate::identity::audit::{AuditLog, kind};
use crate::wallet_admin::WalletStates;

/// The freeze reason of a wallet that is frozen for a dispute.
pub(super) const FREEZE_REASON: &str = "chargeback";

/// Applies a chargeback to a locked order.
#[derive(Clone)]
pub(super) struct DisputeEffects {
    pub(super) audit: AuditLog,
    pub(super) clock: Clock,
    pub(super) notifier: Notifier,
    pub(super) transitions: OrderTransitions,
    pub(super) refund_effects: RefundEffects,
    pub(super) states: WalletStates,
}

impl DisputeEffects {
    /// The payer called a payment back: the wallet is frozen until the dispute is settled.
    pub(super) async fn dispute(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        notifications: &mut Notifications,
    ) -> Result<()> {
        self.note_dispute(&mut *connection, order).await?;
        match order.refund {
            // The WIT were taken back already and the money is being refunded: a freeze is not needed.
            Some((_, RefundState::Approved | RefundState::Failed)) => {
                tracing::warn!(order = %order.id, "a payment was disputed while its refund was in progress");
                return Ok(());
            }
            Some((refund, _)) => {
                self.refund_effects
                    .release_lot(&mut *connection, order, notifications)
                    .await?;
                close(&mut *connection, refund, RefundState::Withdrawn).await?;
                order.refund = None;
            }
            None => {}
        }
        self.freeze_for(connection, order, notifications).await
    }

    /// Applies a refund that the provider or a store made without a refund task.
    pub(super) async fn apply_external_refund(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        notifications: &mut Notifications,
    ) -> Result<()> {
        let taken = self
            .claw_back(&mut *connection, order, notifications)
            .await?;
        if taken >= order.amount {
            return self
                .refund_effects
                .refunded(connection, order, notifications)
                .await;
        }
        if let Some((refund, _)) = order.refund.take() {
            close(&mut *connection, refund, RefundState::Withdrawn).await?;
        }
        self.note_dispute(&mut *connection, order).await?;
        self.freeze_for(connection, order, notifications).await
    }

    async fn note_dispute(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
    ) -> Result<()> {
        let now = self.clock.now();
        sqlx::query("update kernel.payment_order set disputed_at = $2 where id = $1")
            .bind(order.id)
            .bind(now)
            .execute(connection)
            .await?;
        order.disputed_at = Some(now);
        Ok(())
    }

    async fn freeze_for(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        notifications: &mut Notifications,
    ) -> Result<()> {
        self.transitions
            .move_to(&mut *connection, order, OrderState::Disputed, notifications)
            .await?;
        let wallet = ledger::balance(&mut *connection, order.account).await?;
        if wallet.is_some_and(|wallet| wallet.state == State::Active) {
            self.states
                .set(
                    &mut *connection,
                    order.account,
                    (State::Frozen, FREEZE_REASON),
                )
                .await?;
        }
        notifications.wallet(order.account);
        let origin = Origin::default();
        let entry = order.entry(kind::PAYMENT_DISPUTED, None, &origin, &[]);
        self.audit.record(&mut *connection, entry).await?;
        let price = order.price;
        self.notifier
            .push_mail(connection, notifications, order.account, |to, language| {
                email_templates::disputed(to, price, language)
            })
            .await
    }

    /// Takes back the available WIT of an order; returns the amount in hundredths.
    pub(super) async fn claw_back(
        &self,
        connection: &mut PgConnection,
        order: &LockedOrder,
        notifications: &mut Notifications,
    ) -> Result<i64> {
        notifications.wallet(order.account);
        let key = Key::of(&["chargeback", &order.id.to_string()]);
        match ledger::claw_back(connection, key, order.id, self.clock.now(), "").await {
            Ok(back) => Ok(back.taken),
            // They were taken back before.
            Err(Failure::Refused(Refusal::LotSpent)) => Ok(0),
            Err(failure) => Err(ledger_error(failure)),
        }
    }
}
