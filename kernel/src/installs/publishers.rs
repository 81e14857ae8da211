//! What administrators of the platform do with publishers: they list them with their keys, stop all packages of one at once,
//! and release them again.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Installs;
use super::agreement::key_id;
use super::messages::PUBLISHER_NOT_FOUND;
use super::notices::{Stop, StopCause};
use super::oversight::beginning_with;
use super::store::publisher_counts;
use super::store::{next_generation, record_for_packages};
use crate::error::Result;
use crate::identity::Origin;
use crate::identity::audit::{Entry, kind};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::typed_text::paragraph;

/// A publisher, as administrators of the platform see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnownPublisher {
    /// The first part of the ids of its plugins.
    pub name: String,
    /// When its first package was uploaded.
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub known_since: OffsetDateTime,
    /// Its keys, the newest first. Packages are accepted with the newest one only.
    pub keys: Vec<KnownKey>,
    /// Its packages, up to 1,000.
    pub packages: i64,
    /// Countersigned ones among them, up to 1,000.
    pub reviewed: i64,
    /// Worlds in which something of it is installed, up to 1,000.
    pub worlds: i64,
    /// Why all its packages were stopped; absent while they can be used.
    pub stopped_because: Option<String>,
    #[serde(skip)]
    pub position: PageCursor,
}

/// A key of a publisher.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KnownKey {
    /// The first 8 bytes of its SHA-256 in hexadecimal.
    pub id: String,
    /// When the first package with it was uploaded.
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub since: OffsetDateTime,
    /// Why it was revoked; absent while it is valid.
    #[serde(rename = "revokedBecause")]
    pub revoked_because: Option<String>,
}

const SELECT: &str = concat!(
    "select maker.id, maker.name, maker.known_since, maker.stopped_because,
        array(select k.public_key from kernel.publisher_key k where k.publisher = maker.name
              order by k.public_key <> maker.public_key, k.known_since desc, k.public_key) as keys,
        array(select k.known_since from kernel.publisher_key k where k.publisher = maker.name
              order by k.public_key <> maker.public_key, k.known_since desc, k.public_key) as since,
        array(select k.revoked_because from kernel.publisher_key k where k.publisher = maker.name
              order by k.public_key <> maker.public_key, k.known_since desc, k.public_key) as revoked,
        (select count(*) from (
            select from kernel.package p where p.publisher = maker.name and p.reviewed_at is not null limit 1000
        ) counted) as reviewed, ",
    publisher_counts!(),
    " from kernel.publisher maker"
);

impl KnownPublisher {
    pub(super) async fn find(connection: &mut PgConnection, name: &str) -> Result<Self> {
        let statement = format!("{SELECT} where maker.name = $1");
        let row = sqlx::query(AssertSqlSafe(statement))
            .bind(name)
            .fetch_one(connection)
            .await?;
        Self::read(&row)
    }

    fn read(row: &PgRow) -> Result<Self> {
        let keys: Vec<Vec<u8>> = row.try_get("keys")?;
        let since: Vec<OffsetDateTime> = row.try_get("since")?;
        let revoked: Vec<Option<String>> = row.try_get("revoked")?;
        let keys = keys.iter().zip(since).zip(revoked);
        let keys = keys.map(|((key, since), revoked_because)| {
            let id = key_id(key)?;
            Ok(KnownKey {
                id,
                since,
                revoked_because,
            })
        });
        let (at, id): (OffsetDateTime, Uuid) = (row.try_get("known_since")?, row.try_get("id")?);
        Ok(Self {
            name: row.try_get("name")?,
            known_since: at,
            keys: keys.collect::<Result<_>>()?,
            packages: row.try_get("packages")?,
            reviewed: row.try_get("reviewed")?,
            worlds: row.try_get("worlds")?,
            stopped_because: row.try_get("stopped_because")?,
            position: PageCursor { at, id },
        })
    }
}

