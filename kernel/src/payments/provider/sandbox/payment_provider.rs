//! The sandbox as a [`PaymentProvider`]: what the kernel asks it.

use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{PAGE, Sandbox, ShownState, state};
use crate::error::Result;
use crate::payments::price::{Currency, Money};
use crate::payments::provider::{
    Cancelled, Checkout, Decline, NewPayment, Notice, PaymentProvider, ProviderError, ProviderName,
    ProviderStatus, Report,
};
use crate::payments::webhook::Delivered;

/// The declined attempt of a payment.
fn decline(row: &PgRow) -> Result<Decline, sqlx::Error> {
    let turn: i32 = row.try_get("turn")?;
    Ok(Decline {
        attempt: turn.to_string(),
        reason: row.try_get("refusal")?,
    })
}

/// A database error: for this provider it means that the provider is unavailable.
fn lost(error: impl std::fmt::Display) -> ProviderError {
    ProviderError::Unavailable(error.to_string())
}

impl PaymentProvider for Sandbox {
    fn name(&self) -> ProviderName {
        ProviderName::Sandbox
    }

    fn prepare<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: &'a NewPayment,
    ) -> BoxFuture<'a, Result<()>> {
        async move {
            sqlx::query(
                "insert into kernel.sandbox_payment
                     (id, name, amount, currency, state, created_at, expires_at, return_path)
                 values ($1, $2, $3, $4, 'ready', $5, $6, $7)",
            )
            .bind(payment.id)
            .bind(&payment.name)
            .bind(payment.price.amount_minor)
            .bind(payment.price.currency.as_str())
            .bind(payment.created_at)
            .bind(payment.expires_at)
            .bind(&payment.return_path)
            .execute(connection)
            .await?;
            Ok(())
        }
        .boxed()
    }

    fn abandon<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: Uuid,
    ) -> BoxFuture<'a, Result<()>> {
        async move {
            sqlx::query(
                "update kernel.sandbox_payment set state = 'cancelled'
                 where id = $1 and state in ('ready', 'failed')",
            )
            .bind(payment)
            .execute(connection)
            .await?;
            Ok(())
        }
        .boxed()
    }

    fn reopen<'a>(
        &'a self,
        connection: &'a mut PgConnection,
        payment: Uuid,
    ) -> BoxFuture<'a, Result<()>> {
        async move {
            // The turn identifies the attempt, and invalidates the forms of the pages before.
            sqlx::query(
                "update kernel.sandbox_payment set state = 'ready', turn = turn + 1
                 where id = $1 and state = 'failed'",
            )
            .bind(payment)
            .execute(connection)
            .await?;
            Ok(())
        }
        .boxed()
    }

    fn checkout(&self, payment: &NewPayment) -> Checkout {
        Checkout::Redirect {
            url: format!("{}{PAGE}{}", self.base, payment.id),
        }
    }

    fn fetch(&self, payment: Uuid) -> BoxFuture<'_, Result<Report, ProviderError>> {
        async move {
            self.complete_due(payment).await.map_err(lost)?;
            let row = sqlx::query("select * from kernel.sandbox_payment where id = $1")
                .bind(payment)
                .fetch_optional(&self.pool)
                .await
                .map_err(lost)?;
            let Some(row) = row else {
                return Ok(ProviderStatus::Unpaid.into());
            };
            let shown = state(&row, self.clock.now()).map_err(lost)?;
            let (currency, paid): (String, i64) = row
                .try_get("currency")
                .and_then(|currency| Ok((currency, row.try_get("paid")?)))
                .map_err(lost)?;
            let status = match shown {
                ShownState::Ready | ShownState::Expired => ProviderStatus::Unpaid,
                ShownState::Pending => ProviderStatus::Pending,
                ShownState::Paid | ShownState::Disputed => ProviderStatus::Paid {
                    money: Currency::parse(&currency).map(|currency| Money {
                        currency,
                        amount_minor: paid,
                    }),
                    disputed: shown == ShownState::Disputed,
                },
                ShownState::Failed => ProviderStatus::Failed,
                // Cancelled before it was paid: no money was refunded.
                ShownState::Cancelled if paid == 0 => ProviderStatus::Unpaid,
                ShownState::Cancelled => ProviderStatus::Cancelled,
            };
            let decline = match status {
                ProviderStatus::Failed => Some(decline(&row).map_err(lost)?),
                _ => None,
            };
            Ok(Report { status, decline })
        }
        .boxed()
    }

    fn cancel<'a>(
        &'a self,
        payment: Uuid,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Cancelled, ProviderError>> {
        async move {
            let done = sqlx::query(
                "update kernel.sandbox_payment set state = 'cancelled', turn = turn + 1
                 where id = $1 and state in ('paid', 'cancelled')",
            )
            .bind(payment)
            .execute(&self.pool)
            .await
            .map_err(lost)?;
            match done.rows_affected() {
                1 => Ok(Cancelled::Done),
                _ => Err(ProviderError::Refused("it was not paid".into())),
            }
        }
        .boxed()
    }

    fn cancel_part<'a>(
        &'a self,
        payment: Uuid,
        (amount, left): (i64, i64),
        _: &'a str,
    ) -> BoxFuture<'a, Result<Cancelled, ProviderError>> {
        async move {
            let done = sqlx::query(
                "update kernel.sandbox_payment set paid = paid - $2, turn = turn + 1
                 where id = $1 and state = 'paid' and paid = $3 and $2 < $3",
            )
            .bind(payment)
            .bind(amount)
            .bind(left)
            .execute(&self.pool)
            .await
            .map_err(lost)?;
            match done.rows_affected() {
                1 => Ok(Cancelled::Done),
                _ => Err(ProviderError::Refused("another amount is left".into())),
            }
        }
        .boxed()
    }

    fn read_notice(&self, notice: &Delivered<'_>, now: OffsetDateTime) -> Option<Notice> {
        let id = self.webhook_key.verify(notice, now)?;
        let body: serde_json::Value = serde_json::from_slice(notice.body).unwrap_or_default();
        let payment = body["data"]["paymentId"].as_str();
        Some(Notice {
            id: id.to_owned(),
            payment: payment.and_then(|payment| Uuid::try_parse(payment).ok()),
        })
    }
}
