//! Packages: a plugin's bundle as one signed archive, `<id>-<version>.verse`.
//!
//! The archive is a zip of the bundle's files, `MANIFEST.json` with the SHA-256 of each of them, and
//! `signatures/publisher.json` with the publisher's signature over `MANIFEST.json`. The digest of a package is the SHA-256
//! of `MANIFEST.json`: it names the contents, so it does not change when the package is signed again.
//!
//! Nothing here trusts an archive: sizes are limited while it is read, and no file is written before all of them have
//! passed. Whether the signing key may publish plugins with this id is not decided here (`plugins::publishers`).

mod archive;
mod contents;
mod error;
mod key;
mod public_key;
mod signature;

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

pub use archive::{MAX_ARCHIVE_BYTES, is_plain_path};
pub use contents::Contents;
pub use error::PackageError;
pub use key::PublisherKey;
pub use public_key::PublicKey;
pub use signature::KeyChain;

use archive::{CONTENTS, Files, SIGNATURE};
use signature::Signature;

/// A file of a package.
#[derive(Clone, Debug)]
pub struct PackageFile {
    pub path: String,
    pub bytes: usize,
    /// In lower-case hexadecimal.
    pub sha256: String,
}

/// An archive whose hashes and signature are valid.
pub struct Package {
    pub contents: Contents,
    /// SHA-256 of `MANIFEST.json`.
    pub digest: [u8; 32],
    /// The keys of the publisher, from the first one to the one that signed.
    pub keys: KeyChain,
    files: Files,
}

impl Package {
    /// Reads an archive, and verifies its hashes and its signature.
    ///
    /// # Errors
    /// The first file that is missing, unlisted, changed or too large, or the signature that does not verify.
    pub fn open(archive: &[u8]) -> Result<Self, PackageError> {
        let mut files = archive::read(archive)?;
        let listed = files
            .remove(CONTENTS)
            .ok_or_else(|| PackageError::Missing(CONTENTS.into()))?;
        let signed = files.remove(SIGNATURE).ok_or(PackageError::Unsigned)?;
        let contents = Contents::parse(&listed)?;
        contents.compare(&files)?;
        let keys = Signature::parse(&signed)?.verify(&contents.publisher()?, &listed)?;
        Ok(Self {
            contents,
            digest: Sha256::digest(&listed).into(),
            keys,
            files,
        })
    }

    /// The digest in lower-case hexadecimal.
    #[must_use]
    pub fn digest_hex(&self) -> String {
        crate::secret::hex(&self.digest)
    }

    /// The files of the bundle in the order of their paths.
    #[must_use]
    pub fn files(&self) -> Vec<PackageFile> {
        let files = self.files.iter().map(|(path, bytes)| PackageFile {
            path: path.clone(),
            bytes: bytes.len(),
            sha256: self.contents.files.get(path).cloned().unwrap_or_default(),
        });
        files.collect()
    }

    /// Writes the files of the bundle into a folder that does not exist yet. The folder appears complete or not at all.
    ///
    /// # Errors
    /// The error of the file system.
    pub fn unpack(&self, folder: &Path) -> std::io::Result<()> {
        let parent = folder.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent)?;
        let partial = tempfile_in(parent, &self.digest);
        if partial.exists() {
            fs::remove_dir_all(&partial)?;
        }
        for (name, bytes) in &self.files {
            let path = partial.join(name);
            fs::create_dir_all(path.parent().unwrap_or(&partial))?;
            fs::write(path, bytes)?;
        }
        match fs::rename(&partial, folder) {
            // Another call has unpacked the same package: its contents are the same.
            Err(_) if folder.is_dir() => fs::remove_dir_all(&partial),
            done => done,
        }
    }
}

fn tempfile_in(parent: &Path, digest: &[u8; 32]) -> std::path::PathBuf {
    let id = format!("{}-{:?}", std::process::id(), std::thread::current().id());
    let name = Sha256::digest([&digest[..], id.as_bytes()].concat());
    parent.join(format!(".{}", crate::secret::hex(&name[..8])))
}

/// Packs the bundle in `folder`, signed with `key`. The same files and the same key give the same bytes.
///
/// # Errors
/// A file that cannot be packed, or a key of another publisher.
pub fn pack(
    folder: &Path,
    id: &str,
    version: &str,
    key: &PublisherKey,
) -> Result<Vec<u8>, PackageError> {
    let files = archive::files_of(folder)?;
    let contents = Contents::of(id, version, &files);
    sealed(files, &contents, key)
}

/// Signs the contents of an archive again, for example with a key that replaced an earlier one. An earlier signature is
/// not verified.
///
/// # Errors
/// The archive cannot be read or its files are not those that it lists, or the key is of another publisher.
pub fn sign(archive: &[u8], key: &PublisherKey) -> Result<Vec<u8>, PackageError> {
    let mut files = archive::read(archive)?;
    files.remove(SIGNATURE);
    let listed = files
        .remove(CONTENTS)
        .ok_or_else(|| PackageError::Missing(CONTENTS.into()))?;
    let contents = Contents::parse(&listed)?;
    contents.compare(&files)?;
    sealed(files, &contents, key)
}

fn sealed(
    mut files: Files,
    contents: &Contents,
    key: &PublisherKey,
) -> Result<Vec<u8>, PackageError> {
    let publisher = contents.publisher()?;
    if key.publisher() != publisher {
        return Err(PackageError::OtherPublisher {
            publisher,
            signed_by: key.publisher().to_owned(),
        });
    }
    let listed = contents.to_bytes();
    let signature = key
        .sign_contents(&listed)
        .map_err(PackageError::BadSignature)?
        .to_bytes();
    files.insert(CONTENTS.into(), listed);
    files.insert(SIGNATURE.into(), signature);
    archive::write(&files)
}

#[cfg(test)]
mod tests;
