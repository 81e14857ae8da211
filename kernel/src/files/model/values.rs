//! The values of accessors, as floating-point numbers or indices. Bounds were checked before.
//!
//! An accessor without a view has zeros; sparse values replace single elements.

use super::content::Content;
use super::document::{Accessor, Primitive, Sparse};
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
    content: &Content<'_>,
    at: usize,
    fill: f32,
) -> Result<Vec<[f32; N]>, ModelRefusal> {
    let packed = packed(content, at)?;
    let component = packed.component;
    let mut all = Vec::new();
    for element in packed.bytes.chunks_exact(packed.size) {
        let mut vector = [fill; N];
        for (value, number) in vector
            .iter_mut()
            .zip(element.chunks_exact(component.bytes()))
        {
            *value = component
                .read(number, packed.accessor.normalized)
                .filter(|number| number.is_finite())
                .ok_or(Reason::Numbers)?;
        }
        all.push(vector);
    }
    Ok(all)
}

/// The elements of an accessor as indices.
pub(super) fn indices(content: &Content<'_>, at: usize) -> Result<Vec<u32>, ModelRefusal> {
    let packed = packed(content, at)?;
    let elements = packed.bytes.chunks_exact(packed.size);
    elements.map(index).collect()
}

fn index(element: &[u8]) -> Result<u32, ModelRefusal> {
    let mut bytes = [0; 4];
    bytes
        .get_mut(..element.len())
        .ok_or(Reason::Damaged)?
        .copy_from_slice(element);
    Ok(u32::from_le_bytes(bytes))
}

/// The elements of an accessor, one after the other.
pub(super) struct Packed<'a> {
    pub(super) accessor: &'a Accessor,
    component: Component,
    /// Bytes of an element.
    size: usize,
    pub(super) bytes: Vec<u8>,
}

pub(super) fn packed<'a>(content: &Content<'a>, at: usize) -> Result<Packed<'a>, ModelRefusal> {
    let accessors = &content.document.accessors;
    let accessor = accessors.get(at).ok_or(Reason::Damaged)?;
    let component = Component::parse(accessor.component_type).ok_or(Reason::Damaged)?;
    let size = component.bytes() * components(&accessor.shape).ok_or(Reason::Damaged)?;
    let count = number(accessor.count)?;
    let mut bytes = Vec::with_capacity(count * size);
    match accessor.buffer_view {
        None => bytes.resize(count * size, 0),
        Some(view) => {
            let values = content.view(view)?;
            let view = content.document.buffer_views.get(view);
            let stride = view.and_then(|view| view.byte_stride);
            let stride = stride.map_or(Ok(size), number)?;
            let start = number(accessor.byte_offset)?;
            for index in 0..count {
                let from = start + index * stride;
                bytes.extend(values.get(from..from + size).ok_or(Reason::Damaged)?);
            }
        }
    }
    if let Some(sparse) = &accessor.sparse {
        let values = content.view(sparse.values.buffer_view)?;
        let mut values = values
            .get(number(sparse.values.byte_offset)?..)
            .ok_or(Reason::Damaged)?
            .chunks_exact(size);
        for index in sparse_indices(content, sparse)? {
            let from = index as usize * size;
            let place = bytes.get_mut(from..from + size).ok_or(Reason::Damaged)?;
            place.copy_from_slice(values.next().ok_or(Reason::Damaged)?);
        }
    }
    Ok(Packed {
        accessor,
        component,
        size,
        bytes,
    })
}

/// Which elements have sparse values. Their number was checked, or is checked by the caller.
pub(super) fn sparse_indices(
    content: &Content<'_>,
    sparse: &Sparse,
) -> Result<Vec<u32>, ModelRefusal> {
    let component = Component::parse(sparse.indices.component_type);
    let size = component.ok_or(Reason::Damaged)?.bytes();
    let values = content.view(sparse.indices.buffer_view)?;
    let values = values.get(number(sparse.indices.byte_offset)?..);
    let values = values.ok_or(Reason::Damaged)?.chunks_exact(size);
    values.take(number(sparse.count)?).map(index).collect()
}

fn number(value: u64) -> Result<usize, ModelRefusal> {
    usize::try_from(value).map_err(|_| Reason::Damaged.into())
}

/// Adds the morph targets that are applied at rest.
#[allow(
    clippy::cast_possible_truncation,
    reason = "values are stored with 32 bits"
)]
pub(super) fn morph(
    content: &Content<'_>,
    primitive: &Primitive,
    weights: &[f64],
    attribute: &str,
    values: &mut [[f32; 3]],
) -> Result<(), ModelRefusal> {
    for (target, weight) in primitive.targets.iter().zip(weights) {
        let Some(at) = target.get(attribute).filter(|_| *weight != 0.0) else {
            continue;
        };
        let offsets = vectors::<3>(content, *at, 0.0)?;
        for (value, offset) in values.iter_mut().zip(offsets) {
            for (axis, more) in offset.into_iter().enumerate() {
                value[axis] += more * *weight as f32;
            }
        }
    }
    Ok(())
}
