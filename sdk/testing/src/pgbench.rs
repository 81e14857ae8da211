//! `pgbench` beside our own loads, on one server: what a ratio is taken against.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;
use witverse_kernel::app::create_database;
use witverse_kernel::config::postgres_folders;
use witverse_kernel::postgres::{Embedded, EmbeddedSettings};

/// TPC-B's branches: enough that its clients rarely meet.
const SCALE: u32 = 50;

/// What a load came to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) per_second: f64,
    pub(crate) cpu_us: f64,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
}

impl Turn {
    /// From how long each of them took.
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

    /// The medians of several.
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

/// The one in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A server of our own with `pgbench` beside it.
pub(crate) struct PgBench {
    pub(crate) server: Embedded,
    program: PathBuf,
    folder: TempDir,
}

impl PgBench {
    pub(crate) async fn start() -> Self {
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
            // No checkpoint while anything is measured: the first change of a page after one logs the page whole.
            settings: vec![
                format!("shared_buffers={}kB", memory_kb() / 4),
                "max_wal_size=16GB".to_owned(),
                "checkpoint_timeout=1h".to_owned(),
            ],
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

    pub(crate) fn turn(&self, database: &str, what: &[&str], clients: u32, seconds: u32) -> Turn {
        let log = TempDir::new_in(self.folder.path()).unwrap();
        let prefix = log.path().join("log").to_str().unwrap().to_owned();
        let (clients, span) = (clients.to_string(), seconds.to_string());
        let mut words = vec![
            "-n", "-M", "prepared", "-c", &clients, "-j", "2", "-T", &span, "-l",
        ];
        let prefix = format!("--log-prefix={prefix}");
        words.push(&prefix);
        words.extend(what);
        let before = self.cpu_ticks();
        self.run(database, &words);
        let ticks = self.cpu_ticks() - before;
        let times_us: Vec<f64> = std::fs::read_dir(log.path())
            .unwrap()
            .flatten()
            .flat_map(|file| {
                let text = std::fs::read_to_string(file.path()).unwrap();
                text.lines()
                    .filter_map(|line| line.split(' ').nth(2)?.parse().ok())
                    .collect::<Vec<f64>>()
            })
            .collect();
        Turn::of(times_us, f64::from(seconds), ticks)
    }

    fn run(&self, database: &str, words: &[&str]) {
        let socket = self.folder.path().join("postgres/socket");
        let done = Command::new(&self.program)
            .arg("-h")
            .arg(socket)
            .args(["-U", "kernel"])
            .args(words)
            .arg(database)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "pgbench {words:?}: {said}");
    }

    /// CPU that the server has used so far, those of its processes that have ended included, in ticks of 10 ms.
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

#[allow(clippy::cast_precision_loss, reason = "a count of transactions")]
pub(crate) fn as_f64(count: usize) -> f64 {
    count as f64
}

/// The machine's memory. A quarter of it for PostgreSQL's own cache is what its documentation begins with.
fn memory_kb() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap();
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let words = total.unwrap().split_whitespace().next();
    words.unwrap().parse().unwrap()
}
