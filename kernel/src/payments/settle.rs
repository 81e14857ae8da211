//! The one place where a payment becomes WIT, and where it stops being: whatever a provider says of an order
//! ends here, whoever asked, and is worth at most one credit.

use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Failure, Key};

use super::errands::Errand;
use super::letters;
use super::messages::{
    ORDER_NOT_FOUND, PAYMENT_AMOUNT_MISMATCH, PAYMENT_DECLINED, PAYMENT_NOT_CREDITED,
    PAYMENT_UNAVAILABLE,
};
use super::price::Money;
use super::provider::{ProviderName, Truth};
use super::states::{OrderState, RefundState, Standing, Step, next};
use super::told::Told;
use super::view::money;
use super::{Payments, ledger_error, states};
use crate::error::{Error, Result};
use crate::identity::Origin;
use crate::identity::audit::{Entry, kind};
use crate::postgres::begin;

/// The longest that a provider is not asked about an order that is open.
const MAX_WAIT: Duration = Duration::minutes(10);
/// What the ledger's rows say of where a movement comes from.
pub(super) const SOURCE: &str = "kernel";

/// An order whose row is locked.
pub(super) struct Locked {
    pub(super) id: Uuid,
    pub(super) account: Uuid,
    pub(super) state: OrderState,
    pub(super) provider: ProviderName,
    pub(super) amount: i64,
    pub(super) price: Money,
    pub(super) expires_at: OffsetDateTime,
    pub(super) disputed_at: Option<OffsetDateTime>,
    pub(super) dispute_settled: bool,
    /// Its provider has reported that the payment was refunded in full.
    provider_refunded: bool,
    /// The request for a refund that is not yet over.
    pub(super) refund: Option<(Uuid, RefundState)>,
    failure: Option<String>,
}

impl Locked {
    pub(super) fn standing(&self) -> Standing<'_> {
        Standing {
            state: self.state,
            price: self.price,
            expires_at: self.expires_at,
            failure: self.failure.as_deref(),
            was_disputed: self.disputed_at.is_some(),
            provider_refunded: self.provider_refunded,
            refund: self.refund.map(|(_, state)| state),
        }
    }

    pub(super) fn entry<'a>(
        &self,
        kind: &'a str,
        by: Option<Uuid>,
        origin: &'a Origin,
        more: &[(&str, serde_json::Value)],
    ) -> Entry<'a> {
        let mut details = json!({ "orderId": self.id, "amountHundredths": self.amount });
        for (name, value) in more {
            details[*name] = value.clone();
        }
        Entry {
            account: self.account,
            kind,
            by,
            origin,
            details,
        }
    }
}

