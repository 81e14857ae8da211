//! Files of the front ends of installed plugins: streamed from the disk, so that a slow reader holds one piece in memory, and
//! compressed once for each package, one file at a time and never for a request that waits. The folders of versions whose pages
//! were opened are known for a day, because a page loads parts of itself later.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::Stream;
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::Semaphore;

use crate::web_files::compressed_copies;

/// Compression does not make smaller files smaller, and takes long for larger ones.
const COMPRESSED_BYTES: std::ops::Range<u64> = 512..8 << 20;
/// Files of strangers are compressed on the machine that serves people: a fast level.
const QUALITY: i32 = 5;
const WINDOW: i32 = 22;
const PIECE_BYTES: usize = 64 << 10;

/// How long a page that was opened finds the files of its version.
const VERSION_KEPT: Duration = Duration::from_hours(24);
/// Versions that are known at a time; each one was installed.
const VERSIONS_KEPT: usize = 10_000;

/// The files that are compressed now or wait for it.
#[derive(Clone)]
pub(crate) struct FrameFiles(Arc<Compressions>);

struct Compressions {
    pending: Mutex<HashSet<PathBuf>>,
    turns: Semaphore,
    /// The folder of a package by the install and its version, and when its page was opened.
    versions: Mutex<HashMap<(String, String), (PathBuf, Instant)>>,
}

impl Default for FrameFiles {
    fn default() -> Self {
        Self(Arc::new(Compressions {
            pending: Mutex::default(),
            turns: Semaphore::new(1),
            versions: Mutex::default(),
        }))
    }
}

/// A file that is open.
pub(super) struct Opened {
    pub(super) file: File,
    pub(super) bytes: u64,
    /// It is compressed with Brotli.
    pub(super) is_brotli: bool,
}

impl FrameFiles {
    /// Opens a file of a package's folder, or its compressed copy. The first request for a file begins the copy.
    pub(super) async fn open(
        &self,
        package: &Path,
        name: &str,
        compressible: bool,
        accepts_brotli: bool,
    ) -> Option<Opened> {
        let path = package.join("web").join(name);
        let bytes = tokio::fs::metadata(&path).await.ok()?;
        if !bytes.is_file() {
            return None;
        }
        let compressible = compressible && COMPRESSED_BYTES.contains(&bytes.len());
        if compressible && accepts_brotli {
            let copy = compressed_copies(package).join(name);
            match tokio::fs::metadata(&copy).await {
                // Empty: the copy would be larger.
                Ok(facts) if facts.len() == 0 => {}
                Ok(facts) => {
                    let file = File::open(&copy).await.ok()?;
                    let bytes = facts.len();
                    return Some(Opened {
                        file,
                        bytes,
                        is_brotli: true,
                    });
                }
                Err(_) => self.compress(path.clone(), copy),
            }
        }
        let file = File::open(&path).await.ok()?;
        let bytes = bytes.len();
        Some(Opened {
            file,
            bytes,
            is_brotli: false,
        })
    }

    /// Keeps the folder of a version for the page that was just opened.
    pub(super) fn keep_version(&self, install: &str, version: &str, folder: &Path) {
        let mut versions = self.versions();
        if versions.len() >= VERSIONS_KEPT {
            versions.retain(|_, (_, opened)| opened.elapsed() < VERSION_KEPT);
        }
        if versions.len() < VERSIONS_KEPT {
            let of = (install.to_owned(), version.to_owned());
            versions.insert(of, (folder.to_owned(), Instant::now()));
        }
    }

    /// The folder of a version of an install whose page was opened here.
    pub(super) fn version(&self, install: &str, version: &str) -> Option<PathBuf> {
        let of = (install.to_owned(), version.to_owned());
        let (folder, opened) = self.versions().get(&of)?.clone();
        (opened.elapsed() < VERSION_KEPT).then_some(folder)
    }

    fn versions(&self) -> std::sync::MutexGuard<'_, HashMap<(String, String), (PathBuf, Instant)>> {
        let versions = self.0.versions.lock();
        versions.unwrap_or_else(PoisonError::into_inner)
    }

    fn pending(&self) -> std::sync::MutexGuard<'_, HashSet<PathBuf>> {
        self.0
            .pending
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn compress(&self, path: PathBuf, copy: PathBuf) {
        if !self.pending().insert(copy.clone()) {
            return;
        }
        let files = self.clone();
        tokio::spawn(async move {
            let Ok(_turn) = files.0.turns.acquire().await else {
                return;
            };
            let to = copy.clone();
            let written = tokio::task::spawn_blocking(move || write_copy(&path, &to)).await;
            if let Ok(Err(error)) = written {
                tracing::debug!(%error, copy = %copy.display(), "a file of a page was not compressed");
            }
            files.pending().remove(&copy);
        });
    }
}

fn write_copy(path: &Path, copy: &Path) -> std::io::Result<()> {
    let bytes = std::fs::read(path)?;
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &bytes[..], &mut compressed, &params)?;
    if compressed.len() >= bytes.len() {
        compressed.clear();
    }
    let folder = copy.parent().unwrap_or(copy);
    std::fs::create_dir_all(folder)?;
    let mut partial = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut partial, &compressed)?;
    partial.persist(copy)?;
    Ok(())
}

/// The bytes of a file, in pieces.
pub(super) fn pieces_of(
    file: impl AsyncRead + Send + Unpin,
) -> impl Stream<Item = std::io::Result<Vec<u8>>> {
    futures::stream::try_unfold(file, async |mut file| {
        let mut piece = vec![0; PIECE_BYTES];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok((read > 0).then_some((piece, file)))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::{FrameFiles, compressed_copies};

    #[tokio::test]
    async fn a_file_is_compressed_once_and_only_if_it_becomes_smaller() {
        let folder = tempfile::tempdir().expect("a folder");
        let package = folder.path().join("package");
        fs::create_dir_all(package.join("web")).expect("a folder");
        let mut noise = [0; 4_000];
        blake3::Hasher::new().finalize_xof().fill(&mut noise);
        fs::write(package.join("web/a.js"), "a".repeat(4_000)).expect("a file");
        fs::write(package.join("web/noise.js"), noise).expect("a file");
        let files = FrameFiles::default();
        for name in ["a.js", "noise.js"] {
            let first = files.open(&package, name, true, true).await;
            assert!(!first.expect("the file").is_brotli, "it is not awaited");
            for _ in 0..500 {
                if compressed_copies(&package).join(name).exists() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            let next = files.open(&package, name, true, true).await;
            assert_eq!(next.expect("the file").is_brotli, name == "a.js");
            let plain = files.open(&package, name, true, false).await;
            assert_eq!(plain.expect("the file").bytes, 4_000);
        }
        assert!(files.open(&package, "missing", true, true).await.is_none());
    }
}
