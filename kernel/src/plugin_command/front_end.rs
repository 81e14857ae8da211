//! The front end of a system plugin: a remote of the federation, whose sources are in `web` with a package.json of their
//! own. The pages of other plugins are not built here: their files in `web` belong to the bundle as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::file_error::at;
use super::tools::{install_packages, run};

/// The packages of the SDK, and what the archive of each is called in `vendor/witverse-web`.
pub(super) const PACKAGES: [(&str, &str); 2] = [
    ("@witverse/sdk", "sdk.tgz"),
    ("@witverse/api-client", "api-client.tgz"),
];

/// The folder of the sources, if the plugin's pages run in the page of the shell and have sources.
pub(super) fn sources(folder: &Path) -> Option<PathBuf> {
    let web = folder.join("web");
    let manifest: toml::Table = fs::read_to_string(folder.join("plugin.toml"))
        .ok()?
        .parse()
        .ok()?;
    let isolation = manifest.get("ui")?.get("isolation")?.as_str()?;
    (isolation == "page" && web.join("package.json").is_file()).then_some(web)
}

/// The files of the front end that belong to the bundle.
pub(super) fn files(folder: &Path) -> PathBuf {
    match sources(folder) {
        Some(web) => web.join("dist"),
        None => folder.join("web"),
    }
}

/// Writes `dist` with the script `build` of package.json.
pub(super) fn build(web: &Path) -> Result<(), String> {
    let archives = PACKAGES.map(|(_, archive)| format!("../vendor/witverse-web/{archive}"));
    install_packages(web, &archives.each_ref().map(String::as_str))?;
    let mut build = Command::new("npm");
    build.args(["run", "--silent", "build"]).current_dir(web);
    run(&mut build, "the script `build` of web/package.json")
}

/// Runs the script `test` of package.json, if there is one.
pub(super) fn test(web: &Path) -> Result<(), String> {
    let mut test = Command::new("npm");
    test.args(["run", "--silent", "--if-present", "test"])
        .current_dir(web);
    run(&mut test, "the tests of the front end")
}

/// Removes the installed packages of the SDK, and what the lock file records of them: npm does not look at an archive again
/// that has the same name and version as the installed one.
pub(super) fn forget_sdk(web: &Path) -> Result<(), String> {
    let installed = web.join("node_modules");
    let record = installed.join(".package-lock.json");
    if record.exists() {
        fs::remove_file(&record).map_err(at(&record))?;
    }
    for (name, _) in PACKAGES {
        let package = installed.join(name);
        if package.exists() {
            fs::remove_dir_all(&package).map_err(at(&package))?;
        }
    }
    let lock = web.join("package-lock.json");
    if !lock.is_file() {
        return Ok(());
    }
    let text = fs::read_to_string(&lock).map_err(at(&lock))?;
    let without = without_sdk(&text).map_err(|error| format!("{}: {error}", lock.display()))?;
    fs::write(&lock, without).map_err(at(&lock))
}

fn without_sdk(lock: &str) -> Result<String, serde_json::Error> {
    let mut lock: Value = serde_json::from_str(lock)?;
    if let Some(packages) = lock.get_mut("packages").and_then(Value::as_object_mut) {
        for (name, _) in PACKAGES {
            packages.remove(&format!("node_modules/{name}"));
        }
    }
    Ok(format!("{lock:#}\n"))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn pages_in_frames_are_not_built() {
        let folder = TempDir::new().expect("a folder");
        let web = folder.path().join("web");
        fs::create_dir_all(&web).expect("made");
        let manifest = |isolation: &str| {
            let text = format!("[ui]\nisolation = {isolation:?}\n");
            fs::write(folder.path().join("plugin.toml"), text).expect("written");
        };
        manifest("page");
        assert_eq!(files(folder.path()), web, "it is a built front end");
        fs::write(web.join("package.json"), "{}").expect("written");
        assert_eq!(files(folder.path()), web.join("dist"));
        manifest("frame");
        assert_eq!(files(folder.path()), web);
    }

    #[test]
    fn the_lock_file_keeps_all_other_packages() {
        let lock = r#"{ "packages": { "": { "name": "wishes-web" }, "node_modules/@witverse/sdk": { "integrity": "a" },
            "node_modules/react": { "version": "19.3.1" } } }"#;
        let lock: Value = serde_json::from_str(&without_sdk(lock).expect("JSON")).expect("JSON");
        let packages = lock["packages"].as_object().expect("an object");
        assert_eq!(
            packages.keys().collect::<Vec<_>>(),
            ["", "node_modules/react"]
        );
    }
}
