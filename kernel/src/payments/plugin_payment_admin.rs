//! Payments of plugins' orders, for administrators: those whose money was not given back as it should be, and the request to try
//! again. Amounts and states are the kernel's; what was sold is the plugin's and is not shown here.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::admin_queries::{Payer, matching_ids, payers};
use super::messages::{NOTHING_REFUSED, ORDER_NOT_FOUND};
use super::order_state_machine::read;
use super::plugin_payment_state::PluginPaymentState as State;
use super::plugin_payments::{PluginPayments, lock};
use super::price::{Currency, Money};
use super::provider::ProviderName;
use super::provider_tasks::ProviderTask;
use crate::error::{Error, Localized, Result};
use crate::identity::Origin;
use crate::identity::audit::{Entry, kind};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;

/// A refund that its provider has not made after this time needs an administrator.
const STUCK_AFTER: Duration = Duration::hours(1);

/// The filter of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentQueue {
    /// Refused or late refunds and cancellations, and disputes.
    Open,
    /// Paid too late or with another amount.
    Voided,
    All,
}

impl PaymentQueue {
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "open" => Some(Self::Open),
            "voided" => Some(Self::Voided),
            "all" => Some(Self::All),
            _ => None,
        }
    }
}

/// Whether money was given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GivenBack {
    /// The provider is asked.
    Queued,
    /// Queued for an hour: the provider does not answer, or answers later.
    Stuck,
    Done,
    /// The provider has refused it for good.
    Refused,
}

impl GivenBack {
    fn read(state: &str, since: OffsetDateTime, now: OffsetDateTime) -> Result<Self> {
        match state {
            "queued" if since + STUCK_AFTER <= now => Ok(Self::Stuck),
            "queued" => Ok(Self::Queued),
            "done" => Ok(Self::Done),
            "failed" => Ok(Self::Refused),
            other => Err(Error::internal(format!("the refund state {other:?}"))),
        }
    }
}

/// A refund of a payment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginRefundView {
    pub id: Uuid,
    pub won: i64,
    pub state: GivenBack,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub requested_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub ended_at: Option<OffsetDateTime>,
    /// What the provider answered, if it has refused.
    pub refusal: Option<String>,
}

/// The cancellation of a payment that nothing was sold for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VoidView {
    pub state: GivenBack,
    pub refusal: Option<String>,
}

/// A payment for an order of a plugin, with its payer and its refunds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginPaymentRow {
    pub id: Uuid,
    /// The plugin that sells.
    pub plugin: String,
    /// The number of the plugin's order.
    pub reference: String,
    pub title: Localized,
    pub state: State,
    pub price: Money,
    /// Absent until the payment page was opened.
    pub provider: Option<ProviderName>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub paid_at: Option<OffsetDateTime>,
    /// Of a payment that nothing was sold for.
    pub cancellation: Option<VoidView>,
    /// The oldest first.
    pub refunds: Vec<PluginRefundView>,
    /// Whether the provider has refused something that can be requested again.
    pub can_retry: bool,
    pub person: Payer,
}

