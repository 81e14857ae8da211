//! The parcels of an order: one when it is shipped, and more that the seller adds while they are on their way.

use crate::problems::{ORDER_STATE, PARCEL_LIMIT};
use crate::purchase::{Purchase, State};
use serde::Serialize;
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, params};

/// Parcels of one delivery; the table has the same limit.
const MOST: i64 = 10;

/// A parcel, as both sides see it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Parcel {
    n: i64,
    carrier: Option<String>,
    tracking: Option<String>,
    shipped_at: Timestamp,
}

impl FromRow for Parcel {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            n: row.get("n")?,
            carrier: row.get("carrier")?,
            tracking: row.get("tracking")?,
            shipped_at: row.get("shipped_at")?,
        })
    }
}

/// The parcels of the current delivery.
pub(crate) fn of(ctx: &Ctx, purchase: &Purchase) -> Result<Vec<Parcel>, Error> {
    Ok(ctx
        .sql()
        .query(
            "select n, carrier, tracking, shipped_at from parcel where purchase_id = $1 and exchange = $2 order by n",
            &params![&purchase.id, purchase.exchanges],
        )?
        .all()?)
}

/// Adds a parcel to a shipped order, whose row the caller has locked.
pub(crate) fn add(
    ctx: &Ctx,
    purchase: &Purchase,
    (carrier, tracking): (Option<String>, Option<String>),
) -> Result<(), Error> {
    if purchase.state != State::Shipped {
        return Err(ORDER_STATE.into());
    }
    let n = i64::try_from(of(ctx, purchase)?.len()).unwrap_or(MOST) + 1;
    if n > MOST {
        return Err(PARCEL_LIMIT.into());
    }
    ctx.sql().execute(
        "insert into parcel (purchase_id, exchange, n, carrier, tracking, shipped_at) values ($1, $2, $3, $4, $5, $6)",
        &params![&purchase.id, purchase.exchanges, n, carrier, tracking, ctx.now()],
    )?;
    Ok(())
}
