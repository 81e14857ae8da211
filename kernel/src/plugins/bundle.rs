//! A plugin's bundle: a folder with its manifest, component, migrations, schemas, policies and front end. This module
//! reads the whole bundle and checks that its parts are consistent. It does not install.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::manifest::{Isolation, Manifest, Route};
use super::remote_files::{RemoteFiles, federated};
use super::settings::{SettingField, read_form, read_settings};
use super::text_limits::{
    MAX_CEDAR_BYTES, MAX_MANIFEST_BYTES, MAX_MIGRATIONS_BYTES, MAX_SCHEMA_BYTES, MAX_SCHEMAS_BYTES,
    MAX_TEXTS_BYTES, check_cedar_schema, check_policies, read_text,
};
use crate::error::{Localized, Problem};
use crate::permissions::Fragment;

/// Why a bundle is invalid: a sentence for its author.
#[derive(Debug, thiserror::Error)]
#[error("the bundle {folder}: {reason}")]
pub struct BundleError {
    folder: PathBuf,
    reason: String,
}

impl BundleError {
    /// The sentence without the folder.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// How much larger texts of a bundle are in memory once they are parsed.
const PARSED_FACTOR: usize = 32;

/// A bundle whose files were all read.
pub struct Bundle {
    pub manifest: Manifest,
    /// The size of its `plugin.toml`.
    manifest_bytes: usize,
    pub folder: PathBuf,
    pub component: Vec<u8>,
    pub migrations: Vec<Migration>,
    pub cedar_schema: Option<String>,
    pub cedar_policies: Option<String>,
    pub schemas: BTreeMap<String, Value>,
    pub name: Localized,
    /// What it is for.
    pub description: Option<Localized>,
    pub ui: UiText,
    /// What operators set, in the order of the form.
    pub settings: Vec<SettingField>,
    /// The forms of its slots, by the slots.
    pub forms: Forms,
    /// What operators read of the scopes that it opens to installed plugins, by service and scope.
    pub scopes: BTreeMap<(String, String), Localized>,
    /// Texts of the problems that policies and routes name.
    pub problems: BTreeMap<String, Localized>,
    pub remote: Option<RemoteFiles>,
    /// SHA-256 over all parts that affect behaviour.
    pub digest: [u8; 32],
}

/// The fields of forms, by their slots.
type Forms = BTreeMap<String, Vec<SettingField>>;

/// One migration of a plugin's tables.
#[derive(Clone, Debug)]
pub struct Migration {
    pub version: i32,
    pub name: String,
    pub sql: String,
}

impl Migration {
    /// Whether it removes what only earlier versions of the plugin need: `NNNN_contract.sql`.
    #[must_use]
    pub fn is_contract(&self) -> bool {
        self.name.ends_with("_contract")
    }
}

/// Titles of a plugin's pages, slots and search sources, in manifest order.
#[derive(Clone, Debug, Default)]
pub struct UiText {
    pub routes: Vec<Localized>,
    pub slots: Vec<Localized>,
    pub search: Vec<Localized>,
}

impl Bundle {
    /// Reads the bundle in `folder`.
    ///
    /// # Errors
    /// The first part that is missing or inconsistent.
    pub fn read(folder: &Path) -> Result<Self, BundleError> {
        read(folder).map_err(|reason| BundleError {
            folder: folder.to_path_buf(),
            reason,
        })
    }

    /// The component of the bundle in `folder`; the other files are not read.
    ///
    /// # Errors
    /// The manifest or the component cannot be read.
    pub fn component_of(folder: &Path) -> Result<Vec<u8>, String> {
        let manifest = Manifest::parse(&text(folder, "plugin.toml", MAX_MANIFEST_BYTES)?)?;
        component(folder, &manifest)
    }

