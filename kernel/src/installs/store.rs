//! The rows of packages and installs.

use serde_json::Value;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Postgres};
use time::OffsetDateTime;
use uuid::Uuid;

use super::countersignature::Countersignature;
use super::grant::Grant;
use super::texts::TextView;
use crate::error::Result;
use crate::plugins::SettingField;

/// The counts of the publisher `maker`, up to 1,000: its packages, and the worlds in which something of it is installed.
macro_rules! publisher_counts {
    () => {
        "(select count(*) from (
            select from kernel.package p where p.publisher = maker.name limit 1000
        ) counted) as packages,
        (select count(*) from (
            select distinct i.scope_kind, i.scope_id from kernel.package p join kernel.install i on i.digest = p.digest
            where p.publisher = maker.name and i.state <> 'uninstalled' and not i.is_trial limit 1000
        ) counted) as worlds"
    };
}
pub(super) use publisher_counts;

/// A stored package without its archive.
#[derive(Clone, FromRow)]
pub(super) struct PackageRow {
    pub digest: Vec<u8>,
    pub publisher: String,
    pub plugin: String,
    pub version: String,
    pub name_ko: String,
    pub name_en: String,
    pub description_ko: Option<String>,
    pub description_en: Option<String>,
    pub requested: Json<Grant>,
    pub slots: Vec<String>,
    pub sql_mib: i32,
    pub has_migrations: bool,
    pub uploaded_at: OffsetDateTime,
    /// It was stopped by itself, or all packages of its publisher were.
    pub stopped_at: Option<OffsetDateTime>,
    #[sqlx(flatten)]
    pub review: Countersignature,
}

impl PackageRow {
    pub(super) async fn find(connection: &mut PgConnection, digest: &[u8]) -> Result<Option<Self>> {
        let row = sqlx::query_as(
            "select p.digest, p.publisher, p.plugin, p.version, p.name_ko, p.name_en, p.description_ko, p.description_en,
                 p.requested, p.slots, p.sql_mib,
                 p.has_migrations, p.uploaded_at, coalesce(p.stopped_at, maker.stopped_at) as stopped_at,
                 p.review_kid, p.review_signature
             from kernel.package p join kernel.publisher maker on maker.name = p.publisher
             where p.digest = $1",
        )
        .bind(digest)
        .fetch_optional(connection)
        .await?;
        Ok(row)
    }

    /// The quota of the plugin's data.
    pub(super) fn mib(&self) -> u32 {
        u32::try_from(self.sql_mib).unwrap_or_default()
    }

    /// What it says about itself.
    pub(super) fn description(&self) -> Option<TextView> {
        let (ko, en) = self
            .description_ko
            .clone()
            .zip(self.description_en.clone())?;
        Some(TextView { ko, en })
    }
}

/// An install with the facts of its package.
#[derive(Clone, FromRow)]
pub(super) struct InstallRow {
    pub id: String,
    pub scope_kind: String,
    pub scope_id: String,
    pub scope_name: Option<String>,
    pub digest: Vec<u8>,
    pub previous: Option<Vec<u8>>,
    pub granted: Json<Grant>,
    pub previous_granted: Option<Json<Grant>>,
    pub settings: Value,
    /// What the package lets operators set.
    pub fields: Json<Vec<SettingField>>,
    pub state: String,
    pub disabled_because: Option<String>,
    pub installed_at: OffsetDateTime,
    /// The last change of its state, version, permissions or settings.
    pub changed_at: OffsetDateTime,
    pub retained_until: Option<OffsetDateTime>,
    pub is_trial: bool,
    pub trial_until: Option<OffsetDateTime>,
    pub plugin: String,
    pub version: String,
    pub name_ko: String,
    pub name_en: String,
    pub requested: Json<Grant>,
    pub sql_mib: i32,
    /// How many days an uninstall keeps the data.
    pub retain_days: i32,
    pub has_pages: bool,
    pub has_migrations: bool,
    pub slots: Vec<String>,
    /// Its package was stopped, or all packages of its publisher were.
    pub stopped_at: Option<OffsetDateTime>,
    pub stopped_because: Option<String>,
    pub is_publisher_stopped: bool,
    /// The last health check, and why it has failed.
    pub checked_at: Option<OffsetDateTime>,
    pub check_failed: Option<String>,
    /// Since when it has had everything that it may do now.
    pub granted_at: OffsetDateTime,
    pub previous_version: Option<String>,
    /// Contract migrations of its version wait.
    pub is_unfinished: bool,
    /// Updates that ask for no more apply by themselves.
    pub auto_update: bool,
    /// A version that does not apply by itself: it did not start, or was rolled back.
    pub held_version: Option<Vec<u8>>,
    #[sqlx(flatten)]
    pub review: Countersignature,
}

