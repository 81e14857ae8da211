//! A pool of connections for units of work.
//!
//! sqlx's pool pings a connection at every return, which costs a round trip and a task for each unit of work. In this
//! pool, a connection whose transaction has ended is reused directly, with its prepared statements. Any other
//! connection is rolled back first, and closed if the rollback fails.
//!
//! A plugin gets at most half of the connections, so that a plugin with endless statements cannot take all of them. A
//! backend whose rollback does not return is terminated; its permits stay taken until it has ended.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgPool;
use sqlx::{Connection, PgConnection, Postgres, Row};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::ACQUIRE_TIMEOUT;
use super::liveness::Liveness;
use super::statement_budget::{Retention, StatementBudget, StatementSizes};

/// How long a connection is reused before it is closed.
const MAX_AGE: Duration = Duration::from_mins(20);
/// The limit of a rollback. It takes microseconds unless the backend runs code that cannot be interrupted.
const ROLLBACK_TIMEOUT: Duration = Duration::from_secs(2);
/// How often the termination of a backend that does not end is repeated.
const TERMINATE_INTERVAL: Duration = Duration::from_secs(1);

/// A pool of connections that are configured for units of work.
#[derive(Clone)]
pub struct TxPool(Arc<Shared>);

struct Shared {
    pool: PgPool,
    /// The pool whose role may terminate backends of this one.
    app: PgPool,
    liveness: Liveness,
    /// One permit for each possible connection.
    places: Arc<Semaphore>,
    /// The semaphore of each plugin's share, created at its first unit of work.
    shares: Mutex<HashMap<Arc<str>, Arc<Semaphore>>>,
    share: usize,
    /// Idle connections; the last transaction of each ended cleanly.
    idle: Mutex<Vec<Idle>>,
    sizes: StatementSizes,
    stuck: AtomicUsize,
}

struct Idle {
    connection: PoolConnection<Postgres>,
    backend: i32,
    opened: Instant,
    returned: Instant,
    budget: StatementBudget,
}

/// The permits that a unit of work holds while it has a connection.
struct Places {
    _place: OwnedSemaphorePermit,
    _share: Option<OwnedSemaphorePermit>,
}

impl TxPool {
    /// Creates the pool over an sqlx pool that has no other user. `app` may terminate its backends.
    #[must_use]
    pub fn new(pool: PgPool, app: PgPool, liveness: Liveness) -> Self {
        let places = pool.options().get_max_connections() as usize;
        Self(Arc::new(Shared {
            places: Arc::new(Semaphore::new(places)),
            shares: Mutex::default(),
            share: places.div_ceil(2),
            pool,
            app,
            liveness,
            idle: Mutex::default(),
            sizes: StatementSizes::default(),
            stuck: AtomicUsize::new(0),
        }))
    }

    /// Takes a connection without a transaction and counts it against the share of `plugin`.
    ///
    /// # Errors
    /// `PoolTimedOut` if all connections, or all of the plugin's share, stay in use for 1.5 s; the error of the
    /// database if it is unreachable.
    pub async fn take(&self, plugin: Option<&str>) -> Result<TxConnection, sqlx::Error> {
        let share = match plugin {
            Some(plugin) => Some(permit(self.0.share_of(plugin)).await?),
            None => None,
        };
        let place = permit(self.0.places.clone()).await?;
        let places = Places {
            _place: place,
            _share: share,
        };
        let connection = match self.0.checked_idle().await {
            Some(idle) => idle,
            None => self.0.open().await?,
        };
        Ok(TxConnection {
            shared: self.0.clone(),
            connection: Some(connection),
            begun: false,
            measuring: None,
            is_broken: false,
            places: Some(places),
        })
    }

    /// The number of connections, and how many of them are idle.
    #[must_use]
    pub fn usage(&self) -> (u32, usize) {
        let idle = self.0.idle().len() + self.0.pool.num_idle();
        (self.0.pool.size(), idle)
    }

    /// How many backends were terminated and have not ended.
    #[must_use]
    pub fn stuck(&self) -> usize {
        self.0.stuck.load(Ordering::Relaxed)
    }

    /// Closes every idle connection; connections in use are closed when they are returned.
    pub async fn close(&self) {
        let idle = {
            let mut idle = self.0.idle();
            self.0.places.close();
            std::mem::take(&mut *idle)
        };
        drop(idle);
        self.0.pool.close().await;
    }
}

