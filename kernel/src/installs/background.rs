//! Background work: disables installs that fail, follows the changes of other kernels, deletes what is no longer needed, and
//! applies updates. Each step has a deadline.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::sync::watch;

use super::Installs;
use super::auto_updates::UPDATES_AT_ONCE;
use super::store::InstallRow;
use crate::error::Result;
use crate::plugins::{ACTIVATION_LIMIT, PluginId, publish_of_kernel, release_awaiting};
use crate::postgres::{plugin_owner, plugin_role, plugin_schema};
use crate::supervisor::{STEP_LIMIT, step};

/// How often changes of other kernels are looked for.
const RELOAD_INTERVAL: Duration = Duration::from_secs(5);
/// Failing installs that are stopped in one step.
const STOPPED_AT_ONCE: usize = 100;
/// The time between two deletions, by the clock of the platform.
const CLEAN_UP_INTERVAL: time::Duration = time::Duration::minutes(5);

/// The deadline of a round of updates: each install has the limit of an activation.
const UPDATES_LIMIT: Duration = ACTIVATION_LIMIT.saturating_mul(UPDATES_AT_ONCE as u32 + 1);

/// The event for plugins: {install}.
const INSTALL_ENDED: &str = "kernel.install.ended@1";

/// The SQLSTATE of a role that objects depend on.
const IN_USE: &str = "2BP01";

impl Installs {
    /// Stops failing installs and follows the changes of other kernels, until the kernel stops.
    pub async fn run(installs: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut failed = installs.failed.lock().await;
        let mut ids = Vec::new();
        while !*stop.borrow() {
            let outcome = tokio::select! {
                1.. = failed.recv_many(&mut ids, STOPPED_AT_ONCE) => {
                    let ids = std::mem::take(&mut ids);
                    step("failed installs", STEP_LIMIT, installs.disable_failed(ids)).await
                }
                () = tokio::time::sleep(RELOAD_INTERVAL) => {
                    let written = step("records of installs", STEP_LIMIT, installs.write_records());
                    if let Err(error) = written.await {
                        tracing::error!(%error, "the records of installs were not written");
                    }
                    step("changes of installs", STEP_LIMIT, installs.reload()).await
                }
                _ = stop.changed() => break,
            };
            if let Err(error) = outcome {
                tracing::error!(%error, "the work on installs failed; it will be tried again");
            }
        }
        if let Err(error) = installs.write_records().await {
            tracing::error!(%error, "the last records of installs were not written");
        }
    }

    /// Ends trials, deletes what is no longer needed, and applies updates, until the kernel stops. Updates run code of plugins: a
    /// task of its own waits for them.
    pub async fn clean_up(installs: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut cleaned_at = installs.platform.clock.now();
        while !*stop.borrow() {
            tokio::select! {
                () = tokio::time::sleep(RELOAD_INTERVAL) => {}
                _ = stop.changed() => break,
            }
            let now = installs.platform.clock.now();
            if now - cleaned_at < CLEAN_UP_INTERVAL {
                continue;
            }
            cleaned_at = now;
            for (name, limit, outcome) in [
                (
                    "waiting deliveries",
                    STEP_LIMIT,
                    release_awaiting(&installs.platform).boxed(),
                ),
                ("ended trials", STEP_LIMIT, installs.end_trials().boxed()),
                (
                    "data of uninstalled plugins",
                    STEP_LIMIT,
                    installs.delete_expired().boxed(),
                ),
                (
                    "unused packages",
                    STEP_LIMIT,
                    installs.delete_unused_packages().boxed(),
                ),
                (
                    "updates of plugins",
                    UPDATES_LIMIT,
                    installs.apply_updates().boxed(),
                ),
            ] {
                if let Err(error) = step(name, limit, outcome).await {
                    tracing::error!(%error, step = name, "the work on installs failed; it will be tried again");
                }
            }
        }
    }

    /// Tells the system plugins that an install has ended, in the caller's transaction: they release what they keep for it.
    pub(super) async fn publish_end(
        &self,
        connection: &mut PgConnection,
        install: &str,
    ) -> Result<()> {
        let (rng, clock) = (&self.platform.rng, &self.platform.clock);
        let plugins = self.platform.registry.current();
        let content = serde_json::json!({ "install": install });
        publish_of_kernel(connection, &plugins, rng, clock, INSTALL_ENDED, &content).await
    }

