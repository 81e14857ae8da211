//! Decompression bombs of every accepted type: small files that claim or unpack to far more than they have.

use super::formats::{
    deflated_zeros, empty_png, gif, gif_frame, jpeg, jpeg_scan, lzw_run, mp4_box, png, png_chunk,
    riff, riff_chunk, webp, webp_canvas, webp_frame, webp_lossless,
};
use serde_json::{Value, json};

use crate::models::{add_texture, glb, model_parts};

/// What a kernel makes of a bomb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Refused with this problem.
    Refused(&'static str),
    /// Ready: what would unpack is not the first picture, so it is not read.
    Unread,
    /// Ready: the largest picture that is allowed.
    Largest,
}

/// A file that costs far more to read than to send.
pub struct Bomb {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    pub outcome: Outcome,
}

const TOO_MANY_PIXELS: Outcome = Outcome::Refused("file_too_many_pixels");
const UNREADABLE: Outcome = Outcome::Refused("file_unreadable");
/// A picture of this side has nearly as many pixels as are allowed.
const LARGEST_SIDE: u16 = 7070;

/// Bombs that a kernel recognises within a second. `unpacked` is what long runs unpack to, in bytes.
#[must_use]
pub fn quick(unpacked: usize) -> Vec<Bomb> {
    [
        png_bombs(unpacked),
        jpeg_bombs(),
        gif_bombs(),
        webp_bombs(),
        video_bombs(),
        model_bombs(),
    ]
    .into_iter()
    .flatten()
    .map(|(name, bytes, outcome)| Bomb {
        name,
        bytes,
        outcome,
    })
    .collect()
}

/// The largest allowed pictures in the fewest bytes: each takes seconds and hundreds of megabytes, in the process that
/// decodes it. Only for long suites: on a busy machine they reach the limit of time and are refused.
#[must_use]
pub fn largest() -> Vec<Bomb> {
    let side = LARGEST_SIDE;
    let pixels = u64::from(side) * u64::from(side);
    let scans: Vec<u8> = [jpeg_scan(&[1, 2, 3], (0, 0), &[0; 20])]
        .into_iter()
        .chain((0..90).map(|scan| jpeg_scan(&[scan % 3 + 1], (1, 63), &[0; 40])))
        .flatten()
        .collect();
    [
        (
            "a PNG of 16 bits a channel",
            empty_png(side.into(), side.into(), 16),
        ),
        ("a JPEG with 91 scans", jpeg(0xc2, side, side, &scans)),
        (
            "a GIF of one LZW run",
            gif(side, side, &gif_frame(side, side, &lzw_run(pixels))),
        ),
        (
            "a WebP of one colour",
            webp(&webp_lossless(side.into(), side.into())),
        ),
    ]
    .into_iter()
    .map(|(name, bytes)| Bomb {
        name,
        bytes,
        outcome: Outcome::Largest,
    })
    .collect()
}

/// Models that claim far more than they have. Values that are not stored at all (accessors without a view, sparse ones)
/// are to models what long runs are to images.
fn model_bombs() -> Vec<Row> {
    type Change = fn(&mut Value);
    let changes: [(&str, Change, &'static str); 8] = [
        (
            "a model with four billion vertices of nothing",
            |document| {
                document["accessors"][0] =
                    json!({ "componentType": 5126, "type": "VEC3", "count": 4_000_000_000_u64 })
            },
            "model_too_many_vertices",
        ),
        (
            "a model with sparse indices",
            |document| {
                document["accessors"][1]["sparse"] =
                    json!({ "count": 1, "indices": {}, "values": {} });
                document["accessors"][1]["count"] = json!(170_000);
            },
            "file_unreadable",
        ),
        (
            "a model whose normals are nothing but zeros",
            |document| {
                let zeros = json!({ "componentType": 5126, "type": "VEC3", "count": 170_000 });
                document["accessors"].as_array_mut().unwrap().push(zeros);
                let parts = &mut document["meshes"][0]["primitives"];
                parts[0]["attributes"]["NORMAL"] = json!(2);
                *parts = vec![parts[0].clone(); 800].into();
            },
            "file_unreadable",
        ),
        (
            "a model with a view that becomes 400 MB",
            |document| {
                document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"] = json!({
                    "buffer": 0, "byteLength": 64, "byteStride": 4, "count": 100_000_000,
                    "mode": "ATTRIBUTES",
                });
            },
            "model_too_complex",
        ),
        (
            "a model of nodes that double at each level",
            |document| {
                let node = |at: usize| match at {
                    30 => json!({ "mesh": 0 }),
                    at => json!({ "children": [at + 1, at + 1] }),
                };
                document["nodes"] = (0..31).map(node).collect();
            },
            "model_too_complex",
        ),
        (
            "a model with one mesh in every node",
            |document| {
                document["nodes"] = (0..1900).map(|_| json!({ "mesh": 0 })).collect();
                document["scenes"][0]["nodes"] = (0..1900).collect();
            },
            "model_too_many_triangles",
        ),
        (
            "a model whose nodes are a circle",
            |document| document["nodes"] = json!([{ "children": [1] }, { "children": [0] }]),
            "model_too_deep",
        ),
        (
            "a model of empty lists",
            |document| document["materials"] = (0..200_000).map(|_| json!({})).collect(),
            "model_too_complex",
        ),
    ];
    let mut bombs: Vec<Row> = changes
        .into_iter()
        .map(|(name, change, reason)| {
            let (mut document, binary) = model_parts(6);
            change(&mut document);
            (name, glb(&document, &binary), Outcome::Refused(reason))
        })
        .collect();
    let mut textured = model_parts(6);
    add_texture(&mut textured, &empty_png(7000, 7000, 8));
    bombs.push((
        "a model with a texture of 49 megapixels",
        glb(&textured.0, &textured.1),
        Outcome::Refused("model_texture_too_large"),
    ));
    bombs
}

