//! Refunds by app stores. A refunded transaction is never credited, and credited WIT are taken back, in whichever order the
//! purchase, the refund notice and its reversal arrive.

use std::sync::Arc;

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use super::messages::{PAYMENT_UNAVAILABLE, WEBHOOK_INVALID};
use super::notifications::{Notifications, Notifier};
use super::order_lookup::purchase_of;
use super::provider::{ProviderError, ProviderName, ProviderStatus};
use super::settlement::Settlement;
use super::store::{Apple, Google, RefundChange, RefundNotice, StoreNotice};
use super::webhook::Delivered;
use super::webhook_receipts::WebhookReceipts;
use crate::clock::Clock;
use crate::error::{NOT_FOUND, Result};
use crate::postgres::begin;

/// Applies refunds that an app store reports.
#[derive(Clone)]
pub(super) struct StoreRefunds {
    pub(super) apple: Option<Arc<Apple>>,
    pub(super) clock: Clock,
    pub(super) google: Option<Arc<Google>>,
    pub(super) pool: PgPool,
    pub(super) notifier: Notifier,
    pub(super) settlement: Settlement,
    pub(super) receipts: WebhookReceipts,
}

impl StoreRefunds {
    /// Processes a webhook of a store. Its content is used only if the store's signature or API confirms it.
    ///
    /// # Errors
    /// `not_found` for a store that is not configured, `webhook_invalid`, `payment_unavailable`.
    pub(super) async fn store_notice(
        &self,
        store: ProviderName,
        notice: &Delivered<'_>,
    ) -> Result<()> {
        let now = self.clock.now();
        let StoreNotice { id, refund } = match store {
            ProviderName::Apple => {
                let apple = self.apple.as_ref().ok_or(NOT_FOUND)?;
                apple.read_notice(notice.body, now).map_err(|reason| {
                    tracing::info!(%reason, "an App Store notification was refused");
                    WEBHOOK_INVALID
                })?
            }
            _ => {
                let google = self.google.as_ref().ok_or(NOT_FOUND)?;
                google.read_notice(notice, now).await.map_err(|error| {
                    tracing::info!(%error, "a Google Play notification was refused");
                    match error {
                        ProviderError::Unavailable(_) => PAYMENT_UNAVAILABLE,
                        ProviderError::Refused(_) => WEBHOOK_INVALID,
                    }
                })?
            }
        };
        if self.receipts.was_received(store, &id).await? {
            return Ok(());
        }
        if let Some(refund) = refund {
            self.note_refund(store, &refund).await?;
        }
        self.receipts.received(store, &id).await
    }

    /// Records a refund or its reversal, and takes back the WIT of a refunded transaction that was credited.
    ///
    /// # Errors
    /// `payment_unavailable` if Google has to be asked and does not answer.
    pub(super) async fn note_refund(
        &self,
        store: ProviderName,
        notice: &RefundNotice,
    ) -> Result<()> {
        let transaction_id = &notice.transaction;
        let mut asked = None;
        loop {
            // Google's message only names the purchase token; its API decides whether the purchase was refunded. That call
            // needs the product id, which is known for credited purchases only. No transaction is open during the call.
            if store == ProviderName::Google {
                let mut connection = self.pool.acquire().await?;
                asked = order_of(&mut connection, store, transaction_id).await?;
                drop(connection);
                if let Some((order, _)) = asked
                    && !self.is_voided(order).await?
                {
                    tracing::warn!(%order, change = ?notice.change, "Google reports that a purchase is still valid");
                    return Ok(());
                }
            }
            let mut transaction = begin(&self.pool, "begin").await?;
            lock_transaction(&mut transaction, store, transaction_id).await?;
            let credited = order_of(&mut transaction, store, transaction_id).await?;
            if store == ProviderName::Google && credited != asked {
                // The purchase was credited after the lookup above: ask Google about it.
                transaction.rollback().await?;
                continue;
            }
            let is_refunded = match notice.change {
                RefundChange::Refunded => true,
                // Credited: Google has confirmed above that no quantity is left. Not credited yet: Google's answer at the
                // time of the purchase gives the quantity that is left.
                RefundChange::PartlyRefunded => credited.is_some(),
                RefundChange::Reversed => false,
            };
            let is_recorded = record(&mut transaction, store, notice, is_refunded).await?;
            let mut notifications = Notifications::default();
            match credited {
                None => {
                    tracing::info!(store = store.as_str(), change = ?notice.change, "a refund notice for a purchase that was not credited");
                }
                Some((order, _)) if is_recorded && is_refunded => {
                    self.settlement
                        .apply_provider_status_in(
                            &mut transaction,
                            order,
                            ProviderStatus::Cancelled,
                            &mut notifications,
                        )
                        .await?;
                }
                Some((order, _)) if is_recorded => {
                    // Crediting the WIT again is a decision of two administrators.
                    tracing::warn!(%order, "a store reversed a refund: settle the order's dispute, or correct the wallet");
                }
                Some(_) => {}
            }
            return self.notifier.commit(transaction, notifications).await;
        }
    }

