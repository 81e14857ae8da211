//! The installed plugins with their routes, subscribers and services. The registry is swapped as a whole, so that a
//! request sees one state from beginning to end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use witverse_runtime::CallLimits;

use super::bundle::Bundle;
use super::install_records::{InstallRecords, LogLevel, Usage};
use super::manifest::{Capabilities, Manifest, PluginId, ResourceKind, Route};
use super::quota::Quota;
use super::routes::{RouteRef, RouteTable};
use super::settings::SettingField;
use crate::permissions::{Permissions, namespace};
use crate::unit_of_work::SqlLimits;

/// The limit of metric series of one plugin; each combination of labels is one series.
const MAX_SERIES: usize = 100;

/// A plugin that can be called.
pub struct Installed<C> {
    /// Of a system plugin the id in its manifest; of others the id of the install. It names everything that the plugin
    /// has: schema, roles, account, timers, metrics.
    pub id: PluginId,
    /// The id as the unit of work stores it.
    pub name: Arc<str>,
    pub bundle: Bundle,
    /// The compiled component.
    pub code: C,
    pub limits: CallLimits,
    pub sql: SqlLimits,
    /// The measured size of its tables, and their quota.
    pub quota: Quota,
    pub settings: serde_json::Value,
    /// Its metric series, kept to enforce the limit.
    pub series: Mutex<BTreeSet<String>>,
    /// The resource that an operator has installed it into; `None` for a system plugin.
    pub install: Option<InstallScope>,
}

/// The resource that a plugin was installed into, for example a world. Its routes decide about this resource.
pub struct InstallScope {
    /// The full name of the kind: `worlds::World`.
    pub kind: String,
    pub id: String,
    /// The alias of the resource: the name of the world.
    pub name: Option<String>,
    /// The digest of the installed package.
    pub package: [u8; 32],
    /// What its manifest asks for; the manifest of an install has what was granted of it.
    pub requested: Capabilities,
    /// The ids of the objects that services open to it, by their kinds; a kind that is absent has no limit.
    pub objects: BTreeMap<String, Vec<String>>,
    /// Only the people who manage the resource reach it, and it has play money in place of WIT.
    pub is_trial: bool,
    /// The policies of this plugin alone: two installs of a plugin may have different versions of them.
    pub permissions: Arc<Permissions>,
    /// Failures of its calls; after several in an hour it is disabled.
    pub failures: super::failures::Failures,
    /// Its usage and its log.
    pub records: Arc<InstallRecords>,
}

impl<C> Installed<C> {
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.bundle.manifest
    }

    /// Whether the plugin may write a metric with this name and these labels.
    #[must_use]
    pub fn admit_series(&self, series: String) -> bool {
        let mut known = self.series.lock().unwrap_or_else(PoisonError::into_inner);
        known.contains(&series) || known.len() < MAX_SERIES && known.insert(series)
    }

    /// Counts a call of an install; system plugins are not counted.
    pub(super) fn count_usage(&self, usage: Usage) {
        if let Some(install) = &self.install {
            install.records.count(usage);
        }
    }

    /// Adds a line to the log of an install.
    pub(super) fn record_line(&self, level: LogLevel, message: &str, fields: &str) {
        if let Some(install) = &self.install {
            install.records.log(level, message, fields);
        }
    }

    #[must_use]
    pub fn version(&self) -> &str {
        &self.bundle.manifest.plugin.version
    }

    /// The full name of an action of the plugin in Cedar.
    #[must_use]
    pub fn action(&self, action: &str) -> String {
        let own = namespace(self.manifest().plugin.id.as_str());
        format!("{own}::Action::{action:?}")
    }

    /// The form that an install shows in a slot. A trial shows none, nor does a plugin that may not read its events.
    #[must_use]
    pub fn form(&self, slot: &str) -> Option<&[SettingField]> {
        let install = self.install.as_ref()?;
        let form = self.bundle.forms.get(slot)?.as_slice();
        (!install.is_trial && self.manifest().has_event_scope()).then_some(form)
    }

    /// The plugin as the game of a room, as [`game_name`] makes it. A trial has its own id in place of the resource's, so it is the
    /// game of copied rooms only.
    #[must_use]
    pub fn game(&self) -> String {
        let resource = self.install.as_ref().map(|scope| match scope.is_trial {
            true => self.id.as_str(),
            false => scope.id.as_str(),
        });
        game_name(self.manifest().plugin.id.as_str(), resource)
    }

    /// The address of a route of the plugin.
    #[must_use]
    pub fn route_path(&self, route: &Route) -> String {
        match self.install {
            Some(_) => format!("/api/x/{}{}", self.id, route.path),
            None => route.path.clone(),
        }
    }
}