type Row = (&'static str, Vec<u8>, Outcome);

fn png_bombs(unpacked: usize) -> Vec<Row> {
    let run = deflated_zeros(unpacked);
    let pixels = deflated_zeros(16 * 65);
    let text = png_chunk(b"zTXt", &[b"Comment\0\0", &run[..]].concat());
    let profile = png_chunk(b"iCCP", &[b"profile\0\0", &run[..]].concat());
    let frames = png_chunk(b"acTL", &[0, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    vec![
        (
            "a PNG of 50,000 pixels a side",
            png(50_000, 50_000, 8, &[], &pixels),
            TOO_MANY_PIXELS,
        ),
        (
            "a PNG of the largest size that can be written",
            png(0x7fff_ffff, 0x7fff_ffff, 16, &[], &pixels),
            TOO_MANY_PIXELS,
        ),
        (
            "a PNG row of 50 million pixels",
            png(50_000_000, 1, 8, &[], &pixels),
            TOO_MANY_PIXELS,
        ),
        (
            "a PNG with a long run after its pixels",
            png(16, 16, 8, &[], &run),
            Outcome::Unread,
        ),
        (
            "a PNG with a long text",
            png(16, 16, 8, &text, &pixels),
            Outcome::Unread,
        ),
        (
            "a PNG with a long profile",
            png(16, 16, 8, &profile, &pixels),
            Outcome::Unread,
        ),
        (
            "a PNG of 16 million frames",
            png(16, 16, 8, &frames, &pixels),
            Outcome::Unread,
        ),
    ]
}

fn jpeg_bombs() -> Vec<Row> {
    let baseline = jpeg_scan(&[1, 2, 3], (0, 63), &[0; 20]);
    let mut scans = jpeg_scan(&[1, 2, 3], (0, 0), &[0; 20]);
    scans.extend(jpeg_scan(&[1], (1, 63), &[0; 10]).repeat(5000));
    vec![
        (
            "a JPEG of 65,500 pixels a side",
            jpeg(0xc0, 65_500, 65_500, &baseline),
            TOO_MANY_PIXELS,
        ),
        (
            "a progressive JPEG of 16,000 pixels a side",
            jpeg(0xc2, 16_000, 16_000, &scans),
            TOO_MANY_PIXELS,
        ),
        (
            "a JPEG with 5,001 scans",
            jpeg(0xc2, 512, 512, &scans),
            UNREADABLE,
        ),
        (
            "a JPEG of metadata alone",
            [
                b"\xff\xd8",
                &[b"\xff\xe1\xff\xff", &[b'x'; 65_533][..]]
                    .concat()
                    .repeat(20)[..],
            ]
            .concat(),
            UNREADABLE,
        ),
    ]
}

fn gif_bombs() -> Vec<Row> {
    let pixel = b"\x44\x01";
    let frames = gif_frame(64, 64, &lzw_run(64 * 64)).repeat(20_000);
    let comment = [b"!\xfe\xff", &[b'x'; 255][..], b"\0"].concat();
    vec![
        (
            "a GIF whose screen has 65,535 pixels a side",
            gif(65_535, 65_535, &gif_frame(1, 1, pixel)),
            TOO_MANY_PIXELS,
        ),
        (
            "a GIF whose frame is larger than its screen",
            gif(1, 1, &gif_frame(65_535, 65_535, pixel)),
            TOO_MANY_PIXELS,
        ),
        (
            "a GIF of 20,000 frames",
            gif(64, 64, &frames),
            Outcome::Unread,
        ),
        (
            "a GIF with a run that is longer than its frame",
            gif(64, 64, &gif_frame(64, 64, &lzw_run(100_000_000))),
            Outcome::Unread,
        ),
        (
            "a GIF of 10,000 comments",
            gif(
                1,
                1,
                &[&comment.repeat(10_000)[..], &gif_frame(1, 1, pixel)].concat(),
            ),
            Outcome::Unread,
        ),
    ]
}

fn webp_bombs() -> Vec<Row> {
    let lossy = [
        b"\x30\x01\0\x9d\x01\x2a",
        &16_383_u16.to_le_bytes()[..],
        &16_383_u16.to_le_bytes(),
        &[0; 400],
    ]
    .concat();
    let animation = [webp_canvas(2, 64, 64), riff_chunk(b"ANIM", &[0; 6])].concat();
    let animated = |frames: Vec<u8>| webp(&[&animation[..], &frames].concat());
    let claim = [
        &webp_canvas(0x20, 16, 16)[..],
        b"ICCP\xf0\xff\xff\xff",
        &[0; 100],
    ]
    .concat();
    vec![
        (
            "a lossless WebP of 16,000 pixels a side",
            webp(&webp_lossless(16_000, 16_000)),
            TOO_MANY_PIXELS,
        ),
        (
            "a lossy WebP of 16,383 pixels a side",
            webp(&riff_chunk(b"VP8 ", &lossy)),
            TOO_MANY_PIXELS,
        ),
        (
            "a WebP whose canvas has 16 million pixels a side",
            webp(&[webp_canvas(0, 1 << 24, 1 << 24), webp_lossless(1, 1)].concat()),
            UNREADABLE,
        ),
        (
            "a WebP whose picture is larger than its canvas",
            webp(&[webp_canvas(0, 16, 16), webp_lossless(16_000, 16_000)].concat()),
            UNREADABLE,
        ),
        (
            "a WebP whose frame is larger than its canvas",
            animated(webp_frame(16_000, 16_000, &webp_lossless(16_000, 16_000))),
            UNREADABLE,
        ),
        (
            "a WebP of 100,000 frames",
            animated(webp_frame(64, 64, &webp_lossless(64, 64)).repeat(100_000)),
            Outcome::Unread,
        ),
        (
            "a WebP with a profile of four gigabytes",
            webp(&claim),
            UNREADABLE,
        ),
    ]
}

/// Videos are not decoded: their bombs are sizes and numbers that the check of their structure would follow.
fn video_bombs() -> Vec<Row> {
    let ftyp = mp4_box(b"ftyp", b"isom\0\0\x02\0mp41");
    let huge = [&1_u32.to_be_bytes()[..], b"mdat", &u64::MAX.to_be_bytes()].concat();
    let list = |kind: &[u8; 4], content: &[u8]| riff_chunk(b"LIST", &[&kind[..], content].concat());
    let header = list(b"hdrl", &riff_chunk(b"avih", &[0; 56]));
    vec![
        (
            "an MP4 of a million boxes",
            [&ftyp[..], &mp4_box(b"free", &[]).repeat(1_000_000)].concat(),
            UNREADABLE,
        ),
        (
            "an MP4 with a box of 16 exabytes",
            [&ftyp[..], &mp4_box(b"moov", &[0; 8]), &huge].concat(),
            UNREADABLE,
        ),
        (
            "a WebM with a header of 72 petabytes",
            [
                &b"\x1a\x45\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xfe"[..],
                b"\x42\x82\x84webm",
                &[0; 100],
            ]
            .concat(),
            UNREADABLE,
        ),
        (
            "a WebM with a document type of 72 petabytes",
            b"\x1a\x45\xdf\xa3\x8f\x42\x82\x01\xff\xff\xff\xff\xff\xff\xfewebm".to_vec(),
            UNREADABLE,
        ),
        (
            "an AVI of a million chunks",
            riff(
                b"AVI ",
                &[&header[..], &riff_chunk(b"JUNK", &[]).repeat(1_000_000)].concat(),
            ),
            UNREADABLE,
        ),
        (
            "an AVI with a list of four gigabytes",
            riff(
                b"AVI ",
                &[&header[..], b"LIST\xff\xff\xff\xffmovi"].concat(),
            ),
            UNREADABLE,
        ),
    ]
}
