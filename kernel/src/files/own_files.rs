//! Files of installed plugins: their type, their check, and what people download. They pass the same scanners and the same
//! decoder as files of people, and no address serves them but that of the install.

use std::io::{Cursor, Write};
use std::time::Instant;

use sqlx::FromRow;
use uuid::Uuid;

use super::Files;
use super::checks::{FIRST_PAUSE, LEASE, MAX_ATTEMPTS, milliseconds};
use super::container;
use super::media_type::{HEAD_BYTES, MediaType};
use super::messages::{FILE_CHECK_FAILED, FILE_NOT_FOUND, FILE_UNREADABLE};
use super::scanner::Candidate;
use crate::error::{Catalogue, Error, Result};
use crate::permissions::Permit;
use crate::postgres::begin;
use crate::secret::hex;

/// The largest file of an install, in bytes.
pub const MAX_OWN_FILE_BYTES: usize = 512 << 10;
/// The longest name, in bytes.
const MAX_NAME: usize = 100;
/// Served as a download, never as a page.
pub const TEXT: &str = "text/plain; charset=utf-8";

/// Whether a file of an install may have this name: one part of an address, no path.
#[must_use]
pub fn is_own_file_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=MAX_NAME).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(is_part)
}

/// The type of a file of an install, by its bytes: a picture, a sound, a video, or a text in UTF-8. HTML and SVG are texts.
#[must_use]
pub fn own_file_type(content: &[u8]) -> Option<&'static str> {
    let head = &content[..content.len().min(HEAD_BYTES)];
    match MediaType::of(head) {
        Ok(media) if media.is_image() || media.original().is_some() => Some(media.as_str()),
        Ok(_) => None,
        Err(_) => {
            let text = std::str::from_utf8(content).ok()?;
            let is_binary =
                |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
            (!text.contains(is_binary)).then_some(TEXT)
        }
    }
}

/// A file that was claimed for its check.
#[derive(FromRow)]
struct Claimed {
    install: String,
    name: String,
    media_type: String,
    content: Vec<u8>,
    digest: Vec<u8>,
    person: Option<Uuid>,
    checks: i32,
}

/// A file of an install that is ready.
#[derive(Debug, FromRow)]
pub struct OwnFileContent {
    pub media_type: String,
    pub content: Vec<u8>,
    digest: Vec<u8>,
}

impl OwnFileContent {
    /// Changes with the content.
    #[must_use]
    pub fn etag(&self) -> String {
        format!("\"{}\"", hex(self.digest.get(..16).unwrap_or_default()))
    }
}

impl Files {
    /// A file of an install that is ready. The permit is that of the action that its manifest names for downloads.
    ///
    /// # Errors
    /// `file_not_found`.
    pub async fn own_file(
        &self,
        _permit: &Permit,
        install: &str,
        name: &str,
    ) -> Result<OwnFileContent> {
        let file = sqlx::query_as(
            "select media_type, content, digest from kernel.install_file
             where install = $1 and name = $2 and state = 'ready'",
        )
        .bind(install)
        .bind(name)
        .fetch_optional(self.pool())
        .await?;
        Ok(file.ok_or(FILE_NOT_FOUND)?)
    }

    /// Checks one file of an install; false if none waits.
    pub(super) async fn check_next_own(&self) -> Result<bool> {
        let now = self.now();
        let today = self.0.platform.clock.today_kst();
        let claimed: Option<Claimed> = sqlx::query_as(
            "update kernel.install_file set check_at = $2, checks = checks + 1
             where (install, name) = (
                 select f.install, f.name from kernel.install_file f
                 left join kernel.install_file_usage u on u.install = f.install and u.checked_on = $3
                 where f.state = 'checking' and f.check_at <= $1
                 order by coalesce(u.check_ms, 0), f.check_at limit 1 for update of f skip locked)
             returning install, name, media_type, content, digest, person, checks",
        )
        .bind(now)
        .bind(now + LEASE)
        .bind(today)
        .fetch_optional(self.pool())
        .await?;
        let Some(file) = claimed else {
            return Ok(false);
        };
        let (install, name) = (&file.install, &file.name);
        let begun = Instant::now();
        let checked = self.check_own(&file).await;
        sqlx::query(
            "update kernel.install_file_usage
             set check_ms = $3 + case when checked_on = $2 then check_ms else 0 end, checked_on = $2
             where install = $1",
        )
        .bind(install)
        .bind(today)
        .bind(milliseconds(begun.elapsed()))
        .execute(self.pool())
        .await?;
        match checked {
            Ok(Ok(picture)) => self.settle_own(&file, picture, None).await?,
            Ok(Err(reason)) => {
                tracing::info!(%install, name, reason = reason.code, "a file of an install was refused");
                self.settle_own(&file, None, Some(reason)).await?;
            }
            Err(error) if file.checks >= MAX_ATTEMPTS => {
                tracing::warn!(%install, name, %error, "the last check of a file of an install failed");
                self.settle_own(&file, None, Some(FILE_CHECK_FAILED))
                    .await?;
            }
            Err(error) => {
                tracing::warn!(%install, name, attempt = file.checks, %error, "the check of a file of an install failed");
                let pause = FIRST_PAUSE * 2_i32.saturating_pow(file.checks.unsigned_abs());
                sqlx::query(
                    "update kernel.install_file set check_at = $4
                     where install = $1 and name = $2 and digest = $3 and state = 'checking'",
                )
                .bind(install)
                .bind(name)
                .bind(&file.digest)
                .bind(self.now() + pause)
                .execute(self.pool())
                .await?;
            }
        }
        Ok(true)
    }

