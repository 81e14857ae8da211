//! Rules for the lock files: packages of the registries, each with its hash, of an allowed licence; pre-releases and
//! install scripts only if they are listed here with a reason.

use super::source::Finding;
use crate::Result;
use crate::workspace::{at, json_at, toml_at};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use toml::Table;

/// Packages without a suitable stable version: name, version, reason.
const PRE_RELEASES: &[(&str, &str, &str)] = &[
    (
        "kbkdf",
        "0.1.0-rc.1",
        "a dependency of crypto-glue, which webauthn-rs uses; nothing newer is released",
    ),
    (
        "rsa",
        "0.10.0-rc.19",
        "crypto-glue 0.2 asks for its feature `sha2`, which 0.10.0 does not have",
    ),
    (
        "gltf-validator",
        "2.0.0-dev.3.10",
        "the validator of the Khronos Group; every release since 2017 is a development version. In tests only",
    ),
    (
        "@emnapi/core",
        "2.0.0-beta.2",
        "rolldown (of vite, for tests) pins it for machines without a native build; not installed elsewhere",
    ),
    ("@emnapi/runtime", "2.0.0-beta.2", "as @emnapi/core"),
    (
        "chromium-bidi",
        "157.0.8090-0",
        "a dependency of puppeteer-core; the suffix is the number of its build",
    ),
];

/// Packages that may run a script when they are installed.
const INSTALL_SCRIPTS: &[&str] = &[];

/// Builds of Biome for other platforms: the registry of the lock file does not have them, so npm records them without a
/// hash, until `npm install` runs on such a platform.
const UNHASHED: &[&str] = &[
    "@biomejs/cli-android-arm64",
    "@biomejs/cli-android-x64",
    "@biomejs/cli-darwin-arm64",
    "@biomejs/cli-darwin-x64",
    "@biomejs/cli-linux-arm64-musl",
    "@biomejs/cli-linux-x64-musl",
    "@biomejs/cli-win32-arm64",
    "@biomejs/cli-win32-x64",
];

/// Licences of npm packages; those of crates are in `deny.toml`.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    // A font.
    "OFL-1.1",
    "Python-2.0",
];

/// The number of crates with more than one version. Lower it when it decreases.
const MOST_DUPLICATED: usize = 90;

/// Both lock files, and unused exceptions.
pub(crate) fn check() -> Result<Vec<Finding>> {
    let mut used = BTreeSet::new();
    let mut findings = crates(&toml_at(&at("Cargo.lock"))?, &mut used);
    findings.extend(packages(&json_at(&at("package-lock.json"))?, &mut used));
    let listed = PRE_RELEASES.iter().map(|(name, ..)| *name);
    let unused = listed
        .chain(UNHASHED.iter().chain(INSTALL_SCRIPTS).copied())
        .filter(|name| !used.contains(*name))
        .map(|name| format!("xtask/src/tidy/locks.rs: `{name}` needs no exception any more"));
    findings.extend(unused);
    Ok(findings)
}

fn crates(lock: &Table, used: &mut BTreeSet<String>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut versions = BTreeMap::<&str, usize>::new();
    let entries = lock.get("package").and_then(toml::Value::as_array);
    for entry in entries.into_iter().flatten() {
        let text = |key: &str| entry.get(key).and_then(toml::Value::as_str);
        let (name, version) = (
            text("name").unwrap_or_default(),
            text("version").unwrap_or_default(),
        );
        let mut find = |why: String| findings.push(format!("Cargo.lock: {name} {version}: {why}"));
        *versions.entry(name).or_default() += 1;
        match (text("source"), text("checksum")) {
            (None, _) => {}
            (Some(source), _) if !source.starts_with("registry+https://") => {
                find(format!("comes from {source}, not from the registry"));
            }
            (Some(_), None) => find("has no checksum".into()),
            (Some(_), Some(_)) => {}
        }
        if let Some(why) = pre_release(name, version, used) {
            find(why);
        }
    }
    let duplicated = versions.values().filter(|count| **count > 1).count();
    if duplicated > MOST_DUPLICATED {
        findings.push(format!(
            "Cargo.lock: {duplicated} crates are there in several versions, {MOST_DUPLICATED} may be: see `cargo tree -d`"
        ));
    }
    findings
}

