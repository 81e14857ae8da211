//! `cargo xtask examples`: builds, checks and tests the plugins in `examples`, as their authors do: with the program
//! `witverse` and the packed SDK alone. Each is a workspace of its own.

use crate::counts::Counts;
use crate::setup::Tools;
use crate::shell::{command, run, step};
use crate::workspace::{at, folders, path_after, shown};
use crate::{Result, build, sdk};
use std::path::Path;

const EXAMPLES: &str = "examples";
/// Dependencies of plugins, compiled once for all of them.
pub(crate) const TARGET: &str = "target/authors";

/// Which examples are tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    /// Those in Rust. A kernel without optimizations compiles the engine of a JavaScript plugin for minutes.
    Quick,
}

/// Builds and tests examples with the built kernel.
pub(crate) fn test(tools: &Tools, which: Which) -> Result<Counts> {
    sdk::pack()?;
    let mut counts = Counts::default();
    for example in folders(&at(EXAMPLES))? {
        if !example.join("plugin.toml").is_file() {
            continue;
        }
        if which == Which::Quick && example.join("package.json").is_file() {
            continue;
        }
        step(format!("example {}", shown(&example)));
        plugin(tools, "vendor", &example)?;
        plugin(tools, "test", &example)?;
        counts.add(Counts::ONE_PASSED);
    }
    Ok(counts)
}

fn plugin(tools: &Tools, what: &str, folder: &Path) -> Result {
    let mut witverse = command(build::kernel_program(false));
    witverse
        .args(["plugin", what])
        .arg(folder)
        .env("CARGO_TARGET_DIR", at(TARGET))
        .env("WITVERSE_BUNDLES", at(build::BUNDLES));
    if let Some(folder) = tools.wasm.cargo_folder()? {
        witverse.env("PATH", path_after(&[folder])?);
    }
    run(
        &mut witverse,
        &format!("witverse plugin {what} {}", shown(folder)),
    )
}
