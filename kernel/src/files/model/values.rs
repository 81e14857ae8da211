//! The values of accessors, as floating-point numbers or indices. Bounds were checked before.

use super::document::{Accessor, Document};
use super::refusal::{ModelRefusal, Reason};

/// The type of one number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    pub(super) fn parse(code: u32) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    pub(super) fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "a large 32-bit integer is no coordinate"
    )]
    fn read(self, bytes: &[u8], normalized: bool) -> Option<f32> {
        let (value, most) = match self {
            Self::I8 => (f32::from(i8::from_le_bytes(*bytes.first_chunk()?)), 127.0),
            Self::U8 => (f32::from(u8::from_le_bytes(*bytes.first_chunk()?)), 255.0),
            Self::I16 => (
                f32::from(i16::from_le_bytes(*bytes.first_chunk()?)),
                32_767.0,
            ),
            Self::U16 => (
                f32::from(u16::from_le_bytes(*bytes.first_chunk()?)),
                65_535.0,
            ),
            Self::U32 => (u32::from_le_bytes(*bytes.first_chunk()?) as f32, 1.0),
            Self::F32 => (f32::from_le_bytes(*bytes.first_chunk()?), 1.0),
        };
        Some(if normalized {
            (value / most).max(-1.0)
        } else {
            value
        })
    }
}

/// How many numbers an element has.
pub(super) fn components(shape: &str) -> Option<usize> {
    Some(match shape {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" => 4,
        "MAT4" => 16,
        _ => return None,
    })
}

/// The elements of an accessor as `N` numbers; what an element has not is `fill`, what it has more is dropped.
///
/// Numbers that are not finite are refused: they would make a whole mesh disappear.
pub(super) fn vectors<const N: usize>(
    document: &Document,
    binary: &[u8],
    at: usize,
    fill: f32,
) -> Result<Vec<[f32; N]>, ModelRefusal> {
    let mut all = Vec::new();
    elements(document, binary, at, |accessor, component, element| {
        let mut vector = [fill; N];
        let size = component.bytes();
        for (value, number) in vector.iter_mut().zip(element.chunks_exact(size)) {
            *value = component
                .read(number, accessor.normalized)
                .filter(|number| number.is_finite())
                .ok_or(Reason::Numbers)?;
        }
        all.push(vector);
        Ok(())
    })?;
    Ok(all)
}

/// The elements of an accessor as indices.
pub(super) fn indices(
    document: &Document,
    binary: &[u8],
    at: usize,
) -> Result<Vec<u32>, ModelRefusal> {
    let mut all = Vec::new();
    elements(document, binary, at, |_, _, element| {
        let mut bytes = [0; 4];
        bytes
            .get_mut(..element.len())
            .ok_or(Reason::Damaged)?
            .copy_from_slice(element);
        all.push(u32::from_le_bytes(bytes));
        Ok(())
    })?;
    Ok(all)
}

fn elements(
    document: &Document,
    binary: &[u8],
    at: usize,
    mut each: impl FnMut(&Accessor, Component, &[u8]) -> Result<(), ModelRefusal>,
) -> Result<(), ModelRefusal> {
    let accessor = document.accessors.get(at).ok_or(Reason::Damaged)?;
    let component = Component::parse(accessor.component_type).ok_or(Reason::Damaged)?;
    let size = component.bytes() * components(&accessor.shape).ok_or(Reason::Damaged)?;
    let view = accessor
        .buffer_view
        .and_then(|view| document.buffer_views.get(view));
    let view = view.ok_or(Reason::Damaged)?;
    let number = |value: u64| usize::try_from(value).map_err(|_| Reason::Damaged);
    let start = number(view.byte_offset + accessor.byte_offset)?;
    let stride = view.byte_stride.map_or(Ok(size), number)?;
    for index in 0..number(accessor.count)? {
        let from = start + index * stride;
        let element = binary.get(from..from + size).ok_or(Reason::Damaged)?;
        each(accessor, component, element)?;
    }
    Ok(())
}
