//! The prerequisites of a kernel: its data folder, its secret, its database.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};
use witverse_runtime::{AotCache, Compiler, RuntimeConfig};

use super::start_error::StartError;
use crate::clock::{Clock, Rng};
use crate::config::{Config, postgres_folders};
use crate::identity::appoint;
use crate::postgres::{Embedded, EmbeddedSettings, PrepareError, Server};
use crate::secret::Secret;

const DATABASE: &str = "witverse";

/// Makes the data folder ours, for as long as the file is open.
pub(super) fn claim(folder: &Path) -> Result<File, StartError> {
    let unusable = |error| StartError::DataFolder(folder.to_path_buf(), error);
    fs::create_dir_all(folder).map_err(unusable)?;
    let lock = File::create(folder.join("kernel.lock")).map_err(unusable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(fs::TryLockError::WouldBlock) => Err(StartError::DataFolderBusy(folder.to_path_buf())),
        Err(fs::TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// The compiled components below a cache folder.
#[must_use]
pub fn component_cache(caches: &Path, secret: &Secret, compiler: Compiler) -> AotCache {
    let key = *secret.derive("compiled components").bytes();
    let folder = caches.join("components");
    AotCache::new(folder, key, compiler, RuntimeConfig::default())
}

/// The configured secret, or the one kept in the data folder, made at the first start.
pub(super) fn secret(config: &Config) -> Result<Secret, StartError> {
    if let Some(text) = &config.secret {
        return Ok(Secret::of_text(text));
    }
    let path = config.data_dir.join("secret");
    let unusable = |error| StartError::DataFolder(config.data_dir.clone(), error);
    if let Ok(bytes) = fs::read(&path) {
        let bytes: [u8; 32] = bytes.try_into().map_err(|_| {
            StartError::Config(format!(
                "The file {} is not a secret of 32 bytes; restore it from a backup.",
                path.display()
            ))
        })?;
        return Ok(Secret::new(bytes));
    }
    let fresh: [u8; 32] = Rng::default().bytes();
    let partial = path.with_extension("partial");
    let mut file = File::options()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&partial)
        .map_err(unusable)?;
    file.write_all(&fresh)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&partial, &path))
        .map_err(unusable)?;
    Ok(Secret::new(fresh))
}

/// The configured database, or the embedded one with its database made where it is missing.
pub(super) async fn server(
    config: &Config,
    secret: &Secret,
) -> Result<(Server, Option<Embedded>), StartError> {
    if let Some(url) = &config.database_url {
        let owner = url.parse::<PgConnectOptions>().map_err(|error| {
            StartError::Config(format!("The database URL cannot be used: {error}."))
        })?;
        let passwords = Some(secret.clone());
        return Ok((Server { owner, passwords }, None));
    }
    let settings = EmbeddedSettings {
        folder: config.data_dir.join("postgres"),
        programs: postgres_folders(config.database.bin.as_deref()),
        settings: Vec::new(),
    };
    let embedded = tokio::task::spawn_blocking(move || Embedded::start(&settings))
        .await
        .map_err(|error| StartError::Other(error.to_string()))??;
    let owner = embedded.options(DATABASE);
    create_database(&embedded, DATABASE)
        .await
        .map_err(PrepareError::Sql)?;
    let server = Server {
        owner,
        passwords: None,
    };
    Ok((server, Some(embedded)))
}

/// # Errors
/// The error of the database.
pub async fn create_database(embedded: &Embedded, name: &str) -> Result<(), sqlx::Error> {
    let mut connection = embedded
        .options("postgres")
        .disable_statement_logging()
        .connect()
        .await?;
    let known = sqlx::query("select 1 from pg_database where datname = $1")
        .bind(name)
        .fetch_optional(&mut connection)
        .await?;
    if known.is_none() {
        let statement = format!("create database \"{}\"", name.replace('"', ""));
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&mut connection)
            .await?;
    }
    connection.close().await
}

/// Checks the ledger of the configured database on one snapshot. A kernel may run on the database at the same time.
///
/// # Errors
/// [`StartError`] if the database does not exist or cannot be reached.
pub async fn check_ledger(config: &Config) -> Result<witverse_ledger::Report, StartError> {
    let (mut connection, embedded) = connect_as_owner(config).await?;
    let report = witverse_ledger::check(&mut connection).await.map_err(sql);
    connection.close().await.map_err(sql)?;
    drop(embedded);
    report
}

/// Appoints an administrator, also beside a running kernel. Returns false if the person is one already.
///
/// # Errors
/// [`StartError`] if the database does not exist or cannot be reached, or if no verified account has this address.
pub async fn appoint_administrator(config: &Config, email: &str) -> Result<bool, StartError> {
    let (mut connection, embedded) = connect_as_owner(config).await?;
    let (clock, rng) = (Clock::default(), Rng::default());
    let mut transaction = connection.begin().await.map_err(sql)?;
    let appointed = appoint(&mut transaction, (&clock, &rng), email, &config.base_url())
        .await
        .map_err(|error| StartError::Other(error.to_string()))?;
    transaction.commit().await.map_err(sql)?;
    connection.close().await.map_err(sql)?;
    drop(embedded);
    Ok(appointed)
}

fn sql(error: sqlx::Error) -> StartError {
    StartError::Database(PrepareError::Sql(error))
}

/// Connects to the configured database as its owner. Without a running kernel it starts the embedded server, which stops
/// when the second value is dropped.
async fn connect_as_owner(
    config: &Config,
) -> Result<(PgConnection, Option<(Option<Embedded>, File)>), StartError> {
    let folder = config.data_dir.join("postgres");
    let made = folder.join("cluster/PG_VERSION").exists();
    if config.database_url.is_none() && !made {
        return Err(StartError::Other(format!(
            "There is no database under {}.",
            config.data_dir.display()
        )));
    }
    let running = match &config.database_url {
        Some(_) => None,
        None => Embedded::running(&folder, DATABASE),
    };
    let (options, embedded) = match running {
        Some(options) => (options, None),
        None => {
            // No kernel runs on it: the folder is locked by this process meanwhile.
            let lock = claim(&config.data_dir)?;
            let secret = secret(config)?;
            let (server, embedded) = server(config, &secret).await?;
            (server.owner, Some((embedded, lock)))
        }
    };
    let connection = options
        .disable_statement_logging()
        .connect()
        .await
        .map_err(|error| StartError::Database(PrepareError::Unreachable(error)))?;
    Ok((connection, embedded))
}
