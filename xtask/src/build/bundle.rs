//! Writes a plugin's bundle: one folder with all files that the kernel needs.

use crate::Result;
use crate::workspace::{PluginSource, at, files, folders, read, shown, write_if_changed};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that are copied from the plugin's sources.
const COPIED: &[&str] = &["plugin.toml", "migrations", "schemas", "cedar", "i18n"];

/// Updates the bundle from the sources; `component.wasm` exists already.
pub(super) fn lay_out(plugin: &PluginSource) -> Result {
    let mut wanted: BTreeSet<PathBuf> = BTreeSet::from([plugin.bundle.join("component.wasm")]);
    for name in COPIED {
        copy(
            &plugin.folder.join(name),
            &plugin.bundle.join(name),
            &mut wanted,
        )?;
    }
    place_routes(plugin, &mut wanted)?;
    if let Some(web) = &plugin.web {
        copy(web, &plugin.bundle.join("web"), &mut wanted)?;
    }
    for file in files(&plugin.bundle) {
        if !wanted.contains(&file) {
            remove(&file)?;
        }
    }
    Ok(())
}

/// Adds the routes that the SDK has described to the manifest of the bundle.
fn place_routes(plugin: &PluginSource, wanted: &mut BTreeSet<PathBuf>) -> Result {
    let Ok(routes) = fs::read_to_string(plugin.folder.join(witverse_component::ROUTES)) else {
        return Ok(());
    };
    let manifest = read(&plugin.folder.join("plugin.toml"))?;
    let placed = witverse_component::place_routes(&manifest, &routes)
        .map_err(|why| format!("{}: {why}", shown(&plugin.folder)))?;
    write_if_changed(
        &plugin.bundle.join("plugin.toml"),
        placed.manifest.as_bytes(),
    )?;
    for (name, schema) in placed.schemas {
        let file = plugin.bundle.join(name);
        write_if_changed(&file, schema.as_bytes())?;
        wanted.insert(file);
    }
    Ok(())
}

/// Removes bundles of deleted plugins.
pub(super) fn remove_others(plugins: &[PluginSource]) -> Result {
    for parent in ["target/bundles", "target/test-bundles"] {
        for folder in folders(&at(parent))? {
            if !plugins.iter().any(|plugin| plugin.bundle == folder) {
                fs::remove_dir_all(&folder)
                    .map_err(|error| format!("cannot remove {}: {error}", shown(&folder)))?;
            }
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path, wanted: &mut BTreeSet<PathBuf>) -> Result {
    for file in files(from) {
        let inside = file.strip_prefix(from).unwrap_or(Path::new(""));
        let target = match inside.as_os_str().is_empty() {
            true => to.to_owned(),
            false => to.join(inside),
        };
        let content =
            fs::read(&file).map_err(|error| format!("cannot read {}: {error}", shown(&file)))?;
        write_if_changed(&target, &content)?;
        wanted.insert(target);
    }
    Ok(())
}

fn remove(file: &Path) -> Result {
    fs::remove_file(file).map_err(|error| format!("cannot remove {}: {error}", shown(file)))
}