fn packages(lock: &Json, used: &mut BTreeSet<String>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let none = Map::new();
    let entries = lock
        .get("packages")
        .and_then(Json::as_object)
        .unwrap_or(&none);
    let host = majority_host(entries);
    for (path, entry) in entries {
        let text = |key: &str| entry.get(key).and_then(Json::as_str).unwrap_or_default();
        let is = |key: &str| entry.get(key).and_then(Json::as_bool) == Some(true);
        let mut find = |why: String| findings.push(format!("package-lock.json: {path}: {why}"));
        for spec in foreign_dependencies(entry) {
            find(format!(
                "depends on {spec}, which is no version of the registry"
            ));
        }
        let Some((_, name)) = path.rsplit_once("node_modules/") else {
            continue;
        };
        if is("link") {
            let workspace = text("resolved");
            if workspace.is_empty() || !entries.contains_key(workspace) {
                find("links to something that is no workspace".into());
            }
            continue;
        }
        let resolved = text("resolved");
        if !resolved.is_empty()
            && (!resolved.starts_with("https://") || self::host(resolved) != host)
        {
            find(format!(
                "comes from {resolved}, not from the registry by https"
            ));
        }
        // A bundled package is part of its parent's archive, and of that archive's hash.
        if !is("inBundle") && !text("integrity").starts_with("sha512-") {
            if UNHASHED.contains(&name) && is("optional") {
                used.insert(name.to_owned());
            } else {
                find("has no SHA-512 hash".into());
            }
        }
        if is("hasInstallScript") && !excepted(INSTALL_SCRIPTS, name, used) {
            find("runs a script when it is installed".into());
        }
        if let Some(why) = pre_release(name, text("version"), used) {
            find(why);
        }
        if !is_allowed(text("license")) {
            find(format!("has the licence {:?}", text("license")));
        }
    }
    findings
}

fn excepted(list: &[&str], name: &str, used: &mut BTreeSet<String>) -> bool {
    let is_listed = list.contains(&name);
    if is_listed {
        used.insert(name.to_owned());
    }
    is_listed
}

fn pre_release(name: &str, version: &str, used: &mut BTreeSet<String>) -> Option<String> {
    let number = version.split('+').next().unwrap_or_default();
    if !number.contains('-') {
        return None;
    }
    if PRE_RELEASES
        .iter()
        .any(|(known, at, _)| (*known, *at) == (name, version))
    {
        used.insert(name.to_owned());
        return None;
    }
    Some("is a pre-release; use a stable version, or list it with the reason in xtask/src/tidy/locks.rs".into())
}

/// Dependencies from a repository, a URL or a folder: `name@spec`.
fn foreign_dependencies(entry: &Json) -> Vec<String> {
    let kinds = ["dependencies", "devDependencies", "optionalDependencies"];
    let named = kinds
        .iter()
        .filter_map(|kind| entry.get(*kind)?.as_object())
        .flatten();
    named
        .filter_map(|(name, spec)| {
            let spec = spec.as_str()?;
            let is_alias = spec.starts_with("npm:");
            (!is_alias && spec.contains([':', '/'])).then(|| format!("{name}@{spec}"))
        })
        .collect()
}

/// The host of a URL, with its port.
fn host(address: &str) -> Option<&str> {
    address.split('/').nth(2)
}

/// The host of most packages: the registry of the lock file.
fn majority_host(entries: &Map<String, Json>) -> Option<&str> {
    let mut hosts = BTreeMap::<&str, usize>::new();
    for entry in entries.values() {
        let resolved = entry.get("resolved").and_then(Json::as_str);
        if let Some(host) = resolved.and_then(host) {
            *hosts.entry(host).or_default() += 1;
        }
    }
    hosts
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .map(|(host, _)| host)
}

