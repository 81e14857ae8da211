//! In-app purchases: a store vouches for what was bought, and each purchase is worth its WIT once, to the one
//! account that brought it first.

use sqlx::{PgConnection, Row};
use uuid::Uuid;

use super::errands::Errand;
use super::messages::{
    ORDER_NOT_FOUND, PAYMENT_NOT_CREDITED, PAYMENT_UNAVAILABLE, PURCHASE_INVALID, PURCHASE_USED,
    WALLET_FROZEN, WEBHOOK_INVALID,
};
use super::price::{Currency, Money};
use super::provider::{ProviderError, ProviderName, Truth};
use super::settle::lock;
use super::states::OrderState;
use super::store::{Bought, StoreNotice};
use super::told::Told;
use super::view::Order;
use super::webhook::Delivered;
use super::{Payments, rate, registry};
use crate::error::{Error, NOT_FOUND, Result};
use crate::identity::Person;
use crate::postgres::begin;

impl Payments {
    /// Credits a purchase in the App Store. Brought again, it is the same order.
    ///
    /// # Errors
    /// `purchase_invalid`, `purchase_used`, `wallet_frozen`.
    pub async fn apple_purchase(&self, me: &Person, signed: &str) -> Result<Order> {
        let apple = self.apple.as_ref().ok_or(PURCHASE_INVALID)?;
        let bought = apple.verify(signed, self.clock.now()).map_err(|reason| {
            tracing::info!(%reason, "a purchase in the App Store is not taken");
            PURCHASE_INVALID
        })?;
        self.bring(me, ProviderName::Apple, bought).await
    }

    /// Credits a purchase in Google Play. Brought again, it is the same order.
    ///
    /// # Errors
    /// `purchase_invalid`, `purchase_used`, `wallet_frozen`, `payment_unavailable`.
    pub async fn google_purchase(&self, me: &Person, product: &str, token: &str) -> Result<Order> {
        let google = self.google.as_ref().ok_or(PURCHASE_INVALID)?;
        let bought = google
            .purchase(product, token)
            .await
            .map_err(|error| match error {
                ProviderError::Unavailable(reason) => {
                    tracing::warn!(reason, "Google Play could not be asked");
                    PAYMENT_UNAVAILABLE
                }
                ProviderError::Refused(reason) => {
                    tracing::info!(reason, "a purchase in Google Play is not taken");
                    PURCHASE_INVALID
                }
            })?;
        self.bring(me, ProviderName::Google, bought).await
    }

    async fn bring(&self, me: &Person, store: ProviderName, bought: Bought) -> Result<Order> {
        // A store that knows for whom it was bought gives it to nobody else.
        if bought.account.is_some_and(|account| account != me.id) {
            return Err(PURCHASE_USED.into());
        }
        if bought.is_revoked {
            return Err(PURCHASE_INVALID.into());
        }
        let wit = self.products.get(&bought.product).ok_or(PURCHASE_INVALID)?;
        let amount = wit
            .checked_mul(bought.quantity)
            .and_then(|wit| wit.checked_mul(100))
            .ok_or(PURCHASE_INVALID)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let id = self.id();
        let first = sqlx::query(
            "insert into kernel.store_purchase
                 (store, transaction_id, account_id, order_id, product, reference, at)
             values ($1, $2, $3, $4, $5, $6, $7) on conflict (store, transaction_id) do nothing",
        )
        .bind(store.as_str())
        .bind(&bought.transaction)
        .bind(me.id)
        .bind(id)
        .bind(&bought.product)
        .bind(&bought.reference)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        if first.rows_affected() == 0 {
            let before = brought(&mut transaction, store, &bought.transaction).await?;
            return match before {
                Some((order, account)) if account == me.id => {
                    self.read(&mut transaction, order).await
                }
                _ => Err(PURCHASE_USED.into()),
            };
        }
        self.insert(&mut transaction, me, id, store, &bought, amount)
            .await?;
        let mut order = lock(&mut transaction, id).await?;
        let (mut told, price) = (Told::default(), order.price);
        let paid = Truth::Paid {
            money: Some(price),
            disputed: false,
        };
        let step = super::states::next(&order.standing(), paid, self.clock.now());
        self.apply(&mut transaction, &mut order, step, &mut told)
            .await?;
        if order.state != OrderState::Paid {
            // Nothing is kept: the same purchase can be brought again once the wallet is open.
            tracing::warn!(
                code = PAYMENT_NOT_CREDITED.code,
                "a purchase waits for its wallet"
            );
            return Err(WALLET_FROZEN.into());
        }
        if store == ProviderName::Google {
            self.queue(&mut transaction, Errand::Consume { order: id })
                .await?;
        }
        self.commit(transaction, told).await?;
        let mut connection = self.pool.acquire().await?;
        self.read(&mut connection, id).await
    }

