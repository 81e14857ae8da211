//! `cargo xtask build`: kernel, plugins and front end, laid out as the kernel expects them.
//!
//! Everything is incremental: a second build that has nothing to do takes about a second.

mod bundle;
mod component;
mod places;
mod web;

pub(crate) use places::{BUNDLES, WEB};

use crate::setup::{self, Tools, WasmToolchain};
use crate::shell::{cargo, run, step};
use crate::workspace::{PluginSource, at, plugins};
use crate::{Result, lint};
use std::path::PathBuf;

/// Guests have a target folder of their own, because target, profile and possibly the compiler differ.
const GUEST_TARGET: &str = "target/guest";

/// Installs missing tools and builds everything.
pub(crate) fn build(release: bool) -> Result<Tools> {
    let tools = setup::for_running()?;
    build_with(&tools, release)?;
    Ok(tools)
}

/// Builds everything with installed tools.
pub(crate) fn build_with(tools: &Tools, release: bool) -> Result {
    guests_and_web(tools)?;
    kernel(release)
}

/// Builds everything and every test, by clippy. Test dependencies enable more features of shared dependencies, so the kernel is
/// built with these features; another build without them would compile it again.
pub(crate) fn build_with_tests(tools: &Tools) -> Result {
    guests_and_web(tools)?;
    step("kernel and tests");
    let mut build = cargo();
    build.args(["test", "--workspace", "--no-run"]);
    run(
        lint::with_clippy(&mut build),
        "clippy, or building the kernel and the tests",
    )
}

/// The plugins and the front end, which the kernel's tests need.
pub(crate) fn guests_and_web(tools: &Tools) -> Result {
    let plugins = plugins()?;
    guests(&tools.wasm, &plugins)?;
    web::build()?;
    lay_out(&plugins)
}

/// The plugins, without building the front end: the quick build while writing a plugin.
pub(crate) fn plugins_only() -> Result {
    let plugins = plugins()?;
    guests(&setup::for_plugins()?, &plugins)?;
    lay_out(&plugins)
}

/// The inputs of the contract: the kernel's routes and the plugins' manifests, without a front end.
pub(crate) fn contract_parts() -> Result {
    plugins_only()?;
    kernel(false)
}

fn lay_out(plugins: &[PluginSource]) -> Result {
    for plugin in plugins {
        bundle::lay_out(plugin)?;
    }
    bundle::remove_others(plugins)
}

pub(crate) fn kernel(release: bool) -> Result {
    step(match release {
        true => "kernel (release)",
        false => "kernel",
    });
    let mut build = cargo();
    build.arg("build");
    if release {
        build.args(["--release", "--package", "witverse-kernel"]);
    }
    run(&mut build, "building the kernel")
}

/// The kernel's program.
pub(crate) fn kernel_program(release: bool) -> PathBuf {
    let profile = if release { "release" } else { "debug" };
    let name = format!("witverse{}", std::env::consts::EXE_SUFFIX);
    at("target").join(profile).join(name)
}

fn guests(wasm: &WasmToolchain, plugins: &[PluginSource]) -> Result {
    step(format!("plugins (WebAssembly target: {})", wasm.describe()));
    let mut build = wasm.build();
    build
        .args(["--profile", "guest", "--target-dir"])
        .arg(at(GUEST_TARGET));
    for plugin in plugins {
        build.args(["--package", &plugin.package]);
    }
    run(&mut build, "compiling the plugins")?;
    for plugin in plugins {
        component::encode(plugin, &core_of(plugin))?;
    }
    Ok(())
}

/// The compiler's output for a plugin, before it is a component.
fn core_of(plugin: &PluginSource) -> PathBuf {
    let file = plugin.package.replace('-', "_") + ".wasm";
    at(GUEST_TARGET)
        .join("wasm32-unknown-unknown/guest")
        .join(file)
}
