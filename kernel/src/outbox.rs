//! External effects of the kernel after a commit: mail, device notifications, calls to payment providers. Each is a
//! delivery to one of the kernel's own subscribers, is performed alone, is retried with growing delays, and is finally
//! parked for an operator.
//!
//! A delivery is claimed with a lease in one statement, performed without an open transaction, and settled afterwards.
//! If the kernel stops in between, the lease expires and the delivery is performed again, so performing it twice must
//! be safe.
//!
//! Deliveries to plugins are handled by `plugins/event_relay.rs`, in the subscriber's own unit of work.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::{FromRow, PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};

/// The lease of a claimed delivery: longer than all calls of one attempt.
const LEASE: Duration = Duration::seconds(60);

/// One of the kernel's own subscribers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscriber {
    /// Its name among the subscribers; it contains a colon, which plugin ids cannot contain.
    pub(crate) name: &'static str,
    /// The number of failed attempts after which a delivery is parked.
    pub(crate) max_attempts: i32,
    /// Whether parking clears the payload: it may contain a code, which must not be stored permanently. Deliveries that
    /// an operator has to resolve keep it.
    pub(crate) clears_parked: bool,
}

/// The delay after a failure that `attempts` failures preceded: 1 s, 4 s, 16 s, … up to an hour.
pub(crate) fn backoff(attempts: i32) -> Duration {
    let wait_s = 4_i64.saturating_pow(attempts.clamp(0, 8).unsigned_abs());
    Duration::seconds(wait_s.min(3600))
}

