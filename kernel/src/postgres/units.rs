//! Connections that units of work take in turns.
//!
//! A pool of sqlx asks a connection how it is whenever it comes back, which is a round trip and a task for each unit of
//! work. One whose transaction has ended is known to be well, and goes to the next unit as it is; whatever ended otherwise
//! is rolled back first and given to sqlx to judge.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgRow};
use sqlx::{AssertSqlSafe, PgConnection, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::ACQUIRE_TIMEOUT;

/// How long a connection goes from unit to unit before sqlx sees it again, and closes it when it has become old.
const AWAY_FROM_POOL: Duration = Duration::from_mins(20);

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

type Known = (PoolConnection<Postgres>, Instant);

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
        let (connection, since) = match known_well {
            Some(known) => known,
            None => (self.0.pool.acquire().await?, Instant::now()),
        };
        Ok(Unit {
            shared: self.0.clone(),
            connection: Some(connection),
            since,
            begun: false,
            _place: place,
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

    fn keep(&self, connection: PoolConnection<Postgres>, since: Instant) {
        let mut known_well = self.known_well();
        if !self.places.is_closed() && since.elapsed() < AWAY_FROM_POOL {
            known_well.push((connection, since));
        }
    }
}

/// A connection of one unit of work, and its transaction once that has begun. What is not ended is rolled back, whenever
/// its owner is dropped: in the middle of a message, or before its answer.
pub struct Unit {
    shared: Arc<Shared>,
    /// Until it is dropped.
    connection: Option<PoolConnection<Postgres>>,
    since: Instant,
    begun: bool,
    _place: OwnedSemaphorePermit,
}

impl Unit {
    /// Sends `begin` and what follows it in one message.
    ///
    /// # Errors
    /// The database's.
    pub async fn begin(&mut self, then: &str) -> Result<Vec<PgRow>, sqlx::Error> {
        self.begun = true;
        self.ask(format!("begin; {then}")).await
    }

    /// Sends statements of our own making, with their values in them, in one message.
    ///
    /// # Errors
    /// The database's.
    pub async fn ask(&mut self, statements: String) -> Result<Vec<PgRow>, sqlx::Error> {
        sqlx::raw_sql(AssertSqlSafe(statements))
            .fetch_all(&mut **self)
            .await
    }

    /// Sends what is left to do and `commit` in one message.
    ///
    /// # Errors
    /// The database's; nothing of it remains then.
    pub async fn commit(mut self, before: &str) -> Result<(), sqlx::Error> {
        let begin = if self.begun { "" } else { "begin; " };
        self.begun = true;
        self.ask(format!("{begin}{before}commit")).await?;
        self.begun = false;
        Ok(())
    }
}

impl Deref for Unit {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.connection
            .as_ref()
            .expect("it has one until it is dropped")
    }
}

impl DerefMut for Unit {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.connection
            .as_mut()
            .expect("it has one until it is dropped")
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else {
            return;
        };
        if !self.begun {
            self.shared.keep(connection, self.since);
        } else if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(roll_back(connection));
        }
    }
}

async fn roll_back(mut connection: PoolConnection<Postgres>) {
    if let Err(error) = sqlx::raw_sql("rollback").execute(&mut *connection).await {
        tracing::debug!(%error, "a connection is closed: it could not roll back");
        connection.close_on_drop();
    }
}
