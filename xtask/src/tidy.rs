//! `cargo xtask tidy`: repository rules that no other tool checks.
//!
//! A rule is a pure function over a [`Source`] or over the workspace's manifests, so that its test can show a
//! violation.

mod circles;
mod clocks;
mod dependencies;
mod imports;
mod lengths;
mod locks;
mod retired;
mod rows;
mod source;
mod styles;
mod text;
mod zones;

use source::{Finding, Source};

use crate::Result;
use crate::shell::step;
use crate::workspace::{at, files, folders, plugins, read, shown, toml_at};
use std::collections::BTreeSet;

/// The folders of our sources.
const ROOTS: &[&str] = &[
    ".ci",
    ".cargo",
    "Cargo.toml",
    "README.md",
    "ARCHITECTURE.md",
    "biome.json",
    "clippy.toml",
    "deny.toml",
    "docs",
    "e2e",
    "examples",
    "kernel",
    "migrations",
    "package.json",
    "package-lock.json",
    "plugins",
    "sdk",
    "tsconfig.base.json",
    "tsconfig.json",
    "vitest.config.ts",
    "web-plugins",
    "web-shell",
    "xtask",
];

/// Checks every rule; returns the number of files.
pub(crate) fn tidy() -> Result<usize> {
    let sources: Vec<Source> = ROOTS
        .iter()
        .flat_map(|root| files(&at(root)))
        // Binary files (pictures, fonts, sound) have no rules.
        .filter_map(|file| {
            Some(Source {
                path: shown(&file),
                text: read(&file).ok()?,
            })
        })
        .collect();
    let mut findings = dependencies::check(&sources)?;
    findings.extend(circles::check(&sources));
    for source in &sources {
        findings.extend(clocks::check(source));
        findings.extend(imports::check(source));
        findings.extend(lengths::check(source));
        findings.extend(text::check(source));
        findings.extend(retired::check(source));
        findings.extend(rows::check(source));
        findings.extend(styles::check(source));
        findings.extend(zones::check(source));
    }
    findings.extend(locks::check()?);
    findings.extend(unpaired(&plugin_ids()?, &web_plugin_ids()?));
    findings.extend(unreserved(&page_paths()?, &read(&at(WORLD_NAMES))?));
    report(&findings)?;
    step(format!("{} files are tidy", sources.len()));
    Ok(sources.len())
}

/// Only the rules about lock files.
pub(crate) fn check_locks() -> Result {
    report(&locks::check()?)
}

fn report(findings: &[Finding]) -> Result {
    for finding in findings {
        eprintln!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        untidy => Err(format!("{untidy} untidy places")),
    }
}

fn plugin_ids() -> Result<BTreeSet<String>> {
    let mut ids = BTreeSet::new();
    for plugin in plugins()? {
        if plugin.folder.starts_with(at("plugins")) {
            let folder = plugin.folder.file_name().unwrap_or_default();
            if folder != plugin.id.as_str() {
                let folder = shown(&plugin.folder);
                return Err(format!("{folder}: its plugin.toml says `{}`", plugin.id));
            }
            ids.insert(plugin.id);
        }
    }
    Ok(ids)
}

fn web_plugin_ids() -> Result<BTreeSet<String>> {
    let folders = folders(&at("web-plugins"))?;
    let names = folders.iter().filter_map(|folder| folder.file_name());
    Ok(names
        .map(|name| name.to_string_lossy().into_owned())
        .collect())
}

/// A feature has the same id in Rust and TypeScript. A plugin may have no front end; a front end always has a plugin.
fn unpaired(plugins: &BTreeSet<String>, web_plugins: &BTreeSet<String>) -> Vec<Finding> {
    web_plugins
        .difference(plugins)
        .map(|id| format!("web-plugins/{id}: there is no plugins/{id} that it belongs to"))
        .collect()
}

/// The file with the reserved world names.
const WORLD_NAMES: &str = "plugins/worlds/src/name.rs";

/// The paths of all plugins' pages.
fn page_paths() -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for plugin in plugins()? {
        let manifest = toml_at(&plugin.folder.join("plugin.toml"))?;
        let routes = manifest
            .get("ui")
            .and_then(|ui| ui.get("routes")?.as_array());
        let of_page = |route: &toml::Value| Some(route.get("path")?.as_str()?.to_owned());
        paths.extend(routes.into_iter().flatten().filter_map(of_page));
    }
    Ok(paths)
}

/// A world's page is `/{worldName}`: the first segment of every other page must be a reserved name.
fn unreserved(paths: &[String], world_names: &str) -> Vec<Finding> {
    let could_be_a_world = |segment: &&str| {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        (3..=10).contains(&segment.len()) && segment.chars().all(plain)
    };
    paths
        .iter()
        .filter_map(|path| path.split('/').nth(1))
        .filter(could_be_a_world)
        .filter(|segment| !world_names.contains(&format!("\"{segment}\"")))
        .map(|segment| format!("{WORLD_NAMES}: `{segment}` is a page and must be reserved"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_end_needs_its_plugin() {
        let set = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        assert!(unpaired(&set(&["mail", "worlds"]), &set(&["worlds"])).is_empty());
        assert_eq!(unpaired(&set(&["worlds"]), &set(&["world"])).len(), 1);
    }

    #[test]
    fn no_world_name_hides_a_page() {
        let check = |path: &str, findings: usize| {
            assert_eq!(
                unreserved(&[path.into()], "&[\"mail\"]").len(),
                findings,
                "{path}"
            );
        };
        check("/mail/{id}", 0);
        check("/market", 1);
        check("/{worldName}/market", 0);
        check("/nft-terms", 0);
        check("/", 0);
    }

    #[test]
    fn this_repository_is_looked_at() {
        assert!(ROOTS.contains(&"kernel") && at("kernel").is_dir());
        assert!(plugin_ids().is_ok_and(|ids| ids.contains("worlds")));
    }
}
