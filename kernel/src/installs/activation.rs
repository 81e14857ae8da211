//! The rows that an activation of an install writes, in the transaction of its migrations and its health check.

use serde_json::Value;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use super::agreement::Agreement;
use super::grant::Grant;
use super::spec::Spec;
use super::store::{InstallRow, NewEvent};
use super::trials::open_purses;
use crate::plugins::{ActivationRows, RowsError};

/// The kind of the event after which the version before is given up, and no contract migration waits.
pub(super) const FINISHED: &str = "finished";
/// The kind of the event after which the version that was left does not come back by itself.
pub(super) const ROLLED_BACK: &str = "rolled_back";
/// The most installs and trials of one resource.
pub(super) const MAX_INSTALLS: i64 = 30;
/// The memory that the running installs of one resource may take together.
const MAX_RESIDENT_BYTES: i64 = 256 << 20;

/// The row of an install after an activation.
#[allow(
    clippy::large_enum_variant,
    reason = "one exists for the length of an activation"
)]
pub(super) enum RowChange {
    Insert {
        plugin: String,
        by: Uuid,
        /// When a trial ends.
        trial_until: Option<OffsetDateTime>,
    },
    Update {
        /// The state, the digest, the settings and the time of the last change that the row must still have: what was granted or
        /// withdrawn in between must not be written over.
        before: (String, Vec<u8>, Value, OffsetDateTime),
        /// What was granted before.
        granted: Grant,
        /// The version for a rollback.
        previous: Option<(Vec<u8>, Grant)>,
    },
}

/// What is written in the transaction of an activation.
pub(super) struct Activation {
    pub spec: Spec,
    pub change: RowChange,
    pub kind: &'static str,
    pub details: Value,
    /// The agreement of the operator to the publisher's key.
    pub agreement: Option<Agreement>,
    /// The id of the event.
    pub event: Uuid,
    pub at: OffsetDateTime,
    /// Absent for what the kernel does by itself.
    pub actor: Option<Uuid>,
}

impl RowChange {
    /// A change of the row as it was read.
    pub(super) fn of(row: &InstallRow, previous: Option<(Vec<u8>, Grant)>) -> Self {
        Self::Update {
            before: (
                row.state.clone(),
                row.digest.clone(),
                row.settings.clone(),
                row.changed_at,
            ),
            granted: row.granted.0.clone(),
            previous,
        }
    }
}

/// The installs and trials in a resource.
pub(super) async fn count_installs(
    database: impl PgExecutor<'_>,
    (kind, id): (&str, &str),
) -> sqlx::Result<i64> {
    sqlx::query_scalar(
        "select count(*) from kernel.install
         where scope_kind = $1 and scope_id = $2 and state <> 'uninstalled'",
    )
    .bind(kind)
    .bind(id)
    .fetch_one(database)
    .await
}

/// Deletes the timers of an install that may have none.
pub(super) async fn delete_ungranted_timers(
    connection: &mut PgConnection,
    install: &str,
    granted: &Grant,
) -> sqlx::Result<()> {
    if !granted.timers {
        sqlx::query("delete from kernel.timer where plugin = $1")
            .bind(install)
            .execute(connection)
            .await?;
    }
    Ok(())
}

impl Activation {
    /// Whether the resource has one install more after this, or one of another size.
    fn needs_room(&self) -> bool {
        match &self.change {
            RowChange::Insert { .. } => true,
            RowChange::Update { before, .. } => {
                before.0 == "uninstalled" || before.1 != self.spec.digest
            }
        }
    }

