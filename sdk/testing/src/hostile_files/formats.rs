//! Writes the structure of image and video files, valid or not: chunks, segments, blocks and boxes with any content.

/// The inflated bytes of one period of [`deflated_zeros`].
const ZEROS_PERIOD: usize = 8 * 258;

fn to_u32(length: usize) -> u32 {
    u32::try_from(length).unwrap()
}

fn crc32(parts: &[&[u8]]) -> u32 {
    let table: Vec<u32> = (0..256)
        .map(|byte| {
            (0..8).fold(byte, |crc: u32, _| {
                (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
            })
        })
        .collect();
    !parts
        .iter()
        .flat_map(|part| part.iter())
        .fold(u32::MAX, |crc, byte| {
            let [low, ..] = crc.to_le_bytes();
            table[usize::from(low ^ byte)] ^ (crc >> 8)
        })
}

/// A zlib stream of at least this many zeros, 159 times smaller: matches of 258 bytes with fixed codes. Eight matches
/// have 13 bytes, which repeat.
pub(crate) fn deflated_zeros(bytes: usize) -> Vec<u8> {
    const MATCH: [u8; 13] = [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0];
    let mut bits = vec![0, 0, 0];
    bits.extend(MATCH.repeat(8));
    let period: Vec<u8> = bits.chunks_exact(8).map(byte_of).collect();
    let periods = bytes.div_ceil(ZEROS_PERIOD);
    // The header, the head of the block with a literal, the matches, the end of the block, and the checksum.
    let mut stream = vec![0x78, 0x01, 0x63];
    stream.extend(period.repeat(periods));
    stream.extend([0, 0]);
    let inflated = to_u32((1 + ZEROS_PERIOD * periods) % 65_521);
    stream.extend((inflated << 16 | 1).to_be_bytes());
    stream
}

/// The first bit is the lowest.
fn byte_of(bits: &[u8]) -> u8 {
    bits.iter().rev().fold(0, |byte, bit| byte << 1 | (bit & 1))
}

pub(crate) fn png_chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    [
        &to_u32(content.len()).to_be_bytes(),
        &kind[..],
        content,
        &crc32(&[kind, content]).to_be_bytes(),
    ]
    .concat()
}

/// A PNG with alpha. `before` are chunks before its pixels.
pub(crate) fn png(width: u32, height: u32, depth: u8, before: &[u8], pixels: &[u8]) -> Vec<u8> {
    let header = [
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[depth, 6, 0, 0, 0],
    ];
    [
        &b"\x89PNG\r\n\x1a\n"[..],
        &png_chunk(b"IHDR", &header.concat()),
        before,
        &png_chunk(b"IDAT", pixels),
        &png_chunk(b"IEND", &[]),
    ]
    .concat()
}

/// A PNG of this size without colour.
pub(crate) fn empty_png(width: u32, height: u32, depth: u8) -> Vec<u8> {
    let row = 1 + width as usize * 4 * usize::from(depth / 8);
    let pixels = deflated_zeros(row * height as usize);
    png(width, height, depth, &[], &pixels)
}

/// A GIF with a palette of two colours.
pub(crate) fn gif(width: u16, height: u16, blocks: &[u8]) -> Vec<u8> {
    [
        b"GIF89a",
        &width.to_le_bytes()[..],
        &height.to_le_bytes(),
        b"\x80\0\0\xff\xff\xff\0\0\0",
        blocks,
        b";",
    ]
    .concat()
}

/// A frame of a GIF; `codes` are the bytes of its LZW stream with codes of three bits and more.
pub(crate) fn gif_frame(width: u16, height: u16, codes: &[u8]) -> Vec<u8> {
    let mut frame = b",\0\0\0\0".to_vec();
    frame.extend(width.to_le_bytes());
    frame.extend(height.to_le_bytes());
    frame.extend([0, 2]);
    for part in codes.chunks(255) {
        frame.push(u8::try_from(part.len()).unwrap());
        frame.extend(part);
    }
    frame.push(0);
    frame
}

