//! Payments that plugins open for their orders: the checkout, the provider's status, refunds, and the event to the plugin.
//! The plugin decides amount and order; the payer, the provider and the state are the kernel's. Recharges of WIT are in
//! `orders.rs` and share only the providers; refunds are in `plugin_payment_refunds.rs`, declined attempts in
//! `plugin_payment_declines.rs`.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::locked_order::next_poll_delay;
use super::messages::{ORDER_NOT_FOUND, ORDER_NOT_PAYABLE, PAYMENT_UNAVAILABLE};
use super::order_state_machine::read;
use super::plugin_payment_declines::{self as declines, DeclinedAttempts};
use super::plugin_payment_state::{PATIENCE, PluginPaymentState as State, Snapshot, WATCHED, next};
use super::price::{Currency, Money};
use super::provider::{
    Checkout, NewPayment, PaymentProvider, ProviderError, ProviderName, ProviderStatus, Providers,
    Report,
};
use super::provider_tasks::{ProviderTask, TaskQueue};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{Error, Localized, Result};
use crate::identity::audit::AuditLog;
use crate::plugins::{Registry, publish_to_plugin};
use crate::postgres::begin;
use crate::unit_of_work::Signals;

/// The event to the plugin after a change.
const CHANGED: &str = "kernel.payment.changed@1";
/// How many payments one round polls.
const BATCH: i64 = 20;

/// A payment for an order of a plugin, as its payer sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PluginPayment {
    pub id: Uuid,
    /// The plugin that sells.
    pub plugin: String,
    pub title: Localized,
    pub state: State,
    pub price: Money,
    /// Requested refunds in won.
    pub refunded_won: i64,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub expires_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub paid_at: Option<OffsetDateTime>,
    /// The path of the page to return to.
    pub return_path: String,
    /// The declined attempts; null without one. Another attempt can be made while the payment is open.
    pub declined: Option<DeclinedAttempts>,
    /// How to pay; null until the checkout was opened, and once the payment can no longer be made.
    pub checkout: Option<Checkout>,
}

/// A refund that was made, or that the provider refused.
#[derive(Clone, Copy)]
pub(super) struct RefundNews<'a> {
    pub(super) key: &'a str,
    pub(super) amount: i64,
    pub(super) has_failed: bool,
}

/// A payment whose row is locked.
pub(super) struct Locked {
    pub(super) id: Uuid,
    pub(super) account: Uuid,
    pub(super) plugin: String,
    pub(super) reference: String,
    pub(super) state: State,
    pub(super) price: i64,
    pub(super) refunded: i64,
    pub(super) provider: Option<ProviderName>,
    pub(super) expires_at: OffsetDateTime,
}

/// Payments for the orders of plugins.
#[derive(Clone)]
pub struct PluginPayments {
    pub(super) audit: AuditLog,
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) providers: Providers,
    pub(super) registry: Arc<Registry>,
    pub(super) signals: Signals,
    pub(super) tasks: TaskQueue,
}

impl PluginPayments {
    /// A payment of the person.
    ///
    /// # Errors
    /// `order_not_found`.
    pub async fn payment(&self, me: &Person, id: Uuid) -> Result<PluginPayment> {
        let row =
            sqlx::query("select * from kernel.plugin_payment where id = $1 and account_id = $2")
                .bind(id)
                .bind(me.id)
                .fetch_optional(&self.pool)
                .await?
                .ok_or(ORDER_NOT_FOUND)?;
        self.view(&row, declines::of_payment(&self.pool, id).await?)
    }

    /// Opens the checkout: registers the payment with the provider, once. A checkout that was opened before is opened again for
    /// another attempt, after the provider was asked about the last one.
    ///
    /// # Errors
    /// `order_not_found`, `order_not_payable`, `declined_too_often`, `payment_unavailable`.
    pub async fn checkout(&self, me: &Person, id: Uuid) -> Result<PluginPayment> {
        if self.payment(me, id).await?.checkout.is_some() {
            self.settle(id).await?;
        }
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        let row = sqlx::query(
            "select * from kernel.plugin_payment where id = $1 and account_id = $2 for no key update",
        )
        .bind(id)
        .bind(me.id)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(ORDER_NOT_FOUND)?;
        let state = read(State::parse, row.try_get("state")?)?;
        if state != State::Created || row.try_get::<OffsetDateTime, _>("expires_at")? <= now {
            return Err(ORDER_NOT_PAYABLE.into());
        }
        declines::check_person(&mut transaction, me.id, now).await?;
        let opened_before = row.try_get("provider")?;
        let provider = match self.provider_named(opened_before) {
            Some(provider) => {
                provider.reopen(&mut transaction, id).await?;
                provider
            }
            // The provider of the payment is no longer configured.
            None if opened_before.is_some() => return Err(PAYMENT_UNAVAILABLE.into()),
            None => {
                let provider = self.providers.current();
                provider
                    .prepare(&mut transaction, &new_payment(&row)?)
                    .await?;
                provider
            }
        };
        sqlx::query(
            "update kernel.plugin_payment set provider = $2, openings = openings + 1, looks = 0, look_at = least(look_at, $3)
             where id = $1",
        )
        .bind(id)
        .bind(provider.name().as_str())
        .bind(now + next_poll_delay(0))
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        self.payment(me, id).await
    }

