//! One PostgreSQL server for all tests of a process, and a template that each test's database is cloned from.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use witverse_kernel::app::App;
use witverse_kernel::config::postgres_folders;
use witverse_kernel::postgres::{Embedded, EmbeddedSettings};

use crate::pgbench::memory_kb;

/// The server and its template.
pub struct Cluster {
    server: Embedded,
    folder: PathBuf,
    clones: AtomicU32,
}

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();

/// The server gets a quarter of the machine's memory as shared buffers, as PostgreSQL's documentation recommends.
static HAS_MEMORY: AtomicBool = AtomicBool::new(false);

/// For benchmarks with large tables. Call it before the cluster starts.
pub(crate) fn use_much_memory() {
    HAS_MEMORY.store(true, Ordering::Relaxed);
}

const TEMPLATE: &str = "template_witverse";

/// The process's cluster, started by the first test.
pub async fn cluster() -> &'static Cluster {
    CLUSTER.get_or_init(Cluster::start).await
}

impl Cluster {
    async fn start() -> Self {
        sweep();
        let folder = parent_folder().join(format!("{PREFIX}{}", std::process::id()));
        let memory = HAS_MEMORY
            .load(Ordering::Relaxed)
            .then(|| format!("shared_buffers={}kB", memory_kb() / 4));
        let settings = EmbeddedSettings {
            folder: folder.join("postgres"),
            programs: postgres_folders(None),
            // Durability settings are off: tests do not need them.
            settings: [
                "fsync=off",
                "synchronous_commit=off",
                "full_page_writes=off",
                "max_wal_size=128MB",
            ]
            .into_iter()
            .map(str::to_owned)
            .chain(memory)
            .collect(),
        };
        std::fs::create_dir_all(&folder).unwrap();
        let server = tokio::task::spawn_blocking(move || Embedded::start(&settings))
            .await
            .unwrap()
            .expect("PostgreSQL starts");
        let cluster = Self {
            server,
            folder,
            clones: AtomicU32::new(0),
        };
        cluster.prepare().await;
        cluster
    }

    /// Prepares the template with a kernel: migrations, isolation, plugins.
    async fn prepare(&self) {
        witverse_kernel::app::create_database(&self.server, TEMPLATE)
            .await
            .unwrap();
        let data = TempDir::new().unwrap();
        crate::share_cache(&self.folder.join("cache"));
        let config = crate::config(data.path().to_path_buf());
        let (app, resources) = App::start(config, crate::options(self, TEMPLATE))
            .await
            .expect("the kernel prepares a database");
        resources.release(app).await;
        // Each clone's kernel creates a signing key of its own, and checks its ledger for the first time.
        let mut owner = self.options(TEMPLATE).connect().await.unwrap();
        sqlx::raw_sql("delete from kernel.signing_key; delete from kernel.ledger_check")
            .execute(&mut owner)
            .await
            .unwrap();
        owner.close().await.unwrap();
    }

    /// A new database for one test.
    pub async fn clone_template(&self) -> String {
        let name = format!("test_{}", self.clones.fetch_add(1, Ordering::Relaxed));
        let mut owner = self.options("postgres").connect().await.unwrap();
        // One clone at a time, because a template must have no other session.
        sqlx::query("select pg_advisory_lock(1)")
            .execute(&mut owner)
            .await
            .unwrap();
        let statement = format!("create database {name} template {TEMPLATE}");
        sqlx::raw_sql(AssertSqlSafe(statement))
            .execute(&mut owner)
            .await
            .unwrap();
        // Grants on a database are not cloned.
        let grants = format!(
            "revoke all on database {name} from public; grant connect on database {name} to kernel_app, kernel_rt"
        );
        sqlx::raw_sql(AssertSqlSafe(grants))
            .execute(&mut owner)
            .await
            .unwrap();
        owner.close().await.unwrap();
        name
    }

    /// Removes a database after its test: hundreds of them, of 12 MB each, would stay until the process ends.
    pub(crate) async fn drop_database(&self, name: &str) {
        let mut owner = self.options("postgres").connect().await.unwrap();
        let statement = format!("drop database {name} with (force)");
        sqlx::raw_sql(AssertSqlSafe(statement))
            .execute(&mut owner)
            .await
            .unwrap();
        owner.close().await.unwrap();
    }

    /// The connection string of a database, as its owner.
    #[must_use]
    pub fn options(&self, database: &str) -> PgConnectOptions {
        self.server.options(database).disable_statement_logging()
    }

    /// A temporary folder that is deleted with the process.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

const PREFIX: &str = "witverse-test-";
const SHARED_MEMORY: &str = "/dev/shm";

/// Removes folders of processes that have ended.
fn sweep() {
    let parents = [std::env::temp_dir(), parent_folder()];
    for entry in parents
        .iter()
        .filter_map(|parent| std::fs::read_dir(parent).ok())
        .flatten()
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let gone = name
            .strip_prefix(PREFIX)
            .and_then(|process| process.parse::<u32>().ok())
            .is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists());
        if gone {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Where clusters are: a file system in memory if there is a large one. A database has a thousand files, and to create and
/// remove them for each test takes a disk's file system as long as the tests.
fn parent_folder() -> PathBuf {
    let mounts = std::fs::read_to_string("/proc/mounts").unwrap_or_default();
    match size_of_shared_memory(&mounts) {
        // The tables of benchmarks are too large.
        Some(kib) if kib >= 4 * 1024 * 1024 && !HAS_MEMORY.load(Ordering::Relaxed) => {
            PathBuf::from(SHARED_MEMORY)
        }
        _ => std::env::temp_dir(),
    }
}

/// The size in KiB of the file system at [`SHARED_MEMORY`], of the lines of `/proc/mounts`.
fn size_of_shared_memory(mounts: &str) -> Option<u64> {
    let mount = mounts
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .rfind(|fields| fields.get(1) == Some(&SHARED_MEMORY))?;
    let size = mount
        .get(3)?
        .split(',')
        .find_map(|option| option.strip_prefix("size="))?;
    size.strip_suffix('k')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::size_of_shared_memory;

    #[test]
    fn reads_the_size_of_a_file_system_in_memory() {
        let mounts = "/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm type rw,relatime,size=65536k 0 0\n";
        assert_eq!(size_of_shared_memory(mounts), Some(65_536));
        assert_eq!(size_of_shared_memory("tmpfs /dev/shm tmpfs rw 0 0"), None);
        assert_eq!(size_of_shared_memory(""), None);
    }
}
