//! The allowed dependencies between crates and packages. Dependencies never point upwards:
//!
//! `{sdk/wit, sdk/macros} ← sdk/rust ← plugins`, `sdk/wit ← kernel/runtime ← kernel`, `api-client ← sdk/web ← {web-shell,
//! web-plugins}`.

use super::source::{Finding, Source};
use crate::Result;
use serde_json::Value as Json;
use toml::Table;

const SECTIONS: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];
/// Additional dependencies of plugins: pure computation without an operating system.
const FOR_PLUGINS: &[&str] = &["schemars", "serde", "serde_json", "sha2", "hmac"];

pub(super) fn check(sources: &[Source]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for source in sources {
        let Source { path, text } = source;
        if path.ends_with("/Cargo.toml") {
            let manifest: Table = text
                .parse()
                .map_err(|error| format!("{path} is not valid TOML: {error}"))?;
            findings.extend(crates(path, &manifest));
        }
        if path.ends_with("/package.json") {
            let manifest: Json = serde_json::from_str(text)
                .map_err(|error| format!("{path} is not valid JSON: {error}"))?;
            findings.extend(packages(path, &manifest));
        }
    }
    Ok(findings)
}

fn crates(path: &str, manifest: &Table) -> Vec<Finding> {
    let folder = path.trim_end_matches("/Cargo.toml");
    names_of(manifest)
        .into_iter()
        .filter_map(|name| {
            let why = refuse_crate(folder, &name)?;
            Some(format!("{path}: `{name}`: {why}"))
        })
        .collect()
}

/// The crates that a manifest names, optional and platform-specific ones too.
fn names_of(manifest: &Table) -> Vec<String> {
    let mut names = Vec::new();
    for (key, value) in manifest {
        let Some(table) = value.as_table() else {
            continue;
        };
        if SECTIONS.contains(&key.as_str()) {
            names.extend(table.keys().cloned());
        }
        if key == "target" {
            for platform in table.values().filter_map(toml::Value::as_table) {
                names.extend(names_of(platform));
            }
        }
    }
    names
}

fn refuse_crate(folder: &str, name: &str) -> Option<&'static str> {
    let is_plugin = folder.starts_with("plugins/") || folder == "sdk/testing/probe";
    if is_plugin && name != "witverse-sdk" && !FOR_PLUGINS.contains(&name) {
        return Some(
            "a plugin depends on witverse-sdk, schemars, serde, serde_json, sha2 and hmac only",
        );
    }
    if name.starts_with("wasmtime") && !folder.starts_with("kernel/runtime") {
        return Some("only kernel/runtime knows wasmtime");
    }
    if name.starts_with("witverse-plugin-") {
        return Some("nobody depends on a plugin; ask for its service through the kernel");
    }
    let ours = name.starts_with("witverse-");
    match folder {
        "xtask" | "kernel" if name == "witverse-component" => None,
        "sdk/rust" if name == "witverse-macros" => None,
        "sdk/rust" | "sdk/macros" | "sdk/component" | "xtask" if ours => {
            Some("this depends on no other crate of ours")
        }
        "kernel/runtime" if ours => Some("the runtime depends on the contract only"),
        "kernel"
            if ours
                && !matches!(
                    name,
                    "witverse-runtime"
                        | "witverse-ledger"
                        | "witverse-rooms"
                        | "witverse-testing"
                        | "witverse-text"
                ) =>
        {
            Some("the kernel depends on its own crates only")
        }
        _ => None,
    }
}

fn packages(path: &str, manifest: &Json) -> Vec<Finding> {
    let folder = path.trim_end_matches("/package.json");
    let names = [
        "dependencies",
        "devDependencies",
        "peerDependencies",
        "optionalDependencies",
    ]
    .iter()
    .filter_map(|section| manifest.get(section)?.as_object())
    .flat_map(|section| section.keys());
    names
        .filter_map(|name| {
            let why = refuse_package(folder, name)?;
            Some(format!("{path}: `{name}`: {why}"))
        })
        .collect()
}

fn refuse_package(folder: &str, name: &str) -> Option<&'static str> {
    let ours = name.strip_prefix("@witverse/")?;
    match folder {
        "sdk/api-client" | "sdk/people" => {
            Some("the client and the bodies of people depend on no other package of ours")
        }
        "sdk/web" if ours != "api-client" => Some("the SDK depends on the client only"),
        _ if folder == "web-shell" || folder.starts_with("web-plugins/") => match ours {
            "sdk" | "api-client" | "people" => None,
            _ => Some("shell and plugins know the SDK only, never each other"),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_findings(path: &str, text: &str) -> usize {
        crates(path, &text.parse().expect("TOML")).len()
    }

    #[test]
    fn crates_point_downwards() {
        let check = |folder: &str, name: &str, allowed: bool| {
            assert_eq!(
                refuse_crate(folder, name).is_none(),
                allowed,
                "{folder} → {name}"
            );
        };
        check("plugins/worlds", "witverse-sdk", true);
        check("plugins/worlds", "serde_json", true);
        check("plugins/orders", "hmac", true);
        check("plugins/worlds", "tokio", false);
        check("plugins/worlds", "witverse-kernel", false);
        check("plugins/mail", "witverse-plugin-worlds", false);
        check("sdk/testing/probe", "rand", false);
        check("kernel/runtime", "wasmtime", true);
        check("kernel", "wasmtime", false);
        check("kernel", "wasmtime-environ", false);
        check("kernel", "witverse-runtime", true);
        check("kernel", "witverse-sdk", false);
        check("kernel/runtime", "witverse-kernel", false);
        check("sdk/rust", "witverse-macros", true);
        check("sdk/macros", "witverse-sdk", false);
        check("plugins/worlds", "witverse-macros", false);
        check("sdk/rust", "witverse-kernel", false);
        check("sdk/testing", "witverse-kernel", true);
    }

    #[test]
    fn every_section_is_read() {
        let all = "[dev-dependencies]\nwasmtime = \"1\"\n[target.'cfg(unix)'.dependencies]\nwasmtime = \"1\"\n";
        assert_eq!(crate_findings("kernel/Cargo.toml", all), 2);
        assert_eq!(crate_findings("kernel/runtime/Cargo.toml", all), 0);
    }

    #[test]
    fn packages_point_downwards() {
        let check = |folder: &str, name: &str, allowed: bool| {
            assert_eq!(
                refuse_package(folder, name).is_none(),
                allowed,
                "{folder} → {name}"
            );
        };
        check("web-shell", "@witverse/sdk", true);
        check("web-shell", "@witverse/web-worlds", false);
        check("web-plugins/worlds", "@witverse/shell", false);
        check("web-plugins/mail", "@witverse/web-worlds", false);
        check("web-plugins/blocks", "@witverse/people", true);
        check("sdk/people", "@witverse/sdk", false);
        check("sdk/web", "@witverse/shell", false);
        check("sdk/api-client", "@witverse/sdk", false);
        check("web-shell", "react", true);
        let manifest = serde_json::json!({ "devDependencies": { "@witverse/shell": "0.1.0" } });
        assert_eq!(
            packages("web-plugins/worlds/package.json", &manifest).len(),
            1
        );
    }
}
