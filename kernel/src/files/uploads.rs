//! Uploads before their check: created, looked up and cancelled by their owner.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::checks::BUDGET_MS;
use super::collection::KEPT;
use super::image_worker::Refusal;
use super::media_type::{MediaType, Purpose};
use super::messages::{
    FILE_CHECKS_SPENT, FILE_EMPTY, FILE_KEPT, FILE_NOT_FOUND, FILE_QUOTA_EXCEEDED, FILE_TOO_LARGE,
    UPLOAD_SUPERSEDED, UPLOADS_TOO_MANY,
};
use super::{Files, remove_part};
use crate::error::{Catalogue, Result};
use crate::plugins::publish_deleted_files;
use crate::postgres::begin;

/// How many unfinished uploads a person may have.
const MAX_UNFINISHED: i64 = 20;
/// The longest name that is stored, in characters.
const MAX_NAME: usize = 200;

/// A new upload.
#[derive(Debug)]
pub struct NewUpload<'a> {
    pub purpose: Purpose,
    /// The name on the person's device; control characters are removed.
    pub name: &'a str,
    /// The size of the whole upload, if it is known.
    pub length: Option<u64>,
    /// SHA-256 of the whole upload, if the client knows it.
    pub digest: Option<[u8; 32]>,
}

/// An upload as the protocol shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadState {
    pub id: Uuid,
    /// The offset of the next part.
    pub offset: u64,
    pub length: Option<u64>,
    pub is_complete: bool,
    /// The largest size of the whole upload.
    pub max_bytes: u64,
    /// How long an unfinished upload waits for its next part, in seconds.
    pub max_age_s: Option<u64>,
}

/// A row of `kernel.file` while it is uploaded.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct UploadRow {
    pub(super) id: Uuid,
    pub(super) state: String,
    purpose: String,
    length: Option<i64>,
    received: i64,
    pub(super) expected_digest: Option<Vec<u8>>,
    media_type: Option<String>,
    pub(super) refusal: Option<String>,
    changed_at: OffsetDateTime,
}

impl UploadRow {
    pub(super) fn purpose(&self) -> Purpose {
        Purpose::parse(&self.purpose).unwrap_or(Purpose::Any)
    }

    pub(super) fn media(&self) -> Option<MediaType> {
        MediaType::parse(self.media_type.as_deref()?)
    }

    pub(super) fn received(&self) -> u64 {
        u64::try_from(self.received).unwrap_or_default()
    }

    pub(super) fn length(&self) -> Option<u64> {
        self.length.and_then(|length| u64::try_from(length).ok())
    }

    /// The largest size, by the type if it is known.
    pub(super) fn max_bytes(&self) -> u64 {
        let of_purpose = self.purpose().max_bytes();
        let of_type = self.media().map(MediaType::max_bytes);
        of_type.map_or(of_purpose, |most| most.min(of_purpose))
    }

    pub(super) fn state(&self, now: OffsetDateTime) -> UploadState {
        let is_complete = self.state != "uploading";
        let left = self.changed_at + KEPT - now;
        UploadState {
            id: self.id,
            offset: self.received(),
            length: self.length(),
            is_complete,
            max_bytes: self.max_bytes(),
            max_age_s: (!is_complete).then(|| left.whole_seconds().try_into().unwrap_or(0)),
        }
    }
}

