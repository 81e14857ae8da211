//! One movement from one account to another.

use sha2::{Digest, Sha256};
use sqlx::postgres::{PgArguments, PgDatabaseError, PgRow};
use sqlx::query::QueryAs;
use sqlx::{Connection, FromRow, PgConnection, Postgres};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::account::FIRST_HOUSE_ACCOUNT;
use crate::outcome::{paid, posted};
use crate::proof::{ENTRY_EPOCH_US, record};
use crate::{Amount, Failure, Kind, Receipt};

/// Derives the ids of movements: the same key with the same values is the same movement.
pub struct Key;

impl Key {
    /// The id for these parts. Different lists of parts never have the same id.
    #[must_use]
    pub fn of(parts: &[&str]) -> Uuid {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(part.as_bytes());
        }
        let mut bytes = [0_u8; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        uuid::Builder::from_custom_bytes(bytes).into_uuid()
    }
}

/// The input of a transfer.
#[derive(Clone, Debug)]
pub struct Transfer<'a> {
    /// Made with [`Key::of`].
    pub id: Uuid,
    pub from: Uuid,
    pub to: Uuid,
    pub amount: Amount,
    pub kind: Kind,
    /// The plugin that requested it, or `kernel`.
    pub source: &'a str,
    /// A text that is shown in the history; it must not contain secrets.
    pub memo: &'a str,
    pub at: OffsetDateTime,
}

/// Moves WIT. Idempotent by `transfer.id`: the same values are a replay, other values a
/// [`crate::Refusal::KeyConflict`].
///
/// Locks both accounts in the order of their ids until the caller's transaction ends. A transfer between two people
/// uses a savepoint: if a concurrent call used the same id, earlier work of the transaction is kept and the replay is
/// detected.
///
/// # Errors
/// A [`crate::Refusal`]; nothing moved then.
pub async fn transfer(
    connection: &mut PgConnection,
    transfer: &Transfer<'_>,
) -> Result<Receipt, Failure> {
    if transfer.from.max(transfer.to) < FIRST_HOUSE_ACCOUNT {
        // The savepoint keeps earlier work of the transaction if a concurrent call uses the same id.
        let mut attempt = connection.begin().await?;
        let pay = "select ledger.pay_new($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let record = entry_record(transfer);
        let attempt_new = bind_transfer::<(Option<i64>,)>(pay, transfer).bind(&record[..]);
        match attempt_new.fetch_one(&mut *attempt).await {
            Ok((balance,)) => {
                attempt.commit().await?;
                return paid(balance);
            }
            Err(error) if key_was_taken(&error) => attempt.rollback().await?,
            Err(error) => return Err(error.into()),
        }
        let pay = "select ledger.pay($1, $2, $3, $4, $5, $6, $7, $8)";
        let (balance,) = bind_transfer(pay, transfer).fetch_one(connection).await?;
        return paid(balance);
    }
    let post = "select outcome, balance from ledger.post($1, $2, $3, $4, $5, $6, $7, $8)";
    let (outcome, balance) = bind_transfer(post, transfer).fetch_one(connection).await?;
    posted(outcome, balance)
}

/// Moves WIT even if an account is frozen; for administrators. Idempotency and locks as for [`transfer`].
///
/// # Errors
/// Same as [`transfer`].
pub async fn force(
    connection: &mut PgConnection,
    transfer: &Transfer<'_>,
) -> Result<Receipt, Failure> {
    let post = "select outcome, balance from ledger.post($1, $2, $3, $4, $5, $6, $7, $8, 0, true)";
    let (outcome, balance) = bind_transfer(post, transfer).fetch_one(connection).await?;
    posted(outcome, balance)
}

fn entry_record(transfer: &Transfer<'_>) -> [u8; 66] {
    // PostgreSQL keeps microseconds.
    let at_us = transfer.at.unix_timestamp_nanos() / 1000 - i128::from(ENTRY_EPOCH_US);
    record(
        transfer.id,
        (transfer.from, transfer.to),
        transfer.amount.hundredths(),
        transfer.kind.number(),
        i64::try_from(at_us).unwrap_or(i64::MAX),
    )
}

/// Whether `ledger.pay_new` failed because a concurrent call used the same id. If the caller repeats the transaction,
/// the id is found as a replay.
#[must_use]
pub fn key_was_taken(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>())
        .is_some_and(|error| {
            error.code() == "23505"
                && error.schema() == Some("ledger")
                && error.constraint() == Some("transfer_pkey")
        })
}

pub(crate) fn bind_transfer<'a, O>(
    statement: &'static str,
    transfer: &'a Transfer<'_>,
) -> QueryAs<'a, Postgres, O, PgArguments>
where
    O: for<'r> FromRow<'r, PgRow>,
{
    sqlx::query_as(statement)
        .bind(transfer.id)
        .bind(transfer.from)
        .bind(transfer.to)
        .bind(transfer.amount.hundredths())
        .bind(transfer.kind.number())
        .bind(transfer.at)
        .bind(transfer.source)
        .bind(transfer.memo)
}

/// Posts at most `limit` deferred movements to balances; returns how many there were. Skips rows that another
/// transaction has locked, so concurrent calls do not wait for each other's rows.
///
/// # Errors
/// The error of the database.
pub async fn roll_up(
    connection: &mut PgConnection,
    at: OffsetDateTime,
    limit: i32,
) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar("select ledger.roll_up($1, $2)")
        .bind(at)
        .bind(limit)
        .fetch_one(connection)
        .await
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn parts_of_a_key_do_not_run_into_each_other() {
        assert_eq!(Key::of(&["order", "7"]), Key::of(&["order", "7"]));
        let keys = [
            Key::of(&["order", "7"]),
            Key::of(&["order7"]),
            Key::of(&["orde", "r7"]),
            Key::of(&["7", "order"]),
            Key::of(&["order", "7", ""]),
        ];
        for (n, key) in keys.iter().enumerate() {
            assert!(!keys[..n].contains(key), "{n}");
        }
    }
}
