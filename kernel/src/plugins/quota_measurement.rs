//! Measures the size of plugins' tables for their quotas.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::platform::Platform;
use super::registry::Installed;
use crate::postgres::plugin_schema;
use crate::supervisor::{STEP_LIMIT, step};

/// How often the sizes of all plugins are measured.
const EVERY: Duration = Duration::from_secs(60);

/// Measures a plugin's tables. After a failure the earlier measurement stays in effect, and the next occasion measures
/// again.
pub(super) async fn measure<C>(platform: &Platform<C>, plugin: &Installed<C>) {
    let measured = sqlx::query_scalar("select kernel.plugin_bytes($1)")
        .bind(plugin_schema(plugin.id.as_str()))
        .fetch_one(&platform.pools.app)
        .await;
    match measured {
        Ok::<i64, _>(bytes) => {
            let bytes = u64::try_from(bytes).unwrap_or_default();
            plugin.quota.set(plugin.id.as_str(), bytes);
        }
        Err(error) => {
            tracing::info!(%error, plugin = %plugin.id, "the size of a plugin's tables could not be measured");
        }
    }
}

/// Measures the tables of every plugin.
pub async fn measure_all<C>(platform: &Platform<C>) {
    for plugin in platform.registry.current().by_id.values() {
        if plugin.manifest().capabilities.sql.is_some() {
            measure(platform, plugin).await;
        }
    }
}

/// Measures the tables of every plugin once a minute until `stop` changes.
pub async fn measure_sizes<C: Send + Sync>(
    platform: Arc<Platform<C>>,
    mut stop: watch::Receiver<bool>,
) {
    while !*stop.borrow() {
        let measured = async {
            measure_all(&platform).await;
            Ok(())
        };
        if let Err(error) = step("plugin sizes", STEP_LIMIT, measured).await {
            tracing::warn!(%error, "the sizes of plugins were not all measured");
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            _ = stop.changed() => {}
        }
    }
}
