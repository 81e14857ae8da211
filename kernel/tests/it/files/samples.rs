//! Files for tests: images made here, and hostile ones.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// A picture whose left half is red and whose right half is blue.
pub(crate) fn picture(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 {
            Rgb([220, 30, 30])
        } else {
            Rgb([30, 30, 220])
        }
    }))
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(&picture(width, height), ImageFormat::Png)
}

pub(crate) fn gif(width: u32, height: u32) -> Vec<u8> {
    encoded(&picture(width, height), ImageFormat::Gif)
}

pub(crate) fn webp(width: u32, height: u32) -> Vec<u8> {
    encoded(&picture(width, height), ImageFormat::WebP)
}

/// A JPEG that must be turned a quarter to the right, with a text in its metadata.
pub(crate) fn turned_jpeg(width: u32, height: u32, secret: &str) -> Vec<u8> {
    let jpeg = encoded(&picture(width, height), ImageFormat::Jpeg);
    let mut tiff = b"II\x2a\0\x08\0\0\0\x02\0".to_vec();
    // ImageDescription, ASCII, behind the directory.
    tiff.extend(0x010e_u16.to_le_bytes());
    tiff.extend(2_u16.to_le_bytes());
    tiff.extend(u32::try_from(secret.len() + 1).unwrap().to_le_bytes());
    tiff.extend(38_u32.to_le_bytes());
    // Orientation 6: the right side of the stored image is the top.
    tiff.extend(0x0112_u16.to_le_bytes());
    tiff.extend(3_u16.to_le_bytes());
    tiff.extend(1_u32.to_le_bytes());
    tiff.extend(6_u32.to_le_bytes());
    tiff.extend(0_u32.to_le_bytes());
    tiff.extend(secret.as_bytes());
    tiff.push(0);
    let exif = [&b"Exif\0\0"[..], &tiff].concat();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xff, 0xe1], &length, &exif, &jpeg[2..]].concat()
}

/// The boxes of a video without pictures.
pub(crate) fn mp4(bytes: usize) -> Vec<u8> {
    let of = |kind: &[u8; 4], content: &[u8]| {
        let size = u32::try_from(content.len() + 8).unwrap();
        [&size.to_be_bytes()[..], kind, content].concat()
    };
    let head = [
        of(b"ftyp", b"isom\0\0\x02\0isommp41"),
        witverse_testing::hostile_files::movie(),
    ]
    .concat();
    let data: Vec<u8> = (0..bytes.saturating_sub(head.len() + 8))
        .map(|at| u8::try_from(at % 251).unwrap())
        .collect();
    [head, of(b"mdat", &data)].concat()
}

/// Images and videos that must not become visible, each with the problem that says why. Decompression bombs are in
/// `witverse_testing::hostile_files`.
pub(crate) fn hostile() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let truncated = png(400, 300);
    let mut broken_video = mp4(4000);
    broken_video.truncate(3000);
    let mut damaged = png(400, 300);
    let middle = damaged.len() / 2;
    damaged[middle..middle + 40].fill(0xaa);
    vec![
        (
            "a truncated image",
            truncated[..truncated.len() / 2].to_vec(),
            "file_unreadable",
        ),
        ("a damaged image", damaged, "file_unreadable"),
        (
            "an SVG with a script",
            svg.to_vec(),
            "file_type_unsupported",
        ),
        (
            "HTML",
            b"<!doctype html><script>alert(1)</script>".to_vec(),
            "file_type_unsupported",
        ),
        ("a truncated video", broken_video, "file_unreadable"),
        (
            "HEIC",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec(),
            "file_heic",
        ),
        (
            "an empty PNG",
            b"\x89PNG\r\n\x1a\n".to_vec(),
            "file_unreadable",
        ),
    ]
}
