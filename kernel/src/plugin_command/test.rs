//! `witverse plugin test`: builds a plugin, checks its bundle, runs its author's tests, and then the standard suites.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use witverse_kernel::config::Config;
use witverse_kernel::plugins::{Bundle, Kind};

use super::suites::{self, Suite, Suites};
use super::{build, packaging};

/// The exit code if a suite has failed.
const FAILED: u8 = 9;

#[derive(Args)]
pub(crate) struct Test {
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// The folder of the platform's bundles
    #[arg(long)]
    bundles: Option<PathBuf>,
    /// Run this standard suite alone; can be repeated
    #[arg(long = "suite", value_enum, conflicts_with = "no_suites")]
    chosen: Vec<Suite>,
    /// Run the plugin's own tests alone
    #[arg(long)]
    no_suites: bool,
    /// The package of the last release, for the suite upgrade
    #[arg(long, value_name = "FILE.verse")]
    from: Option<PathBuf>,
}

pub(super) async fn run(test: &Test, config: Config) -> Result<ExitCode, String> {
    if test.chosen.contains(&Suite::Upgrade) && test.from.is_none() {
        return Err("the suite upgrade needs the last release: --from FILE.verse".into());
    }
    let built = build::build(&test.folder)?;
    let bundles = test.bundles.as_ref().unwrap_or(&config.bundles);
    packaging::check(&test.folder, bundles)?;
    build::test(&test.folder)?;
    if test.no_suites {
        return Ok(ExitCode::SUCCESS);
    }
    let bundle = Bundle::read(&built).map_err(|error| error.reason().to_owned())?;
    if bundle.manifest.plugin.kind == Kind::System {
        println!(
            "The standard suites are for plugins of worlds; this one is a part of a platform."
        );
        return Ok(ExitCode::SUCCESS);
    }
    let suites = Suites {
        folder: &test.folder,
        built: &built,
        bundles: test.bundles.as_ref(),
        chosen: &test.chosen,
        from: test.from.as_deref(),
    };
    match suites::run(suites, config).await? {
        0 => Ok(ExitCode::SUCCESS),
        1 => {
            println!("One suite has failed.");
            Ok(ExitCode::from(FAILED))
        }
        failed => {
            println!("{failed} suites have failed.");
            Ok(ExitCode::from(FAILED))
        }
    }
}