/// An LZW stream of at least this many equal pixels: each code stands for one pixel more than the code before.
pub(crate) fn lzw_run(pixels: u64) -> Vec<u8> {
    const CLEAR: u32 = 4;
    const END: u32 = 5;
    let mut stream = Bits::default();
    let mut written = 0;
    while written < pixels {
        stream.push(CLEAR, 3);
        stream.push(0, 3);
        written += 1;
        let mut width = 3;
        for (code, length) in (6..4095).zip(2_u64..) {
            if code == 1 << width {
                width += 1;
            }
            stream.push(code, width);
            written += length;
            if written >= pixels {
                stream.push(END, width);
                break;
            }
        }
        // Codes after the last new one have twelve bits, the next clear code too.
        if written < pixels {
            stream.push(CLEAR, 12);
        }
    }
    stream.bytes
}

/// Bits in bytes, the lowest first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn push(&mut self, value: u32, bits: u32) {
        for bit in 0..bits {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.last_mut().unwrap();
            *last |= u8::from(value >> bit & 1 == 1) << (self.used % 8);
            self.used += 1;
        }
    }
}

/// A JPEG with three components of one table each. `start_of_frame` is 0xc0 for a baseline one, 0xc2 for a progressive
/// one.
pub(crate) fn jpeg(start_of_frame: u8, width: u16, height: u16, scans: &[u8]) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xdb\0\x43\0".to_vec();
    bytes.extend([1; 64]);
    bytes.extend([0xff, start_of_frame, 0, 17, 8]);
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend(b"\x03\x01\x11\0\x02\x11\0\x03\x11\0");
    for table in [0x00, 0x10] {
        bytes.extend([0xff, 0xc4, 0, 20, table, 1]);
        bytes.extend([0; 16]);
    }
    bytes.extend(scans);
    bytes.extend(b"\xff\xd9");
    bytes
}

/// A scan of these components. A baseline scan has all 64 coefficients.
pub(crate) fn jpeg_scan(components: &[u8], coefficients: (u8, u8), data: &[u8]) -> Vec<u8> {
    let count = u8::try_from(components.len()).unwrap();
    let mut scan = vec![0xff, 0xda, 0, 6 + 2 * count, count];
    scan.extend(components.iter().flat_map(|component| [*component, 0]));
    scan.extend([coefficients.0, coefficients.1, 0]);
    scan.extend(data);
    scan
}

/// A WebP of these chunks.
pub(crate) fn webp(chunks: &[u8]) -> Vec<u8> {
    riff(b"WEBP", chunks)
}

pub(crate) fn riff(kind: &[u8; 4], chunks: &[u8]) -> Vec<u8> {
    let size = to_u32(chunks.len() + 4).to_le_bytes();
    [b"RIFF", &size[..], kind, chunks].concat()
}

pub(crate) fn riff_chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut chunk = [kind, &to_u32(content.len()).to_le_bytes()[..], content].concat();
    if !content.len().is_multiple_of(2) {
        chunk.push(0);
    }
    chunk
}

/// The chunk with the flags and the size of the canvas; `flags` 2 for an animation.
pub(crate) fn webp_canvas(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let (width, height) = ((width - 1).to_le_bytes(), (height - 1).to_le_bytes());
    let content = [&[flags, 0, 0, 0], &width[..3], &height[..3]].concat();
    riff_chunk(b"VP8X", &content)
}

/// Lossless pixels of one colour: codes of one symbol need no bits, so every size has the same bytes.
pub(crate) fn webp_lossless(width: u32, height: u32) -> Vec<u8> {
    let size = ((width - 1) | (height - 1) << 14).to_le_bytes();
    riff_chunk(b"VP8L", &[b"\x2f", &size[..], b"\x88\x88\x08"].concat())
}

/// A frame of an animation.
pub(crate) fn webp_frame(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let (width, height) = ((width - 1).to_le_bytes(), (height - 1).to_le_bytes());
    let content = [&[0; 6], &width[..3], &height[..3], &[0; 4], pixels].concat();
    riff_chunk(b"ANMF", &content)
}

pub(crate) fn mp4_box(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    [&to_u32(content.len() + 8).to_be_bytes(), &kind[..], content].concat()
}