    async fn insert(
        &self,
        connection: &mut PgConnection,
        me: &Person,
        id: Uuid,
        store: ProviderName,
        bought: &Bought,
        amount: i64,
    ) -> Result<()> {
        let now = self.clock.now();
        let rate = rate::current(&mut *connection).await?;
        let price = bought.price.unwrap_or(Money {
            currency: Currency::Krw,
            amount_minor: 0,
        });
        sqlx::query(
            "insert into kernel.payment_order (id, account_id, state, amount, currency, price,
                 rate_version, provider, product, created_at, expires_at, moved_at)
             values ($1, $2, 'created', $3, $4, $5, $6, $7, $8, $9, $9, $9)",
        )
        .bind(id)
        .bind(me.id)
        .bind(amount)
        .bind(price.currency.as_str())
        .bind(price.amount_minor)
        .bind(rate.version)
        .bind(store.as_str())
        .bind(&bought.product)
        .bind(now)
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Takes a notice of a store: what it says is believed only where the store itself vouches for it.
    ///
    /// # Errors
    /// `not_found` for a store that is not configured, `webhook_invalid`, `payment_unavailable`.
    pub(super) async fn store_notice(
        &self,
        store: ProviderName,
        notice: &Delivered<'_>,
    ) -> Result<()> {
        let now = self.clock.now();
        let told = match store {
            ProviderName::Apple => {
                let apple = self.apple.as_ref().ok_or(NOT_FOUND)?;
                apple.read_notice(notice.body, now).map_err(|reason| {
                    tracing::info!(%reason, "a notice in Apple's name is not taken");
                    WEBHOOK_INVALID
                })?
            }
            _ => {
                let google = self.google.as_ref().ok_or(NOT_FOUND)?;
                google.read_notice(notice, now).await.map_err(|error| {
                    tracing::info!(%error, "a notice in Google's name is not taken");
                    match error {
                        ProviderError::Unavailable(_) => PAYMENT_UNAVAILABLE,
                        ProviderError::Refused(_) => WEBHOOK_INVALID,
                    }
                })?
            }
        };
        let StoreNotice { id, revoked } = told;
        if self.was_received(store, &id).await? {
            return Ok(());
        }
        if let Some(transaction) = revoked {
            self.revoke(store, &transaction).await?;
        }
        self.received(store, &id).await
    }

    /// Whether Google says, when it is asked, that a purchase was taken back.
    async fn is_voided(&self, order: Uuid) -> Result<bool> {
        let mut connection = self.pool.acquire().await?;
        let (product, token) = registry::purchase_of(&mut connection, order).await?;
        drop(connection);
        let google = self.google.as_ref().ok_or(NOT_FOUND)?;
        match google.purchase(&product, &token).await {
            Ok(bought) => Ok(bought.is_revoked),
            // What Google no longer knows of is nobody's any more.
            Err(ProviderError::Refused(_)) => Ok(true),
            Err(ProviderError::Unavailable(reason)) => {
                tracing::warn!(reason, "Google Play could not be asked");
                Err(PAYMENT_UNAVAILABLE.into())
            }
        }
    }

    /// A store gave the money back.
    async fn revoke(&self, store: ProviderName, purchase: &str) -> Result<()> {
        let mut connection = self.pool.acquire().await?;
        let Some((order, _)) = brought(&mut connection, store, purchase).await? else {
            tracing::warn!(
                store = store.as_str(),
                "a refund of a purchase that nobody brought"
            );
            return Ok(());
        };
        drop(connection);
        if store == ProviderName::Google && !self.is_voided(order).await? {
            return Ok(());
        }
        match self.learn(order, Truth::Cancelled).await {
            Err(Error::Problem(problem)) if problem.code == ORDER_NOT_FOUND.code => Ok(()),
            done => done,
        }
    }
}

/// The order of a purchase and whose it is.
async fn brought(
    connection: &mut PgConnection,
    store: ProviderName,
    transaction: &str,
) -> Result<Option<(Uuid, Uuid)>> {
    let row = sqlx::query(
        "select order_id, account_id from kernel.store_purchase
         where store = $1 and transaction_id = $2",
    )
    .bind(store.as_str())
    .bind(transaction)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| (row.get("order_id"), row.get("account_id"))))
}
