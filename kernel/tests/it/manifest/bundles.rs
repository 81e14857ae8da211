//! Bundles with changed manifests: copies of the built ones in a separate folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use tempfile::TempDir;
use toml::Table;
use witverse_kernel::app::StartError;
use witverse_testing::{TestApp, cluster, target};

pub(crate) struct Bundles {
    folder: TempDir,
}

impl Bundles {
    /// The built bundles of these plugins.
    pub(crate) fn of(ids: &[&str]) -> Self {
        let bundles = Self {
            folder: TempDir::new().unwrap(),
        };
        for id in ids {
            let built = ["bundles", "test-bundles"].map(|parent| target().join(parent).join(id));
            let built = built.iter().find(|folder| folder.is_dir()).unwrap();
            let copy = bundles.path(id);
            fs::create_dir_all(copy.join("migrations")).unwrap();
            for entry in fs::read_dir(built).unwrap().flatten() {
                match entry.file_name().to_str().unwrap() {
                    "plugin.toml" => fs::copy(entry.path(), copy.join("plugin.toml"))
                        .map(drop)
                        .unwrap(),
                    "migrations" => {
                        for file in fs::read_dir(entry.path()).unwrap().flatten() {
                            let to = copy.join("migrations").join(file.file_name());
                            fs::copy(file.path(), to).unwrap();
                        }
                    }
                    name => symlink(entry.path(), copy.join(name)).unwrap(),
                }
            }
        }
        bundles
    }

    pub(crate) fn path(&self, id: &str) -> PathBuf {
        self.folder.path().join(id)
    }

    /// Sets one key of a manifest: `key` is a path with dots, `value` is TOML.
    pub(crate) fn set(&self, id: &str, key: &str, value: &str) {
        let path = self.path(id).join("plugin.toml");
        let mut manifest: Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        let (parents, last) = key.rsplit_once('.').unwrap_or(("", key));
        let mut at = &mut manifest;
        for parent in parents.split('.').filter(|parent| !parent.is_empty()) {
            at = at[parent].as_table_mut().unwrap();
        }
        let value: Table = format!("value = {value}").parse().unwrap();
        at.insert(last.to_owned(), value["value"].clone());
        fs::write(&path, manifest.to_string()).unwrap();
    }

    /// A kernel with only these bundles, on an existing database.
    pub(crate) async fn start(&self, database: &str) -> Result<TestApp, StartError> {
        let bundles = self.folder.path().to_path_buf();
        TestApp::try_on(cluster().await, database, |config| config.bundles = bundles).await
    }

    /// The error with which the kernel refuses to start with them.
    pub(crate) async fn refusal(&self, database: &str) -> String {
        match self.start(database).await {
            Ok(app) => {
                app.stop().await;
                "it started".into()
            }
            Err(error) => error.to_string(),
        }
    }
}
