//! Runs real plugins on the real kernel, in process, on a database of their own.
//!
//! One PostgreSQL server serves all tests of a process. Each test gets a database cloned from a template that was
//! prepared once, an adjustable clock, and seeded randomness. Nothing is mocked.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a harness fails by panicking, which is how a test fails"
)]

pub mod avatars;
mod beside;
pub mod captcha;
mod client;
mod cluster;
mod contract;
pub mod crash;
pub mod events;
pub mod fuzzed_packages;
pub mod hostile_files;
pub mod ledger;
pub mod market;
pub mod models;
mod notices;
mod package;
mod pgbench;
pub mod plugins_bench;
pub mod program;
mod reply;
pub mod rooms;
pub mod s3;
pub mod sandbox;
pub mod social;
pub mod timing;

pub use client::Client;
pub use cluster::{Cluster, cluster};
pub use package::{ENDLESS, TestPackage};
pub use program::{Program, ends_within, free_port, is_running, serve, signal};
pub use reply::Reply;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use notices::InProcess;
use sqlx::PgPool;
use tempfile::TempDir;
use uuid::Uuid;
use witverse_kernel::app::{App, Options, Resources, StartError};
use witverse_kernel::clock::{Clock, Rng};
use witverse_kernel::config::Config;
use witverse_kernel::identity::{Credentials, HashCost, LoginContext, Origin};
use witverse_kernel::postgres::Server;
use witverse_kernel::secret::Secret;
use witverse_runtime::{AotCache, Compiler, Recorder};

/// The password of every test account.
pub const PASSWORD: &str = "Moonlit7!Lake";

/// A kernel for one test.
pub struct TestApp {
    pub app: Arc<App>,
    pub clock: Clock,
    router: Router,
    resources: Option<Resources>,
    folder: TempDir,
    cache: PathBuf,
    owner: PgPool,
    /// The database that ends with this kernel.
    own_database: Option<String>,
}

/// A kernel that a test did not stop must not go on beside the later tests of its process, with its threads and its memory.
impl Drop for TestApp {
    fn drop(&mut self) {
        self.app.stop.send_replace(true);
        self.app.platform.signals.rooms.end();
    }
}

impl TestApp {
    /// The folder of unpacked packages.
    #[must_use]
    pub fn packages(&self) -> PathBuf {
        self.cache.join("packages")
    }

