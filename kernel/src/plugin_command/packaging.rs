//! The commands about keys, bundles and packages. Nothing here needs a running platform or a database.

use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use witverse_kernel::clock::Rng;
use witverse_kernel::plugins::{
    Bundle, Package, PublisherKey, check_bundle, pack, read_bundles, sign,
};
use witverse_runtime::{AotCache, Compiler, RuntimeConfig};

use super::build::{bundle_of, has_sources};
use super::file_error::at;
use super::workshop::kept_components;

pub(super) fn make_key(publisher: &str, out: &Path, replaces: Option<&Path>) -> Result<(), String> {
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

/// Checks a bundle, or the built bundle of a plugin's sources.
pub(super) fn check(folder: &Path, bundles: &Path) -> Result<(), String> {
    let bundle = bundle_of(folder)?;
    let system = read_bundles(bundles).map_err(|error| error.to_string())?;
    // The compiled component of a bundle without sources is not kept.
    let scratch = TempDir::new().map_err(|error| error.to_string())?;
    let cache = match has_sources(folder) {
        true => kept_components(folder)?,
        false => AotCache::new(
            scratch.path().to_owned(),
            [0; 32],
            Compiler::Here,
            RuntimeConfig::default(),
        ),
    };
    let checked = check_bundle(&bundle, &system, &cache);
    let bundle = checked?;
    let plugin = &bundle.manifest.plugin;
    println!("{} {}: no problem was found.", plugin.id, plugin.version);
    Ok(())
}

/// Packs and signs a bundle; returns the file.
pub(super) fn pack_folder(folder: &Path, key: &Path, out: &Path) -> Result<PathBuf, String> {
    let folder = bundle_of(folder)?;
    let bundle = Bundle::read(&folder).map_err(|error| error.reason().to_owned())?;
    let plugin = &bundle.manifest.plugin;
    let key = read_key(key)?;
    let archive = pack(&folder, plugin.id.as_str(), &plugin.version, &key)
        .map_err(|error| error.to_string())?;
    let file = out.join(format!("{}-{}.verse", plugin.id, plugin.version));
    fs::write(&file, &archive).map_err(at(&file))?;
    println!("{}: {} bytes", file.display(), archive.len());
    Ok(file)
}

pub(super) fn sign_again(package: &Path, key: &Path) -> Result<(), String> {
    let archive = fs::read(package).map_err(at(package))?;
    let signed = sign(&archive, &read_key(key)?).map_err(|error| error.to_string())?;
    fs::write(package, signed).map_err(at(package))?;
    verify(package)
}

pub(super) fn verify(path: &Path) -> Result<(), String> {
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

pub(super) fn read_key(path: &Path) -> Result<PublisherKey, String> {
    let text = fs::read_to_string(path).map_err(at(path))?;
    let key: PublisherKey = serde_json::from_str(&text)
        .map_err(|error| format!("{} is not a key file: {error}", path.display()))?;
    key.check()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(key)
}
