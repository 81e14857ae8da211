//! The live channel: what the kernel and plugins push to a signed-in person's screens.
//!
//! Every push is a row first (written by the unit of work that caused it) and a wake-up second, so a
//! screen that was away reads on from the last number it saw. Nothing is pushed from memory alone, and nothing is
//! kept for whom no screen has been open in a week: whoever comes back after that asks for everything anyway.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{PgPool, Row};
use time::OffsetDateTime;
use tokio::sync::{broadcast, watch};
use uuid::Uuid;

use crate::error::Result;

/// How long pushes are kept for screens that are away, and for whom they are kept at all.
pub const KEPT_DAYS: i64 = 7;
/// How often a screen that stays open says so.
pub const HEARD_EVERY: Duration = Duration::from_secs(3600);
/// The most that one read returns; a screen that missed more starts over.
const BATCH: i64 = 200;

/// How many pushes to everybody a slow screen may be behind.
const BROADCASTS: usize = 64;

/// Who is connected, by account.
#[derive(Clone)]
pub struct LiveHub {
    screens: Arc<Mutex<HashMap<Uuid, watch::Sender<()>>>>,
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

/// A push to every open screen. It has no number and is kept for nobody: whoever was away asks anyway.
#[derive(Clone, Debug)]
pub struct Broadcast {
    pub kind: Arc<str>,
    pub payload: Arc<serde_json::Value>,
}

impl LiveHub {
    /// Tells a person's screens that there is something to read.
    pub fn wake(&self, person: Uuid) {
        let mut screens = self.screens.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = screens.get(&person)
            && sender.send(()).is_err()
        {
            screens.remove(&person);
        }
    }

    /// A receiver that changes whenever there is something to read.
    #[must_use]
    pub fn listen(&self, person: Uuid) -> watch::Receiver<()> {
        let mut screens = self.screens.lock().unwrap_or_else(PoisonError::into_inner);
        screens.retain(|_, sender| sender.receiver_count() > 0);
        screens
            .entry(person)
            .or_insert_with(|| watch::channel(()).0)
            .subscribe()
    }

    /// Tells every open screen.
    pub fn broadcast(&self, kind: &str, payload: serde_json::Value) {
        // Nobody is connected: nobody to tell.
        let _ = self.to_all.send(Broadcast {
            kind: kind.into(),
            payload: Arc::new(payload),
        });
    }

    /// What is said to everybody from now on.
    #[must_use]
    pub fn broadcasts(&self) -> broadcast::Receiver<Broadcast> {
        self.to_all.subscribe()
    }

    /// How many screens a person has open.
    #[must_use]
    pub fn screens(&self, person: Uuid) -> usize {
        self.screens
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&person)
            .map_or(0, watch::Sender::receiver_count)
    }

    /// How many people are connected.
    #[must_use]
    pub fn people(&self) -> usize {
        self.screens
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }
}

/// One push as it goes to a screen.
#[derive(Clone, Debug)]
pub struct LiveEvent {
    pub seq: i64,
    pub kind: String,
    pub payload: serde_json::Value,
}

/// What there is after a number.
#[derive(Debug)]
pub enum Missed {
    Events(Vec<LiveEvent>),
    /// Too much or too long ago: start over, and go on from this number.
    Reset(i64),
}

/// Notes that a person listens, from now on for a week; true where nobody had been listening for them, so that what
/// was pushed a moment ago may not have been kept.
///
/// # Errors
/// Where the database is out of reach.
pub async fn hear(pool: &PgPool, person: Uuid, now: OffsetDateTime) -> Result<bool> {
    // A first number after every one that was given before an absence, which forgets them all.
    let first = i64::try_from(now.unix_timestamp_nanos() / 1_000_000).unwrap_or_default();
    let row = sqlx::query(
        "insert into kernel.live_cursor as c (account_id, seq, heard_at) values ($1, $2, $3)
         on conflict (account_id) do update set heard_at = excluded.heard_at
         where c.heard_at < excluded.heard_at - make_interval(secs => $4)
         returning c.seq = $2 and c.heard_at = $3 as first",
    )
    .bind(person)
    .bind(first)
    .bind(now)
    .bind(HEARD_EVERY.as_secs_f64() / 2.0)
    .fetch_optional(pool)
    .await?;
    Ok(row.is_some_and(|row| row.get("first")))
}

/// The newest number of a person's pushes; 0 where nobody listens for them.
///
/// # Errors
/// Where the database is out of reach.
pub async fn newest(pool: &PgPool, person: Uuid) -> Result<i64> {
    let row = sqlx::query("select seq from kernel.live_cursor where account_id = $1")
        .bind(person)
        .fetch_optional(pool)
        .await?;
    Ok(row.map_or(0, |row| row.get(0)))
}

/// What a person's screen has missed since `seq`.
///
/// # Errors
/// Where the database is out of reach.
pub async fn since(pool: &PgPool, person: Uuid, seq: i64) -> Result<Missed> {
    // Before the rows: a push that commits in between is among them, and not taken for one swept away.
    let newest = newest(pool, person).await?;
    let rows = sqlx::query(
        "select seq, kind, payload from kernel.live_event
         where account_id = $1 and seq > $2 order by seq limit $3",
    )
    .bind(person)
    .bind(seq)
    .bind(BATCH + 1)
    .fetch_all(pool)
    .await?;
    let events: Vec<LiveEvent> = rows
        .iter()
        .map(|row| LiveEvent {
            seq: row.get("seq"),
            kind: row.get("kind"),
            payload: row.get("payload"),
        })
        .collect();
    let too_many = i64::try_from(events.len()).unwrap_or(i64::MAX) > BATCH;
    // The numbers have no gaps, so a first one that is not the next means that some were swept away.
    let gap = events.first().is_some_and(|first| first.seq != seq + 1);
    if too_many || gap || seq > newest || (events.is_empty() && seq < newest) {
        return Ok(Missed::Reset(newest));
    }
    Ok(Missed::Events(events))
}

/// Deletes what is older than [`KEPT_DAYS`], and forgets who has listened for as long.
///
/// # Errors
/// Where the database is out of reach.
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