impl InstallRow {
    pub(super) const SELECT: &str = "select i.id, i.scope_kind, i.scope_id, r.alias as scope_name, i.digest, i.previous,
            i.granted, i.previous_granted, i.settings, i.state, i.disabled_because, i.installed_at, i.changed_at, i.retained_until,
            i.is_trial, i.trial_until, i.auto_update, i.held_version,
            p.plugin, p.version, p.name_ko, p.name_en, p.requested, p.settings as fields, p.sql_mib, p.retain_days, p.has_pages,
            p.has_migrations, p.slots, p.review_kid, p.review_signature, i.granted_at, i.checked_at, i.check_failed,
            coalesce(p.stopped_at, maker.stopped_at) as stopped_at,
            coalesce(p.stopped_because, maker.stopped_because) as stopped_because,
            maker.stopped_at is not null as is_publisher_stopped,
            before.version as previous_version,
            coalesce(running.waiting > 0, false) as is_unfinished
        from kernel.install i
        join kernel.package p on p.digest = i.digest
        join kernel.publisher maker on maker.name = p.publisher
        left join kernel.package before on before.digest = i.previous
        left join kernel.plugin running on running.id = i.id
        left join kernel.resource r on r.kind = i.scope_kind and r.id = i.scope_id";

    /// The quota of the plugin's data.
    pub(super) fn mib(&self) -> u32 {
        u32::try_from(self.sql_mib).unwrap_or_default()
    }

    /// The version for a rollback, with what it was granted.
    pub(super) fn earlier(&self) -> Option<(Vec<u8>, Grant)> {
        let granted = self.previous_granted.as_ref()?;
        Some((self.previous.clone()?, granted.0.clone()))
    }

    /// Whether its calls are served.
    pub(super) fn is_running(&self) -> bool {
        self.state == "enabled" && self.stopped_at.is_none()
    }
}

/// Something that happened to an install.
pub(super) struct NewEvent<'a> {
    pub install: &'a str,
    pub scope: (&'a str, &'a str),
    pub kind: &'a str,
    pub at: OffsetDateTime,
    pub id: Uuid,
    pub actor: Option<Uuid>,
    pub details: Value,
}

impl NewEvent<'_> {
    pub(super) fn with(self, details: Value) -> Self {
        Self { details, ..self }
    }

    /// Writes the event, and makes every kernel of the database reload the installs.
    pub(super) async fn record(&self, connection: &mut PgConnection) -> sqlx::Result<()> {
        sqlx::query(
            "insert into kernel.install_event (id, install, scope_kind, scope_id, kind, at, actor, details)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(self.id)
        .bind(self.install)
        .bind(self.scope.0)
        .bind(self.scope.1)
        .bind(self.kind)
        .bind(self.at)
        .bind(self.actor)
        .bind(&self.details)
        .execute(&mut *connection)
        .await?;
        next_generation(connection).await
    }
}

/// Records that the platform has changed packages, as an event of each install of them. `packages` is a condition about `p` with the
/// parameter `$1`. Without an actor: for operators it is the platform.
pub(super) async fn record_for_packages<'q, V>(
    connection: &mut PgConnection,
    (packages, value): (&'static str, V),
    kind: &'q str,
    at: OffsetDateTime,
    details: Value,
) -> sqlx::Result<()>
where
    V: sqlx::Encode<'q, Postgres> + sqlx::Type<Postgres> + 'q,
{
    let statement = format!(
        "insert into kernel.install_event (id, install, scope_kind, scope_id, kind, at, details)
         select gen_random_uuid(), i.id, i.scope_kind, i.scope_id, $2, $3, $4
         from kernel.package p join kernel.install i on i.digest = p.digest
         where {packages} and i.state <> 'uninstalled'"
    );
    sqlx::query(AssertSqlSafe(statement))
        .bind(value)
        .bind(kind)
        .bind(at)
        .bind(details)
        .execute(connection)
        .await?;
    Ok(())
}

/// Makes every kernel of the database reload the installs.
pub(super) async fn next_generation(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("update kernel.install_generation set generation = generation + 1")
        .execute(connection)
        .await?;
    Ok(())
}