impl Files {
    /// Creates an upload without content.
    ///
    /// # Errors
    /// `file_too_large`, `file_empty`, `file_quota_exceeded`, `uploads_too_many`, `file_checks_spent`.
    pub async fn create_upload(&self, owner: Uuid, new: &NewUpload<'_>) -> Result<UploadState> {
        if new
            .length
            .is_some_and(|length| length > new.purpose.max_bytes())
        {
            return Err(FILE_TOO_LARGE.into());
        }
        if new.length == Some(0) {
            return Err(FILE_EMPTY.into());
        }
        let now = self.now();
        let id = self.0.platform.rng.uuid(self.0.platform.clock.now_ms());
        let mut transaction = begin(self.pool(), "begin").await?;
        let charged = new.length.and_then(|length| i64::try_from(length).ok());
        sqlx::query(
            "insert into kernel.file (id, account_id, state, purpose, name, length, expected_digest, charged,
                 created_at, changed_at)
             values ($1, $2, 'uploading', $3, $4, $5, $6, coalesce($5, 0), $7, $7)",
        )
        .bind(id)
        .bind(owner)
        .bind(new.purpose.as_str())
        .bind(plain_name(new.name))
        .bind(charged)
        .bind(new.digest.map(|digest| digest.to_vec()))
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        // The insert has locked the row of the owner's usage, so concurrent uploads count each other.
        self.check_quota(&mut transaction, owner).await?;
        self.require_check_time(&mut transaction, owner).await?;
        let unfinished: i64 = sqlx::query_scalar(
            "select count(*) from (select 1 from kernel.file where account_id = $1 and state = 'uploading'
                 limit $2) counted",
        )
        .bind(owner)
        .bind(MAX_UNFINISHED + 1)
        .fetch_one(&mut *transaction)
        .await?;
        if unfinished > MAX_UNFINISHED {
            return Err(UPLOADS_TOO_MANY.into());
        }
        transaction.commit().await?;
        Ok(UploadState {
            id,
            offset: 0,
            length: new.length,
            is_complete: false,
            max_bytes: new.purpose.max_bytes(),
            max_age_s: KEPT.whole_seconds().try_into().ok(),
        })
    }

    /// The largest size of an upload. Does not end its writer.
    ///
    /// # Errors
    /// `file_not_found`.
    pub async fn max_bytes(&self, owner: Uuid, id: Uuid) -> Result<u64> {
        Ok(self.upload_row(owner, id).await?.max_bytes())
    }

    /// The offset of an upload, after its current writer has ended.
    ///
    /// # Errors
    /// `file_not_found`.
    pub async fn upload_state(&self, owner: Uuid, id: Uuid) -> Result<UploadState> {
        // First, so that another person cannot end a writer.
        self.upload_row(owner, id).await?;
        let _writer = self
            .0
            .writers
            .take_over(id)
            .await
            .ok_or(UPLOAD_SUPERSEDED)?;
        Ok(self.upload_row(owner, id).await?.state(self.now()))
    }

    pub(super) async fn upload_row(&self, owner: Uuid, id: Uuid) -> Result<UploadRow> {
        sqlx::query_as(
            "select id, state, purpose, length, received, expected_digest, media_type, refusal, changed_at
             from kernel.file where id = $1 and account_id = $2",
        )
        .bind(id)
        .bind(owner)
        .fetch_optional(self.pool())
        .await?
        .ok_or_else(|| FILE_NOT_FOUND.into())
    }

    /// Refuses an upload that could not be checked today.
    async fn require_check_time(&self, connection: &mut PgConnection, owner: Uuid) -> Result<()> {
        let spent: i64 = sqlx::query_scalar(
            "select coalesce(sum(check_ms), 0)::bigint from kernel.file_usage
             where account_id = $1 and checked_on = $2",
        )
        .bind(owner)
        .bind(self.0.platform.clock.today_kst())
        .fetch_one(connection)
        .await?;
        match spent < BUDGET_MS {
            true => Ok(()),
            false => Err(FILE_CHECKS_SPENT.into()),
        }
    }

    /// Refuses the changes of a transaction if the person's files are now larger than the quota.
    pub(super) async fn check_quota(
        &self,
        connection: &mut PgConnection,
        owner: Uuid,
    ) -> Result<()> {
        let bytes: i64 =
            sqlx::query_scalar("select bytes from kernel.file_usage where account_id = $1")
                .bind(owner)
                .fetch_one(connection)
                .await?;
        if bytes > self.0.quota_bytes {
            return Err(FILE_QUOTA_EXCEEDED.into());
        }
        Ok(())
    }

    /// Ends an upload or a check with a refusal. The row stays for a day, so that the owner can see the reason. Does
    /// nothing if the file was deleted in the meantime.
    pub(super) async fn refuse(
        &self,
        id: Uuid,
        reason: Catalogue,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.refuse_with(id, reason.into(), now).await
    }

    /// The same, with a value in the text.
    pub(super) async fn refuse_with(
        &self,
        id: Uuid,
        refusal: Refusal,
        now: OffsetDateTime,
    ) -> Result<()> {
        sqlx::query(
            "update kernel.file set state = 'refused', refusal = $2, refusal_value = $4, check_at = null, charged = 0,
                 unused_since = coalesce(unused_since, $3), changed_at = $3
             where id = $1 and state in ('uploading', 'checking')",
        )
        .bind(id)
        .bind(refusal.row.code)
        .bind(now)
        .bind(refusal.value)
        .execute(self.pool())
        .await?;
        remove_part(&self.part_of(id)).await;
        Ok(())
    }

    /// Deletes a file of its owner, also while it is uploaded. Uses of plugins end; they are told by an event.
    ///
    /// # Errors
    /// `file_not_found`; `file_kept`: it is part of a thing that others can own.
    pub async fn delete(&self, owner: Uuid, id: Uuid) -> Result<()> {
        self.upload_row(owner, id).await?;
        let _writer = self
            .0
            .writers
            .take_over(id)
            .await
            .ok_or(UPLOAD_SUPERSEDED)?;
        let mut transaction = begin(self.pool(), "begin").await?;
        let had_picture = super::profile_image::forget_image(&mut transaction, owner, id).await?;
        let kept: bool = sqlx::query_scalar(
            "select f.kept and exists (select 1 from kernel.file_use u where u.file_id = f.id)
             from kernel.file f where f.id = $1 and f.account_id = $2 for update",
        )
        .bind(id)
        .bind(owner)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(FILE_NOT_FOUND)?;
        if kept {
            return Err(FILE_KEPT.into());
        }
        let platform = &self.0.platform;
        let plugins = platform.registry.current();
        publish_deleted_files(&mut transaction, &plugins, &platform.clock, id).await?;
        sqlx::query("delete from kernel.file where id = $1")
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        platform.signals.deliveries.notify_one();
        if had_picture {
            self.0.identity.sessions.forget_person(owner);
        }
        remove_part(&self.part_of(id)).await;
        self.0.deleted.notify_one();
        Ok(())
    }
}

/// The name without control characters and folders, shortened.
fn plain_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.chars()
        .filter(|c| !c.is_control())
        .take(MAX_NAME)
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain_name;

    #[test]
    fn names_are_plain() {
        for (name, expected) in [
            ("photo.png", "photo.png"),
            ("C:\\fakepath\\a\u{0}b\n.png", "ab.png"),
            ("../../etc/passwd", "passwd"),
            (" 사진.jpg ", "사진.jpg"),
            ("", ""),
        ] {
            assert_eq!(plain_name(name), expected);
        }
        assert_eq!(plain_name(&"가".repeat(500)).chars().count(), 200);
    }
}
