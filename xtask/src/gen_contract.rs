//! `cargo xtask gen`: the routes of the plugins with their schemas (`routes.json`), the API contract and the TypeScript types made
//! from it, all committed.
//!
//! The plugins describe their routes from the types of their handlers; the kernel prints the contract from its own routes and theirs.

use crate::Result;
use crate::build;
use crate::shell::{capture, cargo, command, run, step};
use crate::workspace::{at, plugins, read, write, write_if_changed};

const CONTRACT: &str = "sdk/api-client/openapi.json";
const TYPES: &str = "sdk/api-client/src/schema.ts";

/// Builds and writes the files.
pub(crate) fn update() -> Result {
    routes_of_plugins()?;
    build::contract_parts()?;
    let contract = contract()?;
    if write_if_changed(&at(CONTRACT), contract.as_bytes())? {
        step(format!("{CONTRACT} has changed"));
    }
    types()
}

/// Each plugin has a test that compares its `routes.json`, or writes it.
fn routes_of_plugins() -> Result {
    step("routes of the plugins");
    let mut describe = cargo();
    describe.args(["test", "--quiet", "--lib", "routes_json_is_up_to_date"]);
    for plugin in plugins()? {
        describe.args(["--package", &plugin.package]);
    }
    run(
        describe.env("WITVERSE_UPDATE", "1"),
        "describing the routes",
    )
}

/// Builds, and fails if the committed files differ from the generated ones.
pub(crate) fn check() -> Result {
    build::contract_parts()?;
    check_built()
}

/// The same without building.
pub(crate) fn check_built() -> Result {
    let before = [CONTRACT, TYPES].map(|file| read(&at(file)).unwrap_or_default());
    let contract = contract()?;
    let stale_contract = contract != before[0];
    // The generator works in place, so the committed file is restored afterwards.
    write(&at(CONTRACT), &contract)?;
    let made = types();
    let types = read(&at(TYPES)).unwrap_or_default();
    for (file, content) in [CONTRACT, TYPES].iter().zip(&before) {
        write_if_changed(&at(file), content.as_bytes())?;
    }
    made?;
    match stale_contract || types != before[1] {
        false => Ok(()),
        true => Err(format!(
            "{CONTRACT} or {TYPES} is stale; run `cargo xtask gen` and commit both"
        )),
    }
}

fn contract() -> Result<String> {
    let mut kernel = command(build::kernel_program(false));
    let text = capture(
        kernel
            .args(["openapi", "--bundles"])
            .arg(at(build::BUNDLES)),
        "witverse openapi",
    )?;
    let json: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| format!("`witverse openapi` did not print JSON: {error}"))?;
    let mut pretty = serde_json::to_string_pretty(&json).map_err(|error| error.to_string())?;
    pretty.push('\n');
    Ok(pretty)
}

fn types() -> Result {
    let mut npm = command("npm");
    run(
        npm.args(["run", "--silent", "gen", "-w", "@witverse/api-client"]),
        "generating the TypeScript types",
    )
}
