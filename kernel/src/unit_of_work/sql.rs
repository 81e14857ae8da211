//! Statements of a plugin in the unit of work, and how their failures are reported.

use std::sync::Arc;

use futures::{Stream, TryStreamExt};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Postgres, Row};

use super::sql_call::{CursorId, MAX_CURSORS, SqlFailure, SqlFailureKind, SqlLimits};
use super::sql_codec::{ResultRows, SqlValue, arguments, columns, types, values};
use super::statement_guard::{MAX_STATEMENT_BYTES, guarded, reads_only, refusal};
use super::unit::{TxState, UnitOfWork};
use crate::postgres::{Retention, TxConnection};

impl UnitOfWork {
    /// Runs a statement and returns its rows.
    ///
    /// # Errors
    /// [`SqlFailure`]. A failure that the database reported dooms the transaction.
    pub async fn query(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        statement: &str,
        params: Vec<SqlValue>,
    ) -> Result<ResultRows, SqlFailure> {
        let bound = self.admit(plugin, statement, params)?;
        if !reads_only(statement) {
            self.note_write();
        }
        let retention = self.enter(plugin, limits, &bound).await?;
        let unit = self.opened()?;
        let read = read_rows(bound.query(retention).fetch(&mut **unit), limits).await;
        let rows = self.resolve(read)?;
        self.measured(plugin, retention).await?;
        Ok(rows)
    }

    /// Takes the connection, if no statement has taken it yet.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::query`].
    pub async fn connect(&mut self) -> Result<(), SqlFailure> {
        let taken = self.unit().await.map(drop);
        taken.map_err(|error| self.failed(&error))
    }

    /// Runs a statement and returns how many rows it changed.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::query`].
    pub async fn execute(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        statement: &str,
        params: Vec<SqlValue>,
    ) -> Result<u64, SqlFailure> {
        let bound = self.admit(plugin, statement, params)?;
        self.note_write();
        let retention = self.enter(plugin, limits, &bound).await?;
        let unit = self.opened()?;
        let done = bound.query(retention).execute(&mut **unit).await;
        let done = done.map_err(|error| self.failed(&error))?;
        self.measured(plugin, retention).await?;
        Ok(done.rows_affected())
    }

    /// Switches to the plugin's role and returns how the connection keeps the statement prepared.
    async fn enter(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        bound: &Bound,
    ) -> Result<Retention, SqlFailure> {
        let retention = match self.unit().await {
            Ok(unit) => unit.retention(plugin, &bound.text),
            Err(error) => return Err(self.failed(&error)),
        };
        let entered = match retention {
            Retention::Measured(_) => self.before_measuring().await,
            Retention::Kept | Retention::Dropped => Ok(()),
        };
        entered.map_err(|error| self.failed(&error))?;
        match self.plugin(plugin, limits).await {
            Ok(_) => Ok(retention),
            Err(error) => Err(self.failed(&error)),
        }
    }

    async fn before_measuring(&mut self) -> Result<(), sqlx::Error> {
        self.kernel().await?;
        let begun = self.unit().await?.begin_measuring().await;
        self.record_error(begun)
    }

    /// Records the memory size of a statement that ran for the first time.
    async fn measured(
        &mut self,
        plugin: &Arc<str>,
        retention: Retention,
    ) -> Result<(), SqlFailure> {
        let Retention::Measured(statement) = retention else {
            return Ok(());
        };
        let measured = async {
            self.kernel().await?;
            let ended = self.unit().await?.end_measuring(plugin, statement).await;
            self.record_error(ended)
        };
        measured.await.map_err(|error| self.failed(&error))
    }

    /// The connection that a statement was prepared for.
    pub(super) fn opened(&mut self) -> Result<&mut TxConnection, SqlFailure> {
        let missing = || SqlFailure::of(SqlFailureKind::Unavailable, "the transaction is over");
        self.unit.as_mut().ok_or_else(missing)
    }

