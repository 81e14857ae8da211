//! What the kernel does for others after a commit: one delivery at a time, in a transaction that also forgets it.
//! What fails comes back later and later, and is parked where an operator can see it.

use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::error::{Error, Result};

/// A delivery that is due, locked until the end of the transaction.
pub(crate) struct Due {
    pub(crate) id: Uuid,
    pub(crate) payload: Vec<u8>,
    pub(crate) happened_at: OffsetDateTime,
    attempts: i32,
}

/// The next delivery of one of the kernel's own subscribers; nothing where none is due.
pub(crate) async fn next(
    connection: &mut PgConnection,
    subscriber: &str,
    now: OffsetDateTime,
) -> Result<Option<Due>> {
    let row = sqlx::query(
        "select id, payload, attempts, happened_at from kernel.delivery
         where subscriber = $1 and parked_at is null and due_at <= $2
         order by due_at, id limit 1 for update skip locked",
    )
    .bind(subscriber)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Due {
        id: row.get("id"),
        payload: row.get("payload"),
        happened_at: row.get("happened_at"),
        attempts: row.get("attempts"),
    }))
}

impl Due {
    /// Nothing is left to do.
    pub(crate) async fn forget(self, connection: &mut PgConnection) -> Result<()> {
        sqlx::query("delete from kernel.delivery where id = $1")
            .bind(self.id)
            .execute(connection)
            .await?;
        Ok(())
    }

    /// Comes back after 1, 4, 16, … seconds, at most an hour; after `most` attempts it is parked, without what it
    /// carried, which may be a code that is not to lie about for ever.
    pub(crate) async fn put_off(
        self,
        connection: &mut PgConnection,
        error: &Error,
        most: i32,
        now: OffsetDateTime,
    ) -> Result<()> {
        let wait_s = 4_i64
            .saturating_pow(self.attempts.clamp(0, 8).unsigned_abs())
            .min(3600);
        tracing::warn!(%error, delivery = %self.id, attempts = self.attempts, wait_s, "a delivery was not accepted");
        sqlx::query(
            "update kernel.delivery set attempts = attempts + 1, due_at = $2, last_error = $3,
                 parked_at = case when attempts + 1 >= $4 then $2 end,
                 payload = case when attempts + 1 >= $4 then '' else payload end
             where id = $1",
        )
        .bind(self.id)
        .bind(now + Duration::seconds(wait_s))
        .bind(error.to_string().chars().take(500).collect::<String>())
        .bind(most)
        .execute(connection)
        .await?;
        Ok(())
    }
}