/// An SPDX expression of names, AND, OR and outer parentheses.
fn is_allowed(licence: &str) -> bool {
    let licence = licence.trim();
    if let Some(inner) = licence
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        && !inner.contains(['(', ')'])
    {
        return is_allowed(inner);
    }
    if licence.contains(" OR ") {
        return licence.split(" OR ").any(is_allowed);
    }
    licence
        .split(" AND ")
        .all(|name| LICENCES.contains(&name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn crate_findings(rest: &str) -> Vec<Finding> {
        let text = format!("[[package]]\nname = \"a\"\n{rest}\n");
        crates(&text.parse().expect("TOML"), &mut BTreeSet::new())
    }

    #[test]
    fn crates_come_from_the_registry_with_a_checksum() {
        let check = |rest: &str, finding: &str| {
            let found = crate_findings(rest);
            let fits = match finding {
                "" => found.is_empty(),
                _ => found.len() == 1 && found[0].contains(finding),
            };
            assert!(fits, "{rest}: {found:?}");
        };
        let registry = "source = \"registry+https://example.com/index\"";
        check("version = \"0.1.0\"", "");
        check(
            &format!("version = \"1.0.0+a-b\"\n{registry}\nchecksum = \"a\""),
            "",
        );
        check(&format!("version = \"1.0.0\"\n{registry}"), "checksum");
        check(
            "version = \"1.0.0\"\nsource = \"git+https://example.com/a#b\"",
            "not from the registry",
        );
        check(
            &format!("version = \"1.0.0-rc.1\"\n{registry}\nchecksum = \"a\""),
            "pre-release",
        );
    }

    #[test]
    fn packages_come_from_the_registry_with_a_hash() {
        let good = json!({ "version": "1.0.0", "integrity": "sha512-a", "license": "MIT" });
        let check = |key: &str, value: Json, finding: &str| {
            let mut entry = good.clone();
            entry[key] = value;
            let other = json!({ "version": "1.0.0", "integrity": "sha512-a", "license": "MIT",
                                "resolved": "https://registry.example/b" });
            let lock = json!({ "packages": {
                "": { "dependencies": { "a": "1.0.0" } },
                "node_modules/a": entry, "node_modules/b": other, "node_modules/c": other,
            }});
            let found = packages(&lock, &mut BTreeSet::new());
            let fits = match finding {
                "" => found.is_empty(),
                _ => found.len() == 1 && found[0].contains(finding),
            };
            assert!(fits, "{key}: {found:?}");
        };
        check("dev", json!(true), "");
        check("resolved", json!("https://registry.example/a"), "");
        check("resolved", json!("http://registry.example/a"), "https");
        check(
            "resolved",
            json!("https://elsewhere.example/a"),
            "not from the registry",
        );
        check(
            "resolved",
            json!("git+ssh://git@example.com/a.git"),
            "not from the registry",
        );
        check("integrity", json!(""), "hash");
        check("integrity", json!("sha1-a"), "hash");
        check("inBundle", json!(true), "");
        check("link", json!(true), "no workspace");
        check("hasInstallScript", json!(true), "script");
        check("version", json!("1.0.0-beta.1"), "pre-release");
        check("license", json!("GPL-3.0"), "GPL-3.0");
        check("license", json!(null), "licence");
        check("license", json!("(GPL-3.0 OR MIT)"), "");
        check("license", json!("MIT AND GPL-3.0"), "GPL-3.0");
        check("dependencies", json!({ "x": "^1.0.0", "y": "npm:z@1" }), "");
        check("dependencies", json!({ "x": "github:a/b" }), "x@github:a/b");
        check("dependencies", json!({ "x": "a/b" }), "x@a/b");
        check("dependencies", json!({ "x": "file:../x" }), "x@file:../x");
        check(
            "optionalDependencies",
            json!({ "x": "https://a.example/x" }),
            "no version",
        );
    }

    #[test]
    fn exceptions_have_a_reason() {
        assert!(PRE_RELEASES.iter().all(|(.., reason)| reason.len() > 10));
    }
}