    /// About how much memory a running install of it takes, in bytes: its code, and its texts as they are after parsing.
    #[must_use]
    pub fn resident_bytes(&self) -> usize {
        let cedar = [&self.cedar_schema, &self.cedar_policies];
        let cedar: usize = cedar.into_iter().flatten().map(String::len).sum();
        self.component.len() + PARSED_FACTOR * (self.manifest_bytes + cedar)
    }

    /// A problem whose text the plugin brings.
    #[must_use]
    pub fn problem(&self, status: u16, code: &str) -> Option<Problem> {
        let text = self.problems.get(code)?;
        Some(Problem {
            status,
            code: code.to_owned(),
            message: text.clone(),
            fields: Vec::new(),
            retry_after_s: None,
        })
    }

    /// Its part of the policies.
    #[must_use]
    pub fn fragment(&self) -> Fragment {
        Fragment {
            plugin: self.manifest.plugin.id.to_string(),
            schema: self.cedar_schema.clone(),
            policies: self.cedar_policies.clone(),
        }
    }

    /// What it declares, without what it decides.
    #[must_use]
    pub fn schema_fragment(&self) -> Fragment {
        Fragment {
            policies: None,
            ..self.fragment()
        }
    }

    /// The JSON Schema with the name that a route refers to.
    #[must_use]
    pub fn schema(&self, name: Option<&String>) -> Option<&Value> {
        self.schemas.get(name?)
    }
}

fn read(folder: &Path) -> Result<Bundle, String> {
    let manifest_text = text(folder, "plugin.toml", MAX_MANIFEST_BYTES)?;
    let manifest = Manifest::parse(&manifest_text)?;
    let component = component(folder, &manifest)?;
    let migrations = migrations(folder, &manifest)?;
    let optional = |name: &Option<String>, limit| {
        let read = |name| text(folder, name, limit);
        name.as_deref().map(read).transpose()
    };
    let cedar_schema = optional(&manifest.cedar.schema, MAX_CEDAR_BYTES)?;
    if let (Some(name), Some(schema)) = (&manifest.cedar.schema, &cedar_schema) {
        check_cedar_schema(name, schema)?;
    }
    let cedar_policies = optional(&manifest.cedar.policies, MAX_CEDAR_BYTES)?;
    if let (Some(name), Some(policies)) = (&manifest.cedar.policies, &cedar_policies) {
        check_policies(name, policies)?;
    }
    let texts = Texts::read(folder)?;
    let name = texts.resolve(&manifest.plugin.name)?;
    let description = manifest.plugin.description.as_deref();
    let description = description.map(|text| texts.resolve(text)).transpose()?;
    let ui = UiText {
        routes: resolve_all(&texts, manifest.ui.routes.iter().map(|route| &route.title))?,
        slots: resolve_all(&texts, manifest.ui.slots.iter().map(|slot| &slot.title))?,
        search: resolve_all(
            &texts,
            manifest.ui.search.iter().map(|search| &search.title),
        )?,
    };
    let problems = problems(&texts, &manifest, cedar_policies.as_deref())?;
    let schemas = schemas(folder, &manifest.routes)?;
    let settings_schema = optional(&manifest.settings.schema, MAX_SCHEMA_BYTES)?;
    let settings = match (&manifest.settings.schema, &settings_schema) {
        (Some(name), Some(schema)) => read_settings(schema, |title| texts.resolve(title))
            .map_err(|error| format!("{name}: {error}"))?,
        _ => Vec::new(),
    };
    let (forms, form_schemas) = forms(folder, &manifest, &texts)?;
    let scopes = scopes(&manifest, &texts)?;
    let remote = match manifest.ui.isolation {
        Some(Isolation::Frame) => {
            check_frame_pages(folder, &manifest)?;
            None
        }
        _ => federated(folder, &manifest)?,
    };
    if remote.is_some() && manifest.ui.isolation.is_none() {
        return Err("it brings a front end but does not say where it runs (ui.isolation)".into());
    }

    let mut digest = blake3::Hasher::new();
    digest.update(manifest_text.as_bytes());
    digest.update(&component);
    for migration in &migrations {
        digest.update(migration.sql.as_bytes());
    }
    for policy in [&cedar_schema, &cedar_policies, &settings_schema]
        .into_iter()
        .flatten()
    {
        digest.update(policy.as_bytes());
    }
    for schema in &form_schemas {
        digest.update(schema.as_bytes());
    }
    Ok(Bundle {
        manifest_bytes: manifest_text.len(),
        manifest,
        folder: folder.to_path_buf(),
        component,
        migrations,
        cedar_schema,
        cedar_policies,
        schemas,
        name,
        description,
        ui,
        settings,
        forms,
        scopes,
        problems,
        remote,
        digest: *digest.finalize().as_bytes(),
    })
}

fn component(folder: &Path, manifest: &Manifest) -> Result<Vec<u8>, String> {
    let name = &manifest.component.file;
    fs::read(inside(folder, name)?).map_err(|error| format!("{name} cannot be read: {error}"))
}

fn text(folder: &Path, name: &str, limit: u64) -> Result<String, String> {
    read_text(&inside(folder, name)?, name, limit)
}

/// The path of a file or folder that the manifest names; it must be inside of the bundle.
fn inside(folder: &Path, name: &str) -> Result<PathBuf, String> {
    if name.split('/').any(|part| part == "..") || name.starts_with('/') {
        return Err(format!("{name:?} leads out of the bundle"));
    }
    Ok(folder.join(name))
}

/// `migrations/NNNN_{expand,contract}.sql`, numbered from 1 without gaps up to the manifest's `to`.
fn migrations(folder: &Path, manifest: &Manifest) -> Result<Vec<Migration>, String> {
    let Ok(entries) = fs::read_dir(inside(folder, &manifest.migrations.dir)?) else {
        return match manifest.migrations.to {
            0 => Ok(Vec::new()),
            _ => Err(format!("{}/ cannot be read", manifest.migrations.dir)),
        };
    };
    let mut found = BTreeMap::new();
    let mut bytes = 0;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".sql") else {
            continue;
        };
        let version = stem
            .split_once('_')
            .filter(|(_, kind)| matches!(*kind, "expand" | "contract"))
            .and_then(|(number, _)| number.parse::<i32>().ok())
            .ok_or_else(|| format!("{name} is not named like 0001_expand.sql"))?;
        let file = format!("{}/{name}", manifest.migrations.dir);
        let sql = text(folder, &file, MAX_MIGRATIONS_BYTES as u64)?;
        bytes += sql.len();
        if bytes > MAX_MIGRATIONS_BYTES {
            return Err(format!(
                "its migrations are larger than {} KiB together",
                MAX_MIGRATIONS_BYTES >> 10
            ));
        }
        found.insert(
            version,
            Migration {
                version,
                name: stem.to_owned(),
                sql,
            },
        );
    }
    if found.keys().copied().ne(1..=manifest.migrations.to) {
        return Err(format!(
            "its migrations are not numbered from 1 to {}",
            manifest.migrations.to
        ));
    }
    Ok(found.into_values().collect())
}

