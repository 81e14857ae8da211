//! Holds: WIT that is promised. It stays on its owner's account, out of their reach, until it is captured,
//! released, or too old.

use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::outcome::posted;
use crate::{Amount, Failure, Kind, Receipt};

/// A promise to be made.
#[derive(Clone, Debug)]
pub struct NewHold<'a> {
    /// Made with [`crate::Key::of`].
    pub id: Uuid,
    pub from: Uuid,
    /// To whom; where it is left open, the capture says it.
    pub to: Option<Uuid>,
    pub amount: Amount,
    /// What the capture will be.
    pub kind: Kind,
    pub source: &'a str,
    pub memo: &'a str,
    pub at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// Holds WIT.
///
/// # Errors
/// A [`crate::Refusal`], and nothing is held.
pub async fn hold(connection: &mut PgConnection, new: &NewHold<'_>) -> Result<Receipt, Failure> {
    let row = sqlx::query(
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
    posted(row.get("outcome"), row.get("available"))
}

/// A promise kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    pub payer: Uuid,
    pub payee: Uuid,
    /// The payer's balance after it.
    pub left: Option<i64>,
}

/// Pays a hold out, whole or in part; the rest is free again.
///
/// # Errors
/// A [`crate::Refusal`]: it ended before, its time is over, a party is frozen.
pub async fn capture(
    connection: &mut PgConnection,
    hold: Uuid,
    to: Option<Uuid>,
    amount: Option<Amount>,
    at: OffsetDateTime,
) -> Result<Captured, Failure> {
    let row =
        sqlx::query("select outcome, balance, payer, payee from ledger.capture($1, $2, $3, $4)")
            .bind(hold)
            .bind(to)
            .bind(amount.map(Amount::hundredths))
            .bind(at)
            .fetch_one(connection)
            .await?;
    let posted = posted(row.get("outcome"), row.get("balance"))?;
    Ok(Captured {
        payer: row.get("payer"),
        payee: row.get("payee"),
        left: posted.left,
    })
}

/// A promise given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Released {
    pub payer: Uuid,
    /// What they have available after it.
    pub available: Option<i64>,
}

/// Gives a hold back.
///
/// # Errors
/// A [`crate::Refusal`]: it ended before.
pub async fn release(
    connection: &mut PgConnection,
    hold: Uuid,
    at: OffsetDateTime,
) -> Result<Released, Failure> {
    let row = sqlx::query("select outcome, available, payer from ledger.release($1, $2)")
        .bind(hold)
        .bind(at)
        .fetch_one(connection)
        .await?;
    let posted = posted(row.get("outcome"), row.get("available"))?;
    Ok(Released {
        payer: row.get("payer"),
        available: posted.left,
    })
}

/// Gives back at most `limit` holds whose time is over; returns whose they were.
///
/// # Errors
/// The database's.
pub async fn expire_holds(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    limit: i32,
) -> Result<Vec<Uuid>, sqlx::Error> {
    let row = sqlx::query("select ledger.expire_holds($1, $2)")
        .bind(now)
        .bind(limit)
        .fetch_one(connection)
        .await?;
    Ok(row.get(0))
}
