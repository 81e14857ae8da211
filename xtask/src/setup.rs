//! `cargo xtask setup`: gets what this machine lacks, and only that.
//!
//! Every part first looks whether it is there already, so a second run asks no network and takes no time.

mod apt;
mod browser;
mod npm;
mod postgres;
mod python;
mod wasm;

use crate::Result;
use crate::shell::step;
use std::path::PathBuf;
use std::process::Command;

pub(crate) use wasm::WasmToolchain;

/// What building and running need.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    pub(crate) wasm: WasmToolchain,
    /// The folder with `postgres` and `initdb`.
    pub(crate) postgres: PathBuf,
    /// For browser tests; looked for only where they run.
    pub(crate) chromium: Option<PathBuf>,
}

impl Tools {
    /// Tells a program where the tools are.
    pub(crate) fn show_to<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("WITVERSE_PG_BIN", &self.postgres);
        if let Some(chromium) = &self.chromium {
            command.env("CHROMIUM_BIN", chromium);
        }
        command
    }
}

/// What compiling plugins needs.
pub(crate) fn for_plugins() -> Result<WasmToolchain> {
    wasm::find_or_get()
}

/// What `run` and `build` need: all but the browser.
pub(crate) fn for_running() -> Result<Tools> {
    let wasm = wasm::find_or_get()?;
    let postgres = postgres::find_or_get()?;
    npm::install()?;
    Ok(Tools {
        wasm,
        postgres,
        chromium: None,
    })
}

/// What generated input needs: schemathesis. Asked for only where it runs.
pub(crate) fn for_fuzzing() -> Result<PathBuf> {
    python::find_or_get()
}

/// What `test` needs: everything.
pub(crate) fn everything() -> Result<Tools> {
    let tools = for_running()?;
    let chromium = browser::find_or_get()?;
    step(format!("WebAssembly target: {}", tools.wasm.describe()));
    step(format!("PostgreSQL: {}", tools.postgres.display()));
    step(format!("Chromium: {}", chromium.display()));
    Ok(Tools {
        chromium: Some(chromium),
        ..tools
    })
}