/// The name of a plugin as the game of a room: `lantern-race`, or for an installed plugin also the resource that it was
/// installed into, `acme.quiz@<id of the world>`. So a room in one world cannot choose the install of another world.
#[must_use]
pub fn game_name(plugin: &str, resource: Option<&str>) -> String {
    match resource {
        Some(resource) => format!("{plugin}@{resource}"),
        None => plugin.to_owned(),
    }
}

/// One state of the platform's plugins.
pub struct Plugins<C> {
    pub by_id: BTreeMap<PluginId, Arc<Installed<C>>>,
    routes: RouteTable,
    subscribers: BTreeMap<String, Vec<PluginId>>,
    services: BTreeMap<String, Vec<PluginId>>,
    /// Resource kinds by their full names.
    kinds: BTreeMap<String, ResourceKind>,
}

impl<C> Default for Plugins<C> {
    fn default() -> Self {
        Self {
            by_id: BTreeMap::new(),
            routes: RouteTable::default(),
            subscribers: BTreeMap::new(),
            services: BTreeMap::new(),
            kinds: BTreeMap::new(),
        }
    }
}

impl<C> Plugins<C> {
    /// Builds the tables.
    ///
    /// # Errors
    /// Two plugins claim the same route or the same identifiers in the database, or a required service has no provider.
    pub fn new(installed: Vec<Arc<Installed<C>>>) -> Result<Self, String> {
        let provided: Vec<&str> = installed
            .iter()
            .flat_map(|plugin| &plugin.manifest().provides)
            .map(|provided| provided.service.as_str())
            .collect();
        for plugin in &installed {
            if let Some(service) = plugin.manifest().missing_service(&provided) {
                return Err(format!(
                    "plugin {} needs the service {service}, which no installed plugin provides",
                    plugin.id
                ));
            }
        }
        let mut plugins = Self {
            kinds: resource_kinds(&installed)?,
            ..Self::default()
        };
        let (mut schemas, mut pages) = (BTreeMap::new(), BTreeMap::new());
        for plugin in installed {
            let schema = crate::postgres::plugin_schema(plugin.id.as_str());
            if let Some(other) = schemas.insert(schema, plugin.id.clone()) {
                return Err(format!(
                    "plugins {other} and {} would share a schema",
                    plugin.id
                ));
            }
            // Topics and pushes begin with an id and a dot, so no id may be such a prefix of another id.
            let own = format!("{}.", plugin.id);
            let nested = plugins.by_id.keys().find(|other| {
                other.as_str().starts_with(&own)
                    || plugin.id.as_str().starts_with(&format!("{other}."))
            });
            if let Some(other) = nested {
                return Err(format!(
                    "plugins {other} and {} would share their topics",
                    plugin.id
                ));
            }
            for (index, route) in plugin.manifest().routes.iter().enumerate() {
                plugins.routes.add(
                    &route.method,
                    &plugin.route_path(route),
                    RouteRef {
                        plugin: plugin.id.clone(),
                        index,
                    },
                )?;
            }
            for subscription in &plugin.manifest().subscriptions {
                plugins
                    .subscribers
                    .entry(subscription.topic.clone())
                    .or_default()
                    .push(plugin.id.clone());
            }
            for service in &plugin.manifest().provides {
                plugins
                    .services
                    .entry(service.service.clone())
                    .or_default()
                    .push(plugin.id.clone());
            }
            for (pattern, other) in page_patterns(&plugin) {
                if let Some(taken) = pages.insert(pattern.clone(), other.clone()) {
                    return Err(format!(
                        "plugins {taken} and {other} both claim the page {pattern}"
                    ));
                }
            }
            plugins.by_id.insert(plugin.id.clone(), plugin);
        }
        Ok(plugins)
    }

    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<Installed<C>>> {
        self.by_id
            .iter()
            .find_map(|(key, plugin)| (key.as_str() == id).then_some(plugin))
    }

