//! `cargo xtask bench`: figures, taken side by side in one run. Nothing here passes or fails.

use crate::shell::{cargo, run};
use crate::{Result, build};

pub(crate) fn bench(words: &[&str]) -> Result {
    let tools = build::build(true)?;
    let mut bench = cargo();
    bench
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "witverse-testing",
        ])
        .args(["--bin", "bench", "--"])
        .args(words);
    run(tools.show_to(&mut bench), "the benchmarks")
}
