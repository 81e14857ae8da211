//! A blob: its name, its bytes, and the errors of storing it.

use bytes::Bytes;
use futures::stream::BoxStream;

use super::messages::STORAGE_FULL;
use crate::error::{Error, UNAVAILABLE};

/// The SHA-256 of the bytes.
pub(super) type Digest = [u8; 32];
/// The bytes of a blob, in parts.
pub(super) type BlobStream = BoxStream<'static, std::io::Result<Bytes>>;

/// Why a blob could not be stored or read.
#[derive(Debug, thiserror::Error)]
pub(super) enum StorageError {
    #[error("there is no space left")]
    Full,
    #[error("the blob does not exist")]
    Missing,
    #[error("{0}")]
    Unavailable(String),
}

impl From<std::io::Error> for StorageError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::Full,
            std::io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}

impl From<StorageError> for Error {
    fn from(error: StorageError) -> Self {
        tracing::error!(%error, "the storage of files failed");
        match error {
            StorageError::Full => STORAGE_FULL.into(),
            StorageError::Missing | StorageError::Unavailable(_) => UNAVAILABLE.into(),
        }
    }
}