/// Titles and names: `t:key` is looked up in `i18n/`, any other text is used unchanged.
struct Texts {
    ko: BTreeMap<String, String>,
    en: BTreeMap<String, String>,
}

impl Texts {
    fn read(folder: &Path) -> Result<Self, String> {
        let one = |name: &str| {
            if !folder.join(name).is_file() {
                return Ok(BTreeMap::new());
            }
            let text = text(folder, name, MAX_TEXTS_BYTES)?;
            toml::from_str(&text).map_err(|error| format!("{name}: {error}"))
        };
        Ok(Self {
            ko: one("i18n/ko.toml")?,
            en: one("i18n/en.toml")?,
        })
    }

    fn resolve(&self, title: &str) -> Result<Localized, String> {
        let Some(key) = title.strip_prefix("t:") else {
            return Ok(Localized::new(title, title));
        };
        match (self.ko.get(key), self.en.get(key)) {
            (Some(ko), Some(en)) => Ok(Localized::new(ko, en)),
            _ => Err(format!(
                "i18n/ko.toml and i18n/en.toml must both have {key:?}"
            )),
        }
    }
}

fn resolve_all<'a>(
    texts: &Texts,
    titles: impl Iterator<Item = &'a String>,
) -> Result<Vec<Localized>, String> {
    titles.map(|title| texts.resolve(title)).collect()
}

