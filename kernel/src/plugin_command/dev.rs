//! `witverse plugin dev`: a platform of its own, on a database that is deleted at the end, with the plugin in a world.
//! Each change of a file builds the plugin and replaces it in the world, as an upgrade with a version of its own.

mod recordings;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use clap::Args;
use recordings::{KEPT, Recordings};
use serde_json::Value;
use tokio::signal::unix::{SignalKind, signal};
use witverse_kernel::clock::Rng;
use witverse_kernel::config::Config;
use witverse_kernel::demo;
use witverse_kernel::plugins::{Bundle, GAME_SLOT, PublisherKey, pack};

use super::build;
use super::file_error::at;
use super::platform_client::{Choice, WorldPlugins};
use super::workshop::{Workshop, WorkshopOptions};

/// How often the files are looked at.
const LOOK: Duration = Duration::from_millis(200);
/// The lines that the plugin writes, and the platform's warnings.
const LOG: &str = "warn,plugin=debug";
/// Folders whose files are no sources.
const NO_SOURCES: [&str; 3] = ["target", "node_modules", "vendor"];

#[derive(Args)]
pub(crate) struct Dev {
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The folder of the platform's bundles
    #[arg(long)]
    bundles: Option<PathBuf>,
    /// The folder of the built shell
    #[arg(long)]
    web: Option<PathBuf>,
    /// The folder for recordings of the plugin's calls, of which the newest 50 are kept; target/recordings if absent
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
}

pub(super) async fn run(dev: Dev, config: Config) -> Result<(), String> {
    let recordings = match &dev.record {
        Some(folder) => folder.clone(),
        None => dev.folder.join("target/recordings"),
    };
    let seen = files_of(&dev.folder, &recordings);
    build::build(&dev.folder)?;
    let recorder = Recordings::new(recordings.clone(), id_of(&dev.folder)?)?;
    let options = WorkshopOptions {
        folder: &dev.folder,
        port: dev.port,
        bundles: dev.bundles.as_ref(),
        web: dev.web.as_ref(),
        log: LOG,
        recorder: Arc::new(recorder),
        relays: true,
    };
    let workshop = Workshop::start(config, options).await?;
    let ended = develop(&dev, &workshop, &recordings, seen).await;
    workshop.stop().await;
    ended
}

/// Installs the plugin, then replaces it after each change, until Ctrl-C.
async fn develop(
    dev: &Dev,
    workshop: &Workshop,
    recordings: &Path,
    mut seen: Sources,
) -> Result<(), String> {
    let url = &workshop.url;
    let world = WorldPlugins::connect(&workshop.platform()).await?;
    let mut session = Session::new(&dev.folder, world)?;
    let installed = session.replace().await?;
    // A game of blocks is shown in one, in which its players meet.
    let is_game = is_game_of(&dev.folder)?;
    if is_game {
        let plugin = installed["plugin"].as_str().unwrap_or_default();
        let opened = demo::open_plugin_block(&workshop.app, plugin).await;
        opened.map_err(|error| format!("the block was not opened: {error}"))?;
    }
    println!("Logins (password {}):", demo::PASSWORD);
    for (email, nickname, role) in demo::plugin_world_logins() {
        println!("  {email:<28} {nickname:<6} {role}");
    }
    println!("World: {url}/{}", demo::PLUGIN_WORLD);
    if installed["hasPages"] == true {
        let plugin = installed["plugin"].as_str().unwrap_or_default();
        println!("Plugin: {url}/{}/x/{plugin}", demo::PLUGIN_WORLD);
    }
    if is_game {
        println!("Block: {url}/{}/{}", demo::PLUGIN_WORLD, demo::PLUGIN_BLOCK);
    }
    println!(
        "Recordings of the newest {KEPT} calls: {}",
        recordings.display()
    );
    println!("Watching {} (Ctrl-C ends)", dev.folder.display());
    let ended = |kind| signal(kind).map_err(|error| error.to_string());
    let mut interrupt = ended(SignalKind::interrupt())?;
    let mut terminate = ended(SignalKind::terminate())?;
    loop {
        tokio::select! {
            _ = interrupt.recv() => return Ok(()),
            _ = terminate.recv() => return Ok(()),
            () = tokio::time::sleep(LOOK) => {}
        }
        let now = files_of(&dev.folder, recordings);
        if now == seen {
            continue;
        }
        let needs_compiling = code_of(&now) != code_of(&seen);
        seen = now;
        // A mistake is shown, and the version before stays in the world.
        if let Err(error) = session.apply(&dev.folder, needs_compiling).await {
            println!("Not applied: {error}");
        }
    }
}

/// The id in the manifest of a built plugin.
fn id_of(folder: &Path) -> Result<String, String> {
    Ok(built(folder)?.manifest.plugin.id.to_string())
}

/// Whether a built plugin can be the game of a block.
fn is_game_of(folder: &Path) -> Result<bool, String> {
    let slots = built(folder)?.manifest.ui.slots;
    Ok(slots.iter().any(|slot| slot.at == GAME_SLOT))
}

fn built(folder: &Path) -> Result<Bundle, String> {
    let bundle = build::bundle_of(folder)?;
    Bundle::read(&bundle).map_err(|error| error.reason().to_owned())
}

