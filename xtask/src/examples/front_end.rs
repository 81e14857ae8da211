//! The front end of the template for system plugins. Its packages are those of this repository's lock file, from npm's cache
//! if `npm ci` has filled it: resolving them again would ask the registry about hundreds of packages, and would test other
//! versions tomorrow.

use crate::Result;
use crate::sdk::WEB_STAGE;
use crate::shell::{command, run};
use crate::workspace::{at, json_at, write};
use serde_json::{Map, Value, json};
use std::path::Path;

/// The settings of npm for a template.
pub(super) const NPM_SETTINGS: [(&str, &str); 4] = [
    ("npm_config_prefer_offline", "true"),
    ("npm_config_ignore_scripts", "true"),
    ("npm_config_audit", "false"),
    ("npm_config_fund", "false"),
];

/// The packed packages: the name, the folder of the compiled package, and the archive in the plugin.
const PACKED: [(&str, &str, &str); 2] = [
    ("@witverse/sdk", "web", "sdk.tgz"),
    ("@witverse/api-client", "api-client", "api-client.tgz"),
];

/// Writes the lock file of a front end.
pub(super) fn lock_packages(web: &Path) -> Result {
    let manifest = json_at(&web.join("package.json"))?;
    let repository = json_at(&at("package-lock.json"))?;
    let mut packed = Vec::new();
    for (name, folder, archive) in PACKED {
        let manifest = json_at(&at(WEB_STAGE).join(folder).join("package.json"))?;
        packed.push((name, archive, manifest));
    }
    let lock = lock_file(&manifest, &repository, &packed)?;
    write(&web.join("package-lock.json"), format!("{lock:#}\n"))
}

/// A lock file with the packages of the repository and the packed ones. npm drops those that the front end does not need.
fn lock_file(
    manifest: &Value,
    repository: &Value,
    packed: &[(&str, &str, Value)],
) -> Result<Value> {
    let known = repository.get("packages").and_then(Value::as_object);
    let known = known.ok_or("package-lock.json has no packages")?;
    let mut packages = Map::new();
    packages.insert(String::new(), manifest.clone());
    for (path, entry) in known {
        if path.starts_with("node_modules/") && entry.get("link").is_none() {
            packages.insert(path.clone(), entry.clone());
        }
    }
    for (name, archive, manifest) in packed {
        let entry = json!({
            "version": manifest["version"],
            "resolved": format!("file:../vendor/witverse-web/{archive}"),
            "dependencies": manifest["dependencies"],
            "peerDependencies": manifest.get("peerDependencies").cloned().unwrap_or(json!({})),
        });
        packages.insert(format!("node_modules/{name}"), entry);
    }
    Ok(json!({
        "name": manifest["name"],
        "version": manifest["version"],
        "lockfileVersion": 3,
        "requires": true,
        "packages": packages,
    }))
}

/// Checks what `witverse plugin test` leaves out: the declarations of the packages themselves, and that the bundle contains
/// the built front end and none of its sources.
pub(super) fn check(plugin: &Path) -> Result {
    let web = plugin.join("web");
    let mut tsc = command("node");
    tsc.args(["node_modules/typescript/bin/tsc", "--noEmit"])
        .args(["--skipLibCheck", "false"])
        .current_dir(&web);
    run(&mut tsc, "checking the declarations of the packed SDK")?;
    let bundle = plugin.join("target/bundle/web");
    let manifest = json_at(&bundle.join("mf-manifest.json"))?;
    let entry = manifest.pointer("/metaData/remoteEntry/name");
    let entry = entry.and_then(Value::as_str).unwrap_or_default();
    if entry.is_empty() || !bundle.join(entry).is_file() {
        return Err("the bundle contains no remote entry".into());
    }
    match bundle.join("package.json").exists() {
        true => Err("the bundle contains the sources of its front end".into()),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The template is installed with the repository's lock file, which has one version of each package.
    #[test]
    fn the_template_has_the_versions_of_the_lock_file() {
        let file = at("sdk/templates/system/web/package.json");
        let template = json_at(&file).expect("the template");
        let lock = json_at(&at("package-lock.json")).expect("the lock file");
        for kind in ["dependencies", "devDependencies"] {
            let listed = template[kind].as_object().expect("an object");
            for (name, version) in listed {
                if !name.starts_with("@witverse/") {
                    let locked = &lock["packages"][format!("node_modules/{name}")]["version"];
                    assert_eq!(version, locked, "{name}");
                }
            }
        }
    }

    #[test]
    fn the_lock_file_has_the_packed_packages_and_no_workspaces() {
        let repository = json!({ "packages": {
            "": { "name": "root" },
            "sdk/web": { "version": "0.1.0" },
            "node_modules/@witverse/sdk": { "resolved": "sdk/web", "link": true },
            "node_modules/@witverse/web-gifts": { "resolved": "web-plugins/gifts", "link": true },
            "node_modules/react": { "version": "19.3.1", "integrity": "a" },
            "web-shell/node_modules/altcha-lib": { "version": "3.0.0" },
        }});
        let manifest = json!({ "name": "wishes-web", "version": "1.0.0" });
        let sdk = json!({ "version": "0.1.0", "dependencies": { "zod": "4.6.7" } });
        let packed = [("@witverse/sdk", "sdk.tgz", sdk)];
        let lock = lock_file(&manifest, &repository, &packed).expect("a lock file");
        let packages = lock["packages"].as_object().expect("an object");
        // The order of keys depends on the features of the JSON crate in the build.
        let names: BTreeSet<&str> = packages.keys().map(String::as_str).collect();
        let wanted = ["", "node_modules/@witverse/sdk", "node_modules/react"];
        assert_eq!(names, BTreeSet::from(wanted));
        let sdk = &packages["node_modules/@witverse/sdk"];
        assert_eq!(sdk["resolved"], "file:../vendor/witverse-web/sdk.tgz");
        assert_eq!(sdk["dependencies"]["zod"], "4.6.7");
    }
}
