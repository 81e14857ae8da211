//! Changes that one administrator proposes and another one decides: the columns that every such table has.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::{
    APPOINTED_BY_PROPOSER, Catalogue, RECENTLY_APPOINTED, Result, SECOND_PERSON_REQUIRED,
};
use crate::identity::Named;

/// Why an administrator may not approve a proposal, for the contracts of operations.
pub(crate) const APPROVAL_PROBLEMS: &[Catalogue] = &[
    SECOND_PERSON_REQUIRED,
    APPOINTED_BY_PROPOSER,
    RECENTLY_APPOINTED,
];

/// The state of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProposalState {
    Proposed,
    Applied,
    Rejected,
}

impl ProposalState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Applied => "applied",
            Self::Rejected => "rejected",
        }
    }

    fn parse(text: &str) -> Self {
        [Self::Applied, Self::Rejected]
            .into_iter()
            .find(|state| state.as_str() == text)
            .unwrap_or(Self::Proposed)
    }
}

/// Who proposed a change, and the decision about it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    pub state: ProposalState,
    pub proposed_by: Named,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub proposed_at: OffsetDateTime,
    pub decided_by: Option<Named>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub decided_at: Option<OffsetDateTime>,
    pub answer: Option<String>,
}

impl Review {
    /// Decodes the columns of a proposal, and the nicknames as `proposer` and `decider`.
    pub(crate) fn read(row: &PgRow) -> std::result::Result<Self, sqlx::Error> {
        let decided_by: Option<Uuid> = row.try_get("decided_by")?;
        let decider = row.try_get("decider")?;
        Ok(Self {
            state: ProposalState::parse(row.try_get("state")?),
            proposed_by: Named {
                id: row.try_get("proposed_by")?,
                nickname: row.try_get("proposer")?,
            },
            proposed_at: row.try_get("proposed_at")?,
            decided_by: decided_by.map(|id| Named {
                id,
                nickname: decider,
            }),
            decided_at: row.try_get("decided_at")?,
            answer: row.try_get("answer")?,
        })
    }
}

/// A decision of an administrator.
pub(crate) struct Decision<'a> {
    pub(crate) state: ProposalState,
    pub(crate) by: Uuid,
    pub(crate) at: OffsetDateTime,
    /// Empty for none.
    pub(crate) answer: &'a str,
}

/// Stores the decision about a proposal. `table` is the name of a table of the schema `kernel`.
///
/// # Errors
/// If this administrator may not approve what the other one proposed: one of [`APPROVAL_PROBLEMS`].
pub(crate) async fn decide(
    connection: &mut PgConnection,
    table: &'static str,
    id: Uuid,
    decision: Decision<'_>,
) -> Result<()> {
    if decision.state == ProposalState::Applied {
        require_approver(connection, table, id, &decision).await?;
    }
    let statement = format!(
        "update kernel.{table}
         set state = $2, decided_by = $3, decided_at = $4, answer = nullif($5, '') where id = $1"
    );
    sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(id)
        .bind(decision.state.as_str())
        .bind(decision.by)
        .bind(decision.at)
        .bind(decision.answer)
        .execute(connection)
        .await?;
    Ok(())
}

/// The rules are in `kernel.approval_objection`, which the triggers of the tables call as well.
async fn require_approver(
    connection: &mut PgConnection,
    table: &'static str,
    id: Uuid,
    decision: &Decision<'_>,
) -> Result<()> {
    let statement = format!(
        "select kernel.approval_objection($2, proposed_by, $3) from kernel.{table} where id = $1"
    );
    let objection: Option<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
        .bind(id)
        .bind(decision.by)
        .bind(decision.at)
        .fetch_one(connection)
        .await?;
    match objection.as_deref() {
        None => Ok(()),
        Some("appointer") => Err(APPOINTED_BY_PROPOSER.into()),
        Some("recently_appointed") => Err(RECENTLY_APPOINTED.into()),
        Some(_) => Err(SECOND_PERSON_REQUIRED.into()),
    }
}