    /// Queries the provider about a payment of the person and applies its status. Idempotent.
    ///
    /// # Errors
    /// `order_not_found`, `payment_unavailable`.
    pub async fn confirm(&self, me: &Person, id: Uuid) -> Result<PluginPayment> {
        self.payment(me, id).await?;
        self.settle(id).await?;
        self.payment(me, id).await
    }

    /// Asks the provider of a payment for its status and applies it. Idempotent, also for concurrent calls.
    ///
    /// # Errors
    /// `order_not_found`, `payment_unavailable`, the database's.
    pub(super) async fn settle(&self, id: Uuid) -> Result<()> {
        let name: Option<String> =
            sqlx::query_scalar("select provider from kernel.plugin_payment where id = $1")
                .bind(id)
                .fetch_optional(&self.pool)
                .await?
                .ok_or(ORDER_NOT_FOUND)?;
        let report = match self.provider_named(name.as_deref()) {
            Some(provider) => match provider.fetch(id).await {
                Ok(report) => report,
                Err(error) => {
                    tracing::warn!(payment = %id, %error, "a payment provider could not be queried");
                    return self.expire_unreachable(id).await;
                }
            },
            None => ProviderStatus::Unpaid.into(),
        };
        self.apply(id, report).await
    }

    /// Expires a payment whose provider cannot be reached for long; if it was paid, it is refunded later.
    async fn expire_unreachable(&self, id: Uuid) -> Result<()> {
        let expires_at: OffsetDateTime =
            sqlx::query_scalar("select expires_at from kernel.plugin_payment where id = $1")
                .bind(id)
                .fetch_one(&self.pool)
                .await?;
        if expires_at + PATIENCE <= self.clock.now() {
            return self.apply(id, ProviderStatus::Unpaid.into()).await;
        }
        Err(PAYMENT_UNAVAILABLE.into())
    }

    async fn apply(&self, id: Uuid, report: Report) -> Result<()> {
        let (now, status) = (self.clock.now(), report.status);
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut payment = lock(&mut transaction, id).await?;
        let is_declined = match &report.decline {
            Some(decline) if payment.state == State::Created => {
                declines::record(&mut transaction, id, decline, now).await?
            }
            _ => false,
        };
        let declined = declines::of_payment(&mut *transaction, id).await?;
        let snapshot = Snapshot {
            state: payment.state,
            price: payment.price,
            expires_at: payment.expires_at,
            declines: declined.map_or(0, |declined| declined.count),
        };
        let unpaid_end = matches!(
            payment.state,
            State::Cancelled | State::Expired | State::Failed
        ) && matches!(status, ProviderStatus::Unpaid | ProviderStatus::Failed);
        match next(snapshot, status, now) {
            None if unpaid_end => self.abandon(&mut transaction, &payment).await?,
            None if is_declined => self.publish(&mut transaction, &payment, None).await?,
            None => {}
            Some(state) => {
                tracing::debug!(payment = %id, ?status, ?state, from = payment.state.as_str(), "a payment changes its state");
                if matches!(state, State::Expired | State::Failed) {
                    self.abandon(&mut transaction, &payment).await?;
                }
                if state == State::Voided {
                    self.tasks
                        .queue(&mut transaction, ProviderTask::Void { payment: id })
                        .await?;
                }
                self.move_to(&mut transaction, &mut payment, state).await?;
                self.publish(&mut transaction, &payment, None).await?;
            }
        }
        transaction.commit().await?;
        self.signals.deliveries.notify_one();
        Ok(())
    }

    /// Tells the provider that a payment is no longer wanted.
    async fn abandon(&self, connection: &mut PgConnection, payment: &Locked) -> Result<()> {
        match payment
            .provider
            .and_then(|name| self.providers.by_name(name))
        {
            Some(provider) => provider.abandon(connection, payment.id).await,
            None => Ok(()),
        }
    }

    pub(super) async fn move_to(
        &self,
        connection: &mut PgConnection,
        payment: &mut Locked,
        state: State,
    ) -> Result<()> {
        // Closed and unpaid payments are polled for a while: a late one must be refunded.
        let watched = matches!(state, State::Expired | State::Failed) && payment.provider.is_some();
        sqlx::query(
            "update kernel.plugin_payment set state = $2, moved_at = $3,
                 paid_at = case when $2 = 'paid' then coalesce(paid_at, $3) else paid_at end,
                 looks = 0, look_at = case when $4 then $3 + $5 end,
                 void_state = case when $2 = 'voided' then 'queued' end,
                 void_at = case when $2 = 'voided' then $3 end
             where id = $1",
        )
        .bind(payment.id)
        .bind(state.as_str())
        .bind(self.clock.now())
        .bind(watched)
        .bind(next_poll_delay(0))
        .execute(connection)
        .await?;
        payment.state = state;
        Ok(())
    }

