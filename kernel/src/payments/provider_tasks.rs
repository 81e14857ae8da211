//! Calls to providers that a committed change requires: refund a payment, consume a purchase. A task is repeated
//! until it succeeded; the worker asks for the status first, so a repeated task has no second effect.

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::clock::{Clock, Rng};
use crate::error::Result;
use crate::outbox::Subscriber;

/// Parked tasks keep their payload: an operator must resolve the payment.
pub(super) const SUBSCRIBER: Subscriber = Subscriber {
    name: "kernel:payments",
    max_attempts: 10,
    clears_parked: false,
};
/// A call to a provider or a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum ProviderTask {
    /// Refunds a payment that could not be credited.
    Cancel { order: Uuid },
    /// Refunds a payment whose refund request was approved.
    Refund { order: Uuid },
    /// Refunds a payment of a plugin's order that nothing was sold for.
    Void { payment: Uuid },
    /// Makes a refund that a plugin requested, in whole or in part.
    RefundPart { refund: Uuid },
    /// Consumes a delivered purchase in Google Play, so that the product can be bought again.
    Consume { order: Uuid },
}

impl ProviderTask {
    /// The topic of a task, which also finds a parked one.
    fn topic(self) -> String {
        match self {
            Self::Cancel { order } => format!("cancel {order}"),
            Self::Refund { order } => format!("refund {order}"),
            Self::Void { payment } => format!("void {payment}"),
            Self::RefundPart { refund } => format!("refund part {refund}"),
            Self::Consume { order } => format!("consume {order}"),
        }
    }
}

/// Queues provider tasks in the transaction of a change.
#[derive(Clone)]
pub(super) struct TaskQueue {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
}

impl TaskQueue {
    /// Queues a task in the caller's transaction; replaces a parked task with the same topic.
    pub(super) async fn queue(
        &self,
        connection: &mut PgConnection,
        task: ProviderTask,
    ) -> Result<()> {
        let topic = task.topic();
        sqlx::query(
            "delete from kernel.delivery
             where subscriber = $1 and topic = $2 and parked_at is not null",
        )
        .bind(SUBSCRIBER.name)
        .bind(&topic)
        .execute(&mut *connection)
        .await?;
        let (time, now) = ((&self.clock, &self.rng), self.clock.now());
        SUBSCRIBER.queue(connection, time, &topic, &task, now).await
    }
}
