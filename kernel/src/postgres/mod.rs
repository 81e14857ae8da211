//! PostgreSQL: the embedded server, the roles, the isolation of plugins, the pools.
//!
//! Two pools serve requests. `app` works on the kernel's own tables and never runs a plugin's SQL. `rt` runs plugin SQL
//! under the plugin's role and owns no table of the kernel.

mod embedded;
mod error;
mod functions;
mod isolation;
mod liveness;
mod roles;
mod statement_budget;
mod tx_pool;

pub use embedded::{Embedded, EmbeddedError, EmbeddedSettings};
pub use error::PrepareError;
pub use isolation::Refusal;
pub use liveness::Liveness;
pub use roles::{create_plugin_roles, plugin_owner, plugin_role, plugin_schema};
pub use statement_budget::Retention;
pub use tx_pool::{TxConnection, TxPool};

use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection, Postgres, Transaction};

use crate::secret::Secret;

static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Shorter than the limit of a plugin's call, so that a full pool is reported as such and not as a timeout of the call.
const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(1500);

/// The address of the database, with the login of its owner.
#[derive(Clone, Debug)]
pub struct Server {
    pub owner: PgConnectOptions,
    /// Set for a server that requires passwords; the roles' passwords are derived from the kernel's secret.
    pub passwords: Option<Secret>,
}

/// The pools of a prepared database.
#[derive(Clone)]
pub struct Pools {
    /// Connections for the kernel's own tables.
    pub app: PgPool,
    /// Connections for units of work that run plugin code.
    pub rt: TxPool,
    /// Notified when the database was restarted.
    pub liveness: Liveness,
    owner: PgConnectOptions,
}

impl Pools {
    /// Opens a connection as the owner: for installing plugins, never for a request.
    ///
    /// # Errors
    /// The database is unreachable.
    pub async fn owner(&self) -> Result<PgConnection, sqlx::Error> {
        without_logging(self.owner.clone()).connect().await
    }

    /// The connection settings of the owner.
    #[must_use]
    pub fn owner_options(&self) -> PgConnectOptions {
        without_logging(self.owner.clone())
    }

    /// Closes every connection.
    pub async fn close(&self) {
        futures::join!(self.app.close(), self.rt.close());
    }
}

/// Begins a transaction; `statement` replaces a bare BEGIN.
///
/// Runs in its own task: the caller can be dropped at any moment (a closed browser, a deadline), and sqlx rolls back
/// only a transaction that it knows about. A connection returned to its pool before that would pass an open
/// transaction, and a plugin's role, to the next request.
///
/// # Errors
/// The database is unreachable.
pub async fn begin(
    pool: &PgPool,
    statement: impl Into<String>,
) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let (pool, statement) = (pool.clone(), statement.into());
    let begun = tokio::spawn(async move { pool.begin_with(AssertSqlSafe(statement)).await });
    begun
        .await
        .unwrap_or_else(|error| Err(sqlx::Error::Io(std::io::Error::other(error))))
}

/// Migrates the database, checks that plugins are isolated in it, and opens the pools.
///
/// # Errors
/// [`PrepareError`], each with its remedy.
pub async fn prepare(server: &Server, connections: u32) -> Result<Pools, PrepareError> {
    let mut owner = without_logging(server.owner.clone())
        .connect()
        .await
        .map_err(PrepareError::Unreachable)?;
    roles::create_kernel_roles(&mut owner, server.passwords.as_ref()).await?;
    migrate(&mut owner).await?;
    owner.close().await?;

    let app = server.login("kernel_app");
    let rt = server
        .login("kernel_rt")
        // The memory of plugins' prepared statements is limited in bytes (`statement_budget`), not by this number.
        .statement_cache_capacity(2048)
        .options([
            ("idle_in_transaction_session_timeout", "15s"),
            ("statement_timeout", "5s"),
            ("lock_timeout", "3s"),
            // The search path that a unit of work starts with, so that it needs no statement for it.
            ("search_path", "pg_catalog"),
        ]);
    let liveness = Liveness::default();
    let app = pool(app, connections.max(8), &liveness).await?;
    let rt = pool(rt, connections, &liveness).await?;
    Ok(Pools {
        rt: TxPool::new(rt, app.clone(), liveness.clone()),
        app,
        liveness,
        owner: server.owner.clone(),
    })
}

/// Plans are cached, and many are made while a table is small. These settings make the planner read rows by index, one
/// at a time and in index order, as it has to with millions of rows; this order is also the lock order. A plan that
/// must read a whole table gets a very high cost estimate with these settings, so JIT compilation is off.
pub const PLANNER_SETTINGS: [(&str, &str); 4] = [
    ("enable_seqscan", "off"),
    ("seq_page_cost", "1"),
    ("random_page_cost", "1"),
    ("jit", "off"),
];

impl Server {
    fn login(&self, role: &str) -> PgConnectOptions {
        let options = without_logging(self.owner.clone())
            .username(role)
            .options(PLANNER_SETTINGS);
        match &self.passwords {
            Some(secret) => options.password(&roles::password(secret, role)),
            None => options,
        }
    }
}

/// Turns off sqlx's statement log: the callers trace their statements with more context.
fn without_logging(options: PgConnectOptions) -> PgConnectOptions {
    options
        .application_name("witverse")
        .disable_statement_logging()
}

async fn pool(
    options: PgConnectOptions,
    connections: u32,
    liveness: &Liveness,
) -> Result<PgPool, sqlx::Error> {
    let liveness = liveness.clone();
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // A ping before each use would double the round trips of a small request.
        .test_before_acquire(false)
        .before_acquire(move |connection, used| {
            let liveness = liveness.clone();
            Box::pin(async move {
                if !liveness.wants_ping(used.idle_for) {
                    return Ok(true);
                }
                // An error closes the connection, and the pool tries the next one.
                connection
                    .ping()
                    .await
                    .inspect_err(|_| liveness.note_failure())?;
                Ok(true)
            })
        })
        .connect_with(options)
        .await
}

/// The advisory lock that lets one kernel at a time migrate the database.
const MIGRATION_LOCK: i64 = 0x7769_7476_6572_7365;

/// Applies tables, database code and privileges in one transaction, so that a database is never between two versions.
async fn migrate(owner: &mut PgConnection) -> Result<(), PrepareError> {
    let mut transaction = owner.begin().await?;
    sqlx::query("select pg_advisory_xact_lock($1)")
        .bind(MIGRATION_LOCK)
        .execute(&mut *transaction)
        .await?;
    sqlx::raw_sql("set local search_path = kernel")
        .execute(&mut *transaction)
        .await?;
    MIGRATIONS
        .run(&mut *transaction)
        .await
        .map_err(|error| match error {
            MigrateError::VersionMissing(version) => PrepareError::Newer(version),
            error => PrepareError::Migration(error),
        })?;
    sqlx::raw_sql("set local search_path = default")
        .execute(&mut *transaction)
        .await?;
    functions::apply(&mut transaction).await?;
    isolation::enforce(&mut transaction).await?;
    transaction.commit().await?;
    Ok(())
}
