//! The `witverse` program: command line, exit codes, signals.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program speaks to its terminal"
)]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

mod plugin_command;

use clap::{Args, Parser, Subcommand};
use plugin_command::PluginCommand;
use witverse_kernel::app::{App, Options, StartError, appoint_administrator, check_ledger, listen};
use witverse_kernel::config::Config;
use witverse_kernel::plugins::{Bundle, run_package_check};
use witverse_kernel::{demo, telemetry};
use witverse_runtime::{COMPILE_LIMITS, RuntimeConfig, compile_here};

/// A request makes many small allocations, which are often freed by another thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "witverse", version, about = "The Witverse kernel")]
struct Cli {
    /// A configuration file in place of ./witverse.toml
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the platform
    Serve(Serve),
    /// Maintain the WIT ledger
    #[command(subcommand)]
    Ledger(Ledger),
    /// Appoint administrators of the platform
    #[command(subcommand)]
    Admin(Admin),
    /// Make, run, pack and install plugins
    #[command(subcommand)]
    Plugin(PluginCommand),
    /// Print the OpenAPI document of the kernel and the bundled plugins
    Openapi {
        #[arg(long)]
        bundles: Option<PathBuf>,
    },
    /// Compile a component from standard input to standard output (used by the kernel itself)
    #[command(hide = true)]
    CompileComponent,
    /// Check an unpacked package (used by the kernel itself)
    #[command(hide = true)]
    CheckPackage { folder: PathBuf },
    /// Decode an image from standard input and write its pictures to standard output (used by the kernel itself)
    #[command(hide = true)]
    ProcessImage {
        /// A GLB is an avatar
        #[arg(long)]
        avatar: bool,
    },
}

#[derive(Subcommand)]
enum Ledger {
    /// Check the invariants of the ledger, also beside a running kernel; exits with 8 on a violation
    Check(Database),
}

#[derive(Subcommand)]
enum Admin {
    /// Appoint the person with this email address, also beside a running kernel. Needed for the first administrator, and
    /// for the second one; further ones are proposed and approved by two administrators
    Appoint {
        email: String,
        #[command(flatten)]
        database: Database,
    },
}

#[derive(Args)]
struct Database {
    /// The folder of the embedded database
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// The URL of a PostgreSQL that replaces the embedded one; connects as the owner of the database
    #[arg(long)]
    database_url: Option<String>,
}

#[derive(Args)]
struct Serve {
    /// The port to listen on; 0 takes any free one
    #[arg(long)]
    port: Option<u16>,
    /// The folder of the embedded database, mail, caches and keys
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// A PostgreSQL of your own in place of the embedded one
    #[arg(long)]
    database_url: Option<String>,
    /// The folder of plugin bundles
    #[arg(long)]
    bundles: Option<PathBuf>,
    /// The folder of the built shell
    #[arg(long)]
    web: Option<PathBuf>,
    /// Make demo data at the first start, and serve /dev/mailbox
    #[arg(long)]
    demo: bool,
}

/// The exit code of `ledger check` if it found an error.
const WRONG_BOOKS: u8 = 8;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        Command::CompileComponent => compile_component(),
        Command::CheckPackage { folder } => {
            run_package_check(&folder).map_err(|error| StartError::Other(error.to_string()))
        }
        Command::ProcessImage { avatar } => witverse_kernel::files::process_image(avatar)
            .map_err(|error| StartError::Other(error.to_string())),
        Command::Admin(Admin::Appoint { email, database }) => appoint(cli.config, database, &email),
        Command::Ledger(Ledger::Check(database)) => match check(cli.config, database) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::from(WRONG_BOOKS),
            Err(error) => Err(error),
        },
        Command::Plugin(command) => {
            let ran = Config::load(cli.config.as_deref())
                .map_err(|error| StartError::Config(error.to_string()))
                .and_then(|config| command.run(config).map_err(StartError::Other));
            match ran {
                Ok(code) => return code,
                Err(error) => Err(error),
            }
        }
        Command::Openapi { bundles } => Config::load(cli.config.as_deref())
            .map_err(|error| StartError::Config(error.to_string()))
            .and_then(|config| openapi(&bundles.unwrap_or(config.bundles))),
        Command::Serve(serve) => configured(cli.config, &serve).and_then(|config| {
            telemetry::log(&config.log).map_err(StartError::Config)?;
            tokio::runtime::Builder::new_multi_thread()
                .enable_all()
                .build()
                .map_err(|error| StartError::Other(error.to_string()))?
                .block_on(run(config, serve.demo))
        }),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One line, independent of line breaks in a library's message.
            let text = error.to_string();
            let sentence = text.split_whitespace().collect::<Vec<_>>().join(" ");
            eprintln!("{sentence}");
            ExitCode::from(error.exit_code())
        }
    }
}