    /// Whether a credited purchase was refunded, according to Google's API.
    async fn is_voided(&self, order: Uuid) -> Result<bool> {
        let mut connection = self.pool.acquire().await?;
        let (product, token) = purchase_of(&mut connection, order).await?;
        drop(connection);
        let google = self.google.as_ref().ok_or(NOT_FOUND)?;
        let is_paid = google.is_paid(&product, &token).await.map_err(|error| {
            tracing::warn!(%error, "Google Play could not be queried");
            PAYMENT_UNAVAILABLE
        })?;
        Ok(!is_paid)
    }
}

/// Locks the row of a store's transaction until the end of the database transaction; true if the store refunded it. Purchases
/// and notices both take this lock first, so that the later of the two sees what the earlier one wrote.
pub(super) async fn lock_transaction(
    connection: &mut PgConnection,
    store: ProviderName,
    transaction_id: &str,
) -> Result<bool> {
    sqlx::query(
        "insert into kernel.store_transaction (store, transaction_id) values ($1, $2)
         on conflict (store, transaction_id) do nothing",
    )
    .bind(store.as_str())
    .bind(transaction_id)
    .execute(&mut *connection)
    .await?;
    Ok(sqlx::query_scalar(
        "select refunded_at is not null from kernel.store_transaction
         where store = $1 and transaction_id = $2 for update",
    )
    .bind(store.as_str())
    .bind(transaction_id)
    .fetch_one(connection)
    .await?)
}

/// Records a notice, unless a newer one was recorded before; returns whether it was recorded. Of two notices with the same
/// time, the refund wins.
async fn record(
    connection: &mut PgConnection,
    store: ProviderName,
    notice: &RefundNotice,
    is_refunded: bool,
) -> Result<bool> {
    if notice.change == RefundChange::PartlyRefunded && !is_refunded {
        return Ok(false);
    }
    let refunded_at: Option<OffsetDateTime> = is_refunded.then_some(notice.at);
    let updated = sqlx::query(
        "update kernel.store_transaction set refunded_at = $3, notified_at = $4
         where store = $1 and transaction_id = $2
           and (notified_at is null or notified_at < $4 or notified_at = $4 and $5)",
    )
    .bind(store.as_str())
    .bind(&notice.transaction)
    .bind(refunded_at)
    .bind(notice.at)
    .bind(is_refunded)
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// The order of a store's transaction that was credited, and its account.
pub(super) async fn order_of(
    connection: &mut PgConnection,
    store: ProviderName,
    transaction_id: &str,
) -> Result<Option<(Uuid, Uuid)>> {
    Ok(sqlx::query_as(
        "select order_id, account_id from kernel.store_purchase
         where store = $1 and transaction_id = $2",
    )
    .bind(store.as_str())
    .bind(transaction_id)
    .fetch_optional(connection)
    .await?)
}
