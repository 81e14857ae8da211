//! Holds: WIT that stay on their owner's account but cannot be spent, until captured, released or expired.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::outcome::posted;
use crate::{Amount, Failure, Kind, Receipt};

/// The input of a new hold.
#[derive(Clone, Debug)]
pub struct NewHold<'a> {
    /// Made with [`crate::Key::of`].
    pub id: Uuid,
    pub from: Uuid,
    /// The payee; if `None`, the capture names it.
    pub to: Option<Uuid>,
    pub amount: Amount,
    /// The kind of the movement that the capture makes.
    pub kind: Kind,
    /// The plugin that creates the hold, or `kernel`.
    pub source: &'a str,
    pub memo: &'a str,
    pub at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// Creates a hold. Idempotent by `new.id`: a call with the same values, including `to` and `expires_at`, is a replay.
/// Locks the account.
///
/// # Errors
/// A [`crate::Refusal`], or the error of the database; nothing is held then.
pub async fn hold(connection: &mut PgConnection, new: &NewHold<'_>) -> Result<Receipt, Failure> {
    let (outcome, available): (i16, Option<i64>) = sqlx::query_as(
        "select outcome, available from ledger.hold($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(new.id)
    .bind(new.from)
    .bind(new.to)
    .bind(new.amount.hundredths())
    .bind(new.kind.number())
    .bind(new.at)
    .bind(new.expires_at)
    .bind(new.source)
    .bind(new.memo)
    .fetch_one(connection)
    .await?;
    posted(outcome, available)
}

/// The result of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    pub payer: Uuid,
    pub payee: Uuid,
    /// The payer's balance after the capture, in hundredths of a WIT; `None` if the payer is the system.
    pub left: Option<i64>,
}

/// Captures a hold: pays `amount` of it to the payee, everything if `None`, and makes the rest available again. Not
/// idempotent: a second call is refused with `HoldCaptured`. Locks the hold, then both accounts in the order of their
/// ids.
///
/// # Errors
/// A [`crate::Refusal`]: the hold has ended or expired, or a party is frozen.
pub async fn capture(
    connection: &mut PgConnection,
    hold: Uuid,
    to: Option<Uuid>,
    amount: Option<Amount>,
    at: OffsetDateTime,
) -> Result<Captured, Failure> {
    let (outcome, balance, payer, payee): (i16, Option<i64>, Option<Uuid>, Option<Uuid>) =
        sqlx::query_as("select outcome, balance, payer, payee from ledger.capture($1, $2, $3, $4)")
            .bind(hold)
            .bind(to)
            .bind(amount.map(Amount::hundredths))
            .bind(at)
            .fetch_one(connection)
            .await?;
    let left = posted(outcome, balance)?.left;
    let (payer, payee) = payer.zip(payee).ok_or_else(|| missing("payer, payee"))?;
    Ok(Captured { payer, payee, left })
}

/// The result of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Released {
    pub payer: Uuid,
    /// The owner's available balance after the release, in hundredths of a WIT.
    pub available: Option<i64>,
}

/// Releases a hold. Not idempotent: a second call is refused with `HoldEnded`. Locks the hold, then its account.
///
/// # Errors
/// A [`crate::Refusal`]: the hold does not exist or has ended.
pub async fn release(
    connection: &mut PgConnection,
    hold: Uuid,
    at: OffsetDateTime,
) -> Result<Released, Failure> {
    let (outcome, available, payer): (i16, Option<i64>, Option<Uuid>) =
        sqlx::query_as("select outcome, available, payer from ledger.release($1, $2)")
            .bind(hold)
            .bind(at)
            .fetch_one(connection)
            .await?;
    let available = posted(outcome, available)?.left;
    Ok(Released {
        payer: payer.ok_or_else(|| missing("payer"))?,
        available,
    })
}

/// The error for a successful result in which a column that success requires is null.
fn missing(columns: &str) -> sqlx::Error {
    sqlx::Error::Protocol(format!(
        "a successful ledger call returned null for {columns}"
    ))
}

/// Releases at most `limit` expired holds; returns their owners. Skips holds that another transaction has locked, then
/// locks the accounts in the order of their ids.
///
/// # Errors
/// The error of the database.
pub async fn expire_holds(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    limit: i32,
) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select ledger.expire_holds($1, $2)")
        .bind(now)
        .bind(limit)
        .fetch_one(connection)
        .await
}
