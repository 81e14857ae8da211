//! Appends a part to an upload. What was received is made durable every few megabytes and recorded, so that a dropped
//! line or a killed kernel loses at most the last ones, and never bytes that were acknowledged.

use std::io::SeekFrom;
use std::path::Path;

use bytes::Bytes;
use futures::{Stream, StreamExt};
use sha2::{Digest, Sha256};
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::Files;
use super::blob::StorageError;
use super::media_type::{HEAD_BYTES, MediaType};
use super::messages::{
    FILE_DIGEST_MISMATCH, FILE_EMPTY, FILE_NOT_FOUND, FILE_TOO_LARGE, UPLOAD_COMPLETE,
    UPLOAD_INTERRUPTED, UPLOAD_LENGTH_INCONSISTENT, UPLOAD_SUPERSEDED, refusal,
};
use super::uploads::{UploadRow, UploadState};
use super::writers::Writer;
use crate::error::{Catalogue, Error, Problem, Result};
use crate::postgres::begin;

/// How many bytes are received between two records.
const CHECKPOINT_BYTES: u64 = 4 << 20;

/// A part of an upload, without its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub offset: u64,
    /// Whether the upload is complete with this part.
    pub completes: bool,
    /// The size of the part, if the request declares it.
    pub bytes: Option<u64>,
    /// The size of the whole upload, if the request declares it.
    pub length: Option<u64>,
    /// SHA-256 of the part. With it, the part is stored completely or not at all.
    pub part_digest: Option<[u8; 32]>,
    /// SHA-256 of the whole upload.
    pub digest: Option<[u8; 32]>,
}

/// Why a part was not appended.
#[derive(Debug)]
pub enum AppendError {
    /// The upload continues at another offset.
    Offset {
        expected: u64,
    },
    Other(Error),
}

impl<E: Into<Error>> From<E> for AppendError {
    fn from(error: E) -> Self {
        Self::Other(error.into())
    }
}

/// A part while it is received.
struct Receiver {
    files: Files,
    owner: Uuid,
    row: UploadRow,
    part: Part,
    file: File,
    /// Where the next byte is written, and up to where bytes are recorded.
    at: u64,
    recorded: u64,
    hasher: Option<Sha256>,
}

impl Files {
    /// Appends a part, and begins the check of a complete upload. If the caller is dropped, what was received by then
    /// is recorded.
    ///
    /// # Errors
    /// [`AppendError::Offset`], the problems of the protocol, and the reason why the file is refused.
    pub async fn append<E: Send + 'static>(
        &self,
        owner: Uuid,
        id: Uuid,
        part: Part,
        body: impl Stream<Item = Result<Bytes, E>> + Send + 'static,
    ) -> Result<UploadState, AppendError> {
        let mut body = Box::pin(body);
        // First, so that another person cannot end a writer.
        self.upload_row(owner, id).await?;
        let writer = self
            .0
            .writers
            .take_over(id)
            .await
            .ok_or(UPLOAD_SUPERSEDED)?;
        let row = self.upload_row(owner, id).await?;
        if let Some(code) = &row.refusal {
            return Err(refusal(code).into());
        }
        if row.state != "uploading" {
            // Bytes beyond the end are an inconsistent length. An empty part is the retry of a client that did not
            // receive the last response.
            return Err(match has_bytes(&part, &mut body).await {
                true => UPLOAD_LENGTH_INCONSISTENT,
                false => UPLOAD_COMPLETE,
            }
            .into());
        }
        if row.received() != part.offset {
            return Err(AppendError::Offset {
                expected: row.received(),
            });
        }
        let row = self.settle_length(owner, row, &part).await?;
        let file = open_part(&self.part_of(id), part.offset).await?;
        let receiver = Receiver {
            files: self.clone(),
            owner,
            row,
            file,
            at: part.offset,
            recorded: part.offset,
            hasher: part.part_digest.map(|_| Sha256::new()),
            part,
        };
        // In a task of its own: a write must end before another writer begins, also if the request ends early.
        let (gone, caller_gone) = oneshot::channel();
        let task = tokio::spawn(receiver.receive(writer, body, caller_gone));
        let received = task.await.map_err(Error::internal)?;
        drop(gone);
        Ok(received?)
    }

    /// Records the size of the whole upload when it becomes known, and refuses a part that contradicts it.
    async fn settle_length(&self, owner: Uuid, row: UploadRow, part: &Part) -> Result<UploadRow> {
        let by_part = part.bytes.map(|bytes| part.offset.saturating_add(bytes));
        let declared = part.length.or(by_part.filter(|_| part.completes));
        let known = row.length();
        let contradicts =
            |a: Option<u64>, b: Option<u64>| matches!((a, b), (Some(a), Some(b)) if a != b);
        if contradicts(known, declared)
            || contradicts(known.or(declared), by_part.filter(|_| part.completes))
            || by_part > known.or(declared).or(Some(u64::MAX))
        {
            return Err(UPLOAD_LENGTH_INCONSISTENT.into());
        }
        if declared.max(by_part) > Some(row.max_bytes()) {
            return Err(FILE_TOO_LARGE.into());
        }
        let (None, Some(length)) = (known, declared) else {
            return Ok(row);
        };
        let mut transaction = begin(self.pool(), "begin").await?;
        sqlx::query(
            "update kernel.file set length = $2, charged = $2 where id = $1 and state = 'uploading'",
        )
        .bind(row.id)
        .bind(i64::try_from(length).map_err(Error::internal)?)
        .execute(&mut *transaction)
        .await?;
        self.check_quota(&mut transaction, owner).await?;
        transaction.commit().await?;
        self.upload_row(owner, row.id).await
    }
}

