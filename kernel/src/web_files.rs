//! The files of the built front end: read once at the start, kept in memory, compressed in the background.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use sha2::{Digest, Sha256};

use crate::secret::hex;

/// Compression does not make smaller files smaller.
const MIN_COMPRESSED_BYTES: usize = 512;
/// The folder of markup that was rendered at build time.
const PRERENDERED: &str = "prerender/";
const BROTLI_QUALITY: i32 = 11;
const BROTLI_WINDOW: i32 = 22;
/// The length of a SHA-256 digest.
const DIGEST_BYTES: usize = 32;

/// A file of the front end.
pub struct WebFile {
    pub bytes: Bytes,
    pub brotli: OnceLock<Bytes>,
    pub mime: String,
    /// The value of its `ETag` header.
    pub etag: String,
    /// The name contains a hash of the content.
    pub immutable: bool,
    digest: String,
}

/// All files of shell and plugins, by URL path.
#[derive(Default)]
pub struct WebFiles {
    files: HashMap<String, Arc<WebFile>>,
    /// The shell's page, with a placeholder for its start data.
    pub index: Option<String>,
    /// Markup of pages that was rendered at build time, by URL path. It is sent inside of pages only.
    prerendered: HashMap<String, String>,
}

impl WebFiles {
    /// Reads the shell's folder and those of plugins (path prefix, folder).
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub fn read(shell: &Path, remotes: &[(String, PathBuf)]) -> std::io::Result<Self> {
        let mut web = Self::default();
        if shell.is_dir() {
            web.add("/assets/shell/", shell)?;
            web.index = fs::read_to_string(shell.join("index.html")).ok();
        }
        for (prefix, folder) in remotes {
            web.add(prefix, folder)?;
        }
        Ok(web)
    }

    /// The file for a URL path.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&WebFile> {
        self.files.get(path).map(Arc::as_ref)
    }

    /// The markup `<name>.<language>.html` of the shell or a plugin, `prefix` being the path of its files.
    #[must_use]
    pub fn prerendered(&self, prefix: &str, name: &str) -> Option<&str> {
        let markup = self
            .prerendered
            .get(&format!("{prefix}{PRERENDERED}{name}"));
        markup.map(String::as_str)
    }

    fn add(&mut self, prefix: &str, folder: &Path) -> std::io::Result<()> {
        for entry in walkdir::WalkDir::new(folder) {
            let entry = entry.map_err(std::io::Error::from)?;
            if !entry.file_type().is_file() {
                continue;
            }
            let name = entry
                .path()
                .strip_prefix(folder)
                .unwrap_or(entry.path())
                .to_string_lossy()
                .replace('\\', "/");
            // Source maps are not served; the page itself is not an asset.
            if name == "index.html" || name.ends_with(".map") {
                continue;
            }
            if name.starts_with(PRERENDERED) {
                let markup = fs::read_to_string(entry.path())?;
                self.prerendered.insert(format!("{prefix}{name}"), markup);
                continue;
            }
            let bytes = Bytes::from(fs::read(entry.path())?);
            let digest = hex(&blake3::hash(&bytes).as_bytes()[..16]);
            let file = WebFile {
                brotli: OnceLock::new(),
                mime: mime_guess::from_path(&name)
                    .first_or_octet_stream()
                    .to_string(),
                etag: format!("\"{digest}\""),
                immutable: has_hash(&name),
                bytes,
                digest,
            };
            self.files.insert(format!("{prefix}{name}"), Arc::new(file));
        }
        Ok(())
    }

    /// Compresses files that become smaller, or reads them from the cache of an earlier start. Slow: run it in the
    /// background. It ends early, between two files, when `is_stopped`.
    pub fn compress(&self, cache: &Path, is_stopped: impl Fn() -> bool) {
        if let Err(error) = fs::create_dir_all(cache) {
            tracing::warn!(%error, "the cache of compressed files is not available");
        }
        for file in self.files.values() {
            if is_stopped() {
                return;
            }
            if !compressible(&file.mime) || file.bytes.len() < MIN_COMPRESSED_BYTES {
                continue;
            }
            let path = cache.join(format!("{}.br", file.digest));
            let compressed = kept(&path).unwrap_or_else(|| {
                let fresh = brotli(&file.bytes);
                if let Err(error) = keep(&path, &fresh) {
                    tracing::debug!(%error, "a compressed file was not cached");
                }
                fresh
            });
            if compressed.len() < file.bytes.len() {
                let _ = file.brotli.set(compressed.into());
            }
        }
    }
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: BROTLI_QUALITY,
        lgwin: BROTLI_WINDOW,
        ..Default::default()
    };
    match brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &params) {
        Ok(_) => compressed,
        Err(_) => bytes.to_vec(),
    }
}

/// Writes a file of the cache: the digest of `compressed`, then `compressed`. Kernels can share the folder.
fn keep(path: &Path, compressed: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    let mut partial = tempfile::NamedTempFile::new_in(folder)?;
    partial.write_all(&Sha256::digest(compressed))?;
    partial.write_all(compressed)?;
    partial.as_file().sync_all()?;
    partial.persist(path)?;
    Ok(())
}

/// Reads a file of the cache. One that a power failure truncated must not be served for a year.
fn kept(path: &Path) -> Option<Vec<u8>> {
    let mut digest = fs::read(path).ok()?;
    let compressed = digest.split_off(DIGEST_BYTES.min(digest.len()));
    (Sha256::digest(&compressed)[..] == digest[..]).then_some(compressed)
}

/// The folder with the compressed copies of an unpacked package's pages.
pub(crate) fn compressed_copies(package: &Path) -> PathBuf {
    package.with_extension("br")
}

/// Whether compression makes files of this type smaller.
pub(crate) fn compressible(mime: &str) -> bool {
    mime.starts_with("text/")
        || matches!(
            mime,
            "application/javascript" | "application/json" | "image/svg+xml" | "application/wasm"
        )
}

/// `main.0123456789.js`: a part of ten or more hexadecimal digits.
fn has_hash(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .unwrap_or(name)
        .split(['.', '-'])
        .any(|part| part.len() >= 10 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_damaged_file_of_the_cache_is_not_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.br");
        assert!(super::kept(&path).is_none());
        super::keep(&path, b"compressed").expect("a file");
        assert_eq!(super::kept(&path).as_deref(), Some(&b"compressed"[..]));
        let bytes = std::fs::read(&path).expect("its bytes");
        for length in [0, 8, 32, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..length]).expect("a shorter file");
            assert!(super::kept(&path).is_none(), "{length}");
        }
    }

    #[test]
    fn only_hashed_names_are_immutable() {
        for hashed in ["main.0123456789.js", "a/b.0123456789abcdef.woff2"] {
            assert!(super::has_hash(hashed), "{hashed}");
        }
        for plain in ["mf-manifest.json", "demo/agora.webp", "facade.js"] {
            assert!(!super::has_hash(plain), "{plain}");
        }
    }
}
