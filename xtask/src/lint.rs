//! `cargo xtask lint`: static checks.

use crate::Result;
use crate::shell::{cargo, command, run, step};
use crate::tidy;
use std::process::Command;

/// A check and its name.
pub(crate) struct Check {
    pub(crate) name: &'static str,
    /// Whether it is about the front end, and so needs nothing that cargo builds.
    pub(crate) is_web: bool,
    pub(crate) run: fn() -> Result,
}

/// All checks but clippy, the fastest first.
pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "formatting",
        is_web: false,
        run: || {
            run(
                cargo().args(["fmt", "--all", "--check"]),
                "cargo fmt --check (mend with `cargo fmt --all`)",
            )
        },
    },
    Check {
        name: "tidy",
        is_web: false,
        run: || tidy::tidy().map(drop),
    },
    Check {
        name: "biome",
        is_web: true,
        run: || npm("lint", "Biome (mend with `npm run format`)"),
    },
    Check {
        name: "tsc",
        is_web: true,
        run: || npm("typecheck", "the TypeScript compiler"),
    },
];

/// Makes clippy the compiler of the workspace's crates, with warnings as errors: a build of the tests then checks them as well,
/// and nothing is compiled for the lints alone. Guests are checked along with everything else, as code for this machine.
pub(crate) fn with_clippy(cargo: &mut Command) -> &mut Command {
    cargo
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
        .env("CLIPPY_ARGS", "-Dwarnings")
}

pub(crate) fn lint() -> Result {
    crate::setup::for_running()?;
    let mut failed = Vec::new();
    let clippy = Check {
        name: "clippy",
        is_web: false,
        run: || {
            let mut clippy = cargo();
            clippy.args(["clippy", "--workspace", "--all-targets", "--quiet"]);
            run(clippy.args(["--", "--deny", "warnings"]), "clippy")
        },
    };
    for check in CHECKS.iter().chain([&clippy]) {
        step(check.name);
        if let Err(why) = (check.run)() {
            eprintln!("{why}");
            failed.push(check.name);
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}

fn npm(script: &str, what: &str) -> Result {
    run(command("npm").args(["run", "--silent", script]), what)
}
