//! The audit log of all accounts, for administrators.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

use super::audit::{AuditLog, Recorded};
use crate::error::Result;
use crate::list_window::{Rows, Window};
use crate::permissions::{Administer, Authorized};

/// An account with its nickname.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Named {
    pub id: Uuid,
    pub nickname: Option<String>,
}

/// An audit entry with its account.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AuditRecord {
    pub account: Named,
    pub seq: i64,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    pub kind: String,
    pub ip: String,
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub details: Value,
    pub actor: Option<Named>,
}

/// The position after a page of the log; also the cursor of the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditCursor {
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub account: Uuid,
    pub seq: i64,
}

impl AuditCursor {
    /// The position before the newest entry.
    pub const LATEST: Self = Self {
        at: datetime!(9999-12-31 00:00 UTC),
        account: Uuid::nil(),
        seq: i64::MAX,
    };

    #[must_use]
    pub fn of(entry: &AuditRecord) -> Self {
        Self {
            at: entry.at,
            account: entry.account.id,
            seq: entry.seq,
        }
    }
}

macro_rules! entries {
    ($rest:literal) => {
        concat!(
            "select e.*, a.nickname, s.nickname as actor_nickname
             from kernel.audit_entry e
             left join kernel.account a on a.id = e.account_id
             left join kernel.account s on s.id = e.actor ",
            $rest
        )
    };
}

/// Each query uses one index: by time, by kind and time, by account.
const ALL: &str = entries!(
    "where e.at <= $1 and (e.at < $1 or (e.account_id, e.seq) > ($2, $3))
     order by e.at desc, e.account_id, e.seq limit $4 offset $5"
);
const OF_KIND: &str = entries!(
    "where e.kind = $4 and e.at <= $1 and (e.at < $1 or (e.account_id, e.seq) > ($2, $3))
     order by e.at desc, e.account_id, e.seq limit $5 offset $6"
);
const OF_ACCOUNT: &str = entries!(
    "where e.account_id = $1 and e.seq < $2 and ($3::text is null or e.kind = $3)
     order by e.seq desc limit $4 offset $5"
);

impl AuditLog {
    /// Returns log entries, newest first; optionally of one account, of one kind, or both.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn query(
        &self,
        _by: &Authorized<'_, Administer>,
        (account, kind): (Option<Uuid>, Option<&str>),
        window: &Window<AuditCursor>,
    ) -> Result<Rows<AuditRecord>> {
        let statement = match (account, kind) {
            (Some(_), _) => OF_ACCOUNT,
            (None, Some(_)) => OF_KIND,
            (None, None) => ALL,
        };
        let rows = window.read(&self.pool, statement, |query, before| {
            let before = before.unwrap_or(&AuditCursor::LATEST);
            if let Some(account) = account {
                return query.bind(account).bind(before.seq).bind(kind);
            }
            let query = query.bind(before.at).bind(before.account).bind(before.seq);
            match kind {
                Some(kind) => query.bind(kind),
                None => query,
            }
        });
        rows.await?.read(|row| Ok(AuditRecord::from_row(row)?))
    }
}

impl FromRow<'_, PgRow> for AuditRecord {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let entry = Recorded::from_row(row)?;
        let actor_nickname = row.try_get("actor_nickname")?;
        Ok(Self {
            account: Named {
                id: entry.account,
                nickname: row.try_get("nickname")?,
            },
            seq: entry.seq,
            at: entry.at,
            kind: entry.kind,
            ip: entry.ip,
            details: entry.details,
            actor: entry.actor.map(|id| Named {
                id,
                nickname: actor_nickname,
            }),
        })
    }
}
