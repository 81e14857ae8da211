//! The list of files that nobody may share, by the digest of their bytes. Administrators edit it; uploads are compared
//! with it when they are checked. Files that were checked before are not affected.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::Row;
use sqlx::postgres::PgRow;
use time::OffsetDateTime;
use time::macros::datetime;
use uuid::Uuid;

use super::Files;
use super::messages::{FORBIDDEN_FILE_EXISTS, FORBIDDEN_FILE_NOT_FOUND};
use crate::error::{Error, Localized, Problem, Result};
use crate::identity::audit::{Entry, kind};
use crate::identity::{Named, Origin};
use crate::list_window::{Rows, Window};
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::secret::hex;
use crate::typed_text::paragraph;

/// SHA-256 of a file; as text, 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileDigest([u8; 32]);

impl FileDigest {
    /// Reads the digits in lower or upper case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.as_bytes();
        if text.len() != 64 {
            return None;
        }
        let mut digest = [0; 32];
        for (byte, pair) in digest.iter_mut().zip(text.chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16);
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
        }
        Some(Self(digest))
    }
}

impl TryFrom<String> for FileDigest {
    type Error = &'static str;

    fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
        Self::parse(&text).ok_or("no SHA-256")
    }
}

impl From<FileDigest> for String {
    fn from(digest: FileDigest) -> Self {
        hex(&digest.0)
    }
}

/// A file of the list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForbiddenFile {
    /// SHA-256 of the file, 64 hexadecimal digits in lower case.
    #[schemars(with = "String")]
    pub digest: FileDigest,
    pub reason: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub added_at: OffsetDateTime,
    /// Null if an operator added it, or if the account is gone.
    pub added_by: Option<Named>,
}

/// The input of a new entry.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NewForbiddenFile {
    /// SHA-256 of the file: 64 hexadecimal digits.
    pub digest: String,
    /// 5 to 500 characters, for other administrators.
    pub reason: String,
}

/// The position after a page of the list; also the cursor of the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForbiddenFileCursor {
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    pub digest: FileDigest,
}

impl ForbiddenFileCursor {
    /// The position before the newest entry.
    const LATEST: Self = Self {
        at: datetime!(9999-12-31 00:00 UTC),
        digest: FileDigest([0xff; 32]),
    };

    #[must_use]
    pub fn of(file: &ForbiddenFile) -> Self {
        Self {
            at: file.added_at,
            digest: file.digest,
        }
    }
}

impl Files {
    /// A page of the list, newest first; with `digest`, only this file.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn forbidden_files(
        &self,
        _by: &Authorized<'_, Administer>,
        digest: Option<FileDigest>,
        window: &Window<ForbiddenFileCursor>,
    ) -> Result<Rows<ForbiddenFile>> {
        let rows = window.read(
            self.pool(),
            "select f.digest, f.reason, f.added_at, f.added_by, a.nickname
             from kernel.forbidden_file f left join kernel.account a on a.id = f.added_by
             where (f.added_at, f.digest) < ($1, $2) and ($3::bytea is null or f.digest = $3)
             order by f.added_at desc, f.digest desc limit $4 offset $5",
            |query, before| {
                let before = before.unwrap_or(&ForbiddenFileCursor::LATEST);
                query
                    .bind(before.at)
                    .bind(before.digest.0.to_vec())
                    .bind(digest.map(|digest| digest.0.to_vec()))
            },
        );
        rows.await?.read(read)
    }

    /// Adds a file to the list.
    ///
    /// # Errors
    /// Fields, `forbidden_file_exists`.
    pub async fn forbid_file(
        &self,
        by: &Authorized<'_, Administer>,
        new: &NewForbiddenFile,
        origin: &Origin,
    ) -> Result<ForbiddenFile> {
        let digest = FileDigest::parse(new.digest.trim()).ok_or_else(digest_format)?;
        let reason = reason_of(&new.reason)?;
        let mut transaction = begin(self.pool(), "begin").await?;
        let added_at: OffsetDateTime = sqlx::query_scalar(
            "insert into kernel.forbidden_file (digest, reason, added_at, added_by) values ($1, $2, $3, $4)
             on conflict (digest) do nothing returning added_at",
        )
        .bind(digest.0.as_slice())
        .bind(&reason)
        .bind(self.now())
        .bind(by.person.id)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(FORBIDDEN_FILE_EXISTS)?;
        let entry = entry(by, kind::FILE_FORBIDDEN, digest, &reason, origin);
        self.0
            .identity
            .audit
            .record(&mut transaction, entry)
            .await?;
        transaction.commit().await?;
        Ok(ForbiddenFile {
            digest,
            reason,
            added_at,
            added_by: Some(Named {
                id: by.person.id,
                nickname: by.person.nickname.clone(),
            }),
        })
    }

    /// Removes a file from the list. The reason is recorded in the audit log.
    ///
    /// # Errors
    /// The field, `forbidden_file_not_found`.
    pub async fn allow_file(
        &self,
        by: &Authorized<'_, Administer>,
        digest: FileDigest,
        reason: &str,
        origin: &Origin,
    ) -> Result<()> {
        let reason = reason_of(reason)?;
        let mut transaction = begin(self.pool(), "begin").await?;
        let removed = sqlx::query("delete from kernel.forbidden_file where digest = $1")
            .bind(digest.0.as_slice())
            .execute(&mut *transaction)
            .await?;
        if removed.rows_affected() == 0 {
            return Err(FORBIDDEN_FILE_NOT_FOUND.into());
        }
        let entry = entry(by, kind::FILE_ALLOWED, digest, &reason, origin);
        self.0
            .identity
            .audit
            .record(&mut transaction, entry)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}

fn entry<'a>(
    by: &Authorized<'_, Administer>,
    kind: &'a str,
    digest: FileDigest,
    reason: &str,
    origin: &'a Origin,
) -> Entry<'a> {
    Entry {
        account: by.person.id,
        kind,
        by: None,
        origin,
        details: json!({ "digest": digest, "reason": reason }),
    }
}

fn read(row: &PgRow) -> Result<ForbiddenFile> {
    let digest: Vec<u8> = row.try_get("digest")?;
    let added_by: Option<Uuid> = row.try_get("added_by")?;
    let nickname = row.try_get("nickname")?;
    Ok(ForbiddenFile {
        digest: FileDigest(
            digest.try_into().map_err(|_| {
                Error::internal("a forbidden file has a digest of the wrong length")
            })?,
        ),
        reason: row.try_get("reason")?,
        added_at: row.try_get("added_at")?,
        added_by: added_by.map(|id| Named { id, nickname }),
    })
}

fn reason_of(text: &str) -> Result<String> {
    paragraph("reason", text, 5..=500)
}

fn digest_format() -> Error {
    let text = Localized::new(
        "SHA-256 해시값 64자리를 입력해 주세요.",
        "Please enter a SHA-256 hash of 64 digits.",
    );
    Problem::field("digest", text).into()
}

#[cfg(test)]
mod tests {
    use super::FileDigest;

    #[test]
    fn a_digest_has_64_hexadecimal_digits() {
        let digits = "0aF".repeat(21) + "9";
        let digest = FileDigest::parse(&digits).map(String::from);
        assert_eq!(digest, Some(digits.to_lowercase()));
        for bad in [
            "",
            "0a",
            &"g".repeat(64),
            &"0".repeat(65),
            &"가".repeat(64),
            &"é".repeat(32),
        ] {
            assert_eq!(FileDigest::parse(bad), None, "{bad}");
        }
    }
}
