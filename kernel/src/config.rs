//! Configuration, typed: the only reader of the environment.
//!
//! Sources, later ones take precedence: the defaults here, `witverse.toml`, `WITVERSE_…` variables (two underscores
//! between a section and its field: `WITVERSE_HTTP__PORT`), the command line.

mod error;
mod exposure;
mod files;
mod http;
mod payments;
mod tracking;

use std::path::{Path, PathBuf};

use serde::Deserialize;

pub use error::ConfigError;
pub use files::{Files, S3};
pub use http::Http;
pub use payments::{
    Apple, AppleEnvironment, Google, Payments, PortOne, Provider as PaymentProvider,
};
pub use tracking::{Service as TrackingServiceName, TrackerDelivery, Tracking};

/// All settings of an operator.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The folder of the embedded database, mail, caches and keys. `WITVERSE_DATA_DIR`
    pub data_dir: PathBuf,
    /// A PostgreSQL server that replaces the embedded one. `WITVERSE_DATABASE_URL`
    pub database_url: Option<String>,
    /// At least 32 bytes, from which every key is derived; created under `data_dir` if absent. Several kernels on one
    /// database must share it. `WITVERSE_SECRET`
    pub secret: Option<String>,
    /// The folder of plugin bundles. `WITVERSE_BUNDLES`
    pub bundles: PathBuf,
    /// The shell's built files. `WITVERSE_WEB`
    pub web: PathBuf,
    pub http: Http,
    pub auth: Auth,
    pub mail: Mail,
    pub files: Files,
    pub log: Log,
    pub database: Database,
    pub share: Share,
    pub address: Address,
    pub payments: Payments,
    pub push: Push,
    pub tracking: Tracking,
    pub dev: Dev,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Auth {
    /// Return one neutral error where the specific one would reveal whether an email has an account.
    /// `WITVERSE_AUTH__GENERIC_ERRORS`
    pub generic_errors: bool,
    /// Maximum number of concurrent password hashes; 0 means one per core. `WITVERSE_AUTH__HASHERS`
    pub hashers: usize,
    /// Maximum number of waiting password hashes; further ones are refused. `WITVERSE_AUTH__HASH_QUEUE`
    pub hash_queue: usize,
    /// Iterations of one proof-of-work step of the captcha. `WITVERSE_AUTH__CAPTCHA_COST`
    pub captcha_cost: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    /// The sender. `WITVERSE_MAIL__FROM`
    pub from: String,
    /// An SMTP server as `smtps://user:password@host`; a maildir under `data_dir` if absent. `WITVERSE_MAIL__SMTP_URL`
    pub smtp_url: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// As `tracing` filters: `info,witverse_kernel=debug`. `WITVERSE_LOG__FILTER`
    pub filter: String,
    /// One JSON object per line instead of text. `WITVERSE_LOG__JSON`
    pub json: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Database {
    /// Connections for units of work. `WITVERSE_DATABASE__CONNECTIONS`
    pub connections: u32,
    /// The folder of `postgres` and `initdb`. `WITVERSE_DATABASE__BIN`, or `WITVERSE_PG_BIN`
    pub bin: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Share {
    /// The JavaScript key of an app registered with Kakao, for its share picker; without it the share button uses the
    /// system's share dialog. `WITVERSE_SHARE__KAKAO_KEY`
    pub kakao_key: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Address {
    /// Offer Kakao's search for postal codes beside the platform's own index. The browser loads Kakao's script when a person
    /// opens the search. `WITVERSE_ADDRESS__KAKAO`
    pub kakao: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Push {
    /// The hosts of push services that browsers may subscribe with: a host, or `*.` and a domain. An `http://` origin
    /// is for development.
    pub hosts: Vec<String>,
}

impl Default for Push {
    fn default() -> Self {
        // The push services of Chrome and Edge on Android and desktops, Firefox, Safari and Edge.
        let known = [
            "fcm.googleapis.com",
            "*.push.services.mozilla.com",
            "*.push.apple.com",
            "*.notify.windows.com",
        ];
        Self {
            hosts: known.map(str::to_owned).to_vec(),
        }
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Dev {
    /// Serve `/dev/mailbox`, which shows the mail of all accounts. Refused off loopback. `WITVERSE_DEV__MAILBOX`
    pub mailbox: bool,
    /// Serve `POST /dev/clock`, which advances the clock, for testing long delays. Refused off loopback.
    /// `WITVERSE_DEV__CLOCK`
    pub clock: bool,
    /// With `dev.clock`, the clock starts so many hours ahead, so that a kernel that is started again continues in the time
    /// of the one before. `WITVERSE_DEV__CLOCK_HOURS`
    pub clock_hours: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: "data".into(),
            database_url: None,
            secret: None,
            bundles: "target/bundles".into(),
            web: "web-shell/dist".into(),
            http: Http::default(),
            auth: Auth::default(),
            mail: Mail::default(),
            files: Files::default(),
            log: Log::default(),
            database: Database::default(),
            share: Share::default(),
            address: Address::default(),
            payments: Payments::default(),
            push: Push::default(),
            tracking: Tracking::default(),
            dev: Dev::default(),
        }
    }
}

impl Default for Auth {
    fn default() -> Self {
        Self {
            generic_errors: false,
            hashers: 0,
            hash_queue: 64,
            captcha_cost: 2_000,
        }
    }
}

impl Default for Mail {
    fn default() -> Self {
        Self {
            from: "Witverse <no-reply@witverse.localhost>".into(),
            smtp_url: None,
        }
    }
}

impl Default for Log {
    fn default() -> Self {
        Self {
            filter: "info,wasmtime=warn,cranelift=warn".into(),
            json: false,
        }
    }
}

impl Default for Database {
    fn default() -> Self {
        Self {
            connections: 16,
            bin: None,
        }
    }
}

impl Config {
    /// Reads the file, if it exists, and the environment.
    ///
    /// # Errors
    /// An unknown field or a value of the wrong type, by name.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let (path, required) = match file {
            Some(path) => (path, true),
            None => (Path::new("witverse.toml"), false),
        };
        let read = config::Config::builder()
            .add_source(config::File::from(path).required(required))
            .add_source(
                config::Environment::with_prefix("WITVERSE")
                    .prefix_separator("_")
                    .separator("__")
                    .try_parsing(true)
                    // Also read by `cargo xtask` and by other tools, under this name.
                    .source(Some(environment())),
            )
            .build()
            .and_then(config::Config::try_deserialize::<Self>)
            .map_err(|error| ConfigError(format!("The configuration cannot be used: {error}.")))?;
        read.checked()
    }

    /// The public address of the site without a trailing slash: for links in mails, and for passkeys.
    #[must_use]
    pub fn base_url(&self) -> String {
        match &self.http.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://localhost:{}", self.http.port),
        }
    }

    /// Refuses unsafe combinations of settings.
    ///
    /// # Errors
    /// The first unsafe combination, as a sentence.
    pub fn checked(mut self) -> Result<Self, ConfigError> {
        let exposure = exposure::of(&self.http)?;
        if let Some(url) = &self.http.public_url {
            // In the form that browsers send: scheme and host in lower case.
            self.http.public_url = Some(exposure::public_url(url)?.into());
        }
        let private = self.http.host.is_loopback()
            && self.http.trusted_proxies == 0
            && self.http.public_url.is_none();
        if self.dev.mailbox && !private {
            return Err(ConfigError(
                "The development mailbox shows everybody's mail, so it is served on a loopback address only, \
                 with no proxy in front and no public address: turn off dev.mailbox and --demo, or those."
                    .into(),
            ));
        }
        if self.dev.clock && !private {
            return Err(ConfigError(
                "The development clock lets anybody make time pass, so it is served on a loopback address only, \
                 with no proxy in front and no public address: turn off dev.clock, or those."
                    .into(),
            ));
        }
        if self.dev.clock_hours > 0 && !self.dev.clock {
            return Err(ConfigError(
                "dev.clock_hours needs the development clock: turn on dev.clock, or remove dev.clock_hours.".into(),
            ));
        }
        if self.secret.as_ref().is_some_and(|secret| secret.len() < 32) {
            return Err(ConfigError(
                "The secret is too short: give it at least 32 characters.".into(),
            ));
        }
        if self.database_url.is_some() && self.secret.is_none() && !self.http.host.is_loopback() {
            return Err(ConfigError(
                "With a database of your own, set a secret too (WITVERSE_SECRET): every kernel on it needs the same."
                    .into(),
            ));
        }
        self.http.check()?;
        self.files.check()?;
        self.payments.check(exposure.as_ref())?;
        self.tracking.check()?;
        Ok(self)
    }
}

/// Variables that are no settings: of other programs, and of `witverse plugin`.
const NO_SETTINGS: [&str; 6] = [
    "WITVERSE_PG_BIN",
    "WITVERSE_URL",
    "WITVERSE_WORLD",
    "WITVERSE_TOKEN",
    "WITVERSE_EMAIL",
    "WITVERSE_PASSWORD",
];

/// The `WITVERSE_…` variables that are settings.
fn environment() -> std::collections::HashMap<String, String> {
    std::env::vars()
        .filter(|(name, _)| name.starts_with("WITVERSE_") && !NO_SETTINGS.contains(&name.as_str()))
        .collect()
}

/// Folders that may contain PostgreSQL's programs: the configured one, those of `PATH`, those of distributions.
#[must_use]
pub fn postgres_folders(configured: Option<&Path>) -> Vec<PathBuf> {
    #[allow(
        clippy::disallowed_methods,
        reason = "this is where configuration is read"
    )]
    let (named, path) = (
        std::env::var_os("WITVERSE_PG_BIN"),
        std::env::var_os("PATH"),
    );
    let mut folders: Vec<PathBuf> = configured.map(Path::to_path_buf).into_iter().collect();
    folders.extend(named.map(PathBuf::from));
    folders.extend(std::env::split_paths(&path.unwrap_or_default()));
    let mut packaged: Vec<(u32, PathBuf)> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    packaged.sort_by(|a, b| b.cmp(a));
    folders.extend(packaged.into_iter().map(|(_, folder)| folder));
    folders
}
