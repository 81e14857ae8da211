//! Reads and writes the field types of the protocol.

use bytes::{BufMut, Bytes};

/// Why a frame is no message of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    #[error("the frame is empty")]
    Empty,
    #[error("opcode {0:#04x} does not exist")]
    UnknownOpcode(u8),
    #[error("opcode {0:#04x} is reserved for voice and not supported")]
    ReservedOpcode(u8),
    #[error("the frame ends inside of field `{0}`")]
    Truncated(&'static str),
    #[error("{0} bytes follow the last field")]
    TrailingBytes(usize),
    #[error("field `{0}` is longer than allowed")]
    TooLong(&'static str),
    #[error("field `{0}` is not UTF-8")]
    NotUtf8(&'static str),
    #[error("field `{0}` has no such value")]
    InvalidValue(&'static str),
}

pub(super) type Result<T> = std::result::Result<T, DecodeError>;

/// A cursor over one frame.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(frame: &'a [u8]) -> Self {
        Self { rest: frame }
    }

    fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N]> {
        let (head, rest) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or(DecodeError::Truncated(field))?;
        self.rest = rest;
        Ok(*head)
    }

    pub(super) fn u8(&mut self, field: &'static str) -> Result<u8> {
        Ok(self.array::<1>(field)?[0])
    }

    pub(super) fn u16(&mut self, field: &'static str) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array(field)?))
    }

    pub(super) fn u32(&mut self, field: &'static str) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array(field)?))
    }

    pub(super) fn u64(&mut self, field: &'static str) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array(field)?))
    }

    pub(super) fn uuid(&mut self, field: &'static str) -> Result<uuid::Uuid> {
        Ok(uuid::Uuid::from_bytes(self.array(field)?))
    }

    pub(super) fn bool(&mut self, field: &'static str) -> Result<bool> {
        match self.u8(field)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(DecodeError::InvalidValue(field)),
        }
    }

    pub(super) fn bytes(&mut self, len: usize, field: &'static str) -> Result<&'a [u8]> {
        let (head, rest) = self
            .rest
            .split_at_checked(len)
            .ok_or(DecodeError::Truncated(field))?;
        self.rest = rest;
        Ok(head)
    }

    /// UTF-8 with its length in bytes as u16.
    pub(super) fn text(&mut self, max_bytes: usize, field: &'static str) -> Result<String> {
        let len = usize::from(self.u16(field)?);
        if len > max_bytes {
            return Err(DecodeError::TooLong(field));
        }
        let bytes = self.bytes(len, field)?;
        let text = std::str::from_utf8(bytes).map_err(|_| DecodeError::NotUtf8(field))?;
        Ok(text.to_owned())
    }

    /// Opaque bytes with their length as u32.
    pub(super) fn blob(&mut self, max_bytes: usize, field: &'static str) -> Result<Bytes> {
        let len = self.u32(field)? as usize;
        if len > max_bytes {
            return Err(DecodeError::TooLong(field));
        }
        Ok(Bytes::copy_from_slice(self.bytes(len, field)?))
    }

    /// Refuses bytes after the last field.
    pub(super) fn finish(self) -> Result<()> {
        match self.rest.len() {
            0 => Ok(()),
            more => Err(DecodeError::TrailingBytes(more)),
        }
    }
}

/// Writes UTF-8 with its length as u16; a longer text is cut at a character boundary.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str, max_bytes: usize) {
    let text = &text[..text.floor_char_boundary(max_bytes.min(usize::from(u16::MAX)))];
    out.put_u16_le(u16::try_from(text.len()).unwrap_or(u16::MAX));
    out.put_slice(text.as_bytes());
}

/// Writes opaque bytes with their length as u32. The caller has limited the length.
pub(super) fn put_blob(out: &mut Vec<u8>, bytes: &[u8]) {
    out.put_u32_le(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    out.put_slice(bytes);
}
