//! `pgbench` and our own load scripts on identical servers, for ratios.

use std::collections::HashSet;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tempfile::TempDir;
use witverse_kernel::app::create_database;
use witverse_kernel::config::postgres_folders;
use witverse_kernel::postgres::{Embedded, EmbeddedSettings};

use crate::program::signal;

/// TPC-B's branches: enough that its clients rarely conflict.
const SCALE: u32 = 50;

/// More than any load needs.
const LONGEST: Duration = Duration::from_hours(2);

/// The result of a load.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) per_second: f64,
    pub(crate) cpu_us: f64,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
}

impl Turn {
    /// From the latencies.
    pub(crate) fn of(mut times_us: Vec<f64>, seconds: f64, ticks: u64) -> Self {
        times_us.sort_by(f64::total_cmp);
        let count = times_us.len();
        assert!(count > 50, "{count} are too few to say anything");
        Self {
            per_second: as_f64(count) / seconds,
            cpu_us: as_f64(usize::try_from(ticks).unwrap()) * 10_000.0 / as_f64(count),
            p50_ms: times_us[count / 2] / 1000.0,
            p99_ms: times_us[count * 99 / 100] / 1000.0,
        }
    }

    /// The medians of several results.
    pub(crate) fn median(turns: &[Self]) -> Self {
        let of = |field: fn(&Self) -> f64| median(turns.iter().map(field).collect());
        Self {
            per_second: of(|turn| turn.per_second),
            cpu_us: of(|turn| turn.cpu_us),
            p50_ms: of(|turn| turn.p50_ms),
            p99_ms: of(|turn| turn.p99_ms),
        }
    }
}

/// The median.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A PostgreSQL server with `pgbench`.
pub(crate) struct PgBench {
    pub(crate) server: Embedded,
    program: PathBuf,
    folder: TempDir,
}

impl PgBench {
    pub(crate) async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// A server without autovacuum, which would run in the turn of an arbitrary script.
    pub(crate) async fn undisturbed() -> Self {
        Self::start_with(&["autovacuum=off"]).await
    }

    async fn start_with(more: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let entered_by_all = std::fs::Permissions::from_mode(0o711);
        std::fs::set_permissions(folder.path(), entered_by_all).unwrap();
        let programs = postgres_folders(None);
        let program = programs
            .iter()
            .map(|folder| folder.join("pgbench"))
            .find(|program| program.is_file())
            .expect("pgbench comes with PostgreSQL's server packages");
        let settings = EmbeddedSettings {
            folder: folder.path().join("postgres"),
            programs,
            // No checkpoint during measurements: the first change of a page after one logs the whole page.
            settings: [
                format!("shared_buffers={}kB", memory_kb() / 4),
                "max_wal_size=16GB".to_owned(),
                "checkpoint_timeout=1h".to_owned(),
            ]
            .into_iter()
            .chain(more.iter().map(|&setting| setting.to_owned()))
            .collect(),
        };
        let server = tokio::task::spawn_blocking(move || Embedded::start(&settings))
            .await
            .unwrap()
            .unwrap();
        Self {
            server,
            program,
            folder,
        }
    }

    /// A database for its TPC-B-like script.
    pub(crate) async fn prepare(&self, database: &str) {
        create_database(&self.server, database).await.unwrap();
        self.run(database, &["-i", "-q", "-s", &SCALE.to_string()]);
    }

    /// Changes every page of the accounts of its script once.
    pub(crate) fn touch(&self, database: &str) {
        let script = self.script(
            "touch.sql",
            "update pgbench_accounts set abalance = abalance where aid % 61 = 1;\n",
        );
        self.run(database, &["-n", "-t", "1", "-f", &script]);
    }

