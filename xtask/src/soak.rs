//! `cargo xtask soak [NAME] [seed=N]`: suites that are too long for every change.
//!
//! They are the tests of each change in their long form, and live where those do; this only builds and starts them.

use crate::shell::{cargo, run};
use crate::{Result, build, fuzz};

/// The one suite that is not a Rust program.
const CONTRACT: &str = "contract";

pub(crate) fn soak(words: &[&str]) -> Result {
    let name = words
        .iter()
        .find(|word| !word.starts_with("seed="))
        .copied();
    let tools = build::build(true)?;
    let mut found = Vec::new();
    if name != Some(CONTRACT) {
        let mut soak = cargo();
        soak.args(["run", "--release", "--quiet"])
            .args(["--package", "witverse-testing", "--bin", "soak", "--"])
            .args(words);
        found.extend(run(tools.show_to(&mut soak), "the long suites").err());
    }
    if name.is_none_or(|name| name == CONTRACT) {
        let fuzzed = fuzz::fuzz(&tools, true, fuzz::LONG_S).and_then(fuzz::all_passed);
        found.extend(fuzzed.err());
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(found.join("; ")),
    }
}
