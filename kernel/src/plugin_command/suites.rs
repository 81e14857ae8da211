//! The standard suites of `witverse plugin test`: what every plugin for worlds must do, on a platform of its own. Each suite
//! installs the built plugin anew and prints one line. The rules of the plugin are not tested here, but by its author.

mod bed;
mod calls;
mod capability;
mod install;
mod outcome;
mod people;
mod quota;
mod routes;
mod schema;
mod state;
mod trap;
mod upgrade;
mod watcher;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use bed::TestBed;
use clap::ValueEnum;
use outcome::Outcome;
use watcher::Watcher;
use witverse_kernel::config::Config;

use super::workshop::{Workshop, WorkshopOptions};

/// Errors of the platform itself. Failures of the plugin are in the results.
const LOG: &str = "error,plugin=off,witverse_kernel::plugins::call_errors=off";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Suite {
    /// Installs, is healthy, and leaves nothing after its uninstall
    Install,
    /// Works or answers clearly without each permission
    Capability,
    /// Lets in the people that its policies name, and survives bad requests
    Routes,
    /// Undoes everything if a call ends after any host call
    Trap,
    /// Answers with its space, its log and its messages used up
    Quota,
    /// Comes from the last release and goes back; needs --from
    Upgrade,
}

impl Suite {
    fn name(self) -> String {
        let value = self.to_possible_value();
        value
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default()
    }
}

/// Which suites run, and on what.
pub(super) struct Suites<'a> {
    /// The sources of the plugin.
    pub(super) folder: &'a Path,
    /// Its built bundle.
    pub(super) built: &'a Path,
    pub(super) bundles: Option<&'a PathBuf>,
    /// All if empty.
    pub(super) chosen: &'a [Suite],
    /// The last release.
    pub(super) from: Option<&'a Path>,
}

/// Runs the suites; returns how many have failed.
pub(super) async fn run(suites: Suites<'_>, config: Config) -> Result<usize, String> {
    let started = Instant::now();
    let watcher = Arc::new(Watcher::default());
    let options = WorkshopOptions {
        folder: suites.folder,
        port: 0,
        bundles: suites.bundles,
        web: None,
        log: LOG,
        recorder: watcher.clone(),
        // Between the calls of a suite nothing else of the plugin runs.
        relays: false,
    };
    let workshop = Workshop::start(config, options).await.map_err(|error| {
        format!("the standard suites need a platform, which did not start (--no-suites leaves them out): {error}")
    })?;
    println!(
        "Standard suites, on a platform of their own (started in {:.1} s):",
        started.elapsed().as_secs_f64()
    );
    let failed = run_on(&suites, &workshop, watcher).await;
    workshop.stop().await;
    failed
}

async fn run_on(
    suites: &Suites<'_>,
    workshop: &Workshop,
    watcher: Arc<Watcher>,
) -> Result<usize, String> {
    let bed = TestBed::new(workshop, watcher, suites.folder, suites.built).await?;
    let mut failed = 0;
    for suite in Suite::value_variants() {
        if !suites.chosen.is_empty() && !suites.chosen.contains(suite) {
            continue;
        }
        let started = Instant::now();
        let outcome = match (suite, suites.from) {
            (Suite::Install, _) => install::run(&bed).await,
            (Suite::Capability, _) => capability::run(&bed).await,
            (Suite::Routes, _) => routes::run(&bed).await,
            (Suite::Trap, _) => trap::run(&bed).await,
            (Suite::Quota, _) => quota::run(&bed).await,
            (Suite::Upgrade, Some(release)) => upgrade::run(&bed, release).await,
            (Suite::Upgrade, None) => continue,
        };
        let failures = report(*suite, started, outcome);
        if failures {
            failed += 1;
            // A suite that has ended early leaves its install, and a plugin is installed once in a world.
            for install in bed.world.installed().await? {
                bed.world.uninstall(&install).await?;
            }
        }
    }
    Ok(failed)
}

/// Prints the line of a suite and its failures; returns whether there are any.
fn report(suite: Suite, started: Instant, outcome: Outcome) -> bool {
    let (word, note, failures) = match outcome {
        Ok(Ok(note)) => ("passed", note, Vec::new()),
        Ok(Err(failures)) => ("FAILED", String::new(), failures),
        Err(reason) => ("FAILED", String::new(), vec![reason]),
    };
    let seconds = started.elapsed().as_secs_f64();
    let line = format!("  {:<11}{word} {seconds:>5.1} s  {note}", suite.name());
    println!("{}", line.trim_end());
    for failure in &failures {
        println!("    - {failure}");
    }
    !failures.is_empty()
}
