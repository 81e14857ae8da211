//! Updates that apply by themselves: a day after their upload, if they ask for no more than the installed version and come
//! from a key that the operators have agreed to. The operators are told of those that wait for them, once a version.

use serde_json::json;
use sqlx::AssertSqlSafe;
use time::Duration;
use uuid::Uuid;

use super::Installs;
use super::lifecycle::is_transient;
use super::store::InstallRow;
use super::updates::{NewerVersion, UpdateWait};
use crate::error::{Error, Result};
use crate::postgres::begin;
use crate::secret::hex;

/// How often updates of an install are looked for.
const INTERVAL: Duration = Duration::hours(1);
/// Installs that are looked at in one round.
pub(super) const UPDATES_AT_ONCE: i64 = 20;

impl Installs {
    /// Applies the updates of installs whose turn it is, those first that have waited the longest.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn apply_updates(&self) -> Result<()> {
        for id in self.take_turns().await? {
            let statement = format!("{} where i.id = $1", InstallRow::SELECT);
            let row: Option<InstallRow> = sqlx::query_as(AssertSqlSafe(statement))
                .bind(&id)
                .fetch_optional(&self.platform.pools.app)
                .await?;
            let Some(row) = row else { continue };
            if let Err(error) = self.apply_update(&row).await {
                tracing::error!(install = id, %error, "the update of a plugin was not applied");
            }
        }
        Ok(())
    }

    /// Running installs with a version that was uploaded after theirs and has rested. Another kernel takes other ones.
    async fn take_turns(&self) -> Result<Vec<String>> {
        let now = self.platform.clock.now();
        let ids = sqlx::query_scalar(
            "update kernel.install set updates_checked_at = $1
             where id in (
                 select i.id from kernel.install i join kernel.package p on p.digest = i.digest
                 where i.state = 'enabled' and not i.is_trial
                   and (i.updates_checked_at is null or i.updates_checked_at <= $2)
                   and exists (
                       select from kernel.package next
                       where next.plugin = i.plugin and next.uploaded_at > p.uploaded_at and next.uploaded_at <= $3
                         and next.stopped_at is null)
                 order by i.updates_checked_at nulls first, i.id limit $4
                 for update of i skip locked)
             returning id",
        )
        .bind(now)
        .bind(now - INTERVAL)
        .bind(self.rested_before())
        .bind(UPDATES_AT_ONCE)
        .fetch_all(&self.platform.pools.app)
        .await?;
        Ok(ids)
    }

    /// Applies the highest version that needs no operator, and tells the operators of a higher one.
    async fn apply_update(&self, row: &InstallRow) -> Result<()> {
        let newer = self.newer_versions(row).await?;
        let rested = newer
            .iter()
            .filter(|next| self.rests_until(next.uploaded_at).is_none());
        for (place, next) in rested.enumerate() {
            match next.waits_because(row) {
                None => return self.update_itself(row, next).await,
                // Nor a version between: it may have the fault of the held one.
                Some(UpdateWait::Stopped | UpdateWait::Held) => return Ok(()),
                Some(because) if place == 0 => {
                    self.tell_of_update(row, next, because.as_str()).await?;
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    async fn update_itself(&self, row: &InstallRow, next: &NewerVersion) -> Result<()> {
        let package = self.package(&hex(&next.digest)).await?;
        let scope = (row.scope_kind.as_str(), row.scope_id.as_str());
        let publisher = self.publisher(scope, &package.publisher).await?;
        let agreement = publisher.agreement(None)?;
        let granted = row.granted.intersection(&package.requested);
        let how = (None, json!({ "automatic": true }));
        let changed = self
            .change_version(row, &package, granted, how, Some(agreement))
            .await;
        match changed {
            Err(Error::Problem(problem)) if !is_transient(&problem.code) => {
                self.hold_update(row, next).await
            }
            other => other,
        }
    }

    /// Leaves a version that did not start to the operators.
    async fn hold_update(&self, row: &InstallRow, next: &NewerVersion) -> Result<()> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        sqlx::query("update kernel.install set held_version = $2, told_version = $2 where id = $1")
            .bind(&row.id)
            .bind(&next.digest)
            .execute(&mut *transaction)
            .await?;
        self.event(row, "update_failed", None)
            .with(json!({ "version": next.version }))
            .record(&mut transaction)
            .await?;
        self.publish_update(&mut transaction, &row.id, &next.version, "failed")
            .await?;
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        Ok(())
    }

    async fn tell_of_update(
        &self,
        row: &InstallRow,
        next: &NewerVersion,
        because: &str,
    ) -> Result<()> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let told = sqlx::query(
            "update kernel.install set told_version = $2
             where id = $1 and told_version is distinct from $2",
        )
        .bind(&row.id)
        .bind(&next.digest)
        .execute(&mut *transaction)
        .await?;
        if told.rows_affected() == 0 {
            return Ok(());
        }
        self.publish_update(&mut transaction, &row.id, &next.version, because)
            .await?;
        transaction.commit().await?;
        self.platform.signals.deliveries.notify_one();
        Ok(())
    }

    /// Lets an install update by itself, or leaves its updates to the operators.
    pub(super) async fn set_auto_update(
        &self,
        row: &InstallRow,
        auto_update: bool,
        by: Uuid,
    ) -> Result<()> {
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let changed = sqlx::query(
            "update kernel.install set auto_update = $2 where id = $1 and auto_update <> $2",
        )
        .bind(&row.id)
        .bind(auto_update)
        .execute(&mut *transaction)
        .await?;
        if changed.rows_affected() == 0 {
            return Ok(());
        }
        let kind = match auto_update {
            true => "auto_update_on",
            false => "auto_update_off",
        };
        self.event(row, kind, Some(by))
            .record(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}
