//! Many movements in one call: for whoever has many at once, at a quarter of the price each.

use sqlx::{PgConnection, Row};
use time::OffsetDateTime;

use crate::outcome::posted;
use crate::{Failure, Posted, Refusal, Transfer};

/// How many one call takes.
pub const MAX_BATCH: usize = 256;

/// Makes up to [`MAX_BATCH`] movements at one time and says of each what came of it. Those that are sure to
/// succeed go first, in their order; then the others, in theirs.
///
/// # Errors
/// The database's: then none was made.
pub async fn transfer_batch(
    connection: &mut PgConnection,
    transfers: &[Transfer<'_>],
    at: OffsetDateTime,
) -> Result<Vec<Result<Posted, Refusal>>, sqlx::Error> {
    fn column<'a, T>(all: &'a [Transfer<'a>], of: impl Fn(&'a Transfer<'a>) -> T) -> Vec<T> {
        all.iter().map(of).collect()
    }
    if transfers.is_empty() {
        return Ok(Vec::new());
    }
    let row = sqlx::query("select ledger.transfer_batch($1, $2, $3, $4, $5, $6, $7, $8)")
        .bind(column(transfers, |one| one.id))
        .bind(column(transfers, |one| one.from))
        .bind(column(transfers, |one| one.to))
        .bind(column(transfers, |one| one.amount.hundredths()))
        .bind(column(transfers, |one| one.kind.number()))
        .bind(at)
        .bind(column(transfers, |one| one.source.to_owned()))
        .bind(column(transfers, |one| one.memo.to_owned()))
        .fetch_one(connection)
        .await?;
    let outcomes: Vec<i16> = row.get(0);
    outcomes
        .into_iter()
        .map(|outcome| match posted(outcome, None) {
            Ok(posted) => Ok(Ok(posted)),
            Err(Failure::Refused(refusal)) => Ok(Err(refusal)),
            Err(Failure::Database(error)) => Err(error),
        })
        .collect()
}
