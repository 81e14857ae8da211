//! The commands for developers and CI: `cargo xtask <command>`.
//!
//! One file per command. Nothing here is part of the product, and the product does not depend on it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool talks to its terminal"
)]

mod bench;
mod build;
mod counts;
mod docs;
mod e2e;
mod examples;
mod fuzz;
mod gen_contract;
mod lint;
mod run;
mod sdk;
mod setup;
mod shell;
mod soak;
mod supply_chain;
mod test;
mod tidy;
mod tutorial;
mod workspace;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <command>

  run    [--port N] [--data-dir DIR] [--database-url URL] [--release]
                     get what is missing, build, start with demo content
  test               everything that CI checks; the last line says `N passed, N failed`
  setup              get what is missing on this machine: WebAssembly target, PostgreSQL, npm packages, Chromium
  build  [--release | --plugins]
                     kernel, plugins and front end, laid out under target/bundles; or the plugins alone
  sdk                what authors of plugins need outside of this repository, packed into target/sdk
  docs               the reference of the SDK in target/docs: rustdoc and TypeDoc
  examples           builds and tests the plugins in examples/ and the templates, with the packed SDK
  tutorial           runs docs/plugin-in-ten-minutes.md word for word, outside of this repository
  lint               formatting, clippy, tidy, Biome, tsc
  tidy               the rules of this repository that no other tool knows
  gen    [--check]   the API contract and the TypeScript types made from it
  e2e [NAME …]       browser journeys whose file or name matches
  fuzz   [SECONDS]   generated input against the API contract, as a visitor, a member and the administrator
  bench [NAME …]     figures, side by side; `paint` is the front end's
  soak [NAME …]      long suites; `contract` is the generated input, `looks [NAME …]` the browser journeys with pictures of
                     every screen, `uploads` the cases of the draft of resumable uploads, `docs` the reference of the SDK,
                     `supply-chain` what others wrote, `wast` the component model's test files in the folder that WITVERSE_WAST names
";

/// Builds and tests the plugins in `examples` and the templates, with a new kernel.
fn examples() -> Result {
    let tools = setup::for_running()?;
    build::contract_parts()?;
    examples::test(&tools, examples::Which::All).map(drop)?;
    examples::compile_templates(&tools)
}

/// Runs the tutorial with a new kernel, on the front end as it is built.
fn tutorial() -> Result {
    let tools = setup::for_running()?;
    build::contract_parts()?;
    tutorial::run(&tools).map(drop)
}

/// The result of a command: success, or one sentence with the problem and the remedy.
type Result<T = ()> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["run", options @ ..] => run::run(options),
        ["test"] => return test::test(),
        ["setup"] => setup::everything().map(drop),
        ["build"] => build::build(false).map(drop),
        ["build", "--release"] => build::build(true).map(drop),
        ["build", "--plugins"] => build::plugins_only(),
        ["sdk"] => sdk::pack(),
        ["examples"] => examples(),
        ["tutorial"] => tutorial(),
        ["docs"] => docs::build(),
        ["lint"] => lint::lint(),
        ["tidy"] => tidy::tidy().map(drop),
        ["gen"] => gen_contract::update(),
        ["gen", "--check"] => gen_contract::check(),
        ["e2e", patterns @ ..] => e2e::e2e(patterns),
        ["fuzz", options @ ..] => fuzz::command(options),
        ["bench", options @ ..] => bench::bench(options),
        ["soak", words @ ..] => soak::soak(words),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!(
            "`{}` is not a command; here is what there is:\n\n{HELP}",
            words.join(" ")
        )),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}
