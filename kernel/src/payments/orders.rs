//! Orders: placed at the current rate, paid at a provider, or cancelled.

use schemars::JsonSchema;
use serde::Deserialize;
use sqlx::{PgConnection, PgPool, Row};
use time::Duration;
use uuid::Uuid;
use witverse_ledger::{self as ledger, State};

use super::exchange_rates;
use super::locked_order::{OrderTransitions, lock, next_poll_delay};
use super::messages::{
    AGREEMENT_REQUIRED, ORDER_LIMIT, ORDER_NOT_FOUND, ORDER_NOT_PAYABLE, WALLET_CLOSED,
    WALLET_FROZEN,
};
use super::notifications::{Notifications, Notifier};
use super::order_state_machine::OrderState;
use super::order_view::{Order, OrderViews, order_columns, order_name, return_path};
use super::price::{Currency, hundredths, price};
use super::provider::{NewPayment, Providers};
use super::settlement::Settlement;
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{FieldProblem, IDEMPOTENCY_MISMATCH, Localized, Problem, Result};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::postgres::begin;

/// How long a new order can be paid.
const PAYABLE: Duration = Duration::minutes(60);
/// The maximum number of unpaid open orders of one person.
const MAX_OPEN: i64 = 5;

/// The input of a new order.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewOrder {
    /// Whole WIT, 100 to 1000000.
    pub wit: i64,
    pub currency: Currency,
    /// Whether the person agreed to the terms; must be true.
    pub agreed: bool,
}

/// A placed order.
#[derive(Debug)]
pub struct Placed {
    pub order: Order,
    /// The order was placed before, with the same idempotency key.
    pub replayed: bool,
}

/// Places, reads, confirms and cancels orders of the signed-in person.
#[derive(Clone)]
pub struct Orders {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) providers: Providers,
    pub(super) notifier: Notifier,
    pub(super) transitions: OrderTransitions,
    pub(super) views: OrderViews,
    pub(super) settlement: Settlement,
}

