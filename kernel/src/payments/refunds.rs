//! Refunds: requested within seven days, for WIT that were bought and not spent, and decided by an administrator. While
//! a request is open, its WIT are held. The refund task runs after the commit.

use std::sync::Arc;

use serde_json::json;
use sqlx::{PgConnection, PgPool};
use time::Duration;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Failure, Refusal};

use super::admin_queries::{AdminQueries, RefundRow};
use super::email_templates;
use super::locked_order::{LockedOrder, OrderTransitions, lock};
use super::messages::{REFUND_NOT_POSSIBLE, REFUND_NOT_REQUESTED, ledger_error};
use super::notifications::{Notifications, Notifier};
use super::order_state_machine::{OrderState, RefundBlocker, RefundState};
use super::order_view::{Order, OrderViews};
use super::orders::{Orders, find_own_order};
use super::provider_tasks::{ProviderTask, TaskQueue};
use super::refund_effects::{RefundEffects, close};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{Error, Localized, Problem, Result};
use crate::identity::Origin;
use crate::identity::audit::{AuditLog, kind};
use crate::permissions::{Administer, Authorized};
use crate::plugins::{Registry, publish_of_kernel};
use crate::postgres::begin;
use crate::typed_text::paragraph;

/// Event: {userId, refundId, orderId, hundredths, approved, answer}.
const DECIDED: &str = "kernel.refund.decided@1";

/// How long WIT are held for an undecided refund; the hold is then extended.
pub(super) const HELD: Duration = Duration::days(30);

/// `refund_not_possible`, with the reason in its message.
fn not_possible(blocker: RefundBlocker) -> Error {
    let (ko, en) = match blocker {
        RefundBlocker::TooOld => (
            "결제 후 7일이 지나 환불할 수 없습니다.",
            "This order cannot be refunded: the payment was more than 7 days ago.",
        ),
        RefundBlocker::BalanceTooLow => (
            "사용할 수 있는 잔액이 충전한 수량보다 적어 환불할 수 없습니다.",
            "This order cannot be refunded: your available balance is lower than the amount you topped up.",
        ),
        RefundBlocker::PartlySpent => (
            "충전한 WIT를 사용해 환불할 수 없습니다.",
            "This order cannot be refunded: some of its WIT were spent.",
        ),
        RefundBlocker::AlreadyRefunded => (
            "이미 환불했거나 환불을 신청한 주문입니다.",
            "This order was already refunded, or a refund was already requested.",
        ),
        RefundBlocker::NotPaid => (
            "결제되지 않은 주문은 환불할 수 없습니다.",
            "This order cannot be refunded: it was not paid.",
        ),
        RefundBlocker::Frozen => (
            "지갑이 정지되어 환불할 수 없습니다.",
            "This order cannot be refunded: your wallet is frozen.",
        ),
        RefundBlocker::Store => (
            "앱 스토어에서 구매한 WIT는 해당 스토어에서 환불받을 수 있습니다.",
            "WIT bought in an app store are refunded by that store.",
        ),
    };
    Problem {
        message: Localized::new(ko, en),
        ..REFUND_NOT_POSSIBLE.into()
    }
    .into()
}

/// Refund requests: made by people, decided by administrators.
#[derive(Clone)]
pub struct Refunds {
    pub(super) audit: AuditLog,
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) registry: Arc<Registry>,
    pub(super) admin_queries: AdminQueries,
    pub(super) notifier: Notifier,
    pub(super) transitions: OrderTransitions,
    pub(super) views: OrderViews,
    pub(super) orders: Orders,
    pub(super) refund_effects: RefundEffects,
    pub(super) tasks: TaskQueue,
}

impl Refunds {
    /// Requests a refund of the person's order.
    ///
    /// # Errors
    /// Fields, `order_not_found`, `refund_not_possible`.
    pub async fn request_refund(
        &self,
        me: &Person,
        id: Uuid,
        reason: &str,
        origin: &Origin,
    ) -> Result<Order> {
        let reason = paragraph("reason", reason, 5..=500)?;
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        find_own_order(&mut transaction, me, id).await?;
        let mut order = lock(&mut transaction, id).await?;
        if let Some(blocker) = self.views.read(&mut transaction, id).await?.refund_blocker {
            return Err(not_possible(blocker));
        }
        let refund = self.rng.uuid(self.clock.now_ms());
        // Checks the rules against the ledger, with the wallet locked.
        match ledger::reserve_lot(&mut transaction, id, refund, now, now + HELD).await {
            Ok(_) => {}
            Err(Failure::Refused(Refusal::Insufficient)) => {
                return Err(not_possible(RefundBlocker::BalanceTooLow));
            }
            Err(Failure::Refused(Refusal::LotSpent)) => {
                return Err(not_possible(RefundBlocker::PartlySpent));
            }
            Err(Failure::Refused(Refusal::Frozen | Refusal::Closed)) => {
                return Err(not_possible(RefundBlocker::Frozen));
            }
            Err(failure) => return Err(ledger_error(failure)),
        }
        sqlx::query(
            "insert into kernel.payment_refund
                 (id, order_id, account_id, state, reason, requested_at, hold_id, held_until)
             values ($1, $2, $3, 'requested', $4, $5, $1, $6)",
        )
        .bind(refund)
        .bind(id)
        .bind(order.account)
        .bind(&reason)
        .bind(now)
        .bind(now + HELD)
        .execute(&mut *transaction)
        .await?;
        let mut notifications = Notifications::default();
        self.transitions
            .move_to(
                &mut transaction,
                &mut order,
                OrderState::Refunding,
                &mut notifications,
            )
            .await?;
        notifications.wallet(order.account);
        let entry = order.entry(kind::REFUND_REQUESTED, None, origin, &[]);
        self.audit.record(&mut transaction, entry).await?;
        self.notifier.commit(transaction, notifications).await?;
        self.orders.order(me, id).await
    }

