//! The process that decodes one image and ends (`witverse process-image`). It reads the image from standard input and
//! writes its pictures to standard output: a line of JSON, then the bytes of each picture.
//!
//! A decoder works on hostile input, so the process has no files, limited memory and limited CPU time. Only pixels leave
//! it: metadata and bytes after the image are dropped. Of an animation the first frame is used.

use std::borrow::Cow;
use std::io::{Cursor, Read, Write};

use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use serde::{Deserialize, Serialize};

use super::media_type::{MAX_IMAGE_BYTES, MediaType};
use super::webp;

/// The largest number of pixels.
pub(super) const MAX_PIXELS: u64 = 50_000_000;
/// The longest side of an image, in pixels.
const MAX_SIDE: u32 = 32_768;
/// The longest side of a WebP, in pixels.
const MAX_WEBP_SIDE: u32 = 16_383;
/// The widest picture that is made, in pixels.
pub(super) const MAX_WIDTH: u32 = 2048;
/// The widths of the smaller pictures, those that are smaller than the image.
pub(super) const WIDTHS: [u32; 6] = [768, 384, 256, 128, 64, 16];
/// The memory of the process, in bytes: an image of the largest size with 16 bits a channel, and its conversion.
const MEMORY_BYTES: u64 = 1 << 30;
/// The memory for one decoded image, in bytes.
const DECODED_BYTES: u64 = 512 << 20;
/// The CPU time of the process, in seconds.
const CPU_SECONDS: u64 = 20;

/// What was made of the image.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Outcome {
    /// Size of the upright image, and the pictures, widest first.
    Pictures {
        width: u32,
        height: u32,
        pictures: Vec<PictureSize>,
    },
    TooManyPixels,
    Unreadable(String),
}

/// One picture in the output.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct PictureSize {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: usize,
}

/// Reads the image from standard input and writes the outcome to standard output.
///
/// # Errors
/// Standard input or output was closed.
pub fn run() -> std::io::Result<()> {
    limit_this_process();
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(MAX_IMAGE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    let (outcome, pictures) = outcome_of(&bytes);
    let mut output = std::io::stdout().lock();
    serde_json::to_writer(&mut output, &outcome)?;
    output.write_all(b"\n")?;
    for picture in pictures {
        output.write_all(&picture)?;
    }
    output.flush()
}

/// Limits the resources of this process. The address space is not limited, because the allocator reserves more than it
/// uses.
#[allow(unsafe_code, reason = "the standard library sets no limits")]
fn limit_this_process() {
    let set = |what, most: u64| {
        let limit = libc::rlimit {
            rlim_cur: most,
            rlim_max: most,
        };
        // SAFETY: reads the record that it is given.
        unsafe { libc::setrlimit(what, &raw const limit) };
    };
    // SAFETY: plain system calls. The process ends when its kernel is killed, and cannot gain privileges.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    }
    set(libc::RLIMIT_DATA, MEMORY_BYTES);
    set(libc::RLIMIT_CPU, CPU_SECONDS);
    set(libc::RLIMIT_FSIZE, 0);
    set(libc::RLIMIT_CORE, 0);
    // No further file, no socket, no other process.
    set(libc::RLIMIT_NOFILE, 3);
    set(libc::RLIMIT_NPROC, 0);
}

/// Decodes an image and makes its pictures.
pub(super) fn outcome_of(bytes: &[u8]) -> (Outcome, Vec<Vec<u8>>) {
    let made = decode(bytes).and_then(|image| pictures_of(&image));
    match made {
        Ok((width, height, made)) => {
            let sizes = made.iter().map(|(size, _)| *size).collect();
            let outcome = Outcome::Pictures {
                width,
                height,
                pictures: sizes,
            };
            (outcome, made.into_iter().map(|(_, bytes)| bytes).collect())
        }
        Err(Refused::TooManyPixels) => (Outcome::TooManyPixels, Vec::new()),
        Err(Refused::Unreadable(why)) => (Outcome::Unreadable(why), Vec::new()),
    }
}

enum Refused {
    TooManyPixels,
    Unreadable(String),
}

fn unreadable(error: impl std::fmt::Display) -> Refused {
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
fn decode(bytes: &[u8]) -> Result<DynamicImage, Refused> {
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
    if pixels > MAX_PIXELS || width > MAX_SIDE || height > MAX_SIDE {
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

type Made = (u32, u32, Vec<(PictureSize, Vec<u8>)>);

/// The widest picture, then those of [`WIDTHS`] that are smaller, each made from the one before.
fn pictures_of(image: &DynamicImage) -> Result<Made, Refused> {
    let (width, height) = (image.width(), image.height());
    let widest = width.min(MAX_WIDTH);
    // A very high image is narrower, because WebP has a largest height.
    let bound = u64::from(MAX_WEBP_SIDE) * u64::from(width) / u64::from(height.max(1));
    let widest = widest.min(u32::try_from(bound).unwrap_or(widest)).max(1);
    let mut made = Vec::new();
    let mut current = resized(image, widest);
    let size = (current.width(), current.height());
    made.push(encoded(&current)?);
    for next in WIDTHS.into_iter().filter(|next| *next < widest) {
        current = resized(&current, next);
        made.push(encoded(&current)?);
    }
    Ok((size.0, size.1, made))
}

fn resized(image: &DynamicImage, width: u32) -> DynamicImage {
    if image.width() == width {
        return image.clone();
    }
    let height = u64::from(image.height()) * u64::from(width) / u64::from(image.width().max(1));
    let height = u32::try_from(height).unwrap_or(MAX_WEBP_SIDE);
    image.resize_exact(
        width,
        height.clamp(1, MAX_WEBP_SIDE),
        FilterType::CatmullRom,
    )
}

fn encoded(image: &DynamicImage) -> Result<(PictureSize, Vec<u8>), Refused> {
    let bytes = webp::encode(image).ok_or_else(|| unreadable("it cannot be encoded"))?;
    let size = PictureSize {
        width: image.width(),
        height: image.height(),
        bytes: bytes.len(),
    };
    Ok((size, bytes))
}