    /// A kernel with the platform's plugins and the probe, on an empty database.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// The same with changes to its configuration.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let cluster = cluster().await;
        let database = cluster.clone_template().await;
        let mut app = Self::on(cluster, &database, change).await;
        app.own_database = Some(database);
        app
    }

    /// A kernel on an existing database.
    pub async fn on(cluster: &Cluster, database: &str, change: impl FnOnce(&mut Config)) -> Self {
        Self::try_on(cluster, database, change)
            .await
            .expect("the kernel starts")
    }

    /// The same, if the start may be refused. With bundles of its own, the kernel has only those, without the probe.
    ///
    /// # Errors
    /// The refusal.
    pub async fn try_on(
        cluster: &Cluster,
        database: &str,
        change: impl FnOnce(&mut Config),
    ) -> Result<Self, StartError> {
        Self::launch(cluster, database, change, None).await
    }

    /// A kernel that records calls of plugins.
    pub async fn recording(recorder: Arc<dyn Recorder>) -> Self {
        let cluster = cluster().await;
        let database = cluster.clone_template().await;
        let launched = Self::launch(cluster, &database, |_| {}, Some(recorder)).await;
        let mut app = launched.expect("the kernel starts");
        app.own_database = Some(database);
        app
    }

    async fn launch(
        cluster: &Cluster,
        database: &str,
        change: impl FnOnce(&mut Config),
        recorder: Option<Arc<dyn Recorder>>,
    ) -> Result<Self, StartError> {
        let folder = TempDir::new().unwrap();
        let mut config = config(folder.path().to_path_buf());
        let built = config.bundles.clone();
        change(&mut config);
        let clock = Clock::default();
        let mut options = Options {
            clock: clock.clone(),
            rng: Rng::seeded(7),
            recorder,
            ..options(cluster, database)
        };
        if config.bundles != built {
            options.more_bundles.clear();
        }
        let (app, resources) = App::start(config, options).await?;
        let owner = PgPool::connect_with(cluster.options(database))
            .await
            .unwrap();
        let router = witverse_kernel::http::router(app.clone());
        if let Some(sandbox) = &app.payments.sandbox {
            sandbox.send_through(Arc::new(InProcess(Arc::downgrade(&app))));
        }
        Ok(Self {
            router,
            app,
            clock,
            resources: Some(resources),
            folder,
            cache: cluster.folder().join("cache"),
            owner,
            own_database: None,
        })
    }

    /// The database, as its owner: for reads and writes that bypass the kernel.
    #[must_use]
    pub fn owner(&self) -> &PgPool {
        &self.owner
    }

    /// One number from a query as the owner.
    pub async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query)
            .fetch_one(&self.owner)
            .await
            .unwrap()
    }

    /// A visitor.
    #[must_use]
    pub fn visitor(&self) -> Client {
        Client::new(self.router.clone(), None, Uuid::nil())
    }

    /// A signed-in person with a nickname.
    pub async fn person(&self, nickname: &str) -> Client {
        self.member(nickname, Some(nickname), &[]).await
    }

    /// A signed-in person who has not chosen a nickname.
    pub async fn nameless(&self, name: &str) -> Client {
        self.member(name, None, &[]).await
    }

    /// A signed-in administrator.
    pub async fn administrator(&self) -> Client {
        self.member("keeper", Some("keeper"), &[("platform", "admin")])
            .await
    }

    /// A signed-in person with a role on the platform: `moderator` or `admin`.
    pub async fn with_role(&self, nickname: &str, role: &str) -> Client {
        self.member(nickname, Some(nickname), &[("platform", role)])
            .await
    }

    async fn member(&self, name: &str, nickname: Option<&str>, roles: &[(&str, &str)]) -> Client {
        let email = address_of(name);
        let mut connection = self.app.platform.pools.app.acquire().await.unwrap();
        let id = self
            .app
            .identity
            .accounts
            .create_ready(&mut connection, &email, PASSWORD, name, roles)
            .await
            .unwrap();
        if nickname.is_none() {
            sqlx::query("update kernel.account set nickname = null where id = $1")
                .bind(id)
                .execute(&mut *connection)
                .await
                .unwrap();
        }
        // Creates a live cursor, as if a screen had been open: pushes are stored from now on.
        sqlx::query(
            "insert into kernel.live_cursor (account_id, seq, heard_at) values ($1, 0, $2)",
        )
        .bind(id)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await
        .unwrap();
        self.log_in(name, id).await
    }

    /// Signs in a person that this app made under `name`: for tests that take longer than a token is valid.
    pub async fn log_in(&self, name: &str, id: Uuid) -> Client {
        let email = address_of(name);
        let credentials = Credentials {
            email: &email,
            password: PASSWORD,
        };
        let logged_in = self
            .app
            .identity
            .logins
            .log_in(credentials, LoginContext::default(), &Origin::default())
            .await
            .unwrap()
            .done()
            .unwrap();
        Client::new(self.router.clone(), Some(logged_in.tokens.access), id)
    }

    /// Advances the kernel's clock.
    pub fn advance(&self, span: Duration) {
        self.clock.advance(span);
    }

    /// Waits until `check` is true; background work has twenty seconds, which only a busy machine needs.
    pub async fn eventually(&self, what: &str, check: impl AsyncFn() -> bool) {
        for _ in 0..1000 {
            if check().await {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("never happened: {what}");
    }

    /// The newest mail to an address.
    pub async fn mail_to(&self, email: &str) -> String {
        self.eventually("a mail arrives", async || {
            !self.app.mailer.mailbox(Some(email)).is_empty()
        })
        .await;
        self.app.mailer.mailbox(Some(email))[0].message.text.clone()
    }

    /// Stops the kernel gracefully.
    pub async fn stop(mut self) {
        self.owner.close().await;
        if let Some(resources) = self.resources.take() {
            resources.release(self.app.clone()).await;
        }
        if let Some(database) = self.own_database.take() {
            cluster().await.drop_database(&database).await;
        }
        let _ = self.folder.path();
    }
}

/// The secret of every kernel of the tests: kernels with one secret can share compiled components.
pub const SECRET: &str = "a secret of the tests, which are no secret";

/// The cost of passwords in tests: each test signs people in, and at the platform's cost that takes a fifth of its time.
pub const HASH_COST: HashCost = HashCost {
    memory_kib: 64,
    passes: 1,
};

/// Lets a kernel use the components that other kernels of the tests have compiled, and the files of the front end that
/// they have compressed: `cache` is its cache folder. Without the links, which need a folder that can be written to, it
/// makes them itself, which takes most of a minute.
pub(crate) fn share_cache(cache: &Path) {
    for (name, shared) in [("components", "test-components"), ("web", "test-web")] {
        let shared = target().join(shared);
        let _ = std::fs::create_dir_all(&shared)
            .and_then(|()| std::fs::create_dir_all(cache))
            .and_then(|()| std::os::unix::fs::symlink(shared, cache.join(name)));
    }
}

/// The components that the kernels of the tests have compiled.
#[must_use]
pub fn component_cache() -> AotCache {
    let cache = target().join("test-cache");
    share_cache(&cache);
    witverse_kernel::app::component_cache(&cache, &Secret::of_text(SECRET), Compiler::Here)
}

/// The folder of a bundle that only tests have.
#[must_use]
pub fn test_bundle(id: &str) -> PathBuf {
    target().join("test-bundles").join(id)
}

/// A configuration for tests: any port, a cheap captcha, and limits that a fast test does not reach.
#[must_use]
pub fn config(data_dir: PathBuf) -> Config {
    let mut config = Config {
        data_dir,
        bundles: target().join("bundles"),
        web: root().join("web-shell/dist"),
        ..Config::default()
    };
    // Kernels on one database share their secret.
    config.secret = Some(SECRET.into());
    config.http.port = 0;
    config.http.account_rate = 1_000_000;
    config.http.route_rate_factor = 1_000_000;
    config.http.max_connections_per_address = 1_000_000;
    config.http.max_streams_per_address = 1_000_000;
    config.auth.captcha_cost = 10;
    config.dev.mailbox = true;
    // Each one is a process that costs 25 ms, and a start uses all that it may. Measurements, which are release builds, have more.
    config.database.connections = if cfg!(debug_assertions) { 4 } else { 8 };
    config
}

fn options(cluster: &Cluster, database: &str) -> Options {
    Options {
        compiler: Compiler::Here,
        program: program_file(),
        hash_cost: HASH_COST,
        cache_folder: Some(cluster.folder().join("cache")),
        more_bundles: vec![target().join("test-bundles")],
        server: Some(Server {
            owner: cluster.options(database),
            passwords: None,
        }),
        ..Options::default()
    }
}

/// The built program, which decodes images and checks packages. Where it is missing, as for a suite that does not build it, the
/// process of the test does. Tests are in a folder beside it, suites next to it.
pub(crate) fn program_file() -> Option<PathBuf> {
    let own = std::env::current_exe().unwrap();
    let mut found = own.ancestors().skip(1).take(2);
    found.find_map(|folder| Some(folder.join("witverse")).filter(|path| path.is_file()))
}

/// The workspace.
#[must_use]
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .canonicalize()
        .unwrap()
}

/// The output folder of `cargo xtask build`.
#[must_use]
pub fn target() -> PathBuf {
    let target = root().join("target");
    assert!(
        target.join("test-bundles/probe/component.wasm").is_file(),
        "the bundles are missing: run `cargo xtask build` first"
    );
    target
}

/// The address of a person that a test made.
fn address_of(name: &str) -> String {
    format!("{}@test.witverse.dev", name.replace('_', "."))
}
