//! Blobs in a bucket of an S3 service: `blobs/ab/cdef…`. Large ones are sent in parts.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::StreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path as Key;
use object_store::{
    ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
    WriteMultipart,
};
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use crate::config;
use crate::files::blob::{BlobStream, Digest, StorageError};
use crate::secret::hex;

/// The size of a part; S3 requires at least 5 MiB for all parts but the last.
const PART_BYTES: usize = 8 << 20;
/// How many parts are in flight.
const PARTS_AT_ONCE: usize = 2;
/// How long the service may be silent. A request as a whole has no limit: a client may read a video slowly.
const SILENCE: Duration = Duration::from_secs(30);
/// How often and how long a request is repeated after a failure. Checks of files are repeated as a whole.
const RETRIES: usize = 3;
const RETRIED_FOR: Duration = Duration::from_secs(20);

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
            .with_virtual_hosted_style_request(settings.virtual_host)
            .with_retry(RetryConfig {
                max_retries: RETRIES,
                retry_timeout: RETRIED_FOR,
                ..RetryConfig::default()
            });
        let mut client = ClientOptions::new()
            .with_timeout_disabled()
            .with_read_timeout(SILENCE);
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint.trim_end_matches('/'));
            client = client.with_allow_http(endpoint.starts_with("http://"));
        }
        let bucket = builder
            .with_client_options(client)
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
        if let Err(error) = write_parts(&mut file, &mut upload).await {
            // Otherwise the bucket keeps the parts.
            if let Err(error) = upload.abort().await {
                tracing::warn!(%error, "an upload to the bucket could not be cancelled");
            }
            return Err(error);
        }
        // Cancels the upload if it fails.
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

async fn write_parts(file: &mut File, upload: &mut WriteMultipart) -> Result<(), StorageError> {
    let mut part = vec![0; 64 << 10];
    loop {
        upload.wait_for_capacity(PARTS_AT_ONCE).await?;
        match file.read(&mut part).await? {
            0 => return Ok(()),
            read => upload.write(&part[..read]),
        }
    }
}
