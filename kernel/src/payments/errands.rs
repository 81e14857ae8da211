//! What providers are told to do: give money back, take note of a purchase. Each errand is done once it
//! succeeded; the provider is asked first, so that one who died on the way does nothing twice.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use super::messages::ORDER_NOT_FOUND;
use super::provider::{Cancelled, ProviderError, Truth};
use super::settle::lock;
use super::states::{RefundState, Step};
use super::told::Told;
use super::{Payments, registry};
use crate::error::{Error, Result};
use crate::outbox::{ClaimedDelivery, Subscriber};
use crate::postgres::begin;

/// What was parked keeps what it carried: somebody has to see to the money.
const SUBSCRIBER: Subscriber = Subscriber {
    name: "kernel:payments",
    max_attempts: 10,
    clears_parked: false,
};
/// How long a provider that works on a cancellation is left alone.
const LEFT_ALONE: Duration = Duration::seconds(60);
/// What a statement says of a payment that went back.
const REASON: &str = "Witverse";

/// Something that a provider or a store is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Errand {
    /// A payment that was worth nothing goes back.
    Cancel { order: Uuid },
    /// A refund that was granted.
    Refund { order: Uuid },
    /// A purchase in Google Play was delivered, and can be made again.
    Consume { order: Uuid },
}

impl Errand {
    /// One name for each, by which one that is parked is found.
    fn topic(self) -> String {
        match self {
            Self::Cancel { order } => format!("cancel {order}"),
            Self::Refund { order } => format!("refund {order}"),
            Self::Consume { order } => format!("consume {order}"),
        }
    }
}

/// How an errand went.
enum Done {
    Yes,
    Later,
}

impl Payments {
    /// Queues an errand in the caller's transaction, in place of one of the same name that was parked.
    pub(super) async fn queue(&self, connection: &mut PgConnection, errand: Errand) -> Result<()> {
        let topic = errand.topic();
        sqlx::query(
            "delete from kernel.delivery
             where subscriber = $1 and topic = $2 and parked_at is not null",
        )
        .bind(SUBSCRIBER.name)
        .bind(&topic)
        .execute(&mut *connection)
        .await?;
        let (time, now) = ((&self.clock, &self.dice), self.clock.now());
        SUBSCRIBER
            .queue(connection, time, &topic, &errand, now)
            .await
    }

    /// Runs one errand that is due; false where there is none. The provider is called without an open transaction; the
    /// result is written in a transaction of its own.
    pub(super) async fn run_next(&self) -> Result<bool> {
        let Some(claimed) = SUBSCRIBER.claim(&self.pool, &self.clock).await? else {
            return Ok(false);
        };
        let Some(errand) = claimed.read::<Errand>(&self.pool, &self.clock).await? else {
            return Ok(true);
        };
        let failure = match self.call_provider(errand).await {
            Ok(done) => self.settle_done(&claimed, errand, done).await.err(),
            Err(error) => Some(Error::internal(error)),
        };
        if let Some(error) = failure {
            self.settle_failed(&claimed, errand, &error.to_string())
                .await?;
        }
        Ok(true)
    }

    async fn call_provider(&self, errand: Errand) -> Result<Done, ProviderError> {
        match errand {
            Errand::Cancel { order } => self.give_all_back(order, false).await,
            Errand::Refund { order } => self.give_all_back(order, true).await,
            Errand::Consume { order } => self.consume(order).await,
        }
    }

    async fn settle_done(
        &self,
        claimed: &ClaimedDelivery,
        errand: Errand,
        done: Done,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut told = Told::default();
        match done {
            Done::Later => {
                claimed
                    .postpone(&mut transaction, &self.clock, LEFT_ALONE)
                    .await?;
            }
            Done::Yes => {
                if let Errand::Refund { order } = errand {
                    self.finish_refund(&mut transaction, order, &mut told)
                        .await?;
                }
                claimed.complete(&mut transaction).await?;
            }
        }
        self.commit(transaction, told).await
    }

    async fn settle_failed(
        &self,
        claimed: &ClaimedDelivery,
        errand: Errand,
        reason: &str,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        if let Errand::Refund { order } = errand
            && claimed.is_last_attempt()
        {
            refund_failed(&mut transaction, order).await?;
        }
        claimed.fail(&mut transaction, &self.clock, reason).await?;
        Ok(transaction.commit().await?)
    }

    async fn give_all_back(&self, order: Uuid, must_be_paid: bool) -> Result<Done, ProviderError> {
        let mut connection = self.pool.acquire().await.map_err(unavailable)?;
        let name = registry::provider_of(&mut connection, order)
            .await
            .map_err(unavailable)?;
        drop(connection);
        let provider = self.provider(name).ok_or_else(|| {
            ProviderError::Refused(format!("{} is not configured", name.as_str()))
        })?;
        match provider.fetch(order).await? {
            Truth::Cancelled => Ok(Done::Yes),
            // Nobody is told of money that went back where none came.
            Truth::Unpaid | Truth::Failed if must_be_paid => Err(ProviderError::Refused(
                "the provider knows of no money to give back".into(),
            )),
            Truth::Unpaid | Truth::Failed => Ok(Done::Yes),
            Truth::Pending => Ok(Done::Later),
            Truth::Paid { .. } => match provider.cancel(order, REASON).await? {
                Cancelled::Done => Ok(Done::Yes),
                Cancelled::Requested => Ok(Done::Later),
            },
        }
    }

    async fn consume(&self, order: Uuid) -> Result<Done, ProviderError> {
        let mut connection = self.pool.acquire().await.map_err(unavailable)?;
        let (product, token) = registry::purchase_of(&mut connection, order)
            .await
            .map_err(unavailable)?;
        drop(connection);
        let google = self
            .google
            .as_ref()
            .ok_or_else(|| ProviderError::Refused("google is not configured".into()))?;
        google.consume(&product, &token).await?;
        Ok(Done::Yes)
    }

    /// The money is back: so says the order.
    async fn finish_refund(
        &self,
        connection: &mut PgConnection,
        id: Uuid,
        told: &mut Told,
    ) -> Result<()> {
        let mut order = match lock(&mut *connection, id).await {
            Err(Error::Problem(problem)) if problem.code == ORDER_NOT_FOUND.code => return Ok(()),
            order => order?,
        };
        let waits = matches!(
            order.refund,
            Some((_, RefundState::Approved | RefundState::Failed))
        );
        if waits {
            self.apply(connection, &mut order, Step::Refunded, told)
                .await?;
        }
        Ok(())
    }
}

/// A database error, which a later attempt may not have.
fn unavailable(error: impl std::fmt::Display) -> ProviderError {
    ProviderError::Unavailable(error.to_string())
}

async fn refund_failed(connection: &mut PgConnection, order: Uuid) -> Result<()> {
    sqlx::query(
        "update kernel.payment_refund set state = 'failed' where order_id = $1 and state = 'approved'",
    )
    .bind(order)
    .execute(connection)
    .await?;
    Ok(())
}