    /// Opens a cursor over a SELECT.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::query`], and four cursors are open already.
    pub async fn open_cursor(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        statement: &str,
        params: Vec<SqlValue>,
    ) -> Result<CursorId, SqlFailure> {
        let bound = self.admit(plugin, statement, params)?;
        if self.cursors.open.len() >= MAX_CURSORS {
            return Err(SqlFailure::of(
                SqlFailureKind::Limit,
                format!("{MAX_CURSORS} cursors are open already"),
            ));
        }
        let id = self.cursors.next;
        let text = format!("declare witverse_{id} no scroll cursor for {}", bound.text);
        let unit = match self.plugin(plugin, limits).await {
            Ok(unit) => unit,
            Err(error) => return Err(self.failed(&error)),
        };
        let declared = sqlx::query_with(AssertSqlSafe(text), bound.arguments)
            .persistent(false)
            .execute(&mut **unit)
            .await;
        if let Err(error) = declared {
            return Err(self.failed(&error));
        }
        self.cursors.next += 1;
        self.cursors.open.push((id, plugin.clone()));
        Ok(id)
    }

    /// Reads at most `max` rows from a cursor; returns none at its end.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::query`], and the cursor was not opened by this plugin.
    pub async fn cursor_next(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        cursor: CursorId,
        max: u32,
    ) -> Result<Vec<Vec<SqlValue>>, SqlFailure> {
        self.refuse_if_doomed()?;
        if !self.cursors.open.contains(&(cursor, plugin.clone())) {
            return Err(SqlFailure::of(SqlFailureKind::Invalid, "no such cursor"));
        }
        let count = (max as usize).min(limits.rows);
        let text = format!("fetch {count} from witverse_{cursor}");
        let unit = match self.plugin(plugin, limits).await {
            Ok(unit) => unit,
            Err(error) => return Err(self.failed(&error)),
        };
        // By the extended protocol, so that values arrive in binary form as for every other statement.
        let fetch = sqlx::query(AssertSqlSafe(text)).persistent(false);
        let read = read_rows(fetch.fetch(&mut **unit), limits).await;
        self.resolve(read).map(|read| read.rows)
    }

    /// Closes a cursor; a cursor that is not open is not an error.
    pub async fn close_cursor(&mut self, plugin: &Arc<str>, limits: &SqlLimits, cursor: CursorId) {
        let key = (cursor, plugin.clone());
        if self.state != TxState::Active || !self.cursors.open.contains(&key) {
            return;
        }
        self.cursors.open.retain(|open| *open != key);
        let text = format!("close witverse_{cursor}");
        let closed = match self.plugin(plugin, limits).await {
            Ok(unit) => sqlx::raw_sql(AssertSqlSafe(text))
                .execute(&mut **unit)
                .await
                .map(|_| ()),
            Err(error) => Err(error),
        };
        if let Err(error) = closed {
            self.record_failure(&error);
        }
    }

    pub(super) fn note_write(&mut self) {
        self.wrote = true;
        self.writes += 1;
    }

    fn admit(
        &self,
        plugin: &str,
        statement: &str,
        params: Vec<SqlValue>,
    ) -> Result<Bound, SqlFailure> {
        self.refuse_if_doomed()?;
        if statement.len() > MAX_STATEMENT_BYTES {
            return Err(SqlFailure::of(
                SqlFailureKind::Limit,
                format!("a statement has at most {MAX_STATEMENT_BYTES} bytes"),
            ));
        }
        if statement.contains('\0') {
            return Err(SqlFailure::of(
                SqlFailureKind::Invalid,
                "a statement must not contain U+0000",
            ));
        }
        if let Some(reason) = refusal(statement) {
            return Err(SqlFailure::of(SqlFailureKind::Denied, reason));
        }
        let text = guarded(plugin, &types(&params), statement);
        let arguments =
            arguments(params).map_err(|error| SqlFailure::of(SqlFailureKind::Invalid, error))?;
        Ok(Bound { text, arguments })
    }

