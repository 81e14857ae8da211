//! An order as shown to people: with its rate, its latest refund request, and the state of its WIT in the wallet.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::DisputeOutcome;
use super::exchange_rates::Rate;
use super::messages::{ORDER_NOT_FOUND, failure};
use super::order_state_machine::{
    self, OrderState, REFUNDABLE, RefundBlocker, RefundState, Refundable, blocker,
};
use super::price::{Currency, Money, wit_shown};
use super::provider::{Checkout, NewPayment, ProviderName, Providers};
use crate::clock::Clock;
use crate::error::{Error, Localized, Result};

/// An order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub id: Uuid,
    pub state: OrderState,
    /// The bought amount, in hundredths of a WIT.
    pub amount_hundredths: i64,
    /// The price; its amount is 0 if a store did not report what it charged.
    pub price: Money,
    /// The exchange rate that the order was placed under.
    pub rate: Rate,
    pub provider: ProviderName,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub expires_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub paid_at: Option<OffsetDateTime>,
    /// How to pay; null once the order can no longer be paid.
    pub checkout: Option<Checkout>,
    /// Why the order failed; null unless it failed.
    pub failure: Option<FailureView>,
    /// The latest refund request; null if there is none or it was withdrawn.
    pub refund: Option<RefundView>,
    pub refundable: bool,
    /// The end of the refund period; null if the order can never be refunded.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub refundable_until: Option<OffsetDateTime>,
    pub refund_blocker: Option<RefundBlocker>,
    /// Set if the payer called the payment back.
    pub dispute: Option<DisputeView>,
}

/// Why an order failed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FailureView {
    /// A code of the error catalogue.
    pub code: String,
    pub message: Localized,
}

/// A request for a refund.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundView {
    pub state: RefundState,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub requested_at: OffsetDateTime,
    pub reason: String,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub decided_at: Option<OffsetDateTime>,
    /// The text of the administrator who decided.
    pub answer: Option<String>,
}

/// A chargeback.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisputeView {
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    /// Null until an administrator has settled the dispute.
    pub outcome: Option<DisputeOutcome>,
    pub reason: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub settled_at: Option<OffsetDateTime>,
}

/// Selects all columns that an order's view needs; the argument continues the query, with the orders as `o`.
macro_rules! order_columns {
    ($rest:literal) => {
        concat!(
            "select o.*, r.version, r.hundredths_per_usd, r.hundredths_per_1000_krw, r.since,
                    f.id as refund_id, f.state as refund_state, f.reason as refund_reason,
                    f.requested_at, f.decided_at, f.answer,
                    l.state as lot_state, l.remaining = l.amount as lot_whole,
                    w.state as wallet_state, w.balance, w.balance - w.held as available
             from kernel.payment_order o
             join kernel.exchange_rate r on r.version = o.rate_version
             left join lateral (
                 select * from kernel.payment_refund f
                 where f.order_id = o.id and f.state <> 'withdrawn'
                 order by f.requested_at desc, f.id desc limit 1
             ) f on true
             left join ledger.lot l on l.id = o.id
             left join ledger.account w on w.id = o.account_id ",
            $rest
        )
    };
}
pub(super) use order_columns;

/// The values of an active wallet and lot in the ledger's tables.
const WALLET_ACTIVE: i16 = 0;
const LOT_LIVE: i16 = 0;

/// Reads orders for their owners.
#[derive(Clone)]
pub(super) struct OrderViews {
    pub(super) clock: Clock,
    pub(super) providers: Providers,
}

