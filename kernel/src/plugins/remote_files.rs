//! The federated front end of a bundle: the files in `web/`, and the digests that browsers require.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::manifest::Manifest;

/// The federated front end: the files that the shell loads and their required digests.
#[derive(Clone, Debug)]
pub struct RemoteFiles {
    pub folder: PathBuf,
    /// File name of the remote's entry.
    pub entry: String,
    /// Further scripts and styles that the first page needs.
    pub js: Vec<String>,
    pub css: Vec<String>,
    /// File name → `sha256-…`. The build of front ends uses the same function: browsers fetch a file twice if its preload has a digest
    /// of another one.
    pub integrity: BTreeMap<String, String>,
}

/// The federated front end; required if the manifest declares pages.
pub(super) fn federated(folder: &Path, manifest: &Manifest) -> Result<Option<RemoteFiles>, String> {
    let remote = remote(&folder.join("web"))?;
    let has_pages = !(manifest.ui.routes.is_empty() && manifest.ui.slots.is_empty());
    if remote.is_none() && has_pages {
        return Err("it declares pages but brings no web/mf-manifest.json".into());
    }
    Ok(remote)
}

fn remote(folder: &Path) -> Result<Option<RemoteFiles>, String> {
    let Ok(manifest) = fs::read_to_string(folder.join("mf-manifest.json")) else {
        return Ok(None);
    };
    let manifest: Value = serde_json::from_str(&manifest)
        .map_err(|error| format!("web/mf-manifest.json: {error}"))?;
    let entry = manifest
        .pointer("/metaData/remoteEntry/name")
        .and_then(Value::as_str)
        .ok_or("web/mf-manifest.json names no remote entry")?
        .to_owned();
    let assets = |kind: &str| -> Vec<String> {
        manifest
            .pointer("/exposes/0/assets")
            .and_then(|assets| assets.get(kind)?.get("sync")?.as_array())
            .into_iter()
            .flatten()
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect()
    };
    let mut integrity = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
        let name = entry
            .path()
            .strip_prefix(folder)
            .unwrap_or(entry.path())
            .to_string_lossy()
            .into_owned();
        if name.ends_with(".js") || name.ends_with(".css") {
            let bytes = fs::read(entry.path()).map_err(|error| format!("web/{name}: {error}"))?;
            let digest = STANDARD.encode(Sha256::digest(bytes));
            integrity.insert(name, format!("sha256-{digest}"));
        }
    }
    if !integrity.contains_key(&entry) {
        return Err(format!("web/{entry} is missing"));
    }
    Ok(Some(RemoteFiles {
        folder: folder.to_path_buf(),
        entry,
        js: assets("js"),
        css: assets("css"),
        integrity,
    }))
}
