//! What administrators of the platform do with packages: they list them, stop one everywhere, and release it again.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Installs;
use super::countersignature::Countersignature;
use super::grant::{Grant, Permission};
use super::messages::PACKAGE_NOT_FOUND;
use super::notices::{Stop, StopCause};
use super::store::{next_generation, record_for_packages};
use super::texts::TextView;
use crate::error::Result;
use crate::identity::Origin;
use crate::identity::audit::{Entry, kind};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::secret::{hex, unhex};
use crate::typed_text::paragraph;

/// Installs are counted up to this number.
const COUNTED: i64 = 1000;

/// A package, as administrators of the platform see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoredPackage {
    /// SHA-256 of the contents in hexadecimal; names the package in other requests.
    pub digest: String,
    /// `publisher.name`.
    pub plugin: String,
    pub version: String,
    pub name: TextView,
    /// Everything that the plugin asks for.
    pub permissions: Vec<Permission>,
    /// The nickname of the person who uploaded it; absent after their account was erased.
    pub uploaded_by: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub uploaded_at: OffsetDateTime,
    /// Worlds in which it is installed, up to 1,000.
    pub installs: i64,
    /// Why it was stopped; absent while it can be used.
    pub stopped_because: Option<String>,
    /// Why all packages of its publisher were stopped; absent while they can be used.
    pub publisher_stopped_because: Option<String>,
    /// It waits in the review queue.
    pub waits_for_review: bool,
    /// When it was countersigned; absent if it was not, or if the countersignature is invalid.
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub reviewed_at: Option<OffsetDateTime>,
    /// The permissions before they are put into words, and the quota of the data.
    #[serde(skip)]
    asked: (Grant, u32),
    #[serde(skip)]
    pub position: PageCursor,
    #[serde(skip)]
    pub(super) review: Countersignature,
}

impl FromRow<'_, PgRow> for StoredPackage {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let requested: Json<Grant> = row.try_get("requested")?;
        let mib: i32 = row.try_get("sql_mib")?;
        let digest: Vec<u8> = row.try_get("digest")?;
        let (at, id): (OffsetDateTime, Uuid) = (row.try_get("uploaded_at")?, row.try_get("id")?);
        Ok(Self {
            digest: hex(&digest),
            plugin: row.try_get("plugin")?,
            version: row.try_get("version")?,
            name: TextView {
                ko: row.try_get("name_ko")?,
                en: row.try_get("name_en")?,
            },
            permissions: Vec::new(),
            asked: (requested.0, u32::try_from(mib).unwrap_or_default()),
            uploaded_by: row.try_get("uploader")?,
            uploaded_at: at,
            installs: row.try_get("installs")?,
            stopped_because: row.try_get("stopped_because")?,
            publisher_stopped_because: row.try_get("publisher_stopped_because")?,
            waits_for_review: row.try_get("waits_for_review")?,
            reviewed_at: row.try_get("reviewed_at")?,
            position: PageCursor { at, id },
            review: Countersignature::from_row(row)?,
        })
    }
}

/// The condition of the review queue.
macro_rules! waits_for_review {
    () => {
        "p.needs_review and p.reviewed_at is null and p.stopped_at is null and maker.stopped_at is null"
    };
}

const SELECT: &str = concat!(
    "select p.id, p.digest, p.plugin, p.version, p.name_ko, p.name_en, p.requested, p.sql_mib, p.uploaded_at,
        p.stopped_because, maker.stopped_because as publisher_stopped_because, p.reviewed_at, p.review_kid, p.review_signature,
        ",
    waits_for_review!(),
    " as waits_for_review, a.nickname as uploader,
        (select count(*) from (
            select from kernel.install i where i.digest = p.digest and i.state <> 'uninstalled' limit $1
        ) counted) as installs
    from kernel.package p
    join kernel.publisher maker on maker.name = p.publisher
    left join kernel.account a on a.id = p.uploaded_by"
);

impl StoredPackage {
    pub(super) async fn find(connection: &mut PgConnection, digest: &[u8]) -> Result<Self> {
        let statement = format!("{SELECT} where p.digest = $2");
        let package = sqlx::query_as(AssertSqlSafe(statement))
            .bind(COUNTED)
            .bind(digest)
            .fetch_one(connection)
            .await?;
        Ok(package)
    }
}