fn configured(file: Option<PathBuf>, serve: &Serve) -> Result<Config, StartError> {
    let refused =
        |error: witverse_kernel::config::ConfigError| StartError::Config(error.to_string());
    let mut config = Config::load(file.as_deref()).map_err(refused)?;
    if let Some(port) = serve.port {
        config.http.port = port;
    }
    if let Some(folder) = &serve.data_dir {
        config.data_dir.clone_from(folder);
    }
    if let Some(url) = &serve.database_url {
        config.database_url = Some(url.clone());
    }
    if let Some(folder) = &serve.bundles {
        config.bundles.clone_from(folder);
    }
    if let Some(folder) = &serve.web {
        config.web.clone_from(folder);
    }
    config.dev.mailbox |= serve.demo;
    config.checked().map_err(refused)
}

/// Runs `task` on the configuration of a command that uses the database.
fn on_database<T>(
    file: Option<PathBuf>,
    database: Database,
    task: impl AsyncFnOnce(&Config) -> Result<T, StartError>,
) -> Result<T, StartError> {
    let mut config =
        Config::load(file.as_deref()).map_err(|error| StartError::Config(error.to_string()))?;
    if let Some(folder) = database.data_dir {
        config.data_dir = folder;
    }
    config.database_url = database.database_url.or(config.database_url);
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| StartError::Other(error.to_string()))?
        .block_on(task(&config))
}

fn appoint(file: Option<PathBuf>, database: Database, email: &str) -> Result<(), StartError> {
    let appointed = on_database(file, database, async |config| {
        appoint_administrator(config, email).await
    })?;
    if appointed {
        println!("{email} is an administrator now, after the next login.");
    } else {
        println!("{email} is an administrator already.");
    }
    Ok(())
}

/// Checks the ledger and prints the errors; returns whether it is correct.
fn check(file: Option<PathBuf>, database: Database) -> Result<bool, StartError> {
    let report = on_database(file, database, async |config| check_ledger(config).await)?;
    for finding in &report.findings {
        println!("{finding}");
    }
    println!(
        "{} accounts, {} entries, {} findings",
        report.accounts,
        report.entries,
        report.findings.len()
    );
    Ok(report.findings.is_empty())
}

async fn run(config: Config, with_demo: bool) -> Result<(), StartError> {
    let started = std::time::Instant::now();
    // First, because a port in use is the most common mistake and the fastest to detect.
    let listener = listen(&config).await?;
    let address = listener
        .local_addr()
        .map_err(|error| StartError::Other(error.to_string()))?;
    let (app, resources) = App::start(config, Options::default()).await?;
    if with_demo {
        if let Err(error) = demo::seed(&app).await {
            resources.release(app).await;
            return Err(StartError::Other(format!(
                "Demo data could not be made: {error}."
            )));
        }
        println!("Demo logins (password {}):", demo::PASSWORD);
        for (email, nickname) in demo::logins() {
            println!("  {email:<28} {nickname}");
        }
        // By name: browsers bind passkeys to host names, not to IP addresses.
        let open = if address.ip().is_loopback() {
            format!("http://localhost:{}", address.port())
        } else {
            format!("http://{address}")
        };
        println!("Open {open}");
        println!("Mailbox: {open}/dev/mailbox");
    }
    // Signal handlers are installed before the kernel announces its address.
    let shutdown = shutdown_requested().map_err(|error| StartError::Other(error.to_string()))?;
    tracing::info!(
        elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        "ready"
    );
    println!("ready http://{address}");
    let _ = std::io::stdout().flush();
    let served = witverse_kernel::http::serve(&app, listener, shutdown).await;
    resources.release(app).await;
    served.map_err(|error| StartError::Other(error.to_string()))
}

/// Resolves at Ctrl-C or SIGTERM.
fn shutdown_requested() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("stopping");
    })
}

fn openapi(bundles: &std::path::Path) -> Result<(), StartError> {
    let other = |error: String| StartError::Other(error);
    let mut folders: Vec<PathBuf> = std::fs::read_dir(bundles)
        .map_err(|error| other(format!("{}: {error}", bundles.display())))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("plugin.toml").is_file())
        .collect();
    folders.sort();
    let bundles = folders
        .iter()
        .map(|folder| Bundle::read(folder).map_err(|error| other(error.to_string())))
        .collect::<Result<Vec<_>, _>>()?;
    let document = witverse_kernel::http::openapi_document(bundles.iter());
    let text = serde_json::to_string_pretty(&document).map_err(|error| other(error.to_string()))?;
    println!("{text}");
    Ok(())
}

fn compile_component() -> Result<(), StartError> {
    COMPILE_LIMITS.apply();
    let other = |error: &dyn std::fmt::Display| StartError::Other(error.to_string());
    let mut component = Vec::new();
    std::io::stdin()
        .read_to_end(&mut component)
        .map_err(|error| other(&error))?;
    let compiled =
        compile_here(&component, RuntimeConfig::default()).map_err(|error| other(&error))?;
    std::io::stdout()
        .write_all(&compiled)
        .map_err(|error| other(&error))
}
