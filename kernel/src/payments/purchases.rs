//! In-app purchases: the store's signature or answer proves a purchase. Each purchase is credited once, to the account
//! that the store names.

use std::collections::BTreeMap;
use std::sync::Arc;

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::exchange_rates;
use super::locked_order::lock;
use super::messages::{
    PAYMENT_NOT_CREDITED, PAYMENT_UNAVAILABLE, PURCHASE_INVALID, PURCHASE_USED, WALLET_FROZEN,
};
use super::notifications::{Notifications, Notifier};
use super::order_state_machine::OrderState;
use super::order_view::{Order, OrderViews};
use super::price::{Currency, Money};
use super::provider::{ProviderError, ProviderName, ProviderStatus};
use super::provider_tasks::{ProviderTask, TaskQueue};
use super::settlement::Settlement;
use super::store::{Apple, Bought, Google, RefundChange, RefundNotice};
use super::store_refunds::{StoreRefunds, lock_transaction, order_of};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};
use crate::postgres::begin;

/// Credits in-app purchases.
#[derive(Clone)]
pub struct StorePurchases {
    pub(super) apple: Option<Arc<Apple>>,
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) google: Option<Arc<Google>>,
    pub(super) pool: PgPool,
    pub(super) products: Arc<BTreeMap<String, i64>>,
    pub(super) notifier: Notifier,
    pub(super) views: OrderViews,
    pub(super) settlement: Settlement,
    pub(super) store_refunds: StoreRefunds,
    pub(super) tasks: TaskQueue,
}

impl StorePurchases {
    /// Credits a purchase in the App Store. Idempotent: the same purchase returns the same order.
    ///
    /// # Errors
    /// `purchase_invalid`, `purchase_used`, `wallet_frozen`, `payment_unavailable` if Apple has to be asked and does
    /// not answer.
    pub async fn apple_purchase(&self, me: &Person, signed: &str) -> Result<Order> {
        let apple = self.apple.as_ref().ok_or(PURCHASE_INVALID)?;
        let store = ProviderName::Apple;
        let now = self.clock.now();
        let brought = apple.verify(signed, now).map_err(|reason| {
            tracing::info!(%reason, "a purchase in the App Store is refused");
            PURCHASE_INVALID
        })?;
        self.check_creditable(me, store, &brought).await?;
        // A purchase that was credited before returns its order, independently of the age of the signature.
        let mut connection = self.pool.acquire().await?;
        if let Some(order) = self.credited(&mut connection, me, store, &brought).await? {
            return Ok(order);
        }
        drop(connection);
        let current = apple
            .current(brought, now)
            .await
            .map_err(|error| not_confirmed(store, error))?;
        self.check_creditable(me, store, &current).await?;
        self.credit(me, store, current).await
    }

    /// Credits a purchase in Google Play. Idempotent: the same purchase returns the same order.
    ///
    /// # Errors
    /// `purchase_invalid`, `purchase_used`, `wallet_frozen`, `payment_unavailable`.
    pub async fn google_purchase(&self, me: &Person, product: &str, token: &str) -> Result<Order> {
        let google = self.google.as_ref().ok_or(PURCHASE_INVALID)?;
        let store = ProviderName::Google;
        let bought = google
            .purchase(product, token)
            .await
            .map_err(|error| not_confirmed(store, error))?;
        self.check_creditable(me, store, &bought).await?;
        self.credit(me, store, bought).await
    }

    /// Refuses a purchase of another account, and one that was refunded. The refund is recorded, so that earlier signed
    /// copies of the transaction are refused too.
    async fn check_creditable(
        &self,
        me: &Person,
        store: ProviderName,
        bought: &Bought,
    ) -> Result<()> {
        if bought.account != me.id {
            return Err(PURCHASE_USED.into());
        }
        if bought.is_revoked {
            let refund = RefundNotice {
                transaction: bought.transaction.clone(),
                change: RefundChange::Refunded,
                at: bought.as_of,
            };
            self.store_refunds.note_refund(store, &refund).await?;
            return Err(PURCHASE_INVALID.into());
        }
        Ok(())
    }

    /// The order of a purchase that was credited before.
    async fn credited(
        &self,
        connection: &mut PgConnection,
        me: &Person,
        store: ProviderName,
        bought: &Bought,
    ) -> Result<Option<Order>> {
        match order_of(&mut *connection, store, &bought.transaction).await? {
            None => Ok(None),
            Some((order, account)) if account == me.id => {
                self.views.read(connection, order).await.map(Some)
            }
            Some(_) => Err(PURCHASE_USED.into()),
        }
    }

    async fn credit(&self, me: &Person, store: ProviderName, bought: Bought) -> Result<Order> {
        let wit = self.products.get(&bought.product).ok_or(PURCHASE_INVALID)?;
        let amount = wit
            .checked_mul(bought.quantity)
            .and_then(|wit| wit.checked_mul(100))
            .ok_or(PURCHASE_INVALID)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let is_refunded = lock_transaction(&mut transaction, store, &bought.transaction).await?;
        if let Some(order) = self.credited(&mut transaction, me, store, &bought).await? {
            return Ok(order);
        }
        if is_refunded || bought.is_consumed {
            tracing::info!(
                store = store.as_str(),
                is_refunded,
                "a purchase that was refunded or consumed is not taken"
            );
            return Err(PURCHASE_INVALID.into());
        }
        let id = self.rng.uuid(self.clock.now_ms());
        sqlx::query(
            "insert into kernel.store_purchase
                 (store, transaction_id, account_id, order_id, product, reference, at)
             values ($1, $2, $3, $4, $5, $6, $7)",
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
        self.insert(&mut transaction, me, id, store, &bought, amount)
            .await?;
        let mut order = lock(&mut transaction, id).await?;
        let (mut notifications, price) = (Notifications::default(), order.price);
        let paid = ProviderStatus::Paid {
            money: Some(price),
            disputed: false,
        };
        let step = super::order_state_machine::next(&order.snapshot(), paid, self.clock.now());
        self.settlement
            .apply(&mut transaction, &mut order, step, &mut notifications)
            .await?;
        if order.state != OrderState::Paid {
            // Nothing is stored: the same purchase can be submitted again once the wallet is active.
            tracing::warn!(
                code = PAYMENT_NOT_CREDITED.code,
                "a purchase waits for its wallet"
            );
            return Err(WALLET_FROZEN.into());
        }
        if store == ProviderName::Google {
            self.tasks
                .queue(&mut transaction, ProviderTask::Consume { order: id })
                .await?;
        }
        self.notifier.commit(transaction, notifications).await?;
        let mut connection = self.pool.acquire().await?;
        self.views.read(&mut connection, id).await
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
        let rate = exchange_rates::current(&mut *connection).await?;
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
}

/// The error of a store that does not answer, or that does not confirm a purchase.
fn not_confirmed(store: ProviderName, error: ProviderError) -> Error {
    let store = store.as_str();
    match error {
        ProviderError::Unavailable(reason) => {
            tracing::warn!(store, reason, "an app store could not be queried");
            PAYMENT_UNAVAILABLE.into()
        }
        ProviderError::Refused(reason) => {
            tracing::info!(store, reason, "a purchase is refused");
            PURCHASE_INVALID.into()
        }
    }
}
