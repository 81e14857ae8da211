//! Refunds: asked for within seven days, for WIT that was bought and not touched, decided by an
//! administrator. While one is open, its WIT are held; the provider is told after the commit.

use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Failure, Refusal};

use super::errands::Errand;
use super::messages::{ORDER_NOT_FOUND, REFUND_NOT_POSSIBLE, REFUND_NOT_REQUESTED};
use super::orders::own;
use super::registry::RefundRow;
use super::settle::{Locked, lock};
use super::states::{OrderState, RefundBlocker, RefundState};
use super::told::Told;
use super::view::Order;
use super::{Payments, ledger_error, letters, prose};
use crate::error::{Error, Localized, Problem, Result};
use crate::identity::audit::kind;
use crate::identity::{By, Origin, Person};
use crate::postgres::begin;

/// How long WIT are held for a refund that nobody has decided; held for longer then.
pub(super) const HELD: Duration = Duration::days(30);

/// Which refunds a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundQueue {
    /// What waits to be decided, the longest waiting first.
    Requested,
    /// Everything, the latest first.
    All,
}

impl RefundQueue {
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "requested" => Some(Self::Requested),
            "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// `refund_not_possible`, with why in its message.
fn not_possible(blocker: RefundBlocker) -> Error {
    let (ko, en) = match blocker {
        RefundBlocker::TooOld => (
            "결제 후 7일이 지나 환불할 수 없습니다.",
            "More than 7 days have passed since the payment, so it cannot be refunded.",
        ),
        RefundBlocker::BalanceTooLow => (
            "쓸 수 있는 잔액이 충전한 WIT보다 적어 환불할 수 없습니다.",
            "Your available balance is less than the WIT you bought, so it cannot be refunded.",
        ),
        RefundBlocker::PartlySpent => (
            "충전한 WIT를 일부 사용해 환불할 수 없습니다.",
            "Some of the WIT you bought were spent, so it cannot be refunded.",
        ),
        RefundBlocker::AlreadyRefunded => (
            "이미 환불했거나 환불을 요청한 주문입니다.",
            "This order was refunded, or a refund was requested, before.",
        ),
        RefundBlocker::NotPaid => (
            "결제되지 않은 주문은 환불할 수 없습니다.",
            "An order that is not paid cannot be refunded.",
        ),
        RefundBlocker::Frozen => (
            "지갑이 동결되어 환불할 수 없습니다.",
            "Your wallet is frozen, so it cannot be refunded.",
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

impl Payments {
    /// Asks for one's money back.
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
        let reason = prose("reason", reason, 5, 500)?;
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        own(&mut transaction, me, id).await?;
        let mut order = lock(&mut transaction, id).await?;
        if let Some(blocker) = self.read(&mut transaction, id).await?.refund_blocker {
            return Err(not_possible(blocker));
        }
        let refund = self.id();
        // The rules as the ledger sees them now, with the wallet locked.
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
        let mut told = Told::default();
        self.move_to(
            &mut transaction,
            &mut order,
            OrderState::Refunding,
            &mut told,
        )
        .await?;
        told.wallet(order.account);
        let entry = order.entry(kind::REFUND_REQUESTED, None, origin, &[]);
        self.identity.record(&mut transaction, entry).await?;
        self.commit(transaction, told).await?;
        self.order(me, id).await
    }

    /// Takes a request back that nobody has decided.
    ///
    /// # Errors
    /// `order_not_found`, `refund_not_requested`.
    pub async fn withdraw_refund(&self, me: &Person, id: Uuid, origin: &Origin) -> Result<Order> {
        let mut transaction = begin(&self.pool, "begin").await?;
        own(&mut transaction, me, id).await?;
        let mut order = lock(&mut transaction, id).await?;
        let refund = requested(&order)?;
        let mut told = Told::default();
        self.let_go(&mut transaction, &mut order, &mut told).await?;
        close(&mut transaction, refund, RefundState::Withdrawn).await?;
        let entry = order.entry(kind::REFUND_WITHDRAWN, None, origin, &[]);
        self.identity.record(&mut transaction, entry).await?;
        self.commit(transaction, told).await?;
        self.order(me, id).await
    }

    /// Grants a refund: its WIT go back at once, and the provider is told. Granting one that the provider
    /// did not do tells it once more.
    ///
    /// # Errors
    /// Fields, `order_not_found`, `refund_not_requested`, `wallet_frozen`.
    pub async fn approve_refund(&self, by: &By<'_>, id: Uuid, answer: &str) -> Result<RefundRow> {
        by.administering()?;
        let answer = prose("answer", answer, 5, 500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let order = lock(&mut transaction, id).await?;
        let mut told = Told::default();
        let refund = match order.refund {
            Some((refund, RefundState::Requested)) => {
                match ledger::refund_lot(&mut transaction, id, self.clock.now()).await {
                    Ok(_) => {}
                    // The hold ended while nobody looked: there is nothing to grant.
                    Err(Failure::Refused(Refusal::HoldEnded | Refusal::NoHold)) => {
                        return Err(REFUND_NOT_REQUESTED.into());
                    }
                    Err(failure) => return Err(ledger_error(failure)),
                }
                told.wallet(order.account);
                refund
            }
            Some((refund, RefundState::Failed)) => refund,
            _ => return Err(REFUND_NOT_REQUESTED.into()),
        };
        self.decide(
            &mut transaction,
            by,
            refund,
            (RefundState::Approved, &answer),
        )
        .await?;
        self.queue(&mut transaction, Errand::Refund { order: id })
            .await?;
        let by_whom = Some(by.person.id);
        // Without the staff's address: people read their own logs.
        let origin = Origin::default();
        let entry = order.entry(kind::REFUND_APPROVED, by_whom, &origin, &[]);
        self.identity.record(&mut transaction, entry).await?;
        told.order(order.account, id, order.state);
        self.commit(transaction, told).await?;
        self.refund_row(id).await
    }

    /// Refuses a refund; its WIT can be spent again.
    ///
    /// # Errors
    /// Fields, `order_not_found`, `refund_not_requested`.
    pub async fn reject_refund(&self, by: &By<'_>, id: Uuid, answer: &str) -> Result<RefundRow> {
        by.administering()?;
        let answer = prose("answer", answer, 5, 500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut order = lock(&mut transaction, id).await?;
        let refund = requested(&order)?;
        let mut told = Told::default();
        self.let_go(&mut transaction, &mut order, &mut told).await?;
        self.decide(
            &mut transaction,
            by,
            refund,
            (RefundState::Rejected, &answer),
        )
        .await?;
        let by_whom = Some(by.person.id);
        let origin = Origin::default();
        let entry = order.entry(kind::REFUND_REJECTED, by_whom, &origin, &[]);
        self.identity.record(&mut transaction, entry).await?;
        let (account, price) = (order.account, order.price);
        self.write_to(&mut transaction, &mut told, account, |to, language| {
            letters::refund_rejected(to, price, &answer, language)
        })
        .await?;
        self.commit(transaction, told).await?;
        self.refund_row(id).await
    }

    /// The WIT of a request that came to nothing can be spent again.
    pub(super) async fn let_go(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        told: &mut Told,
    ) -> Result<()> {
        match ledger::unreserve_lot(&mut *connection, order.id, self.clock.now()).await {
            // Where the hold has ended by itself there is nothing to let go of.
            Ok(_) | Err(Failure::Refused(Refusal::HoldEnded | Refusal::NoHold)) => {}
            Err(failure) => return Err(ledger_error(failure)),
        }
        told.wallet(order.account);
        self.move_to(connection, order, OrderState::Paid, told)
            .await
    }

    async fn decide(
        &self,
        connection: &mut PgConnection,
        by: &By<'_>,
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
        .execute(connection)
        .await?;
        Ok(())
    }

    /// The provider gave the money back, as it was told to.
    pub(super) async fn refunded(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        told: &mut Told,
    ) -> Result<()> {
        if let Some((refund, _)) = order.refund.take() {
            close(&mut *connection, refund, RefundState::Refunded).await?;
            sqlx::query("update kernel.payment_refund set refunded_at = $2 where id = $1")
                .bind(refund)
                .bind(self.clock.now())
                .execute(&mut *connection)
                .await?;
        }
        self.move_to(&mut *connection, order, OrderState::Refunded, told)
            .await?;
        let origin = Origin::default();
        let entry = order.entry(kind::PAYMENT_REFUNDED, None, &origin, &[]);
        self.identity.record(&mut *connection, entry).await?;
        let (amount, price) = (order.amount, order.price);
        self.write_to(connection, told, order.account, |to, language| {
            letters::refunded(to, amount, price, language)
        })
        .await
    }
}

/// The request that waits to be decided.
fn requested(order: &Locked) -> Result<Uuid> {
    match order.refund {
        Some((refund, RefundState::Requested)) => Ok(refund),
        _ => Err(REFUND_NOT_REQUESTED.into()),
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
