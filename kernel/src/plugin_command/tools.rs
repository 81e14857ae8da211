//! The tools that an author has installed: cargo and npm.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs `npm install` in a folder if its list of packages, or one of the files `also`, is newer than what is installed.
pub(super) fn install_packages(folder: &Path, also: &[&str]) -> Result<(), String> {
    let changed = |path: &str| {
        fs::metadata(folder.join(path))
            .and_then(|file| file.modified())
            .ok()
    };
    // npm writes this file at the end of every install.
    let installed = changed("node_modules/.package-lock.json");
    let mut wanted = also.iter().chain(&["package.json"]);
    let is_current = installed.is_some() && wanted.all(|path| changed(path) <= installed);
    if is_current {
        return Ok(());
    }
    let mut install = Command::new("npm");
    install
        .args(["install", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(folder);
    run(&mut install, "installing the packages of the plugin")
}

pub(super) fn cargo() -> Command {
    Command::new("cargo")
}

pub(super) fn run(command: &mut Command, what: &str) -> Result<(), String> {
    let status = command.status().map_err(|error| {
        format!(
            "{what}: cannot start {}: {error}",
            command.get_program().to_string_lossy()
        )
    })?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{what} failed")),
    }
}
