//! The composition of the kernel: starts all parts from a configuration and stops them in order.

mod bootstrap;
mod start_error;

pub use bootstrap::{appoint_administrator, check_ledger, component_cache, create_database};
pub use start_error::StartError;

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use sqlx::postgres::PgPool;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use witverse_runtime::{Compiler, Recorder, Runtime, RuntimeConfig};

use crate::clock::{Clock, Rng};
use crate::config::Config;
use crate::files::{self, Files, ForbiddenDigests, ImageDecoder};
use crate::identity::{ForbiddenWords, HashCost, Identity, Parts};
use crate::installs::{self, Installs};
use crate::mailer::Mailer;
use crate::outbox;
use crate::payments::{BackgroundJobs, Payments};
use crate::permissions::Permissions;
use crate::plugins::{
    HeavyLane, PackageChecker, Platform, PluginRuntime, Registry, install_all, measure_sizes,
    relay, sweeper, timers,
};
use crate::postgres::{Embedded, Liveness, Server, prepare};
use crate::privacy::Privacy;
use crate::push::Push;
use crate::room_effects::RoomEffects;
use crate::rooms::Rooms;
use crate::safety::{self, Safety};
use crate::signing::Statements;
use crate::supervisor::{STEP_LIMIT, Supervisor, step};
use crate::tracking::{self, Tracking};
use crate::unit_of_work::Signals;
use crate::wallet_admin::{self, WalletAdmin, WalletStates};
use crate::web_files::WebFiles;

/// How long requests in progress may take after the shutdown signal.
pub(crate) const DRAIN: Duration = Duration::from_secs(20);
/// How often the embedded database is checked.
const WATCH: Duration = Duration::from_millis(500);
/// How often metrics are collected without a scrape.
const DRAIN_INTERVAL: Duration = Duration::from_secs(5);
/// How often other kernels' changes are read: well within the minute before a new signing key signs.
const RELOAD_INTERVAL: Duration = Duration::from_secs(15);

/// The differences between the program and its tests.
pub struct Options {
    pub clock: Clock,
    pub rng: Rng,
    pub compiler: Compiler,
    /// The program whose subcommands decode images and check packages, in processes of their own; without it, this process does.
    pub program: Option<PathBuf>,
    /// What a password hash costs.
    pub hash_cost: HashCost,
    /// The cache folder of compiled components and compressed files; under the data folder if absent.
    pub cache_folder: Option<PathBuf>,
    /// Folders of bundles in addition to the configured one.
    pub more_bundles: Vec<PathBuf>,
    /// A database that replaces the configured one.
    pub server: Option<Server>,
    /// Whether this kernel delivers events and fires timers. If false, another kernel of the same database does it.
    pub relays: bool,
    /// Records calls of plugins, for their authors.
    pub recorder: Option<Arc<dyn Recorder>>,
}

impl Default for Options {
    fn default() -> Self {
        let program = std::env::current_exe().ok();
        Self {
            clock: Clock::default(),
            rng: Rng::default(),
            compiler: program.clone().map_or(Compiler::Here, Compiler::Subprocess),
            program,
            hash_cost: HashCost::default(),
            cache_folder: None,
            more_bundles: Vec::new(),
            server: None,
            relays: true,
            recorder: None,
        }
    }
}

/// A running kernel.
pub struct App {
    pub config: Config,
    pub platform: Arc<Platform>,
    pub identity: Identity,
    pub safety: Safety,
    pub payments: Payments,
    pub wallet_admin: WalletAdmin,
    pub mailer: Mailer,
    pub files: Files,
    pub installs: Arc<Installs>,
    pub push: Push,
    pub privacy: Privacy,
    pub rooms: Rooms,
    pub web: Arc<WebFiles>,
    pub metrics: PrometheusHandle,
    pub supervisor: Supervisor,
    /// Becomes true when the kernel shuts down.
    pub stop: watch::Sender<bool>,
}

/// The resources under the app; dropped last.
pub struct Resources {
    background: Vec<JoinHandle<()>>,
    embedded: Option<Arc<Mutex<Embedded>>>,
    _lock: File,
}

