//! Files of an install in the transaction of a unit of work.

use time::OffsetDateTime;
use uuid::Uuid;

use super::UnitOfWork;

/// A file that an install writes.
#[derive(Debug)]
pub struct NewOwnFile<'a> {
    pub install: &'a str,
    pub name: &'a str,
    pub media_type: &'a str,
    pub content: Vec<u8>,
    /// SHA-256 of the content.
    pub digest: [u8; 32],
    pub person: Option<Uuid>,
}

/// A file of an install without its content.
#[derive(Debug, sqlx::FromRow)]
pub struct OwnFileRow {
    pub name: String,
    pub media_type: String,
    pub bytes: i64,
    pub person: Option<Uuid>,
    pub state: String,
    pub changed_at: OffsetDateTime,
}

impl UnitOfWork {
    /// Writes a file, or replaces the one with its name. The outcome is empty, or the reason of the refusal: `ended` or
    /// `limit`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn write_own_file(
        &mut self,
        file: NewOwnFile<'_>,
        (max_bytes, max_files): (i64, i32),
        now: OffsetDateTime,
    ) -> Result<String, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome: Result<String, _> = sqlx::query_scalar(
            "select kernel_api.write_own_file($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(file.install)
        .bind(file.name)
        .bind(file.media_type)
        .bind(file.content)
        .bind(&file.digest[..])
        .bind(file.person)
        .bind(max_bytes)
        .bind(max_files)
        .bind(now)
        .fetch_one(self.kernel().await?)
        .await;
        let outcome = self.record_error(outcome)?;
        self.effects.wrote_file |= outcome.is_empty();
        Ok(outcome)
    }

    /// The content of a file, and whether its check has refused it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn read_own_file(
        &mut self,
        install: &str,
        name: &str,
    ) -> Result<Option<(Vec<u8>, bool)>, sqlx::Error> {
        let found = sqlx::query_as("select content, refused from kernel_api.read_own_file($1, $2)")
            .bind(install)
            .bind(name)
            .fetch_optional(self.kernel().await?)
            .await;
        self.record_error(found)
    }

    /// Deletes a file; false if there is none.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn remove_own_file(
        &mut self,
        install: &str,
        name: &str,
    ) -> Result<bool, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let removed = sqlx::query_scalar("select kernel_api.remove_own_file($1, $2)")
            .bind(install)
            .bind(name)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(removed)
    }

    /// Files whose names begin with `prefix`, in their order, after `after`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn find_own_files(
        &mut self,
        install: &str,
        (prefix, after): (&str, &str),
        limit: i32,
    ) -> Result<Vec<OwnFileRow>, sqlx::Error> {
        let found = sqlx::query_as(
            "select name, media_type, bytes, person, state, changed_at from kernel_api.find_own_files($1, $2, $3, $4)",
        )
        .bind(install)
        .bind(prefix)
        .bind(after)
        .bind(limit)
        .fetch_all(self.kernel().await?)
        .await;
        self.record_error(found)
    }
}
