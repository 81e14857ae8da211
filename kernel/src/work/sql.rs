//! A plugin's statements in the unit of work, and what becomes of their failures.

use std::sync::Arc;

use futures::{Stream, TryStreamExt};
use sqlx::postgres::{PgArguments, PgQueryResult, PgRow};
use sqlx::{AssertSqlSafe, Either, Row};

use super::ahead::{Message, inserts_one_row};
use super::guard::{MAX_STATEMENT_BYTES, guarded, reads_only};
use super::values::{ResultRows, SqlValue, Written, arguments, columns, values, written};
use super::{Health, Work};
use crate::postgres::Unit;

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
        let values = self.admit(statement, params)?;
        if !reads_only(statement) {
            self.note_write();
        }
        let sent = self.ready(plugin, limits, statement, values).await;
        let sent = sent.map_err(|error| self.failed(&error))?;
        let (mut message, expected) = self.take_ahead();
        let unit = self.opened()?;
        let mut others = Others::default();
        let read = match sent {
            Sent::Written(statement) => {
                message.append(statement);
                others.last = message.len() - 1;
                others.wanted = expected.as_ref().map(|expected| expected.place);
                let stream = sqlx::raw_sql(AssertSqlSafe(message.into_text()));
                read_rows(stream.fetch_many(&mut **unit), &mut others, limits).await
            }
            Sent::Bound(text, arguments) => {
                let stream = sqlx::query_with(AssertSqlSafe(text), arguments);
                let stream = stream.fetch(&mut **unit).map_ok(Either::Right);
                read_rows(stream, &mut others, limits).await
            }
        };
        if read.is_ok() {
            self.foresee(expected, &others.rows);
        }
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
        let values = self.admit(statement, params)?;
        self.note_write();
        let sent = self.ready(plugin, limits, statement, values).await;
        let sent = sent.map_err(|error| self.failed(&error))?;
        let done = match sent {
            Sent::Written(message) if self.presumes && inserts_one_row(statement) => {
                self.presume(message);
                return Ok(1);
            }
            Sent::Written(message) => self.send(message, false).await.map(|said| said.affected),
            Sent::Bound(text, arguments) => {
                let query = sqlx::query_with(AssertSqlSafe(text), arguments);
                let done = query.execute(&mut **self.opened()?).await;
                done.map(|done| done.rows_affected())
            }
        };
        done.map_err(|error| self.failed(&error))
    }

    /// Makes a statement ready to be sent. The first time that a connection gets it, it is prepared under its plugin's role, in
    /// a message that can hold one statement and nothing else; from then on it goes by its name, with its values written out
    /// and whatever has to be said before it, in one message.
    async fn ready(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        statement: &str,
        values: Values,
    ) -> Result<Sent, sqlx::Error> {
        let text = guarded(plugin, statement);
        if let Values::Written(Written { types, values }, _) = &values
            && let Some(name) = self.prepared(plugin, limits, &text, types).await?
        {
            let mut message = self.way_to(plugin, limits).await?;
            message.say(&match values.is_empty() {
                true => format!("execute {name}"),
                false => format!("execute {name} ({values})"),
            });
            return Ok(Sent::Written(message));
        }
        let arguments = values.bound();
        let arguments = arguments.map_err(|error| sqlx::Error::Encode(error.into()))?;
        self.plugin(plugin, limits).await?;
        Ok(Sent::Bound(text, arguments))
    }

    /// The name of a statement on this connection; none where enough are prepared.
    async fn prepared(
        &mut self,
        plugin: &Arc<str>,
        limits: &SqlLimits,
        text: &str,
        types: &str,
    ) -> Result<Option<String>, sqlx::Error> {
        let known_as = format!("{types}: {text}");
        let known = self.unit().await?.prepared(&known_as);
        if let Some(name) = known {
            return Ok(Some(name.to_owned()));
        }
        let Some(name) = self.unit().await?.next_name() else {
            return Ok(None);
        };
        let takes = match types {
            "" => String::new(),
            types => format!(" ({types})"),
        };
        let prepare = format!("prepare {name}{takes} as {text}");
        let connection = self.plugin(plugin, limits).await?;
        sqlx::query(AssertSqlSafe(prepare))
            .persistent(false)
            .execute(connection)
            .await?;
        self.unit().await?.note_prepared(&known_as, name.clone());
        Ok(Some(name))
    }

    /// The unit that a statement is ready for.
    fn opened(&mut self) -> Result<&mut Unit, SqlFailure> {
        let missing = || SqlFailure::of(SqlFailureKind::Unavailable, "the transaction is over");
        self.unit.as_mut().ok_or_else(missing)
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
        let values = self.admit(statement, params)?.bound();
        let arguments = values.map_err(|error| SqlFailure::of(SqlFailureKind::Invalid, error))?;
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
        let stream = sqlx::raw_sql(AssertSqlSafe(text));
        let stream = stream.fetch_many(connection);
        let read = read_rows(stream, &mut Others::default(), limits).await;
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

    fn admit(&mut self, statement: &str, params: Vec<SqlValue>) -> Result<Values, SqlFailure> {
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
        let values = match written(&params) {
            Ok(Some(written)) => Ok(Values::Written(written, params)),
            Ok(None) => arguments(params).map(Values::Bound),
            Err(error) => Err(error),
        };
        values.map_err(|error| SqlFailure::of(SqlFailureKind::Invalid, error))
    }

    fn refuse_if_doomed(&self) -> Result<(), SqlFailure> {
        match self.health {
            Health::Sound => Ok(()),
            Health::Doomed | Health::Retry | Health::Mistaken => Err(SqlFailure::of(
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
        match self.was_mistaken() {
            // It may be about another plugin's statement.
            true => SqlFailure::of(SqlFailureKind::Aborted, "the call is done again"),
            false => describe(error),
        }
    }
}

/// A statement's values, which are fine; written out unless they are too long for it.
enum Values {
    Written(Written, Vec<SqlValue>),
    Bound(PgArguments),
}

impl Values {
    fn bound(self) -> Result<PgArguments, String> {
        match self {
            Self::Written(_, params) => arguments(params),
            Self::Bound(arguments) => Ok(arguments),
        }
    }
}

/// How a statement goes out.
enum Sent {
    /// By its name, in a message with everything that goes before it.
    Written(Message),
    /// As it is, after everything that goes before it.
    Bound(String, PgArguments),
}

enum ReadError {
    Database(sqlx::Error),
    Refused(SqlFailureKind, String),
}

/// Statements before the one that is read.
#[derive(Default)]
struct Others {
    /// The place of the one that is read.
    last: usize,
    /// The place of one whose rows are kept, and those.
    wanted: Option<usize>,
    rows: Vec<PgRow>,
}

async fn read_rows(
    mut stream: impl Stream<Item = Result<Either<PgQueryResult, PgRow>, sqlx::Error>> + Unpin,
    others: &mut Others,
    limits: &SqlLimits,
) -> Result<ResultRows, ReadError> {
    let mut budget = limits.result_bytes;
    let mut place = 0;
    let mut result = ResultRows {
        columns: Vec::new(),
        rows: Vec::new(),
    };
    while let Some(part) = stream.try_next().await.map_err(ReadError::Database)? {
        let row = match part {
            Either::Left(_) => {
                place += 1;
                continue;
            }
            Either::Right(row) => row,
        };
        if place < others.last {
            if others.wanted == Some(place) {
                others.rows.push(row);
            }
            continue;
        }
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
