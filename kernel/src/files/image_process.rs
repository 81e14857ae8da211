//! The process that decodes one image, 3D model or avatar and ends (`witverse process-image`). It reads the file from
//! standard input and writes its pictures, the levels and textures of the model, or the avatar, to standard output: a line
//! of JSON, then the bytes of each.
//!
//! A decoder works on hostile input, so the process has no files, limited memory and limited CPU time. Only pixels leave
//! it: metadata and bytes after the image are dropped. Of an animation the first frame is used.

use std::io::{Read, Write};

use image::DynamicImage;
use image::imageops::FilterType;
use serde::{Deserialize, Serialize};
use witverse_runtime::ProcessLimits;

use super::image_decoding::{Colours, MAX_WIDTH, Refused, decode, unreadable};
use super::media_type::{MAX_IMAGE_BYTES, MediaType};
use super::model::{self, ModelFacts, ModelRefusal, VrmFacts, vrm};
use super::webp;

/// The largest number of pixels.
pub(super) const MAX_PIXELS: u64 = 50_000_000;
/// The longest side of a WebP, in pixels.
const MAX_WEBP_SIDE: u32 = 16_383;
/// The widths of the smaller pictures, those that are smaller than the image.
pub(super) const WIDTHS: [u32; 6] = [768, 384, 256, 128, 64, 16];
/// The memory is for an image of the largest size with 16 bits a channel, and its conversion. No further file, no socket, no
/// other process.
const LIMITS: ProcessLimits = ProcessLimits {
    memory_bytes: 1 << 30,
    cpu_s: 20,
    open_files: Some(3),
    threads: false,
};

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
    Model {
        facts: ModelFacts,
        variants: Vec<VariantSize>,
    },
    ModelRefused(ModelRefusal),
    Avatar {
        facts: VrmFacts,
        bytes: usize,
    },
}

/// One variant of a model in the output.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct VariantSize {
    pub(super) name: String,
    pub(super) bytes: usize,
}

/// One picture in the output.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct PictureSize {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: usize,
}

/// Reads the file from standard input and writes the outcome to standard output. A GLB is an avatar or a model.
///
/// # Errors
/// Standard input or output was closed.
pub fn run(is_avatar: bool) -> std::io::Result<()> {
    LIMITS.apply();
    let mut bytes = Vec::new();
    std::io::stdin()
        .take(MAX_IMAGE_BYTES + 1)
        .read_to_end(&mut bytes)?;
    let (outcome, pictures) = outcome_of(&bytes, is_avatar);
    let mut output = std::io::stdout().lock();
    serde_json::to_writer(&mut output, &outcome)?;
    output.write_all(b"\n")?;
    for picture in pictures {
        output.write_all(&picture)?;
    }
    output.flush()
}

/// Decodes an image and makes its pictures, or converts a model or an avatar.
pub(super) fn outcome_of(bytes: &[u8], is_avatar: bool) -> (Outcome, Vec<Vec<u8>>) {
    if matches!(MediaType::of(bytes), Ok(MediaType::Glb)) {
        return match is_avatar {
            true => avatar_of(bytes),
            false => model_of(bytes),
        };
    }
    let made = decode(bytes, MAX_PIXELS, Colours::Srgb).and_then(|image| pictures_of(&image));
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

fn model_of(bytes: &[u8]) -> (Outcome, Vec<Vec<u8>>) {
    match model::convert(bytes) {
        Ok((facts, variants)) => {
            let sizes = variants.iter().map(|variant| VariantSize {
                name: variant.name.clone(),
                bytes: variant.bytes.len(),
            });
            let outcome = Outcome::Model {
                facts,
                variants: sizes.collect(),
            };
            let bytes = variants.into_iter().map(|variant| variant.bytes);
            (outcome, bytes.collect())
        }
        Err(refusal) => (Outcome::ModelRefused(refusal), Vec::new()),
    }
}

fn avatar_of(bytes: &[u8]) -> (Outcome, Vec<Vec<u8>>) {
    match vrm::convert(bytes) {
        Ok((facts, file)) => {
            let bytes = file.len();
            (Outcome::Avatar { facts, bytes }, vec![file])
        }
        Err(refusal) => (Outcome::ModelRefused(refusal), Vec::new()),
    }
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
