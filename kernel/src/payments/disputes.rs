//! Money that goes back without our doing: chargebacks, and refunds by a store or at the provider's desk.
//! The WIT go back as far as they are there; where they are not, the wallet is frozen until somebody looks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Row};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Failure, Key, Refusal, State};

use super::messages::NOT_DISPUTED;
use super::refunds::close;
use super::registry::OrderRow;
use super::settle::{Locked, lock};
use super::states::{OrderState, RefundState};
use super::told::Told;
use super::{Payments, ledger_error, letters, prose};
use crate::error::{Error, Result};
use crate::identity::audit::kind;
use crate::identity::{By, Origin};
use crate::postgres::begin;

/// What a wallet that is frozen for one says as its reason.
const REASON: &str = "chargeback";

/// How a dispute ended for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DisputeOutcome {
    /// The money stays with us.
    Won,
    /// The money went back.
    Lost,
}

impl DisputeOutcome {
    fn as_str(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
        }
    }

    pub(super) fn read(text: &str) -> Result<Self> {
        match text {
            "won" => Ok(Self::Won),
            "lost" => Ok(Self::Lost),
            other => Err(Error::internal(format!("a dispute ended {other:?}"))),
        }
    }
}

impl Payments {
    /// The payer called a payment back: the wallet is frozen until somebody knows how it ends.
    pub(super) async fn dispute(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        told: &mut Told,
    ) -> Result<()> {
        self.note_dispute(&mut *connection, order).await?;
        match order.refund {
            // The WIT went back already, and so does the money: nothing is left to freeze for.
            Some((_, RefundState::Approved | RefundState::Failed)) => {
                tracing::warn!(order = %order.id, "a payment that is being refunded was called back too");
                return Ok(());
            }
            Some((refund, _)) => {
                self.let_go(&mut *connection, order, told).await?;
                close(&mut *connection, refund, RefundState::Withdrawn).await?;
                order.refund = None;
            }
            None => {}
        }
        self.freeze_for(connection, order, told).await
    }

    /// The provider or a store gave the money back without being told to.
    pub(super) async fn take_back(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        told: &mut Told,
    ) -> Result<()> {
        let taken = self.claw_back(&mut *connection, order, told).await?;
        if taken >= order.amount {
            return self.refunded(connection, order, told).await;
        }
        if let Some((refund, _)) = order.refund.take() {
            close(&mut *connection, refund, RefundState::Withdrawn).await?;
        }
        self.note_dispute(&mut *connection, order).await?;
        self.freeze_for(connection, order, told).await
    }

    async fn note_dispute(&self, connection: &mut PgConnection, order: &mut Locked) -> Result<()> {
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
        order: &mut Locked,
        told: &mut Told,
    ) -> Result<()> {
        self.move_to(&mut *connection, order, OrderState::Disputed, told)
            .await?;
        let wallet = ledger::balance(&mut *connection, order.account).await?;
        if wallet.is_some_and(|wallet| wallet.state == State::Active) {
            ledger::set_state(&mut *connection, order.account, State::Frozen, REASON).await?;
        }
        told.wallet(order.account);
        let origin = Origin::default();
        let entry = order.entry(kind::PAYMENT_DISPUTED, None, &origin, &[]);
        self.identity.record(&mut *connection, entry).await?;
        let price = order.price;
        self.write_to(connection, told, order.account, |to, language| {
            letters::disputed(to, price, language)
        })
        .await
    }

    /// Takes back what is there of an order's WIT; how many hundredths that were.
    async fn claw_back(
        &self,
        connection: &mut PgConnection,
        order: &Locked,
        told: &mut Told,
    ) -> Result<i64> {
        told.wallet(order.account);
        let key = Key::of(&["chargeback", &order.id.to_string()]);
        match ledger::claw_back(connection, key, order.id, self.clock.now(), "").await {
            Ok(back) => Ok(back.taken),
            // Taken back before.
            Err(Failure::Refused(Refusal::LotSpent)) => Ok(0),
            Err(failure) => Err(ledger_error(failure)),
        }
    }

    /// Ends a dispute.
    ///
    /// # Errors
    /// Fields, `order_not_found`, `not_disputed`.
    pub async fn settle_dispute(
        &self,
        by: &By<'_>,
        id: Uuid,
        (outcome, reason): (DisputeOutcome, &str),
    ) -> Result<OrderRow> {
        by.administering()?;
        let reason = prose("reason", reason, 5, 500)?;
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
        let mut told = Told::default();
        let taken = match outcome {
            DisputeOutcome::Won => {
                self.move_to(&mut transaction, &mut order, OrderState::Paid, &mut told)
                    .await?;
                0
            }
            DisputeOutcome::Lost => {
                told.order(order.account, id, order.state);
                self.claw_back(&mut transaction, &order, &mut told).await?
            }
        };
        self.thaw(&mut transaction, &order).await?;
        told.wallet(order.account);
        let more = [
            ("outcome", outcome.as_str().into()),
            ("takenHundredths", taken.into()),
        ];
        let by_whom = Some(by.person.id);
        // Without the staff's address: people read their own logs.
        let origin = Origin::default();
        let entry = order.entry(kind::DISPUTE_SETTLED, by_whom, &origin, &more);
        self.identity.record(&mut transaction, entry).await?;
        let price = order.price;
        self.write_to(
            &mut transaction,
            &mut told,
            order.account,
            |to, language| letters::dispute_settled(to, price, (outcome, taken), &reason, language),
        )
        .await?;
        self.commit(transaction, told).await?;
        self.order_row(id).await
    }

    /// Opens a wallet that was frozen for a dispute, unless there is another one.
    async fn thaw(&self, connection: &mut PgConnection, order: &Locked) -> Result<()> {
        let others: i64 = sqlx::query(
            "select count(*) from kernel.payment_order
             where account_id = $1 and id <> $2 and state = 'disputed' and dispute_settled_at is null",
        )
        .bind(order.account)
        .bind(order.id)
        .fetch_one(&mut *connection)
        .await?
        .get(0);
        let frozen_for_one = ledger::balance(&mut *connection, order.account)
            .await?
            .is_some_and(|wallet| wallet.state == State::Frozen && wallet.reason == REASON);
        // What an administrator froze for another reason stays frozen.
        if others == 0 && frozen_for_one {
            ledger::set_state(connection, order.account, State::Active, "").await?;
        }
        Ok(())
    }
}