impl Subscriber {
    /// Queues a delivery in the caller's transaction, due at `due_at`.
    pub(crate) async fn queue(
        &self,
        connection: &mut PgConnection,
        time: (&Clock, &Rng),
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

    /// Queues many deliveries of one topic, with one statement.
    pub(crate) async fn queue_all(
        &self,
        connection: &mut PgConnection,
        (clock, rng): (&Clock, &Rng),
        topic: &str,
        payloads: &[impl Serialize],
        due_at: OffsetDateTime,
    ) -> Result<()> {
        let ids: Vec<Uuid> = payloads.iter().map(|_| rng.uuid(clock.now_ms())).collect();
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

    /// Claims the next due delivery; `None` if none is due. No transaction stays open.
    pub(crate) async fn claim(
        &self,
        pool: &PgPool,
        clock: &Clock,
    ) -> Result<Option<ClaimedDelivery>> {
        loop {
            let now = clock.now();
            // An expired lease is an attempt without a result, which counts as failed.
            let row: Option<ClaimedRow> = sqlx::query_as(
                "update kernel.delivery d
                 set leased_until = $3, attempts = d.attempts + (d.leased_until is not null)::int
                 where d.id = (
                     select c.id from kernel.delivery c
                     where c.subscriber = $1 and c.parked_at is null and c.due_at <= $2
                       and (c.leased_until is null or c.leased_until <= $2)
                     order by c.due_at, c.id limit 1 for update skip locked)
                 returning d.id, d.topic, d.payload, d.attempts, d.happened_at, d.leased_until",
            )
            .bind(self.name)
            .bind(now)
            .bind(now + LEASE)
            .fetch_optional(pool)
            .await?;
            let Some(row) = row else {
                return Ok(None);
            };
            let claimed = ClaimedDelivery {
                id: row.id,
                topic: row.topic,
                payload: row.payload,
                happened_at: row.happened_at,
                attempts: row.attempts,
                leased_until: row.leased_until,
                subscriber: *self,
            };
            if claimed.attempts < self.max_attempts {
                return Ok(Some(claimed));
            }
            let mut connection = pool.acquire().await?;
            let reason = "every attempt ended without a result";
            claimed.park(&mut connection, clock, reason).await?;
        }
    }
}

#[derive(FromRow)]
struct ClaimedRow {
    id: Uuid,
    topic: String,
    payload: Vec<u8>,
    attempts: i32,
    happened_at: OffsetDateTime,
    leased_until: OffsetDateTime,
}

/// Expires all leases. Called at the start of a kernel that is the only one on its database.
pub(crate) async fn expire_leases(pool: &PgPool, clock: &Clock) -> Result<()> {
    sqlx::query("update kernel.delivery set leased_until = $1 where leased_until > $1")
        .bind(clock.now())
        .execute(pool)
        .await?;
    Ok(())
}

/// A delivery that is leased to this kernel. The methods that settle it fail if the lease has expired and another claim took
/// the delivery; the caller then rolls its transaction back.
pub(crate) struct ClaimedDelivery {
    /// The same id at every attempt: usable as an idempotency key.
    pub(crate) id: Uuid,
    topic: String,
    payload: Vec<u8>,
    pub(crate) happened_at: OffsetDateTime,
    attempts: i32,
    /// Identifies the claim: a later claim of the same delivery has a later lease.
    leased_until: OffsetDateTime,
    subscriber: Subscriber,
}

impl ClaimedDelivery {
    /// Whether one more failure parks the delivery.
    pub(crate) fn is_last_attempt(&self) -> bool {
        self.attempts + 1 >= self.subscriber.max_attempts
    }

    /// The payload. If it cannot be decoded, the delivery is parked and `None` is returned: a retry would fail too.
    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        pool: &PgPool,
        clock: &Clock,
    ) -> Result<Option<T>> {
        match serde_json::from_slice(&self.payload) {
            Ok(payload) => Ok(Some(payload)),
            Err(error) => {
                let mut connection = pool.acquire().await?;
                let reason = format!("the payload cannot be read: {error}");
                self.park(&mut connection, clock, &reason).await?;
                Ok(None)
            }
        }
    }

    /// Deletes the delivery after it was performed.
    pub(crate) async fn complete(&self, connection: &mut PgConnection) -> Result<()> {
        let done = sqlx::query("delete from kernel.delivery where id = $1 and leased_until = $2")
            .bind(self.id)
            .bind(self.leased_until)
            .execute(connection)
            .await?;
        self.still_leased(done.rows_affected())
    }

    /// Schedules the delivery again after `span`, without counting a failure.
    pub(crate) async fn postpone(
        &self,
        connection: &mut PgConnection,
        clock: &Clock,
        span: Duration,
    ) -> Result<()> {
        let done = sqlx::query(
            "update kernel.delivery set due_at = $3, leased_until = null
             where id = $1 and leased_until = $2",
        )
        .bind(self.id)
        .bind(self.leased_until)
        .bind(clock.now() + span)
        .execute(connection)
        .await?;
        self.still_leased(done.rows_affected())
    }

    /// Counts a failure: schedules a retry after [`backoff`], or parks the delivery after the last attempt.
    pub(crate) async fn fail(
        &self,
        connection: &mut PgConnection,
        clock: &Clock,
        reason: &str,
    ) -> Result<()> {
        self.put_back(connection, clock, reason, self.is_last_attempt())
            .await
    }

    /// Parks the delivery at once, because no attempt can succeed.
    pub(crate) async fn park(
        &self,
        connection: &mut PgConnection,
        clock: &Clock,
        reason: &str,
    ) -> Result<()> {
        self.put_back(connection, clock, reason, true).await
    }

    async fn put_back(
        &self,
        connection: &mut PgConnection,
        clock: &Clock,
        reason: &str,
        parks: bool,
    ) -> Result<()> {
        let wait = backoff(self.attempts);
        tracing::warn!(
            delivery = %self.id, subscriber = self.subscriber.name, topic = self.topic, attempts = self.attempts,
            wait_s = wait.whole_seconds(), parks, reason, "a delivery was not accepted"
        );
        let done = sqlx::query(
            "update kernel.delivery set attempts = attempts + 1, due_at = $3, last_error = $4,
                 leased_until = null, parked_at = case when $5 then $3 end,
                 payload = case when $6 then '' else payload end
             where id = $1 and leased_until = $2",
        )
        .bind(self.id)
        .bind(self.leased_until)
        .bind(clock.now() + wait)
        .bind(reason.chars().take(500).collect::<String>())
        .bind(parks)
        .bind(parks && self.subscriber.clears_parked)
        .execute(connection)
        .await?;
        self.still_leased(done.rows_affected())
    }

    fn still_leased(&self, rows: u64) -> Result<()> {
        match rows {
            1 => Ok(()),
            _ => Err(Error::internal(format!(
                "the lease of delivery {} expired before it was settled",
                self.id
            ))),
        }
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
