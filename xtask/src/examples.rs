//! `cargo xtask examples`: builds, checks and tests the plugins in `examples`, as their authors do: with the program
//! `witverse` and the packed SDK alone. Each is a workspace of its own.

mod front_end;

use crate::counts::Counts;
use crate::setup::Tools;
use crate::shell::{cargo, command, run, step};
use crate::workspace::{ScratchFolder, at, folders, path_after, read, shown, write};
use crate::{Result, build, sdk};
use std::path::{Path, PathBuf};
use std::time::Instant;

const EXAMPLES: &str = "examples";
/// The page with a whole plugin.
const WHOLE_PLUGIN: &str = "docs/adding-a-plugin.md";
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
        plugin(tools, &["vendor"], &example, &[])?;
        // The tutorial runs the standard suites in CI; here they take another quarter of a minute for each plugin.
        let test: &[&str] = match which {
            Which::All => &["test"],
            Which::Quick => &["test", "--no-suites"],
        };
        plugin(tools, test, &example, &[])?;
        counts.add(Counts::ONE_PASSED);
    }
    Ok(counts)
}

/// Compiles and tests what `witverse plugin new` writes, except the template that the tutorial begins with. The SDK is
/// packed already.
pub(crate) fn compile_templates(tools: &Tools) -> Result {
    step("template world-event");
    let (_folder, made) = new_plugin("world-event", "acme.wishes")?;
    plugin(tools, &["test"], &made, &[])?;
    system_template(tools)?;
    whole_plugin(tools)
}

/// Builds the plugin of a page of the documentation: the system template with the page's files in place of its code.
fn whole_plugin(tools: &Tools) -> Result {
    step(format!("the plugin of {WHOLE_PLUGIN}"));
    let (_folder, made) = new_plugin("system", "worlds-joined")?;
    for code in [
        "src/note.rs",
        "web/src/NotePage.tsx",
        "web/src/NotePage.test.tsx",
        "web/src/api.ts",
        "web/src/locales/en.ts",
        "web/src/locales/ko.ts",
    ] {
        std::fs::remove_file(made.join(code)).map_err(|error| format!("{code}: {error}"))?;
    }
    for (path, content) in files_of(&read(&at(WHOLE_PLUGIN))?) {
        write(&made.join(path), content)?;
    }
    let mut describe = cargo();
    describe
        .current_dir(&made)
        .args(["test", "--quiet"])
        .env("WITVERSE_UPDATE", "1")
        .env("CARGO_TARGET_DIR", at(TARGET));
    run(&mut describe, "writing routes.json")?;
    front_end::lock_packages(&made.join("web"))?;
    plugin(tools, &["test"], &made, &front_end::NPM_SETTINGS)
}

/// The blocks of a page that name a file, with their contents.
fn files_of(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("\n```").filter_map(|block| {
        let (head, content) = block.split_once('\n')?;
        Some((head.split_once(" file=")?.1, content))
    })
}

/// Builds the template for system plugins with its front end.
pub(crate) fn system_template(tools: &Tools) -> Result<Counts> {
    step("template system");
    let started = Instant::now();
    let (_folder, made) = new_plugin("system", "wishes")?;
    front_end::lock_packages(&made.join("web"))?;
    plugin(tools, &["test"], &made, &front_end::NPM_SETTINGS)?;
    front_end::check(&made)?;
    step(format!(
        "{:>6.1} s  the system template",
        started.elapsed().as_secs_f64()
    ));
    Ok(Counts::ONE_PASSED)
}

/// Makes a plugin outside of this repository, so that npm and cargo do not find the packages of the repository. The folder is
/// removed with the first value.
fn new_plugin(kind: &str, id: &str) -> Result<(ScratchFolder, PathBuf)> {
    let folder = ScratchFolder::new(kind)?;
    let made = folder.path().join(id);
    let mut new = command(build::kernel_program(false));
    new.args(["plugin", "new", id, "--kind", kind, "--folder"])
        .arg(&made);
    run(&mut new, &format!("witverse plugin new --kind {kind}"))?;
    Ok((folder, made))
}

/// Runs a command of `witverse plugin`, with settings in its environment.
fn plugin(tools: &Tools, what: &[&str], folder: &Path, settings: &[(&str, &str)]) -> Result {
    let mut witverse = command(build::kernel_program(false));
    tools
        .set_env(&mut witverse)
        .arg("plugin")
        .args(what)
        .arg(folder)
        .envs(settings.iter().copied())
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

#[cfg(test)]
mod tests {
    use super::files_of;

    #[test]
    fn blocks_that_name_a_file_are_its_content() {
        let page =
            "A page\n\n```toml file=a/b.toml\nx = 1\ny = 2\n```\n\n```rust\nfn f() {}\n```\n";
        let files: Vec<_> = files_of(page).collect();
        assert_eq!(files, [("a/b.toml", "x = 1\ny = 2")]);
    }
}
