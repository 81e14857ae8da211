//! A plugin's statements in the unit of work, and what becomes of their failures.

use std::sync::Arc;

use futures::TryStreamExt;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::{AssertSqlSafe, Row};

use super::guard::{MAX_STATEMENT_BYTES, guarded, reads_only};
use super::values::{ResultRows, SqlValue, arguments, columns, values};
use super::{Health, Work};

/// What one call may ask of the database.
#[derive(Clone, Copy, Debug)]
pub struct SqlLimits {
    pub statement_ms: u32,
    pub rows: usize,
    pub result_bytes: usize,
}

impl Default for SqlLimits {
    fn default() -> Self {
        Self {
            statement_ms: 250,
            rows: 1000,
            result_bytes: 1 << 20,
        }
    }
}

pub use witverse_runtime::shapes::SqlErrorKind as SqlFailureKind;

/// A failed statement, as the plugin learns of it.
#[derive(Clone, Debug)]
pub struct SqlFailure {
    pub kind: SqlFailureKind,
    pub code: String,
    pub constraint: Option<String>,
    pub message: String,
}

/// An open cursor of a unit of work.
pub type CursorId = u32;

const MAX_CURSORS: usize = 4;

#[derive(Default)]
pub(super) struct Cursors {
    next: CursorId,
    open: Vec<(CursorId, Arc<str>)>,
}

impl SqlFailure {
    fn of(kind: SqlFailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            code: String::new(),
            constraint: None,
            message: message.into(),
        }
    }
}

impl Work {
    /// Runs a statement and returns its rows.
    ///
    /// # Errors
    /// [`SqlFailure`]; the transaction is doomed by one that the database reported.
    pub async fn query(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        statement: &str,
        params: Vec<SqlValue>,
    ) -> Result<ResultRows, SqlFailure> {
        let arguments = self.admit(statement, params)?;
        if !reads_only(statement) {
            self.note_write();
        }
        let text = guarded(plugin, statement);
        let connection = match self.plugin(plugin, limits).await {
            Ok(connection) => connection,
            Err(error) => return Err(self.failed(&error)),
        };
        let read = read_rows(connection, text, arguments, limits).await;
        self.settle(read)
    }

    /// Runs a statement and returns how many rows it changed.
    ///
    /// # Errors
    /// As [`Work::query`].
    pub async fn execute(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        statement: &str,
        params: Vec<SqlValue>,
    ) -> Result<u64, SqlFailure> {
        let arguments = self.admit(statement, params)?;
        self.note_write();
        let text = guarded(plugin, statement);
        let connection = match self.plugin(plugin, limits).await {
            Ok(connection) => connection,
            Err(error) => return Err(self.failed(&error)),
        };
        match sqlx::query_with(AssertSqlSafe(text), arguments)
            .execute(connection)
            .await
        {
            Ok(done) => Ok(done.rows_affected()),
            Err(error) => Err(self.failed(&error)),
        }
    }

    /// Opens a cursor over a SELECT.
    ///
    /// # Errors
    /// As [`Work::query`], and where four are open.
    pub async fn open_cursor(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        statement: &str,
        params: Vec<SqlValue>,
    ) -> Result<CursorId, SqlFailure> {
        let arguments = self.admit(statement, params)?;
        if self.cursors.open.len() >= MAX_CURSORS {
            return Err(SqlFailure::of(
                SqlFailureKind::Limit,
                format!("{MAX_CURSORS} cursors are open already"),
            ));
        }
        let id = self.cursors.next;
        let text = format!(
            "declare witverse_{id} no scroll cursor for {}",
            guarded(plugin, statement)
        );
        let connection = match self.plugin(plugin, limits).await {
            Ok(connection) => connection,
            Err(error) => return Err(self.failed(&error)),
        };
        let declared = sqlx::query_with(AssertSqlSafe(text), arguments)
            .persistent(false)
            .execute(connection)
            .await;
        if let Err(error) = declared {
            return Err(self.failed(&error));
        }
        self.cursors.next += 1;
        self.cursors.open.push((id, plugin.clone()));
        Ok(id)
    }

    /// Reads on; at most `max` rows, none at the end.
    ///
    /// # Errors
    /// As [`Work::query`], and for a cursor that this plugin did not open.
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
        let connection = match self.plugin(plugin, limits).await {
            Ok(connection) => connection,
            Err(error) => return Err(self.failed(&error)),
        };
        let read = read_rows(connection, text, PgArguments::default(), limits).await;
        self.settle(read).map(|read| read.rows)
    }

    /// Closes a cursor; one that is not open is no error.
    pub async fn close_cursor(&mut self, plugin: &Arc<str>, limits: &SqlLimits, cursor: CursorId) {
        let key = (cursor, plugin.clone());
        if self.health != Health::Sound || !self.cursors.open.contains(&key) {
            return;
        }
        self.cursors.open.retain(|open| *open != key);
        let text = format!("close witverse_{cursor}");
        let closed = match self.plugin(plugin, limits).await {
            Ok(connection) => sqlx::raw_sql(AssertSqlSafe(text))
                .execute(connection)
                .await
                .map(|_| ()),
            Err(error) => Err(error),
        };
        if let Err(error) = closed {
            self.note_failure(&error);
        }
    }

    fn note_write(&mut self) {
        self.wrote = true;
        self.writes += 1;
    }

    fn admit(&mut self, statement: &str, params: Vec<SqlValue>) -> Result<PgArguments, SqlFailure> {
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
        arguments(params).map_err(|error| SqlFailure::of(SqlFailureKind::Invalid, error))
    }

    fn refuse_if_doomed(&self) -> Result<(), SqlFailure> {
        match self.health {
            Health::Sound => Ok(()),
            Health::Doomed | Health::Retry => Err(SqlFailure::of(
                SqlFailureKind::Aborted,
                "an earlier statement of this request failed",
            )),
        }
    }

    fn settle(&mut self, read: Result<ResultRows, ReadError>) -> Result<ResultRows, SqlFailure> {
        read.map_err(|error| match error {
            ReadError::Database(error) => self.failed(&error),
            ReadError::Refused(kind, message) => {
                // The rest of the answer is still on its way: nothing more can be asked.
                self.health = Health::Doomed;
                SqlFailure::of(kind, message)
            }
        })
    }

    /// Dooms the transaction and tells the plugin why.
    fn failed(&mut self, error: &sqlx::Error) -> SqlFailure {
        self.note_failure(error);
        describe(error)
    }
}

enum ReadError {
    Database(sqlx::Error),
    Refused(SqlFailureKind, String),
}

async fn read_rows(
    connection: &mut PgConnection,
    text: String,
    arguments: PgArguments,
    limits: &SqlLimits,
) -> Result<ResultRows, ReadError> {
    let persistent = !text.starts_with("fetch");
    let mut stream = sqlx::query_with(AssertSqlSafe(text), arguments)
        .persistent(persistent)
        .fetch(connection);
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

/// What a plugin may know of a database error.
fn describe(error: &sqlx::Error) -> SqlFailure {
    let Some(error) = error.as_database_error() else {
        tracing::warn!(%error, "the database is out of reach");
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
