//! The textures of a model, as WebP of at most 512 pixels a side. Only pixels remain of the images of the file.

use image::imageops::FilterType;

use super::document::Document;
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
    document: &Document,
    binary: &[u8],
    images: &[usize],
) -> Result<Vec<StoredTexture>, ModelRefusal> {
    images
        .iter()
        .map(|at| {
            let view = document.images.get(*at).and_then(|image| image.buffer_view);
            let view = view.and_then(|view| document.buffer_views.get(view));
            let view = view.ok_or(Reason::TextureUnreadable)?;
            let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
            let bytes = binary.get(number(view.byte_offset)..);
            let bytes = bytes.and_then(|bytes| bytes.get(..number(view.byte_length)));
            texture(bytes.ok_or(Reason::Damaged)?)
        })
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
