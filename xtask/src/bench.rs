//! `cargo xtask bench`: benchmark figures of one run. No figure passes or fails; a wrong result of a rush to an event
//! does.

use crate::e2e::{self, Project};
use crate::shell::{cargo, run};
use crate::{Result, build, setup};

/// The figures measured in a browser.
const PAINT: &str = "paint";
/// The figures that are compared with another server.
const ROOMS: &str = "rooms";

pub(crate) fn bench(words: &[&str]) -> Result {
    match words {
        [PAINT] => e2e::build_and_run(Project::Figures, &[]),
        [] => e2e::build_and_run(Project::Figures, &[]).and_then(|()| of_kernel(words)),
        _ => of_kernel(words),
    }
}

fn of_kernel(words: &[&str]) -> Result {
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
    if words.is_empty() || words.contains(&ROOMS) {
        let folder = setup::for_comparing_rooms()?;
        bench.arg(format!("colyseus={}", folder.display()));
    }
    run(tools.set_env(&mut bench), "the benchmarks")
}