async fn permit(semaphore: Arc<Semaphore>) -> Result<OwnedSemaphorePermit, sqlx::Error> {
    tokio::time::timeout(ACQUIRE_TIMEOUT, semaphore.acquire_owned())
        .await
        .map_err(|_| sqlx::Error::PoolTimedOut)?
        .map_err(|_| sqlx::Error::PoolClosed)
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn share_of(&self, plugin: &str) -> Arc<Semaphore> {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = shares.get(plugin) {
            return share.clone();
        }
        let share = Arc::new(Semaphore::new(self.share));
        shares.insert(plugin.into(), share.clone());
        share
    }

    /// Takes an idle connection that answers. A recently used one is not pinged, unless connections have failed.
    async fn checked_idle(&self) -> Option<Idle> {
        loop {
            let mut idle = self.idle().pop()?;
            if !self.liveness.wants_ping(idle.returned.elapsed()) {
                return Some(idle);
            }
            match idle.connection.ping().await {
                Ok(()) => return Some(idle),
                Err(error) => {
                    tracing::debug!(%error, "an idle connection was lost");
                    self.liveness.note_failure();
                    idle.connection.close_on_drop();
                }
            }
        }
    }

    async fn open(&self) -> Result<Idle, sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        let backend = sqlx::raw_sql("select pg_catalog.pg_backend_pid()")
            .fetch_one(&mut *connection)
            .await?
            .try_get(0)?;
        let now = Instant::now();
        Ok(Idle {
            connection,
            backend,
            opened: now,
            returned: now,
            budget: StatementBudget::default(),
        })
    }

    fn return_connection(&self, mut returned: Idle) {
        let mut idle = self.idle();
        if !self.places.is_closed() && returned.opened.elapsed() < MAX_AGE {
            returned.returned = Instant::now();
            idle.push(returned);
        } else {
            returned.connection.close_on_drop();
        }
    }
}

/// A connection of one unit of work, and its transaction once it has begun. Dropping it rolls back an uncommitted
/// transaction, also in the middle of a message or before its response.
pub struct TxConnection {
    shared: Arc<Shared>,
    /// `Some` until it is dropped.
    connection: Option<Idle>,
    begun: bool,
    /// The backend's plan memory in bytes before the statement that is being measured.
    measuring: Option<i64>,
    /// The backend ran out of memory or disk space: the connection is closed after the transaction.
    is_broken: bool,
    /// `Some` until it is dropped.
    places: Option<Places>,
}

impl TxConnection {
    /// Returns true if the transaction has not begun; the caller then sends `begin` with its next message.
    pub fn mark_begun(&mut self) -> bool {
        !std::mem::replace(&mut self.begun, true)
    }

    /// How a statement of a plugin is kept prepared on this connection.
    pub fn retention(&mut self, plugin: &str, text: &str) -> Retention {
        match &mut self.connection {
            Some(connection) => connection
                .budget
                .retention(&self.shared.sizes, plugin, text),
            None => Retention::Dropped,
        }
    }

    /// Reads the plan memory before the first run of a statement, under the kernel's role, and makes PostgreSQL create
    /// the generic plan at once, so that the plan is measured too.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn begin_measuring(&mut self) -> Result<(), sqlx::Error> {
        self.measuring = Some(self.plan_memory().await?);
        sqlx::raw_sql("set local plan_cache_mode = force_generic_plan")
            .execute(&mut **self)
            .await?;
        Ok(())
    }

    /// Measures how much memory the statement uses, and drops it if that exceeds the limits.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn end_measuring(&mut self, plugin: &str, statement: u64) -> Result<(), sqlx::Error> {
        sqlx::raw_sql("set local plan_cache_mode = auto")
            .execute(&mut **self)
            .await?;
        let after = self.plan_memory().await?;
        let Some(before) = self.measuring.take() else {
            return Ok(());
        };
        let bytes = u64::try_from(after - before).unwrap_or_default();
        self.shared.sizes.learn(statement, bytes);
        if let Some(connection) = &mut self.connection
            && !connection.budget.admit(plugin, statement, bytes)
        {
            forget_statements(connection).await?;
        }
        Ok(())
    }

    async fn plan_memory(&mut self) -> Result<i64, sqlx::Error> {
        sqlx::raw_sql("select kernel_api.plan_memory()")
            .fetch_one(&mut **self)
            .await?
            .try_get(0)
    }

    /// Records an error of this connection: a connection that ran out of memory is not reused.
    pub fn note_error(&mut self, error: &sqlx::Error) {
        let class_53 = error
            .as_database_error()
            .and_then(|error| error.code())
            .is_some_and(|code| code.starts_with("53"));
        self.is_broken |= class_53;
        if matches!(error, sqlx::Error::Io(_)) {
            self.is_broken = true;
            self.shared.liveness.note_failure();
        }
    }

    /// Commits. PostgreSQL answers `commit` in a failed transaction with a rollback and no error, so a statement that
    /// fails in a failed transaction is sent first.
    ///
    /// # Errors
    /// The error of the database; the transaction is then rolled back.
    pub async fn commit(mut self) -> Result<(), sqlx::Error> {
        if !self.begun {
            return Ok(());
        }
        let committed = sqlx::raw_sql("select 1; commit").execute(&mut *self).await;
        match committed {
            Ok(_) => {
                self.begun = false;
                Ok(())
            }
            Err(error) => {
                self.note_error(&error);
                Err(error)
            }
        }
    }
}