impl App {
    /// Starts everything but the listener.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn start(
        config: Config,
        options: Options,
    ) -> Result<(Arc<Self>, Resources), StartError> {
        let ahead = u64::from(config.dev.clock_hours) * 3600;
        options.clock.advance(std::time::Duration::from_secs(ahead));
        let lock = bootstrap::claim(&config.data_dir)?;
        let secret = bootstrap::secret(&config)?;
        let metrics = crate::telemetry::metrics();
        let mailer = Mailer::new(&config.mail, &config.data_dir).map_err(StartError::Config)?;

        let (server, embedded) = match options.server {
            Some(server) => (server, None),
            None => bootstrap::server(&config, &secret).await?,
        };
        let pools = prepare(&server, config.database.connections).await?;
        if embedded.is_some() {
            // A data folder has one kernel: all leases belong to a kernel that has stopped.
            outbox::expire_leases(&pools.app, &options.clock)
                .await
                .map_err(|error| StartError::Other(error.to_string()))?;
        }
        let words = Arc::new(ForbiddenWords::default());
        let other = |error: crate::error::Error| StartError::Other(error.to_string());
        words.reload(&pools.app).await.map_err(other)?;
        let signals = Signals::default();
        let identity = Identity::new(Parts {
            pool: pools.app.clone(),
            secret: secret.clone(),
            clock: options.clock.clone(),
            rng: options.rng.clone(),
            config: config.auth.clone(),
            hash_cost: options.hash_cost,
            words: words.clone(),
            mailer: mailer.clone(),
            live: signals.live.clone(),
            rooms: signals.rooms.clone(),
            people: signals.people.clone(),
            base_url: config.base_url(),
        })
        .await
        .map_err(other)?;

        let statements = Statements::load(&pools.app, &secret, &options.clock)
            .await
            .map_err(other)?;
        let platform = Arc::new(Platform {
            pools: pools.clone(),
            signals,
            clock: options.clock,
            rng: options.rng,
            permissions: Arc::new(Permissions::new(&[]).map_err(StartError::Other)?),
            registry: Arc::new(Registry::default()),
            heavy_lane: HeavyLane::start().map_err(|error| StartError::Other(error.to_string()))?,
            words,
            origin: config.base_url(),
            files_origin: config.files.cdn_origin.clone().unwrap_or_default(),
            statements: Arc::new(statements),
            tracked_carriers: tracking::carriers(&config.tracking),
            seal_key: secret.derive("sealed by plugins"),
        });
        let safety = Safety::new(safety::Parts {
            pool: pools.app.clone(),
            clock: platform.clock.clone(),
            rng: platform.rng.clone(),
            identity: identity.clone(),
            mailer: mailer.clone(),
            registry: platform.registry.clone(),
            signals: platform.signals.clone(),
            base: config.base_url(),
        });
        let wallet_admin = WalletAdmin::new(wallet_admin::Parts {
            pool: pools.app.clone(),
            clock: platform.clock.clone(),
            rng: platform.rng.clone(),
            identity: identity.clone(),
            mailer: mailer.clone(),
            signals: platform.signals.clone(),
            states: WalletStates {
                registry: platform.registry.clone(),
                rng: platform.rng.clone(),
                clock: platform.clock.clone(),
            },
            base: config.base_url(),
        });
        let payments = Payments::new(&platform, &identity, &mailer, &secret, &config)
            .map_err(StartError::Config)?;
        let push = Push::new(&pools.app, &platform.clock, &platform.rng, &secret, &config)
            .map_err(StartError::Config)?;
        let files = Files::new(files::Parts {
            platform: platform.clone(),
            identity: identity.clone(),
            config: &config,
            decoder: options
                .program
                .clone()
                .map_or(ImageDecoder::Here, ImageDecoder::Subprocess),
            scanners: vec![Arc::new(ForbiddenDigests {
                pool: pools.app.clone(),
            })],
        })
        .map_err(StartError::Config)?;
        let sizes = RuntimeConfig::default();
        let runtime = match options.recorder {
            None => Runtime::new(sizes),
            Some(recorder) => Runtime::recording(sizes, recorder),
        };
        let runtime: Arc<PluginRuntime> =
            Arc::new(runtime.map_err(|error| StartError::Other(format!("{error:#}")))?);
        let caches = options
            .cache_folder
            .unwrap_or_else(|| config.data_dir.join("cache"));
        let cache = component_cache(&caches, &secret, options.compiler);
        let mut folders = vec![config.bundles.as_path()];
        folders.extend(options.more_bundles.iter().map(PathBuf::as_path));
        if let Err(error) = install_all(&platform, &runtime, &cache, &folders).await {
            // Connections that outlive the embedded database log their end beside the reason.
            pools.close().await;
            return Err(error.into());
        }
        let installs = Arc::new(Installs::new(installs::Parts {
            platform: platform.clone(),
            runtime,
            audit: identity.audit.clone(),
            cache,
            checker: options
                .program
                .map_or(PackageChecker::Here, PackageChecker::Subprocess),
            folder: caches.join("packages"),
        }));
        installs.reload().await.map_err(other)?;

        let web = Arc::new(read_web(&config, &platform)?);
        let (stop, stopped) = watch::channel(false);
        let embedded = embedded.map(|embedded| Arc::new(Mutex::new(embedded)));
        let privacy = Privacy::new(platform.clone(), identity.clone());
        let rooms = Rooms::new(&platform, &identity, &secret)
            .map_err(|error| StartError::Other(format!("the thread of the rooms: {error}")))?;
        platform.signals.rooms.start(rooms.hub().clone());
        let supervisor = Supervisor::new(stopped.clone());
        let background = Background {
            supervisor: &supervisor,
            stopped: &stopped,
        };
        let mut tasks = vec![compress(web.clone(), caches.join("web"), stopped.clone())];
        tasks.push(background.start("privacy", &privacy, Privacy::run));
        tasks.push(background.start("payments", &payments.background, BackgroundJobs::run));
        if let Some(tracking) = Tracking::from_config(&platform, &config) {
            tasks.push(background.start("tracking", &tracking, Tracking::run));
        }
        tasks.push(background.start("wallet_admin", &wallet_admin, WalletAdmin::run));
        tasks.push(background.start("push", &push, Push::run));
        tasks.push(background.start("files", &files, Files::run));
        tasks.push(background.start("installs", &installs, Installs::run));
        tasks.push(background.start("plugin updates", &installs, Installs::clean_up));
        let effects = &platform.signals.rooms;
        tasks.push(background.start("room effects", effects, RoomEffects::run));
        tasks.push(background.start("mail", &mailer, {
            let (pool, clock) = (pools.app.clone(), platform.clock.clone());
            move |mailer, stop| mailer.run(pool.clone(), clock.clone(), stop)
        }));
        tasks.push(background.start("keys and words", &identity, {
            let pool = pools.app.clone();
            move |identity, stop| reload_identity(identity, pool.clone(), stop)
        }));
        tasks.push(background.start("metrics", &metrics, drain_histograms));
        tasks.push(background.start("plugin sizes", &platform, measure_sizes));
        if options.relays {
            tasks.push(background.start("event relay", &platform, relay));
            tasks.push(background.start("timers", &platform, timers));
            tasks.push(background.start("sweeper", &platform, sweeper));
        }
        if let Some(embedded) = &embedded {
            let liveness = pools.liveness.clone();
            tasks.push(
                background.start("database", embedded, move |embedded, stop| {
                    restart_embedded(embedded, liveness.clone(), stop)
                }),
            );
        }
        let app = Arc::new(Self {
            config,
            platform,
            identity,
            safety,
            payments,
            wallet_admin,
            mailer,
            files,
            installs,
            push,
            privacy,
            rooms,
            web,
            metrics,
            supervisor,
            stop,
        });
        let resources = Resources {
            background: tasks,
            embedded,
            _lock: lock,
        };
        Ok((app, resources))
    }
}

