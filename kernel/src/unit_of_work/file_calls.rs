//! Files in the transaction of a unit of work: facts about them, and where they are used.

use time::OffsetDateTime;
use uuid::Uuid;

use super::UnitOfWork;

/// A complete file.
#[derive(Debug, sqlx::FromRow)]
pub struct FileRow {
    pub id: Uuid,
    /// None if the account was erased and the file was kept.
    pub owner: Option<Uuid>,
    /// `image`, `video`, `audio`, `model`, `vrm` or `other`.
    pub kind: String,
    pub media_type: String,
    pub bytes: i64,
    pub width: Option<i32>,
    pub height: Option<i32>,
    pub ready: bool,
}

impl UnitOfWork {
    /// Returns files in the order of `ids`; ids without a file are left out.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn files_info(&mut self, ids: &[Uuid]) -> Result<Vec<FileRow>, sqlx::Error> {
        let rows = sqlx::query_as(
            "select id, owner, kind, media_type, bytes, width, height, ready from kernel_api.files_info($1)",
        )
        .bind(ids)
        .fetch_all(self.kernel().await?)
        .await;
        self.record_error(rows)
    }

    /// The facts about a model or an avatar that is ready, as JSON.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn file_facts(&mut self, id: Uuid) -> Result<Option<String>, sqlx::Error> {
        let facts = sqlx::query_scalar("select kernel_api.file_facts($1)")
            .bind(id)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(facts)
    }

    /// SHA-256 of what people download, in hexadecimal, if the file is ready and the plugin uses it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn file_digest(
        &mut self,
        id: Uuid,
        plugin: &str,
    ) -> Result<Option<String>, sqlx::Error> {
        let digest = sqlx::query_scalar("select kernel_api.file_digest($1, $2)")
            .bind(id)
            .bind(plugin)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(digest)
    }

    /// Records a use of a file of `owner`. The outcome is empty, or the reason of the refusal: `missing`, `refused`,
    /// `kind` or `limit`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn attach_file(
        &mut self,
        owner: Uuid,
        (file, kind): (Uuid, &str),
        (plugin, reference): (&str, &str),
        now: OffsetDateTime,
    ) -> Result<String, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome = sqlx::query_scalar("select kernel_api.attach_file($1, $2, $3, $4, $5, $6)")
            .bind(owner)
            .bind(file)
            .bind(kind)
            .bind(plugin)
            .bind(reference)
            .bind(now)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(outcome)
    }

    /// Keeps a file that a plugin uses: its uploader cannot delete it, and it outlives the account. Idempotent.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn keep_file(&mut self, file: Uuid, plugin: &str) -> Result<(), sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let kept = sqlx::query("select kernel_api.keep_file($1, $2)")
            .bind(file)
            .bind(plugin)
            .execute(self.kernel().await?)
            .await;
        self.record_error(kept).map(|_| ())
    }

    /// Ends the use of a file by a reference, or of all its files.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn detach_files(
        &mut self,
        (plugin, reference): (&str, &str),
        file: Option<Uuid>,
        now: OffsetDateTime,
    ) -> Result<(), sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let done = sqlx::query("select kernel_api.detach_files($1, $2, $3, $4)")
            .bind(plugin)
            .bind(reference)
            .bind(file)
            .bind(now)
            .execute(self.kernel().await?)
            .await;
        self.record_error(done).map(drop)
    }
}