impl Installs {
    /// All publishers, the newest first; `search` is the beginning of a name.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn publishers(
        &self,
        _by: &Authorized<'_, Administer>,
        search: Option<&str>,
        window: &Window<PageCursor>,
    ) -> Result<Rows<KnownPublisher>> {
        let statement = format!(
            "{SELECT} where ($1::text is null or maker.name like $1) and (maker.known_since, maker.id) < ($2, $3)
             order by maker.known_since desc, maker.id desc limit $4 offset $5"
        );
        let beginning = search.map(beginning_with);
        let rows = window.read(&self.platform.pools.app, &statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query
                .bind(beginning.clone())
                .bind(before.at)
                .bind(before.id)
        });
        rows.await?.read(KnownPublisher::read)
    }

    /// Stops all packages of a publisher, also those to come: their installs end at once in every kernel. Operators read
    /// the reason. Stopping it again replaces the reason. Recorded in the audit log of the administrator, as the release.
    ///
    /// # Errors
    /// `validation_failed`, `publisher_not_found`.
    pub async fn stop_publisher(
        &self,
        by: &Authorized<'_, Administer>,
        name: &str,
        reason: &str,
        origin: &Origin,
    ) -> Result<KnownPublisher> {
        let reason = paragraph("reason", reason, 5..=500)?;
        self.mark_publisher((by, origin), name, Some(&reason)).await
    }

    /// Lets the packages of a stopped publisher be used again, except those that were stopped by themselves. Idempotent.
    ///
    /// # Errors
    /// `publisher_not_found`.
    pub async fn release_publisher(
        &self,
        by: &Authorized<'_, Administer>,
        name: &str,
        origin: &Origin,
    ) -> Result<KnownPublisher> {
        self.mark_publisher((by, origin), name, None).await
    }

    async fn mark_publisher(
        &self,
        (by, origin): (&Authorized<'_, Administer>, &Origin),
        name: &str,
        reason: Option<&str>,
    ) -> Result<KnownPublisher> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        // Uploads of the publisher wait for this lock.
        let lock = "select stopped_because from kernel.publisher where name = $1 for update";
        let stopped: Option<Option<String>> = sqlx::query_scalar(lock)
            .bind(name)
            .fetch_optional(&mut *transaction)
            .await?;
        let before = stopped.ok_or(PUBLISHER_NOT_FOUND)?;
        if before.as_deref() != reason {
            self.write_stop(&mut transaction, by, name, reason).await?;
            let entry = Entry {
                account: by.person.id,
                kind: match reason {
                    Some(_) => kind::PUBLISHER_STOPPED,
                    None => kind::PUBLISHER_RELEASED,
                },
                by: None,
                origin,
                details: json!({ "name": name, "reason": reason }),
            };
            self.audit.record(&mut transaction, entry).await?;
            if before.is_none() {
                let stop = Stop {
                    installs: "p.publisher = $1 and $2::bytea is null and i.state = 'enabled' and p.stopped_at is null",
                    value: name,
                    other: None,
                    cause: StopCause::Platform,
                    reason,
                };
                self.publish_stop(&mut transaction, &stop).await?;
            }
        }
        let publisher = KnownPublisher::find(&mut transaction, name).await?;
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        tracing::info!(publisher = name, by = %by.person.id, reason, "a publisher was stopped or released");
        self.reload().await?;
        Ok(publisher)
    }

    async fn write_stop(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Administer>,
        name: &str,
        reason: Option<&str>,
    ) -> Result<()> {
        let now = self.platform.clock.now();
        sqlx::query(
            "update kernel.publisher set stopped_because = $2, stopped_at = case when $2 is null then null else $3 end,
             stopped_by = case when $2 is null then null else $4 end where name = $1",
        )
        .bind(name)
        .bind(reason)
        .bind(now)
        .bind(by.person.id)
        .execute(&mut *connection)
        .await?;
        let kind = match reason {
            Some(_) => "publisher_stopped",
            None => "publisher_released",
        };
        let details = json!({ "reason": reason });
        let these = ("p.publisher = $1", name);
        record_for_packages(connection, these, kind, now, details).await?;
        next_generation(connection).await?;
        Ok(())
    }
}
