//! Decodes an image of a stranger within limits. It runs in the process of limited memory.

use std::borrow::Cow;
use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{
    AnimationDecoder, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
};

use super::colours;
use super::media_type::MediaType;

/// The widest picture that is made, in pixels.
pub(super) const MAX_WIDTH: u32 = 2048;
/// The longest side of an image, in pixels.
const MAX_SIDE: u32 = 32_768;
/// The memory for one decoded image, in bytes.
const DECODED_BYTES: u64 = 512 << 20;

/// Frames of an animation that are looked at for one that shows something.
const MAX_FRAMES: u64 = 50;
/// The pixels of all of them.
const MAX_FRAMES_PIXELS: u64 = 100_000_000;

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

/// What becomes of the colours of an image.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    Srgb,
    /// For textures: glTF ignores what an image says about its colours.
    AsStored,
}

/// The image as it is meant to be seen, with at most 8 bits a channel.
pub(super) fn decode(
    bytes: &[u8],
    max_pixels: u64,
    colours: Colours,
) -> Result<DynamicImage, Refused> {
    let format = match MediaType::of(bytes) {
        Ok(MediaType::Jpeg) => ImageFormat::Jpeg,
        Ok(MediaType::Png) => ImageFormat::Png,
        Ok(MediaType::WebP) => ImageFormat::WebP,
        Ok(MediaType::Gif) => ImageFormat::Gif,
        _ => return Err(unreadable("it is no image")),
    };
    let file = bytes;
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
    if format == ImageFormat::Jpeg && !ends(&bytes) {
        // Decoders fill the rest of a file that was cut off with grey.
        return Err(unreadable("it ends in the middle"));
    }
    let mut decoder = reader().into_decoder()?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = match colours {
        Colours::Srgb => colours::profile(&mut decoder, file, format),
        Colours::AsStored => None,
    };
    let of_jpeg = profile.as_ref().filter(|_| format == ImageFormat::Jpeg);
    let mut image = match of_jpeg.and_then(|profile| colours::from_cmyk(file, profile)) {
        Some(image) => image,
        None => DynamicImage::from_decoder(decoder)?,
    };
    if is_invisible(&image) {
        // What follows the first frame is no reason to refuse the file.
        let visible = first_visible(&bytes, format, pixels);
        image = visible.ok().flatten().unwrap_or(image);
    }
    let mut image = reduced(image);
    if let Some(profile) = profile {
        image = colours::to_srgb(image, &profile);
    }
    image.apply_orientation(orientation);
    Ok(image)
}

/// Whether the scans of a JPEG are followed by its end. What follows the end, such as a second picture of a phone, does not matter.
fn ends(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[first, marker]) = jpeg.get(at..at + 2) {
        match (first, marker) {
            (0xff, 0xd9) => return true,
            // A fill byte, and markers without a segment.
            (0xff, 0xff) => at += 1,
            (0xff, 0x00 | 0x01 | 0xd0..=0xd7) => at += 2,
            (0xff, _) => {
                let Some(&[high, low]) = jpeg.get(at + 2..at + 4) else {
                    return false;
                };
                at += 2 + usize::from(u16::from_be_bytes([high, low])).max(2);
            }
            // The bytes of a scan.
            _ => match jpeg[at..].iter().position(|byte| *byte == 0xff) {
                Some(next) => at += next,
                None => return false,
            },
        }
    }
    false
}

fn is_invisible(image: &DynamicImage) -> bool {
    match image {
        DynamicImage::ImageRgba8(image) => image.pixels().all(|pixel| pixel.0[3] == 0),
        _ => false,
    }
}

/// The first frame of an animation that shows something: many begin with an empty one.
fn first_visible(
    bytes: &[u8],
    format: ImageFormat,
    pixels: u64,
) -> Result<Option<DynamicImage>, Refused> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODED_BYTES);
    let bytes = Cursor::new(bytes);
    let frames = match format {
        ImageFormat::Gif => {
            let mut decoder = GifDecoder::new(bytes)?;
            decoder.set_limits(limits)?;
            decoder.into_frames()
        }
        ImageFormat::Png => {
            let decoder = PngDecoder::with_limits(bytes, limits)?;
            if !decoder.is_apng()? {
                return Ok(None);
            }
            decoder.apng()?.into_frames()
        }
        ImageFormat::WebP => {
            let mut decoder = WebPDecoder::new(bytes)?;
            decoder.set_limits(limits)?;
            if !decoder.has_animation() {
                return Ok(None);
            }
            decoder.into_frames()
        }
        _ => return Ok(None),
    };
    let most = (MAX_FRAMES_PIXELS / pixels.max(1)).min(MAX_FRAMES);
    for frame in frames.take(usize::try_from(most).unwrap_or_default()) {
        let image = DynamicImage::ImageRgba8(frame?.into_buffer());
        if !is_invisible(&image) {
            return Ok(Some(image));
        }
    }
    Ok(None)
}

/// A PNG without its colour profile: the decoder would unpack it, up to its limit of memory. From the first byte that is no
/// chunk on, the decoder judges.
fn without_profile(png: &[u8]) -> Vec<u8> {
    const SIGNATURE: usize = 8;
    let mut kept = png.get(..SIGNATURE).unwrap_or(png).to_vec();
    let mut end = kept.len();
    for (name, chunk) in colours::chunks(png) {
        end += chunk.len();
        if name != b"iCCP" {
            kept.extend(chunk);
        }
    }
    kept.extend(&png[end..]);
    kept
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

#[cfg(test)]
mod tests {
    use image::codecs::gif::GifEncoder;
    use image::{Frame, Rgba, RgbaImage};

    use super::{Colours, decode, ends, is_invisible};

    #[test]
    fn the_first_visible_frame_is_the_picture() {
        let frame = |alpha| Frame::new(RgbaImage::from_pixel(8, 8, Rgba([200, 0, 0, alpha])));
        let check = |alphas: &[u8], expected: bool| {
            let mut file = Vec::new();
            let mut encoder = GifEncoder::new(&mut file);
            encoder
                .encode_frames(alphas.iter().map(|alpha| frame(*alpha)))
                .expect("frames of a GIF");
            drop(encoder);
            let image = decode(&file, 1_000, Colours::Srgb).ok().expect("a GIF");
            assert_eq!(is_invisible(&image), expected, "{alphas:?}");
        };
        check(&[0, 0, 255], false);
        check(&[255, 0], false);
        check(&[0, 0], true);
    }

    #[test]
    fn a_jpeg_that_was_cut_off_is_known() {
        let head = [
            0xff, 0xd8, 0xff, 0xe0, 0, 4, 0xff, 0xd9, 0xff, 0xda, 0, 3, 1,
        ];
        let scan = [1, 2, 0xff, 0, 3, 0xff, 0xd3, 4];
        let whole = [&head[..], &scan, &[0xff, 0xff, 0xd9]].concat();
        assert!(ends(&whole), "a segment may contain the bytes of an end");
        for cut in 0..whole.len() {
            assert!(!ends(&whole[..cut]), "{cut}");
        }
        let progressive = [
            &head[..],
            &scan,
            &[0xff, 0xda, 0, 3, 1],
            &scan,
            &[0xff, 0xd9],
        ]
        .concat();
        assert!(ends(&progressive));
        assert!(!ends(&progressive[..progressive.len() - 2]));
        assert!(ends(&[&whole[..], b"a second picture"].concat()));
    }
}
