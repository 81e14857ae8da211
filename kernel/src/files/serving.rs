//! Finds the variant that an address names, and reads its bytes.

use std::ops::Range;

use futures::StreamExt;
use futures::stream::BoxStream;
use uuid::Uuid;

use super::Files;
use super::blob::StorageError;
use super::image_decoding::MAX_WIDTH;
use super::image_process::WIDTHS;
use super::messages::FILE_NOT_FOUND;
use crate::error::{Error, Result};
use crate::secret::hex;

/// The width of an image whose address names none.
const DEFAULT_WIDTH: u32 = WIDTHS[0];

/// The bytes of a variant, in parts.
pub type Content = BoxStream<'static, std::io::Result<bytes::Bytes>>;

/// A variant that can be read.
#[derive(Clone, Debug)]
pub struct ServedVariant {
    digest: [u8; 32],
    pub bytes: u64,
    pub media_type: String,
}

impl ServedVariant {
    /// Names the content: equal for equal bytes.
    #[must_use]
    pub fn etag(&self) -> String {
        format!("\"{}\"", hex(&self.digest[..16]))
    }
}

impl Files {
    /// The variant that `name` selects: `original.…`, or `<width>.webp` with one of the known widths. An image has only
    /// pictures that are not wider than itself, so the narrowest one that is wide enough is served, or the widest.
    ///
    /// # Errors
    /// `file_not_found`, also for files that are not ready.
    pub async fn variant(&self, id: Uuid, name: Option<&str>) -> Result<ServedVariant> {
        let width = match name {
            None => Some(DEFAULT_WIDTH),
            Some(name) => width_of(name),
        };
        let row: Option<(Vec<u8>, i64, String)> = sqlx::query_as(
            "select b.digest, b.bytes, v.media_type
             from kernel.file f join kernel.file_variant v on v.file_id = f.id join kernel.blob b on b.digest = v.blob
             where f.id = $1 and f.state = 'ready'
               and case when v.width is null then v.name = coalesce($2, v.name) else $3::int is not null end
             order by (v.width < $3) nulls first, case when v.width < $3 then -v.width else v.width end
             limit 1",
        )
        .bind(id)
        .bind(name)
        .bind(width.and_then(|width| i32::try_from(width).ok()))
        .fetch_optional(self.pool())
        .await?;
        let (digest, bytes, media_type) = row.ok_or(FILE_NOT_FOUND)?;
        Ok(ServedVariant {
            digest: digest.as_slice().try_into().map_err(Error::internal)?,
            bytes: u64::try_from(bytes).map_err(Error::internal)?,
            media_type,
        })
    }

    /// Reads a part of a variant.
    ///
    /// # Errors
    /// `unavailable`: the storage does not respond. `file_not_found`: it has lost the bytes.
    pub async fn read(&self, variant: &ServedVariant, range: Range<u64>) -> Result<Content> {
        match self.0.storage.read(&variant.digest, range).await {
            Ok(stream) => Ok(stream.boxed()),
            Err(StorageError::Missing) => {
                let blob = hex(&variant.digest);
                tracing::error!(blob, "a blob is missing from the storage");
                Err(FILE_NOT_FOUND.into())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// `768.webp` → 768. Other widths than the known ones do not exist, so that a cache has few variants.
fn width_of(name: &str) -> Option<u32> {
    let width = name.strip_suffix(".webp")?;
    let known = WIDTHS.into_iter().chain([MAX_WIDTH]);
    known.into_iter().find(|known| known.to_string() == width)
}

#[cfg(test)]
mod tests {
    use super::width_of;

    #[test]
    fn only_known_widths_have_addresses() {
        for (name, expected) in [
            ("768.webp", Some(768)),
            ("2048.webp", Some(2048)),
            ("16.webp", Some(16)),
            ("0768.webp", None),
            ("769.webp", None),
            ("768.png", None),
            ("original.mp4", None),
            ("", None),
        ] {
            assert_eq!(width_of(name), expected, "{name}");
        }
    }
}