    pub(crate) fn script(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        let mut file = std::fs::File::create(&path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// One turn of a script, including connecting; `database` is a name, or a connection string.
    pub(crate) fn turn(&self, database: &str, what: &[&str], clients: u32, seconds: u32) -> Turn {
        let mut load = self.load(database, what, clients);
        load.turn(self, Duration::ZERO, seconds);
        load.end().remove(0)
    }

    /// Starts a script that runs in turns, over connections that it keeps as the kernel keeps its own. It is suspended
    /// until its first turn, and between turns with its open transactions.
    pub(crate) fn load(&self, database: &str, what: &[&str], clients: u32) -> Load {
        let log = TempDir::new_in(self.folder.path()).unwrap();
        let prefix = format!("--log-prefix={}", log.path().join("log").display());
        let (count, span) = (clients.to_string(), LONGEST.as_secs().to_string());
        let child = self
            .command()
            .args(["-n", "-M", "prepared", "-c", &count, "-j", "2"])
            .args(["-T", &span, "-l", &prefix])
            .args(what)
            .arg(database)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        signal(child.id(), libc::SIGSTOP);
        Load {
            child,
            clients: clients as usize,
            log,
            windows: Vec::new(),
        }
    }

    fn run(&self, database: &str, words: &[&str]) {
        let done = self.command().args(words).arg(database).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "pgbench {words:?}: {said}");
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .arg("-h")
            .arg(self.folder.path().join("postgres/socket"))
            .args(["-U", "kernel"]);
        command
    }

    /// The CPU time of the server so far, including ended processes, in ticks of 10 ms.
    pub(crate) fn cpu_ticks(&self) -> u64 {
        let postmaster = self.server.process();
        let children =
            std::fs::read_to_string(format!("/proc/{postmaster}/task/{postmaster}/children"))
                .unwrap();
        let all = children
            .split_whitespace()
            .filter_map(|id| id.parse().ok())
            .chain([postmaster]);
        all.filter_map(|process: u32| {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
            let fields: Vec<i64> = stat
                .rsplit(')')
                .next()?
                .split_whitespace()
                .filter_map(|field| field.parse().ok())
                .collect();
            // After the name and the state (which is no number): utime, stime, cutime, cstime.
            u64::try_from(fields[10..14].iter().sum::<i64>()).ok()
        })
        .sum()
    }
}

/// A script that runs only in its turns.
pub(crate) struct Load {
    child: Child,
    clients: usize,
    log: TempDir,
    windows: Vec<Window>,
}

struct Window {
    from: Duration,
    to: Duration,
    ticks: u64,
}

impl Load {
    /// Warms up, then measures.
    pub(crate) fn turn(&mut self, server: &PgBench, warm: Duration, seconds: u32) {
        signal(self.child.id(), libc::SIGCONT);
        std::thread::sleep(warm);
        let (from, before) = (since_epoch(), server.cpu_ticks());
        std::thread::sleep(Duration::from_secs(seconds.into()));
        let (to, after) = (since_epoch(), server.cpu_ticks());
        assert!(self.child.try_wait().unwrap().is_none(), "pgbench gave up");
        signal(self.child.id(), libc::SIGSTOP);
        // Ends the server's work in progress.
        std::thread::sleep(Duration::from_millis(100));
        let ticks = after - before;
        self.windows.push(Window { from, to, ticks });
    }

    /// The results of its turns.
    pub(crate) fn end(mut self) -> Vec<Turn> {
        // pgbench buffers 4 KiB of each thread's log, a hundred lines: a slow script needs seconds to fill it.
        signal(self.child.id(), libc::SIGCONT);
        std::thread::sleep(Duration::from_secs(15));
        self.child.kill().unwrap();
        let mut times: Vec<Vec<f64>> = self.windows.iter().map(|_| Vec::new()).collect();
        let mut clients: Vec<HashSet<String>> = vec![HashSet::new(); self.windows.len()];
        for file in std::fs::read_dir(self.log.path()).unwrap().flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            for logged in text.lines().filter_map(Logged::read) {
                let in_it = |window: &Window| (window.from..window.to).contains(&logged.ended);
                if let Some(place) = self.windows.iter().position(in_it) {
                    times[place].push(logged.took_us);
                    clients[place].insert(logged.client);
                }
            }
        }
        // A client that fails does not stop the others.
        let all = clients.iter().all(|seen| seen.len() == self.clients);
        assert!(all, "some clients of pgbench gave up");
        let turns = times.into_iter().zip(&self.windows);
        turns
            .map(|(times, window)| {
                Turn::of(times, (window.to - window.from).as_secs_f64(), window.ticks)
            })
            .collect()
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A transaction in the log.
struct Logged {
    client: String,
    ended: Duration,
    took_us: f64,
}

impl Logged {
    /// Parses a line of `pgbench -l`; the last line may be incomplete.
    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [client, _, took_us, _, seconds, micros] = fields[..] else {
            return None;
        };
        Some(Self {
            client: client.to_owned(),
            ended: Duration::from_secs(seconds.parse().ok()?)
                + Duration::from_micros(micros.parse().ok()?),
            took_us: took_us.parse().ok()?,
        })
    }
}

#[allow(clippy::disallowed_methods, reason = "pgbench logs the machine's time")]
fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap()
}

#[allow(clippy::cast_precision_loss, reason = "a count of transactions")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// The machine's memory. A quarter of it for shared buffers is the starting value in PostgreSQL's documentation.
pub(crate) fn memory_kb() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap();
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let words = total.unwrap().split_whitespace().next();
    words.unwrap().parse().unwrap()
}
