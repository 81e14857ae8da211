//! Encodes pixels as WebP with libwebp: the encoders in Rust are lossless only. Its input are pixels of the kernel's own
//! decoders, never a file.

use std::ffi::c_int;

use image::DynamicImage;

/// As in the product specification.
const QUALITY: f32 = 75.0;

/// The picture as WebP; `None` if libwebp has refused it.
pub(super) fn encode(image: &DynamicImage) -> Option<Vec<u8>> {
    let (width, height) = (image.width(), image.height());
    match image {
        DynamicImage::ImageRgba8(pixels) => lossy(
            pixels.as_raw(),
            width,
            height,
            4,
            libwebp_sys::WebPEncodeRGBA,
        ),
        DynamicImage::ImageRgb8(pixels) => lossy(
            pixels.as_raw(),
            width,
            height,
            3,
            libwebp_sys::WebPEncodeRGB,
        ),
        _ => None,
    }
}

type Encoder = unsafe extern "C" fn(*const u8, c_int, c_int, c_int, f32, *mut *mut u8) -> usize;

#[allow(unsafe_code, reason = "libwebp is a C library")]
fn lossy(
    pixels: &[u8],
    width: u32,
    height: u32,
    channels: u32,
    encoder: Encoder,
) -> Option<Vec<u8>> {
    let stride = width.checked_mul(channels)?;
    let needed = usize::try_from(u64::from(stride) * u64::from(height)).ok()?;
    if width == 0 || height == 0 || pixels.len() < needed {
        return None;
    }
    let side = |side: u32| c_int::try_from(side).ok();
    let (width, height, stride) = (side(width)?, side(height)?, side(stride)?);
    let mut output = std::ptr::null_mut();
    // SAFETY: `pixels` has `height` rows of `stride` bytes, as checked above. libwebp writes an allocation of the
    // returned size to `output`, which is copied and freed here, or leaves it null.
    unsafe {
        let size = encoder(
            pixels.as_ptr(),
            width,
            height,
            stride,
            QUALITY,
            &raw mut output,
        );
        if size == 0 || output.is_null() {
            return None;
        }
        let bytes = std::slice::from_raw_parts(output, size).to_vec();
        libwebp_sys::WebPFree(output.cast());
        Some(bytes)
    }
}
