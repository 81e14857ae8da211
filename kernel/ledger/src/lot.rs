//! Lots: the WIT of one purchase, which are refunded completely or not at all.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::outcome::posted;
use crate::{Amount, Failure, Receipt};

/// The input of a purchase.
#[derive(Clone, Debug)]
pub struct Recharge<'a> {
    /// Made with [`crate::Key::of`].
    pub id: Uuid,
    pub to: Uuid,
    pub amount: Amount,
    /// The lot's id: the order's id.
    pub lot: Uuid,
    pub source: &'a str,
    pub memo: &'a str,
    pub at: OffsetDateTime,
}

/// Credits purchased WIT and records them as a lot. `left` is the buyer's balance after it. Idempotent by `new.id`.
/// Locks the buyer's account.
///
/// # Errors
/// A [`crate::Refusal`]; nothing is credited then.
pub async fn recharge(
    connection: &mut PgConnection,
    new: &Recharge<'_>,
) -> Result<Receipt, Failure> {
    let (outcome, balance): (i16, Option<i64>) =
        sqlx::query_as("select outcome, balance from ledger.recharge($1, $2, $3, $4, $5, $6, $7)")
            .bind(new.id)
            .bind(new.to)
            .bind(new.amount.hundredths())
            .bind(new.lot)
            .bind(new.at)
            .bind(new.source)
            .bind(new.memo)
            .fetch_one(connection)
            .await?;
    posted(outcome, balance)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LotState {
    Live,
    /// Reserved for a refund request.
    Reserved,
    Refunded,
    /// The payment was reversed.
    Void,
}

/// The current state of a lot; amounts in hundredths of a WIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    pub account: Uuid,
    pub amount: Amount,
    pub remaining: i64,
    pub state: LotState,
    pub bought_at: OffsetDateTime,
}

impl Lot {
    /// Whether none of it was spent.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.remaining == self.amount.hundredths()
    }
}

impl FromRow<'_, PgRow> for Lot {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let amount = Amount::new(row.try_get("amount")?)
            .map_err(|refusal| sqlx::Error::Decode(Box::new(refusal)))?;
        Ok(Self {
            account: row.try_get("account_id")?,
            amount,
            remaining: row.try_get("remaining")?,
            state: match row.try_get("state")? {
                0_i16 => LotState::Live,
                1 => LotState::Reserved,
                2 => LotState::Refunded,
                _ => LotState::Void,
            },
            bought_at: row.try_get("bought_at")?,
        })
    }
}

/// # Errors
/// The error of the database.
pub async fn lot(connection: &mut PgConnection, id: Uuid) -> Result<Option<Lot>, Failure> {
    Ok(sqlx::query_as(
        "select account_id, amount, remaining, state, bought_at from ledger.lot where id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?)
}

/// Reserves a whole lot for a refund: holds its WIT as the hold `hold`. Not idempotent. Locks the account, then the
/// lot.
///
/// # Errors
/// `LotSpent` if a part of it was spent; `Insufficient` if its WIT are held otherwise.
pub async fn reserve_lot(
    connection: &mut PgConnection,
    lot: Uuid,
    hold: Uuid,
    at: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<Receipt, Failure> {
    let (outcome, available): (i16, Option<i64>) = sqlx::query_as(
        "select outcome, available from ledger.reserve_lot($1, $2, $3, $4, 'kernel', '')",
    )
    .bind(lot)
    .bind(hold)
    .bind(at)
    .bind(expires_at)
    .fetch_one(connection)
    .await?;
    posted(outcome, available)
}

/// Cancels a reservation: the lot is live again. Not idempotent. Locks the hold, the account and the lot, in this
/// order.
///
/// # Errors
/// `HoldEnded` if it was not reserved.
pub async fn unreserve_lot(
    connection: &mut PgConnection,
    lot: Uuid,
    at: OffsetDateTime,
) -> Result<Receipt, Failure> {
    let (outcome, available): (i16, Option<i64>) =
        sqlx::query_as("select outcome, available from ledger.unreserve_lot($1, $2)")
            .bind(lot)
            .bind(at)
            .fetch_one(connection)
            .await?;
    posted(outcome, available)
}

/// Returns the WIT of a reserved lot to the mint. Not idempotent. Locks the hold, the account and the lot, in this
/// order.
///
/// # Errors
/// `HoldEnded` if it is not reserved or the hold has expired; `Frozen` if its owner's account is frozen.
pub async fn refund_lot(
    connection: &mut PgConnection,
    lot: Uuid,
    at: OffsetDateTime,
) -> Result<Receipt, Failure> {
    let (outcome, balance): (i16, Option<i64>) =
        sqlx::query_as("select outcome, balance from ledger.refund_lot($1, $2)")
            .bind(lot)
            .bind(at)
            .fetch_one(connection)
            .await?;
    posted(outcome, balance)
}

/// The result of a claw-back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClawedBack {
    /// At most the purchased amount and at most the available balance, in hundredths of a WIT.
    pub taken: i64,
    /// The owner's balance after it; `None` if nothing was taken.
    pub left: Option<i64>,
}

/// Takes back the WIT of a reversed payment, up to the owner's available balance; also from frozen accounts. Not
/// idempotent. Locks the hold if the lot is reserved, then the account and the lot.
///
/// # Errors
/// `LotSpent` if the lot was refunded or voided before.
pub async fn claw_back(
    connection: &mut PgConnection,
    id: Uuid,
    lot: Uuid,
    at: OffsetDateTime,
    memo: &str,
) -> Result<ClawedBack, Failure> {
    let (outcome, left, taken): (i16, Option<i64>, Option<i64>) =
        sqlx::query_as("select outcome, balance, taken from ledger.claw_back($1, $2, $3, $4)")
            .bind(id)
            .bind(lot)
            .bind(at)
            .bind(memo)
            .fetch_one(connection)
            .await?;
    posted(outcome, left)?;
    Ok(ClawedBack {
        taken: taken.unwrap_or_default(),
        left,
    })
}