    /// The picture that replaces the content, if it is one. The inner error is the reason of a refusal.
    async fn check_own(&self, file: &Claimed) -> Result<Result<Option<Vec<u8>>, Catalogue>> {
        let mut stored = tempfile::NamedTempFile::new().map_err(Error::internal)?;
        stored.write_all(&file.content).map_err(Error::internal)?;
        for scanner in &self.0.scanners {
            let candidate = Candidate {
                file: Uuid::nil(),
                owner: file.person.unwrap_or_default(),
                digest: &file.digest,
                path: stored.path(),
            };
            if let Some(reason) = scanner.scan(candidate).await? {
                return Ok(Err(reason));
            }
        }
        if file.media_type == TEXT {
            return Ok(Ok(None));
        }
        let Some(media) = MediaType::parse(&file.media_type) else {
            return Ok(Err(FILE_UNREADABLE));
        };
        if !media.is_image() {
            let is_well_formed = container::is_well_formed(&mut Cursor::new(&file.content), media);
            return Ok(is_well_formed.map_err(Error::internal)?.map(|()| None));
        }
        let pictures = match self.0.images.pictures_of(stored.path()).await? {
            Ok(pictures) => pictures.pictures,
            Err(reason) => return Ok(Err(reason)),
        };
        // The widest one that is not too large.
        let mut fitting = pictures.into_iter().map(|(_, bytes)| bytes);
        let fitting = fitting.find(|bytes| bytes.len() <= MAX_OWN_FILE_BYTES);
        Ok(fitting.map(Some).ok_or(FILE_UNREADABLE))
    }

    /// Writes the outcome of a check, unless the file was written again or deleted in the meantime.
    async fn settle_own(
        &self,
        file: &Claimed,
        picture: Option<Vec<u8>>,
        refusal: Option<Catalogue>,
    ) -> Result<()> {
        let mut transaction = begin(self.pool(), "begin").await?;
        // In the lock order of `kernel_api.write_own_file`.
        sqlx::query("select 1 from kernel.install_file_usage where install = $1 for update")
            .bind(&file.install)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(
            "update kernel.install_file
             set state = case when $4::text is null then 'ready' else 'refused' end, refusal = $4, check_at = null,
                 content = case when $4::text is null then coalesce($5, content) else '' end,
                 media_type = case when $5::bytea is null then media_type else 'image/webp' end
             where install = $1 and name = $2 and digest = $3 and state = 'checking'",
        )
        .bind(&file.install)
        .bind(&file.name)
        .bind(&file.digest)
        .bind(refusal.map(|reason| reason.code))
        .bind(picture)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{TEXT, is_own_file_name, own_file_type};

    #[test]
    fn a_name_is_one_part_of_an_address() {
        for name in ["a", "drawing-1.png", "A_b.c.d", &"a".repeat(100)] {
            assert!(is_own_file_name(name), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            ".a",
            "a/b",
            "../a",
            "a\\b",
            "a b",
            "a%2fb",
            "a\0",
            "그림",
            &"a".repeat(101),
        ] {
            assert!(!is_own_file_name(name), "{name}");
        }
    }

    #[test]
    fn the_bytes_decide_about_the_type() {
        for (content, expected) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], Some("image/png")),
            (b"<html><script>alert(1)</script>", Some(TEXT)),
            (b"a,b\r\n1,2\r\n", Some(TEXT)),
            ("그림".as_bytes(), Some(TEXT)),
            (b"a\0b", None),
            (b"\xff\xfe\xfd", None),
            (b"MZ\x90\0", None),
            (b"glTF\x02\0\0\0", None),
        ] {
            assert_eq!(own_file_type(content), expected, "{content:?}");
        }
    }
}