impl Installs {
    /// All packages, the latest first; `search` is the beginning of a plugin's id.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn packages(
        &self,
        _by: &Authorized<'_, Administer>,
        search: Option<&str>,
        window: &Window<PageCursor>,
    ) -> Result<Rows<StoredPackage>> {
        let statement = format!(
            "{SELECT} where ($2::text is null or p.plugin like $2) and (p.uploaded_at, p.id) < ($3, $4)
             order by p.uploaded_at desc, p.id desc limit $5 offset $6"
        );
        let beginning = search.map(beginning_with);
        let rows = window.read(&self.platform.pools.app, &statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query
                .bind(COUNTED)
                .bind(beginning.clone())
                .bind(before.at)
                .bind(before.id)
        });
        rows.await?
            .read(|row| self.seen(StoredPackage::from_row(row)?))
    }

    /// The packages that wait for a review, the earliest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn review_queue(
        &self,
        _by: &Authorized<'_, Administer>,
        window: &Window<PageCursor>,
    ) -> Result<Rows<StoredPackage>> {
        let statement = format!(
            "{SELECT} where {} and (p.uploaded_at, p.id) > ($2, $3)
             order by p.uploaded_at, p.id limit $4 offset $5",
            waits_for_review!()
        );
        let rows = window.read(&self.platform.pools.app, &statement, |query, after| {
            let after = after.unwrap_or(&PageCursor::FIRST);
            query.bind(COUNTED).bind(after.at).bind(after.id)
        });
        rows.await?
            .read(|row| self.seen(StoredPackage::from_row(row)?))
    }

    /// Verifies the countersignature of a package, and puts its permissions into words.
    pub(super) fn seen(&self, mut package: StoredPackage) -> Result<StoredPackage> {
        let digest = unhex(&package.digest).unwrap_or_default();
        let statements = &self.platform.statements;
        if package.reviewed_at.is_some() && !package.review.is_valid(statements, &digest) {
            package.reviewed_at = None;
        }
        let (asked, mib) = &package.asked;
        package.permissions = self.permission_lines(asked, *mib);
        Ok(package)
    }

    /// Stops a package: its installs end at once in every kernel, and it cannot be installed. Operators read the reason.
    /// Stopping it again replaces the reason. Recorded in the audit log of the administrator, as the release.
    ///
    /// # Errors
    /// `validation_failed`, `package_not_found`.
    pub async fn stop_package(
        &self,
        by: &Authorized<'_, Administer>,
        digest: &str,
        reason: &str,
        origin: &Origin,
    ) -> Result<StoredPackage> {
        let reason = paragraph("reason", reason, 5..=500)?;
        self.mark(by, digest, Some(&reason), origin).await
    }

    /// Lets a stopped package be used again. Its installs run as before. Idempotent.
    ///
    /// # Errors
    /// `package_not_found`.
    pub async fn release_package(
        &self,
        by: &Authorized<'_, Administer>,
        digest: &str,
        origin: &Origin,
    ) -> Result<StoredPackage> {
        self.mark(by, digest, None, origin).await
    }

    async fn mark(
        &self,
        by: &Authorized<'_, Administer>,
        digest: &str,
        reason: Option<&str>,
        origin: &Origin,
    ) -> Result<StoredPackage> {
        let digest = unhex(digest).ok_or(PACKAGE_NOT_FOUND)?;
        let now = self.platform.clock.now();
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let stopped: Option<Option<String>> = sqlx::query_scalar(
            "select stopped_because from kernel.package where digest = $1 for update",
        )
        .bind(&digest)
        .fetch_optional(&mut *transaction)
        .await?;
        let before = stopped.ok_or(PACKAGE_NOT_FOUND)?;
        if before.as_deref() != reason {
            sqlx::query(
                "update kernel.package set stopped_because = $2, stopped_at = case when $2 is null then null else $3 end,
                 stopped_by = case when $2 is null then null else $4 end where digest = $1",
            )
            .bind(&digest)
            .bind(reason)
            .bind(now)
            .bind(by.person.id)
            .execute(&mut *transaction)
            .await?;
            let kind = match reason {
                Some(_) => "stopped",
                None => "released",
            };
            let details = json!({ "reason": reason });
            let these = ("p.digest = $1", &digest);
            record_for_packages(&mut transaction, these, kind, now, details).await?;
            if before.is_none() {
                let stop = Stop {
                    installs: "p.digest = $2 and $1 = '' and i.state = 'enabled' and maker.stopped_at is null",
                    value: "",
                    other: Some(&digest),
                    cause: StopCause::Platform,
                    reason,
                };
                self.publish_stop(&mut transaction, &stop).await?;
            }
            next_generation(&mut transaction).await?;
        }
        let package = StoredPackage::find(&mut transaction, &digest).await?;
        if before.as_deref() != reason {
            let logged = match reason {
                Some(_) => kind::PLUGIN_STOPPED,
                None => kind::PLUGIN_RELEASED,
            };
            self.record_package(&mut transaction, (by, origin), logged, (&package, reason))
                .await?;
        }
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        tracing::info!(digest = hex(&digest), by = %by.person.id, reason, "a package was stopped or released");
        self.reload().await?;
        self.seen(package)
    }
}

impl Installs {
    /// Records in the audit log of an administrator what they have done with a package.
    pub(super) async fn record_package(
        &self,
        connection: &mut PgConnection,
        (by, origin): (&Authorized<'_, Administer>, &Origin),
        kind: &'static str,
        (package, reason): (&StoredPackage, Option<&str>),
    ) -> Result<()> {
        let name = format!("{} {}", package.plugin, package.version);
        let details = json!({ "name": name, "digest": package.digest, "reason": reason });
        let entry = Entry {
            account: by.person.id,
            kind,
            by: None,
            origin,
            details,
        };
        self.audit.record(connection, entry).await
    }
}

/// The pattern of texts that begin so.
pub(super) fn beginning_with(text: &str) -> String {
    format!("{}%", escaped(text))
}

/// A text as a part of a pattern.
pub(super) fn escaped(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%");
    escaped.replace('_', "\\_")
}
