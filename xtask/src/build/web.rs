//! The front end. Bundling takes seconds, so it is skipped if no input has changed.

use crate::Result;
use crate::shell::{command, run, step};
use crate::workspace::{at, files, read, shown, write};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

/// All inputs of the bundles.
const INPUTS: &[&str] = &[
    "package.json",
    "package-lock.json",
    "tsconfig.base.json",
    "tsconfig.json",
    "sdk/api-client",
    "sdk/people",
    "sdk/web",
    "web-shell",
    "web-plugins",
];
const STAMP: &str = "target/xtask/web-inputs";

pub(super) fn build() -> Result {
    let inputs = fingerprint();
    let built = at(super::places::WEB).join("index.html").is_file() && remotes_are_built()?;
    if built && read(&at(STAMP)).is_ok_and(|before| before == inputs) {
        return Ok(());
    }
    step("front end");
    let mut npm = command("npm");
    run(
        npm.args(["run", "--silent", "build"]),
        "building the front end",
    )?;
    write(&at(STAMP), inputs)
}

fn remotes_are_built() -> Result<bool> {
    let remotes = crate::workspace::folders(&at("web-plugins"))?;
    Ok(remotes
        .iter()
        .all(|remote| remote.join("dist/mf-manifest.json").is_file()))
}

/// A digest over the names and contents of the inputs.
fn fingerprint() -> String {
    let mut hasher = DefaultHasher::new();
    for file in INPUTS.iter().flat_map(|input| files(&at(input))) {
        shown(&file).hash(&mut hasher);
        fs::read(&file).unwrap_or_default().hash(&mut hasher);
    }
    format!("{:016x}\n", hasher.finish())
}