impl Resources {
    /// Closes the rooms, stops the background tasks, closes the pools and stops the database, in this order.
    pub async fn release(mut self, app: Arc<App>) {
        app.stop.send_replace(true);
        app.rooms.hub().shut_down().await;
        let all = futures::future::join_all(self.background.drain(..));
        let _ = tokio::time::timeout(DRAIN, all).await;
        app.platform.pools.close().await;
        drop(app);
        if let Some(embedded) = self.embedded.take() {
            let _ = tokio::task::spawn_blocking(move || drop(embedded)).await;
        }
    }

    /// The process id of the embedded database, if there is one.
    #[must_use]
    pub fn postgres_process(&self) -> Option<u32> {
        self.embedded
            .as_ref()
            .map(|embedded| lock(embedded).process())
    }
}

/// Starts supervised background tasks, each over a part of the kernel.
struct Background<'a> {
    supervisor: &'a Supervisor,
    stopped: &'a watch::Receiver<bool>,
}

impl Background<'_> {
    fn start<T, F>(
        &self,
        name: &'static str,
        part: &T,
        run: impl Fn(T, watch::Receiver<bool>) -> F + Send + 'static,
    ) -> JoinHandle<()>
    where
        T: Clone + Send + 'static,
        F: Future<Output = ()> + Send,
    {
        let (part, stopped) = (part.clone(), self.stopped.clone());
        self.supervisor
            .spawn(name, move || run(part.clone(), stopped.clone()))
    }
}

