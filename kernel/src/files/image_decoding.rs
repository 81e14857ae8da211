//! Decodes an image of a stranger within limits. It runs in the process of limited memory.

use std::borrow::Cow;
use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

use super::media_type::MediaType;

/// The widest picture that is made, in pixels.
pub(super) const MAX_WIDTH: u32 = 2048;
/// The longest side of an image, in pixels.
const MAX_SIDE: u32 = 32_768;
/// The memory for one decoded image, in bytes.
const DECODED_BYTES: u64 = 512 << 20;

/// Why an image is refused.
pub(super) enum Refused {
    TooManyPixels,
    Unreadable(String),
}

pub(super) fn unreadable(error: impl std::fmt::Display) -> Refused {
    Refused::Unreadable(error.to_string())
}

impl From<ImageError> for Refused {
    fn from(error: ImageError) -> Self {
        match error {
            // A part of it, such as a frame, is larger than the whole.
            ImageError::Limits(_) => Self::TooManyPixels,
            error => unreadable(error),
        }
    }
}

/// The image as it is meant to be seen, with at most 8 bits a channel.
pub(super) fn decode(bytes: &[u8], max_pixels: u64) -> Result<DynamicImage, Refused> {
    let format = match MediaType::of(bytes) {
        Ok(MediaType::Jpeg) => ImageFormat::Jpeg,
        Ok(MediaType::Png) => ImageFormat::Png,
        Ok(MediaType::WebP) => ImageFormat::WebP,
        Ok(MediaType::Gif) => ImageFormat::Gif,
        _ => return Err(unreadable("it is no image")),
    };
    let bytes = match format {
        ImageFormat::Png => Cow::Owned(without_profile(bytes)),
        _ => Cow::Borrowed(bytes),
    };
    let reader = || {
        let mut reader = ImageReader::with_format(Cursor::new(&bytes[..]), format);
        let mut limits = Limits::default();
        limits.max_alloc = Some(DECODED_BYTES);
        reader.limits(limits);
        reader
    };
    // From the header, before anything is decoded.
    let (width, height) = reader().into_dimensions()?;
    let pixels = u64::from(width) * u64::from(height);
    if pixels > max_pixels || width > MAX_SIDE || height > MAX_SIDE {
        return Err(Refused::TooManyPixels);
    }
    let mut decoder = reader().into_decoder()?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder)?;
    let mut image = reduced(image);
    image.apply_orientation(orientation);
    Ok(image)
}

/// A PNG without its colour profile, which is not used: the decoder would unpack it, up to its limit of memory. From the
/// first byte that is no chunk on, the decoder judges.
fn without_profile(png: &[u8]) -> Vec<u8> {
    const SIGNATURE: usize = 8;
    let (signature, mut rest) = png.split_at(SIGNATURE.min(png.len()));
    let mut kept = signature.to_vec();
    while let Some((chunk, after)) = first_chunk(rest) {
        if chunk.get(4..8) != Some(b"iCCP") {
            kept.extend(chunk);
        }
        rest = after;
    }
    kept.extend(rest);
    kept
}

/// A chunk has the length of its content, a name of four bytes, the content, and a checksum of four bytes.
fn first_chunk(png: &[u8]) -> Option<(&[u8], &[u8])> {
    let content = u32::from_be_bytes(*png.first_chunk()?);
    png.split_at_checked(usize::try_from(content).ok()?.checked_add(12)?)
}

/// A large image is reduced to twice the width of its widest picture with a fast filter, which also bounds the time of
/// the following steps. Its narrow side is compared, because it may still be turned.
fn reduced(image: DynamicImage) -> DynamicImage {
    let narrow = image.width().min(image.height());
    let image = if narrow > 2 * MAX_WIDTH {
        scaled(&image, f64::from(2 * MAX_WIDTH) / f64::from(narrow))
    } else {
        image
    };
    if image.color().has_alpha() {
        DynamicImage::ImageRgba8(image.into_rgba8())
    } else {
        DynamicImage::ImageRgb8(image.into_rgb8())
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sides are at most 32,768, and the scale is at most 1"
)]
fn scaled(image: &DynamicImage, scale: f64) -> DynamicImage {
    let side = |side: u32| ((f64::from(side) * scale) as u32).max(1);
    image.thumbnail_exact(side(image.width()), side(image.height()))
}
