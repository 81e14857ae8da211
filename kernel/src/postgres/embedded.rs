//! A private PostgreSQL server that the kernel starts.
//!
//! The server listens on a socket in a folder that only its owner can enter. It ends when the kernel process ends, also
//! after a crash. A new cluster is built in a temporary folder and renamed when it is complete, so that an incomplete
//! cluster is never used. Under root it runs as an unprivileged account, because PostgreSQL refuses root.

use std::ffi::CStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;

const START_TIMEOUT: Duration = Duration::from_secs(60);
const STOP_TIMEOUT: Duration = Duration::from_secs(30);
/// The superuser of the embedded cluster.
const SUPERUSER: &str = "kernel";
/// The longest path that a Unix socket address can hold, in bytes.
const SOCKET_PATH_MAX: usize = 100;
/// The limit of the private memory of one database process. It excludes results of hundreds of megabytes in one row,
/// which a limit on the client's side could not stop in time.
const BACKEND_MEMORY_BYTES: u64 = 320 << 20;

/// Settings of the embedded server.
#[derive(Clone, Debug)]
pub struct EmbeddedSettings {
    /// The folder that the server owns.
    pub folder: PathBuf,
    /// Folders that may contain `postgres` and `initdb`, in order of preference.
    pub programs: Vec<PathBuf>,
    /// Further `name=value` settings.
    pub settings: Vec<String>,
}

/// Why the server cannot run; each text is one sentence for the operator.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    #[error(
        "PostgreSQL was not found: install it (Debian: apt-get install postgresql), run `cargo xtask setup`, or name its folder in WITVERSE_PG_BIN."
    )]
    NoPrograms,
    #[error("The data folder {0} cannot be used: {1}.")]
    Folder(PathBuf, io::Error),
    #[error(
        "The data folder {0} cannot be entered by the account that PostgreSQL runs under, because {1} is closed to it: choose another with --data-dir."
    )]
    Closed(PathBuf, PathBuf),
    #[error("PostgreSQL could not create its data directory: {0}.")]
    InitDb(String),
    #[error("PostgreSQL did not start: {0}.")]
    Start(String),
    #[error(
        "The data folder {0} was made by PostgreSQL {1} and this is {2}: name the older programs in WITVERSE_PG_BIN."
    )]
    Version(PathBuf, String, String),
}

/// The running server. Dropping it stops the server; so does the end of the kernel process.
pub struct Embedded {
    settings: EmbeddedSettings,
    socket_folder: PathBuf,
    process: u32,
    /// The thread that started the server and waits for it. The parent-death signal is tied to this thread.
    parent_thread: Option<JoinHandle<io::Result<ExitStatus>>>,
}

/// The operating system account that the server runs as.
#[derive(Clone, Copy)]
struct Account {
    user: u32,
    group: u32,
}

