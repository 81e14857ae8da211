//! `cargo xtask sdk`: packs what authors of plugins need outside of this repository, into `target/sdk`. The archives are
//! in the formats of the two package registries.

use crate::Result;
use crate::shell::{cargo, command, run, step};
use crate::workspace::{at, shown};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the archives are.
pub(crate) const SDK: &str = "target/sdk";
/// The crate for plugins, after that of its derives.
const CRATES: [&str; 2] = ["witverse-macros", "witverse-sdk"];
const FRAME: &str = "sdk/frame";
const SCRIPT: &str = "sdk/js";
/// The package for plugins in JavaScript, with its copy of the interface.
const STAGE: &str = "target/sdk-js";
const INTERFACE: &str = "sdk/wit/plugin.wit";
/// The packages for front ends, compiled: `web` and `api-client`.
pub(crate) const WEB_STAGE: &str = "target/sdk-web";

/// Packs the SDK. Earlier versions are removed.
pub(crate) fn pack() -> Result {
    let folder = at(SDK);
    // It may not exist yet.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{SDK}: {error}"))?;
    step("packing the crates for plugins in Rust");
    let mut package = cargo();
    // The plugins of this repository are built with the same sources, so the packed ones are not compiled here.
    // A lock file would name the crate of the derives, which no registry has.
    package.args([
        "package",
        "--quiet",
        "--no-verify",
        "--allow-dirty",
        "--exclude-lockfile",
    ]);
    for name in CRATES {
        package.args(["--package", name]);
    }
    run(&mut package, "cargo package")?;
    let packed = at("target/package");
    for entry in fs::read_dir(&packed).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_packed = |one: &str| name == format!("{one}-{}.crate", env!("CARGO_PKG_VERSION"));
        if CRATES.into_iter().any(is_packed) {
            copy(&entry.path(), &folder.join(name))?;
        }
    }
    step("packing the module for pages");
    npm_pack(&at(FRAME), &folder)?;
    step("packing the package for plugins in JavaScript");
    npm_pack(&stage_script()?, &folder)?;
    step("packing the packages for front ends");
    stage_web()?;
    for package in ["web", "api-client"] {
        npm_pack(&at(WEB_STAGE).join(package), &folder)?;
    }
    copy(&at(INTERFACE), &folder.join("plugin.wit"))?;
    step(format!("the packed SDK is in {SDK}"));
    Ok(())
}

/// Lays out the package for plugins in JavaScript: its sources, and the interface that it is built with.
fn stage_script() -> Result<PathBuf> {
    let stage = at(STAGE);
    // It may not exist yet.
    let _ = fs::remove_dir_all(&stage);
    let wit = stage.join("wit");
    fs::create_dir_all(&wit).map_err(|error| format!("{STAGE}: {error}"))?;
    for entry in fs::read_dir(at(SCRIPT)).map_err(|error| format!("{SCRIPT}: {error}"))? {
        let file = entry.map_err(|error| format!("{SCRIPT}: {error}"))?.path();
        if let (true, Some(name)) = (file.is_file(), file.file_name()) {
            copy(&file, &stage.join(name))?;
        }
    }
    copy(&at(INTERFACE), &wit.join("plugin.wit"))?;
    Ok(stage)
}

/// Compiles the packages for front ends.
fn stage_web() -> Result {
    let mut stage = command("node");
    stage.args(["sdk/web/pack/stage.mjs", WEB_STAGE]);
    run(&mut stage, "compiling the packages for front ends")
}

fn npm_pack(package: &Path, to: &Path) -> Result {
    let mut npm = command("npm");
    npm.args(["pack", "--silent", "--pack-destination"])
        .arg(to)
        .arg(package);
    run(&mut npm, "npm pack")
}

fn copy(from: &Path, to: &Path) -> Result {
    fs::copy(from, to)
        .map(drop)
        .map_err(|error| format!("cannot copy {}: {error}", shown(from)))
}
