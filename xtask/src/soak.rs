//! `cargo xtask soak`: suites that are too long for every change.
//!
//! Each is a test of the normal suite in its long form: the same code, told by `SOAK` to go on for longer.

use crate::shell::{cargo, run, step};
use crate::{Result, build};

struct Suite {
    name: &'static str,
    what: &'static str,
    package: &'static str,
    /// The name of the test, as cargo knows it.
    test: &'static str,
}

const SUITES: &[Suite] = &[Suite {
    name: "sign-up-crash",
    what: "sign-ups while kernel and database are killed: none is half done, none that was acknowledged is lost",
    package: "witverse-testing",
    test: "sign_ups_survive_crashes",
}];

/// Runs the suite `name`, or all of them.
pub(crate) fn soak(name: Option<&str>) -> Result {
    let chosen: Vec<&Suite> = SUITES
        .iter()
        .filter(|suite| name.is_none_or(|name| name == suite.name))
        .collect();
    if chosen.is_empty() {
        let names: Vec<_> = SUITES.iter().map(|suite| suite.name).collect();
        return Err(format!(
            "there is no such suite; there are: {}",
            names.join(", ")
        ));
    }
    let tools = build::build(true)?;
    let mut failed = Vec::new();
    for suite in chosen {
        step(format!("{}: {}", suite.name, suite.what));
        let mut test = cargo();
        test.args(["test", "--release", "--package", suite.package, suite.test])
            .args(["--", "--include-ignored", "--nocapture"])
            .env("SOAK", "1");
        if run(tools.show_to(&mut test), suite.name).is_err() {
            failed.push(suite.name);
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}
