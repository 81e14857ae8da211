//! The effects of ending a refund request: on its WIT, its row and its order.

use sqlx::PgConnection;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Failure, Refusal};

use super::email_templates;
use super::locked_order::{LockedOrder, OrderTransitions};
use super::messages::{ORDER_NOT_FOUND, ledger_error};
use super::notifications::{Notifications, Notifier};
use super::order_state_machine::{OrderState, RefundState};
use crate::clock::Clock;
use crate::error::Result;
use crate::identity::Origin;
use crate::identity::audit::{AuditLog, kind};

/// Applies the end of a refund request to a locked order.
#[derive(Clone)]
pub(super) struct RefundEffects {
    pub(super) audit: AuditLog,
    pub(super) clock: Clock,
    pub(super) notifier: Notifier,
    pub(super) transitions: OrderTransitions,
}

impl RefundEffects {
    /// Releases the lot of an unsuccessful request, so that its WIT can be spent again.
    pub(super) async fn release_lot(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        notifications: &mut Notifications,
    ) -> Result<()> {
        match ledger::unreserve_lot(&mut *connection, order.id, self.clock.now()).await {
            // The hold has expired: nothing to release.
            Ok(_) | Err(Failure::Refused(Refusal::HoldEnded | Refusal::NoHold)) => {}
            Err(failure) => return Err(ledger_error(failure)),
        }
        notifications.wallet(order.account);
        self.transitions
            .move_to(connection, order, OrderState::Paid, notifications)
            .await
    }

    /// The provider refunded the payment for a refund task.
    pub(super) async fn refunded(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        notifications: &mut Notifications,
    ) -> Result<()> {
        let mut answer: Option<String> = None;
        if let Some((refund, _)) = order.refund.take() {
            close(&mut *connection, refund, RefundState::Refunded).await?;
            answer = sqlx::query_scalar(
                "update kernel.payment_refund set refunded_at = $2 where id = $1 returning answer",
            )
            .bind(refund)
            .bind(self.clock.now())
            .fetch_one(&mut *connection)
            .await?;
        }
        self.transitions
            .move_to(&mut *connection, order, OrderState::Refunded, notifications)
            .await?;
        let origin = Origin::default();
        let entry = order.entry(kind::PAYMENT_REFUNDED, None, &origin, &[]);
        self.audit.record(&mut *connection, entry).await?;
        let (amount, price) = (order.amount, order.price);
        self.notifier
            .push_mail(connection, notifications, order.account, |to, language| {
                email_templates::refunded(to, amount, price, answer.as_deref(), language)
            })
            .await
    }
}

/// Ends a request without a decision.
pub(super) async fn close(
    connection: &mut PgConnection,
    refund: Uuid,
    state: RefundState,
) -> Result<()> {
    let done = sqlx::query("update kernel.payment_refund set state = $2 where id = $1")
        .bind(refund)
        .bind(state.as_str())
        .execute(connection)
        .await?;
    match done.rows_affected() {
        1 => Ok(()),
        _ => Err(ORDER_NOT_FOUND.into()),
    }
}
