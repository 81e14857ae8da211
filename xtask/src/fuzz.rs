//! Fuzzing of the contract: `e2e/fuzz.mjs` starts a kernel, and schemathesis generates requests from the OpenAPI
//! document. Short in `cargo xtask test`, long in `cargo xtask soak contract`.

use crate::Result;
use crate::build;
use crate::counts::{Counts, passed_and_failed};
use crate::setup::{self, Tools};
use crate::shell::{self, run_watching};
use crate::workspace::at;

/// Seconds of fuzzing as each of a visitor, a member and the administrator.
pub(crate) const SHORT_S: u32 = 18;
pub(crate) const LONG_S: u32 = 600;

/// Builds and fuzzes, for this many seconds as each of the three.
pub(crate) fn command(words: &[&str]) -> Result {
    let seconds = match words {
        [] => SHORT_S,
        [seconds] => seconds
            .parse()
            .map_err(|_| format!("`{seconds}` is not a number of seconds"))?,
        _ => return Err("fuzz takes a number of seconds".into()),
    };
    let tools = build::build(false)?;
    all_passed(fuzz(&tools, false, seconds)?)
}

/// An error if there were findings.
pub(crate) fn all_passed(counts: Counts) -> Result {
    match counts.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} of the runs of contract fuzzing failed")),
    }
}

/// Fuzzes an existing build; the last line of the run is `N passed, N failed`.
pub(crate) fn fuzz(tools: &Tools, release: bool, seconds: u32) -> Result<Counts> {
    let schemathesis = setup::for_fuzzing()?;
    let mut node = shell::command("node");
    node.arg("e2e/fuzz.mjs")
        .arg(seconds.to_string())
        .env("SCHEMATHESIS", schemathesis)
        .env("KERNEL_BIN", build::kernel_program(release))
        .env("WITVERSE_BUNDLES", at(build::BUNDLES))
        .env("WITVERSE_WEB", at(build::WEB));
    let mut counts = None;
    let ended = run_watching(tools.set_env(&mut node), "contract fuzzing", |line| {
        counts = passed_and_failed(line).or(counts);
    });
    match (counts, ended) {
        (Some(counts), Ok(())) => Ok(counts),
        (Some(counts), Err(_)) if counts.failed > 0 => Ok(counts),
        (_, Err(why)) => Err(why),
        (None, Ok(())) => Err("e2e/fuzz.mjs did not say what it found".into()),
    }
}
