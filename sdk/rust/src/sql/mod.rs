//! The plugin's own tables, in the request's transaction.
//!
//! Statements are text with `$1`, `$2`, … and typed parameters; rows are read by column name or index. There is no
//! commit and no rollback here: returning `Ok` commits, returning an error rolls back.
//!
//! Row locks are held until the request ends. A statement waits for a lock for four fifths of its time limit; then, and
//! after a deadlock, the kernel rolls the request back and repeats it, at most five tries in all. After any failed
//! statement the transaction can only be rolled back, so a handler returns the error and does not retry.

mod failure;
mod row;
#[doc(hidden)]
pub mod statement;
mod value;

pub use row::{Columns, FromRow, Row, Rows};
pub use value::{FromValue, Value};
pub use witverse_macros::FromRow;

use crate::bindings::witverse::plugin::sql as host;
use crate::error::{Error, INTERNAL, Problem, UNAVAILABLE};

pub use failure::{ErrorKind, SqlError};

/// Parameters of a statement: `params![name, 3, id.clone()]`.
///
/// ```
/// use witverse_sdk::{params, sql::Value};
/// let nothing: Option<i64> = None;
/// assert_eq!(params!["agora", 3, nothing], [Value::Text("agora".into()), Value::Int(3), Value::Null]);
/// ```
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        [$($crate::sql::Value::from($value)),*]
    };
}

/// The text of a SELECT of all columns of a type that derives [`FromRow`](derive@FromRow), as a constant. The rest of the statement
/// begins with `from`, and may consist of several constants.
///
/// ```
/// use witverse_sdk::{select, sql::FromRow};
///
/// #[derive(FromRow)]
/// struct Place { name: String, visits: i64 }
///
/// const OPEN: &str = " and is_open";
/// assert_eq!(
///     select!(Place, "from place where name = $1", OPEN),
///     "select name, visits from place where name = $1 and is_open"
/// );
/// ```
#[macro_export]
macro_rules! select {
    ($row:ty, $($rest:expr),+ $(,)?) => {
        $crate::sql_text!("select ", <$row as $crate::sql::Columns>::COLUMNS, " ", $($rest),+)
    };
}

/// A statement that consists of several constants, as a constant. It is `concat!` for constants that are no literals.
///
/// ```
/// use witverse_sdk::sql_text;
///
/// const LIVE: &str = "status = 'open' and expires_at > $1";
/// assert_eq!(
///     sql_text!("select count(*) from listing where ", LIVE),
///     "select count(*) from listing where status = 'open' and expires_at > $1"
/// );
/// ```
#[macro_export]
macro_rules! sql_text {
    ($($part:expr),+ $(,)?) => {{
        const SQL_PARTS: &[&str] = &[$($part),+];
        const SQL_BYTES: [u8; $crate::sql::statement::length(SQL_PARTS)] =
            $crate::sql::statement::joined(SQL_PARTS);
        const SQL_TEXT: &str = $crate::sql::statement::text(&SQL_BYTES);
        SQL_TEXT
    }};
}

/// Access to the plugin's schema; made by [`Ctx::sql`](crate::Ctx::sql).
#[derive(Clone, Copy, Debug)]
pub struct Sql(pub(crate) ());

impl Sql {
    /// All rows of a SELECT (or of a statement with RETURNING).
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, params};
    /// fn names(ctx: &Ctx, letter: &str) -> Result<Vec<(String, i64)>, Error> {
    ///     let rows = ctx.sql().query("select name, visits from place where starts_with(name, $1)", &params![letter])?;
    ///     Ok(rows.all()?)
    /// }
    /// ```
    pub fn query(&self, statement: &str, params: &[Value]) -> Result<Rows, SqlError> {
        host::query(statement, params).map(Rows::new)
    }

    /// The first row, if there is one.
    pub fn optional<T: FromRow>(
        &self,
        statement: &str,
        params: &[Value],
    ) -> Result<Option<T>, SqlError> {
        self.query(statement, params)?.optional()
    }

    /// The single row of a statement that always returns one (an aggregate, a RETURNING); otherwise an internal error.
    pub fn one<T: FromRow>(&self, statement: &str, params: &[Value]) -> Result<T, SqlError> {
        self.optional(statement, params)?
            .ok_or_else(|| row::unexpected("the statement gave no row"))
    }

    /// Runs INSERT, UPDATE, DELETE or MERGE; returns the number of changed rows.
    pub fn execute(&self, statement: &str, params: &[Value]) -> Result<u64, SqlError> {
        host::execute(statement, params)
    }

    /// Reads a long SELECT in parts. At most 4 cursors are open at once.
    pub fn cursor(&self, statement: &str, params: &[Value]) -> Result<Cursor, SqlError> {
        host::open_cursor(statement, params).map(Cursor)
    }
}

