//! Connections that units of work take in turns.
//!
//! A pool of sqlx asks a connection how it is whenever it comes back, which is a round trip and a task for each unit of
//! work. One whose transaction has ended is known to be well, and goes to the next unit as it is, with the statements that
//! were prepared on it; whatever ended otherwise is rolled back first, and closed where it cannot be.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::TryStreamExt;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgRow};
use sqlx::{AssertSqlSafe, Either, PgConnection, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::ACQUIRE_TIMEOUT;

/// How long a connection goes from unit to unit before it is closed, with all that was prepared on it.
const AWAY_FROM_POOL: Duration = Duration::from_mins(20);
/// How many statements are kept prepared on a connection.
const MOST_PREPARED: usize = 256;

/// A pool of connections that come prepared for units of work.
#[derive(Clone)]
pub struct UnitPool(Arc<Shared>);

struct Shared {
    pool: PgPool,
    /// One for each connection that there may be, so that whoever has one finds a connection here or there.
    places: Arc<Semaphore>,
    /// Those whose last transaction has ended well, and since when they are away from their pool.
    known_well: Mutex<Vec<Known>>,
}

struct Known {
    connection: PoolConnection<Postgres>,
    since: Instant,
    prepared: Prepared,
}

/// The statements of plugins that are prepared on a connection: the name of each by its text.
#[derive(Default)]
struct Prepared(HashMap<Box<str>, String>);

impl UnitPool {
    /// Over a pool that nobody else takes from.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        let places = pool.options().get_max_connections();
        Self(Arc::new(Shared {
            places: Arc::new(Semaphore::new(places as usize)),
            pool,
            known_well: Mutex::default(),
        }))
    }

    /// A connection with no transaction yet.
    ///
    /// # Errors
    /// Where the database is out of reach, or every connection is at work for too long.
    pub async fn take(&self) -> Result<Unit, sqlx::Error> {
        let place = self.0.places.clone().acquire_owned();
        let place = tokio::time::timeout(ACQUIRE_TIMEOUT, place)
            .await
            .map_err(|_| sqlx::Error::PoolTimedOut)?
            .map_err(|_| sqlx::Error::PoolClosed)?;
        let known_well = self.0.known_well().pop();
        let known = match known_well {
            Some(known) => known,
            None => Known {
                connection: self.0.pool.acquire().await?,
                since: Instant::now(),
                prepared: Prepared::default(),
            },
        };
        Ok(Unit {
            shared: self.0.clone(),
            known: Some(known),
            begun: false,
            place: Some(place),
        })
    }

    /// How many connections there are, and how many of them wait for work.
    #[must_use]
    pub fn usage(&self) -> (u32, usize) {
        let idle = self.0.known_well().len() + self.0.pool.num_idle();
        (self.0.pool.size(), idle)
    }

    /// Closes every connection; those at work when they come back.
    pub async fn close(&self) {
        let known_well = {
            let mut known_well = self.0.known_well();
            self.0.places.close();
            std::mem::take(&mut *known_well)
        };
        drop(known_well);
        self.0.pool.close().await;
    }
}

impl Shared {
    fn known_well(&self) -> MutexGuard<'_, Vec<Known>> {
        self.known_well
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, mut known: Known) {
        let mut known_well = self.known_well();
        if !self.places.is_closed() && known.since.elapsed() < AWAY_FROM_POOL {
            known_well.push(known);
        } else {
            known.connection.close_on_drop();
        }
    }
}

/// What one statement of a message says.
#[derive(Default)]
pub struct Said {
    pub rows: Vec<PgRow>,
    /// How many rows it read or changed.
    pub affected: u64,
}

/// A connection of one unit of work, and its transaction once that has begun. What is not ended is rolled back, whenever
/// its owner is dropped: in the middle of a message, or before its answer.
pub struct Unit {
    shared: Arc<Shared>,
    /// Until it is dropped, and so its place.
    known: Option<Known>,
    begun: bool,
    place: Option<OwnedSemaphorePermit>,
}

impl Unit {
    /// Whether the transaction has yet to begin, with `begin` in the message that whoever asks is about to send.
    pub fn begins(&mut self) -> bool {
        !std::mem::replace(&mut self.begun, true)
    }

    /// The name under which `statement` is prepared here, if it is.
    #[must_use]
    pub fn prepared(&self, statement: &str) -> Option<&str> {
        let prepared = &self.known.as_ref()?.prepared;
        prepared.0.get(statement).map(String::as_str)
    }

    /// A name for a statement that is about to be prepared; none where enough are. No name comes twice: whoever asked may
    /// be dropped before it is known whether its statement was prepared.
    #[must_use]
    pub fn next_name(&self) -> Option<String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let count = self.known.as_ref()?.prepared.0.len();
        (count < MOST_PREPARED).then(|| format!("unit_{}", NEXT.fetch_add(1, Ordering::Relaxed)))
    }

    /// Notes what was prepared under a name.
    pub fn note_prepared(&mut self, statement: &str, name: String) {
        if let Some(known) = &mut self.known {
            known.prepared.0.insert(statement.into(), name);
        }
    }

    /// Sends statements of our own making, with their values in them, in one message; what each of them says, with the rows of
    /// those whose places are `read`.
    ///
    /// # Errors
    /// The database's.
    pub async fn ask_each(
        &mut self,
        statements: String,
        read: &[usize],
    ) -> Result<Vec<Said>, sqlx::Error> {
        let mut stream = sqlx::raw_sql(AssertSqlSafe(statements)).fetch_many(&mut **self);
        let (mut said, mut rows) = (Vec::new(), Vec::new());
        while let Some(part) = stream.try_next().await? {
            match part {
                Either::Right(row) if read.contains(&said.len()) => rows.push(row),
                Either::Right(_) => {}
                Either::Left(done) => said.push(Said {
                    rows: std::mem::take(&mut rows),
                    affected: done.rows_affected(),
                }),
            }
        }
        Ok(said)
    }

    /// Sends what is left to do and `commit` in one message.
    ///
    /// # Errors
    /// The database's; nothing of it remains then.
    pub async fn commit(mut self, before: &str) -> Result<(), sqlx::Error> {
        let begin = if self.begins() { "begin; " } else { "" };
        let then = if before.is_empty() { "" } else { "; " };
        self.ask_each(format!("{begin}{before}{then}commit"), &[])
            .await?;
        self.begun = false;
        Ok(())
    }
}

impl Deref for Unit {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        let known = self.known.as_ref();
        &known.expect("it has one until it is dropped").connection
    }
}

impl DerefMut for Unit {
    fn deref_mut(&mut self) -> &mut PgConnection {
        let known = self.known.as_mut();
        &mut known.expect("it has one until it is dropped").connection
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        let Some(mut known) = self.known.take() else {
            return;
        };
        if !self.begun {
            self.shared.keep(known);
        } else if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(roll_back(self.shared.clone(), known, self.place.take()));
        } else {
            known.connection.close_on_drop();
        }
    }
}

/// The place is given up when the connection is there for whoever gets it, or gone.
async fn roll_back(shared: Arc<Shared>, mut known: Known, _place: Option<OwnedSemaphorePermit>) {
    let rolled_back = sqlx::raw_sql("rollback")
        .execute(&mut *known.connection)
        .await;
    match rolled_back {
        Ok(_) => shared.keep(known),
        Err(error) => {
            tracing::debug!(%error, "a connection is closed: it could not roll back");
            known.connection.close_on_drop();
        }
    }
}
