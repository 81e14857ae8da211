//! Installs bundles: verifies, compiles, migrates, calls the health check, and commits. After a failure the earlier
//! state stays in force.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{Connection, PgConnection};
use witverse_runtime::{AotCache, Plugin};

use super::bundle::{Bundle, Migration};
use super::cron::next_cron_ms;
use super::dispatch::context;
use super::host::{Installed, Platform, PluginHost, PluginRuntime};
use super::lanes::{Full, Start};
use super::manifest::PluginId;
use super::migrations::{MigrationLimits, migrate};
use super::quota::Quota;
use super::registry::{InstallScope, Plugins};
use super::settings::effective_settings;
use crate::actor::Actor;
use crate::error::Language;
use crate::permissions::Fragment;
use crate::postgres::{Liveness, PLANNER_SETTINGS, TxPool, create_plugin_roles};
use crate::unit_of_work::UnitOfWork;

/// The deadline of the activation of an install.
pub const ACTIVATION_LIMIT: Duration = Duration::from_secs(45);

/// Why a plugin could not be installed: one sentence.
#[derive(Debug, thiserror::Error)]
#[error("Plugin {plugin} could not be installed: {reason}.")]
pub struct InstallError {
    pub plugin: String,
    pub reason: String,
}

fn refuse(plugin: &str) -> impl Fn(String) -> InstallError {
    move |reason| InstallError {
        plugin: plugin.to_owned(),
        reason: reason.trim_end_matches('.').to_owned(),
    }
}

/// Installs every bundle in the folders, in the order of their names.
///
/// # Errors
/// The first bundle that is refused; the ones before it stay installed.
pub async fn install_all(
    platform: &Arc<Platform>,
    runtime: &Arc<PluginRuntime>,
    cache: &AotCache,
    folders: &[&Path],
) -> Result<(), InstallError> {
    let mut bundles = Vec::new();
    for folder in folders {
        bundles.extend(read_bundles(folder)?);
    }
    let fragments: Vec<Fragment> = bundles.iter().map(Bundle::fragment).collect();
    platform
        .permissions
        .replace(&fragments)
        .map_err(refuse("set"))?;

    let (mut installed, mut migrations) = (Vec::new(), Vec::new());
    for bundle in bundles {
        let id = bundle.manifest.plugin.id.to_string();
        let loaded = load(runtime, cache, bundle, None)
            .await
            .map_err(refuse(&id))?;
        installed.push(Arc::new(loaded.plugin));
        migrations.push(loaded.migrations);
    }
    // Collisions are detected before the database is changed.
    let plugins = Plugins::new(installed.clone()).map_err(refuse("set"))?;
    platform.registry.replace(plugins);
    for (plugin, migrations) in installed.iter().zip(&migrations) {
        activate_if_changed(platform, plugin, migrations)
            .await
            .map_err(refuse(plugin.id.as_str()))?;
        tracing::info!(plugin = %plugin.id, version = plugin.version(), "plugin ready");
    }
    Ok(())
}

/// Reads every bundle in a folder, in the order of their names.
///
/// # Errors
/// The first bundle that cannot be read.
pub fn read_bundles(folder: &Path) -> Result<Vec<Bundle>, InstallError> {
    let list = std::fs::read_dir(folder).map_err(|error| InstallError {
        plugin: "set".into(),
        reason: format!("the folder {} cannot be read: {error}", folder.display()),
    })?;
    let mut found: Vec<_> = list
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("plugin.toml").is_file())
        .collect();
    found.sort();
    found
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Bundle::read(path).map_err(|error| refuse(&name)(error.to_string()))
        })
        .collect()
}

/// A plugin that is loaded for an install.
pub struct NewInstall {
    /// The id of the install.
    pub id: PluginId,
    pub scope: InstallScope,
    /// What the operator has set.
    pub settings: serde_json::Value,
}

/// A plugin with what only its activation needs.
pub struct LoadedPlugin {
    pub plugin: Installed,
    pub migrations: Vec<Migration>,
}

/// Compiles a bundle for an install; nothing is written. Its capabilities are those of the bundle's manifest.
///
/// # Errors
/// A sentence: the component is invalid.
pub async fn load_install(
    runtime: &Arc<PluginRuntime>,
    cache: &AotCache,
    bundle: Bundle,
    install: NewInstall,
) -> Result<LoadedPlugin, String> {
    load(runtime, cache, bundle, Some(install)).await
}

