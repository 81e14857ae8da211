//! Paths and plugins of this repository.
#![allow(
    clippy::disallowed_methods,
    reason = "a developer's tool reads the environment of the developer's shell"
)]

use crate::Result;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// A path relative to the repository's root.
pub(crate) fn at(path: impl AsRef<Path>) -> PathBuf {
    root().join(path)
}

/// An environment variable that is set and not empty.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The first of `names` that is an executable file in `PATH`.
pub(crate) fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().find_map(|name| {
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        folders
            .iter()
            .map(|folder| folder.join(&name))
            .find(|file| file.is_file())
    })
}

/// `PATH` with other folders before it.
pub(crate) fn path_after(folders: &[PathBuf]) -> Result<OsString> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().cloned().chain(std::env::split_paths(&path));
    std::env::join_paths(all).map_err(|error| format!("PATH: {error}"))
}

/// A folder outside of this repository that is removed at the end.
pub(crate) struct ScratchFolder(PathBuf);

impl ScratchFolder {
    pub(crate) fn new(purpose: &str) -> Result<Self> {
        let name = format!("witverse-{purpose}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // What is left is in the folder of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A plugin of this repository: its id, its crate, its sources and its front end.
#[derive(Clone, Debug)]
pub(crate) struct PluginSource {
    pub(crate) id: String,
    pub(crate) package: String,
    pub(crate) folder: PathBuf,
    /// The built front end; absent for plugins without one.
    pub(crate) web: Option<PathBuf>,
    /// The folder of its bundle.
    pub(crate) bundle: PathBuf,
}

/// Every plugin under `plugins/`, and the test guest.
pub(crate) fn plugins() -> Result<Vec<PluginSource>> {
    let mut all = Vec::new();
    for folder in folders(&at("plugins"))? {
        if folder.join("plugin.toml").is_file() {
            all.push(source(folder, "target/bundles")?);
        }
    }
    all.push(source(at("sdk/testing/probe"), "target/test-bundles")?);
    Ok(all)
}

fn source(folder: PathBuf, bundles: &str) -> Result<PluginSource> {
    let manifest = toml_at(&folder.join("plugin.toml"))?;
    let cargo = toml_at(&folder.join("Cargo.toml"))?;
    let text = |table: &toml::Table, outer: &str, inner: &str| {
        table
            .get(outer)
            .and_then(|value| value.get(inner))
            .and_then(|value| value.as_str())
            .map(ToOwned::to_owned)
            .ok_or_else(|| format!("{}: `{outer}.{inner}` is missing", folder.display()))
    };
    let id = text(&manifest, "plugin", "id")?;
    let web = at(format!("web-plugins/{id}"));
    Ok(PluginSource {
        package: text(&cargo, "package", "name")?,
        web: web.is_dir().then(|| web.join("dist")),
        bundle: at(bundles).join(&id),
        id,
        folder,
    })
}

/// Reads and parses a TOML file.
pub(crate) fn toml_at(path: &Path) -> Result<toml::Table> {
    read(path)?
        .parse()
        .map_err(|error| format!("{} is not valid TOML: {error}", path.display()))
}

/// Reads and parses a JSON file.
pub(crate) fn json_at(path: &Path) -> Result<serde_json::Value> {
    serde_json::from_str(&read(path)?)
        .map_err(|error| format!("{} is not valid JSON: {error}", path.display()))
}

/// The content of a text file.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Writes a file and creates the folders above it.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
    }
    fs::write(path, content).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Writes the file only if its content differs, so that later steps see no change. Returns
/// whether it was written.
pub(crate) fn write_if_changed(path: &Path, content: &[u8]) -> Result<bool> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    write(path, content)?;
    Ok(true)
}

/// The folders directly inside `folder`, sorted; empty if it does not exist.
pub(crate) fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    Ok(found)
}

/// Every file under `folder` (or `folder` itself, if it is a file), sorted, without build output and dependencies.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    const SKIP: &[&str] = &["node_modules", "dist", "target", "vendor", ".git"];
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    let skipped = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| SKIP.contains(&name))
    };
    paths
        .into_iter()
        .filter(|path| !skipped(path))
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .collect()
}

/// A path for messages: relative to the root, with forward slashes.
pub(crate) fn shown(path: &Path) -> String {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    relative.to_string_lossy().replace('\\', "/")
}
