//! The target `wasm32-unknown-unknown`: as installed, else from rustup, else from Debian's packages.
//!
//! Debian's Rust has the library's sources but no build of it for this target, so the library is compiled along with
//! the plugins. Its version is Debian's: no code may depend on it.

use super::apt;
use crate::Result;
use crate::shell::{cargo, command, output, run_within, step};
use crate::workspace::{at, program, write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The target's name.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std/Cargo.toml";
const DEBIAN_PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src"];
/// Marker file: rustup could not install the target.
const REMEMBERED: &str = "target/xtask/wasm-by-debian";
/// Stands before cargo for authors of plugins.
const CARGO_SCRIPT: &str = "target/xtask/authors/cargo";
const RUSTUP_LIMIT: Duration = Duration::from_secs(60);

/// The way plugins are compiled on this machine.
#[derive(Clone, Debug)]
pub(crate) enum WasmToolchain {
    /// The current toolchain has the target.
    Installed,
    /// Debian's packages, with the linker of the current toolchain.
    Debian { linker: PathBuf },
}

impl WasmToolchain {
    /// A `cargo build` for the target; the caller adds packages and profile.
    pub(crate) fn build(&self) -> Command {
        let mut build = match self {
            Self::Installed => cargo(),
            Self::Debian { linker } => {
                let mut build = command(DEBIAN_CARGO);
                build
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env("RUSTC", DEBIAN_RUSTC)
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                // These variables belong to the current toolchain and would mislead Debian's.
                for name in [
                    "CARGO",
                    "RUSTUP_TOOLCHAIN",
                    "RUSTC_WRAPPER",
                    "LD_LIBRARY_PATH",
                ] {
                    build.env_remove(name);
                }
                build
            }
        };
        build.args(["build", "--target", TARGET]);
        if matches!(self, Self::Debian { .. }) {
            build.arg("-Zbuild-std=std,panic_abort");
        }
        build
    }

    /// A folder to put before `PATH` for builds that other programs start with `cargo`. With Debian's packages it has a
    /// script in place of cargo, which passes on everything but builds for the target of plugins.
    pub(crate) fn cargo_folder(&self) -> Result<Option<PathBuf>> {
        let Self::Debian { linker } = self else {
            return Ok(None);
        };
        let script = at(CARGO_SCRIPT);
        let current = program(&["cargo"]).ok_or("there is no cargo in PATH")?;
        let linker = linker.display();
        write(
            &script,
            format!(
                "#!/bin/sh\ncase \" $* \" in\n*\" {TARGET} \"*)\n  \
                 unset CARGO RUSTUP_TOOLCHAIN RUSTC_WRAPPER LD_LIBRARY_PATH\n  \
                 export RUSTC_BOOTSTRAP=1 RUSTC={DEBIAN_RUSTC} CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER='{linker}'\n  \
                 exec {DEBIAN_CARGO} \"$@\" -Zbuild-std=std,panic_abort ;;\n\
                 *) exec '{}' \"$@\" ;;\nesac\n",
                current.display()
            ),
        )?;
        let mut chmod = command("chmod");
        crate::shell::run(chmod.arg("+x").arg(&script), "chmod")?;
        Ok(script.parent().map(Path::to_owned))
    }

    /// A short description.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            Self::Installed => "installed",
            Self::Debian { .. } => "by Debian's packages",
        }
    }
}

pub(super) fn find_or_install() -> Result<WasmToolchain> {
    let sysroot = output(command("rustc").args(["--print", "sysroot"]))
        .map(PathBuf::from)
        .ok_or("rustc does not answer; install Rust (rustup.rs says how), then try again")?;
    if is_installed(&sysroot) {
        return Ok(WasmToolchain::Installed);
    }
    // After Debian's packages were used once, rustup is not tried again: it may take a minute to fail.
    let remembered = at(REMEMBERED).is_file();
    if let Some(debian) = debian(&sysroot).filter(|_| remembered) {
        return Ok(debian);
    }
    if program(&["rustup"]).is_some() {
        step(format!("adding the Rust target {TARGET}"));
        let mut add = command("rustup");
        let added = run_within(
            add.args(["target", "add", TARGET]),
            "rustup target add",
            RUSTUP_LIMIT,
        );
        if added.is_ok() && is_installed(&sysroot) {
            return Ok(WasmToolchain::Installed);
        }
    }
    if debian(&sysroot).is_none() && apt::is_usable() {
        apt::install(DEBIAN_PACKAGES)?;
    }
    if let Some(debian) = debian(&sysroot) {
        write(&at(REMEMBERED), "debian\n")?;
        return Ok(debian);
    }
    Err(format!(
        "plugins cannot be compiled: the Rust target {TARGET} is missing. \
         Run `rustup target add {TARGET}`, or on Debian `sudo apt-get install {}`, then try again",
        DEBIAN_PACKAGES.join(" ")
    ))
}

fn is_installed(sysroot: &Path) -> bool {
    sysroot
        .join("lib/rustlib")
        .join(TARGET)
        .join("lib")
        .is_dir()
}

fn debian(sysroot: &Path) -> Option<WasmToolchain> {
    let complete = [DEBIAN_CARGO, DEBIAN_RUSTC, DEBIAN_SOURCES]
        .iter()
        .all(|file| Path::new(file).is_file());
    let linker = linker(sysroot).filter(|_| complete)?;
    Some(WasmToolchain::Debian { linker })
}

/// `rust-lld` of any host platform in the toolchain, else one in `PATH`.
fn linker(sysroot: &Path) -> Option<PathBuf> {
    crate::workspace::folders(&sysroot.join("lib/rustlib"))
        .ok()?
        .into_iter()
        .map(|platform| platform.join("bin/rust-lld"))
        .find(|file| file.is_file())
        .or_else(|| program(&["rust-lld", "wasm-ld", "lld"]))
}
