//! Payments by card of plugins in a unit of work, through the functions of `kernel_api`.

use time::OffsetDateTime;
use uuid::Uuid;

use super::UnitOfWork;

/// A payment that a plugin opens.
#[derive(Clone, Debug)]
pub struct PluginPaymentOrder {
    pub id: Uuid,
    pub plugin: String,
    pub reference: String,
    pub payer: Uuid,
    /// Won.
    pub price: i64,
    pub title_ko: String,
    pub title_en: String,
    pub return_path: String,
    pub at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// A request for a refund of a plugin's payment.
#[derive(Clone, Debug)]
pub struct PluginRefund {
    pub plugin: String,
    pub reference: String,
    pub key: String,
    /// Won.
    pub amount: i64,
    /// The ids of the refund and of the delivery, if they are new.
    pub refund: Uuid,
    pub delivery: Uuid,
    pub at: OffsetDateTime,
}

/// A payment as a plugin sees it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PluginPaymentRow {
    pub id: Uuid,
    pub account_id: Uuid,
    pub state: String,
    pub price: i64,
    pub refunded: i64,
    pub expires_at: OffsetDateTime,
}

impl UnitOfWork {
    /// Opens a payment. The outcome is empty, or `conflict`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn payment_open(&mut self, new: PluginPaymentOrder) -> Result<String, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome = sqlx::query_scalar(
            "select kernel_api.payment_open($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(new.id)
        .bind(new.plugin)
        .bind(new.reference)
        .bind(new.payer)
        .bind(new.price)
        .bind(new.title_ko)
        .bind(new.title_en)
        .bind(new.return_path)
        .bind(new.at)
        .bind(new.expires_at)
        .fetch_one(self.kernel().await?)
        .await;
        self.record_error(outcome)
    }

    /// A payment of a plugin.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn payment_find(
        &mut self,
        plugin: &str,
        reference: &str,
    ) -> Result<Option<PluginPaymentRow>, sqlx::Error> {
        let row = sqlx::query_as(
            "select id, account_id, state, price, refunded, expires_at from kernel_api.payment_find($1, $2)",
        )
        .bind(plugin)
        .bind(reference)
        .fetch_optional(self.kernel().await?)
        .await;
        self.record_error(row)
    }

    /// Ends an unpaid payment. The outcome is empty, `missing` or `state`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn payment_cancel(
        &mut self,
        plugin: &str,
        reference: &str,
        now: OffsetDateTime,
    ) -> Result<String, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome = sqlx::query_scalar("select kernel_api.payment_cancel($1, $2, $3)")
            .bind(plugin)
            .bind(reference)
            .bind(now)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(outcome)
    }

    /// Requests a refund. The outcome is empty, `missing`, `state`, `conflict` or `too_much`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn payment_refund(&mut self, new: PluginRefund) -> Result<String, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome =
            sqlx::query_scalar("select kernel_api.payment_refund($1, $2, $3, $4, $5, $6, $7)")
                .bind(new.plugin)
                .bind(new.reference)
                .bind(new.key)
                .bind(new.amount)
                .bind(new.refund)
                .bind(new.delivery)
                .bind(new.at)
                .fetch_one(self.kernel().await?)
                .await;
        self.record_error(outcome)
    }
}