/// The plugin in the world.
struct Session {
    world: WorldPlugins,
    bundle: PathBuf,
    key: PublisherKey,
    /// The version is the time of the start and this number, so that each content has a version of its own.
    versions: u32,
}

impl Session {
    fn new(folder: &Path, world: WorldPlugins) -> Result<Self, String> {
        let bundle = build::bundle_of(folder)?;
        let id = id_of(folder)?;
        let publisher = id.split_once('.').map(|(publisher, _)| publisher);
        let publisher = publisher.ok_or("only plugins for worlds run in `witverse plugin dev`")?;
        let seed: [u8; 32] = Rng::default().bytes();
        Ok(Self {
            world,
            bundle,
            key: PublisherKey::new(publisher, &seed)?,
            versions: 0,
        })
    }

    /// Builds what has changed, and replaces the plugin.
    async fn apply(&mut self, folder: &Path, needs_compiling: bool) -> Result<(), String> {
        let started = Instant::now();
        match needs_compiling {
            true => build::build(folder).map(drop)?,
            false => build::lay_out(folder)?,
        }
        let built = started.elapsed();
        let install = self.replace().await?;
        println!(
            "{} runs. Built in {:.1} s, replaced in {:.1} s.",
            install["version"].as_str().unwrap_or_default(),
            built.as_secs_f64(),
            (started.elapsed() - built).as_secs_f64()
        );
        Ok(())
    }

    /// Packs the bundle under a new version, and installs it with everything that it asks for.
    async fn replace(&mut self) -> Result<Value, String> {
        let archive = self.package()?;
        let review = self.world.upload(archive).await?;
        let (digest, requested) = (&review["digest"], &review["requested"]);
        let choice = Choice {
            agreed_key: review["publisher"]["keyId"].as_str().map(str::to_owned),
            early: true,
        };
        match &review["installed"] {
            Value::Null => self.world.install(digest, requested, &choice).await,
            installed => {
                let grant = Some(requested);
                self.world.upgrade(installed, digest, grant, &choice).await
            }
        }
    }

    fn package(&mut self) -> Result<Vec<u8>, String> {
        let file = self.bundle.join("plugin.toml");
        let text = fs::read_to_string(&file).map_err(at(&file))?;
        let mut manifest: toml::Table = text
            .parse()
            .map_err(|error| format!("plugin.toml: {error}"))?;
        let plugin = manifest
            .get_mut("plugin")
            .and_then(|plugin| plugin.as_table_mut());
        let plugin = plugin.ok_or("plugin.toml has no `plugin`")?;
        let word = |plugin: &toml::Table, key: &str| {
            plugin
                .get(key)
                .and_then(|value| value.as_str())
                .unwrap_or_default()
                .to_owned()
        };
        self.versions += 1;
        let version = format!("{}-dev.{}", word(plugin, "version"), self.versions);
        plugin.insert("version".into(), version.clone().into());
        let id = word(plugin, "id");
        fs::write(&file, manifest.to_string()).map_err(at(&file))?;
        let packed = pack(&self.bundle, &id, &version, &self.key);
        fs::write(&file, text).map_err(at(&file))?;
        packed.map_err(|error| error.to_string())
    }
}

/// Path → when it was changed.
type Sources = BTreeMap<PathBuf, SystemTime>;

fn files_of(folder: &Path, recordings: &Path) -> Sources {
    let recordings = fs::canonicalize(recordings).ok();
    let is_recordings = |entry: &walkdir::DirEntry| {
        let is_folder = recordings.is_some() && entry.file_type().is_dir();
        is_folder && fs::canonicalize(entry.path()).ok() == recordings
    };
    let is_source = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = name.starts_with('.') || NO_SOURCES.contains(&name.as_ref());
        entry.depth() == 0 || !(is_hidden || is_recordings(entry))
    };
    let walk = walkdir::WalkDir::new(folder)
        .into_iter()
        .filter_entry(is_source);
    walk.flatten()
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            let changed = entry.metadata().ok()?.modified().ok()?;
            Some((entry.into_path(), changed))
        })
        .collect()
}

/// The files that the component is made of.
fn code_of(sources: &Sources) -> Sources {
    let is_code = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        let in_src = path.components().any(|part| part.as_os_str() == "src");
        in_src || name.is_some_and(|name| name.starts_with("Cargo.") || name == "package.json")
    };
    let files = sources.iter().filter(|(path, _)| is_code(path));
    files.map(|(path, at)| (path.clone(), *at)).collect()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn build_output_is_no_source_and_pages_are_no_code() {
        let folder = TempDir::new().expect("a folder");
        for file in [
            "src/lib.rs",
            "web/a.html",
            "target/b",
            ".git/c",
            "vendor/d",
            "calls/e",
        ] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().expect("inside")).expect("made");
            fs::write(file, "").expect("written");
        }
        let all = files_of(folder.path(), &folder.path().join("calls"));
        let names = |files: &Sources| -> Vec<String> {
            let inside = |path: &PathBuf| {
                path.strip_prefix(folder.path())
                    .expect("inside")
                    .display()
                    .to_string()
            };
            files.keys().map(inside).collect()
        };
        assert_eq!(names(&all), ["src/lib.rs", "web/a.html"]);
        assert_eq!(names(&code_of(&all)), ["src/lib.rs"]);
    }
}