    /// Withdraws an undecided request.
    ///
    /// # Errors
    /// `order_not_found`, `refund_not_requested`.
    pub async fn withdraw_refund(&self, me: &Person, id: Uuid, origin: &Origin) -> Result<Order> {
        let mut transaction = begin(&self.pool, "begin").await?;
        find_own_order(&mut transaction, me, id).await?;
        let mut order = lock(&mut transaction, id).await?;
        let refund = requested(&order)?;
        let mut notifications = Notifications::default();
        self.refund_effects
            .release_lot(&mut transaction, &mut order, &mut notifications)
            .await?;
        close(&mut transaction, refund, RefundState::Withdrawn).await?;
        let entry = order.entry(kind::REFUND_WITHDRAWN, None, origin, &[]);
        self.audit.record(&mut transaction, entry).await?;
        self.notifier.commit(transaction, notifications).await?;
        self.orders.order(me, id).await
    }

    /// Approves a refund: its WIT leave the wallet immediately, and a refund task is queued. If the refund task failed
    /// before, approving again queues it again.
    ///
    /// # Errors
    /// Fields, `order_not_found`, `refund_not_requested`, `wallet_frozen`.
    pub async fn approve_refund(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        answer: &str,
    ) -> Result<RefundRow> {
        let answer = paragraph("answer", answer, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let order = lock(&mut transaction, id).await?;
        let mut notifications = Notifications::default();
        let refund = match order.refund {
            Some((refund, RefundState::Requested)) => {
                match ledger::refund_lot(&mut transaction, id, self.clock.now()).await {
                    Ok(_) => {}
                    // The hold has expired: the WIT are no longer reserved.
                    Err(Failure::Refused(Refusal::HoldEnded | Refusal::NoHold)) => {
                        return Err(REFUND_NOT_REQUESTED.into());
                    }
                    Err(failure) => return Err(ledger_error(failure)),
                }
                notifications.wallet(order.account);
                refund
            }
            Some((refund, RefundState::Failed)) => refund,
            _ => return Err(REFUND_NOT_REQUESTED.into()),
        };
        self.decide(
            &mut transaction,
            by,
            &order,
            refund,
            (RefundState::Approved, &answer),
        )
        .await?;
        self.tasks
            .queue(&mut transaction, ProviderTask::Refund { order: id })
            .await?;
        let by_whom = Some(by.person.id);
        // Without the administrator's address: people can read their own audit log.
        let origin = Origin::default();
        let entry = order.entry(kind::REFUND_APPROVED, by_whom, &origin, &[]);
        self.audit.record(&mut transaction, entry).await?;
        notifications.order(order.account, id, order.state);
        self.notifier.commit(transaction, notifications).await?;
        self.notifier.signals.deliveries.notify_one();
        self.admin_queries.refund_row(id).await
    }

    /// Rejects a refund; its WIT can be spent again.
    ///
    /// # Errors
    /// Fields, `order_not_found`, `refund_not_requested`.
    pub async fn reject_refund(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        answer: &str,
    ) -> Result<RefundRow> {
        let answer = paragraph("answer", answer, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut order = lock(&mut transaction, id).await?;
        let refund = requested(&order)?;
        let mut notifications = Notifications::default();
        self.refund_effects
            .release_lot(&mut transaction, &mut order, &mut notifications)
            .await?;
        self.decide(
            &mut transaction,
            by,
            &order,
            refund,
            (RefundState::Rejected, &answer),
        )
        .await?;
        let by_whom = Some(by.person.id);
        let origin = Origin::default();
        let entry = order.entry(kind::REFUND_REJECTED, by_whom, &origin, &[]);
        self.audit.record(&mut transaction, entry).await?;
        let (account, price) = (order.account, order.price);
        self.notifier
            .push_mail(
                &mut transaction,
                &mut notifications,
                account,
                |to, language| email_templates::refund_rejected(to, price, &answer, language),
            )
            .await?;
        self.notifier.commit(transaction, notifications).await?;
        self.notifier.signals.deliveries.notify_one();
        self.admin_queries.refund_row(id).await
    }

    async fn decide(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Administer>,
        order: &LockedOrder,
        refund: Uuid,
        (state, answer): (RefundState, &str),
    ) -> Result<()> {
        sqlx::query(
            "update kernel.payment_refund set state = $2, answer = $3, decided_by = $4, decided_at = $5
             where id = $1",
        )
        .bind(refund)
        .bind(state.as_str())
        .bind(answer)
        .bind(by.person.id)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        let event = json!({
            "userId": order.account,
            "refundId": refund,
            "orderId": order.id,
            "hundredths": order.amount,
            "approved": state == RefundState::Approved,
            "answer": answer,
        });
        let plugins = self.registry.current();
        publish_of_kernel(
            connection,
            &plugins,
            &self.rng,
            &self.clock,
            DECIDED,
            &event,
        )
        .await
    }
}

/// The id of the undecided request.
fn requested(order: &LockedOrder) -> Result<Uuid> {
    match order.refund {
        Some((refund, RefundState::Requested)) => Ok(refund),
        _ => Err(REFUND_NOT_REQUESTED.into()),
    }
}
