//! Views with `EXT_meshopt_compression` or `KHR_meshopt_compression`, as gltfpack and glTF-Transform write them.
//!
//! The decoder is safe for wrong input; what it makes of it is checked like all other values. Count and stride are bounded
//! before memory is taken.

use meshopt::{
    decode_filter_color, decode_filter_exp, decode_filter_oct, decode_filter_quat,
    decode_index_buffer, decode_index_sequence, decode_vertex_buffer,
};

use super::document::Compressed;
use super::refusal::{ModelRefusal, Reason};

/// The most bytes of all views together.
pub(super) const MAX_BYTES: usize = 48 << 20;

/// The bytes of a view. `sum` counts those of all views.
pub(super) fn decode(
    view: &Compressed,
    source: &[u8],
    sum: &mut usize,
) -> Result<Vec<u8>, ModelRefusal> {
    let (count, stride) = (view.count, view.byte_stride);
    let bytes = count.checked_mul(stride).ok_or(Reason::Damaged)?;
    *sum = sum.saturating_add(bytes);
    if *sum > MAX_BYTES {
        return Err(ModelRefusal::counted(Reason::TooComplex, *sum));
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    let filter = view.filter.as_deref().unwrap_or("NONE");
    let decoded = match (view.mode.as_str(), stride) {
        ("ATTRIBUTES", 4..=256) if stride.is_multiple_of(4) => {
            vertices(source, count, stride).and_then(|bytes| filtered(bytes, filter, stride))
        }
        ("TRIANGLES", 2) if count.is_multiple_of(3) => {
            decode_index_buffer::<u16>(source, count).ok().map(shorts)
        }
        ("TRIANGLES", 4) if count.is_multiple_of(3) => {
            decode_index_buffer::<u32>(source, count).ok().map(words)
        }
        ("INDICES", 2) => decode_index_sequence::<u16>(source, count).ok().map(shorts),
        ("INDICES", 4) => decode_index_sequence::<u32>(source, count).ok().map(words),
        _ => None,
    };
    decoded.ok_or(Reason::Damaged.into())
}

fn shorts(values: Vec<u16>) -> Vec<u8> {
    values.into_iter().flat_map(u16::to_ne_bytes).collect()
}

fn words(values: Vec<u32>) -> Vec<u8> {
    values.into_iter().flat_map(u32::to_ne_bytes).collect()
}

/// One vertex of `N` words.
#[derive(Clone, Copy)]
struct Words<const N: usize>([u32; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

fn of_words<const N: usize>(source: &[u8], count: usize) -> Option<Vec<u8>> {
    let all = decode_vertex_buffer::<Words<N>>(source, count).ok()?;
    Some(words(all.into_iter().flat_map(|one| one.0).collect()))
}

/// The decoder takes the stride from a type.
fn vertices(source: &[u8], count: usize, stride: usize) -> Option<Vec<u8>> {
    macro_rules! by_words {
        ($($words:literal)*) => {
            match stride / 4 {
                $($words => of_words::<$words>(source, count),)*
                _ => None,
            }
        };
    }
    by_words!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64)
}

fn filtered(bytes: Vec<u8>, filter: &str, stride: usize) -> Option<Vec<u8>> {
    match (filter, stride) {
        ("NONE", _) => Some(bytes),
        ("OCTAHEDRAL", 4) => {
            let mut all = fours(&bytes, |[byte]| i8::from_ne_bytes([byte]));
            decode_filter_oct(&mut all);
            Some(
                all.into_iter()
                    .flatten()
                    .flat_map(i8::to_ne_bytes)
                    .collect(),
            )
        }
        ("OCTAHEDRAL", 8) => {
            let mut all = fours(&bytes, i16::from_ne_bytes);
            decode_filter_oct(&mut all);
            Some(
                all.into_iter()
                    .flatten()
                    .flat_map(i16::to_ne_bytes)
                    .collect(),
            )
        }
        ("QUATERNION", 8) => {
            let mut all = fours(&bytes, i16::from_ne_bytes);
            decode_filter_quat(&mut all);
            Some(
                all.into_iter()
                    .flatten()
                    .flat_map(i16::to_ne_bytes)
                    .collect(),
            )
        }
        ("EXPONENTIAL", _) => {
            let numbers = bytes.as_chunks::<4>().0.iter();
            let mut all: Vec<[u32; 1]> = numbers.map(|one| [u32::from_ne_bytes(*one)]).collect();
            decode_filter_exp(&mut all);
            Some(words(all.into_iter().flatten().collect()))
        }
        ("COLOR", 4) => {
            let mut all = fours(&bytes, |[byte]| byte);
            decode_filter_color(&mut all);
            Some(all.into_iter().flatten().collect())
        }
        ("COLOR", 8) => {
            let mut all = fours(&bytes, u16::from_ne_bytes);
            decode_filter_color(&mut all);
            Some(shorts(all.into_iter().flatten().collect()))
        }
        _ => None,
    }
}

/// Elements of four numbers.
fn fours<const N: usize, T: Copy + Default>(bytes: &[u8], read: fn([u8; N]) -> T) -> Vec<[T; 4]> {
    let numbers: Vec<T> = bytes
        .as_chunks::<N>()
        .0
        .iter()
        .map(|one| read(*one))
        .collect();
    numbers.as_chunks::<4>().0.to_vec()
}
