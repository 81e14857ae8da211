//! `cargo xtask examples`: builds, checks and tests the plugins in `examples`, as their authors do: with the program
//! `witverse` and the packed SDK alone. Each is a workspace of its own.

use crate::counts::Counts;
use crate::setup::Tools;
use crate::shell::{command, run, step};
use crate::workspace::{at, folders, path_after, shown};
use crate::{Result, build, sdk};
use std::fs;
use std::path::Path;

const EXAMPLES: &str = "examples";
/// Dependencies of plugins, compiled once for all of them.
pub(crate) const TARGET: &str = "target/authors";

/// The plugins that are made of templates.
const TEMPLATES: &str = "target/templates";

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
        plugin(tools, &["vendor"], &example)?;
        // The tutorial runs the standard suites in CI; here they take another quarter of a minute for each plugin.
        let test: &[&str] = match which {
            Which::All => &["test"],
            Which::Quick => &["test", "--no-suites"],
        };
        plugin(tools, test, &example)?;
        counts.add(Counts::ONE_PASSED);
    }
    Ok(counts)
}

/// Compiles and tests what `witverse plugin new` writes, except the template that the tutorial begins with.
pub(crate) fn compile_templates(tools: &Tools) -> Result {
    let folder = at(TEMPLATES);
    // It may not exist yet.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{TEMPLATES}: {error}"))?;
    for (kind, id) in [("world-event", "acme.wishes"), ("system", "wishes")] {
        step(format!("template {kind}"));
        let made = folder.join(kind);
        let mut new = command(build::kernel_program(false));
        new.args(["plugin", "new", id, "--kind", kind, "--folder"])
            .arg(&made);
        run(&mut new, &format!("witverse plugin new --kind {kind}"))?;
        plugin(tools, &["test"], &made)?;
    }
    Ok(())
}

fn plugin(tools: &Tools, what: &[&str], folder: &Path) -> Result {
    let mut witverse = command(build::kernel_program(false));
    tools
        .set_env(&mut witverse)
        .arg("plugin")
        .args(what)
        .arg(folder)
        .env("CARGO_TARGET_DIR", at(TARGET))
        .env("WITVERSE_BUNDLES", at(build::BUNDLES));
    if let Some(folder) = tools.wasm.cargo_folder()? {
        witverse.env("PATH", path_after(&[folder])?);
    }
    run(
        &mut witverse,
        &format!("witverse plugin {} {}", what.join(" "), shown(folder)),
    )
}
