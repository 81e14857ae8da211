//! `cargo xtask setup`: installs missing tools.
//!
//! Every part first checks whether it is installed, so that a second run is fast and uses no network.

mod apt;
mod browser;
pub(crate) mod firefox;
mod npm;
mod postgres;
mod python;
mod wasm;

use crate::Result;
use crate::shell::step;
use std::path::PathBuf;
use std::process::Command;

pub(crate) use wasm::WasmToolchain;

/// The tools for building and running.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    pub(crate) wasm: WasmToolchain,
    /// The folder with `postgres` and `initdb`.
    pub(crate) postgres: PathBuf,
    /// For browser tests; installed only for them.
    pub(crate) chromium: Option<PathBuf>,
}

impl Tools {
    /// Sets the environment variables by which a program finds the tools.
    pub(crate) fn set_env<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("WITVERSE_PG_BIN", &self.postgres);
        if let Some(chromium) = &self.chromium {
            command.env("CHROMIUM_BIN", chromium);
        }
        command
    }
}

/// The tools for compiling plugins.
pub(crate) fn for_plugins() -> Result<WasmToolchain> {
    wasm::find_or_install()
}

/// The tools for `run` and `build`: all except the browser.
pub(crate) fn for_running() -> Result<Tools> {
    let wasm = wasm::find_or_install()?;
    let postgres = postgres::find_or_install()?;
    npm::install()?;
    Ok(Tools {
        wasm,
        postgres,
        chromium: None,
    })
}

/// The tool for generated input: schemathesis. Installed only for it.
pub(crate) fn for_fuzzing() -> Result<PathBuf> {
    python::find_or_install(&python::SCHEMATHESIS)
}

/// The S3 server of a long suite: moto. Installed only for it.
pub(crate) fn for_s3() -> Result<PathBuf> {
    python::find_or_install(&python::MOTO)
}

/// A Python that makes the files of a long suite. Installed only for it.
pub(crate) fn for_corpus() -> Result<PathBuf> {
    python::find_or_install(&python::CORPUS)
}

/// The room server that rooms are compared with: Colyseus. Installed only for it.
pub(crate) fn for_comparing_rooms() -> Result<PathBuf> {
    npm::install_apart("sdk/testing/colyseus", "target/xtask/colyseus")
}

/// Models of other programs, and programs that make variants of them. Installed only for a long suite.
pub(crate) fn for_comparing_models() -> Result<PathBuf> {
    npm::install_apart("e2e/models", "target/xtask/models")
}

/// The tools for `test`: all.
pub(crate) fn everything() -> Result<Tools> {
    let tools = for_running()?;
    let chromium = browser::find_or_install()?;
    step(format!("WebAssembly target: {}", tools.wasm.describe()));
    step(format!("PostgreSQL: {}", tools.postgres.display()));
    step(format!("Chromium: {}", chromium.display()));
    Ok(Tools {
        chromium: Some(chromium),
        ..tools
    })
}
