//! Deletes unfinished uploads and unused files after a day, and blobs without a file.

use time::Duration;
use tokio::sync::watch;
use uuid::Uuid;

use super::{Files, remove_part};
use crate::error::Result;
use crate::postgres::begin;
use crate::supervisor::{STEP_LIMIT, step};

/// How long an unused file or an unfinished upload is kept.
pub(super) const KEPT: Duration = Duration::days(1);
/// How long after its last write an unused blob is kept: longer than the check that will use it.
const BLOB_KEPT: Duration = Duration::minutes(10);
/// The interval between collections without a signal, in real time.
const INTERVAL: std::time::Duration = std::time::Duration::from_secs(10);
/// How many rows one statement deletes.
const BATCH: i64 = 100;

impl Files {
    pub(super) async fn collect_until(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            if let Err(error) = step("unused files", STEP_LIMIT, self.collect()).await {
                tracing::warn!(%error, "unused files could not be deleted");
            }
            tokio::select! {
                () = self.0.deleted.notified() => {}
                () = tokio::time::sleep(INTERVAL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Deletes everything that is due.
    ///
    /// # Errors
    /// The error of the database or of the storage.
    pub async fn collect(&self) -> Result<()> {
        while self.collect_files().await? > 0 {}
        while self.collect_blobs().await? > 0 {}
        self.collect_parts().await
    }

    /// Deletes files, locked so that no use can begin in between. Returns how many.
    async fn collect_files(&self) -> Result<usize> {
        let deleted: Vec<Uuid> = sqlx::query_scalar(
            "delete from kernel.file where id in (
                 select f.id from kernel.file f
                 where (f.unused_since <= $1 and f.state in ('ready', 'refused')
                        and not exists (select 1 from kernel.file_use u where u.file_id = f.id))
                    or (f.state = 'uploading' and f.changed_at <= $1)
                 order by f.id limit $2 for update skip locked)
             returning id",
        )
        .bind(self.now() - KEPT)
        .bind(BATCH)
        .fetch_all(self.pool())
        .await?;
        for id in &deleted {
            remove_part(&self.part_of(*id)).await;
        }
        if !deleted.is_empty() {
            tracing::info!(count = deleted.len(), "unused files were deleted");
        }
        Ok(deleted.len())
    }

    /// Deletes unused blobs. The bytes are deleted before the commit: a concurrent upload of the same blob waits for the row's
    /// lock and then stores its bytes again. Returns how many.
    async fn collect_blobs(&self) -> Result<usize> {
        let mut transaction = begin(self.pool(), "begin").await?;
        let deleted: Vec<Vec<u8>> = sqlx::query_scalar(
            "delete from kernel.blob where digest in (
                 select b.digest from kernel.blob b where b.uses = 0 and b.stored_at <= $1
                 order by b.stored_at limit $2 for update skip locked)
               and uses = 0
             returning digest",
        )
        .bind(self.now() - BLOB_KEPT)
        .bind(BATCH)
        .fetch_all(&mut *transaction)
        .await?;
        for digest in &deleted {
            let digest = digest
                .as_slice()
                .try_into()
                .map_err(crate::error::Error::internal)?;
            self.0.storage.delete(digest).await?;
        }
        transaction.commit().await?;
        Ok(deleted.len())
    }

    /// Deletes files of the upload folder without an upload, for example of an erased account.
    async fn collect_parts(&self) -> Result<()> {
        let mut folder = match tokio::fs::read_dir(&self.0.uploads).await {
            Ok(folder) => folder,
            Err(error) => return Err(crate::error::Error::internal(error)),
        };
        let mut present = Vec::new();
        while let Ok(Some(entry)) = folder.next_entry().await {
            let id = entry
                .path()
                .file_stem()
                .and_then(|name| Uuid::try_parse(name.to_str()?).ok());
            present.extend(id);
        }
        for ids in present.chunks(1000) {
            let gone: Vec<Uuid> = sqlx::query_scalar(
                "select p.id from unnest($1::uuid[]) as p (id)
                 where not exists (select 1 from kernel.file f
                                   where f.id = p.id and f.state in ('uploading', 'checking'))",
            )
            .bind(ids)
            .fetch_all(self.pool())
            .await?;
            for id in gone {
                remove_part(&self.part_of(id)).await;
            }
        }
        Ok(())
    }
}