    /// Stops installs, and changes the registry once for all of them.
    async fn disable_failed(&self, ids: Vec<PluginId>) -> Result<()> {
        for id in ids {
            if let Err(error) = self.record_failed(id.as_str()).await {
                tracing::error!(install = %id, %error, "a failing plugin was not stopped");
            }
        }
        self.reload().await
    }

    async fn record_failed(&self, id: &str) -> Result<()> {
        let statement = format!("{} where i.id = $1", InstallRow::SELECT);
        let row: Option<InstallRow> = sqlx::query_as(AssertSqlSafe(statement))
            .bind(id)
            .fetch_optional(&self.platform.pools.app)
            .await?;
        let Some(row) = row else { return Ok(()) };
        tracing::warn!(
            install = id,
            plugin = row.plugin,
            "disabled after several failures in an hour"
        );
        self.record_disabled(&row, None, "failures").await
    }

    /// Deletes the data of installs whose time for a restore is over.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn delete_expired(&self) -> Result<()> {
        let statement = format!(
            "{} where i.state = 'uninstalled' and i.retained_until <= $1 order by i.retained_until limit 20",
            InstallRow::SELECT
        );
        let expired: Vec<InstallRow> = sqlx::query_as(AssertSqlSafe(statement))
            .bind(self.platform.clock.now())
            .fetch_all(&self.platform.pools.app)
            .await?;
        for row in &expired {
            self.delete_data(row).await?;
        }
        Ok(())
    }

    /// Drops the schema and the roles of an install, and every row that names it except its history.
    async fn delete_data(&self, row: &InstallRow) -> Result<()> {
        let id = &row.id;
        let mut owner = self.platform.pools.owner().await?;
        let mut transaction = owner.begin().await?;
        let still_expired = "delete from kernel.install where id = $1 and state = 'uninstalled' and retained_until <= $2";
        let deleted = sqlx::query(still_expired)
            .bind(id)
            .bind(self.platform.clock.now())
            .execute(&mut *transaction)
            .await?;
        // It was restored in the meantime, or another kernel deletes it.
        if deleted.rows_affected() == 0 {
            return Ok(());
        }
        let (schema, role, ddl) = (plugin_schema(id), plugin_role(id), plugin_owner(id));
        let drop = format!(
            "set local client_min_messages = warning;
             drop schema if exists {schema} cascade;
             drop owned by {role}, {ddl} cascade"
        );
        sqlx::raw_sql(AssertSqlSafe(drop))
            .execute(&mut *transaction)
            .await?;
        // Roles belong to the whole server: another database may have an install with this id.
        let mut attempt = transaction.begin().await?;
        let dropped = sqlx::raw_sql(AssertSqlSafe(format!("drop role {role}, {ddl}")))
            .execute(&mut *attempt)
            .await;
        match dropped {
            Ok(_) => attempt.commit().await?,
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(IN_USE) => {
                attempt.rollback().await?;
            }
            Err(error) => return Err(error.into()),
        }
        for statement in [
            "delete from kernel.timer where plugin = $1",
            "delete from kernel.delivery where subscriber = $1",
            "delete from kernel.plugin_migration where plugin = $1",
            "delete from kernel.plugin where id = $1",
        ] {
            sqlx::query(statement)
                .bind(id)
                .execute(&mut *transaction)
                .await?;
        }
        // Without an owner at the uninstall, or of the time before every movement locked the row.
        let returned = self.return_funds(&mut transaction, row).await?;
        let forfeited = self.forfeit_funds(&mut transaction, row).await?;
        self.event(row, "deleted", None)
            .with(serde_json::json!({
                "returnedHundredths": returned.hundredths, "to": returned.nickname(), "forfeitedHundredths": forfeited,
            }))
            .record(&mut transaction)
            .await?;
        transaction.commit().await?;
        self.wake(&returned);
        tracing::info!(
            install = id,
            plugin = row.plugin,
            "deleted the data of an uninstalled plugin"
        );
        Ok(())
    }
}
