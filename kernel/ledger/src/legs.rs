//! Several transfers under one key, all or none.

use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Amount, Kind, Refusal};

/// How many legs one call takes.
pub const MAX_LEGS: usize = 256;

/// One transfer of several.
#[derive(Clone, Copy, Debug)]
pub struct Leg<'a> {
    pub from: Uuid,
    pub to: Uuid,
    pub amount: Amount,
    pub kind: Kind,
    pub memo: &'a str,
}

/// The first leg that cannot be posted, counted from 0, and its refusal. No leg was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("leg {}: {refusal}", leg + 1)]
pub struct RefusedLeg {
    pub leg: usize,
    pub refusal: Refusal,
}

/// Posts 1 to [`MAX_LEGS`] transfers in their order, all or none. Idempotent: returns true if the same legs were posted
/// under this key before. Locks every account in id order until the caller's transaction ends.
///
/// # Errors
/// The error of the database. SQLSTATE 40001: a concurrent call used the key; a repeated transaction then finds it.
pub async fn transfer_legs(
    connection: &mut PgConnection,
    key: Uuid,
    legs: &[Leg<'_>],
    source: &str,
    at: OffsetDateTime,
) -> Result<Result<bool, RefusedLeg>, sqlx::Error> {
    fn column<'a, T>(legs: &'a [Leg<'a>], value: impl Fn(&'a Leg<'a>) -> T) -> Vec<T> {
        legs.iter().map(value).collect()
    }
    let row = sqlx::query(
        "select outcome, refused_leg from ledger.transfer_legs($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(key)
    .bind(column(legs, |leg| leg.from))
    .bind(column(legs, |leg| leg.to))
    .bind(column(legs, |leg| leg.amount.hundredths()))
    .bind(column(legs, |leg| leg.kind.number()))
    .bind(column(legs, |leg| leg.memo))
    .bind(at)
    .bind(source)
    .fetch_one(connection)
    .await?;
    let outcome: i16 = row.try_get("outcome")?;
    let Some(refusal) = Refusal::of_number(outcome) else {
        return Ok(Ok(outcome == 1));
    };
    let leg: Option<i32> = row.try_get("refused_leg")?;
    let leg = leg.and_then(|leg| usize::try_from(leg - 1).ok());
    Ok(Err(RefusedLeg {
        leg: leg.unwrap_or_default(),
        refusal,
    }))
}