    #[must_use]
    pub fn find(&self, method: &str, path: &str) -> super::routes::RouteMatch<'_> {
        self.routes.find(method, path)
    }

    /// Returns a route and its plugin.
    #[must_use]
    pub fn route(&self, route: &RouteRef) -> Option<(&Arc<Installed<C>>, &Route)> {
        let plugin = self.by_id.get(&route.plugin)?;
        Some((plugin, plugin.manifest().routes.get(route.index)?))
    }

    #[must_use]
    pub fn subscribers(&self, topic: &str) -> &[PluginId] {
        self.subscribers.get(topic).map_or(&[], Vec::as_slice)
    }

    /// Returns a resource kind by its full name, `worlds::World`.
    #[must_use]
    pub fn resource_kind(&self, kind: &str) -> Option<&ResourceKind> {
        self.kinds.get(kind)
    }

    /// Returns the plugins of the platform, without those that operators have installed.
    pub fn system(&self) -> impl Iterator<Item = &Arc<Installed<C>>> {
        self.by_id
            .values()
            .filter(|plugin| plugin.install.is_none())
    }

    /// Returns the full name of the kind whose resources have plugins installed into them.
    #[must_use]
    pub fn install_host(&self) -> Option<String> {
        let mut kinds = self.kinds.iter();
        let host = kinds.find(|(_, kind)| kind.installs.is_some());
        host.map(|(name, _)| name.clone())
    }

    /// Returns the plugin that declares a resource kind, by the kind's full name.
    #[must_use]
    pub fn owner_of_kind(&self, kind: &str) -> Option<&Arc<Installed<C>>> {
        let (own, _) = kind.rsplit_once("::")?;
        self.system()
            .find(|plugin| namespace(plugin.id.as_str()) == own)
    }

    /// Returns the plugin that is the game with this name.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&Arc<Installed<C>>> {
        match name.contains('@') {
            false => self.get(name).filter(|plugin| plugin.install.is_none()),
            true => {
                let mut plugins = self.by_id.values();
                plugins.find(|plugin| plugin.install.is_some() && plugin.game() == name)
            }
        }
    }

    /// Returns every provider of a service. A call goes to the first one; a collection calls all of them.
    #[must_use]
    pub fn providers(&self, service: &str) -> &[PluginId] {
        self.services.get(service).map_or(&[], Vec::as_slice)
    }
}

/// The resource kinds of all plugins, after a check that every kind that a parent or a route names exists.
fn resource_kinds<C>(
    installed: &[Arc<Installed<C>>],
) -> Result<BTreeMap<String, ResourceKind>, String> {
    let mut kinds = BTreeMap::new();
    for plugin in installed {
        let manifest = plugin.manifest();
        for known in &manifest.resources {
            kinds.insert(manifest.full_kind(&known.kind), known.clone());
        }
    }
    for plugin in installed {
        let manifest = plugin.manifest();
        let parents = manifest
            .resources
            .iter()
            .filter_map(|known| known.parent.clone());
        let routes = manifest
            .routes
            .iter()
            .filter_map(|route| route.resource.as_ref());
        let pages = manifest
            .ui
            .routes
            .iter()
            .filter_map(|page| page.resource.as_ref());
        let named = parents
            .chain(routes.map(|resource| manifest.full_kind(&resource.kind)))
            .chain(pages.map(|resource| manifest.full_kind(&resource.kind)));
        for kind in named {
            if !kinds.contains_key(&kind) {
                return Err(format!(
                    "plugin {} names the resource kind {kind}, which no installed plugin declares",
                    plugin.id
                ));
            }
        }
    }
    Ok(kinds)
}

/// A system plugin's page addresses, with every placeholder replaced by the same text. Pages of an install are in its
/// frames and have no address of their own.
fn page_patterns<C>(plugin: &Installed<C>) -> Vec<(String, PluginId)> {
    if plugin.install.is_some() {
        return Vec::new();
    }
    let alike = |path: &str| -> String {
        path.split('/')
            .map(|part| {
                if part.starts_with(['{', ':']) {
                    "{}"
                } else {
                    part
                }
            })
            .collect::<Vec<_>>()
            .join("/")
    };
    let routes = &plugin.manifest().ui.routes;
    routes
        .iter()
        .map(|route| (alike(&route.path), plugin.id.clone()))
        .collect()
}

/// Holds the current state.
pub struct Registry<C> {
    current: ArcSwap<Plugins<C>>,
}

impl<C> Default for Registry<C> {
    fn default() -> Self {
        Self {
            current: ArcSwap::from_pointee(Plugins::default()),
        }
    }
}

impl<C> Registry<C> {
    #[must_use]
    pub fn current(&self) -> Arc<Plugins<C>> {
        self.current.load_full()
    }

    pub fn replace(&self, plugins: Plugins<C>) {
        self.current.store(Arc::new(plugins));
    }
}
