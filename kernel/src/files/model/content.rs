//! The bytes that a document refers to: the binary chunk, `data:` addresses, and views with compression.
//!
//! Everything is bounded before memory is taken: a `data:` address is a part of the file, and decompressed views have a sum.
//! Other addresses are refused: nothing is fetched.

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use std::borrow::Cow;

use super::compression;
use super::document::{Buffer, Document, View};
use super::refusal::{ModelRefusal, Reason};

/// With or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A document with the bytes of its views.
#[derive(Debug)]
pub(super) struct Content<'a> {
    pub(super) document: &'a Document,
    /// `None`: in a buffer that the file does not contain, as the fallback of compressed views.
    views: Vec<Option<Cow<'a, [u8]>>>,
}

impl<'a> Content<'a> {
    /// Checks buffers and views. `binary` is the buffer without an address.
    pub(super) fn open(document: &'a Document, binary: &'a [u8]) -> Result<Self, ModelRefusal> {
        let images = document.images.iter().filter_map(|one| one.uri.as_ref());
        let buffers = document.buffers.iter().filter_map(|one| one.uri.as_ref());
        if buffers.chain(images).any(|uri| !is_data(uri)) {
            return Err(Reason::RefersToFiles.into());
        }
        let mut buffers = Vec::new();
        for (at, buffer) in document.buffers.iter().enumerate() {
            buffers.push(bytes_of(buffer, (at == 0).then_some(binary))?);
        }
        let mut views = Vec::new();
        let mut decompressed = 0;
        for view in &document.buffer_views {
            views.push(match view.compression() {
                None => plain(view, document, &buffers)?,
                Some(compressed) => {
                    let (from, bytes) = (compressed.byte_offset, compressed.byte_length);
                    let source = buffers.get(compressed.buffer).ok_or(Reason::Damaged)?;
                    let source = source.as_deref().ok_or(Reason::RefersToFiles)?;
                    let source = part(source, from, bytes).ok_or(Reason::Damaged)?;
                    let mut made = compression::decode(compressed, source, &mut decompressed)?;
                    if view.byte_length > made.len() as u64 {
                        return Err(Reason::Damaged.into());
                    }
                    made.truncate(number(view.byte_length));
                    Some(Cow::Owned(made))
                }
            });
        }
        Ok(Self { document, views })
    }

    pub(super) fn view(&self, at: usize) -> Result<&[u8], ModelRefusal> {
        let view = self.views.get(at).ok_or(Reason::Damaged)?;
        Ok(view.as_deref().ok_or(Reason::RefersToFiles)?)
    }

    /// The file of an image.
    pub(super) fn image(&self, at: usize) -> Result<Cow<'_, [u8]>, ModelRefusal> {
        let image = self.document.images.get(at);
        let image = image.ok_or(Reason::TextureUnreadable)?;
        match (&image.uri, image.buffer_view) {
            (Some(uri), _) => Ok(Cow::Owned(data(uri).ok_or(Reason::TextureUnreadable)?)),
            (None, Some(view)) => Ok(Cow::Borrowed(self.view(view)?)),
            (None, None) => Err(Reason::TextureUnreadable.into()),
        }
    }
}

/// The bytes of a buffer; `None` if the file does not contain it.
fn bytes_of<'a>(
    buffer: &Buffer,
    binary: Option<&'a [u8]>,
) -> Result<Option<Cow<'a, [u8]>>, ModelRefusal> {
    let bytes = match (&buffer.uri, binary) {
        (Some(uri), _) => Cow::Owned(data(uri).ok_or(Reason::Damaged)?),
        (None, Some(binary)) if !buffer.is_fallback() => Cow::Borrowed(binary),
        _ => return Ok(None),
    };
    let has_all = buffer.byte_length <= bytes.len() as u64;
    has_all.then_some(Some(bytes)).ok_or(Reason::Damaged.into())
}

fn plain<'a>(
    view: &View,
    document: &Document,
    buffers: &[Option<Cow<'a, [u8]>>],
) -> Result<Option<Cow<'a, [u8]>>, ModelRefusal> {
    let (from, length) = (view.byte_offset, view.byte_length);
    match buffers.get(view.buffer).ok_or(Reason::Damaged)? {
        Some(Cow::Borrowed(buffer)) => {
            let bytes = part(buffer, from, length).ok_or(Reason::Damaged)?;
            Ok(Some(Cow::Borrowed(bytes)))
        }
        Some(Cow::Owned(buffer)) => {
            // Views may overlap: their sum can be larger than the file.
            let length_all = document.buffer_views.iter().map(|view| view.byte_length);
            let sum = length_all.fold(0, u64::saturating_add);
            if sum > compression::MAX_BYTES as u64 {
                return Err(Reason::Damaged.into());
            }
            let bytes = part(buffer, from, length).ok_or(Reason::Damaged)?;
            Ok(Some(Cow::Owned(bytes.to_vec())))
        }
        None => Ok(None),
    }
}

fn number(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

fn part(bytes: &[u8], from: u64, length: u64) -> Option<&[u8]> {
    bytes.get(number(from)..)?.get(..number(length))
}

const SCHEME: &str = "data:";

fn is_data(uri: &str) -> bool {
    uri.get(..SCHEME.len())
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME))
}

/// The content of an address `data:…;base64,…`.
fn data(uri: &str) -> Option<Vec<u8>> {
    let (header, text) = uri.split_once(',')?;
    let is_base64 = header.to_ascii_lowercase().ends_with(";base64");
    is_base64.then(|| BASE64.decode(text).ok()).flatten()
}

/// The bytes of a JSON that are not in `data:` addresses. Between the quotation marks of an address is no structure.
pub(super) fn structure_bytes(json: &[u8]) -> usize {
    const BEGIN: &[u8] = b"\"data:";
    let mut rest = json;
    let mut inside = 0;
    while let Some(at) = rest.windows(BEGIN.len()).position(|bytes| bytes == BEGIN) {
        let text = &rest[at + BEGIN.len()..];
        let end = text.iter().position(|byte| *byte == b'"');
        let end = end.unwrap_or(text.len());
        inside += end;
        rest = &text[end..];
    }
    json.len() - inside
}
