//! The manifest, `plugin.toml`: what a plugin is, requests and provides. Unknown fields are refused, so that a typing
//! error never grants or denies anything silently. Every field has an effect (`kernel/tests/it/manifest/keys.rs` names
//! the effect of each; the manifest implements `Serialize` for this test).

mod capabilities;
mod check;
mod data;
mod installable;
mod open_services;
mod resources;
#[cfg(test)]
mod tests;

pub use capabilities::{
    Capabilities, FileAccess, LedgerGrant, LedgerOp, OwnFiles, Sql, UsedService,
};
pub use data::Data;
pub use installable::{
    DASHBOARD_SLOT, EVENT_FORM_SLOT, EVENT_PAGE_SLOT, GAME_SLOT, HEADER_SLOT, PROFILE_SLOT,
};
pub use resources::{InstallActions, ResourceKind, ResourceParam, RouteResource};

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::actor::PlatformRole;

/// A plugin's id: `[a-z][a-z0-9-]*` with dots between publisher and name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "String")]
pub struct PluginId(String);

impl PluginId {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PluginId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for PluginId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let part = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_lowercase())
                && part
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        };
        // Identifiers of PostgreSQL have at most 63 bytes, and the kernel adds a prefix. Topics and pushes begin with
        // an id; ids with these beginnings are reserved for the kernel.
        let reserved = matches!(
            text.split('.').next(),
            Some("kernel" | "witverse" | "system")
        );
        if text.len() <= 40 && text.split('.').all(part) && !reserved {
            Ok(Self(text))
        } else {
            Err(format!(
                "the plugin id {text:?} must be lower-case letters, digits and hyphens, at most 40, and not reserved"
            ))
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub plugin: Identity,
    #[serde(default)]
    pub component: Component,
    #[serde(default)]
    pub migrations: Migrations,
    #[serde(default)]
    pub resources: Vec<ResourceKind>,
    #[serde(default)]
    pub routes: Vec<Route>,
    #[serde(default)]
    pub subscriptions: Vec<Subscription>,
    #[serde(default)]
    pub timers: Vec<Timer>,
    #[serde(default)]
    pub capabilities: Capabilities,
    #[serde(default)]
    pub provides: Vec<Service>,
    #[serde(default)]
    pub ui: Ui,
    #[serde(default)]
    pub cedar: Cedar,
    #[serde(default)]
    pub settings: Settings,
    #[serde(default)]
    pub data: Data,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    pub id: PluginId,
    pub version: String,
    /// The supported versions of the plugin contract, as a range: `^1.0`.
    pub api: String,
    pub kind: Kind,
    pub name: String,
    /// What it is for, in at most 300 characters: operators read it in the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    System,
    WorldBlock,
    WorldEvent,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Component {
    pub file: String,
    pub memory_mib: u32,
    /// The limit of a call's CPU time, in ticks of 5 ms.
    pub call_ticks: u32,
}

impl Default for Component {
    fn default() -> Self {
        Self {
            file: "component.wasm".into(),
            memory_mib: 64,
            call_ticks: 10,
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Migrations {
    pub dir: String,
    pub to: i32,
    /// The oldest migration number whose version of the plugin still works on the tables after `to`; defaults to `to`.
    pub compatible_from: Option<i32>,
}

impl Default for Migrations {
    fn default() -> Self {
        Self {
            dir: "migrations".into(),
            to: 0,
            compatible_from: None,
        }
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub method: String,
    /// The path with `{placeholders}`: of a system plugin the full one, of others the part after `/api/x/<install>`.
    pub path: String,
    /// The Cedar action, without the plugin's namespace.
    pub action: String,
    /// The rate limit of one caller: `10/s`, `100/m`.
    pub rate: Option<String>,
    #[serde(default)]
    pub summary: String,
    /// JSON Schema of the request body.
    pub request: Option<String>,
    /// JSON Schema of the answer's `payload`.
    pub response: Option<String>,
    /// The media type of an answer that is not JSON; system plugins only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    /// JSON Schema of an object whose properties are the query parameters.
    pub query: Option<String>,
    /// The status code of success.
    pub status: Option<u16>,
    /// Codes of the error catalogue that the route may return.
    #[serde(default)]
    pub problems: Vec<String>,
    /// The staff role that the route is for. It appears in the API document only; the plugin's policies decide.
    pub role: Option<PlatformRole>,
    /// The resource that the action is applied to; without it, the platform.
    pub resource: Option<RouteResource>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    pub topic: String,
    /// How many waiting events one call handles.
    #[serde(default = "one_at_once")]
    pub at_once: usize,
}

const fn one_at_once() -> usize {
    1
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Timer {
    pub key: String,
    pub cron: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub service: String,
    /// A word for the objects that an operator can limit an installed plugin to. Their ids are the provider's: it limits each call.
    #[serde(default)]
    pub objects: Option<String>,
    /// What plugins that operators have installed may do with it; without it, they cannot call the service.
    #[serde(default)]
    pub installs: Vec<ServiceScope>,
}

/// A part of a service that an operator can allow to an installed plugin.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ServiceScope {
    pub scope: String,
    /// The functions that the scope opens. A function is in at most one scope.
    pub functions: Vec<String>,
    /// Those of them that only give back what the scope has taken. A plugin may call them also after the operator has withdrawn
    /// the scope, so that nothing of a person is kept.
    #[serde(default)]
    pub undo: Vec<String>,
    /// What the operator reads.
    pub title: String,
    /// Plugins on trial may call the functions, because they change nothing outside of the plugin.
    #[serde(default)]
    pub trial: bool,
}

impl Service {
    /// The scope that a function belongs to.
    #[must_use]
    pub fn scope_of(&self, function: &str) -> Option<&ServiceScope> {
        let mut scopes = self.installs.iter();
        scopes.find(|scope| scope.functions.iter().any(|one| one == function))
    }
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ui {
    /// Required if the plugin has pages.
    pub isolation: Option<Isolation>,
    pub routes: Vec<UiRoute>,
    pub slots: Vec<UiSlot>,
    /// What the search box asks.
    pub search: Vec<UiSearch>,
    /// Plugins whose data this plugin's changes affect: the shell reloads their queries after `<id>.changed`.
    pub invalidates: Vec<String>,
}

/// Where the front end runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// In the shell's own page, with all privileges of the page's scripts; system plugins only.
    Page,
    /// In an iframe on an origin of the install; for plugins that operators install.
    Frame,
}

/// The frame of the shell around a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    Default,
    None,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UiRoute {
    pub path: String,
    /// The exposed module; in a frame, the file `web/<page>.html`.
    pub page: String,
    pub title: String,
    #[serde(default)]
    pub nav: bool,
    pub icon: Option<String>,
    pub layout: Option<Layout>,
    /// The resource that the page is about. Without it in the database, the page's status is 404.
    pub resource: Option<UiResource>,
    /// The page's first request, which the kernel answers together with the page.
    pub initial_data: Option<InitialData>,
}

/// Data that the kernel requests as a visitor and sends with the page, so that the page needs no request of its own.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InitialData {
    /// Path and query of a GET route of the plugin, with placeholders of the page's path:
    /// `/api/v2/worlds/mInfo?worldName={worldName}`.
    pub path: String,
    /// A field of the payload; the data are sent only if it is true.
    pub only_if: Option<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UiResource {
    /// A kind of the plugin, or the full name of another plugin's kind.
    pub kind: String,
    /// The placeholder of the path that holds its id or alias. Several ones, as in `worldName/blockName`: the alias has
    /// their values in this form.
    pub path: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UiSlot {
    pub at: String,
    /// The exposed module; in a frame, the file `web/<page>.html`. Empty for a form, which the platform draws.
    #[serde(default)]
    pub page: String,
    pub title: String,
    /// Of a tab.
    pub icon: Option<String>,
    /// JSON Schema of a form (`plugins::settings`), in place of a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
}

/// A source of the search box.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct UiSearch {
    /// A GET route of the plugin with the parameter `q`, whose response is the SDK's `search::Results`.
    pub path: String,
    pub title: String,
    /// The route requires a signed-in person; the box of a visitor leaves it out.
    #[serde(default)]
    pub signed_in: bool,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cedar {
    pub schema: Option<String>,
    pub policies: Option<String>,
}

/// What operators set. A system plugin reads the defaults.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// JSON Schema of the settings (`plugins::settings`).
    pub schema: Option<String>,
}

impl Manifest {
    /// How many events of a topic one call handles.
    #[must_use]
    pub fn events_at_once(&self, topic: &str) -> usize {
        let subscription = self.subscriptions.iter().find(|known| known.topic == topic);
        subscription.map_or(1, |known| known.at_once)
    }

    /// Parses and checks a manifest.
    ///
    /// # Errors
    /// A sentence for the plugin's author that names the problem and its place.
    pub fn parse(text: &str) -> Result<Self, String> {
        let manifest: Self = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map_or(1, |span| text[..span.start].lines().count().max(1));
            format!("plugin.toml, line {line}: {}", error.message())
        })?;
        manifest.check()?;
        Ok(manifest)
    }

    /// The grant for an operation; `None` if the manifest has none.
    #[must_use]
    pub fn ledger_grant(&self, op: LedgerOp) -> Option<&LedgerGrant> {
        self.capabilities.ledger.iter().find(|grant| grant.op == op)
    }

    /// The limits of the plugin's calls; `parse` has refused limits above the platform's.
    #[must_use]
    pub fn call_limits(&self) -> witverse_runtime::CallLimits {
        witverse_runtime::CallLimits {
            memory_bytes: (self.component.memory_mib as usize) << 20,
            ticks: u64::from(self.component.call_ticks),
            ..witverse_runtime::CallLimits::default()
        }
    }

    #[must_use]
    pub fn uses(&self, service: &str) -> bool {
        self.capabilities
            .services
            .iter()
            .any(|used| used.service == service)
    }

    /// The first required service that `provided` does not contain.
    #[must_use]
    pub fn missing_service(&self, provided: &[&str]) -> Option<&str> {
        self.capabilities
            .services
            .iter()
            .filter(|used| !used.optional)
            .map(|used| used.service.as_str())
            .find(|service| !provided.contains(service))
    }

    /// See [`Migrations::compatible_from`].
    #[must_use]
    pub fn compatible_from(&self) -> i32 {
        self.migrations
            .compatible_from
            .unwrap_or(self.migrations.to)
    }
}

/// `10/s` as (10, 1 s), `100/m` as (100, 60 s).
#[must_use]
pub fn parse_rate(text: &str) -> Option<(u32, std::time::Duration)> {
    let (count, unit) = text.split_once('/')?;
    let span = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return None,
    };
    let count = count.parse().ok().filter(|count| *count > 0)?;
    Some((count, std::time::Duration::from_secs(span)))
}
