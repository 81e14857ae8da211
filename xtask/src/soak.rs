//! `cargo xtask soak [NAME]`: suites that are too long for every change.
//!
//! They are the tests of each change in their long form, and live where those do; this only builds and starts them.

use crate::shell::{cargo, run};
use crate::{Result, build};

pub(crate) fn soak(name: Option<&str>) -> Result {
    let tools = build::build(true)?;
    let mut soak = cargo();
    soak.args(["run", "--release", "--quiet"])
        .args(["--package", "witverse-testing", "--bin", "soak", "--"])
        .args(name);
    run(tools.show_to(&mut soak), "the long suites")
}
