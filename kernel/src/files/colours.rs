//! Colours of an image as sRGB: the page shows them without a profile. An image names its colour space by a profile, by
//! chunks of PNG, or by the mark that cameras set for Adobe RGB. What cannot be read counts as sRGB, as in browsers.

use std::io::Read as _;

use flate2::read::ZlibDecoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, RgbImage};
use moxcms::{
    Chromaticity, CicpColorPrimaries, CicpProfile, ColorPrimaries, ColorProfile, DataColorSpace,
    Layout, MatrixCoefficients, ToneReprCurve, TransferCharacteristics, TransformOptions,
};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// The largest profile that is read, in bytes: those of printing presses have up to 3 MiB.
const MAX_PROFILE_BYTES: usize = 4 << 20;
/// The value of EXIF's interoperability index for Adobe RGB, as an entry of either byte order.
const ADOBE_RGB: [&[u8]; 2] = [
    b"\0\x01\0\x02\0\0\0\x04R03\0",
    b"\x01\0\x02\0\x04\0\0\0R03\0",
];
/// Gamma values of PNG are multiplied by this, and so are its coordinates.
const PNG_UNIT: f32 = 100_000.0;
/// The gamma of sRGB in PNG, which stands for its curve.
const SRGB_GAMMA: f32 = 0.45455;

/// The colour space that an image names.
pub(super) fn profile(
    decoder: &mut impl ImageDecoder,
    bytes: &[u8],
    format: ImageFormat,
) -> Option<ColorProfile> {
    if format == ImageFormat::Png {
        return of_png(bytes);
    }
    match decoder.icc_profile().ok().flatten() {
        Some(profile) => read(&profile),
        None => {
            let exif = decoder.exif_metadata().ok().flatten()?;
            let has = |entry: &[u8]| exif.windows(entry.len()).any(|part| part == entry);
            ADOBE_RGB
                .into_iter()
                .any(has)
                .then(ColorProfile::new_adobe_rgb)
        }
    }
}

fn read(profile: &[u8]) -> Option<ColorProfile> {
    (profile.len() <= MAX_PROFILE_BYTES)
        .then(|| ColorProfile::new_from_slice(profile).ok())
        .flatten()
}

/// The colour space of a PNG: its chunks are asked in the order of the standard.
fn of_png(png: &[u8]) -> Option<ColorProfile> {
    let chunk = |name: &[u8; 4]| {
        chunks(png)
            .take_while(|(other, _)| *other != b"IDAT")
            .find(|(other, _)| other == name)
            .and_then(|(_, chunk)| chunk.get(8..chunk.len() - 4))
    };
    if let Some(profile) = chunk(b"cICP").and_then(coded) {
        return Some(profile);
    }
    if let Some(content) = chunk(b"iCCP") {
        return read(&unpacked(content)?);
    }
    if chunk(b"sRGB").is_some() {
        return None;
    }
    by_gamma(chunk(b"gAMA")?, chunk(b"cHRM"))
}

/// The chunks of a PNG, whole, with their names: the length of the content, a name of four bytes, the content, and a
/// checksum of four bytes.
pub(super) fn chunks(png: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    const SIGNATURE: usize = 8;
    let mut rest = png.get(SIGNATURE..).unwrap_or_default();
    std::iter::from_fn(move || {
        let content = u32::from_be_bytes(*rest.first_chunk()?);
        let length = usize::try_from(content).ok()?.checked_add(12)?;
        let (chunk, after) = rest.split_at_checked(length)?;
        rest = after;
        Some((chunk.get(4..8)?, chunk))
    })
}

/// The profile of a chunk: a name that ends with a zero, the method of compression, and the compressed profile.
fn unpacked(content: &[u8]) -> Option<Vec<u8>> {
    let name = content.iter().position(|byte| *byte == 0)?;
    let mut profile = Vec::new();
    ZlibDecoder::new(content.get(name + 2..)?)
        .take(MAX_PROFILE_BYTES as u64 + 1)
        .read_to_end(&mut profile)
        .ok()?;
    Some(profile)
}

/// The colour space of a chunk with coded properties (ITU-T H.273). High dynamic range is not mapped.
fn coded(content: &[u8]) -> Option<ColorProfile> {
    let &[primaries, transfer, _, _] = content else {
        return None;
    };
    let transfer_characteristics = TransferCharacteristics::try_from(transfer).ok()?;
    let is_hdr = matches!(
        transfer_characteristics,
        TransferCharacteristics::Smpte2084 | TransferCharacteristics::Hlg
    );
    let profile = ColorProfile::new_from_cicp(CicpProfile {
        color_primaries: CicpColorPrimaries::try_from(primaries).ok()?,
        transfer_characteristics,
        matrix_coefficients: MatrixCoefficients::Identity,
        full_range: true,
    });
    // Values without a meaning leave it without curves.
    (profile.red_trc.is_some() && !is_hdr).then_some(profile)
}

