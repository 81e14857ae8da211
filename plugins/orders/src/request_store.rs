//! The rows of requests: for withdrawal, and about defects. An order has one that is not finished.

use serde::Serialize;
use witverse_sdk::sql::{FromRow, Row, SqlError};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// A request, as both sides see it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Request {
    pub(crate) request_id: Uuid,
    pub(crate) kind: String,
    pub(crate) wish: String,
    pub(crate) reason: String,
    #[serde(skip)]
    pub(crate) file_ids: Vec<Uuid>,
    pub(crate) state: String,
    pub(crate) answer: Option<String>,
    pub(crate) requested_at: Timestamp,
    pub(crate) decided_at: Option<Timestamp>,
    pub(crate) returned_at: Option<Timestamp>,
}

impl FromRow for Request {
    fn from_row(row: Row<'_>) -> Result<Self, SqlError> {
        Ok(Self {
            request_id: row.get("id")?,
            kind: row.get("kind")?,
            wish: row.get("wish")?,
            reason: row.get("reason")?,
            file_ids: row.get("file_ids")?,
            state: row.get("state")?,
            answer: row.get("answer")?,
            requested_at: row.get("requested_at")?,
            decided_at: row.get("decided_at")?,
            returned_at: row.get("returned_at")?,
        })
    }
}

/// The latest request about an order.
pub(crate) fn latest(ctx: &Ctx, purchase: &Uuid) -> Result<Option<Request>, Error> {
    Ok(ctx.sql().optional(
        "select id, kind, wish, reason, file_ids, state, answer, requested_at, decided_at, returned_at from request \
         where purchase_id = $1 order by requested_at desc, id desc limit 1",
        &params![purchase],
    )?)
}

/// The request about an order that is not finished.
pub(crate) fn open(ctx: &Ctx, purchase: &Uuid) -> Result<Option<Request>, Error> {
    let latest = latest(ctx, purchase)?;
    Ok(latest.filter(|request| matches!(request.state.as_str(), "requested" | "accepted")))
}

/// Ends the accepted request of an order.
pub(crate) fn finish(ctx: &Ctx, purchase: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update request set state = 'done' where purchase_id = $1 and state = 'accepted'",
        &params![purchase],
    )?;
    Ok(())
}