impl Receiver {
    async fn receive<E>(
        mut self,
        mut writer: Writer,
        mut body: impl Stream<Item = Result<Bytes, E>> + Unpin,
        mut caller_gone: oneshot::Receiver<()>,
    ) -> Result<UploadState> {
        let interrupted = loop {
            let bytes = tokio::select! {
                biased;
                () = writer.superseded() => break Some(UPLOAD_SUPERSEDED),
                _ = &mut caller_gone => break Some(UPLOAD_INTERRUPTED),
                bytes = body.next() => bytes,
            };
            match bytes {
                None => break None,
                Some(Err(_)) => break Some(UPLOAD_INTERRUPTED),
                Some(Ok(bytes)) => self.write(&bytes).await?,
            }
        };
        // What has arrived counts, even if the line was dropped; with a digest, only a whole part.
        match (self.part.part_digest, interrupted) {
            (Some(_), Some(reason)) => return Err(reason.into()),
            (Some(expected), None) => {
                let hasher = self.hasher.take().unwrap_or_default();
                if hasher.finalize().as_slice() != expected {
                    return Err(FILE_DIGEST_MISMATCH.into());
                }
                self.record().await?;
            }
            (None, _) => self.record().await?,
        }
        if let Some(reason) = interrupted {
            return Err(reason.into());
        }
        if self.part.completes {
            self.finish().await?;
        }
        Ok(self
            .files
            .upload_row(self.owner, self.row.id)
            .await?
            .state(self.files.now()))
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let end = self.at + bytes.len() as u64;
        if self.row.length().is_some_and(|length| end > length) {
            return Err(UPLOAD_LENGTH_INCONSISTENT.into());
        }
        if end > self.row.max_bytes() {
            return Err(self.refuse(FILE_TOO_LARGE).await);
        }
        if let Some(hasher) = &mut self.hasher {
            hasher.update(bytes);
        }
        self.file
            .write_all(bytes)
            .await
            .map_err(StorageError::from)?;
        self.at = end;
        if self.hasher.is_none() && self.at - self.recorded >= CHECKPOINT_BYTES {
            self.record().await?;
        }
        Ok(())
    }

    /// Makes the bytes durable and records their number. Detects the type as soon as there are enough of them.
    async fn record(&mut self) -> Result<()> {
        if self.at == self.recorded {
            return Ok(());
        }
        self.synchronise().await.map_err(StorageError::from)?;
        if self.row.media().is_none() && self.at >= HEAD_BYTES as u64 {
            self.detect_type().await?;
        }
        let files = &self.files;
        let mut transaction = begin(files.pool(), "begin").await?;
        let updated = sqlx::query(
            "update kernel.file set received = $2, charged = greatest(charged, $2), changed_at = $3
             where id = $1 and state = 'uploading'",
        )
        .bind(self.row.id)
        .bind(i64::try_from(self.at).map_err(Error::internal)?)
        .bind(files.now())
        .execute(&mut *transaction)
        .await?;
        if updated.rows_affected() == 0 {
            return Err(FILE_NOT_FOUND.into());
        }
        if self.row.length().is_none() {
            files.check_quota(&mut transaction, self.owner).await?;
        }
        transaction.commit().await?;
        self.recorded = self.at;
        Ok(())
    }

    async fn synchronise(&mut self) -> std::io::Result<()> {
        self.file.flush().await?;
        self.file.sync_data().await?;
        // A failed write is reported once, possibly to an earlier call.
        match self.file.metadata().await?.len() == self.at {
            true => Ok(()),
            false => Err(std::io::ErrorKind::StorageFull.into()),
        }
    }