impl OrderViews {
    /// Builds an order from a row of [`order_columns`].
    pub(super) fn view(&self, row: &PgRow) -> Result<Order> {
        let now = self.clock.now();
        let state = order_state_machine::read(OrderState::parse, row.try_get("state")?)?;
        let provider = ProviderName::parse(row.try_get("provider")?)
            .ok_or_else(|| Error::internal("the order row has an unknown provider"))?;
        let (id, amount): (Uuid, i64) = (row.try_get("id")?, row.try_get("amount")?);
        let (created_at, expires_at) = (row.try_get("created_at")?, row.try_get("expires_at")?);
        let paid_at: Option<OffsetDateTime> = row.try_get("paid_at")?;
        let price = money(row)?;
        let dispute = dispute(row)?;
        let facts = Refundable {
            state,
            is_store: provider.is_store(),
            paid_at,
            dispute_lost: dispute
                .as_ref()
                .is_some_and(|dispute| dispute.outcome == Some(DisputeOutcome::Lost)),
            is_whole: row.try_get::<Option<bool>, _>("lot_whole")? == Some(true)
                && row.try_get::<Option<i16>, _>("lot_state")? == Some(LOT_LIVE),
            is_frozen: row.try_get::<Option<i16>, _>("wallet_state")? != Some(WALLET_ACTIVE),
            amount,
            available: row
                .try_get::<Option<i64>, _>("available")?
                .unwrap_or_default(),
        };
        let refund_blocker = blocker(&facts, now);
        let payable = state == OrderState::Created && now < expires_at;
        let checkout = self
            .providers
            .by_name(provider)
            .filter(|_| payable)
            .map(|provider| {
                provider.checkout(&NewPayment {
                    id,
                    name: order_name(amount),
                    price,
                    created_at,
                    expires_at,
                    return_path: return_path(id),
                })
            });
        let code: Option<String> = row.try_get("failure")?;
        Ok(Order {
            id,
            state,
            amount_hundredths: amount,
            price,
            rate: Rate::read(row)?,
            provider,
            created_at,
            expires_at,
            paid_at,
            checkout,
            failure: code.map(|code| FailureView {
                message: failure(&code),
                code,
            }),
            refund: refund(row)?,
            refundable: refund_blocker.is_none(),
            refundable_until: paid_at
                .filter(|_| state == OrderState::Paid && !provider.is_store())
                .map(|at| at + REFUNDABLE),
            refund_blocker,
            dispute,
        })
    }

    /// Reads an order by id.
    pub(super) async fn read(&self, connection: &mut PgConnection, id: Uuid) -> Result<Order> {
        let row = sqlx::query(order_columns!("where o.id = $1"))
            .bind(id)
            .fetch_optional(connection)
            .await?
            .ok_or(ORDER_NOT_FOUND)?;
        self.view(&row)
    }
}

/// The name of an order on the provider's page and on a card statement.
pub(super) fn order_name(hundredths: i64) -> String {
    format!("Witverse {} WIT", wit_shown(hundredths))
}

/// The page that a browser returns to after the payment of an order.
pub(super) fn return_path(id: Uuid) -> String {
    format!("/charge/complete?orderId={id}")
}

/// The price of an order.
pub(super) fn money(row: &PgRow) -> Result<Money> {
    let currency = Currency::parse(row.try_get("currency")?)
        .ok_or_else(|| Error::internal("the order row has an unknown currency"))?;
    Ok(Money {
        currency,
        amount_minor: row.try_get("price")?,
    })
}

fn refund(row: &PgRow) -> Result<Option<RefundView>> {
    let Some(state) = row.try_get::<Option<&str>, _>("refund_state")? else {
        return Ok(None);
    };
    Ok(Some(RefundView {
        state: order_state_machine::read(RefundState::parse, state)?,
        requested_at: row.try_get("requested_at")?,
        reason: row.try_get("refund_reason")?,
        decided_at: row.try_get("decided_at")?,
        answer: row.try_get("answer")?,
    }))
}

fn dispute(row: &PgRow) -> Result<Option<DisputeView>> {
    let Some(at) = row.try_get("disputed_at")? else {
        return Ok(None);
    };
    let outcome: Option<&str> = row.try_get("dispute_outcome")?;
    Ok(Some(DisputeView {
        at,
        outcome: outcome.map(DisputeOutcome::read).transpose()?,
        reason: row.try_get("dispute_reason")?,
        settled_at: row.try_get("dispute_settled_at")?,
    }))
}