impl PluginPayments {
    /// A page of payments, the newest first; those of an order or of people if `search` is set.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn payments_of_all(
        &self,
        _by: &Authorized<'_, Administer>,
        (queue, search): (PaymentQueue, Option<&str>),
        window: &Window<PageCursor>,
    ) -> Result<Rows<PluginPaymentRow>> {
        let (accounts, reference) = match search {
            Some(search) => (
                Some(matching_ids(&self.pool, search).await?),
                Some(search.to_lowercase()),
            ),
            None => (None, None),
        };
        let queued = match queue {
            PaymentQueue::Open => {
                "and p.id in (
                     select r.payment_id from kernel.plugin_payment_refund r
                     where r.state <> 'done' and (r.state = 'failed' or coalesce(r.queued_at, r.requested_at) <= $5)
                     union all
                     select v.id from kernel.plugin_payment v
                     where (v.state = 'disputed' or v.void_state in ('queued', 'failed'))
                       and (v.state = 'disputed' or v.void_state = 'failed' or v.void_at <= $5))"
            }
            PaymentQueue::Voided => "and p.state = 'voided' and $5::timestamptz is not null",
            PaymentQueue::All => "and $5::timestamptz is not null",
        };
        let found = match search {
            Some(_) => "and (p.id = any($3::uuid[]) or p.account_id = any($3) or p.reference = $4)",
            None => "and $3::uuid[] is null and $4::text is null",
        };
        let statement = format!(
            "select p.* from kernel.plugin_payment p where (p.created_at, p.id) < ($1, $2) {found} {queued}
             order by p.created_at desc, p.id desc limit $6 offset $7"
        );
        let stuck_since = self.clock.now() - STUCK_AFTER;
        let rows = window.read(&self.pool, &statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query
                .bind(before.at)
                .bind(before.id)
                .bind(accounts.clone())
                .bind(reference.clone())
                .bind(stuck_since)
        });
        let rows = rows.await?;
        Ok(Rows {
            items: self.with_refunds(&rows.items).await?,
            total: rows.total,
        })
    }

    async fn with_refunds(&self, rows: &[PgRow]) -> Result<Vec<PluginPaymentRow>> {
        let now = self.clock.now();
        let ids: Vec<Uuid> = rows
            .iter()
            .map(|row| row.try_get("id"))
            .collect::<Result<_, _>>()?;
        let mut refunds: HashMap<Uuid, Vec<PluginRefundView>> = HashMap::new();
        let all = sqlx::query(
            "select id, payment_id, amount, state, requested_at, coalesce(queued_at, requested_at) as queued_at, ended_at, refusal
             from kernel.plugin_payment_refund where payment_id = any($1) order by requested_at, id",
        )
        .bind(&ids)
        .fetch_all(&self.pool)
        .await?;
        for row in &all {
            let refund = PluginRefundView {
                id: row.try_get("id")?,
                won: row.try_get("amount")?,
                state: GivenBack::read(row.try_get("state")?, row.try_get("queued_at")?, now)?,
                requested_at: row.try_get("requested_at")?,
                ended_at: row.try_get("ended_at")?,
                refusal: row.try_get("refusal")?,
            };
            let payment = row.try_get("payment_id")?;
            refunds.entry(payment).or_default().push(refund);
        }
        let accounts: Vec<Uuid> = rows
            .iter()
            .map(|row| row.try_get("account_id"))
            .collect::<Result<_, _>>()?;
        let people = payers(&self.pool, &accounts).await?;
        let listed = rows.iter().zip(ids).zip(people);
        listed
            .map(|((row, id), person)| {
                let refunds = refunds.remove(&id).unwrap_or_default();
                payment_row(row, (refunds, person), now)
            })
            .collect()
    }

    async fn payment_of_all(&self, id: Uuid) -> Result<PluginPaymentRow> {
        let rows = sqlx::query("select * from kernel.plugin_payment where id = $1")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let listed = self.with_refunds(&rows).await?.into_iter().next();
        listed.ok_or_else(|| ORDER_NOT_FOUND.into())
    }

    /// Requests everything again that the provider has refused to give back. What is queued or done is left alone, so a repeated
    /// call has no second effect.
    ///
    /// # Errors
    /// `order_not_found`, `nothing_refused`.
    pub async fn retry_refused(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
    ) -> Result<PluginPaymentRow> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let payment = lock(&mut transaction, id).await?;
        let tasks = self.queue_refused(&mut transaction, id).await?;
        if tasks == 0 {
            return Err(NOTHING_REFUSED.into());
        }
        let entry = Entry {
            account: payment.account,
            kind: kind::REFUND_REPEATED,
            by: Some(by.person.id),
            // Without the administrator's address: people can read their own audit log.
            origin: &Origin::default(),
            details: json!({ "paymentId": id, "plugin": payment.plugin }),
        };
        self.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        self.signals.deliveries.notify_one();
        self.payment_of_all(id).await
    }

    /// Queues the refused refunds and the refused cancellation of a locked payment; returns how many there were.
    async fn queue_refused(&self, connection: &mut PgConnection, id: Uuid) -> Result<usize> {
        let refunds: Vec<Uuid> = sqlx::query_scalar(
            "update kernel.plugin_payment_refund set state = 'queued', ended_at = null, refusal = null, queued_at = $2
             where payment_id = $1 and state = 'failed' returning id",
        )
        .bind(id)
        .bind(self.clock.now())
        .fetch_all(&mut *connection)
        .await?;
        let voided = sqlx::query(
            "update kernel.plugin_payment set void_state = 'queued', void_refusal = null, void_at = $2
             where id = $1 and void_state = 'failed'",
        )
        .bind(id)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        let void = (voided.rows_affected() == 1).then_some(ProviderTask::Void { payment: id });
        let refunds = refunds
            .into_iter()
            .map(|refund| ProviderTask::RefundPart { refund });
        let tasks: Vec<ProviderTask> = refunds.chain(void).collect();
        for task in &tasks {
            self.tasks.queue(&mut *connection, *task).await?;
        }
        Ok(tasks.len())
    }
}

fn payment_row(
    row: &PgRow,
    (refunds, person): (Vec<PluginRefundView>, Payer),
    now: OffsetDateTime,
) -> Result<PluginPaymentRow> {
    let provider: Option<&str> = row.try_get("provider")?;
    let void: Option<&str> = row.try_get("void_state")?;
    let cancellation = match void {
        Some(state) => Some(VoidView {
            state: GivenBack::read(state, row.try_get("void_at")?, now)?,
            refusal: row.try_get("void_refusal")?,
        }),
        None => None,
    };
    let refused = refunds
        .iter()
        .map(|refund| refund.state)
        .chain(cancellation.as_ref().map(|void| void.state))
        .any(|state| state == GivenBack::Refused);
    Ok(PluginPaymentRow {
        id: row.try_get("id")?,
        plugin: row.try_get("plugin")?,
        reference: row.try_get("reference")?,
        title: Localized::new(
            row.try_get::<String, _>("title_ko")?,
            row.try_get::<String, _>("title_en")?,
        ),
        state: read(State::parse, row.try_get("state")?)?,
        price: Money {
            currency: Currency::Krw,
            amount_minor: row.try_get("price")?,
        },
        provider: provider.and_then(ProviderName::parse),
        created_at: row.try_get("created_at")?,
        paid_at: row.try_get("paid_at")?,
        cancellation,
        refunds,
        can_retry: refused,
        person,
    })
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::GivenBack;

    #[test]
    fn a_refund_that_waits_for_an_hour_is_stuck() {
        let start = OffsetDateTime::UNIX_EPOCH;
        let check = |state: &str, minutes: i64, expect: GivenBack| {
            let now = start + Duration::minutes(minutes);
            let read = GivenBack::read(state, start, now);
            assert!(read.is_ok_and(|read| read == expect), "{state} {minutes}");
        };
        check("queued", 59, GivenBack::Queued);
        check("queued", 60, GivenBack::Stuck);
        check("done", 600, GivenBack::Done);
        check("failed", 1, GivenBack::Refused);
        assert!(GivenBack::read("other", start, start).is_err());
    }
}
