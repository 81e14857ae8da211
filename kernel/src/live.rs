//! The live channel: pushes of the kernel and of plugins to a signed-in person's open screens.
//!
//! Every push is stored as a row by the unit of work that caused it, and then a signal wakes the open screens. So a
//! screen that reconnects continues from the last number that it received. No push exists in memory only, except
//! broadcasts and signals. Pushes are not stored for people without an open screen in the last week: their screens reload
//! everything.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{FromRow, PgPool};
use time::OffsetDateTime;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::error::Result;

/// How many days pushes are stored, and for how many days after the last open screen they are stored at all.
pub const KEPT_DAYS: i64 = 7;
/// How often an open screen renews its cursor.
pub const CURSOR_RENEWAL: Duration = Duration::from_secs(3600);
/// The maximum number of pushes in one read; a screen that missed more starts over.
const BATCH: i64 = 200;

/// How many broadcasts, or messages of its person, a slow screen may be behind.
const BROADCASTS: usize = 64;

/// The connected screens, by account.
#[derive(Clone)]
pub struct LiveHub {
    screens: Arc<Mutex<HashMap<Uuid, broadcast::Sender<Message>>>>,
    to_all: broadcast::Sender<Broadcast>,
}

impl Default for LiveHub {
    fn default() -> Self {
        Self {
            screens: Arc::default(),
            to_all: broadcast::channel(BROADCASTS).0,
        }
    }
}

/// What the screens of one person learn.
#[derive(Clone, Debug)]
pub enum Message {
    /// There are new stored pushes.
    Stored,
    /// A push that is not stored.
    Signal(Broadcast),
}

/// A push to open screens. It has no number and is not stored: a screen that reconnects reloads its data.
#[derive(Clone, Debug)]
pub struct Broadcast {
    pub kind: Arc<str>,
    pub payload: Arc<serde_json::Value>,
}

impl LiveHub {
    /// Signals a person's screens that there are new pushes.
    pub fn wake(&self, person: Uuid) {
        self.send(&[person], &Message::Stored);
    }

    /// Sends a push to the open screens of these people.
    pub fn signal(&self, people: &[Uuid], kind: &str, payload: serde_json::Value) {
        let signal = Broadcast {
            kind: kind.into(),
            payload: Arc::new(payload),
        };
        self.send(people, &Message::Signal(signal));
    }

    fn send(&self, people: &[Uuid], message: &Message) {
        let mut screens = self.screens.lock().unwrap_or_else(PoisonError::into_inner);
        for person in people {
            if let Some(sender) = screens.get(person)
                && sender.send(message.clone()).is_err()
            {
                screens.remove(person);
            }
        }
    }

    /// A receiver of what the screens of a person learn from now on.
    #[must_use]
    pub fn listen(&self, person: Uuid) -> broadcast::Receiver<Message> {
        let mut screens = self.screens.lock().unwrap_or_else(PoisonError::into_inner);
        screens.retain(|_, sender| sender.receiver_count() > 0);
        screens
            .entry(person)
            .or_insert_with(|| broadcast::channel(BROADCASTS).0)
            .subscribe()
    }

    /// Sends a broadcast to every open screen.
    pub fn broadcast(&self, kind: &str, payload: serde_json::Value) {
        // An error only means that no screen is connected.
        let _ = self.to_all.send(Broadcast {
            kind: kind.into(),
            payload: Arc::new(payload),
        });
    }

    /// A receiver of the broadcasts from now on.
    #[must_use]
    pub fn broadcasts(&self) -> broadcast::Receiver<Broadcast> {
        self.to_all.subscribe()
    }

    /// The number of open screens of a person.
    #[must_use]
    pub fn screens(&self, person: Uuid) -> usize {
        self.screens
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&person)
            .map_or(0, broadcast::Sender::receiver_count)
    }

    /// The number of connected people.
    #[must_use]
    pub fn people(&self) -> usize {
        self.screens
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }
}

/// One push, as sent to a screen.
#[derive(Clone, Debug, FromRow)]
pub struct LiveEvent {
    pub seq: i64,
    pub kind: String,
    pub payload: serde_json::Value,
}

/// The pushes after a number.
#[derive(Debug)]
pub enum Backlog {
    Events(Vec<LiveEvent>),
    /// The screen missed too many pushes: it starts over and continues from this number.
    Reset(i64),
}

/// Creates or renews a person's cursor, which is kept for a week. Returns true if it is new, so that recent pushes may not
/// have been stored.
///
/// # Errors
/// The database is unreachable.
pub async fn touch_cursor(pool: &PgPool, person: Uuid, now: OffsetDateTime) -> Result<bool> {
    // Above all numbers of a deleted cursor.
    let first = i64::try_from(now.unix_timestamp_nanos() / 1_000_000).unwrap_or_default();
    let is_new: Option<bool> = sqlx::query_scalar(
        "insert into kernel.live_cursor as c (account_id, seq, heard_at) values ($1, $2, $3)
         on conflict (account_id) do update set heard_at = excluded.heard_at
         where c.heard_at < excluded.heard_at - make_interval(secs => $4)
         returning c.seq = $2 and c.heard_at = $3 as is_new",
    )
    .bind(person)
    .bind(first)
    .bind(now)
    .bind(CURSOR_RENEWAL.as_secs_f64() / 2.0)
    .fetch_optional(pool)
    .await?;
    Ok(is_new == Some(true))
}

/// The newest number of a person's pushes; 0 without a cursor.
///
/// # Errors
/// The database is unreachable.
pub async fn newest(pool: &PgPool, person: Uuid) -> Result<i64> {
    let seq: Option<i64> =
        sqlx::query_scalar("select seq from kernel.live_cursor where account_id = $1")
            .bind(person)
            .fetch_optional(pool)
            .await?;
    Ok(seq.unwrap_or_default())
}

/// The pushes that a person's screen has missed since `seq`.
///
/// # Errors
/// The database is unreachable.
pub async fn since(pool: &PgPool, person: Uuid, seq: i64) -> Result<Backlog> {
    // Read before the rows: a push that commits in between is among the rows and is not mistaken for a deleted one.
    let newest = newest(pool, person).await?;
    let events: Vec<LiveEvent> = sqlx::query_as(
        "select seq, kind, payload from kernel.live_event
         where account_id = $1 and seq > $2 order by seq limit $3",
    )
    .bind(person)
    .bind(seq)
    .bind(BATCH + 1)
    .fetch_all(pool)
    .await?;
    let too_many = i64::try_from(events.len()).unwrap_or(i64::MAX) > BATCH;
    // The numbers have no gaps, so a gap before the first row means that older rows were deleted.
    let gap = events.first().is_some_and(|first| first.seq != seq + 1);
    if too_many || gap || seq > newest || (events.is_empty() && seq < newest) {
        return Ok(Backlog::Reset(newest));
    }
    Ok(Backlog::Events(events))
}

/// Deletes pushes older than [`KEPT_DAYS`], and cursors that were not renewed for as long.
///
/// # Errors
/// The database is unreachable.
pub async fn sweep(pool: &PgPool, now: OffsetDateTime) -> Result<()> {
    for statement in [
        "with gone as (delete from kernel.live_cursor where heard_at < $1 returning account_id)
         delete from kernel.live_event e using gone where e.account_id = gone.account_id",
        "delete from kernel.live_event where at < $1",
    ] {
        sqlx::query(statement)
            .bind(now - time::Duration::days(KEPT_DAYS))
            .execute(pool)
            .await?;
    }
    Ok(())
}