impl Embedded {
    /// Creates the cluster if it does not exist, and starts the server. Blocks until the server accepts connections.
    ///
    /// # Errors
    /// [`EmbeddedError`], each with its remedy.
    pub fn start(settings: &EmbeddedSettings) -> Result<Self, EmbeddedError> {
        let programs = settings
            .programs
            .iter()
            .find(|folder| folder.join("postgres").is_file() && folder.join("initdb").is_file())
            .ok_or(EmbeddedError::NoPrograms)?;
        let account = unprivileged_account();
        let folder = private_folder(&settings.folder, account)?;
        let data = folder.join("cluster");
        if !data.join("PG_VERSION").exists() {
            make_cluster(programs, account, &folder, &data)?;
        }
        check_version(programs, &data)?;
        let socket_folder = socket_folder(&folder, account)?;
        await_predecessor(&data);

        let mut command = command(&programs.join("postgres"), account, &folder);
        command.arg("-D").arg(&data);
        let own = [
            "listen_addresses=",
            "unix_socket_permissions=0700",
            "logging_collector=off",
            "shared_buffers=128MB",
            "max_connections=120",
            "max_wal_size=1GB",
            "jit=off",
            "client_connection_check_interval=500ms",
            "log_min_messages=log",
            "log_min_error_statement=panic",
        ];
        for setting in own
            .into_iter()
            .chain(settings.settings.iter().map(String::as_str))
        {
            command.arg("-c").arg(setting);
        }
        command.arg("-c").arg(format!(
            "unix_socket_directories={}",
            socket_folder.display()
        ));
        let log_path = folder.join("postgres.log");
        let log = log_file(&log_path).map_err(|error| folder_error(&folder, error))?;
        let copy = log
            .try_clone()
            .map_err(|error| folder_error(&folder, error))?;
        command.stdout(log).stderr(copy);

        let (started, process) = mpsc::channel();
        let parent_thread = std::thread::Builder::new()
            .name("postgres".into())
            .spawn(move || {
                let mut child = match command.spawn() {
                    Ok(child) => child,
                    Err(error) => {
                        let _ = started.send(Err(error.to_string()));
                        return Err(error);
                    }
                };
                let _ = started.send(Ok(child.id()));
                Child::wait(&mut child)
            })
            .map_err(|error| EmbeddedError::Start(error.to_string()))?;
        let process = process
            .recv()
            .map_err(|error| EmbeddedError::Start(error.to_string()))?
            .map_err(EmbeddedError::Start)?;
        let server = Self {
            settings: settings.clone(),
            socket_folder,
            process,
            parent_thread: Some(parent_thread),
        };
        server.await_ready(&log_path)?;
        Ok(server)
    }

    /// Restarts the server after it ended unexpectedly. The connection settings stay the same.
    ///
    /// # Errors
    /// Same as [`Embedded::start`]; also while processes of the crashed server still hold its shared memory.
    pub fn restart(&mut self) -> Result<(), EmbeddedError> {
        *self = Self::start(&self.settings)?;
        Ok(())
    }

    /// The connection settings of a server that another process runs in this folder; `None` if there is none.
    #[must_use]
    pub fn running(folder: &Path, database: &str) -> Option<PgConnectOptions> {
        let folder = folder.canonicalize().ok()?;
        let socket_folder = socket_path(&folder);
        accepts(&socket_folder.join(".s.PGSQL.5432"))
            .unwrap_or(false)
            .then(|| connection(&socket_folder, database))
    }

    /// The connection settings of the superuser.
    #[must_use]
    pub fn options(&self, database: &str) -> PgConnectOptions {
        connection(&self.socket_folder, database)
    }

    /// The server's process id.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.process
    }

    /// Whether the server has ended without being stopped.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.parent_thread
            .as_ref()
            .is_none_or(JoinHandle::is_finished)
    }

    /// A server that recovers from its write-ahead log answers, but accepts no connections; that takes as long as it takes.
    fn await_ready(&self, log: &Path) -> Result<(), EmbeddedError> {
        let socket = self.socket_folder.join(".s.PGSQL.5432");
        let mut answered = Instant::now();
        while answered.elapsed() < START_TIMEOUT {
            match accepts(&socket) {
                Ok(true) => return Ok(()),
                Ok(false) => answered = Instant::now(),
                Err(_) => {}
            }
            if self.has_ended() {
                return Err(EmbeddedError::Start(last_line(log)));
            }
            std::thread::sleep(Duration::from_millis(3));
        }
        Err(EmbeddedError::Start(format!(
            "it has not answered for {} s",
            START_TIMEOUT.as_secs()
        )))
    }

    fn signal(&self, signal: libc::c_int) {
        if self.has_ended() {
            return;
        }
        if let Ok(process) = libc::pid_t::try_from(self.process) {
            #[allow(unsafe_code, reason = "no safe way to signal a process by its number")]
            // SAFETY: a plain system call; `parent_thread` still waits for this child, so the process id is not
            // reused.
            unsafe {
                libc::kill(process, signal);
            }
        }
    }
}

