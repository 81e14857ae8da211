//! An order whose row is locked: the fields that decide its next state, and its state changes.

use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::messages::ORDER_NOT_FOUND;
use super::notifications::Notifications;
use super::order_state_machine::{self, OrderSnapshot, OrderState, RefundState};
use super::order_view::money;
use super::price::Money;
use super::provider::ProviderName;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::identity::Origin;
use crate::identity::audit::Entry;

/// The longest interval between two polls of an open order.
const MAX_WAIT: Duration = Duration::minutes(10);
/// The source that ledger entries of payments carry.
pub(super) const SOURCE: &str = "kernel";

/// An order whose row is locked.
pub(super) struct LockedOrder {
    pub(super) id: Uuid,
    pub(super) account: Uuid,
    pub(super) state: OrderState,
    pub(super) provider: ProviderName,
    pub(super) amount: i64,
    pub(super) price: Money,
    pub(super) expires_at: OffsetDateTime,
    pub(super) disputed_at: Option<OffsetDateTime>,
    pub(super) dispute_settled: bool,
    /// Its provider has reported a full refund of the payment.
    pub(super) provider_refunded: bool,
    /// The refund request that is still open.
    pub(super) refund: Option<(Uuid, RefundState)>,
    pub(super) failure: Option<String>,
}

impl LockedOrder {
    pub(super) fn snapshot(&self) -> OrderSnapshot<'_> {
        OrderSnapshot {
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

/// Locks an order's row and reads the fields that decide its next state.
pub(super) async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<LockedOrder> {
    let row = sqlx::query("select * from kernel.payment_order where id = $1 for no key update")
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(ORDER_NOT_FOUND)?;
    // Read after the lock: an order's refund requests are only written under it.
    let refund = sqlx::query(
        "select id, state from kernel.payment_refund
         where order_id = $1 and state in ('requested', 'approved', 'failed')",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    read_locked(&row, refund.as_ref())
}

fn read_locked(row: &PgRow, refund: Option<&PgRow>) -> Result<LockedOrder> {
    let refund = match refund {
        Some(refund) => Some((
            refund.try_get("id")?,
            order_state_machine::read(RefundState::parse, refund.try_get("state")?)?,
        )),
        None => None,
    };
    Ok(LockedOrder {
        id: row.try_get("id")?,
        account: row.try_get("account_id")?,
        state: order_state_machine::read(OrderState::parse, row.try_get("state")?)?,
        provider: ProviderName::parse(row.try_get("provider")?)
            .ok_or_else(|| Error::internal("the order row has an unknown provider"))?,
        amount: row.try_get("amount")?,
        price: money(row)?,
        expires_at: row.try_get("expires_at")?,
        disputed_at: row.try_get("disputed_at")?,
        dispute_settled: row
            .try_get::<Option<OffsetDateTime>, _>("dispute_settled_at")?
            .is_some(),
        provider_refunded: row
            .try_get::<Option<OffsetDateTime>, _>("provider_refunded_at")?
            .is_some(),
        refund,
        failure: row.try_get("failure")?,
    })
}

/// Changes the state of a locked order.
#[derive(Clone)]
pub(super) struct OrderTransitions {
    pub(super) clock: Clock,
}

impl OrderTransitions {
    /// Sets an order's state and queues the notification.
    pub(super) async fn move_to(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        state: OrderState,
        notifications: &mut Notifications,
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
        .bind(next_poll_delay(0))
        .execute(connection)
        .await?;
        order.state = state;
        notifications.order(order.account, order.id, state);
        Ok(())
    }

    pub(super) async fn fail(
        &self,
        connection: &mut PgConnection,
        order: &mut LockedOrder,
        code: &str,
        notifications: &mut Notifications,
    ) -> Result<()> {
        order.failure = Some(code.to_owned());
        self.move_to(connection, order, OrderState::Failed, notifications)
            .await
    }
}

/// The delay before the next poll of a provider, after this many polls.
pub(super) fn next_poll_delay(looks: i32) -> Duration {
    let doubled = Duration::seconds(30) * 2_i32.pow(looks.clamp(0, 10).unsigned_abs());
    doubled.min(MAX_WAIT)
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::next_poll_delay;

    #[test]
    fn poll_delays_grow() {
        assert_eq!(next_poll_delay(0), Duration::seconds(30));
        assert_eq!(next_poll_delay(1), Duration::seconds(60));
        assert_eq!(next_poll_delay(5), Duration::minutes(10));
        assert_eq!(next_poll_delay(i32::MAX), Duration::minutes(10));
    }
}
