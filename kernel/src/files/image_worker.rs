//! Starts the process that decodes an image, a model or an avatar (`image_process.rs`), and reads its output within limits.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::Command;
use tokio::sync::Semaphore;

use super::image_decoding::MAX_WIDTH;
use super::image_process::{Outcome, PictureSize, VariantSize, WIDTHS, outcome_of};
use super::messages::{FILE_TOO_MANY_PIXELS, FILE_UNREADABLE};
use super::model::{self, ModelFacts, ModelRefusal, Variant, VrmFacts};
use crate::error::{Catalogue, Error, Result};

/// The time for one image. It only ends a process on a busy machine; what an image may cost is a limit of CPU time.
const TIMEOUT: Duration = Duration::from_secs(120);
/// The largest header of the output, in bytes.
const MAX_HEADER_BYTES: u64 = 64 << 10;
/// The largest output: all pictures of an image, in bytes.
const MAX_OUTPUT_BYTES: usize = 64 << 20;
/// How many images are decoded at once; each may take a gibibyte.
const AT_ONCE: usize = 2;

/// Where images are decoded.
#[derive(Clone, Debug)]
pub enum ImageDecoder {
    /// In processes of this program, which has the subcommand `process-image`.
    Subprocess(PathBuf),
    /// In this process: only for tests without the program.
    Here,
}

/// The pictures of an image.
#[derive(Debug)]
pub(super) struct Pictures {
    /// Of the upright image.
    pub(super) width: u32,
    pub(super) height: u32,
    /// Widest first, each with its WebP.
    pub(super) pictures: Vec<(PictureSize, Vec<u8>)>,
}

/// Decodes images, a few at a time.
pub(super) struct ImageWorker {
    decoder: ImageDecoder,
    permits: Semaphore,
}

impl ImageWorker {
    pub(super) fn new(decoder: ImageDecoder) -> Self {
        Self {
            decoder,
            permits: Semaphore::new(AT_ONCE),
        }
    }

    /// Makes the pictures of an image. The inner error is the reason why the image is refused.
    ///
    /// # Errors
    /// The process could not be started, or did not end in time; the check is repeated.
    pub(super) async fn pictures_of(&self, path: &Path) -> Result<Result<Pictures, Catalogue>> {
        let Some((outcome, bytes)) = self.process(path, false).await? else {
            return Ok(Err(FILE_UNREADABLE));
        };
        Ok(match outcome {
            Outcome::TooManyPixels => Err(FILE_TOO_MANY_PIXELS),
            Outcome::Unreadable(why) => {
                tracing::info!(why, "an image could not be decoded");
                Err(FILE_UNREADABLE)
            }
            Outcome::Pictures {
                width,
                height,
                pictures,
            } => split(&pictures, &bytes)
                .map(|pictures| Pictures {
                    width,
                    height,
                    pictures,
                })
                .ok_or(FILE_UNREADABLE),
            Outcome::Model { .. } | Outcome::ModelRefused(_) | Outcome::Avatar { .. } => {
                Err(FILE_UNREADABLE)
            }
        })
    }

    /// Converts a model. The inner error is the reason why it is refused, with the value of its text.
    ///
    /// # Errors
    /// As for images.
    pub(super) async fn model_of(&self, path: &Path) -> Result<Result<Converted, Refusal>> {
        let unreadable = || Refusal::from(FILE_UNREADABLE);
        Ok(match self.process(path, false).await? {
            Some((Outcome::Model { facts, variants }, bytes)) => variants_of(&variants, &bytes)
                .map(|variants| (facts, variants))
                .ok_or_else(unreadable),
            Some((Outcome::ModelRefused(refusal), _)) => Err(refusal.into()),
            _ => Err(unreadable()),
        })
    }

    /// Checks an avatar and makes the file that is served. The inner error is the reason why it is refused.
    ///
    /// # Errors
    /// As for images.
    pub(super) async fn avatar_of(
        &self,
        path: &Path,
    ) -> Result<Result<(VrmFacts, Vec<u8>), Refusal>> {
        Ok(match self.process(path, true).await? {
            Some((Outcome::Avatar { facts, bytes }, file))
                if bytes == file.len() && file.starts_with(b"glTF") =>
            {
                Ok((facts, file))
            }
            Some((Outcome::ModelRefused(refusal), _)) => Err(refusal.into()),
            _ => Err(FILE_UNREADABLE.into()),
        })
    }

