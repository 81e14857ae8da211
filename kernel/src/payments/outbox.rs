//! What is done outside the database, after the commit that wants it: deliveries to subscribers of the
//! kernel's own, tried again later and later and parked where an operator sees them.

use serde::Serialize;
use sqlx::{PgConnection, PgPool, Postgres, Row, Transaction};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::clock::{Clock, Dice};
use crate::error::{Error, Result};
use crate::postgres::begin;

const MAX_ATTEMPTS: i32 = 10;

/// Queues something in the caller's transaction, to be done at `due_at` or later.
pub(super) async fn queue(
    connection: &mut PgConnection,
    (clock, dice): (&Clock, &Dice),
    subscriber: &str,
    topic: &str,
    payload: &impl Serialize,
    due_at: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
         values ($1, $2, $3, $4, $5, $6)",
    )
    .bind(dice.uuid(clock.now_ms()))
    .bind(subscriber)
    .bind(topic)
    .bind(serde_json::to_vec(payload).map_err(Error::internal)?)
    .bind(clock.now())
    .bind(due_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// A delivery that is ours to do, for as long as its transaction is open: nobody else does it meanwhile,
/// and whoever dies on the way leaves it to the next.
pub(super) struct Taken {
    pub(super) transaction: Transaction<'static, Postgres>,
    pub(super) topic: String,
    pub(super) payload: Vec<u8>,
    id: Uuid,
    attempts: i32,
}

/// The next one that is due.
pub(super) async fn take(pool: &PgPool, clock: &Clock, subscriber: &str) -> Result<Option<Taken>> {
    let mut transaction = begin(pool, "begin").await?;
    let row = sqlx::query(
        "select id, topic, payload, attempts from kernel.delivery
         where subscriber = $1 and parked_at is null and due_at <= $2
         order by due_at, id limit 1 for update skip locked",
    )
    .bind(subscriber)
    .bind(clock.now())
    .fetch_optional(&mut *transaction)
    .await?;
    Ok(row.map(|row| Taken {
        transaction,
        topic: row.get("topic"),
        payload: row.get("payload"),
        id: row.get("id"),
        attempts: row.get("attempts"),
    }))
}

impl Taken {
    /// Whether one more failure parks it.
    pub(super) fn is_last_try(&self) -> bool {
        self.attempts + 1 >= MAX_ATTEMPTS
    }

    /// It is done: forgets it, together with whatever else the transaction wrote.
    pub(super) async fn done(mut self) -> Result<()> {
        sqlx::query("delete from kernel.delivery where id = $1")
            .bind(self.id)
            .execute(&mut *self.transaction)
            .await?;
        Ok(self.transaction.commit().await?)
    }

    /// Looks again after a while; nothing has failed.
    pub(super) async fn wait(mut self, clock: &Clock, span: Duration) -> Result<()> {
        sqlx::query("update kernel.delivery set due_at = $2 where id = $1")
            .bind(self.id)
            .bind(clock.now() + span)
            .execute(&mut *self.transaction)
            .await?;
        Ok(self.transaction.commit().await?)
    }

    /// It failed: tries again after 1 s, 4 s, 16 s, … up to an hour, and parks it in the end.
    pub(super) async fn failed(mut self, clock: &Clock, reason: &str) -> Result<()> {
        let wait_s = 4_i64
            .saturating_pow(self.attempts.clamp(0, 8).unsigned_abs())
            .min(3600);
        tracing::warn!(
            delivery = %self.id, topic = self.topic, attempts = self.attempts, wait_s, reason,
            "a payment's errand failed"
        );
        sqlx::query(
            "update kernel.delivery set attempts = attempts + 1, due_at = $2, last_error = $3,
                 parked_at = case when attempts + 1 >= $4 then $2 end
             where id = $1",
        )
        .bind(self.id)
        .bind(clock.now() + Duration::seconds(wait_s))
        .bind(reason.chars().take(500).collect::<String>())
        .bind(MAX_ATTEMPTS)
        .execute(&mut *self.transaction)
        .await?;
        Ok(self.transaction.commit().await?)
    }
}
