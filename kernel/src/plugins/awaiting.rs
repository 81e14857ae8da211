//! Deliveries to installs that do not run. They wait: they are parked without an attempt, and become due when the install runs.
//! One that fails too often waits too and is tried again, because it is an erasure of personal data, which ends with the data of
//! the install only.

use uuid::Uuid;

use super::host::{Installed, Platform};
use crate::error::{BUSY, Result};
use crate::unit_of_work::{CommitError, UnitOfWork};

/// Whether a plugin gets events of a topic. Installs are sent erasures by their stored packages, so the running version may not
/// subscribe.
pub(super) fn hears(plugin: &Installed, topic: &str) -> bool {
    let mut known = plugin.manifest().subscriptions.iter();
    plugin.install.is_none() || known.any(|one| one.topic == topic)
}

/// Commits that deliveries were taken, without a call.
pub(super) async fn dropped(work: UnitOfWork) -> Result<()> {
    work.commit().await.map_err(|error| match error {
        CommitError::Failed(error) => error,
        _ => BUSY.retry_after(1).into(),
    })
}

/// Parks deliveries to an install until it runs; false if the subscriber is none.
pub(super) async fn await_install(platform: &Platform, subscriber: &str, ids: &[Uuid]) -> bool {
    let parked = sqlx::query(
        "update kernel.delivery set parked_at = $3, awaits_install = true, last_error = 'the plugin does not run'
         where id = any($2) and subscriber = $1 and parked_at is null
           and exists (select from kernel.install i where i.id = $1)",
    )
    .bind(subscriber)
    .bind(ids)
    .bind(platform.clock.now())
    .execute(&platform.pools.app)
    .await;
    match parked {
        Ok(parked) => parked.rows_affected() > 0,
        Err(error) => {
            // They stay due.
            tracing::warn!(%error, subscriber, "deliveries to a stopped plugin could not be parked");
            true
        }
    }
}

/// Makes the deliveries due that wait for installs which run here.
///
/// # Errors
/// The error of the database.
pub async fn release_awaiting(platform: &Platform) -> Result<()> {
    let plugins = platform.registry.current();
    let installs = plugins.by_id.values().filter(|one| one.install.is_some());
    let running: Vec<String> = installs.map(|one| one.id.to_string()).collect();
    let released = sqlx::query(
        "update kernel.delivery set parked_at = null, awaits_install = false, attempts = 0, due_at = $2
         where awaits_install and subscriber = any($1)",
    )
    .bind(running)
    .bind(platform.clock.now())
    .execute(&platform.pools.app)
    .await?;
    if released.rows_affected() > 0 {
        platform.signals.deliveries.notify_one();
    }
    Ok(())
}