    /// `None`: the process was ended by one of its limits.
    async fn process(&self, path: &Path, is_avatar: bool) -> Result<Option<(Outcome, Vec<u8>)>> {
        let _permit = self.permits.acquire().await.map_err(Error::internal)?;
        match &self.decoder {
            ImageDecoder::Here => {
                let bytes = tokio::fs::read(path).await.map_err(Error::internal)?;
                let made = tokio::task::spawn_blocking(move || outcome_of(&bytes, is_avatar)).await;
                let (outcome, parts) = made.map_err(Error::internal)?;
                Ok(Some((outcome, parts.concat())))
            }
            ImageDecoder::Subprocess(program) => {
                match tokio::time::timeout(TIMEOUT, run(program, path, is_avatar)).await {
                    Ok(Ok(output)) => Ok(output),
                    Ok(Err(error)) => Err(Error::internal(error)),
                    Err(_) => Err(Error::internal("an image was not decoded in time")),
                }
            }
        }
    }
}

/// A model, and its variants.
pub(super) type Converted = (ModelFacts, Vec<Variant>);

/// Why a file is refused.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) row: Catalogue,
    /// What stands for `{value}` in the text.
    pub(super) value: Option<String>,
}

impl From<Catalogue> for Refusal {
    fn from(row: Catalogue) -> Self {
        Self { row, value: None }
    }
}

impl From<ModelRefusal> for Refusal {
    fn from(refusal: ModelRefusal) -> Self {
        Self {
            row: refusal.reason.row(),
            value: refusal.value,
        }
    }
}

/// Runs the process. `None` if it has failed or broken the form of its output.
async fn run(
    program: &Path,
    image: &Path,
    is_avatar: bool,
) -> std::io::Result<Option<(Outcome, Vec<u8>)>> {
    let input = std::fs::File::open(image)?;
    let mut child = Command::new(program)
        .arg("process-image")
        .args(is_avatar.then_some("--avatar"))
        .env_clear()
        // The allocator would reserve a gibibyte at once, which is all that the process may have.
        .env("MIMALLOC_ARENA_RESERVE", "0")
        .stdin(Stdio::from(input))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let Some(output) = child.stdout.take() else {
        return Ok(None);
    };
    let mut output = BufReader::new(output);
    let mut header = Vec::new();
    let mut line = (&mut output).take(MAX_HEADER_BYTES);
    line.read_until(b'\n', &mut header).await?;
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_OUTPUT_BYTES + 1).unwrap_or(u64::MAX);
    output.take(limit).read_to_end(&mut bytes).await?;
    if bytes.len() > MAX_OUTPUT_BYTES || !child.wait().await?.success() {
        return Ok(None);
    }
    Ok(serde_json::from_slice(&header)
        .ok()
        .map(|outcome| (outcome, bytes)))
}

/// The bytes of each picture; `None` if the output is not what the kernel expects.
fn split(sizes: &[PictureSize], bytes: &[u8]) -> Option<Vec<(PictureSize, Vec<u8>)>> {
    if sizes.is_empty() || sizes.len() > WIDTHS.len() + 1 {
        return None;
    }
    let mut rest = bytes;
    let mut pictures = Vec::new();
    for size in sizes {
        let (picture, tail) = rest.split_at_checked(size.bytes)?;
        let is_webp = picture.starts_with(b"RIFF") && picture.get(8..12) == Some(b"WEBP");
        if !is_webp || size.width == 0 || size.width > MAX_WIDTH || size.height == 0 {
            return None;
        }
        pictures.push((*size, picture.to_vec()));
        rest = tail;
    }
    rest.is_empty().then_some(pictures)
}

/// The variants of a model; `None` if the output is not what the kernel expects.
fn variants_of(sizes: &[VariantSize], bytes: &[u8]) -> Option<Vec<Variant>> {
    if sizes.is_empty() || sizes.len() > model::MAX_VARIANTS {
        return None;
    }
    let mut rest = bytes;
    let mut variants = Vec::new();
    for size in sizes {
        let (content, tail) = rest.split_at_checked(size.bytes)?;
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.';
        let is_expected = match size.name.rsplit_once('.') {
            Some((_, "glb")) => content.starts_with(b"glTF"),
            Some((_, "webp")) => {
                content.starts_with(b"RIFF") && content.get(8..12) == Some(b"WEBP")
            }
            _ => false,
        };
        if !is_expected || size.name.len() > 20 || !size.name.bytes().all(plain) {
            return None;
        }
        variants.push(Variant {
            name: size.name.clone(),
            bytes: content.to_vec(),
        });
        rest = tail;
    }
    rest.is_empty().then_some(variants)
}
