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
use crate::outbox::{Subscriber, Taken};

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

    /// Runs one errand that is due; false where there is none.
    pub(super) async fn run_next(&self) -> Result<bool> {
        let Some(mut taken) = SUBSCRIBER.take(&self.pool, &self.clock).await? else {
            return Ok(false);
        };
        let errand: Errand = serde_json::from_slice(&taken.payload).map_err(Error::internal)?;
        let done = match errand {
            Errand::Cancel { order } | Errand::Refund { order } => {
                let must_be_paid = matches!(errand, Errand::Refund { .. });
                self.give_all_back(&mut taken, order, must_be_paid).await
            }
            Errand::Consume { order } => self.consume(&mut taken, order).await,
        };
        match done {
            Ok(Done::Later) => taken.wait(&self.clock, LEFT_ALONE).await?,
            Ok(Done::Yes) => {
                let mut told = Told::default();
                if let Errand::Refund { order } = errand {
                    self.finish_refund(&mut taken, order, &mut told).await?;
                }
                let people = self.say(&mut taken.transaction, &mut told).await?;
                taken.done().await?;
                self.wake(people);
            }
            Err(error) => {
                if let Errand::Refund { order } = errand
                    && taken.is_last_try()
                {
                    refund_failed(&mut taken.transaction, order).await?;
                }
                taken.failed(&self.clock, &error.to_string()).await?;
            }
        }
        Ok(true)
    }

    async fn give_all_back(
        &self,
        taken: &mut Taken,
        order: Uuid,
        must_be_paid: bool,
    ) -> Result<Done, ProviderError> {
        let name = registry::provider_of(&mut taken.transaction, order)
            .await
            .map_err(|error| ProviderError::Unavailable(error.to_string()))?;
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

    async fn consume(&self, taken: &mut Taken, order: Uuid) -> Result<Done, ProviderError> {
        let lost = |error: Error| ProviderError::Unavailable(error.to_string());
        let (product, token) = registry::purchase_of(&mut taken.transaction, order)
            .await
            .map_err(lost)?;
        let google = self
            .google
            .as_ref()
            .ok_or_else(|| ProviderError::Refused("google is not configured".into()))?;
        google.consume(&product, &token).await?;
        Ok(Done::Yes)
    }

    /// The money is back: so says the order.
    async fn finish_refund(&self, taken: &mut Taken, id: Uuid, told: &mut Told) -> Result<()> {
        let mut order = match lock(&mut taken.transaction, id).await {
            Err(Error::Problem(problem)) if problem.code == ORDER_NOT_FOUND.code => return Ok(()),
            order => order?,
        };
        let waits = matches!(
            order.refund,
            Some((_, RefundState::Approved | RefundState::Failed))
        );
        if waits {
            self.apply(&mut taken.transaction, &mut order, Step::Refunded, told)
                .await?;
        }
        Ok(())
    }
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