/// Closes every prepared statement of a connection.
async fn forget_statements(connection: &mut Idle) -> Result<(), sqlx::Error> {
    connection.budget = StatementBudget::default();
    connection.connection.clear_cached_statements().await
}

impl Deref for TxConnection {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        let idle = self.connection.as_ref();
        &idle.expect("present until it is dropped").connection
    }
}

impl DerefMut for TxConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        let idle = self.connection.as_mut();
        &mut idle.expect("present until it is dropped").connection
    }
}

impl Drop for TxConnection {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        let runtime = tokio::runtime::Handle::try_current();
        if self.is_broken && !self.begun {
            connection.connection.close_on_drop();
        } else if !self.begun {
            self.shared.return_connection(connection);
        } else if let (Ok(runtime), Some(places)) = (runtime, self.places.take()) {
            let ending = Ending {
                shared: self.shared.clone(),
                connection,
                is_measured: self.measuring.is_none(),
                is_broken: self.is_broken,
                places,
            };
            runtime.spawn(ending.run());
        } else {
            connection.connection.close_on_drop();
        }
    }
}

/// A connection that is being rolled back, with its permits, which are released when it is idle again or closed.
struct Ending {
    shared: Arc<Shared>,
    connection: Idle,
    /// False if a statement was prepared and failed before it was measured.
    is_measured: bool,
    is_broken: bool,
    places: Places,
}

impl Ending {
    async fn run(mut self) {
        match tokio::time::timeout(ROLLBACK_TIMEOUT, self.roll_back()).await {
            Ok(Ok(())) if !self.is_broken => self.shared.return_connection(self.connection),
            Ok(Ok(())) => self.connection.connection.close_on_drop(),
            Ok(Err(error)) => {
                tracing::debug!(%error, "a connection is closed: its rollback failed");
                self.connection.connection.close_on_drop();
            }
            Err(_elapsed) => self.terminate().await,
        }
    }

    async fn roll_back(&mut self) -> Result<(), sqlx::Error> {
        sqlx::raw_sql("rollback")
            .execute(&mut *self.connection.connection)
            .await?;
        if !self.is_measured {
            forget_statements(&mut self.connection).await?;
        }
        Ok(())
    }

    /// Terminates the backend repeatedly until it has ended.
    async fn terminate(self) {
        let Self {
            shared,
            mut connection,
            places,
            ..
        } = self;
        let backend = connection.backend;
        connection.connection.close_on_drop();
        drop(connection);
        tracing::error!(
            backend,
            "a rollback did not return; the backend is terminated"
        );
        metrics::counter!("postgres_backends_terminated_total").increment(1);
        shared.stuck.fetch_add(1, Ordering::Relaxed);
        let mut seconds = 0_u64;
        while let Some(error) = end_backend(&shared.app, backend).await {
            seconds += 1;
            if seconds.is_multiple_of(30) {
                tracing::error!(backend, seconds, %error, "a backend does not end");
            }
            tokio::time::sleep(TERMINATE_INTERVAL).await;
        }
        shared.stuck.fetch_sub(1, Ordering::Relaxed);
        drop(places);
    }
}

/// Returns `None` once the backend has ended, otherwise why its end is not confirmed.
async fn end_backend(app: &PgPool, backend: i32) -> Option<String> {
    let ended = sqlx::query("select kernel.end_backend($1)")
        .bind(backend)
        .fetch_one(app)
        .await
        .and_then(|row| row.try_get::<bool, _>(0));
    match ended {
        Ok(true) => None,
        Ok(false) => Some("it is still at work".to_owned()),
        Err(error) => Some(error.to_string()),
    }
}