/// Reads the signing keys and the forbidden words, which other kernels on the database may have changed, and adds the
/// next signing key when it is due.
async fn reload_identity(identity: Identity, pool: PgPool, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let keys = identity.tokens.rotate_and_retire(&pool);
        if let Err(error) = step("signing keys", STEP_LIMIT, keys).await {
            tracing::warn!(%error, "the signing keys could not be refreshed");
        }
        let words = identity.words.reload(&pool);
        if let Err(error) = step("forbidden words", STEP_LIMIT, words).await {
            tracing::warn!(%error, "the forbidden words could not be read");
        }
        tokio::select! {
            () = tokio::time::sleep(RELOAD_INTERVAL) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Metrics samples are buffered until a scrape; this empties the buffer if there is none.
async fn drain_histograms(metrics: PrometheusHandle, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        metrics.run_upkeep();
        tokio::select! {
            () = tokio::time::sleep(DRAIN_INTERVAL) => {}
            _ = stop.changed() => {}
        }
    }
}

/// Restarts the embedded database when it ends unexpectedly; requests in the meantime get a retry delay.
async fn restart_embedded(
    embedded: Arc<Mutex<Embedded>>,
    liveness: Liveness,
    mut stop: watch::Receiver<bool>,
) {
    while !*stop.borrow() {
        tokio::select! {
            () = tokio::time::sleep(WATCH) => {}
            _ = stop.changed() => return,
        }
        let ended = embedded.clone();
        let round = tokio::task::spawn_blocking(move || {
            let mut embedded = lock(&ended);
            if !embedded.has_ended() {
                return Ok(false);
            }
            tracing::error!("PostgreSQL ended unexpectedly; restarting it");
            embedded.restart().map(|()| true)
        });
        match round.await {
            // Connections from before the restart are pinged before they are used.
            Ok(Ok(true)) => liveness.note_failure(),
            Ok(Ok(false)) | Err(_) => {}
            Ok(Err(error)) => {
                liveness.note_failure();
                tracing::error!(%error, "PostgreSQL does not start; trying again");
            }
        }
    }
}

fn lock(embedded: &Mutex<Embedded>) -> MutexGuard<'_, Embedded> {
    embedded.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens the listener.
///
/// # Errors
/// [`StartError::PortTaken`] and other errors of the address.
pub async fn listen(config: &Config) -> Result<TcpListener, StartError> {
    let address = SocketAddr::new(config.http.host, config.http.port);
    TcpListener::bind(address)
        .await
        .map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => StartError::PortTaken(address.port()),
            _ => StartError::Address(address, error),
        })
}

fn read_web(config: &Config, platform: &Platform) -> Result<WebFiles, StartError> {
    let registry = platform.registry.current();
    let remotes: Vec<(String, PathBuf)> = registry
        .system()
        .filter_map(|plugin| {
            let remote = plugin.bundle.remote.as_ref()?;
            Some((
                format!("/assets/plugins/{}/", plugin.id),
                remote.folder.clone(),
            ))
        })
        .collect();
    let web = WebFiles::read(&config.web, &remotes)
        .map_err(|error| StartError::Other(format!("The front end cannot be read: {error}.")))?;
    if web.index.is_none() {
        tracing::warn!(folder = %config.web.display(), "the folder has no front end; only the API is served");
    }
    Ok(web)
}

fn compress(web: Arc<WebFiles>, cache: PathBuf, stopped: watch::Receiver<bool>) -> JoinHandle<()> {
    tokio::task::spawn_blocking(move || web.compress(&cache, || *stopped.borrow()))
}
