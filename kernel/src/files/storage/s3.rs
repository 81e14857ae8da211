//! Blobs in a bucket of an S3 service: `blobs/ab/cdef…`. Large ones are sent in parts.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use futures::StreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path as Key;
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart};
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use crate::config;
use crate::files::blob::{BlobStream, Digest, StorageError};
use crate::secret::hex;

/// The size of a part; S3 requires at least 5 MiB for all parts but the last.
const PART_BYTES: usize = 8 << 20;
/// How many parts are in flight.
const PARTS_AT_ONCE: usize = 2;

#[derive(Clone, Debug)]
pub(crate) struct S3 {
    bucket: Arc<AmazonS3>,
}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::Missing,
            error => Self::Unavailable(error.to_string()),
        }
    }
}

impl S3 {
    /// # Errors
    /// A setting that cannot be used.
    pub(super) fn new(settings: &config::S3) -> Result<Self, String> {
        // The client of `object_store` takes the process's TLS implementation. It may have been set before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&settings.bucket)
            .with_region(&settings.region)
            .with_access_key_id(&settings.access_key_id)
            .with_secret_access_key(&settings.secret_access_key)
            .with_virtual_hosted_style_request(settings.virtual_host);
        if let Some(endpoint) = &settings.endpoint {
            builder = builder
                .with_endpoint(endpoint.trim_end_matches('/'))
                .with_allow_http(endpoint.starts_with("http://"));
        }
        let bucket = builder
            .build()
            .map_err(|error| format!("The settings files.s3 cannot be used: {error}."))?;
        Ok(Self {
            bucket: Arc::new(bucket),
        })
    }

    fn key_of(digest: &Digest) -> Key {
        let name = hex(digest);
        Key::from(format!("blobs/{}/{}", &name[..2], &name[2..]))
    }

    pub(super) async fn put(&self, digest: &Digest, bytes: Vec<u8>) -> Result<(), StorageError> {
        let payload = PutPayload::from(Bytes::from(bytes));
        self.bucket.put(&Self::key_of(digest), payload).await?;
        Ok(())
    }

    pub(super) async fn put_file(&self, digest: &Digest, path: &Path) -> Result<(), StorageError> {
        let mut file = File::open(path).await?;
        let upload = self.bucket.put_multipart(&Self::key_of(digest)).await?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        let mut part = vec![0; 64 << 10];
        loop {
            upload.wait_for_capacity(PARTS_AT_ONCE).await?;
            match file.read(&mut part).await? {
                0 => break,
                read => upload.write(&part[..read]),
            }
        }
        upload.finish().await?;
        Ok(())
    }

    pub(super) async fn read(
        &self,
        digest: &Digest,
        range: Range<u64>,
    ) -> Result<BlobStream, StorageError> {
        let options = GetOptions {
            range: Some(GetRange::Bounded(range)),
            ..GetOptions::default()
        };
        let found = self.bucket.get_opts(&Self::key_of(digest), options).await?;
        Ok(found
            .into_stream()
            .map(|part| part.map_err(std::io::Error::other))
            .boxed())
    }

    pub(super) async fn delete(&self, digest: &Digest) -> Result<(), StorageError> {
        Ok(self.bucket.delete(&Self::key_of(digest)).await?)
    }
}