/// A SELECT that is read in parts; closed when dropped.
#[derive(Debug)]
pub struct Cursor(host::Cursor);

impl Cursor {
    /// At most `max` further rows; empty at the end. Columns are read by index.
    pub fn next<T: FromRow>(&self, max: u32) -> Result<Vec<T>, SqlError> {
        let rows = self.0.next(max)?;
        Rows::new(host::Rows {
            columns: Vec::new(),
            rows,
        })
        .all()
    }
}

/// Maps a violated constraint to a problem.
///
/// Concurrent calls may violate a constraint although each checked before: the database decides, and the second caller
/// gets this problem.
pub trait OnConstraint<T> {
    /// Returns `problem` if `constraint` was violated; other failures are unchanged.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Problem, problem, params, sql::OnConstraint};
    /// const TAKEN: Problem = problem!(409, "name_taken", "사용 중인 이름입니다.", "This name is in use.");
    ///
    /// fn add(ctx: &Ctx, name: &str) -> Result<(), Error> {
    ///     ctx.sql()
    ///         .execute("insert into place (name) values ($1)", &params![name])
    ///         .on_constraint(&[("place_name_key", TAKEN)])?;
    ///     Ok(())
    /// }
    /// ```
    fn on_constraint(self, problems: &[(&str, Problem)]) -> Result<T, Error>;
}

impl<T> OnConstraint<T> for Result<T, SqlError> {
    fn on_constraint(self, problems: &[(&str, Problem)]) -> Result<T, Error> {
        self.map_err(|error| {
            let violated = error.constraint.as_deref();
            let known = problems.iter().find(|(name, _)| violated == Some(*name));
            match known {
                Some((_, problem)) => Error::from(*problem),
                None => error.into(),
            }
        })
    }
}

impl From<SqlError> for Error {
    fn from(error: SqlError) -> Self {
        match error.kind {
            // The transaction is aborted; the kernel retries the request or answers itself.
            ErrorKind::Conflict | ErrorKind::Aborted => Self::from(INTERNAL),
            ErrorKind::Timeout | ErrorKind::Unavailable => Self::from(UNAVAILABLE),
            ErrorKind::Denied | ErrorKind::Invalid | ErrorKind::Constraint | ErrorKind::Limit => {
                Self::internal(format!(
                    "sql {:?} {}: {}{}",
                    error.kind,
                    error.code,
                    error.message,
                    error
                        .constraint
                        .map(|name| format!(" (constraint {name})"))
                        .unwrap_or_default()
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAKEN: Problem = crate::problem!(409, "taken", "사용 중", "in use");

    fn violation(constraint: &str) -> SqlError {
        SqlError {
            kind: ErrorKind::Constraint,
            code: "23505".into(),
            constraint: Some(constraint.into()),
            message: "duplicate key".into(),
        }
    }

    #[test]
    fn a_known_constraint_is_the_callers_problem() {
        let map = [("world_name_key", TAKEN)];
        let known: Result<(), _> = Err(violation("world_name_key"));
        assert_eq!(
            known.on_constraint(&map).expect_err("taken").code(),
            "taken"
        );
        let other: Result<(), _> = Err(violation("world_pkey"));
        assert_eq!(
            other.on_constraint(&map).expect_err("internal").status(),
            500
        );
        let kind: Result<(), _> = Err(SqlError {
            kind: ErrorKind::Unavailable,
            code: String::new(),
            constraint: None,
            message: String::new(),
        });
        assert_eq!(
            kind.on_constraint(&map).expect_err("unavailable").status(),
            503
        );
    }
}