    /// Refuses an upload of a wrong type before all of it was sent.
    async fn detect_type(&mut self) -> Result<MediaType> {
        let head = read_head(&self.files.part_of(self.row.id)).await?;
        let media = match MediaType::of(&head).and_then(|media| self.row.purpose().check(media)) {
            Ok(media) => media,
            Err(reason) => return Err(self.refuse(self.row.purpose().refusal(reason)).await),
        };
        sqlx::query("update kernel.file set kind = $2, media_type = $3 where id = $1")
            .bind(self.row.id)
            .bind(media.kind())
            .bind(media.as_str())
            .execute(self.files.pool())
            .await?;
        self.row = self.files.upload_row(self.owner, self.row.id).await?;
        // The largest size is known with the type.
        if self.row.length().unwrap_or(self.at).max(self.at) > media.max_bytes() {
            return Err(self.refuse(FILE_TOO_LARGE).await);
        }
        Ok(media)
    }

    /// Ends the upload; its check begins.
    async fn finish(&mut self) -> Result<()> {
        if self.at == 0 {
            return Err(self.refuse(FILE_EMPTY).await);
        }
        if self.row.length().is_some_and(|length| length != self.at) {
            return Err(UPLOAD_LENGTH_INCONSISTENT.into());
        }
        if self.row.media().is_none() {
            self.detect_type().await?;
        }
        let path = self.files.part_of(self.row.id);
        let digest = tokio::task::spawn_blocking(move || digest_of(&path))
            .await
            .map_err(Error::internal)?
            .map_err(StorageError::from)?;
        let expected = [
            self.row.expected_digest.as_deref(),
            self.part.digest.as_ref().map(<[u8; 32]>::as_slice),
        ];
        if expected.into_iter().flatten().any(|known| known != digest) {
            return Err(self.refuse(FILE_DIGEST_MISMATCH).await);
        }
        let now = self.files.now();
        let updated = sqlx::query(
            "update kernel.file set state = 'checking', length = received, digest = $2, check_at = $3,
                 unused_since = $3, changed_at = $3
             where id = $1 and state = 'uploading' and received = $4",
        )
        .bind(self.row.id)
        .bind(digest.as_slice())
        .bind(now)
        .bind(i64::try_from(self.at).map_err(Error::internal)?)
        .execute(self.files.pool())
        .await?;
        if updated.rows_affected() == 0 {
            return Err(FILE_NOT_FOUND.into());
        }
        self.files.0.received.notify_one();
        Ok(())
    }

    /// Ends the upload with a refusal, and returns the reason for the response.
    async fn refuse(&self, reason: Catalogue) -> Error {
        match self
            .files
            .refuse(self.row.id, reason, self.files.now())
            .await
        {
            Ok(()) => Problem::from(reason).into(),
            Err(error) => error,
        }
    }
}

/// Whether a part has bytes: as it declares, or as they arrive.
async fn has_bytes<E>(
    part: &Part,
    body: &mut (impl Stream<Item = Result<Bytes, E>> + Unpin),
) -> bool {
    if let Some(bytes) = part.bytes {
        return bytes > 0;
    }
    while let Some(Ok(bytes)) = body.next().await {
        if !bytes.is_empty() {
            return true;
        }
    }
    false
}

/// Opens the file of an upload at the recorded offset; bytes after it were never acknowledged.
async fn open_part(path: &Path, offset: u64) -> Result<File> {
    let open = async {
        let mut file = File::options()
            .write(true)
            .create(offset == 0)
            .truncate(false)
            .open(path)
            .await?;
        let length = file.metadata().await?.len();
        if length < offset {
            return Err(std::io::Error::other("the upload is shorter than recorded"));
        }
        if length > offset {
            file.set_len(offset).await?;
        }
        file.seek(SeekFrom::Start(offset)).await?;
        Ok(file)
    };
    Ok(open.await.map_err(StorageError::from)?)
}

async fn read_head(path: &Path) -> Result<Vec<u8>> {
    let read = async {
        let mut head = Vec::new();
        let file = File::open(path).await?;
        file.take(HEAD_BYTES as u64).read_to_end(&mut head).await?;
        Ok::<_, std::io::Error>(head)
    };
    Ok(read.await.map_err(StorageError::from)?)
}

fn digest_of(path: &Path) -> std::io::Result<[u8; 32]> {
    let mut hasher = Sha256::new();
    let mut file = std::fs::File::open(path)?;
    let mut part = vec![0; 256 << 10];
    loop {
        let read = std::io::Read::read(&mut file, &mut part)?;
        if read == 0 {
            return Ok(hasher.finalize().into());
        }
        hasher.update(&part[..read]);
    }
}