    /// Counts the installs of the resource, and the memory that they take. Concurrent activations in it wait here until this one has ended, so that each
    /// counts those before it.
    async fn take_room(&self, connection: &mut PgConnection) -> Result<(), RowsError> {
        let scope = (self.spec.kind.as_str(), self.spec.scope_id.as_str());
        sqlx::query(
            "select pg_advisory_xact_lock(hashtextextended('installs of ' || $1 || ' ' || $2, 0))",
        )
        .bind(scope.0)
        .bind(scope.1)
        .execute(&mut *connection)
        .await?;
        let (others, bytes): (i64, i64) = sqlx::query_as(
            "select count(*), coalesce(sum(p.resident_bytes), 0)::bigint + (
                 select resident_bytes from kernel.package where digest = $3
             )
             from kernel.install i join kernel.package p on p.digest = i.digest
             where i.scope_kind = $1 and i.scope_id = $2 and i.state <> 'uninstalled' and i.id <> $4",
        )
        .bind(scope.0)
        .bind(scope.1)
        .bind(&self.spec.digest)
        .bind(&self.spec.id)
        .fetch_one(&mut *connection)
        .await?;
        match (others < MAX_INSTALLS, bytes <= MAX_RESIDENT_BYTES) {
            (true, true) => Ok(()),
            (false, _) => Err(RowsError::Full),
            (true, false) => Err(RowsError::TooLarge),
        }
    }
}

impl ActivationRows for Activation {
    fn finishes(&self) -> bool {
        self.kind == FINISHED
    }

    async fn write(&self, connection: &mut PgConnection) -> Result<(), RowsError> {
        let spec = &self.spec;
        if self.needs_room() {
            self.take_room(connection).await?;
        }
        match &self.change {
            RowChange::Insert {
                plugin,
                by,
                trial_until,
            } => {
                sqlx::query(
                    "insert into kernel.install
                         (id, scope_kind, scope_id, plugin, digest, granted, installed_by, installed_at, changed_at,
                          granted_at, is_trial, trial_until, checked_at)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8, $9 is not null, $9, $8)",
                )
                .bind(&spec.id)
                .bind(&spec.kind)
                .bind(&spec.scope_id)
                .bind(plugin)
                .bind(&spec.digest)
                .bind(Json(&spec.granted))
                .bind(by)
                .bind(self.at)
                .bind(trial_until)
                .execute(&mut *connection)
                .await?;
                if trial_until.is_some() {
                    open_purses(connection, &spec.id, *by).await?;
                }
            }
            RowChange::Update {
                before,
                granted,
                previous,
            } => {
                let updated = sqlx::query(
                    "update kernel.install
                     set digest = $2, granted = $3, previous = $4, previous_granted = $5, state = 'enabled',
                         disabled_because = null, retained_until = null, changed_at = $6, settings = $10,
                         checked_at = $6, check_failed = null,
                         held_version = case when $13 then digest else held_version end,
                         -- A plugin that did not run could not use its permissions.
                         granted_at = case when $11 and state = 'enabled' then granted_at else $6 end
                     where id = $1 and state = $7 and digest = $8 and settings = $9 and changed_at = $12",
                )
                .bind(&spec.id)
                .bind(&spec.digest)
                .bind(Json(&spec.granted))
                .bind(previous.as_ref().map(|(digest, _)| digest))
                .bind(previous.as_ref().map(|(_, granted)| Json(granted)))
                .bind(self.at)
                .bind(&before.0)
                .bind(&before.1)
                .bind(&before.2)
                .bind(&spec.settings)
                .bind(spec.granted.fits_in(granted))
                .bind(before.3)
                .bind(self.kind == ROLLED_BACK)
                .execute(&mut *connection)
                .await?;
                if updated.rows_affected() == 0 {
                    return Err(RowsError::Changed);
                }
            }
        }
        if let Some(agreement) = &self.agreement {
            let scope = (spec.kind.as_str(), spec.scope_id.as_str());
            agreement
                .write(connection, scope, self.at, self.actor)
                .await?;
        }
        delete_ungranted_timers(connection, &spec.id, &spec.granted).await?;
        let event = NewEvent {
            install: &spec.id,
            scope: (&spec.kind, &spec.scope_id),
            kind: self.kind,
            at: self.at,
            id: self.event,
            actor: self.actor,
            details: self.details.clone(),
        };
        Ok(event.record(connection).await?)
    }
}
