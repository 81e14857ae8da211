//! `witverse plugin …`: the tools of a plugin's author. Nothing here needs a running kernel or a database.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use witverse_kernel::clock::Rng;
use witverse_kernel::plugins::{
    Bundle, Package, PublisherKey, check_bundle, pack, read_bundles, sign,
};
use witverse_runtime::{AotCache, Compiler, RuntimeConfig};

#[derive(Subcommand)]
pub(crate) enum PluginCommand {
    /// Make the signing key of a publisher, or a new key that replaces an earlier one
    Key {
        /// The first part of the ids of the publisher's plugins, for example acme
        publisher: String,
        /// The key file to write; it must not exist
        #[arg(long)]
        out: PathBuf,
        /// The key file that the new key replaces
        #[arg(long)]
        replaces: Option<PathBuf>,
    },
    /// Check a bundle as a platform does before it installs it
    Check {
        folder: PathBuf,
        /// The folder of the platform's bundles
        #[arg(long)]
        bundles: Option<PathBuf>,
    },
    /// Pack and sign a bundle as <id>-<version>.verse
    Pack {
        folder: PathBuf,
        #[arg(long)]
        key: PathBuf,
        /// The folder of the package; the current one if absent
        #[arg(long, default_value = ".")]
        out: PathBuf,
    },
    /// Sign a package again, for example with a new key
    Sign {
        package: PathBuf,
        #[arg(long)]
        key: PathBuf,
    },
    /// Verify the hashes and the signature of a package, and print what it contains
    Verify { package: PathBuf },
}

impl PluginCommand {
    /// Runs the command and prints its result. The error is one sentence.
    pub(crate) fn run(self, configured_bundles: &Path) -> Result<(), String> {
        match self {
            Self::Key {
                publisher,
                out,
                replaces,
            } => make_key(&publisher, &out, replaces.as_deref()),
            Self::Check { folder, bundles } => {
                check(&folder, bundles.as_deref().unwrap_or(configured_bundles))
            }
            Self::Pack { folder, key, out } => pack_folder(&folder, &key, &out),
            Self::Sign { package, key } => sign_again(&package, &key),
            Self::Verify { package } => verify(&package),
        }
    }
}

fn make_key(publisher: &str, out: &Path, replaces: Option<&Path>) -> Result<(), String> {
    let seed: [u8; 32] = Rng::default().bytes();
    let key = match replaces {
        None => PublisherKey::new(publisher, &seed)?,
        Some(earlier) => {
            let earlier = read_key(earlier)?;
            if earlier.publisher() != publisher {
                let of = earlier.publisher();
                return Err(format!("the replaced key is of {of}, not of {publisher}"));
            }
            earlier.rotate(&seed)?
        }
    };
    let text = serde_json::to_string_pretty(&key).map_err(|error| error.to_string())?;
    fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(out)
        .and_then(|mut file| writeln!(file, "{text}"))
        .map_err(at(out))?;
    println!(
        "{}: key {} of {publisher}. Keep it secret, and keep a copy: packages are signed with it.",
        out.display(),
        key.public()?.id()
    );
    Ok(())
}

fn check(folder: &Path, bundles: &Path) -> Result<(), String> {
    let system = read_bundles(bundles).map_err(|error| error.to_string())?;
    // The compiled component is not kept.
    let scratch = std::env::temp_dir().join(format!("witverse-check-{}", std::process::id()));
    let compiler = Compiler::Here;
    let cache = AotCache::new(scratch.clone(), [0; 32], compiler, RuntimeConfig::default());
    let checked = check_bundle(folder, &system, &cache);
    // The folder does not exist if nothing was compiled.
    let _ = fs::remove_dir_all(&scratch);
    let bundle = checked?;
    let plugin = &bundle.manifest.plugin;
    println!("{} {}: no problem was found.", plugin.id, plugin.version);
    Ok(())
}

fn pack_folder(folder: &Path, key: &Path, out: &Path) -> Result<(), String> {
    let bundle = Bundle::read(folder).map_err(|error| error.reason().to_owned())?;
    let plugin = &bundle.manifest.plugin;
    let key = read_key(key)?;
    let archive = pack(folder, plugin.id.as_str(), &plugin.version, &key)
        .map_err(|error| error.to_string())?;
    let file = out.join(format!("{}-{}.verse", plugin.id, plugin.version));
    fs::write(&file, &archive).map_err(at(&file))?;
    println!("{}: {} bytes", file.display(), archive.len());
    Ok(())
}

fn sign_again(package: &Path, key: &Path) -> Result<(), String> {
    let archive = fs::read(package).map_err(at(package))?;
    let signed = sign(&archive, &read_key(key)?).map_err(|error| error.to_string())?;
    fs::write(package, signed).map_err(at(package))?;
    verify(package)
}

fn verify(path: &Path) -> Result<(), String> {
    let archive = fs::read(path).map_err(at(path))?;
    let package = Package::open(&archive).map_err(|error| error.to_string())?;
    let contents = &package.contents;
    println!(
        "{} {}: {} files, digest {}, signed with the key {}",
        contents.plugin,
        contents.version,
        contents.files.len(),
        package.digest_hex(),
        package.keys.last().id()
    );
    Ok(())
}

fn read_key(path: &Path) -> Result<PublisherKey, String> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    let key: PublisherKey = serde_json::from_str(&text)
        .map_err(|error| format!("{} is not a key file: {error}", path.display()))?;
    key.check()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(key)
}

fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