/// Locks an order, and reads what of it decides.
pub(super) async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Locked> {
    let row = sqlx::query("select * from kernel.payment_order where id = $1 for no key update")
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(ORDER_NOT_FOUND)?;
    // After the lock: requests of this order are written under it only.
    let refund = sqlx::query(
        "select id, state from kernel.payment_refund
         where order_id = $1 and state in ('requested', 'approved', 'failed')",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    read_locked(&row, refund.as_ref())
}

fn read_locked(row: &PgRow, refund: Option<&PgRow>) -> Result<Locked> {
    let refund = match refund {
        Some(refund) => Some((
            refund.get("id"),
            states::read(RefundState::parse, refund.get("state"))?,
        )),
        None => None,
    };
    Ok(Locked {
        id: row.get("id"),
        account: row.get("account_id"),
        state: states::read(OrderState::parse, row.get("state"))?,
        provider: ProviderName::parse(row.get("provider"))
            .ok_or_else(|| Error::internal("an order of no provider"))?,
        amount: row.get("amount"),
        price: money(row)?,
        expires_at: row.get("expires_at"),
        disputed_at: row.get("disputed_at"),
        dispute_settled: row
            .get::<Option<OffsetDateTime>, _>("dispute_settled_at")
            .is_some(),
        provider_refunded: row
            .get::<Option<OffsetDateTime>, _>("provider_refunded_at")
            .is_some(),
        refund,
        failure: row.get("failure"),
    })
}

impl Payments {
    /// Asks an order's provider what happened and does what follows. Harmless any number of times, at the
    /// same moment too.
    ///
    /// # Errors
    /// `order_not_found`, `payment_unavailable`, the database's.
    pub(super) async fn settle(&self, id: Uuid) -> Result<()> {
        let row = sqlx::query("select provider from kernel.payment_order where id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?
            .ok_or(ORDER_NOT_FOUND)?;
        let name = ProviderName::parse(row.get("provider"));
        let Some(provider) = name.and_then(|name| self.provider(name)) else {
            return Ok(());
        };
        let truth = provider.fetch(id).await.map_err(|error| {
            tracing::warn!(order = %id, %error, "a provider could not be asked");
            PAYMENT_UNAVAILABLE
        })?;
        self.learn(id, truth).await
    }

    /// Does what follows from what a provider said, in one transaction.
    pub(super) async fn learn(&self, id: Uuid, truth: Truth) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut told = Told::default();
        self.learn_in(&mut transaction, id, truth, &mut told)
            .await?;
        self.commit(transaction, told).await
    }

    /// Does what follows from what a provider said, in the caller's transaction.
    pub(super) async fn learn_in(
        &self,
        connection: &mut PgConnection,
        id: Uuid,
        truth: Truth,
        told: &mut Told,
    ) -> Result<()> {
        let now = self.clock.now();
        let mut order = lock(&mut *connection, id).await?;
        if truth == Truth::Cancelled && !order.provider_refunded {
            sqlx::query("update kernel.payment_order set provider_refunded_at = $2 where id = $1")
                .bind(id)
                .bind(now)
                .execute(&mut *connection)
                .await?;
            order.provider_refunded = true;
        }
        let mut steps = 0;
        // A step may make way for another: what was paid and called back is first credited, then disputed.
        loop {
            let step = next(&order.standing(), truth, now);
            if step == Step::Nothing {
                return Ok(());
            }
            steps += 1;
            if steps > 4 {
                return Err(Error::internal(format!("order {id} goes round in circles")));
            }
            tracing::info!(order = %id, ?truth, ?step, from = order.state.as_str(), "an order moves");
            self.apply(&mut *connection, &mut order, step, told).await?;
        }
    }

    /// Does one step with an order that is locked.
    pub(super) async fn apply(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        step: Step,
        told: &mut Told,
    ) -> Result<()> {
        match step {
            Step::Nothing => Ok(()),
            Step::Wait => {
                self.move_to(connection, order, OrderState::Pending, told)
                    .await
            }
            Step::Credit => self.credit(connection, order, told).await,
            Step::Mismatch => {
                self.give_back(connection, order, PAYMENT_AMOUNT_MISMATCH.code, told)
                    .await
            }
            Step::Decline => {
                self.fail(connection, order, PAYMENT_DECLINED.code, told)
                    .await
            }
            Step::Cancel => {
                self.move_to(connection, order, OrderState::Cancelled, told)
                    .await
            }
            Step::Expire => {
                if let Some(provider) = self.provider(order.provider) {
                    provider.abandon(&mut *connection, order.id).await?;
                }
                self.move_to(connection, order, OrderState::Expired, told)
                    .await
            }
            Step::Dispute => self.dispute(connection, order, told).await,
            Step::TakeBack => self.take_back(connection, order, told).await,
            Step::Refunded => self.refunded(connection, order, told).await,
        }
    }

    /// Puts an order into a state and says so.
    pub(super) async fn move_to(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        state: OrderState,
        told: &mut Told,
    ) -> Result<()> {
        let now = self.clock.now();
        let open = matches!(state, OrderState::Created | OrderState::Pending);
        sqlx::query(
            "update kernel.payment_order set state = $2, moved_at = $3, failure = $4,
                 paid_at = case when $2 = 'paid' then coalesce(paid_at, $3) else paid_at end,
                 look_at = case when $5 then least(coalesce(look_at, $3 + $6), $3 + $6) end
             where id = $1",
        )
        .bind(order.id)
        .bind(state.as_str())
        .bind(now)
        .bind(
            order
                .failure
                .as_deref()
                .filter(|_| state == OrderState::Failed),
        )
        .bind(open)
        .bind(looks_again(0))
        .execute(connection)
        .await?;
        order.state = state;
        told.order(order.account, order.id, state);
        Ok(())
    }

    async fn fail(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        code: &str,
        told: &mut Told,
    ) -> Result<()> {
        order.failure = Some(code.to_owned());
        self.move_to(connection, order, OrderState::Failed, told)
            .await
    }

    /// A payment that is worth nothing goes back to whoever paid it.
    async fn give_back(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        code: &str,
        told: &mut Told,
    ) -> Result<()> {
        tracing::warn!(order = %order.id, code, "a payment is given back");
        self.fail(connection, order, code, told).await?;
        let price = order.price;
        self.write_to(connection, told, order.account, |to, language| {
            letters::given_back(to, price, code, language)
        })
        .await?;
        self.queue(connection, Errand::Cancel { order: order.id })
            .await
    }

    async fn credit(
        &self,
        connection: &mut PgConnection,
        order: &mut Locked,
        told: &mut Told,
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
            // Frozen, closed or full: nobody could ever spend it.
            Err(Failure::Refused(refusal)) => {
                tracing::warn!(order = %order.id, ?refusal, "a payment cannot be credited");
                return self
                    .give_back(connection, order, PAYMENT_NOT_CREDITED.code, told)
                    .await;
            }
            Err(failure) => return Err(ledger_error(failure)),
        }
        order.failure = None;
        self.move_to(connection, order, OrderState::Paid, told)
            .await?;
        told.wallet(order.account);
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
        self.identity.record(&mut *connection, entry).await?;
        let (id, amount, price) = (order.id, order.amount, order.price);
        let link = format!("{}/charge/complete?orderId={id}", self.base);
        self.write_to(connection, told, order.account, |to, language| {
            letters::receipt(to, (id, amount, price), now, &link, language)
        })
        .await
    }
}

/// How long to wait before a provider is asked again, after so many times.
pub(super) fn looks_again(looks: i32) -> Duration {
    let doubled = Duration::seconds(30) * 2_i32.pow(looks.clamp(0, 10).unsigned_abs());
    doubled.min(MAX_WAIT)
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::looks_again;

    #[test]
    fn a_provider_is_asked_less_and_less_often() {
        assert_eq!(looks_again(0), Duration::seconds(30));
        assert_eq!(looks_again(1), Duration::seconds(60));
        assert_eq!(looks_again(5), Duration::minutes(10));
        assert_eq!(looks_again(i32::MAX), Duration::minutes(10));
    }
}
