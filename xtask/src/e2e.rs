//! `cargo xtask e2e`: browser journeys against a running platform of their own.

use crate::setup::{self, Tools};
use crate::shell::{command, run_watching};
use crate::test::{Counts, passed_and_failed};
use crate::workspace::at;
use crate::{Result, build};

/// Builds and runs the journeys; words are passed on (a name runs one journey).
pub(crate) fn e2e(words: &[&str]) -> Result<Counts> {
    let tools = setup::everything()?;
    build::build_with(&tools, false)?;
    let counts = journeys(&tools, words)?;
    match counts.failed {
        0 => Ok(counts),
        failed => Err(format!("{failed} journeys failed")),
    }
}

/// Runs the journeys on what is built; their last line says `N passed, N failed`.
pub(crate) fn journeys(tools: &Tools, words: &[&str]) -> Result<Counts> {
    if !at("e2e/run.mjs").is_file() {
        return Err("e2e/run.mjs is missing".into());
    }
    let mut node = command("node");
    node.arg("e2e/run.mjs")
        .args(words)
        .env("KERNEL_BIN", build::kernel_program(false))
        .env("WITVERSE_BUNDLES", at(build::BUNDLES))
        .env("WITVERSE_WEB", at(build::WEB));
    let mut counts = None;
    let ended = run_watching(tools.show_to(&mut node), "browser journeys", |line| {
        counts = passed_and_failed(line).or(counts);
    });
    match (counts, ended) {
        (Some(counts), Ok(())) => Ok(counts),
        (Some(counts), Err(_)) if counts.failed > 0 => Ok(counts),
        (_, Err(why)) => Err(why),
        (None, Ok(())) => Err("e2e/run.mjs did not say how many journeys passed".into()),
    }
}
