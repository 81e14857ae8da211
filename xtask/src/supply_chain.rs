//! `cargo xtask soak supply-chain`: checks of dependencies. Licences, sources and bans of crates, known
//! vulnerabilities, and the lock files.

use crate::Result;
use crate::shell::{cargo, command, output, run, step};
use crate::tidy::check_locks;
use crate::workspace::at;
use std::path::PathBuf;

const VERSION: &str = "0.20.2";
const FOLDER: &str = "target/tools";
/// cargo-deny's message if it cannot download the advisories.
const NO_DATABASE: &str = "failed to fetch advisory database";

/// Runs all checks; the error names the failed ones.
pub(crate) fn check() -> Result {
    let tool = find_or_install()?;
    let mut found = Vec::new();
    let mut deny = command(&tool);
    deny.args(["check", "bans", "licenses", "sources"]);
    found.extend(run(&mut deny, "cargo deny check").err());
    found.extend(advisories(&tool).err());
    found.extend(check_locks().err());
    match found.is_empty() {
        true => Ok(()),
        false => Err(found.join("; ")),
    }
}

/// Known vulnerabilities and abandoned crates, if the advisory database is reachable.
fn advisories(tool: &PathBuf) -> Result {
    step("advisories");
    let ended = command(tool)
        .args(["check", "advisories"])
        .output()
        .map_err(|error| format!("cargo deny cannot start: {error}"))?;
    let said = String::from_utf8_lossy(&ended.stderr);
    if !ended.status.success() && said.contains(NO_DATABASE) {
        println!("skipped: no advisory database");
        return Ok(());
    }
    print!("{said}");
    match ended.status.success() {
        true => Ok(()),
        false => Err(
            "crates with known problems; update them, or list them in deny.toml with the reason"
                .into(),
        ),
    }
}

/// cargo-deny in this version, built once.
fn find_or_install() -> Result<PathBuf> {
    let tool = at(FOLDER).join(format!("bin/cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let installed = output(command(&tool).arg("--version")).unwrap_or_default();
    if installed.split(' ').nth(1) != Some(VERSION) {
        step("building cargo-deny, which takes some minutes");
        let mut install = cargo();
        install
            .args(["install", "cargo-deny", "--locked", "--force", "--quiet"])
            .args(["--version", VERSION, "--root"])
            .arg(at(FOLDER));
        run(
            &mut install,
            "cargo install cargo-deny (does the machine reach the registry of crates?)",
        )?;
    }
    Ok(tool)
}
