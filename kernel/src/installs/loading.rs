//! Loads installs from their packages, and puts them into the registry beside the system plugins.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::Installs;
use super::spec::{Loaded, Spec};
use super::store::InstallRow;
use crate::error::{Error, Result};
use crate::permissions::Fragment;
use crate::plugins::{
    Bundle, Failures, InstallScope, Installed, LoadedPlugin, NewInstall, PACKAGE_RULES, Package,
    PackageClaims, PackageVerdict, PluginId, Plugins, install_permissions, load_install,
    on_large_stack, release_awaiting,
};
use crate::secret::hex;

impl Installs {
    /// Loads an install; nothing of it is written. The error is a sentence for its author.
    pub(super) async fn load(&self, spec: &Spec) -> std::result::Result<LoadedPlugin, String> {
        let bundle = self.accepted_bundle(&spec.kind, &spec.digest).await?;
        self.load_bundle(spec, bundle).await
    }

    /// As [`Installs::load`], with the bundle of an accepted package.
    pub(super) async fn load_bundle(
        &self,
        spec: &Spec,
        mut bundle: Bundle,
    ) -> std::result::Result<LoadedPlugin, String> {
        let id = PluginId::try_from(spec.id.clone())?;
        let requested = bundle.manifest.capabilities.clone();
        spec.granted.apply(&mut bundle.manifest);
        let host = self.host_fragment(&spec.kind)?;
        let read = on_large_stack(move || {
            let permissions = install_permissions(&host, &bundle)?;
            Ok::<_, String>((bundle, permissions))
        });
        let (bundle, permissions) = read.await.map_err(|error| error.to_string())??;
        let install = NewInstall {
            id,
            scope: InstallScope {
                kind: spec.kind.clone(),
                id: spec.scope_id.clone(),
                name: spec.scope_name.clone(),
                package: spec.digest.as_slice().try_into().unwrap_or_default(),
                requested,
                objects: spec.granted.objects.by_kind(),
                is_trial: spec.is_trial,
                permissions: Arc::new(permissions),
                failures: Failures::new(self.failure_reports.clone()),
                records: self.records.of(&spec.id),
            },
            settings: spec.settings.clone(),
        };
        load_install(&self.runtime, &self.cache, bundle, install).await
    }

    /// The declarations of the plugin that declares a kind of resources.
    pub(super) fn host_fragment(&self, kind: &str) -> std::result::Result<Fragment, String> {
        let plugins = self.platform.registry.current();
        let owner = plugins.owner_of_kind(kind);
        owner
            .map(|owner| owner.bundle.schema_fragment())
            .ok_or_else(|| format!("no plugin declares {kind}"))
    }

    /// Reads the bundle of a stored package. One that was accepted by earlier rules is checked again, in a process of its own.
    pub(super) async fn accepted_bundle(
        &self,
        kind: &str,
        digest: &[u8],
    ) -> std::result::Result<Bundle, String> {
        let show = |error: sqlx::Error| error.to_string();
        let folder = self.unpacked(digest).await?;
        let (rules, plugin, version): (i32, String, String) = sqlx::query_as(
            "select checked_rules, plugin, version from kernel.package where digest = $1",
        )
        .bind(digest)
        .fetch_one(&self.platform.pools.app)
        .await
        .map_err(show)?;
        if rules < PACKAGE_RULES {
            let claims = PackageClaims {
                host: self.host_fragment(kind)?,
                plugin,
                version,
            };
            let verdict = self.checker.check(&folder, claims).await;
            match verdict.map_err(|error| error.to_string())? {
                PackageVerdict::Accepted => {}
                PackageVerdict::BadBundle(reason) | PackageVerdict::BadPolicies(reason) => {
                    return Err(reason);
                }
            }
            sqlx::query("update kernel.package set checked_rules = $2 where digest = $1")
                .bind(digest)
                .bind(PACKAGE_RULES)
                .execute(&self.platform.pools.app)
                .await
                .map_err(show)?;
        }
        let read = on_large_stack(move || Bundle::read(&folder));
        let bundle = read.await.map_err(|error| error.to_string())?;
        bundle.map_err(|error| error.reason().to_owned())
    }

    /// The folder with the files of a stored package; unpacks it first if this machine does not have it.
    async fn unpacked(&self, digest: &[u8]) -> std::result::Result<PathBuf, String> {
        let folder = self.folder.join(hex(digest));
        if !folder.is_dir() {
            let archive: Vec<u8> =
                sqlx::query_scalar("select archive from kernel.package where digest = $1")
                    .bind(digest)
                    .fetch_one(&self.platform.pools.app)
                    .await
                    .map_err(|error| error.to_string())?;
            let to = folder.clone();
            let unpacked = tokio::task::spawn_blocking(move || {
                let package = Package::open(&archive).map_err(|error| error.to_string())?;
                package.unpack(&to).map_err(|error| error.to_string())
            });
            unpacked.await.map_err(|error| error.to_string())??;
        }
        Ok(folder)
    }

    /// As [`Installs::reload`] after an activation of `plugin`, which is not loaded a second time.
    pub(super) async fn reload_with(&self, spec: Spec, plugin: Arc<Installed>) -> Result<()> {
        let mut loaded = self.loaded.lock().await;
        loaded.installs.insert(spec.id.clone(), (spec, plugin));
        self.reload_locked(&mut loaded).await
    }

    /// Puts the running installs into the registry. An install that cannot be loaded is left out and reported; the others
    /// run.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn reload(&self) -> Result<()> {
        let mut loaded = self.loaded.lock().await;
        self.reload_locked(&mut loaded).await
    }

    async fn reload_locked(&self, loaded: &mut Loaded) -> Result<()> {
        let generation: i64 =
            sqlx::query_scalar("select generation from kernel.install_generation")
                .fetch_one(&self.platform.pools.app)
                .await?;
        if loaded.generation == Some(generation) {
            return Ok(());
        }
        let statement = format!(
            "{} where i.state = 'enabled' order by i.id",
            InstallRow::SELECT
        );
        let rows: Vec<InstallRow> = sqlx::query_as(sqlx::AssertSqlSafe(statement))
            .fetch_all(&self.platform.pools.app)
            .await?;
        let mut installs = BTreeMap::new();
        for row in rows.iter().filter(|row| row.is_running()) {
            let spec = Spec::of_row(row);
            let known = loaded.installs.remove(&row.id);
            let plugin = match known.filter(|(known, _)| *known == spec) {
                Some((_, plugin)) => plugin,
                None => match self.load(&spec).await {
                    // It is active: its migrations were applied.
                    Ok(loaded) => Arc::new(loaded.plugin),
                    Err(reason) => {
                        tracing::error!(
                            install = row.id,
                            plugin = row.plugin,
                            reason,
                            "an installed plugin was not loaded"
                        );
                        self.record_check(&row.id, &reason).await?;
                        continue;
                    }
                },
            };
            installs.insert(row.id.clone(), (spec, plugin));
        }
        let current = self.platform.registry.current();
        let all = current
            .system()
            .cloned()
            .chain(installs.values().map(|(_, plugin)| plugin.clone()))
            .collect();
        let plugins = Plugins::new(all).map_err(Error::internal)?;
        self.platform.registry.replace(plugins);
        *loaded = Loaded {
            generation: Some(generation),
            installs,
        };
        release_awaiting(&self.platform).await
    }
}
