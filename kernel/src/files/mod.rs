//! Files that people upload: resumable uploads, checks before anybody else sees a file, pictures in several widths,
//! levels of detail of 3D models, VRM avatars, quotas, where files are used, and their deletion.
//!
//! Uploads are written to `<data folder>/uploads`, so the parts of one upload must arrive at kernels that share this
//! folder. Checked files are blobs in the configured storage. Bytes of people are never served unchanged, except videos
//! and sounds whose container was checked.

mod append;
mod blob;
mod checks;
mod collection;
mod colours;
mod container;
mod forbidden;
mod image_decoding;
mod image_process;
mod image_worker;
mod media_type;
mod messages;
mod model;
mod own_files;
mod profile_image;
mod queries;
mod scanner;
mod serving;
mod storage;
mod tracks;
mod uploads;
mod webp;
mod writers;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use tokio::sync::{Notify, watch};
use uuid::Uuid;

pub use append::{AppendError, Part};
pub use forbidden::{FileDigest, ForbiddenFile, ForbiddenFileCursor, NewForbiddenFile};
pub use image_process::run as process_image;
pub use image_worker::ImageDecoder;
pub use media_type::{MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, Purpose};
pub use messages::*;
pub use model::{
    AllowedUsers, CommercialUse, LeftOut, ModelFacts, Modification, VrmFacts, VrmLicence,
    VrmVersion,
};
pub use own_files::{MAX_OWN_FILE_BYTES, OwnFileContent, TEXT, is_own_file_name, own_file_type};
pub use queries::{FileUse, FileView};
pub use scanner::{Candidate, FileScanner, ForbiddenDigests};
pub use serving::{Content, ServedVariant};
pub use uploads::{NewUpload, UploadState};

use crate::config::Config;
use crate::identity::Identity;
use crate::plugins::Platform;
use image_worker::ImageWorker;
use storage::Storage;
use writers::Writers;

/// The interval between lookups without a signal: another kernel may have received a file, or a check is repeated.
const POLL: Duration = Duration::from_secs(2);
/// How many files are checked at once.
const CHECKS_AT_ONCE: usize = 2;

/// The parts of the kernel that files need.
pub struct Parts<'a> {
    pub platform: Arc<Platform>,
    pub identity: Identity,
    pub config: &'a Config,
    pub decoder: ImageDecoder,
    pub scanners: Vec<Arc<dyn FileScanner>>,
}

/// Uploads and files.
#[derive(Clone)]
pub struct Files(Arc<Inner>);

struct Inner {
    platform: Arc<Platform>,
    identity: Identity,
    storage: Storage,
    uploads: PathBuf,
    writers: Writers,
    images: ImageWorker,
    scanners: Vec<Arc<dyn FileScanner>>,
    quota_bytes: i64,
    /// The origin of the addresses that the API returns; empty for the platform's own.
    cdn_origin: String,
    /// Notified when a file waits for its check.
    received: Notify,
    /// Notified when files were deleted.
    deleted: Notify,
}

impl Files {
    /// # Errors
    /// A setting or a folder that cannot be used, as a sentence.
    pub fn new(parts: Parts<'_>) -> Result<Self, String> {
        let settings = &parts.config.files;
        let uploads = parts.config.data_dir.join("uploads");
        std::fs::create_dir_all(&uploads).map_err(|error| {
            format!(
                "The folder of uploads {} cannot be created: {error}.",
                uploads.display()
            )
        })?;
        Ok(Self(Arc::new(Inner {
            storage: Storage::new(settings, &parts.config.data_dir.join("files"))?,
            uploads,
            writers: Writers::default(),
            images: ImageWorker::new(parts.decoder),
            scanners: parts.scanners,
            quota_bytes: i64::try_from(settings.quota_mib.saturating_mul(1 << 20))
                .unwrap_or(i64::MAX),
            cdn_origin: settings.cdn_origin.clone().unwrap_or_default(),
            received: Notify::new(),
            deleted: Notify::new(),
            platform: parts.platform,
            identity: parts.identity,
        })))
    }

    /// Checks received files and deletes unused ones, until `stop` changes.
    pub async fn run(self, stop: watch::Receiver<bool>) {
        let checks = (0..CHECKS_AT_ONCE).map(|_| self.check_until(stop.clone()));
        futures::join!(
            futures::future::join_all(checks),
            self.collect_until(stop.clone())
        );
    }

    fn pool(&self) -> &PgPool {
        &self.0.platform.pools.app
    }

    fn now(&self) -> time::OffsetDateTime {
        self.0.platform.clock.now()
    }

    /// The file that receives an upload.
    fn part_of(&self, id: Uuid) -> PathBuf {
        self.0.uploads.join(format!("{}.part", id.simple()))
    }

    /// The address of a file without its variant.
    #[must_use]
    pub fn url(&self, id: Uuid) -> String {
        format!("{}{}", self.0.cdn_origin, path_of(id))
    }
}

/// The path of a file without its variant.
#[must_use]
pub fn path_of(id: Uuid) -> String {
    format!("/files/{}", id.hyphenated())
}

/// Removes a file of the upload folder; it may be gone already.
async fn remove_part(path: &Path) {
    if let Err(error) = tokio::fs::remove_file(path).await
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(%error, path = %path.display(), "an upload could not be removed");
    }
}
