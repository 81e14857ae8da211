//! `cargo xtask e2e`: browser journeys against a running platform of their own, with Playwright's test runner.

use crate::counts::{Counts, passed_and_failed};
use crate::setup::{self, Tools, firefox};
use crate::shell::{command, run_watching};
use crate::workspace::at;
use crate::{Result, build, examples};

/// The names of the projects in `e2e/playwright.config.ts`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Project {
    /// Every journey.
    Journeys,
    /// The same with screenshots, in every combination of width, language and theme.
    Looks,
    /// Measurements of the front end, printed beside their targets.
    Figures,
    /// The pages and a first hour in Debian's Firefox, which is installed first.
    Firefox,
}

impl Project {
    const fn name(self) -> &'static str {
        match self {
            Self::Journeys => "journeys",
            Self::Looks => "looks",
            Self::Figures => "figures",
            Self::Firefox => "firefox",
        }
    }
}

/// Builds, and runs the journeys whose file or name matches one of `patterns`; all without a pattern.
pub(crate) fn e2e(patterns: &[&str]) -> Result {
    build_and_run(Project::Journeys, patterns)
}

/// Builds and runs a project; an error if a test failed.
pub(crate) fn build_and_run(project: Project, patterns: &[&str]) -> Result {
    let tools = setup::everything()?;
    build::build_with(&tools, false)?;
    // A journey installs one.
    examples::test(&tools, examples::Which::All)?;
    match playwright(&tools, project, patterns, &mut Vec::new())?.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} browser tests failed")),
    }
}

/// Runs a project on an existing build and adds the names of its failed tests to `failures`; the last line of the run
/// is `N passed, N failed`.
pub(crate) fn playwright(
    tools: &Tools,
    project: Project,
    patterns: &[&str],
    failures: &mut Vec<String>,
) -> Result<Counts> {
    let mut npx = command("npx");
    npx.current_dir(at("e2e"))
        .args(["playwright", "test", "--project", project.name()])
        .env("KERNEL_BIN", build::kernel_program(false))
        .env("WITVERSE_BUNDLES", at(build::BUNDLES))
        .env("WITVERSE_WEB", at(build::WEB));
    if matches!(project, Project::Firefox) {
        npx.env("FIREFOX_BIN", firefox::find_or_install()?);
    }
    if !patterns.is_empty() {
        npx.env("E2E_BY_NAME", "1");
        npx.args(["--grep", &patterns.join("|")]);
    }
    let mut counts = None;
    let ended = run_watching(tools.set_env(&mut npx), "browser tests", |line| {
        counts = passed_and_failed(line).or(counts);
        failures.extend(line.strip_prefix("FAILED  ").map(str::to_owned));
    });
    match (counts, ended) {
        (Some(counts), Ok(())) => Ok(counts),
        (Some(counts), Err(_)) if counts.failed > 0 => Ok(counts),
        (_, Err(why)) => Err(why),
        (None, Ok(())) => Err("Playwright did not say how many tests passed".into()),
    }
}