/// The forms of the slots, and the texts of their schemas.
fn forms(
    folder: &Path,
    manifest: &Manifest,
    texts: &Texts,
) -> Result<(Forms, Vec<String>), String> {
    let mut forms = BTreeMap::new();
    let mut schemas = Vec::new();
    for slot in &manifest.ui.slots {
        let Some(name) = &slot.form else { continue };
        let schema = text(folder, name, MAX_SCHEMA_BYTES)?;
        let fields = read_form(&schema, |title| texts.resolve(title))
            .map_err(|error| format!("{name}: {error}"))?;
        forms.insert(slot.at.clone(), fields);
        schemas.push(schema);
    }
    Ok((forms, schemas))
}

fn scopes(
    manifest: &Manifest,
    texts: &Texts,
) -> Result<BTreeMap<(String, String), Localized>, String> {
    let mut scopes = BTreeMap::new();
    for service in &manifest.provides {
        for scope in &service.installs {
            let key = (service.service.clone(), scope.scope.clone());
            scopes.insert(key, texts.resolve(&scope.title)?);
        }
    }
    Ok(scopes)
}

/// The texts of the problems that the policies and the routes' resources name, `problem.<code>` in `i18n/`.
fn problems(
    texts: &Texts,
    manifest: &Manifest,
    policies: Option<&str>,
) -> Result<BTreeMap<String, Localized>, String> {
    let mut codes = match policies {
        Some(policies) => crate::permissions::problem_codes(policies)?,
        None => Vec::new(),
    };
    let resources = manifest
        .routes
        .iter()
        .filter_map(|route| route.resource.as_ref());
    codes.extend(resources.filter_map(|resource| resource.unknown.clone()));
    codes
        .into_iter()
        .map(|code| {
            let text = texts.resolve(&format!("t:problem.{code}"))?;
            Ok((code, text))
        })
        .collect()
}

fn schemas(folder: &Path, routes: &[Route]) -> Result<BTreeMap<String, Value>, String> {
    let named = routes
        .iter()
        .flat_map(|route| [&route.request, &route.response, &route.query]);
    let mut schemas = BTreeMap::new();
    let mut bytes = 0;
    for name in named.flatten() {
        if schemas.contains_key(name) {
            continue;
        }
        let schema = text(folder, name, MAX_SCHEMA_BYTES)?;
        bytes += schema.len();
        if bytes > MAX_SCHEMAS_BYTES {
            return Err(format!(
                "its schemas are larger than {} KiB together",
                MAX_SCHEMAS_BYTES >> 10
            ));
        }
        let schema = serde_json::from_str(&schema).map_err(|error| format!("{name}: {error}"))?;
        schemas.insert(name.clone(), schema);
    }
    Ok(schemas)
}

/// Every page in a frame has a document.
fn check_frame_pages(folder: &Path, manifest: &Manifest) -> Result<(), String> {
    let pages = manifest
        .ui
        .routes
        .iter()
        .map(|page| (&page.page, &page.path));
    let slots = manifest.ui.slots.iter().filter(|slot| slot.form.is_none());
    let slots = slots.map(|slot| (&slot.page, &slot.at));
    for (page, place) in pages.chain(slots) {
        let name = format!("web/{page}.html");
        if !folder.join(&name).is_file() {
            return Err(format!("{name} is missing: the page {place} needs it"));
        }
    }
    Ok(())
}