    /// Queues the event for the plugin that opened the payment.
    pub(super) async fn publish(
        &self,
        connection: &mut PgConnection,
        payment: &Locked,
        refund: Option<RefundNews<'_>>,
    ) -> Result<()> {
        let plugins = self.registry.current();
        let declined = declines::of_payment(&mut *connection, payment.id).await?;
        let content = json!({
            "paymentId": payment.id,
            "reference": payment.reference,
            "state": payment.state,
            "refundedWon": payment.refunded,
            "refundKey": refund.map(|refund| refund.key),
            "refundWon": refund.map(|refund| refund.amount),
            "refundFailed": refund.is_some_and(|refund| refund.has_failed),
            "declined": declined,
        });
        let time = (&self.rng, &self.clock);
        publish_to_plugin(
            connection,
            &plugins,
            time,
            &payment.plugin,
            CHANGED,
            &content,
        )
        .await
    }

    /// Polls the provider about payments that may change: a webhook may have been lost.
    pub(super) async fn poll(&self) -> Result<()> {
        let now = self.clock.now();
        let due: Vec<(Uuid, i32)> = sqlx::query_as(
            "select id, looks from kernel.plugin_payment
             where look_at <= $1 order by look_at, id limit $2",
        )
        .bind(now)
        .bind(BATCH)
        .fetch_all(&self.pool)
        .await?;
        for (id, looks) in due {
            // Stores the time of the next poll before this poll, so that a payment whose poll fails does not block the
            // others.
            let taken = sqlx::query(
                "update kernel.plugin_payment set looks = looks + 1,
                     look_at = case when state = 'created' and expires_at > $3 then least($3 + $4, expires_at)
                                    when state <> 'created' and expires_at + $5 <= $3 then null
                                    else $3 + $4 end
                 where id = $1 and looks = $2 and look_at <= $3",
            )
            .bind(id)
            .bind(looks)
            .bind(now)
            .bind(next_poll_delay(looks + 1))
            .bind(WATCHED)
            .execute(&self.pool)
            .await?;
            if taken.rows_affected() == 1
                && let Err(error) = self.settle(id).await
            {
                tracing::warn!(payment = %id, %error, "a payment could not be polled");
            }
        }
        Ok(())
    }

    fn provider_named(&self, name: Option<&str>) -> Option<&dyn PaymentProvider> {
        self.providers.by_name(name.and_then(ProviderName::parse)?)
    }

    pub(super) fn required(
        &self,
        name: Option<ProviderName>,
    ) -> std::result::Result<&dyn PaymentProvider, ProviderError> {
        name.and_then(|name| self.providers.by_name(name))
            .ok_or_else(|| ProviderError::Refused("its provider is not configured".into()))
    }

    fn view(&self, row: &PgRow, declined: Option<DeclinedAttempts>) -> Result<PluginPayment> {
        let state = read(State::parse, row.try_get("state")?)?;
        let payment = new_payment(row)?;
        let payable = state == State::Created && self.clock.now() < payment.expires_at;
        let provider = self.provider_named(row.try_get("provider")?);
        Ok(PluginPayment {
            id: payment.id,
            plugin: row.try_get("plugin")?,
            title: Localized::new(
                row.try_get::<String, _>("title_ko")?,
                row.try_get::<String, _>("title_en")?,
            ),
            state,
            price: payment.price,
            refunded_won: row.try_get("refunded")?,
            created_at: payment.created_at,
            expires_at: payment.expires_at,
            paid_at: row.try_get("paid_at")?,
            return_path: payment.return_path.clone(),
            declined,
            checkout: provider
                .filter(|_| payable)
                .map(|provider| provider.checkout(&payment)),
        })
    }
}

/// The payment as it is registered with the provider.
fn new_payment(row: &PgRow) -> Result<NewPayment> {
    Ok(NewPayment {
        id: row.try_get("id")?,
        name: row.try_get("title_ko")?,
        price: Money {
            currency: Currency::Krw,
            amount_minor: row.try_get("price")?,
        },
        created_at: row.try_get("created_at")?,
        expires_at: row.try_get("expires_at")?,
        return_path: row.try_get("return_path")?,
    })
}

pub(super) async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Locked> {
    let row = sqlx::query("select * from kernel.plugin_payment where id = $1 for no key update")
        .bind(id)
        .fetch_optional(connection)
        .await?
        .ok_or(ORDER_NOT_FOUND)?;
    let provider: Option<&str> = row.try_get("provider")?;
    Ok(Locked {
        id,
        account: row.try_get("account_id")?,
        plugin: row.try_get("plugin")?,
        reference: row.try_get("reference")?,
        state: read(State::parse, row.try_get("state")?)?,
        price: row.try_get("price")?,
        refunded: row.try_get("refunded")?,
        provider: provider
            .map(|name| {
                ProviderName::parse(name)
                    .ok_or_else(|| Error::internal("the payment row has an unknown provider"))
            })
            .transpose()?,
        expires_at: row.try_get("expires_at")?,
    })
}