async fn load(
    runtime: &Arc<PluginRuntime>,
    cache: &AotCache,
    bundle: Bundle,
    install: Option<NewInstall>,
) -> Result<LoadedPlugin, String> {
    let (runtime, cache) = (runtime.clone(), cache.clone());
    let task = tokio::task::spawn_blocking(move || {
        let mut bundle = bundle;
        // What no request needs does not stay in memory. Schemas are for the API document, which names no installs.
        let component = std::mem::take(&mut bundle.component);
        let migrations = std::mem::take(&mut bundle.migrations);
        if install.is_some() {
            bundle.schemas.clear();
        }
        let code = Plugin::load(&runtime, &cache, &component).map_err(|e| e.to_string())?;
        let manifest = &bundle.manifest;
        let (id, scope, entered) = match install {
            Some(install) => (install.id, Some(install.scope), install.settings),
            None => (manifest.plugin.id.clone(), None, serde_json::json!({})),
        };
        let settings = effective_settings(&bundle.settings, &entered);
        let plugin = Installed {
            name: id.as_str().into(),
            id,
            limits: manifest.call_limits(),
            sql: manifest.capabilities.sql.unwrap_or_default().limits(),
            quota: Quota::new(manifest.capabilities.sql.unwrap_or_default().mib),
            settings: settings.into(),
            series: std::sync::Mutex::default(),
            install: scope,
            code,
            bundle,
        };
        Ok(LoadedPlugin { plugin, migrations })
    });
    task.await.map_err(|error| error.to_string())?
}

/// Activates a system plugin; does nothing if this bundle is in force already.
async fn activate_if_changed(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    migrations: &[Migration],
) -> Result<(), String> {
    let id = plugin.id.as_str();
    let show = |error: sqlx::Error| error.to_string();
    let known: Option<Vec<u8>> =
        sqlx::query_scalar("select digest from kernel.plugin where id = $1")
            .bind(id)
            .fetch_optional(&platform.pools.app)
            .await
            .map_err(show)?;
    if known.is_some_and(|digest| digest == plugin.bundle.digest) {
        return Ok(());
    }
    let activated = activate(platform, plugin, migrations, &()).await;
    activated.map_err(|error| error.to_string())
}

/// Why a plugin was not activated. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ActivationError {
    /// A migration or the health check has failed: a sentence for the author.
    #[error("{0}")]
    Refused(String),
    /// The further rows could not be written.
    #[error("{0}")]
    Record(RowsError),
}

/// Why the further rows of an activation were not written.
#[derive(Debug, thiserror::Error)]
pub enum RowsError {
    /// The row to change has changed since it was read.
    #[error("the row has changed")]
    Changed,
    /// The resource has no room for another install.
    #[error("there is no room for another install")]
    Full,
    /// The installs of the resource would take too much memory.
    #[error("the installs would take too much memory")]
    TooLarge,
    #[error("{0}")]
    Database(#[from] sqlx::Error),
}

impl From<String> for ActivationError {
    fn from(reason: String) -> Self {
        Self::Refused(reason)
    }
}

/// Rows that are written in the transaction of an activation, as the owner of the database.
pub trait ActivationRows: Sync {
    /// Whether the version before is given up, so that no contract migration waits.
    fn finishes(&self) -> bool {
        false
    }

