//! The front end's packages, exactly as `package-lock.json` lists them.

use crate::Result;
use crate::shell::{command, output, run, step};
use crate::workspace::{at, json_at, read, write};
use serde_json::{Map, Value};
use std::fs;
use std::path::PathBuf;

/// The oldest supported version of Node.js: (major, minor).
const OLDEST_NODE: (u32, u32) = (20, 19);

/// Installs unless `node_modules` matches `package-lock.json`.
pub(super) fn install() -> Result {
    let lock = at("package-lock.json");
    if !lock.is_file() {
        return Err("package-lock.json is missing; restore it from the repository".into());
    }
    let wanted = json_at(&lock)?;
    let installed = json_at(&at("node_modules/.package-lock.json")).unwrap_or_default();
    if is_up_to_date(&wanted, &installed) {
        return Ok(());
    }
    check_node()?;
    step("installing npm packages");
    let mut npm = command("npm");
    run(
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]),
        "npm ci (does the machine reach the npm registry?)",
    )
}

/// A folder with the packages of `from` beside its files, under `target`; nothing of it is part of the product.
pub(super) fn install_apart(from: &str, to: &str) -> Result<PathBuf> {
    let (from, to) = (at(from), at(to));
    fs::create_dir_all(&to).map_err(|error| format!("cannot make {}: {error}", to.display()))?;
    let mut changed = false;
    for file in ["package.json", "package-lock.json", "server.mjs"] {
        if !from.join(file).is_file() {
            continue;
        }
        let wanted = read(&from.join(file))?;
        if fs::read_to_string(to.join(file)).ok().as_ref() != Some(&wanted) {
            write(&to.join(file), &wanted)?;
            changed = true;
        }
    }
    if changed || !to.join("node_modules").is_dir() {
        check_node()?;
        step(format!("installing npm packages into {}", to.display()));
        let mut npm = command("npm");
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
            .current_dir(&to);
        run(
            &mut npm,
            "npm ci (does the machine reach the npm registry?)",
        )?;
    }
    Ok(to)
}

fn check_node() -> Result {
    let remedy = format!(
        "install Node.js {}.{} or newer with npm, then try again",
        OLDEST_NODE.0, OLDEST_NODE.1
    );
    let version = output(command("node").arg("--version"))
        .ok_or_else(|| format!("Node.js is missing; {remedy}"))?;
    let mut parts = version.trim_start_matches('v').split('.');
    let mut part = || parts.next().and_then(|part| part.parse::<u32>().ok());
    match (part(), part()) {
        (Some(major), Some(minor)) if (major, minor) >= OLDEST_NODE => Ok(()),
        _ => Err(format!("Node.js {version} is too old; {remedy}")),
    }
}

/// True if npm's record of its last installation matches the lock file.
///
/// Packages for other platforms are optional and may be absent.
fn is_up_to_date(wanted: &Value, installed: &Value) -> bool {
    let (Some(wanted), Some(installed)) = (packages(wanted), packages(installed)) else {
        return false;
    };
    let field = |entry: &Value, name: &str| entry.get(name).cloned();
    let present = wanted
        .iter()
        .filter(|(path, _)| path.starts_with("node_modules/") || path.contains("/node_modules/"))
        .all(|(path, entry)| match installed.get(path) {
            Some(found) => ["version", "integrity", "link"]
                .iter()
                .all(|name| field(entry, name) == field(found, name)),
            None => entry.get("optional").is_some() || entry.get("devOptional").is_some(),
        });
    let nothing_else = installed.keys().all(|path| wanted.contains_key(path));
    present && nothing_else
}

fn packages(lock: &Value) -> Option<&Map<String, Value>> {
    lock.get("packages")?.as_object()
}

#[cfg(test)]
mod tests {
    use super::is_up_to_date;
    use serde_json::json;

    #[test]
    fn every_difference_is_detected() {
        let wanted = json!({ "packages": {
            "": { "name": "root" },
            "sdk/web": { "version": "0.1.0" },
            "node_modules/@witverse/sdk": { "resolved": "sdk/web", "link": true },
            "node_modules/react": { "version": "19.3.1", "integrity": "a" },
            "node_modules/only-for-others": { "version": "1.0.0", "optional": true },
        }});
        let same = json!({ "packages": {
            "sdk/web": { "version": "0.1.0" },
            "node_modules/@witverse/sdk": { "resolved": "sdk/web", "link": true },
            "node_modules/react": { "version": "19.3.1", "integrity": "a" },
        }});
        assert!(is_up_to_date(&wanted, &same));
        let changed = |path: &str, entry: serde_json::Value| {
            let mut other = same.clone();
            other["packages"][path] = entry;
            is_up_to_date(&wanted, &other)
        };
        assert!(!changed(
            "node_modules/react",
            json!({ "version": "19.3.0", "integrity": "b" })
        ));
        assert!(!changed(
            "node_modules/stray",
            json!({ "version": "1.0.0" })
        ));
        assert!(!is_up_to_date(&wanted, &json!({ "packages": {} })));
        assert!(!is_up_to_date(&wanted, &json!(null)));
    }
}
