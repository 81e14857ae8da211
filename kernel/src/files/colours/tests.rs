//! The expected values are those of Little CMS and of the matrices of CSS Color 4.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, GrayImage, ImageEncoder, Rgb, RgbImage, Rgba, RgbaImage};
use moxcms::ColorProfile;

use crate::files::image_decoding::{Colours, decode};

/// 8 by 8 pixels of full cyan in a JPEG in CMYK, as Pillow writes it.
const CYAN: &[u8] = &[
    0xff, 0xd8, 0xff, 0xee, 0x00, 0x0e, 0x41, 0x64, 0x6f, 0x62, 0x65, 0x00, 0x64, 0x00, 0x00, 0x00,
    0x00, 0x00, 0xff, 0xdb, 0x00, 0x43, 0x00, 0x02, 0x01, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01,
    0x01, 0x02, 0x02, 0x02, 0x02, 0x02, 0x04, 0x03, 0x02, 0x02, 0x02, 0x02, 0x05, 0x04, 0x04, 0x03,
    0x04, 0x06, 0x05, 0x06, 0x06, 0x06, 0x05, 0x06, 0x06, 0x06, 0x07, 0x09, 0x08, 0x06, 0x07, 0x09,
    0x07, 0x06, 0x06, 0x08, 0x0b, 0x08, 0x09, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x06, 0x08, 0x0b, 0x0c,
    0x0b, 0x0a, 0x0c, 0x09, 0x0a, 0x0a, 0x0a, 0xff, 0xc0, 0x00, 0x14, 0x08, 0x00, 0x08, 0x00, 0x08,
    0x04, 0x43, 0x11, 0x00, 0x4d, 0x11, 0x00, 0x59, 0x11, 0x00, 0x4b, 0x11, 0x00, 0xff, 0xc4, 0x00,
    0x15, 0x00, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x09, 0x0a, 0xff, 0xc4, 0x00, 0x14, 0x10, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xda, 0x00, 0x0e, 0x04, 0x43,
    0x00, 0x4d, 0x00, 0x59, 0x00, 0x4b, 0x00, 0x00, 0x3f, 0x00, 0x9f, 0xf3, 0xf8, 0x7f, 0x0f, 0xe3,
    0xff, 0xd9,
];

fn shown(file: &[u8], colours: Colours) -> [u8; 4] {
    let image = decode(file, 10_000, colours).ok().expect("an image");
    image.into_rgba8().get_pixel(4, 4).0
}

#[track_caller]
fn check(file: &[u8], [red, green, blue]: [u8; 3]) {
    let shown = shown(file, Colours::Srgb);
    let expected = [red, green, blue, u8::MAX];
    let near = shown
        .iter()
        .zip(expected)
        .all(|(one, other)| one.abs_diff(other) <= 2);
    assert!(near, "{shown:?} for {expected:?}");
}

fn with_profile<E: ImageEncoder>(mut encoder: E, image: &DynamicImage, profile: &ColorProfile) {
    let profile = profile.encode().expect("a profile");
    encoder
        .set_icc_profile(profile)
        .expect("a format with profiles");
    image.write_with_encoder(encoder).expect("an image");
}

fn flat(colour: [u8; 3]) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_pixel(8, 8, Rgb(colour)))
}

#[test]
fn profiles_of_all_formats_are_applied() {
    let image = flat([200, 100, 50]);
    let p3 = ColorProfile::new_display_p3();
    let mut files = [const { Vec::new() }; 3];
    let [jpeg, png, webp] = &mut files;
    with_profile(JpegEncoder::new_with_quality(jpeg, 100), &image, &p3);
    with_profile(PngEncoder::new(png), &image, &p3);
    with_profile(WebPEncoder::new_lossless(webp), &image, &p3);
    for file in &files {
        check(file, [215, 93, 31]);
        let stored = shown(file, Colours::AsStored);
        assert!(stored[0].abs_diff(200) <= 2, "{stored:?}");
    }
}

#[test]
fn transparency_stays() {
    let image = RgbaImage::from_pixel(8, 8, Rgba([200, 100, 50, 99]));
    let mut png = Vec::new();
    let p3 = ColorProfile::new_display_p3();
    with_profile(
        PngEncoder::new(&mut png),
        &DynamicImage::ImageRgba8(image),
        &p3,
    );
    assert_eq!(shown(&png, Colours::Srgb), [215, 93, 31, 99]);
}

#[test]
fn a_grey_profile_is_for_grey_images() {
    let linear = ColorProfile::new_gray_with_gamma(1.0);
    let grey = DynamicImage::ImageLuma8(GrayImage::from_pixel(8, 8, image::Luma([128])));
    for (image, expected) in [(grey, [188; 3]), (flat([200, 100, 50]), [200, 100, 50])] {
        let mut png = Vec::new();
        with_profile(PngEncoder::new(&mut png), &image, &linear);
        check(&png, expected);
    }
}