    fn write(&self, owner: &mut PgConnection)
    -> impl Future<Output = Result<(), RowsError>> + Send;
}

/// No further rows.
impl ActivationRows for () {
    async fn write(&self, _: &mut PgConnection) -> Result<(), RowsError> {
        Ok(())
    }
}

/// Migrates, records the version, writes `rows` and calls the health check in one transaction.
///
/// # Errors
/// [`ActivationError`].
pub async fn activate(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    migrations: &[Migration],
    rows: &impl ActivationRows,
) -> Result<(), ActivationError> {
    let owner = owner_pool(platform)
        .await
        .map_err(|error| error.to_string())?;
    let work = migrate_and_check(platform, (plugin, migrations), &owner, rows);
    let done = match plugin.install {
        None => work.await,
        // Its own limits end it before (`MigrationLimits`, the limits of a call). Without its connection the server ends what is left.
        Some(_) => match tokio::time::timeout(ACTIVATION_LIMIT, work).await {
            Ok(done) => done,
            Err(_) => {
                let seconds = ACTIVATION_LIMIT.as_secs();
                return Err(format!("its start takes longer than {seconds} s").into());
            }
        },
    };
    owner.close().await;
    done
}

async fn owner_pool(platform: &Platform) -> Result<PgPool, sqlx::Error> {
    // Tests the login here, so that a refused login is reported as such.
    platform.pools.owner().await?.close().await?;
    PgPoolOptions::new()
        .max_connections(1)
        .connect_with(platform.pools.owner_options().options(PLANNER_SETTINGS))
        .await
}

/// Up to which number contract migrations run: after a change of the version, those that the version before has too. The
/// platform's plugins have no version before.
async fn contract_to(
    owner: &mut PgConnection,
    plugin: &Installed,
    finishes: bool,
) -> sqlx::Result<i32> {
    let own = plugin.manifest().migrations.to;
    if plugin.install.is_none() || finishes {
        return Ok(own);
    }
    let known: Option<(Vec<u8>, i32, i32)> =
        sqlx::query_as("select digest, migration, contract_to from kernel.plugin where id = $1")
            .bind(plugin.id.as_str())
            .fetch_optional(owner)
            .await?;
    Ok(match known {
        None => own,
        Some((digest, _, before)) if digest == plugin.bundle.digest => before,
        Some((_, before, _)) => before.min(own),
    })
}

/// The oldest migration whose version works with the tables. What a contract migration has removed, versions before it
/// need.
fn compatible_from(plugin: &Installed, migrations: &[Migration], contract_to: i32) -> i32 {
    let declared = plugin.manifest().compatible_from();
    let contracts = migrations
        .iter()
        .filter(|one| one.is_contract() && one.version <= contract_to);
    match plugin.install {
        Some(_) => contracts.map(|one| one.version).fold(declared, i32::max),
        None => declared,
    }
}

async fn migrate_and_check(
    platform: &Arc<Platform>,
    (plugin, migrations): (&Arc<Installed>, &[Migration]),
    owner: &PgPool,
    rows: &impl ActivationRows,
) -> Result<(), ActivationError> {
    let id = plugin.id.as_str();
    let show = |error: sqlx::Error| error.to_string();
    let units = TxPool::new(
        owner.clone(),
        platform.pools.app.clone(),
        Liveness::default(),
    );
    let mut unit = units.take(None).await.map_err(show)?;
    if unit.mark_begun() {
        sqlx::raw_sql("begin")
            .execute(&mut *unit)
            .await
            .map_err(show)?;
    }
    // Two changes of one plugin at the same time, possibly by two kernels, happen one after the other.
    sqlx::query("select pg_advisory_xact_lock(hashtextextended('activate ' || $1, 0))")
        .bind(id)
        .execute(&mut *unit)
        .await
        .map_err(show)?;
    create_plugin_roles(&mut unit, id).await.map_err(show)?;
    let contract_to = contract_to(&mut unit, plugin, rows.finishes())
        .await
        .map_err(show)?;
    let limits = plugin.install.as_ref().map(|_| MigrationLimits {
        bytes: u64::from(plugin.manifest().capabilities.sql.unwrap_or_default().mib) << 20,
    });
    let waiting = migrate(&mut unit, id, (migrations, limits), contract_to).await?;
    sqlx::query(
        "insert into kernel.plugin (id, version, digest, migration, compatible_from, contract_to, waiting)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update
         set version = excluded.version, digest = excluded.digest, migration = excluded.migration,
             contract_to = excluded.contract_to, waiting = excluded.waiting,
             -- Going back to an older version leaves the tables as the newer one made them.
             compatible_from = greatest(plugin.compatible_from, excluded.compatible_from)",
    )
    .bind(id)
    .bind(plugin.version())
    .bind(&plugin.bundle.digest[..])
    .bind(plugin.manifest().migrations.to)
    .bind(compatible_from(plugin, migrations, contract_to))
    .bind(contract_to)
    .bind(waiting)
    .execute(&mut *unit)
    .await
    .map_err(show)?;
    rows.write(&mut unit)
        .await
        .map_err(ActivationError::Record)?;
    let declared: Vec<&str> = plugin
        .manifest()
        .timers
        .iter()
        .map(|timer| timer.key.as_str())
        .collect();
    sqlx::query("delete from kernel.timer where plugin = $1 and is_declared and key <> all($2)")
        .bind(id)
        .bind(declared)
        .execute(&mut *unit)
        .await
        .map_err(show)?;
    for timer in &plugin.manifest().timers {
        let now_ms = platform.clock.now_ms();
        let due = next_cron_ms(&timer.cron, now_ms)
            .ok_or_else(|| "its cron has no next time".to_owned())?;
        sqlx::query(
            "insert into kernel.timer (plugin, key, due_at, try_at, cron, payload, is_declared)
             values ($1, $2, to_timestamp($3::double precision / 1000), to_timestamp($3::double precision / 1000), $4, '', true)
             on conflict (plugin, key) do update
             set due_at = excluded.due_at, try_at = excluded.try_at, cron = excluded.cron, attempts = 0, parked_at = null,
                 is_declared = true
             where timer.cron is distinct from excluded.cron or timer.parked_at is not null or not timer.is_declared",
        )
        .bind(id)
        .bind(&timer.key)
        .bind(i64::try_from(due).unwrap_or(i64::MAX))
        .bind(&timer.cron)
        .execute(&mut *unit)
        .await
        .map_err(show)?;
    }
    let work = UnitOfWork::adopt(units, platform.signals.clone(), unit);
    let host = PluginHost::new(
        context(platform, &Actor::System, Language::Ko, None),
        plugin.clone(),
        work,
    );
    let checked = plugin.clone();
    let health = async move { checked.code.health(host, checked.limits).await };
    let finished = match plugin.install {
        Some(_) => {
            let ran = platform.heavy_lane.run(Start::Background, health).await;
            ran.0.map_err(|Full| "the machine is too busy".to_owned())?
        }
        None => health.await,
    };
    finished
        .outcome
        .map_err(|error| format!("its health check failed: {error}"))?
        .map_err(|reason| format!("it says that it cannot work: {reason}"))?;
    finished
        .backend
        .into_work()
        .release()
        .ok_or_else(|| "a statement of its health check failed".to_owned())?
        .commit()
        .await
        .map_err(|error| show(error).into())
}
