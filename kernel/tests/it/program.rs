//! The kernel as a program: start errors, cleanup at the end, and durability of acknowledged writes after a kill.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use witverse_testing::{Program, SECRET, ends_within, free_port, serve, signal};

const KERNEL: &str = env!("CARGO_BIN_EXE_witverse");

pub(crate) fn kernel() -> &'static Path {
    Path::new(KERNEL)
}

/// A folder that is accessible to PostgreSQL's account.
pub(crate) fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o711)).unwrap();
    folder
}

/// One sentence, and its exit code.
fn check(command: Command, code: i32, says: &str) {
    let (status, text) = Program::fails(command);
    let last = text.lines().last().unwrap_or_default();
    assert_eq!(status, Some(code), "{text}");
    assert!(last.contains(says), "{last:?} does not say {says:?}");
    assert!(
        last.ends_with('.') && last.starts_with(char::is_uppercase),
        "one sentence: {last}"
    );
    assert_eq!(
        text.lines().filter(|line| !line.contains(" INFO ")).count(),
        1,
        "{text}"
    );
}

#[test]
fn a_component_compiles_within_the_limits_of_the_compiler() {
    let mut compiler = Command::new(KERNEL)
        .arg("compile-component")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let empty = b"\0asm\x0d\0\x01\0";
    compiler.stdin.take().unwrap().write_all(empty).unwrap();
    let output = compiler.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stdout.starts_with(b"\x7fELF"));
}

#[test]
fn a_failed_start_prints_its_reason() {
    let data = folder();
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    check(
        serve(kernel(), data.path(), port),
        3,
        &format!("Port {port} is taken"),
    );

    // Without PostgreSQL in its path, the kernel's error explains how to install it.
    let none = witverse_kernel::postgres::EmbeddedSettings {
        folder: data.path().join("postgres"),
        programs: vec!["/nonexistent".into()],
        settings: Vec::new(),
    };
    let missing = witverse_kernel::postgres::Embedded::start(&none)
        .err()
        .unwrap();
    let missing = witverse_kernel::app::StartError::from(missing);
    assert_eq!(missing.exit_code(), 5);
    assert!(
        missing
            .to_string()
            .starts_with("PostgreSQL was not found: install it"),
        "{missing}"
    );

    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    check(serve(kernel(), &file.join("data"), 0), 4, "cannot be used");

    let mut command = serve(kernel(), data.path(), 0);
    command.env("WITVERSE_HTTP__PORT", "many");
    check(command, 2, "configuration cannot be used");
    let mut command = serve(kernel(), data.path(), 0);
    command.env("WITVERSE_TYPO", "1");
    check(command, 2, "configuration cannot be used");
    let mut command = serve(kernel(), data.path(), 0);
    command.env("WITVERSE_HTTP__HOST", "0.0.0.0");
    check(command, 2, "mailbox");
    for (variable, value, says) in [
        (
            "WITVERSE_HTTP__PUBLIC_URL",
            "HTTPS://witverse.example",
            "http.public_url = \"HTTPS://witverse.example\"",
        ),
        (
            "WITVERSE_HTTP__TRUSTED_PROXIES",
            "1",
            "http.trusted_proxies = 1",
        ),
        ("WITVERSE_HTTP__HOST", "0.0.0.0", "http.host = \"0.0.0.0\""),
        (
            "WITVERSE_HTTP__PUBLIC_URL",
            "http://localhost@evil.example",
            "contains a user name or a password",
        ),
    ] {
        let mut command = serve(kernel(), data.path(), 0);
        command.env("WITVERSE_DEV__MAILBOX", "false");
        command.env(variable, value);
        check(command, 2, says);
    }
    let mut command = serve(kernel(), data.path(), 0);
    command.args(["--database-url", "postgres://nobody@127.0.0.1:1/none"]);
    check(command, 5, "database cannot be reached");
    let mut command = serve(kernel(), data.path(), 0);
    command.args(["--database-url", "no url"]);
    check(command, 2, "database URL");
    let bundles = data.path().join("bundles");
    std::fs::create_dir_all(bundles.join("broken")).unwrap();
    std::fs::write(bundles.join("broken/plugin.toml"), "plugin = 1").unwrap();
    let mut command = Command::new(kernel());
    command
        .args(["serve", "--port", "0", "--data-dir"])
        .arg(data.path())
        .arg("--bundles")
        .arg(&bundles)
        .env("WITVERSE_SECRET", SECRET);
    check(command, 7, "Plugin broken could not be installed");
}

#[test]
fn a_data_folder_has_one_kernel() {
    let data = folder();
    let running = Program::start(kernel(), data.path(), 0);
    check(
        serve(kernel(), data.path(), 0),
        4,
        "Another kernel is running",
    );
    let postgres = running.postgres().unwrap();
    assert!(running.interrupt().success(), "Ctrl-C is no failure");
    assert!(
        ends_within(postgres, Duration::from_millis(1)),
        "PostgreSQL stopped before the kernel did"
    );
}

#[test]
fn a_killed_kernel_leaves_no_orphan_and_the_next_recovers() {
    let data = folder();
    for _ in 0..3 {
        let running = Program::start(kernel(), data.path(), 0);
        let postgres = running.postgres().unwrap();
        running.kill();
        // Immediately: the next start waits for the old server.
        let next = Program::start(kernel(), data.path(), 0);
        assert!(ends_within(postgres, Duration::from_secs(10)), "an orphan");
        next.kill();
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let data = folder();
    assert!(
        Program::start(kernel(), data.path(), 0)
            .interrupt()
            .success()
    );
    let socket = data.path().join("postgres/socket");
    let database = Database::start(&data);
    let options = sqlx::postgres::PgConnectOptions::new_without_pgpass()
        .socket(&socket)
        .username("kernel")
        .database("witverse")
        .disable_statement_logging();
    let mut owner = options.connect().await.unwrap();
    sqlx::query(
        "insert into kernel._sqlx_migrations (version, description, success, checksum, execution_time)
         values (9999, 'from the future', true, '', 0)",
    )
    .execute(&mut owner)
    .await
    .unwrap();
    owner.close().await.unwrap();
    drop(database);
    check(serve(kernel(), data.path(), 0), 6, "newer version");
}

/// The embedded server without a kernel around it.
struct Database(
    #[expect(dead_code, reason = "held for its end")] witverse_kernel::postgres::Embedded,
);

impl Database {
    fn start(data: &TempDir) -> Self {
        let settings = witverse_kernel::postgres::EmbeddedSettings {
            folder: data.path().join("postgres"),
            programs: witverse_kernel::config::postgres_folders(None),
            settings: Vec::new(),
        };
        Self(witverse_kernel::postgres::Embedded::start(&settings).unwrap())
    }
}

#[test]
fn acknowledged_sign_ups_survive_crashes() {
    // Long form: `cargo xtask soak`.
    let report =
        witverse_testing::crash::sign_ups(kernel(), &witverse_testing::crash::Plan::short());
    assert!(
        report.acknowledged >= 40,
        "too few to say anything: {report:?}"
    );
    assert!(
        report.kernel_kills >= 2 && report.postgres_kills >= 2,
        "{report:?}"
    );
    assert_eq!(report.lost, Vec::<String>::new(), "{report:?}");
    assert_eq!(report.not_healed, 0, "{report:?}");
}

#[test]
fn signals_reach_their_process() {
    let data = folder();
    let running = Program::start(kernel(), data.path(), free_port());
    signal(running.process(), libc::SIGTERM);
    assert!(
        ends_within(running.process(), Duration::from_secs(90)),
        "SIGTERM stops it"
    );
    assert!(running.interrupt().success());
}
