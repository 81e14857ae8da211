//! Payments back to people, which restore the lots that they had paid from. How a lot's money is refunded is in `lot.rs`.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::outcome::posted;
use crate::transfer::bind_transfer;
use crate::{Failure, Receipt, Transfer};

/// Pays `charges` back to the person who made them, or a part of them: moves WIT as [`crate::transfer`] does, and restores the lots
/// that these transfers took bought WIT from, up to the amount. Idempotent by `transfer.id`. Locks as a transfer, then the lots.
///
/// # Errors
/// A [`crate::Refusal`]; nothing moved then.
pub async fn refund_charges(
    connection: &mut PgConnection,
    transfer: &Transfer<'_>,
    charges: &[Uuid],
) -> Result<Receipt, Failure> {
    refund(connection, transfer, Some(charges), false).await
}

/// As [`refund_charges`], of every payment of the receiver to the paying account: for an account that is emptied, or paid out to
/// a person who had paid in. With `is_forced`, also to a frozen account.
///
/// # Errors
/// Same as [`refund_charges`].
pub async fn return_payments(
    connection: &mut PgConnection,
    transfer: &Transfer<'_>,
    is_forced: bool,
) -> Result<Receipt, Failure> {
    refund(connection, transfer, None, is_forced).await
}

async fn refund(
    connection: &mut PgConnection,
    transfer: &Transfer<'_>,
    charges: Option<&[Uuid]>,
    is_forced: bool,
) -> Result<Receipt, Failure> {
    let refund = "select outcome, balance from ledger.refund_charge($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let (outcome, balance) = bind_transfer(refund, transfer)
        .bind(charges)
        .bind(is_forced)
        .fetch_one(connection)
        .await?;
    posted(outcome, balance)
}
