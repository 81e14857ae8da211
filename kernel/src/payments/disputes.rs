//! Chargebacks, and refunds made by a store or in the provider's console. Available WIT are taken back; if they do not
//! suffice, the wallet is frozen until an administrator settles the dispute.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;
use witverse_ledger::{self as ledger, State};

use super::admin_queries::{AdminQueries, OrderRow};
use super::dispute_effects::{DisputeEffects, FREEZE_REASON};
use super::email_templates;
use super::locked_order::{LockedOrder, OrderTransitions, lock};
use super::messages::NOT_DISPUTED;
use super::notifications::{Notifications, Notifier};
use super::order_state_machine::{DisputeOutcome, OrderState};
use crate::clock::Clock;
use crate::error::Result;
use crate::identity::Origin;
use crate::identity::audit::{AuditLog, kind};
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::typed_text::paragraph;

/// Settles disputes for administrators.
#[derive(Clone)]
pub struct Disputes {
    pub(super) audit: AuditLog,
    pub(super) clock: Clock,
    pub(super) pool: PgPool,
    pub(super) admin_queries: AdminQueries,
    pub(super) dispute_effects: DisputeEffects,
    pub(super) notifier: Notifier,
    pub(super) transitions: OrderTransitions,
}

impl Disputes {
    /// Settles a dispute.
    ///
    /// # Errors
    /// Fields, `order_not_found`, `not_disputed`.
    pub async fn settle_dispute(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        (outcome, reason): (DisputeOutcome, &str),
    ) -> Result<OrderRow> {
        let reason = paragraph("reason", reason, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut order = lock(&mut transaction, id).await?;
        if order.state != OrderState::Disputed || order.dispute_settled {
            return Err(NOT_DISPUTED.into());
        }
        sqlx::query(
            "update kernel.payment_order set dispute_outcome = $2, dispute_reason = $3,
                 dispute_settled_by = $4, dispute_settled_at = $5
             where id = $1",
        )
        .bind(id)
        .bind(outcome.as_str())
        .bind(&reason)
        .bind(by.person.id)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        let mut notifications = Notifications::default();
        let taken = match outcome {
            DisputeOutcome::Won => {
                self.transitions
                    .move_to(
                        &mut transaction,
                        &mut order,
                        OrderState::Paid,
                        &mut notifications,
                    )
                    .await?;
                0
            }
            DisputeOutcome::Lost => {
                notifications.order(order.account, id, order.state);
                self.dispute_effects
                    .claw_back(&mut transaction, &order, &mut notifications)
                    .await?
            }
        };
        self.unfreeze_if_undisputed(&mut transaction, &order)
            .await?;
        notifications.wallet(order.account);
        let more = [
            ("outcome", outcome.as_str().into()),
            ("takenHundredths", taken.into()),
        ];
        let by_whom = Some(by.person.id);
        // Without the administrator's address: people can read their own audit log.
        let origin = Origin::default();
        let entry = order.entry(kind::DISPUTE_SETTLED, by_whom, &origin, &more);
        self.audit.record(&mut transaction, entry).await?;
        let price = order.price;
        self.notifier
            .push_mail(
                &mut transaction,
                &mut notifications,
                order.account,
                |to, language| {
                    email_templates::dispute_settled(to, price, (outcome, taken), &reason, language)
                },
            )
            .await?;
        self.notifier.commit(transaction, notifications).await?;
        self.admin_queries.order_row(id).await
    }

    /// Unfreezes a wallet that was frozen for a dispute, unless another dispute is open.
    async fn unfreeze_if_undisputed(
        &self,
        connection: &mut PgConnection,
        order: &LockedOrder,
    ) -> Result<()> {
        let others: i64 = sqlx::query_scalar(
            "select count(*) from kernel.payment_order
             where account_id = $1 and id <> $2 and state = 'disputed' and dispute_settled_at is null",
        )
        .bind(order.account)
        .bind(order.id)
        .fetch_one(&mut *connection)
        .await?;
        let frozen_for_one = ledger::balance(&mut *connection, order.account)
            .await?
            .is_some_and(|wallet| wallet.state == State::Frozen && wallet.reason == FREEZE_REASON);
        // A freeze that an administrator set for another reason stays.
        if others == 0 && frozen_for_one {
            self.dispute_effects
                .states
                .set(connection, order.account, (State::Active, ""))
                .await?;
        }
        Ok(())
    }
}