impl Orders {
    /// Places an order. Idempotent: the same key returns the same order.
    ///
    /// # Errors
    /// `agreement_required`, `amount_invalid`, `order_limit`, `wallet_frozen`, `wallet_closed`,
    /// `idempotency_key_reused`.
    pub async fn place(&self, me: &Person, new: &NewOrder, key: Option<&str>) -> Result<Placed> {
        if !new.agreed {
            let message = Localized::new(AGREEMENT_REQUIRED.ko, AGREEMENT_REQUIRED.en);
            let field = FieldProblem {
                field: "agreed".into(),
                message,
            };
            return Err(Problem {
                fields: vec![field],
                ..AGREEMENT_REQUIRED.into()
            }
            .into());
        }
        let amount = hundredths(new.wit)?;
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        // Locks the account, so that the limit holds for concurrent requests and a key is looked up before it is used.
        sqlx::query("select 1 from kernel.account where id = $1 for no key update")
            .bind(me.id)
            .execute(&mut *transaction)
            .await?;
        if let Some(key) = key
            && let Some(before) = placed(&mut transaction, me.id, key).await?
        {
            if before.try_get::<i64, _>("amount")? != amount
                || before.try_get::<&str, _>("currency")? != new.currency.as_str()
            {
                return Err(IDEMPOTENCY_MISMATCH.into());
            }
            let order = self
                .views
                .read(&mut transaction, before.try_get("id")?)
                .await?;
            return Ok(Placed {
                order,
                replayed: true,
            });
        }
        match ledger::balance(&mut transaction, me.id).await? {
            Some(wallet) if wallet.state == State::Frozen => return Err(WALLET_FROZEN.into()),
            Some(wallet) if wallet.state == State::Closed => return Err(WALLET_CLOSED.into()),
            _ => {}
        }
        if open_orders(&mut transaction, me.id, now).await? >= MAX_OPEN {
            return Err(ORDER_LIMIT.into());
        }
        let rate = exchange_rates::current(&mut transaction).await?;
        let id = self.rng.uuid(self.clock.now_ms());
        let payment = NewPayment {
            id,
            name: order_name(amount),
            price: price(amount, new.currency, &rate),
            created_at: now,
            expires_at: now + PAYABLE,
            return_path: return_path(id),
        };
        sqlx::query(
            "insert into kernel.payment_order (id, account_id, state, amount, currency, price, rate_version,
                 provider, idempotency_key, created_at, expires_at, moved_at, look_at)
             values ($1, $2, 'created', $3, $4, $5, $6, $7, $8, $9, $10, $9, $11)",
        )
        .bind(payment.id)
        .bind(me.id)
        .bind(amount)
        .bind(new.currency.as_str())
        .bind(payment.price.amount_minor)
        .bind(rate.version)
        .bind(self.providers.current().name().as_str())
        .bind(key)
        .bind(now)
        .bind(payment.expires_at)
        .bind(now + next_poll_delay(0))
        .execute(&mut *transaction)
        .await?;
        self.providers
            .current()
            .prepare(&mut transaction, &payment)
            .await?;
        let order = self.views.read(&mut transaction, payment.id).await?;
        transaction.commit().await?;
        Ok(Placed {
            order,
            replayed: false,
        })
    }

    /// A page of the person's orders, newest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn orders(&self, me: &Person, window: &Window<PageCursor>) -> Result<Rows<Order>> {
        let rows = window.read(
            &self.pool,
            order_columns!(
                "where o.account_id = $1 and (o.created_at, o.id) < ($2, $3)
                 order by o.created_at desc, o.id desc limit $4 offset $5"
            ),
            |query, before| {
                let before = before.unwrap_or(&PageCursor::LAST);
                query.bind(me.id).bind(before.at).bind(before.id)
            },
        );
        rows.await?.read(|row| self.views.view(row))
    }

    /// One order of the person.
    ///
    /// # Errors
    /// `order_not_found`, also for an order of another person.
    pub async fn order(&self, me: &Person, id: Uuid) -> Result<Order> {
        let mut connection = self.pool.acquire().await?;
        find_own_order(&mut connection, me, id).await?;
        self.views.read(&mut connection, id).await
    }

    /// Asks the provider about the payment of an order and applies the answer. Idempotent.
    ///
    /// # Errors
    /// `order_not_found`, `payment_unavailable`.
    pub async fn confirm(&self, me: &Person, id: Uuid) -> Result<Order> {
        // No database connection is held during the provider call.
        let before = self.order(me, id).await?;
        let may_move = matches!(
            before.state,
            OrderState::Created
                | OrderState::Pending
                | OrderState::Expired
                | OrderState::Cancelled
                | OrderState::Failed
        );
        if !may_move {
            return Ok(before);
        }
        self.settlement.settle(id).await?;
        self.order(me, id).await
    }

    /// Cancels an unpaid order.
    ///
    /// # Errors
    /// `order_not_found`; `order_not_payable` for an order that is paid, being paid or ended.
    pub async fn cancel(&self, me: &Person, id: Uuid) -> Result<Order> {
        let before = self.order(me, id).await?;
        if before.state == OrderState::Created
            && let Err(error) = self.settlement.settle(id).await
        {
            // Cancelling does not wait for the provider: a later payment still counts.
            tracing::warn!(order = %id, %error, "an order is cancelled without an answer of its provider");
        }
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut order = lock(&mut transaction, id).await?;
        if order.state != OrderState::Created {
            return Err(ORDER_NOT_PAYABLE.into());
        }
        if let Some(provider) = self.providers.by_name(order.provider) {
            provider.abandon(&mut transaction, id).await?;
        }
        let mut notifications = Notifications::default();
        self.transitions
            .move_to(
                &mut transaction,
                &mut order,
                OrderState::Cancelled,
                &mut notifications,
            )
            .await?;
        self.notifier.commit(transaction, notifications).await?;
        self.order(me, id).await
    }
}

/// Reports an order of another person as not found.
pub(super) async fn find_own_order(
    connection: &mut PgConnection,
    me: &Person,
    id: Uuid,
) -> Result<()> {
    let known = sqlx::query("select 1 from kernel.payment_order where id = $1 and account_id = $2")
        .bind(id)
        .bind(me.id)
        .fetch_optional(connection)
        .await?;
    known.map(|_| ()).ok_or_else(|| ORDER_NOT_FOUND.into())
}

async fn placed(
    connection: &mut PgConnection,
    person: Uuid,
    key: &str,
) -> Result<Option<sqlx::postgres::PgRow>> {
    let row = sqlx::query(
        "select id, amount, currency from kernel.payment_order
         where account_id = $1 and idempotency_key = $2",
    )
    .bind(person)
    .bind(key)
    .fetch_optional(connection)
    .await?;
    Ok(row)
}

async fn open_orders(
    connection: &mut PgConnection,
    person: Uuid,
    now: time::OffsetDateTime,
) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "select count(*) from kernel.payment_order
         where account_id = $1 and state = 'created' and expires_at > $2",
    )
    .bind(person)
    .bind(now)
    .fetch_one(connection)
    .await?)
}