    fn refuse_if_doomed(&self) -> Result<(), SqlFailure> {
        match self.state {
            TxState::Active => Ok(()),
            TxState::Failed | TxState::Conflict => Err(SqlFailure::of(
                SqlFailureKind::Aborted,
                "an earlier statement of this request failed",
            )),
        }
    }

    fn resolve(&mut self, read: Result<ResultRows, ReadError>) -> Result<ResultRows, SqlFailure> {
        read.map_err(|error| match error {
            ReadError::Database(error) => self.failed(&error),
            ReadError::Refused(kind, message) => {
                // The rest of the response was not read: the connection accepts no further statement.
                self.state = TxState::Failed;
                SqlFailure::of(kind, message)
            }
        })
    }

    /// Dooms the transaction and returns the failure for the plugin.
    pub(super) fn failed(&mut self, error: &sqlx::Error) -> SqlFailure {
        self.record_failure(error);
        describe(error)
    }
}

/// A statement in the form that is sent, with its parameters.
struct Bound {
    text: String,
    arguments: PgArguments,
}

impl Bound {
    fn query(self, retention: Retention) -> Query<'static, Postgres, PgArguments> {
        let keeps = !matches!(retention, Retention::Dropped);
        sqlx::query_with(AssertSqlSafe(self.text), self.arguments).persistent(keeps)
    }
}

enum ReadError {
    Database(sqlx::Error),
    Refused(SqlFailureKind, String),
}

async fn read_rows(
    mut stream: impl Stream<Item = Result<PgRow, sqlx::Error>> + Unpin,
    limits: &SqlLimits,
) -> Result<ResultRows, ReadError> {
    let mut budget = limits.result_bytes;
    let mut result = ResultRows {
        columns: Vec::new(),
        rows: Vec::new(),
    };
    while let Some(row) = stream.try_next().await.map_err(ReadError::Database)? {
        if result.rows.is_empty() {
            result.columns = columns(&row);
        }
        if result.rows.len() == limits.rows {
            return Err(ReadError::Refused(
                SqlFailureKind::Limit,
                format!("the result has more than {} rows", limits.rows),
            ));
        }
        debug_assert_eq!(row.len(), result.columns.len());
        match values(&row, &mut budget) {
            Ok(Some(row)) => result.rows.push(row),
            Ok(None) => {
                return Err(ReadError::Refused(
                    SqlFailureKind::Limit,
                    format!("the result has more than {} bytes", limits.result_bytes),
                ));
            }
            Err(message) => return Err(ReadError::Refused(SqlFailureKind::Invalid, message)),
        }
    }
    Ok(result)
}

/// The part of a database error that a plugin may see.
fn describe(error: &sqlx::Error) -> SqlFailure {
    let Some(error) = error.as_database_error() else {
        tracing::warn!(%error, "the database is unreachable");
        return SqlFailure::of(SqlFailureKind::Unavailable, "the database is out of reach");
    };
    let code = error.code().unwrap_or_default().into_owned();
    let kind = match code.as_str() {
        "42501" => SqlFailureKind::Denied,
        "40001" | "40P01" | "55P03" => SqlFailureKind::Conflict,
        "57014" => SqlFailureKind::Timeout,
        "25P02" => SqlFailureKind::Aborted,
        code if code.starts_with("23") => SqlFailureKind::Constraint,
        code if code.starts_with("53") || code.starts_with("54") => SqlFailureKind::Limit,
        code if code.starts_with("57P") || code.starts_with("08") => SqlFailureKind::Unavailable,
        _ => SqlFailureKind::Invalid,
    };
    SqlFailure {
        kind,
        constraint: error.constraint().map(str::to_owned),
        message: error.message().to_owned(),
        code,
    }
}