/// The colour space of a gamma value, and of the coordinates of white, red, green and blue.
fn by_gamma(gamma: &[u8], coordinates: Option<&[u8]>) -> Option<ColorProfile> {
    #[allow(
        clippy::cast_precision_loss,
        reason = "values of 32 bits with five digits"
    )]
    let number = |bytes: &[u8; 4]| u32::from_be_bytes(*bytes) as f32 / PNG_UNIT;
    let gamma = number(gamma.first_chunk()?);
    let mut profile = ColorProfile::new_srgb();
    profile.cicp = None;
    if let Some(coordinates) = coordinates {
        let numbers: Vec<f32> = coordinates.as_chunks().0.iter().map(number).collect();
        let &[
            white_x,
            white_y,
            red_x,
            red_y,
            green_x,
            green_y,
            blue_x,
            blue_y,
        ] = &numbers[..]
        else {
            return None;
        };
        let at = |x, y| Chromaticity { x, y };
        profile.update_rgb_colorimetry(
            at(white_x, white_y).to_xyyb(),
            ColorPrimaries {
                red: at(red_x, red_y),
                green: at(green_x, green_y),
                blue: at(blue_x, blue_y),
            },
        );
        if !profile
            .colorant_matrix()
            .v
            .iter()
            .flatten()
            .all(|value| value.is_finite())
        {
            return None;
        }
    }
    if (gamma - SRGB_GAMMA).abs() > 0.01 {
        let exponent = (gamma > 0.0).then(|| gamma.recip())?;
        let curve = ToneReprCurve::Parametric(vec![exponent]);
        profile.red_trc = Some(curve.clone());
        profile.green_trc = Some(curve.clone());
        profile.blue_trc = Some(curve);
    }
    Some(profile)
}

/// Converts an image of 8 bits a channel. A profile for another kind of colours than the image has changes nothing.
pub(super) fn to_srgb(image: DynamicImage, profile: &ColorProfile) -> DynamicImage {
    let converted = match profile.color_space {
        DataColorSpace::Gray => from_gray(&image, profile),
        DataColorSpace::Rgb => from_rgb(&image, profile),
        _ => None,
    };
    converted.unwrap_or(image)
}

fn from_rgb(image: &DynamicImage, profile: &ColorProfile) -> Option<DynamicImage> {
    let layout = match image.color().has_alpha() {
        true => Layout::Rgba,
        false => Layout::Rgb,
    };
    let mut converted = image.clone();
    let pixels = match &mut converted {
        DynamicImage::ImageRgb8(image) => &mut **image,
        DynamicImage::ImageRgba8(image) => &mut **image,
        _ => return None,
    };
    transform(profile, layout, image.as_bytes(), layout, pixels)?;
    Some(converted)
}

/// Each of the 256 values is converted once.
fn from_gray(image: &DynamicImage, profile: &ColorProfile) -> Option<DynamicImage> {
    let values: Vec<u8> = (0..=u8::MAX).collect();
    let mut colours = vec![0; 3 * values.len()];
    transform(profile, Layout::Gray, &values, Layout::Rgb, &mut colours)?;
    let (colours, _) = colours.as_chunks::<3>();
    let mut converted = image.to_rgba8();
    for pixel in converted.pixels_mut() {
        let [red, green, blue] = colours[usize::from(pixel.0[0])];
        let is_gray = pixel.0[0] == pixel.0[1] && pixel.0[1] == pixel.0[2];
        pixel.0 = is_gray.then_some([red, green, blue, pixel.0[3]])?;
    }
    let converted = DynamicImage::ImageRgba8(converted);
    Some(match image.color().has_alpha() {
        true => converted,
        false => DynamicImage::ImageRgb8(converted.into_rgb8()),
    })
}

/// The image of a JPEG in CMYK, by its profile. Without one, the decoder converts it.
pub(super) fn from_cmyk(jpeg: &[u8], profile: &ColorProfile) -> Option<DynamicImage> {
    if profile.color_space != DataColorSpace::Cmyk {
        return None;
    }
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(jpeg), options);
    decoder.decode_headers().ok()?;
    let stored = decoder.input_colorspace()?;
    if !matches!(stored, ColorSpace::CMYK | ColorSpace::YCCK) {
        return None;
    }
    decoder.set_options(options.jpeg_set_out_colorspace(stored));
    let mut inks = decoder.decode().ok()?;
    for pixel in inks.as_chunks_mut::<4>().0 {
        *pixel = match stored {
            ColorSpace::YCCK => cmyk_of_ycck(*pixel),
            // Stored inverted, as Adobe does, and others after it.
            _ => pixel.map(|stored| u8::MAX - stored),
        };
    }
    let (width, height) = decoder.dimensions()?;
    let mut pixels = vec![0; inks.len() / 4 * 3];
    transform(profile, Layout::Rgba, &inks, Layout::Rgb, &mut pixels)?;
    let side = |side: usize| u32::try_from(side).ok();
    RgbImage::from_raw(side(width)?, side(height)?, pixels).map(DynamicImage::ImageRgb8)
}

/// Cyan, magenta and yellow of luma and chroma (ITU-T T.871), and black.
fn cmyk_of_ycck([luma, blue, red, black]: [u8; 4]) -> [u8; 4] {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast of a float saturates"
    )]
    let value = |value: f32| value.round() as u8;
    let (luma, blue, red) = (
        f32::from(luma),
        f32::from(blue) - 128.0,
        f32::from(red) - 128.0,
    );
    [
        value(luma + 1.402 * red),
        value(luma - 0.344_136 * blue - 0.714_136 * red),
        value(luma + 1.772 * blue),
        u8::MAX - black,
    ]
}

fn transform(
    profile: &ColorProfile,
    from: Layout,
    pixels: &[u8],
    to: Layout,
    converted: &mut [u8],
) -> Option<()> {
    profile
        .create_transform_8bit(
            from,
            &ColorProfile::new_srgb(),
            to,
            TransformOptions::default(),
        )
        .ok()?
        .transform(pixels, converted)
        .ok()
}

#[cfg(test)]
mod tests;
