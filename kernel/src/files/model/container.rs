//! The container: GLB, version 2, with its JSON and at most one binary chunk.

use super::content::structure_bytes;
use super::refusal::{ModelRefusal, Reason};

/// The largest JSON of a model, in bytes, without the contents of `data:` addresses.
pub(super) const MAX_JSON_BYTES: usize = 1 << 20;
const JSON: u32 = 0x4e4f_534a;
const BINARY: u32 = 0x004e_4942;

/// The JSON and the binary chunk. Other chunks, and bytes after the announced length, are dropped.
pub(super) fn split(bytes: &[u8], max_json: usize) -> Result<(&[u8], &[u8]), ModelRefusal> {
    let (header, mut rest) = bytes.split_at_checked(12).ok_or(Reason::Damaged)?;
    if header.get(..4) != Some(b"glTF") {
        return Err(Reason::Damaged.into());
    }
    if word(header, 4) != Some(2) {
        return Err(Reason::Version.into());
    }
    let length = word(header, 8)
        .and_then(|length| length.checked_sub(12))
        .ok_or(Reason::Damaged)?;
    rest = rest.get(..length as usize).ok_or(Reason::Damaged)?;
    let (json, rest) = chunk(rest, JSON)?.ok_or(Reason::Damaged)?;
    let structure = structure_bytes(json);
    if structure > max_json {
        return Err(ModelRefusal::counted(Reason::TooComplex, structure));
    }
    let binary = chunk(rest, BINARY)?.map_or(&[][..], |(content, _)| content);
    Ok((json, binary))
}

/// A content and what follows it.
type Split<'a> = (&'a [u8], &'a [u8]);

/// The content of the first chunk and what follows it; `None` if there is none of this kind.
fn chunk(bytes: &[u8], kind: u32) -> Result<Option<Split<'_>>, ModelRefusal> {
    let Some((header, rest)) = bytes.split_at_checked(8) else {
        return Ok(None);
    };
    if word(header, 4) != Some(kind) {
        return Ok(None);
    }
    let length = word(header, 0).ok_or(Reason::Damaged)? as usize;
    let parts = rest.split_at_checked(length).ok_or(Reason::Damaged)?;
    Ok(Some(parts))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*word))
}
