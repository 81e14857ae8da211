//! Response bodies: the envelope of a success, an empty payload, timestamps.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use super::extract::ClientIp;
use super::problem::Failure;
use super::state::Shared;
use crate::error::Problem;

pub(crate) type Reply<T> = Result<T, Failure>;

/// The envelope of every success response.
pub(crate) fn payload(payload: impl Serialize) -> axum::Json<Value> {
    axum::Json(json!({ "payload": payload }))
}

/// Counts a request to an operation that could be used for guessing, by network address.
pub(crate) fn count(app: &Shared, ip: &ClientIp) -> Result<(), Problem> {
    let limit = app.config.http.account_rate;
    app.rates.count(
        format!("account {}", ip.network()),
        limit,
        Duration::from_secs(60),
    )
}

/// A time in the form of the API: RFC 3339, in UTC.
pub(crate) fn stamp(at: OffsetDateTime) -> String {
    at.to_offset(UtcOffset::UTC)
        .truncate_to_millisecond()
        .format(&Rfc3339)
        .unwrap_or_default()
}

/// An empty payload.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Empty {}

/// A request body without fields.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyRequest {}
