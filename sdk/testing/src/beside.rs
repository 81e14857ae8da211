//! Reads the database of a running program, beside it and as its owner.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions, PgConnection};
use witverse_kernel::postgres::Embedded;

/// How long a database may take to come back after it was killed.
const RECOVERY: Duration = Duration::from_secs(120);

/// A connection to the database of the program with this data folder.
pub(crate) async fn connect(data: &Path) -> PgConnection {
    let folder = data.join("postgres");
    let since = Instant::now();
    loop {
        if let Some(options) = Embedded::running(&folder, "witverse")
            && let Ok(connection) = options.disable_statement_logging().connect().await
        {
            return connection;
        }
        assert!(
            since.elapsed() < RECOVERY,
            "the database does not come back"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// A runtime for a program of threads.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// Runs the program's own ledger check, also while the program is running.
///
/// # Errors
/// The findings, or why the ledger cannot be checked.
pub(crate) fn check_ledger(program: &Path, data: &Path) -> Result<(), String> {
    // The database may be restarting.
    let mut attempt = 0;
    loop {
        let checked = Command::new(program)
            .args(["ledger", "check", "--data-dir"])
            .arg(data)
            .output()
            .unwrap();
        attempt += 1;
        match checked.status.code() {
            Some(0) => return Ok(()),
            Some(8) => {
                let found = String::from_utf8_lossy(&checked.stdout).into_owned();
                return Err(format!("the checker says: {found}"));
            }
            _ if attempt == 20 => {
                let error = String::from_utf8_lossy(&checked.stderr).into_owned();
                return Err(format!("the ledger cannot be checked: {error}"));
            }
            _ => std::thread::sleep(Duration::from_millis(500)),
        }
    }
}
