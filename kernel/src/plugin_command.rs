//! `witverse plugin …`: the tools of a plugin's author, and of an operator who works in a terminal.

mod build;
mod dev;
mod file_error;
mod front_end;
mod logs;
mod manage;
mod new_plugin;
mod packaging;
mod platform_client;
mod replay;
mod sdk_archives;
mod suites;
mod test;
mod tools;
mod workshop;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use dev::Dev;
use new_plugin::NewPlugin;
use platform_client::{Choice, Platform};
use replay::Replay;
use test::Test;
use witverse_kernel::config::Config;

#[derive(Subcommand)]
pub(crate) enum PluginCommand {
    /// Write a small plugin that works, to begin with
    New(NewPlugin),
    /// Put the SDK of this program into a plugin, in place of an earlier one
    Vendor {
        #[arg(default_value = ".")]
        folder: PathBuf,
        /// The folder of the packed SDK; by default the one beside this program
        #[arg(long)]
        sdk: Option<PathBuf>,
    },
    /// Compile a plugin into its bundle, <folder>/target/bundle
    Build {
        #[arg(default_value = ".")]
        folder: PathBuf,
    },
    /// Build a plugin, check its bundle, run its tests, and then the standard suites; exits with 9 if one of these fails
    Test(Test),
    /// Run a platform of its own with the plugin in a world, and replace the plugin after each change of a file
    Dev(Dev),
    /// Run the built plugin with a call that `plugin dev` has recorded, and print the first difference; exits with 9 if
    /// there is one
    Replay(Replay),
    /// Make the signing key of a publisher, or a new key that replaces an earlier one
    Key {
        /// The first part of the ids of the publisher's plugins, for example acme
        publisher: String,
        /// The key file to write; it must not exist
        #[arg(long)]
        out: PathBuf,
        /// The key file that the new key replaces
        #[arg(long)]
        replaces: Option<PathBuf>,
    },
    /// Check a bundle as a platform does before it installs it
    Check {
        #[arg(default_value = ".")]
        folder: PathBuf,
        /// The folder of the platform's bundles
        #[arg(long)]
        bundles: Option<PathBuf>,
    },
    /// Pack and sign a bundle as <id>-<version>.verse
    Pack {
        #[arg(default_value = ".")]
        folder: PathBuf,
        #[arg(long)]
        key: PathBuf,
        /// The folder of the package; the current one if absent
        #[arg(long, default_value = ".")]
        out: PathBuf,
    },
    /// Sign a package again, for example with a new key
    Sign {
        package: PathBuf,
        #[arg(long)]
        key: PathBuf,
    },
    /// Verify the hashes and the signature of a package, and print what it contains
    Verify { package: PathBuf },
    /// Install a package in a world, with everything that it asks for
    Install {
        package: PathBuf,
        /// A permission to withhold, by its key: users, balance, timers, reward, charge, or a scope like services.events@1.read
        #[arg(long)]
        without: Vec<String>,
        /// What services open to it, for example collections=<id>,<id>; everything of the world if absent
        #[arg(long, value_name = "KIND=IDS")]
        only: Vec<String>,
        /// Agree to the publisher's signing key with this id
        #[arg(long = "agree-key", value_name = "KEY")]
        agreed_key: Option<String>,
        #[command(flatten)]
        platform: Platform,
    },
    /// Change an installed plugin to the version of a package
    Upgrade {
        package: PathBuf,
        /// Print what the version asks for in addition, and change nothing
        #[arg(long)]
        dry_run: bool,
        /// Grant what the version asks for in addition
        #[arg(long)]
        grant_more: bool,
        #[command(flatten)]
        choice: Choice,
        #[command(flatten)]
        platform: Platform,
    },
    /// Go back to the version before the last upgrade
    Rollback(Named),
    /// Finish the last upgrade: remove from the data what only earlier versions needed.
    Finish(Named),
    /// Uninstall a plugin; its data are kept for 30 days
    Uninstall {
        /// Write everything that it holds into this zip file before
        #[arg(long)]
        export: Option<PathBuf>,
        #[command(flatten)]
        of: Named,
    },
    /// Write everything that a plugin holds into a zip file
    Export {
        /// The zip file; it must not exist
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        of: Named,
    },
    /// Print the settings of an installed plugin, or set some of them
    Settings {
        #[command(flatten)]
        of: Named,
        /// key=value; key= goes back to the default
        #[arg(long = "set")]
        values: Vec<String>,
    },
    /// Print the newest lines of a plugin's log, and the failures of its calls, the latest last
    Logs {
        #[command(flatten)]
        of: Named,
        /// Go on printing new lines until Ctrl-C
        #[arg(long)]
        follow: bool,
    },
    /// Print what happened to an installed plugin, the latest first
    Events(Named),
}

/// An installed plugin.
#[derive(Args)]
pub(crate) struct Named {
    /// Its id, for example acme.quiz
    plugin: String,
    #[command(flatten)]
    platform: Platform,
}

impl PluginCommand {
    /// Runs the command and prints its result. The error is one sentence.
    pub(crate) fn run(self, config: Config) -> Result<ExitCode, String> {
        let done = match self {
            Self::Replay(command) => return block_on(replay::run(&command)),
            Self::Test(command) => return block_on(test::run(&command, config)),
            Self::New(new) => new_plugin::write(&new),
            Self::Vendor { folder, sdk } => new_plugin::vendor(&folder, sdk.as_deref()),
            Self::Build { folder } => build::build(&folder).map(drop),
            Self::Dev(dev) => block_on(dev::run(dev, config)),
            Self::Key {
                publisher,
                out,
                replaces,
            } => packaging::make_key(&publisher, &out, replaces.as_deref()),
            Self::Check { folder, bundles } => {
                packaging::check(&folder, bundles.as_deref().unwrap_or(&config.bundles))
            }
            Self::Pack { folder, key, out } => {
                packaging::pack_folder(&folder, &key, &out).map(drop)
            }
            Self::Sign { package, key } => packaging::sign_again(&package, &key),
            Self::Verify { package } => packaging::verify(&package),
            Self::Install {
                package,
                without,
                only,
                agreed_key,
                platform,
            } => block_on(manage::install(
                &package,
                (&without, &only),
                &Choice::of_key(agreed_key),
                &platform,
            )),
            Self::Upgrade {
                package,
                dry_run,
                grant_more,
                choice,
                platform,
            } => block_on(manage::upgrade(
                &package, dry_run, grant_more, &choice, &platform,
            )),
            Self::Rollback(of) => block_on(manage::roll_back(&of.plugin, &of.platform)),
            Self::Finish(of) => block_on(manage::finish(&of.plugin, &of.platform)),
            Self::Uninstall { export, of } => block_on(manage::uninstall(
                &of.plugin,
                export.as_deref(),
                &of.platform,
            )),
            Self::Export { out, of } => block_on(manage::export(&of.plugin, &out, &of.platform)),
            Self::Settings { of, values } => {
                block_on(manage::settings(&of.plugin, &values, &of.platform))
            }
            Self::Logs { of, follow } => block_on(logs::print(&of.plugin, follow, &of.platform)),
            Self::Events(of) => block_on(manage::events(&of.plugin, &of.platform)),
        };
        done.map(|()| ExitCode::SUCCESS)
    }
}

fn block_on<T>(work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?
        .block_on(work)
}
