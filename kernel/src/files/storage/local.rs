//! Blobs in a folder: `ab/cdef…`. A blob is written under another name, synchronised, and then renamed, so that a name
//! never has incomplete content, not even after a power failure.

use std::io::SeekFrom;
use std::ops::Range;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures::StreamExt;
use tokio::fs::{self, File};
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};

use crate::files::blob::{BlobStream, Digest, StorageError};
use crate::secret::hex;

/// How many bytes are read at once.
const READ_BYTES: u64 = 64 << 10;

#[derive(Clone, Debug)]
pub(crate) struct Local {
    folder: PathBuf,
}

impl Local {
    pub(super) fn new(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self {
            folder: folder.to_path_buf(),
        })
    }

    fn path_of(&self, digest: &Digest) -> PathBuf {
        let name = hex(digest);
        self.folder.join(&name[..2]).join(&name[2..])
    }

    pub(super) async fn put(&self, digest: &Digest, bytes: Vec<u8>) -> Result<(), StorageError> {
        self.store(digest, async |mut file| {
            file.write_all(&bytes).await?;
            Ok(file)
        })
        .await
    }

    pub(super) async fn put_file(&self, digest: &Digest, path: &Path) -> Result<(), StorageError> {
        self.store(digest, async |mut file| {
            let mut from = File::open(path).await?;
            tokio::io::copy(&mut from, &mut file).await?;
            Ok(file)
        })
        .await
    }

    async fn store(
        &self,
        digest: &Digest,
        write: impl AsyncFnOnce(File) -> std::io::Result<File>,
    ) -> Result<(), StorageError> {
        let path = self.path_of(digest);
        if fs::try_exists(&path).await? {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(&self.folder).to_path_buf();
        fs::create_dir_all(&folder).await?;
        let partial = path.with_extension(format!("{}.partial", uuid::Uuid::new_v4().simple()));
        let stored = async {
            let mut file = write(File::create_new(&partial).await?).await?;
            file.flush().await?;
            file.sync_all().await?;
            fs::rename(&partial, &path).await?;
            File::open(&folder).await?.sync_all().await
        };
        let stored = stored.await;
        if stored.is_err() {
            let _ = fs::remove_file(&partial).await;
        }
        Ok(stored?)
    }

    pub(super) async fn read(
        &self,
        digest: &Digest,
        range: Range<u64>,
    ) -> Result<BlobStream, StorageError> {
        let mut file = File::open(self.path_of(digest)).await?;
        file.seek(SeekFrom::Start(range.start)).await?;
        let left = range.end.saturating_sub(range.start);
        let parts = futures::stream::try_unfold((file, left), async |(mut file, left)| {
            if left == 0 {
                return Ok(None);
            }
            let mut part = vec![0; usize::try_from(left.min(READ_BYTES)).unwrap_or_default()];
            let read = file.read(&mut part).await?;
            if read == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            part.truncate(read);
            Ok(Some((Bytes::from(part), (file, left - read as u64))))
        });
        Ok(parts.boxed())
    }

    pub(super) async fn delete(&self, digest: &Digest) -> Result<(), StorageError> {
        Ok(fs::remove_file(self.path_of(digest)).await?)
    }
}

#[cfg(test)]
mod tests {
    use futures::TryStreamExt;

    use super::Local;
    use crate::files::blob::StorageError;

    #[tokio::test]
    async fn blobs_are_stored_read_in_part_and_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let local = Local::new(folder.path()).expect("it is usable");
        let digest = [7; 32];
        for _ in 0..2 {
            let stored = local.put(&digest, b"0123456789".to_vec()).await;
            stored.expect("it is stored");
        }
        let parts = local.read(&digest, 2..5).await.expect("it exists");
        let parts: Vec<bytes::Bytes> = parts.try_collect().await.expect("it can be read");
        assert_eq!(parts.concat(), b"234");
        local.delete(&digest).await.expect("it is deleted");
        let gone = local.read(&digest, 0..1).await.err();
        assert!(matches!(gone, Some(StorageError::Missing)), "{gone:?}");
        let files = walkdir::WalkDir::new(folder.path()).into_iter().flatten();
        assert_eq!(files.filter(|entry| entry.file_type().is_file()).count(), 0);
    }
}
