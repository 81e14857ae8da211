//! What a file is: decided by its first bytes, and for films and sounds in the same container by its tracks (`tracks.rs`); never by
//! its name or by what the client says.

use super::messages::{
    FILE_AVIF, FILE_HEIC, FILE_NO_AUDIO, FILE_NO_IMAGE, FILE_NO_MODEL, FILE_NO_VIDEO, FILE_NO_VRM,
    FILE_TYPE_UNSUPPORTED,
};
use crate::error::Catalogue;

/// How many first bytes decide about the type.
pub(super) const HEAD_BYTES: usize = 64;
/// The largest image, in bytes.
pub const MAX_IMAGE_BYTES: u64 = 10 * 1024 * 1024;
/// The largest video, in bytes.
pub const MAX_VIDEO_BYTES: u64 = 200 * 1024 * 1024;

/// The largest sound, in bytes.
const MAX_AUDIO_BYTES: u64 = 50 * 1024 * 1024;
/// The largest 3D model, in bytes.
const MAX_MODEL_BYTES: u64 = 8 * 1024 * 1024;

/// The boxes that `QuickTime` films of old cameras begin with, which name no brand.
const QUICKTIME: [&[u8; 4]; 6] = [b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"];

/// What a person may upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Any,
    Image,
    Video,
    Audio,
    Model,
    /// A 3D avatar.
    Vrm,
}

impl Purpose {
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "any" => Some(Self::Any),
            "image" => Some(Self::Image),
            "video" => Some(Self::Video),
            "audio" => Some(Self::Audio),
            "model" => Some(Self::Model),
            "vrm" => Some(Self::Vrm),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Image => "image",
            Self::Video => "video",
            Self::Audio => "audio",
            Self::Model => "model",
            Self::Vrm => "vrm",
        }
    }

    /// The largest upload before its type is known.
    #[must_use]
    pub fn max_bytes(self) -> u64 {
        match self {
            Self::Image => MAX_IMAGE_BYTES,
            Self::Audio => MAX_AUDIO_BYTES,
            Self::Model | Self::Vrm => MAX_MODEL_BYTES,
            Self::Any | Self::Video => MAX_VIDEO_BYTES,
        }
    }

    /// Whether a whole file of this type is what the upload is for.
    ///
    /// # Errors
    /// As [`Self::check`].
    pub(super) fn check_whole(self, media: MediaType) -> Result<(), Catalogue> {
        match (self, media.kind()) {
            (Self::Audio, "video") => Err(FILE_NO_AUDIO),
            (Self::Video, "audio") => Err(FILE_NO_VIDEO),
            _ => Ok(()),
        }
    }

    /// The type of an upload that begins like `media`, or the reason why the upload is not for it. A GLB is an avatar if it
    /// was uploaded as one.
    ///
    /// # Errors
    /// `file_no_image`, `file_no_video`, `file_no_audio`, `file_no_model`, `file_no_vrm`.
    pub fn check(self, media: MediaType) -> Result<MediaType, Catalogue> {
        match (self, media.kind()) {
            (Self::Image, "image")
            | (Self::Video, "video")
            | (Self::Audio, "audio")
            | (Self::Model, "model") => Ok(media),
            // Whether there is a picture shows when all of the file is here.
            (Self::Audio, "video") | (Self::Video, "audio") if media.has_tracks() => Ok(media),
            (Self::Vrm, "model") => Ok(MediaType::Vrm),
            (Self::Any, _) => Ok(media),
            (Self::Image, _) => Err(FILE_NO_IMAGE),
            (Self::Video, _) => Err(FILE_NO_VIDEO),
            (Self::Audio, _) => Err(FILE_NO_AUDIO),
            (Self::Model, _) => Err(FILE_NO_MODEL),
            (Self::Vrm, _) => Err(FILE_NO_VRM),
        }
    }

    /// The reason for a file of no known type: for a sound, a model or an avatar, what would be one.
    #[must_use]
    pub(super) fn refusal(self, reason: Catalogue) -> Catalogue {
        match self {
            Self::Audio if reason.code == FILE_TYPE_UNSUPPORTED.code => FILE_NO_AUDIO,
            Self::Model if reason.code == FILE_TYPE_UNSUPPORTED.code => FILE_NO_MODEL,
            Self::Vrm if reason.code == FILE_TYPE_UNSUPPORTED.code => FILE_NO_VRM,
            _ => reason,
        }
    }
}

