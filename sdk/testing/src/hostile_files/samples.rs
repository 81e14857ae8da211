//! Small images, videos and models that the kernel accepts, of every type.

use super::formats::{
    deflated_zeros, empty_png, gif, gif_frame, lzw_run, mp4_box, png_chunk, riff, riff_chunk, webp,
    webp_canvas, webp_frame, webp_lossless,
};
use crate::models::{add_texture, glb, model_parts, sample_model};

pub(super) fn images() -> Vec<Vec<u8>> {
    let animation = [
        webp_canvas(2, 40, 30),
        riff_chunk(b"ANIM", &[0; 6]),
        webp_frame(40, 30, &webp_lossless(40, 30)),
    ];
    vec![
        png(),
        empty_png(120, 80, 8),
        empty_png(30, 20, 16),
        gif(1, 1, &gif_frame(1, 1, b"\x44\x01")),
        gif(90, 70, &gif_frame(90, 70, &lzw_run(90 * 70)).repeat(3)),
        webp(&webp_lossless(1, 1)),
        webp(&webp_lossless(200, 100)),
        webp(&animation.concat()),
        jpeg(0xc0),
        jpeg(0xc2),
    ]
}

pub(super) fn videos() -> Vec<Vec<u8>> {
    vec![mp4(), webm(), avi()]
}

pub(super) fn models() -> Vec<Vec<u8>> {
    let mut textured = model_parts(4);
    add_texture(&mut textured, &empty_png(64, 64, 8));
    vec![
        sample_model(1),
        sample_model(12),
        glb(&textured.0, &textured.1),
    ]
}

/// Images that become several pictures.
pub(crate) fn sample_images() -> Vec<Vec<u8>> {
    vec![empty_png(900, 600, 8), webp(&webp_lossless(2100, 500))]
}

/// The `moov` of a film with a track of H.264 that has no pictures.
#[must_use]
pub fn movie() -> Vec<u8> {
    let handler = mp4_box(b"hdlr", &[&[0; 8][..], b"vide", &[0; 13]].concat());
    let entry = [&[0, 0, 0, 0, 0, 0, 0, 1][..], &mp4_box(b"avc1", &[0; 78])].concat();
    let table = mp4_box(b"minf", &mp4_box(b"stbl", &mp4_box(b"stsd", &entry)));
    let track = mp4_box(b"trak", &mp4_box(b"mdia", &[handler, table].concat()));
    mp4_box(b"moov", &[mp4_box(b"mvhd", &[0; 100]), track].concat())
}

/// A video without pictures, of this many bytes, of which no two parts are equal.
pub(crate) fn sample_video(bytes: usize) -> Vec<u8> {
    let head = [mp4_box(b"ftyp", b"isom\0\0\x02\0mp41"), movie()].concat();
    let data: Vec<u8> = (0..bytes.saturating_sub(head.len() + 8))
        .map(|at| u8::try_from((at ^ at >> 8 ^ at >> 16) & 0xff).unwrap())
        .collect();
    [head, mp4_box(b"mdat", &data)].concat()
}

/// Two by two pixels, uncompressed.
fn png() -> Vec<u8> {
    let raw = [0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 9, 9, 9];
    let mut data = vec![0x78, 0x01, 1, 14, 0, 0xf1, 0xff];
    data.extend(raw);
    let (a, b) = raw.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    data.extend((b << 16 | a).to_be_bytes());
    png_of(&[0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0], &data)
}

/// Zeros as pixels, under a header that may not fit to them, with a valid checksum.
pub(super) fn png_with_header(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    let header = [
        &width.to_be_bytes()[..],
        &height.to_be_bytes(),
        &[depth, colour, 0, 0, 0],
    ];
    png_of(&header.concat(), &deflated_zeros(10_000))
}

fn png_of(header: &[u8], data: &[u8]) -> Vec<u8> {
    [
        &b"\x89PNG\r\n\x1a\n"[..],
        &png_chunk(b"IHDR", header),
        &png_chunk(b"IDAT", data),
        &png_chunk(b"IEND", &[]),
    ]
    .concat()
}

/// One grey block; `start_of_frame` as in [`super::formats::jpeg`].
fn jpeg(start_of_frame: u8) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xdb\0\x43\0".to_vec();
    bytes.extend([1; 64]);
    bytes.extend([0xff, start_of_frame, 0, 0x0b, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
    bytes.extend(b"\xff\xc4\0\x14\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    bytes.extend(b"\xff\xc4\0\x14\x10\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    let last = if start_of_frame == 0xc0 { 0x3f } else { 0 };
    bytes.extend([0xff, 0xda, 0, 8, 1, 1, 0, 0, last, 0, 0x37, 0xff, 0xd9]);
    bytes
}

fn mp4() -> Vec<u8> {
    [
        mp4_box(b"ftyp", b"isom\0\0\x02\0mp41"),
        movie(),
        mp4_box(b"mdat", &[7; 400]),
    ]
    .concat()
}

fn webm() -> Vec<u8> {
    // One track of VP9.
    let tracks = b"\x16\x54\xae\x6b\x8c\xae\x8a\x83\x81\x01\x86\x85V_VP9";
    let header = b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x91";
    [&header[..], tracks].concat()
}

fn avi() -> Vec<u8> {
    let header = [&b"hdrl"[..], &riff_chunk(b"avih", &[0; 56])].concat();
    let movie = [&b"movi"[..], &[0; 8]].concat();
    let chunks = [riff_chunk(b"LIST", &header), riff_chunk(b"LIST", &movie)];
    riff(b"AVI ", &chunks.concat())
}
