//! `cargo xtask build`: kernel, plugins and front end, laid out as the kernel expects them.
//!
//! Everything is incremental: a second build that has nothing to do takes about a second.

mod bundle;
mod component;
mod places;
mod web;

pub(crate) use places::{BUNDLES, WEB};

use crate::Result;
use crate::setup::{self, Tools, WasmToolchain};
use crate::shell::{cargo, run, step};
use crate::workspace::{PluginSource, at, plugins};
use std::path::PathBuf;

/// Guests have a target folder of their own: another target, another profile, possibly another compiler.
const GUEST_TARGET: &str = "target/guest";

/// Gets what is missing and builds everything.
pub(crate) fn build(release: bool) -> Result<Tools> {
    let tools = setup::for_running()?;
    build_with(&tools, release)?;
    Ok(tools)
}

/// Builds everything with tools that are there.
pub(crate) fn build_with(tools: &Tools, release: bool) -> Result {
    guests_and_web(tools)?;
    kernel(release)
}

/// Builds everything and every test. With what tests depend on, some of what the kernel depends on has more features, and so
/// has the kernel that its tests run and that they leave for whatever comes after them: it is compiled only so.
pub(crate) fn build_with_tests(tools: &Tools) -> Result {
    guests_and_web(tools)?;
    step("kernel and tests");
    let mut build = cargo();
    build.args(["test", "--workspace", "--no-run"]);
    run(&mut build, "building the kernel and the tests")
}

/// The plugins and the front end; the kernel's tests need these as well.
pub(crate) fn guests_and_web(tools: &Tools) -> Result {
    let plugins = plugins()?;
    guests(&tools.wasm, &plugins)?;
    web::build()?;
    lay_out(&plugins)
}

/// The plugins, with whatever front end is built already: the quick turn while writing a plugin.
pub(crate) fn plugins_only() -> Result {
    let plugins = plugins()?;
    guests(&setup::for_plugins()?, &plugins)?;
    lay_out(&plugins)
}

/// What the contract is made of: the kernel's routes and the plugins' manifests, without a front end.
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

fn kernel(release: bool) -> Result {
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

/// What the compiler made of a plugin, before it is a component.
fn core_of(plugin: &PluginSource) -> PathBuf {
    let file = plugin.package.replace('-', "_") + ".wasm";
    at(GUEST_TARGET)
        .join("wasm32-unknown-unknown/guest")
        .join(file)
}