#[test]
fn cameras_mark_adobe_rgb_without_a_profile() {
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, 100);
    flat([200, 100, 50])
        .write_with_encoder(encoder)
        .expect("a JPEG");
    check(&jpeg, [200, 100, 50]);
    // A header of EXIF, then the directory with the one entry.
    let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\0\x01\0\x02\0\0\0\x04R03\0\0\0\0\0";
    check(&after_start(&jpeg, 0xe1, exif), [227, 100, 42]);
}

/// A JPEG with a segment after its first marker.
fn after_start(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).expect("a short segment");
    let (start, rest) = jpeg.split_at(2);
    [start, &[0xff, marker], &length.to_be_bytes(), content, rest].concat()
}

#[test]
fn chunks_of_png_name_colours() {
    let mut png = Vec::new();
    flat([128; 3])
        .write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
        .expect("a PNG");
    let gamma = |value: u32| chunk(*b"gAMA", &value.to_be_bytes());
    check(&with_chunk(&png, &gamma(100_000)), [188; 3]);
    check(&with_chunk(&png, &gamma(45_455)), [128; 3]);
    for broken in [
        gamma(0),
        chunk(*b"gAMA", &[]),
        chunk(*b"iCCP", b"name\0\0no profile"),
    ] {
        check(&with_chunk(&png, &broken), [128; 3]);
    }
    let no_colours = chunk(*b"cHRM", &[0; 32]);
    check(
        &with_chunk(&png, &[gamma(100_000), no_colours].concat()),
        [128; 3],
    );
    let mut png = Vec::new();
    let image = flat([200, 100, 50]);
    image
        .write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
        .expect("a PNG");
    // Display P3 with the curve of sRGB, and the same with the curve of high dynamic range.
    check(
        &with_chunk(&png, &chunk(*b"cICP", &[12, 13, 0, 1])),
        [215, 93, 31],
    );
    check(
        &with_chunk(&png, &chunk(*b"cICP", &[12, 16, 0, 1])),
        [200, 100, 50],
    );
}

#[test]
fn a_profile_that_unpacks_to_gigabytes_is_not_unpacked() {
    let mut png = Vec::new();
    flat([128; 3])
        .write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
        .expect("a PNG");
    let mut packed = ZlibEncoder::new(b"name\0\0".to_vec(), Compression::best());
    for _ in 0..64 {
        packed.write_all(&vec![0; 1 << 20]).expect("zeros");
    }
    let packed = packed.finish().expect("zeros");
    assert!(super::unpacked(&packed).expect("zeros").len() == super::MAX_PROFILE_BYTES + 1);
    check(&with_chunk(&png, &chunk(*b"iCCP", &packed)), [128; 3]);
}

fn chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("a short chunk");
    let mut checksum = flate2::Crc::new();
    checksum.update(&name);
    checksum.update(content);
    [
        &length.to_be_bytes(),
        &name[..],
        content,
        &checksum.sum().to_be_bytes(),
    ]
    .concat()
}

/// A PNG with chunks after its header.
fn with_chunk(png: &[u8], chunks: &[u8]) -> Vec<u8> {
    let (header, rest) = png.split_at(8 + 12 + 13);
    [header, chunks, rest].concat()
}

#[test]
fn cmyk_is_converted_by_its_profile() {
    check(CYAN, [0, 255, 255]);
    let marked = [b"ICC_PROFILE\0\x01\x01", &press()[..]].concat();
    check(&after_start(CYAN, 0xe2, &marked), [119; 3]);
    // A profile for CMYK on an image in RGB.
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, 100);
    flat([200, 100, 50])
        .write_with_encoder(encoder)
        .expect("a JPEG");
    check(&after_start(&jpeg, 0xe2, &marked), [200, 100, 50]);
}

/// The profile of a press on which each ink makes white paper a middle grey (lightness 50).
fn press() -> Vec<u8> {
    let identity = [1_u32, 0, 0, 0, 1, 0, 0, 0, 1].map(|value| (value << 16).to_be_bytes());
    let curve: Vec<u8> = (0..=u8::MAX).collect();
    let grid = (0..16).map(|inks| if inks == 0 { [255, 128, 128] } else { [128; 3] });
    let table = [
        &b"mft1\0\0\0\0\x04\x03\x02\0"[..],
        identity.as_flattened(),
        &curve.repeat(4),
        grid.collect::<Vec<_>>().as_flattened(),
        &curve.repeat(3),
    ]
    .concat();
    let number = |value: usize| u32::try_from(value).expect("a short profile").to_be_bytes();
    let mut header = [0; 128];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &number(144 + table.len()));
    put(8, &[2, 0x10]);
    put(12, b"prtrCMYKLab ");
    put(36, b"acsp");
    // D50.
    put(68, &[0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d]);
    let tag = [&number(1)[..], b"A2B0", &number(144), &number(table.len())].concat();
    [&header[..], &tag, &table].concat()
}
