//! What the kernel does outside the database, after the commit that wants it: mail, notices to devices, what
//! payment providers are told. Each is a delivery to a subscriber of the kernel's own, done one at a time, tried
//! again later and later, and parked in the end where an operator sees it.
//!
//! Deliveries to plugins are not done here but in `plugins/background.rs`, in the subscriber's own unit of work.

use serde::Serialize;
use sqlx::{PgConnection, PgPool, Postgres, Row, Transaction};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::clock::{Clock, Dice};
use crate::error::{Error, Result};
use crate::postgres::begin;

/// One of the kernel's own subscribers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscriber {
    /// Its name among the subscribers of deliveries; no plugin can have one with a colon.
    pub(crate) name: &'static str,
    /// After so many tries that failed, a delivery is parked.
    pub(crate) max_attempts: i32,
    /// Whether a delivery that is parked loses what it carried: that may be a code, which is not to lie about
    /// for ever. What somebody has to settle by hand keeps it.
    pub(crate) clears_parked: bool,
}

/// How long to wait after a failure, where `attempts` failed before it: 1 s, 4 s, 16 s, … up to an hour.
pub(crate) fn backoff(attempts: i32) -> Duration {
    let wait_s = 4_i64.saturating_pow(attempts.clamp(0, 8).unsigned_abs());
    Duration::seconds(wait_s.min(3600))
}

impl Subscriber {
    /// Queues something in the caller's transaction, to be done at `due_at` or later.
    pub(crate) async fn queue(
        &self,
        connection: &mut PgConnection,
        time: (&Clock, &Dice),
        topic: &str,
        payload: &impl Serialize,
        due_at: OffsetDateTime,
    ) -> Result<()> {
        self.queue_all(
            connection,
            time,
            topic,
            std::slice::from_ref(payload),
            due_at,
        )
        .await
    }

    /// Queues many things of the same topic, with one statement.
    pub(crate) async fn queue_all(
        &self,
        connection: &mut PgConnection,
        (clock, dice): (&Clock, &Dice),
        topic: &str,
        payloads: &[impl Serialize],
        due_at: OffsetDateTime,
    ) -> Result<()> {
        let ids: Vec<Uuid> = payloads.iter().map(|_| dice.uuid(clock.now_ms())).collect();
        let payloads = payloads
            .iter()
            .map(|payload| serde_json::to_vec(payload).map_err(Error::internal))
            .collect::<Result<Vec<_>>>()?;
        sqlx::query(
            "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
             select d.id, $3, $4, d.payload, $5, $6
             from unnest($1::uuid[], $2::bytea[]) as d (id, payload)",
        )
        .bind(ids)
        .bind(payloads)
        .bind(self.name)
        .bind(topic)
        .bind(clock.now())
        .bind(due_at)
        .execute(connection)
        .await?;
        Ok(())
    }

    /// The next delivery that is due; nothing where none is.
    pub(crate) async fn take(&self, pool: &PgPool, clock: &Clock) -> Result<Option<Taken>> {
        let mut transaction = begin(pool, "begin").await?;
        let row = sqlx::query(
            "select id, topic, payload, attempts, happened_at from kernel.delivery
             where subscriber = $1 and parked_at is null and due_at <= $2
             order by due_at, id limit 1 for update skip locked",
        )
        .bind(self.name)
        .bind(clock.now())
        .fetch_optional(&mut *transaction)
        .await?;
        Ok(row.map(|row| Taken {
            transaction,
            id: row.get("id"),
            topic: row.get("topic"),
            payload: row.get("payload"),
            happened_at: row.get("happened_at"),
            attempts: row.get("attempts"),
            subscriber: *self,
        }))
    }
}

/// A delivery that is ours to do, for as long as its transaction is open: nobody else does it meanwhile,
/// and whoever dies on the way leaves it to the next.
pub(crate) struct Taken {
    pub(crate) transaction: Transaction<'static, Postgres>,
    /// The same at every try.
    pub(crate) id: Uuid,
    pub(crate) topic: String,
    pub(crate) payload: Vec<u8>,
    pub(crate) happened_at: OffsetDateTime,
    attempts: i32,
    subscriber: Subscriber,
}

impl Taken {
    /// Whether one more failure parks it.
    pub(crate) fn is_last_try(&self) -> bool {
        self.attempts + 1 >= self.subscriber.max_attempts
    }

    /// It is done: forgets it, together with whatever else the transaction wrote.
    pub(crate) async fn done(mut self) -> Result<()> {
        sqlx::query("delete from kernel.delivery where id = $1")
            .bind(self.id)
            .execute(&mut *self.transaction)
            .await?;
        Ok(self.transaction.commit().await?)
    }

    /// Looks again after a while; nothing has failed.
    pub(crate) async fn wait(mut self, clock: &Clock, span: Duration) -> Result<()> {
        sqlx::query("update kernel.delivery set due_at = $2 where id = $1")
            .bind(self.id)
            .bind(clock.now() + span)
            .execute(&mut *self.transaction)
            .await?;
        Ok(self.transaction.commit().await?)
    }

    /// It failed: tries again after [`backoff`], and parks it in the end.
    pub(crate) async fn failed(mut self, clock: &Clock, reason: &str) -> Result<()> {
        let (wait, parks) = (backoff(self.attempts), self.is_last_try());
        tracing::warn!(
            delivery = %self.id, subscriber = self.subscriber.name, topic = self.topic, attempts = self.attempts,
            wait_s = wait.whole_seconds(), reason, "a delivery was not accepted"
        );
        sqlx::query(
            "update kernel.delivery set attempts = attempts + 1, due_at = $2, last_error = $3,
                 parked_at = case when $4 then $2 end, payload = case when $5 then '' else payload end
             where id = $1",
        )
        .bind(self.id)
        .bind(clock.now() + wait)
        .bind(reason.chars().take(500).collect::<String>())
        .bind(parks)
        .bind(parks && self.subscriber.clears_parked)
        .execute(&mut *self.transaction)
        .await?;
        Ok(self.transaction.commit().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::backoff;

    #[test]
    fn waits_grow_up_to_an_hour() {
        let check = |attempts, expect_s| assert_eq!(backoff(attempts).whole_seconds(), expect_s);
        check(0, 1);
        check(1, 4);
        check(5, 1024);
        check(6, 3600);
        check(i32::MAX, 3600);
    }
}
