//! Leaked keys of publishers: an administrator of the platform revokes one. What it has signed is stopped, and nothing that it signs
//! or endorses is accepted any more. A successor that the platform has seen before the revocation stays valid.

use serde_json::json;
use sqlx::{AssertSqlSafe, PgConnection};

use super::Installs;
use super::agreement::key_id;
use super::messages::{KEY_NOT_FOUND, PUBLISHER_NOT_FOUND};
use super::notices::{Stop, StopCause};
use super::publishers::KnownPublisher;
use super::store::{next_generation, record_for_packages};
use crate::error::Result;
use crate::identity::Origin;
use crate::identity::audit::{Entry, kind};
use crate::permissions::{Administer, Authorized};
use crate::plugins::{Package, PublicKey};
use crate::postgres::begin;
use crate::typed_text::paragraph;

impl Installs {
    /// Revokes a key, or replaces the reason. Its packages are stopped with this reason, except those that were stopped before.
    /// Recorded in the audit log of the administrator.
    ///
    /// # Errors
    /// `validation_failed`, `publisher_not_found`, `publisher_key_not_found`.
    pub async fn revoke_key(
        &self,
        by: &Authorized<'_, Administer>,
        (name, key): (&str, &str),
        reason: &str,
        origin: &Origin,
    ) -> Result<KnownPublisher> {
        let reason = paragraph("reason", reason, 5..=500)?;
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let bytes = self.lock_key(&mut transaction, name, key).await?;
        self.name_signers(&mut transaction, name).await?;
        let now = self.platform.clock.now();
        sqlx::query(
            "update kernel.publisher_key set revoked_at = coalesce(revoked_at, $3), revoked_by = $4, revoked_because = $5
             where publisher = $1 and public_key = $2",
        )
        .bind(name)
        .bind(&bytes)
        .bind(now)
        .bind(by.person.id)
        .bind(&reason)
        .execute(&mut *transaction)
        .await?;
        // Before the packages are stopped: what runs until now.
        let stop = Stop {
            installs: "p.publisher = $1 and p.public_key = $2 and i.state = 'enabled' and p.stopped_at is null
                 and maker.stopped_at is null",
            value: name,
            other: Some(&bytes),
            cause: StopCause::Platform,
            reason: Some(&reason),
        };
        self.publish_stop(&mut transaction, &stop).await?;
        let these = ("p.public_key = $1 and p.stopped_at is null", &bytes);
        let details = json!({ "reason": reason });
        record_for_packages(&mut transaction, these, "stopped", now, details).await?;
        let stopped = sqlx::query(
            "update kernel.package set stopped_at = $3, stopped_by = $4, stopped_because = $5
             where publisher = $1 and public_key = $2 and stopped_at is null",
        )
        .bind(name)
        .bind(&bytes)
        .bind(now)
        .bind(by.person.id)
        .bind(&reason)
        .execute(&mut *transaction)
        .await?;
        next_generation(&mut transaction).await?;
        let entry = Entry {
            account: by.person.id,
            kind: kind::PUBLISHER_KEY_REVOKED,
            by: None,
            origin,
            details: json!({
                "publisher": name, "key": key, "reason": reason, "packages": stopped.rows_affected(),
            }),
        };
        self.audit.record(&mut transaction, entry).await?;
        let publisher = KnownPublisher::find(&mut transaction, name).await?;
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        self.reload().await?;
        Ok(publisher)
    }

    /// Accepts a revoked key again. Its packages stay stopped until each of them is released. Idempotent.
    ///
    /// # Errors
    /// `publisher_not_found`, `publisher_key_not_found`.
    pub async fn restore_key(
        &self,
        by: &Authorized<'_, Administer>,
        (name, key): (&str, &str),
        origin: &Origin,
    ) -> Result<KnownPublisher> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let bytes = self.lock_key(&mut transaction, name, key).await?;
        let restored = sqlx::query(
            "update kernel.publisher_key set revoked_at = null, revoked_by = null, revoked_because = null
             where publisher = $1 and public_key = $2 and revoked_at is not null",
        )
        .bind(name)
        .bind(&bytes)
        .execute(&mut *transaction)
        .await?;
        if restored.rows_affected() > 0 {
            let entry = Entry {
                account: by.person.id,
                kind: kind::PUBLISHER_KEY_RESTORED,
                by: None,
                origin,
                details: json!({ "publisher": name, "key": key }),
            };
            self.audit.record(&mut transaction, entry).await?;
        }
        let publisher = KnownPublisher::find(&mut transaction, name).await?;
        transaction.commit().await?;
        Ok(publisher)
    }

    /// The bytes of a key by its id. Uploads of the publisher wait until the transaction ends.
    async fn lock_key(
        &self,
        connection: &mut PgConnection,
        name: &str,
        key: &str,
    ) -> Result<Vec<u8>> {
        sqlx::query("select from kernel.publisher where name = $1 for update")
            .bind(name)
            .fetch_optional(&mut *connection)
            .await?
            .ok_or(PUBLISHER_NOT_FOUND)?;
        // A chain has at most 100 keys.
        let keys: Vec<Vec<u8>> =
            sqlx::query_scalar("select public_key from kernel.publisher_key where publisher = $1")
                .bind(name)
                .fetch_all(connection)
                .await?;
        let is_it = |bytes: &Vec<u8>| key_id(bytes).is_ok_and(|id| id == key);
        Ok(keys.into_iter().find(is_it).ok_or(KEY_NOT_FOUND)?)
    }

    /// Reads which key has signed the packages that were stored before this was recorded.
    async fn name_signers(&self, connection: &mut PgConnection, name: &str) -> Result<()> {
        loop {
            let unnamed: Option<(Vec<u8>, Vec<u8>)> = sqlx::query_as(
                "select digest, archive from kernel.package where publisher = $1 and public_key is null limit 1",
            )
            .bind(name)
            .fetch_optional(&mut *connection)
            .await?;
            let Some((digest, archive)) = unnamed else {
                return Ok(());
            };
            let opened = tokio::task::spawn_blocking(move || Package::open(&archive));
            let opened = opened.await.map_err(crate::error::Error::internal)?;
            let package = opened.map_err(crate::error::Error::internal)?;
            let statement = "update kernel.package set public_key = $2 where digest = $1";
            sqlx::query(AssertSqlSafe(statement))
                .bind(&digest)
                .bind(&package.keys.last().bytes()[..])
                .execute(&mut *connection)
                .await?;
        }
    }

    /// Whether a key of a publisher was revoked.
    pub(super) async fn is_revoked(
        &self,
        connection: &mut PgConnection,
        publisher: &str,
        key: &PublicKey,
    ) -> Result<bool> {
        let revoked = sqlx::query_scalar(
            "select exists (select from kernel.publisher_key
                            where publisher = $1 and public_key = $2 and revoked_at is not null)",
        )
        .bind(publisher)
        .bind(&key.bytes()[..])
        .fetch_one(connection)
        .await?;
        Ok(revoked)
    }
}