impl Drop for Embedded {
    /// Stops the server: ends connections, rolls back transactions and writes all data to disk.
    fn drop(&mut self) {
        self.signal(libc::SIGINT);
        let started = Instant::now();
        while !self.has_ended() {
            if started.elapsed() > STOP_TIMEOUT {
                // The next start recovers from the write-ahead log.
                self.signal(libc::SIGQUIT);
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        if let Some(parent_thread) = self.parent_thread.take() {
            let _ = parent_thread.join();
        }
    }
}

fn folder_error(folder: &Path, error: io::Error) -> EmbeddedError {
    EmbeddedError::Folder(folder.to_path_buf(), error)
}

#[allow(unsafe_code, reason = "the account database has no safe interface")]
fn unprivileged_account() -> Option<Account> {
    // SAFETY: no arguments, no memory.
    if unsafe { libc::geteuid() } != 0 {
        return None;
    }
    let by_name = |name: &CStr| {
        // SAFETY: the name is a C string, and the record is read before any other call.
        let record = unsafe { libc::getpwnam(name.as_ptr()).as_ref() }?;
        Some(Account {
            user: record.pw_uid,
            group: record.pw_gid,
        })
    };
    Some(
        by_name(c"postgres")
            .or_else(|| by_name(c"nobody"))
            .unwrap_or(Account {
                user: 65_534,
                group: 65_534,
            }),
    )
}

/// Creates the folder, changes its owner to the account, and checks that the account can reach it.
fn private_folder(folder: &Path, account: Option<Account>) -> Result<PathBuf, EmbeddedError> {
    fs::create_dir_all(folder).map_err(|error| folder_error(folder, error))?;
    let folder = folder
        .canonicalize()
        .map_err(|error| folder_error(folder, error))?;
    own(&folder, account).map_err(|error| folder_error(&folder, error))?;
    if let Some(account) = account {
        for above in folder.ancestors().skip(1) {
            let meta = fs::metadata(above).map_err(|error| folder_error(&folder, error))?;
            let needed = if meta.uid() == account.user {
                0o100
            } else if meta.gid() == account.group {
                0o010
            } else {
                0o001
            };
            if meta.mode() & needed == 0 {
                return Err(EmbeddedError::Closed(folder.clone(), above.to_path_buf()));
            }
        }
    }
    Ok(folder)
}

fn own(folder: &Path, account: Option<Account>) -> io::Result<()> {
    if let Some(account) = account {
        chown(folder, Some(account.user), Some(account.group))?;
    }
    fs::set_permissions(folder, Permissions::from_mode(0o700))
}

/// The socket folder: beside the cluster, or under the system's runtime folder if that path is too long.
fn socket_folder(folder: &Path, account: Option<Account>) -> Result<PathBuf, EmbeddedError> {
    let chosen = socket_path(folder);
    fs::create_dir_all(&chosen)
        .and_then(|()| own(&chosen, account))
        .map_err(|error| folder_error(&chosen, error))?;
    Ok(chosen)
}

fn socket_path(folder: &Path) -> PathBuf {
    let beside = folder.join("socket");
    if beside.as_os_str().len() <= SOCKET_PATH_MAX - ".s.PGSQL.5432".len() {
        beside
    } else {
        use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
        let name = BuildHasherDefault::<DefaultHasher>::default().hash_one(folder);
        std::env::temp_dir().join(format!("witverse-{name:016x}"))
    }
}

fn connection(socket_folder: &Path, database: &str) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(socket_folder)
        .username(SUPERUSER)
        .database(database)
}

/// A PostgreSQL command that ends with the kernel process and has a memory limit.
#[allow(
    unsafe_code,
    reason = "limits and the parent-death signal are set between fork and exec"
)]
fn command(program: &Path, account: Option<Account>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("LC_ALL", "C")
        .env("TZ", "UTC")
        .env("PATH", "/usr/bin:/bin")
        .current_dir(folder);
    if let Some(account) = account {
        command.uid(account.user).gid(account.group);
    }
    let parent = std::process::id();
    // SAFETY: only system calls that are safe after a fork, and no allocation.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGINT);
            if u32::try_from(libc::getppid()) != Ok(parent) {
                return Err(io::Error::from_raw_os_error(libc::ESRCH));
            }
            // A Ctrl-C of the terminal goes to the kernel only, which then stops the server in order.
            libc::setpgid(0, 0);
            let limit = libc::rlimit {
                rlim_cur: BACKEND_MEMORY_BYTES,
                rlim_max: BACKEND_MEMORY_BYTES,
            };
            libc::setrlimit(libc::RLIMIT_DATA, &raw const limit);
            Ok(())
        });
    }
    command
}

