//! The manifest, `plugin.toml`: what a plugin is, asks for and brings. Unknown fields are refused, so
//! that a typing error never silently grants or denies anything.

mod capabilities;

pub(super) use capabilities::{Capabilities, LedgerGrant, LedgerOp};

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;

/// A plugin's id: `[a-z][a-z0-9-]*` with dots between publisher and name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
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
        // Identifiers of PostgreSQL end at 63 bytes, with room for a prefix.
        // Topics and pushes begin with an id, and those that begin like this are the kernel's own.
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

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub plugin: Identity,
    #[serde(default)]
    pub component: Component,
    #[serde(default)]
    pub migrations: Migrations,
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
    pub data: Data,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    pub id: PluginId,
    pub version: String,
    /// The contract it was built for, as a range: `^1.0`.
    pub api: String,
    pub kind: Kind,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    System,
    WorldBlock,
    WorldEvent,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Component {
    pub file: String,
    pub memory_mib: u32,
    /// CPU time of a call, in ticks of 5 ms.
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

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Migrations {
    pub dir: String,
    pub to: i32,
    pub compatible_from: i32,
}

impl Default for Migrations {
    fn default() -> Self {
        Self {
            dir: "migrations".into(),
            to: 0,
            compatible_from: 0,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub method: String,
    /// The full path with `{placeholders}`.
    pub path: String,
    /// The Cedar action, without the plugin's namespace.
    pub action: String,
    /// How often one caller may: `10/s`, `100/m`.
    pub rate: Option<String>,
    #[serde(default)]
    pub summary: String,
    /// JSON Schema of the request body.
    pub request: Option<String>,
    /// JSON Schema of the answer's `payload`.
    pub response: Option<String>,
    /// JSON Schema of an object whose properties are the query's.
    pub query: Option<String>,
    /// The status of success.
    pub status: Option<u16>,
    /// Codes of the catalogue that it answers with.
    #[serde(default)]
    pub problems: Vec<String>,
    /// Whom of the staff it is for. The document says so; the plugin's policies decide.
    pub role: Option<Staff>,
}

/// People with a role on the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Staff {
    Moderator,
    Admin,
}

impl Staff {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Moderator => "moderator",
            Self::Admin => "admin",
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    pub topic: String,
    /// How many of them one call takes where several wait.
    #[serde(default = "one_at_once")]
    pub at_once: usize,
}

/// The most events that one call takes, whatever a manifest says.
const MAX_EVENTS_AT_ONCE: usize = 50;

const fn one_at_once() -> usize {
    1
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timer {
    pub key: String,
    pub cron: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    pub service: String,
    pub schema: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ui {
    pub isolation: String,
    pub routes: Vec<UiRoute>,
    pub slots: Vec<UiSlot>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UiRoute {
    pub path: String,
    pub page: String,
    pub title: String,
    #[serde(default)]
    pub nav: bool,
    pub icon: Option<String>,
    pub layout: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UiSlot {
    pub at: String,
    pub page: String,
    pub title: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cedar {
    pub schema: Option<String>,
    pub policies: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Data {
    pub retain_days: u32,
    pub personal: Vec<String>,
}

impl Manifest {
    /// How many events of a topic one call takes.
    #[must_use]
    pub fn events_at_once(&self, topic: &str) -> usize {
        let subscription = self.subscriptions.iter().find(|known| known.topic == topic);
        subscription.map_or(1, |known| known.at_once.clamp(1, MAX_EVENTS_AT_ONCE))
    }

    /// Reads and checks a manifest.
    ///
    /// # Errors
    /// A sentence for the plugin's author: what is wrong and where.
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

    fn check(&self) -> Result<(), String> {
        let id = self.plugin.id.as_str();
        if !matches!(self.plugin.api.as_str(), "^1" | "^1.0" | "^1.0.0") {
            return Err(format!(
                "the contract {:?} is not supported; this kernel speaks 1.0",
                self.plugin.api
            ));
        }
        let mut routes = HashSet::new();
        for route in &self.routes {
            if !matches!(
                route.method.as_str(),
                "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
            ) {
                return Err(format!(
                    "the method {:?} is not one of HTTP's",
                    route.method
                ));
            }
            if route.action.is_empty() {
                return Err(format!("the route {} declares no action", route.path));
            }
            let own = format!("/api/x/{id}/");
            let allowed = match self.plugin.kind {
                Kind::System => route.path.starts_with("/api/"),
                Kind::WorldBlock | Kind::WorldEvent => route.path.starts_with(&own),
            };
            if !allowed {
                return Err(format!("the route {} is outside {own}", route.path));
            }
            if let Some(rate) = &route.rate {
                parse_rate(rate).ok_or_else(|| format!("the rate {rate:?} is not like 10/s"))?;
            }
            if !routes.insert((&route.method, &route.path)) {
                return Err(format!("{} {} is declared twice", route.method, route.path));
            }
        }
        let has_pages = !(self.ui.routes.is_empty() && self.ui.slots.is_empty());
        if has_pages && self.plugin.kind != Kind::System {
            return Err(
                "only system plugins may bring pages; others have no frame to show them in".into(),
            );
        }
        self.check_ledger()?;
        for timer in &self.timers {
            crate::plugins::background::next_cron_ms(&timer.cron, 0).ok_or_else(|| {
                format!(
                    "the cron {:?} of timer {} is not valid",
                    timer.cron, timer.key
                )
            })?;
        }
        let reaches = [
            ("email", self.capabilities.email),
            ("push", self.capabilities.push),
        ];
        for (what, asked) in reaches {
            if asked && self.plugin.kind != Kind::System {
                return Err(format!("{what} is for system plugins"));
            }
        }
        if self.capabilities.sql.is_none() && self.migrations.to > 0 {
            return Err("it brings migrations but does not ask for sql".into());
        }
        Ok(())
    }

    fn check_ledger(&self) -> Result<(), String> {
        let grants = &self.capabilities.ledger;
        for (n, grant) in grants.iter().enumerate() {
            let op = grant.op.as_str();
            if grants[..n].iter().any(|other| other.op == grant.op) {
                return Err(format!("the ledger grant {op} is declared twice"));
            }
            let limits = [
                Some(grant.per_op),
                grant.player_day,
                grant.world_day,
                grant.platform_day,
            ];
            if limits.contains(&Some(0)) {
                return Err(format!(
                    "a limit of the ledger grant {op} is 0, which grants nothing"
                ));
            }
            if grant.op == LedgerOp::Issue
                && (self.plugin.kind != Kind::System || grant.platform_day.is_none())
            {
                return Err(
                    "the ledger grant issue is for system plugins, with a platform_day".into(),
                );
            }
        }
        Ok(())
    }

    /// The grant for an operation, if it has one.
    #[must_use]
    pub fn ledger_grant(&self, op: LedgerOp) -> Option<&LedgerGrant> {
        self.capabilities.ledger.iter().find(|grant| grant.op == op)
    }

    /// The limits of its calls, at most those of the platform.
    #[must_use]
    pub fn call_limits(&self) -> witverse_runtime::CallLimits {
        witverse_runtime::CallLimits {
            memory_bytes: (self.component.memory_mib.clamp(2, 64) as usize) << 20,
            ticks: u64::from(self.component.call_ticks.clamp(1, 10)),
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

#[cfg(test)]
mod tests {
    use super::Manifest;

    fn manifest(rest: &str) -> Result<Manifest, String> {
        Manifest::parse(&format!(
            "plugin = {{ id = \"acme.karts\", version = \"1.0.0\", api = \"^1.0\", kind = \"world-block\", name = \"Karts\" }}\n{rest}"
        ))
    }

    fn refusal(rest: &str) -> String {
        manifest(rest).expect_err("the manifest must be refused")
    }

    #[test]
    fn a_small_manifest_is_enough() {
        let manifest = manifest("").expect("a manifest");
        assert_eq!(manifest.call_limits().memory_bytes, 64 << 20);
        assert!(manifest.capabilities.sql.is_none());
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(refusal("capabilties = {}").contains("capabilties"));
        assert!(
            refusal("[[routes]]\nmethod = \"GET\"\npath = \"/api/x/acme.karts/a\"\n")
                .contains("action")
        );
        assert!(
            refusal("[[routes]]\nmethod = \"GET\"\npath = \"/api/v3/worlds\"\naction = \"a\"\n")
                .contains("outside /api/x/acme.karts/")
        );
        assert!(
            refusal("[[routes]]\nmethod = \"GET\"\npath = \"/api/x/acme.karts/a\"\naction = \"a\"\nrate = \"fast\"\n")
                .contains("10/s")
        );
        assert!(refusal("[[timers]]\nkey = \"k\"\ncron = \"whenever\"\n").contains("cron"));
        assert!(refusal("[migrations]\nto = 1\n").contains("sql"));
        let ledger = |grants: &str| refusal(&format!("[capabilities]\nledger = [{grants}]\n"));
        let charge = r#"{ op = "charge", per_op = 5 }"#;
        assert!(ledger(&format!("{charge}, {charge}")).contains("twice"));
        assert!(ledger(r#"{ op = "steal", per_op = 5 }"#).contains("steal"));
        assert!(ledger(r#"{ op = "charge" }"#).contains("per_op"));
        assert!(ledger(r#"{ op = "charge", per_op = 0 }"#).contains("nothing"));
        assert!(ledger(r#"{ op = "issue", per_op = 5, platform_day = 9 }"#).contains("system"));
    }

    #[test]
    fn ids_fit_into_a_database() {
        for bad in [
            "kernel",
            "kernel.people",
            "",
            "Worlds",
            "a b",
            "a;b",
            "1a",
            "a..b",
            "a'b",
        ] {
            assert!(super::PluginId::try_from(bad.to_owned()).is_err(), "{bad}");
        }
        assert!(super::PluginId::try_from("acme.karts-2".to_owned()).is_ok());
    }
}
