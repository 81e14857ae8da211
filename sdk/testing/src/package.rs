//! Packages of test plugins: the component of the probe with a manifest of a third party.

use std::borrow::Cow;
use std::fs;

use tempfile::TempDir;
use witverse_kernel::plugins::{PublisherKey, pack};

use crate::target;

/// What a test changes.
pub struct TestPackage {
    pub id: String,
    pub version: &'static str,
    /// The lines below `[capabilities]`.
    pub capabilities: String,
    /// What it says about itself.
    pub description: Option<&'static str>,
    /// Further lines of the manifest.
    pub more: String,
    /// Migrations after the first one; one that begins with [`CONTRACT`] is a contract migration.
    pub migrations: Vec<&'static str>,
    /// Files of the bundle, further ones or in place of the usual ones.
    pub files: Vec<(&'static str, Cow<'static, str>)>,
    pub compatible_from: i32,
    pub key: PublisherKey,
}

/// A count that takes years and no space.
pub const ENDLESS: &str = "select count(*) from generate_series(1, 9999) a where (
    select count(*) from generate_series(1, 9999) b where (
        select count(*) from generate_series(1, 9999) c where c > a + b) > 0) > 0";

/// How a contract migration of a [`TestPackage`] begins.
const CONTRACT: &str = "-- contract\n";

impl TestPackage {
    /// `acme.probe`, which may store data, see people and pay prizes.
    #[must_use]
    pub fn new(version: &'static str) -> Self {
        Self {
            id: "acme.probe".into(),
            version,
            capabilities: "sql = { mib = 16, statement_ms = 250 }\nusers = true\nbalance = true\n\
                           ledger = [{ op = \"reward\", per_op = 50, player_day = 120 }]"
                .into(),
            description: None,
            more: String::new(),
            migrations: Vec::new(),
            files: Vec::new(),
            compatible_from: 1,
            key: Self::key(1),
        }
    }

    /// The key of the publisher `acme` with this number.
    #[must_use]
    pub fn key(number: u8) -> PublisherKey {
        PublisherKey::new("acme", &[number; 32]).unwrap()
    }

    #[must_use]
    pub fn asking_for(self, capabilities: &str) -> Self {
        Self {
            capabilities: capabilities.to_owned(),
            ..self
        }
    }

    #[must_use]
    pub fn described(self, description: &'static str) -> Self {
        Self {
            description: Some(description),
            ..self
        }
    }

    /// Its `plugin.toml`.
    #[must_use]
    pub fn manifest(&self) -> String {
        let (id, version, capabilities, more) =
            (&self.id, self.version, &self.capabilities, &self.more);
        let to = 1 + self.migrations.len();
        let from = self.compatible_from;
        let about = self
            .description
            .map(|text| format!(", description = \"{text}\""));
        let about = about.unwrap_or_default();
        // A test may declare it, or subscribe.
        let declares = more.contains("[data]") || more.contains("kernel.account.erased@1");
        let data = if declares {
            ""
        } else {
            "[data]\npersonal = false"
        };
        format!(
            r#"
plugin = {{ id = "{id}", version = "{version}", api = "^1.0", kind = "world-block", name = "t:name"{about} }}
component = {{ file = "component.wasm", memory_mib = 64, call_ticks = 10 }}
migrations = {{ dir = "migrations", to = {to}, compatible_from = {from} }}

[[routes]]
method = "POST"
path = "/run"
action = "run"
summary = "Run a script"
request = "schemas/script.json"
response = "schemas/results.json"

[[routes]]
method = "GET"
path = "/open"
action = "open"
summary = "Answer anybody"
response = "schemas/any.json"

{more}

{data}

[cedar]
schema = "cedar/plugin.cedarschema"
policies = "cedar/plugin.cedar"

[capabilities]
{capabilities}
"#
        )
    }

    /// The folder of the bundle.
    #[must_use]
    pub fn folder(&self) -> TempDir {
        let folder = TempDir::new().unwrap();
        let probe = target().join("test-bundles/probe");
        let put = |name: &str, content: &[u8]| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        };
        for name in [
            "component.wasm",
            "migrations/0001_expand.sql",
            "schemas/script.json",
            "schemas/results.json",
            "schemas/any.json",
            "i18n/ko.toml",
            "i18n/en.toml",
        ] {
            put(name, &fs::read(probe.join(name)).unwrap());
        }
        for (index, sql) in self.migrations.iter().enumerate() {
            let kind = match sql.starts_with(CONTRACT) {
                true => "contract",
                false => "expand",
            };
            let name = format!("migrations/{:04}_{kind}.sql", index + 2);
            put(&name, sql.as_bytes());
        }
        let namespace = self.id.replace('.', "::").replace('-', "_");
        put(
            "cedar/plugin.cedarschema",
            format!(
                "namespace {namespace} {{
                   action open appliesTo {{
                     principal: [Witverse::User, Witverse::Visitor], resource: [worlds::World],
                   }};
                   action run appliesTo {{ principal: [Witverse::User], resource: [worlds::World] }};
                 }}"
            )
            .as_bytes(),
        );
        put(
            "cedar/plugin.cedar",
            format!(
                "@id(\"anybody\") permit (principal, action == {namespace}::Action::\"open\", resource);
                 @id(\"people\") permit (principal, action == {namespace}::Action::\"run\", resource);"
            )
            .as_bytes(),
        );
        put("plugin.toml", self.manifest().as_bytes());
        for (name, content) in &self.files {
            put(name, content.as_bytes());
        }
        folder
    }

    /// The signed archive.
    #[must_use]
    pub fn archive(&self) -> Vec<u8> {
        pack(self.folder().path(), &self.id, self.version, &self.key).unwrap()
    }
}