fn make_cluster(
    programs: &Path,
    account: Option<Account>,
    folder: &Path,
    data: &Path,
) -> Result<(), EmbeddedError> {
    let partial = folder.join("cluster.partial");
    if partial.exists() {
        fs::remove_dir_all(&partial).map_err(|error| folder_error(folder, error))?;
    }
    let output = command(&programs.join("initdb"), account, folder)
        .args(["-U", SUPERUSER, "-E", "UTF8", "--locale=C", "-A", "trust"])
        .args(["--no-instructions", "-k", "-D"])
        .arg(&partial)
        .output()
        .map_err(|error| EmbeddedError::InitDb(error.to_string()))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let last = text.lines().last().unwrap_or("no reason given").trim();
        return Err(EmbeddedError::InitDb(last.trim_end_matches('.').to_owned()));
    }
    fs::rename(&partial, data).map_err(|error| folder_error(folder, error))
}

fn check_version(programs: &Path, data: &Path) -> Result<(), EmbeddedError> {
    let made_by = fs::read_to_string(data.join("PG_VERSION"))
        .map_err(|error| folder_error(data, error))?
        .trim()
        .to_owned();
    let output = Command::new(programs.join("postgres"))
        .arg("--version")
        .output()
        .map_err(|error| EmbeddedError::Start(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let ours = text.split_whitespace().nth(2).unwrap_or_default();
    if ours.split('.').next() == Some(made_by.as_str()) {
        Ok(())
    } else {
        Err(EmbeddedError::Version(
            data.to_path_buf(),
            made_by,
            ours.to_owned(),
        ))
    }
}

/// Waits until the server of a killed kernel process has ended. If it needs longer than [`STOP_TIMEOUT`] to write its data
/// to disk, it is told to end without that.
fn await_predecessor(data: &Path) {
    let lock = data.join("postmaster.pid");
    let started = Instant::now();
    while started.elapsed() < 2 * STOP_TIMEOUT {
        let Some(process) = fs::read_to_string(&lock)
            .ok()
            .and_then(|text| text.lines().next()?.trim().parse::<libc::pid_t>().ok())
        else {
            return;
        };
        // Another program may have this process id now; its working folder shows whether it is the server.
        if fs::read_link(format!("/proc/{process}/cwd"))
            .ok()
            .as_deref()
            != Some(data)
        {
            return;
        }
        let signal = match started.elapsed() < STOP_TIMEOUT {
            true => libc::SIGINT,
            false => libc::SIGQUIT,
        };
        #[allow(unsafe_code, reason = "no safe way to signal a process by its number")]
        // SAFETY: a plain system call, on a process that was just identified as this folder's server.
        unsafe {
            libc::kill(process, signal);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Sends a startup message: the reply `R` means that the server accepts connections.
fn accepts(socket: &Path) -> io::Result<bool> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(Duration::from_secs(2)))?;
    let body = format!("user\0{SUPERUSER}\0database\0postgres\0\0");
    let length = u32::try_from(body.len() + 8).map_err(io::Error::other)?;
    let mut hello = length.to_be_bytes().to_vec();
    hello.extend(196_608_u32.to_be_bytes());
    hello.extend(body.as_bytes());
    stream.write_all(&hello)?;
    let mut answer = [0];
    stream.read_exact(&mut answer)?;
    Ok(answer == *b"R")
}

/// Opens the log and keeps one previous file, so that the log does not grow over restarts.
fn log_file(path: &Path) -> io::Result<File> {
    if path.exists() {
        fs::rename(path, path.with_extension("log.1"))?;
    }
    File::create(path)
}

fn last_line(log: &Path) -> String {
    fs::read_to_string(log)
        .ok()
        .and_then(|text| text.lines().last().map(str::to_owned))
        .unwrap_or_else(|| "it wrote no log".into())
        .trim_end_matches('.')
        .to_owned()
}
