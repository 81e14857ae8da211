//! The platform that an author's plugin runs on, in `witverse plugin dev` and in the standard suites of `witverse plugin test`: a
//! kernel in this process, on a database that is deleted at the end, with the world of the demo module.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use witverse_kernel::app::{App, Options, Resources, StartError, component_cache, listen};
use witverse_kernel::clock::Rng;
use witverse_kernel::config::Config;
use witverse_kernel::demo;
use witverse_kernel::identity::HashCost;
use witverse_kernel::secret::Secret;
use witverse_runtime::{AotCache, Compiler, Recorder};

use super::build;
use super::file_error::at;
use super::platform_client::Platform;

/// An author uploads more often than an operator.
const RATE_FACTOR: u32 = 1_000;
/// The passwords of the accounts are in the documentation, and the database is deleted at the end.
const HASH_COST: HashCost = HashCost {
    memory_kib: 64,
    passes: 1,
};
/// The cache of compiled components, below the folder for what stays.
const CACHE: &str = "cache";

/// How a workshop differs from a platform.
pub(super) struct WorkshopOptions<'a> {
    /// The sources of the plugin.
    pub(super) folder: &'a Path,
    /// 0 takes any free one.
    pub(super) port: u16,
    pub(super) bundles: Option<&'a PathBuf>,
    pub(super) web: Option<&'a PathBuf>,
    /// A filter as in the configuration.
    pub(super) log: &'a str,
    pub(super) recorder: Arc<dyn Recorder>,
    /// Whether events are delivered and timers fire.
    pub(super) relays: bool,
}

/// A running platform with the world for plugins.
pub(super) struct Workshop {
    pub(super) app: Arc<App>,
    pub(super) url: String,
    resources: Resources,
    stop: oneshot::Sender<()>,
    server: JoinHandle<std::io::Result<()>>,
    _data: TempDir,
}

impl Workshop {
    pub(super) async fn start(config: Config, with: WorkshopOptions<'_>) -> Result<Self, String> {
        let data = TempDir::new().map_err(|error| error.to_string())?;
        // PostgreSQL refuses to run as root and gets an account of its own, which has to reach its folder.
        fs::set_permissions(data.path(), fs::Permissions::from_mode(0o711))
            .map_err(at(data.path()))?;
        // The compiled components of the platform's plugins are kept for the next start, with the secret that seals them.
        let kept = kept_folder(with.folder)?;
        let mut config = configured(config, &with, data.path());
        config.secret = Some(kept_secret(&kept)?);
        witverse_kernel::telemetry::log(&config.log)?;
        let sentence = |error: StartError| error.to_string();
        let listener = listen(&config).await.map_err(sentence)?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        config.http.port = address.port();
        let url = config.base_url();
        let options = Options {
            cache_folder: Some(kept.join(CACHE)),
            recorder: Some(with.recorder),
            relays: with.relays,
            hash_cost: HASH_COST,
            ..Options::default()
        };
        let (app, resources) = App::start(config, options).await.map_err(sentence)?;
        if let Err(error) = demo::seed_plugin_world(&app).await {
            resources.release(app).await;
            return Err(format!("the world was not made: {error}"));
        }
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = app.clone();
        let server = tokio::spawn(async move {
            let until = async move { drop(stopped.await) };
            witverse_kernel::http::serve(&serving, listener, until).await
        });
        Ok(Self {
            app,
            url,
            resources,
            stop,
            server,
            _data: data,
        })
    }

    /// The platform as its operator sees it.
    pub(super) fn platform(&self) -> Platform {
        Platform {
            url: self.url.clone(),
            world: demo::PLUGIN_WORLD.into(),
            token: None,
            email: Some(demo::OPERATOR.into()),
            password: Some(demo::PASSWORD.into()),
        }
    }

    /// Ends the platform and deletes its database.
    pub(super) async fn stop(self) {
        drop(self.stop);
        // Its error was logged.
        let _ = self.server.await;
        self.resources.release(self.app).await;
    }
}

fn configured(mut config: Config, with: &WorkshopOptions<'_>, data: &Path) -> Config {
    config.http.port = with.port;
    config.http.route_rate_factor = RATE_FACTOR;
    config.data_dir = data.to_owned();
    config.database_url = None;
    config.dev.mailbox = true;
    config.log.filter = with.log.into();
    if let Some(folder) = with.bundles {
        config.bundles.clone_from(folder);
    }
    if let Some(folder) = with.web {
        config.web.clone_from(folder);
    }
    config
}

/// The folder for what stays from start to start.
fn kept_folder(folder: &Path) -> Result<PathBuf, String> {
    Ok(build::target_folder(folder)?.join("witverse-dev"))
}

/// A secret that stays the same from start to start.
fn kept_secret(folder: &Path) -> Result<String, String> {
    let file = folder.join("secret");
    if let Ok(known) = fs::read_to_string(&file) {
        return Ok(known);
    }
    let bytes: [u8; 32] = Rng::default().bytes();
    let secret = witverse_kernel::secret::hex(&bytes);
    fs::create_dir_all(folder).map_err(at(folder))?;
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&file)
        .and_then(|mut file| file.write_all(secret.as_bytes()))
        .map_err(at(&file))?;
    Ok(secret)
}

/// The compiled components of a workshop, so that a component is compiled once for `test`, `dev` and `replay`.
pub(super) fn kept_components(folder: &Path) -> Result<AotCache, String> {
    let kept = kept_folder(folder)?;
    let secret = Secret::of_text(&kept_secret(&kept)?);
    Ok(component_cache(&kept.join(CACHE), &secret, Compiler::Here))
}
