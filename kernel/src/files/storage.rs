//! Where blobs are stored, by their SHA-256: a folder, or an S3 service. A stored blob never changes.

mod local;
mod s3;

use std::ops::Range;
use std::path::Path;

use super::blob::{BlobStream, Digest, StorageError};
use crate::config;
use local::Local;
use s3::S3;

/// The configured storage.
#[derive(Clone, Debug)]
pub(super) enum Storage {
    Local(Local),
    S3(S3),
}

impl Storage {
    /// # Errors
    /// An invalid setting, or a folder that cannot be created.
    pub(super) fn new(config: &config::Files, folder: &Path) -> Result<Self, String> {
        match &config.s3 {
            Some(settings) => Ok(Self::S3(S3::new(settings)?)),
            None => Ok(Self::Local(Local::new(&folder.join("blobs")).map_err(
                |error| {
                    format!(
                        "The folder of files {} is not usable: {error}.",
                        folder.display()
                    )
                },
            )?)),
        }
    }

    /// Stores bytes. Storing the same bytes again does nothing.
    pub(super) async fn put(&self, digest: &Digest, bytes: Vec<u8>) -> Result<(), StorageError> {
        match self {
            Self::Local(local) => local.put(digest, bytes).await,
            Self::S3(s3) => s3.put(digest, bytes).await,
        }
    }

    /// Stores the content of a file of the upload folder. The file stays.
    pub(super) async fn put_file(&self, digest: &Digest, path: &Path) -> Result<(), StorageError> {
        match self {
            Self::Local(local) => local.put_file(digest, path).await,
            Self::S3(s3) => s3.put_file(digest, path).await,
        }
    }

    /// Reads a part of a blob.
    pub(super) async fn read(
        &self,
        digest: &Digest,
        range: Range<u64>,
    ) -> Result<BlobStream, StorageError> {
        match self {
            Self::Local(local) => local.read(digest, range).await,
            Self::S3(s3) => s3.read(digest, range).await,
        }
    }

    /// Deletes a blob; succeeds if it does not exist.
    pub(super) async fn delete(&self, digest: &Digest) -> Result<(), StorageError> {
        let deleted = match self {
            Self::Local(local) => local.delete(digest).await,
            Self::S3(s3) => s3.delete(digest).await,
        };
        match deleted {
            Err(StorageError::Missing) => Ok(()),
            other => other,
        }
    }
}
