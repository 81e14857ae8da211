//! An appeal as shown to its author and to moderators.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::Row;
use sqlx::postgres::PgRow;
use time::OffsetDateTime;

use super::AppealState;
use crate::error::Result;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Appeal {
    pub state: AppealState,
    pub text: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    pub answer: Option<String>,
}

/// Decodes the appeal of a row of `kernel.sanction`.
pub(super) fn appeal_of(row: &PgRow) -> Result<Option<Appeal>> {
    let state: Option<String> = row.try_get("appeal_state")?;
    let (Some(state), Some(text), Some(at)) = (
        state,
        row.try_get("appeal_text")?,
        row.try_get("appealed_at")?,
    ) else {
        return Ok(None);
    };
    Ok(Some(Appeal {
        state: AppealState::read(&state)?,
        text,
        at,
        answer: row.try_get("appeal_answer")?,
    }))
}
