//! Orders and refund requests of all people, for administrators.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};
use uuid::Uuid;

use super::messages::ORDER_NOT_FOUND;
use super::order_state_machine::OrderState;
use super::order_view::{Order, OrderViews, order_columns};
use crate::error::Result;
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized};

/// The maximum number of people that a search matches.
const MAX_FOUND: i64 = 200;

/// The filter of a list of refunds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundQueue {
    /// Undecided requests, the oldest first.
    Requested,
    /// All requests, the latest first.
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

/// The owner of an order.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Payer {
    pub id: Uuid,
    pub nickname: Option<String>,
    /// Empty if the account was erased.
    pub email: String,
}

/// An order with its owner.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OrderRow {
    pub order: Order,
    pub person: Payer,
}

/// An order with a refund request, and the owner's balance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundRow {
    pub order: Order,
    pub person: Payer,
    pub balance_hundredths: i64,
}

/// Orders and refund requests of all people, for administrators.
#[derive(Clone)]
pub struct AdminQueries {
    pub(super) pool: PgPool,
    pub(super) views: OrderViews,
}

impl AdminQueries {
    /// A page of orders, newest first; optionally filtered by state, by the beginning of a nickname or email, or by id.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn all_orders(
        &self,
        _by: &Authorized<'_, Administer>,
        (state, search): (Option<OrderState>, Option<&str>),
        window: &Window<PageCursor>,
    ) -> Result<Rows<OrderRow>> {
        let found = match search {
            Some(search) => Some(matching_ids(&self.pool, search).await?),
            None => None,
        };
        let statement = order_columns!(
            "where (o.created_at, o.id) < ($1, $2)
               and ($3::text is null or o.state = $3)
               and ($4::uuid[] is null or o.account_id = any($4) or o.id = any($4))
             order by o.created_at desc, o.id desc limit $5 offset $6"
        );
        let rows = window.read(&self.pool, statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query
                .bind(before.at)
                .bind(before.id)
                .bind(state.map(OrderState::as_str))
                .bind(&found)
        });
        let rows = rows.await?;
        Ok(Rows {
            items: self.with_payers(&rows.items).await?,
            total: rows.total,
        })
    }

    async fn with_payers(&self, rows: &[PgRow]) -> Result<Vec<OrderRow>> {
        let accounts: Vec<Uuid> = rows
            .iter()
            .map(|row| row.try_get("account_id"))
            .collect::<Result<_, _>>()?;
        let people = payers(&self.pool, &accounts).await?;
        let listed = rows.iter().zip(people);
        listed
            .map(|(row, person)| {
                let order = self.views.view(row)?;
                Ok(OrderRow { order, person })
            })
            .collect()
    }

    /// A page of orders with a refund request.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn refunds(
        &self,
        _by: &Authorized<'_, Administer>,
        queue: RefundQueue,
        window: &Window<PageCursor>,
    ) -> Result<Rows<RefundRow>> {
        let (statement, start) = match queue {
            RefundQueue::Requested => (
                order_columns!(
                    "where f.state = 'requested' and o.id in (
                         select q.order_id from kernel.payment_refund q
                         where q.state = 'requested' and (q.requested_at, q.order_id) > ($1, $2)
                         order by q.requested_at, q.order_id limit $3 offset $4)
                     order by f.requested_at, o.id"
                ),
                PageCursor::FIRST,
            ),
            // Each order with its latest request, as its view shows it.
            RefundQueue::All => (
                order_columns!(
                    "where o.id in (
                         select q.order_id from kernel.payment_refund q
                         where q.state <> 'withdrawn' and (q.requested_at, q.order_id) < ($1, $2)
                           and not exists (
                               select 1 from kernel.payment_refund later
                               where later.order_id = q.order_id and later.state <> 'withdrawn'
                                 and (later.requested_at, later.id) > (q.requested_at, q.id))
                         order by q.requested_at desc, q.order_id desc limit $3 offset $4)
                     order by f.requested_at desc, o.id desc"
                ),
                PageCursor::LAST,
            ),
        };
        let rows = window.read(&self.pool, statement, |query, after| {
            let after = after.unwrap_or(&start);
            query.bind(after.at).bind(after.id)
        });
        let rows = rows.await?;
        Ok(Rows {
            items: self.with_balances(&rows.items).await?,
            total: rows.total,
        })
    }

    async fn with_balances(&self, rows: &[PgRow]) -> Result<Vec<RefundRow>> {
        let listed = self.with_payers(rows).await?;
        rows.iter()
            .zip(listed)
            .map(|(row, listed)| {
                let balance: Option<i64> = row.try_get("balance")?;
                Ok(RefundRow {
                    order: listed.order,
                    person: listed.person,
                    balance_hundredths: balance.unwrap_or_default(),
                })
            })
            .collect()
    }

    pub(super) async fn order_row(&self, id: Uuid) -> Result<OrderRow> {
        let row = sqlx::query(order_columns!("where o.id = $1"))
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let listed = self.with_payers(&row).await?.into_iter().next();
        listed.ok_or_else(|| ORDER_NOT_FOUND.into())
    }

    pub(super) async fn refund_row(&self, id: Uuid) -> Result<RefundRow> {
        let row = sqlx::query(order_columns!("where o.id = $1"))
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let listed = self.with_balances(&row).await?.into_iter().next();
        listed.ok_or_else(|| ORDER_NOT_FOUND.into())
    }
}

/// The id itself, or the accounts whose nickname or email begins with the text.
pub(super) async fn matching_ids(pool: &PgPool, search: &str) -> Result<Vec<Uuid>> {
    if let Ok(id) = Uuid::try_parse(search) {
        return Ok(vec![id]);
    }
    let prefix: String = search
        .to_lowercase()
        .chars()
        .flat_map(|c| match c {
            '\\' | '%' | '_' => vec!['\\', c],
            c => vec![c],
        })
        .chain(['%'])
        .collect();
    Ok(sqlx::query_scalar(
        "select id from kernel.account where nickname like $1 or email_key like $1 limit $2",
    )
    .bind(prefix)
    .bind(MAX_FOUND)
    .fetch_all(pool)
    .await?)
}

/// The people of these accounts, in their order.
pub(super) async fn payers(pool: &PgPool, accounts: &[Uuid]) -> Result<Vec<Payer>> {
    let people: Vec<(Uuid, Option<String>, String)> =
        sqlx::query_as("select id, nickname, email from kernel.account where id = any($1)")
            .bind(accounts)
            .fetch_all(pool)
            .await?;
    let payer = |id: &Uuid| {
        let person = people.iter().find(|person| person.0 == *id);
        let (nickname, email) = match person {
            Some((_, nickname, email)) => (nickname.clone(), email.clone()),
            None => (None, String::new()),
        };
        Payer {
            id: *id,
            nickname,
            email,
        }
    };
    Ok(accounts.iter().map(payer).collect())
}
