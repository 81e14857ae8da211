//! The rows of a list that a request asks for: by a cursor at constant cost, or by the number of a page, which is limited
//! because the cost of skipped rows grows with it. The total is counted up to a limit for the same reason.

use std::ops::Range;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, PgConnection, PgPool, Postgres};

use crate::error::Result;

/// Rows are counted up to this number.
pub const COUNTED_MAX: i64 = 200;

/// The rows to read.
#[derive(Clone, Debug)]
pub struct Window<K> {
    /// The position of the last row before; `None` at the beginning.
    pub after: Option<K>,
    /// Rows to skip; 0 with a position.
    pub skip: i64,
    /// Rows to read: one more than a page holds, which shows whether there is a next page.
    pub fetch: i64,
}

/// The rows that were read.
#[derive(Debug)]
pub struct Rows<T> {
    pub items: Vec<T>,
    /// The number of rows of the list, up to [`COUNTED_MAX`].
    pub total: i64,
}

impl<T> Rows<T> {
    /// The same rows, each converted.
    ///
    /// # Errors
    /// The first error of a conversion.
    pub(crate) fn read<U>(self, read: impl Fn(&T) -> Result<U>) -> Result<Rows<U>> {
        Ok(Rows {
            items: self.items.iter().map(read).collect::<Result<_>>()?,
            total: self.total,
        })
    }
}

/// A statement while its values are bound.
pub(crate) type Statement<'q> = Query<'q, Postgres, PgArguments>;

impl<K> Window<K> {
    /// The positions of the rows to read.
    pub(crate) fn range(&self) -> Range<i64> {
        self.skip..self.skip + self.fetch
    }

    /// Reads the rows and counts the list. The last two parameters of the statement are the limit and the offset; `bind`
    /// binds the others, for a list that begins after the position.
    pub(crate) async fn read(
        &self,
        pool: &PgPool,
        statement: &str,
        bind: impl for<'q> Fn(Statement<'q>, Option<&K>) -> Statement<'q>,
    ) -> Result<Rows<PgRow>> {
        let mut connection = pool.acquire().await?;
        let items = bind(
            sqlx::query(AssertSqlSafe(statement.to_owned())),
            self.after.as_ref(),
        )
        .bind(self.fetch)
        .bind(self.skip)
        .fetch_all(&mut *connection)
        .await?;
        Ok(Rows {
            items,
            total: count(&mut connection, statement, COUNTED_MAX, |query| {
                bind(query, None)
            })
            .await?,
        })
    }
}

/// Counts the rows of a statement, up to `most`. Its last two parameters are the limit and the offset.
pub(crate) async fn count(
    connection: &mut PgConnection,
    statement: &str,
    most: i64,
    bind: impl for<'q> FnOnce(Statement<'q>) -> Statement<'q>,
) -> Result<i64> {
    use sqlx::Row;
    let statement = format!("select count(*) from ({statement}) counted");
    let row = bind(sqlx::query(AssertSqlSafe(statement)))
        .bind(most)
        .bind(0_i64)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get(0)?)
}