/// The types that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    Jpeg,
    Png,
    WebP,
    Gif,
    Mp4,
    WebM,
    /// A sound in a `WebM` container.
    Weba,
    Avi,
    Mp3,
    /// AAC in an ADTS stream.
    Aac,
    Flac,
    /// Opus, Vorbis or FLAC in an Ogg container.
    Ogg,
    Wav,
    /// AAC or ALAC in an MP4 container.
    M4a,
    /// A 3D model in one file.
    Glb,
    /// A 3D avatar in one file. It begins like a GLB.
    Vrm,
}

impl MediaType {
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::Jpeg,
            Self::Png,
            Self::WebP,
            Self::Gif,
            Self::Mp4,
            Self::WebM,
            Self::Weba,
            Self::Avi,
            Self::Mp3,
            Self::Aac,
            Self::Flac,
            Self::Ogg,
            Self::Wav,
            Self::M4a,
            Self::Glb,
            Self::Vrm,
        ]
        .into_iter()
        .find(|media| media.as_str() == text)
    }

    /// The name of the type in HTTP.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
            Self::Gif => "image/gif",
            Self::Mp4 => "video/mp4",
            Self::WebM => "video/webm",
            Self::Weba => "audio/webm",
            Self::Avi => "video/x-msvideo",
            Self::Mp3 => "audio/mpeg",
            Self::Aac => "audio/aac",
            Self::Flac => "audio/flac",
            Self::Ogg => "audio/ogg",
            Self::Wav => "audio/wav",
            Self::M4a => "audio/mp4",
            Self::Glb => "model/gltf-binary",
            Self::Vrm => "model/vrm",
        }
    }

    /// The name of the unchanged variant; images, models and avatars have none.
    #[must_use]
    pub fn original(self) -> Option<&'static str> {
        match self {
            Self::Mp4 => Some("original.mp4"),
            Self::WebM => Some("original.webm"),
            Self::Weba => Some("original.weba"),
            Self::Avi => Some("original.avi"),
            Self::Mp3 => Some("original.mp3"),
            Self::Aac => Some("original.aac"),
            Self::Flac => Some("original.flac"),
            Self::Ogg => Some("original.ogg"),
            Self::Wav => Some("original.wav"),
            Self::M4a => Some("original.m4a"),
            Self::Jpeg | Self::Png | Self::WebP | Self::Gif | Self::Glb | Self::Vrm => None,
        }
    }

    #[must_use]
    pub fn is_image(self) -> bool {
        matches!(self, Self::Jpeg | Self::Png | Self::WebP | Self::Gif)
    }

    /// The container holds films and sounds alike.
    #[must_use]
    fn has_tracks(self) -> bool {
        matches!(self, Self::Mp4 | Self::M4a | Self::WebM | Self::Weba)
    }

    /// As in the column `kind`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Jpeg | Self::Png | Self::WebP | Self::Gif => "image",
            Self::Mp4 | Self::WebM | Self::Avi => "video",
            Self::Mp3 | Self::Aac | Self::Flac | Self::Ogg | Self::Wav | Self::M4a | Self::Weba => {
                "audio"
            }
            Self::Glb => "model",
            Self::Vrm => "vrm",
        }
    }

    /// The largest file of this type, in bytes.
    #[must_use]
    pub fn max_bytes(self) -> u64 {
        match self.kind() {
            "image" => MAX_IMAGE_BYTES,
            "video" => MAX_VIDEO_BYTES,
            "audio" => MAX_AUDIO_BYTES,
            _ => MAX_MODEL_BYTES,
        }
    }

    /// The type of a file that begins with these bytes.
    ///
    /// # Errors
    /// The reason why files of its type are not accepted. SVG and HTML have no signature here, like all other texts.
    pub fn of(head: &[u8]) -> Result<Self, Catalogue> {
        match head {
            [0xff, 0xd8, 0xff, ..] => Ok(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Ok(Self::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Ok(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, rest @ ..] => of_form(rest),
            [0x1a, 0x45, 0xdf, 0xa3, ..] => Ok(Self::WebM),
            [b'O', b'g', b'g', b'S', ..] => Ok(Self::Ogg),
            [b'I', b'D', b'3', ..] => Ok(Self::Mp3),
            // The sync word of an MPEG audio frame of layer III.
            [0xff, second, ..] if second & 0xe6 == 0xe2 => Ok(Self::Mp3),
            // The sync word of a frame of AAC.
            [0xff, second, ..] if second & 0xf6 == 0xf0 => Ok(Self::Aac),
            [b'f', b'L', b'a', b'C', ..] => Ok(Self::Flac),
            [b'g', b'l', b'T', b'F', ..] => Ok(Self::Glb),
            [_, _, _, _, b'f', b't', b'y', b'p', rest @ ..] => of_brand(rest),
            _ => {
                let is_box = |kind: &&[u8; 4]| head.get(4..8) == Some(kind.as_slice());
                let is_film = QUICKTIME.iter().any(is_box);
                is_film.then_some(Self::Mp4).ok_or(FILE_TYPE_UNSUPPORTED)
            }
        }
    }
}

/// The form of a RIFF.
fn of_form(rest: &[u8]) -> Result<MediaType, Catalogue> {
    match rest.get(..4).unwrap_or_default() {
        b"WEBP" => Ok(MediaType::WebP),
        b"AVI " => Ok(MediaType::Avi),
        b"WAVE" => Ok(MediaType::Wav),
        _ => Err(FILE_TYPE_UNSUPPORTED),
    }
}

/// ISO media files: the brand tells pictures from films and sounds. Phones and programs have dozens of brands for these.
fn of_brand(rest: &[u8]) -> Result<MediaType, Catalogue> {
    match rest.get(..4).unwrap_or_default() {
        b"heic" | b"heix" | b"hevc" | b"hevx" | b"heim" | b"heis" | b"mif1" | b"msf1" => {
            // A HEIF file of AV1 pictures names the codec among its compatible brands.
            let names_avif = rest.chunks_exact(4).any(|brand| brand == b"avif");
            Err(if names_avif { FILE_AVIF } else { FILE_HEIC })
        }
        b"avif" | b"avis" => Err(FILE_AVIF),
        b"M4A " | b"M4B " => Ok(MediaType::M4a),
        brand if brand.len() == 4 => Ok(MediaType::Mp4),
        _ => Err(FILE_TYPE_UNSUPPORTED),
    }
}

#[cfg(test)]
mod tests {
    use super::{MediaType, Purpose};

    #[test]
    fn the_first_bytes_decide_about_the_type() {
        for (head, expected) in [
            (&b"\xff\xd8\xff\xe0\0\x10JFIF"[..], Ok("image/jpeg")),
            (b"\x89PNG\r\n\x1a\n\0\0", Ok("image/png")),
            (b"GIF89a;", Ok("image/gif")),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Ok("image/webp")),
            (b"RIFF\x10\0\0\0AVI LIST", Ok("video/x-msvideo")),
            (b"\x1a\x45\xdf\xa3\x9f", Ok("video/webm")),
            (b"\0\0\0\x18ftypmp42\0\0\0\0", Ok("video/mp4")),
            (b"\0\0\0\x14ftypqt  \0\0\0\0", Ok("video/mp4")),
            (b"\0\0\0\x18ftyp3gp7\0\0\0\0", Ok("video/mp4")),
            (b"\0\0\0\x18ftypXAVC\0\0\0\0", Ok("video/mp4")),
            (b"\0\0\0\x18ftypheic\0\0\0\0", Err("file_heic")),
            (b"\0\0\0\x18ftypavif\0\0\0\0", Err("file_avif")),
            (b"\0\0\0\x1cftypmif1\0\0\0\0avifmif1", Err("file_avif")),
            (b"RIFF\x10\0\0\0WAVEfmt ", Ok("audio/wav")),
            (b"OggS\0\x02\0\0", Ok("audio/ogg")),
            (b"ID3\x04\0\0", Ok("audio/mpeg")),
            (b"\xff\xfb\x90\x64", Ok("audio/mpeg")),
            // A frame of layer I.
            (b"\xff\xff\x90\x64", Err("file_type_unsupported")),
            (b"\xff\xf1\x50\x80", Ok("audio/aac")),
            (b"\xff\xf9\x50\x80", Ok("audio/aac")),
            (b"fLaC\0\0\0\x22", Ok("audio/flac")),
            (b"\0\0\x20\0moov\0\0\0\x6cmvhd", Ok("video/mp4")),
            (b"\0\0\0\x08wide\0\0\x20\0mdat", Ok("video/mp4")),
            (b"\0\0\0\x18ftypM4A \0\0\0\0", Ok("audio/mp4")),
            (b"glTF\x02\0\0\0", Ok("model/gltf-binary")),
            (b"{\"asset\":{", Err("file_type_unsupported")),
            (b"<svg xmlns=", Err("file_type_unsupported")),
            (b"<!doctype html>", Err("file_type_unsupported")),
            (b"%PDF-1.7", Err("file_type_unsupported")),
            (b"", Err("file_type_unsupported")),
        ] {
            let found = MediaType::of(head)
                .map(MediaType::as_str)
                .map_err(|row| row.code);
            assert_eq!(found, expected, "{head:?}");
        }
    }

    #[test]
    fn an_upload_for_images_takes_no_video() {
        let check = |purpose: Purpose, media| {
            let checked = purpose.check(media).map_err(|row| row.code);
            checked.map(MediaType::kind)
        };
        assert_eq!(check(Purpose::Image, MediaType::Mp4), Err("file_no_image"));
        assert_eq!(check(Purpose::Video, MediaType::Gif), Err("file_no_video"));
        assert_eq!(check(Purpose::Audio, MediaType::Mp4), Ok("video"));
        assert_eq!(check(Purpose::Audio, MediaType::Avi), Err("file_no_audio"));
        let whole = |purpose: Purpose, media| purpose.check_whole(media).map_err(|row| row.code);
        assert_eq!(whole(Purpose::Audio, MediaType::Mp4), Err("file_no_audio"));
        assert_eq!(whole(Purpose::Video, MediaType::Weba), Err("file_no_video"));
        assert_eq!(whole(Purpose::Any, MediaType::M4a), Ok(()));
        assert_eq!(check(Purpose::Audio, MediaType::M4a), Ok("audio"));
        assert_eq!(check(Purpose::Any, MediaType::Gif), Ok("image"));
        assert_eq!(check(Purpose::Image, MediaType::Png), Ok("image"));
        assert_eq!(check(Purpose::Image, MediaType::Glb), Err("file_no_image"));
        assert_eq!(check(Purpose::Model, MediaType::Png), Err("file_no_model"));
        assert_eq!(check(Purpose::Model, MediaType::Glb), Ok("model"));
        assert_eq!(check(Purpose::Vrm, MediaType::Glb), Ok("vrm"));
        assert_eq!(check(Purpose::Vrm, MediaType::Png), Err("file_no_vrm"));
    }
}
