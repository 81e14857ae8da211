//! The textures of a model, as WebP of at most 512 pixels a side. Only pixels remain of the images of the file.

use image::imageops::FilterType;

use super::content::Content;
use super::document::Wrapping;
use super::refusal::{ModelRefusal, Reason};
use crate::files::image_decoding::{self, Colours, Refused};
use crate::files::webp;

/// The largest side of a stored texture, in pixels.
const MAX_SIDE: u32 = 512;
/// The most pixels of an image in a file.
const MAX_PIXELS: u64 = 4096 * 4096;

pub(super) struct StoredTexture {
    pub(super) webp: Vec<u8>,
    /// With its smaller versions, uncompressed.
    pub(super) memory_bytes: u32,
}

pub(super) fn textures(
    content: &Content<'_>,
    images: &[(usize, Wrapping)],
) -> Result<Vec<StoredTexture>, ModelRefusal> {
    images
        .iter()
        .map(|(at, _)| texture(&content.image(*at)?))
        .collect()
}

pub(super) fn texture(bytes: &[u8]) -> Result<StoredTexture, ModelRefusal> {
    let image =
        image_decoding::decode(bytes, MAX_PIXELS, Colours::AsStored).map_err(|refused| {
            match refused {
                Refused::TooManyPixels => Reason::TextureTooLarge,
                Refused::Unreadable(_) => Reason::TextureUnreadable,
            }
        })?;
    let image = if image.width().max(image.height()) > MAX_SIDE {
        image.resize(MAX_SIDE, MAX_SIDE, FilterType::CatmullRom)
    } else {
        image
    };
    let webp = webp::encode(&image).ok_or(Reason::TextureUnreadable)?;
    Ok(StoredTexture {
        webp,
        memory_bytes: image.width() * image.height() * 4 * 4 / 3,
    })
}
