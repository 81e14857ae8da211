//! Checks the structure of videos and sounds: the boxes of MP4, the EBML header of `WebM`, the chunks of AVI and WAV, the
//! pages of Ogg, the frames of MP3. The streams inside are not decoded: browsers do that in their own sandbox.

use std::io::{self, Read, Seek, SeekFrom};

use super::media_type::MediaType;
use super::messages::{FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE};
use crate::error::Catalogue;

/// The largest number of top-level boxes; a fragmented MP4 has two for each fragment.
const MAX_BOXES: usize = 20_000;
/// The largest EBML header, in bytes.
const MAX_EBML_HEADER: u64 = 4096;
/// The largest number of pages of an Ogg file.
const MAX_PAGES: usize = 200_000;
/// How many frames of a sound without a container must follow each other.
const FRAMES: usize = 4;

/// Whether a file has the structure of its type; the inner error is the reason why it is refused.
///
/// # Errors
/// The file cannot be read.
pub(super) fn is_well_formed(
    file: &mut (impl Read + Seek),
    media: MediaType,
) -> io::Result<Result<(), Catalogue>> {
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let checked = match media {
        MediaType::Mp4 | MediaType::M4a => mp4(file, length),
        MediaType::Wav => wav(file, length),
        MediaType::Ogg => ogg(file, length),
        MediaType::Mp3 => mp3(file, length),
        MediaType::Aac => frames(file, 0, length, adts_frame_bytes),
        MediaType::Flac => flac(file, length),
        MediaType::WebM | MediaType::Weba => match webm(file, length) {
            // Another kind of Matroska file, not a damaged one.
            Ok(Document::Other) => return Ok(Err(FILE_TYPE_UNSUPPORTED)),
            document => document.map(|document| document == Document::WebM),
        },
        MediaType::Avi => avi(file, length),
        _ => Ok(false),
    };
    match checked {
        // The file ends where its structure continues.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(Err(FILE_UNREADABLE)),
        other => Ok(other?.then_some(()).ok_or(FILE_UNREADABLE)),
    }
}

/// What the header of an EBML file says it is.
#[derive(PartialEq, Eq)]
enum Document {
    WebM,
    Other,
    Damaged,
}

/// The next bytes.
pub(super) fn bytes<const N: usize>(file: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Boxes that fill the file exactly, with a `moov`, and with data. `ftyp` is the first one; old cameras leave it out.
fn mp4(file: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    let (mut at, mut has_movie, mut has_data) = (0, false, false);
    for index in 0..MAX_BOXES {
        if at == length {
            return Ok(has_movie && has_data);
        }
        file.seek(SeekFrom::Start(at))?;
        let size = u64::from(u32::from_be_bytes(bytes(file)?));
        let kind: [u8; 4] = bytes(file)?;
        let (size, header) = match size {
            // The last box extends to the end of the file.
            0 => (length - at, 8),
            1 => (u64::from_be_bytes(bytes(file)?), 16),
            size => (size, 8),
        };
        if size < header || size > length - at || index > 0 && &kind == b"ftyp" {
            return Ok(false);
        }
        has_movie |= &kind == b"moov" && size > header;
        has_data |= &kind == b"mdat";
        at += size;
    }
    Ok(false)
}

/// A variable-length number of EBML with at most eight bytes; the marker bit is removed unless it is part of an id.
fn vint(file: &mut impl Read, keep_marker: bool) -> io::Result<Option<u64>> {
    let [first] = bytes::<1>(file)?;
    let more = first.leading_zeros();
    if more > 7 {
        return Ok(None);
    }
    let first = u64::from(first);
    let mut value = if keep_marker {
        first
    } else {
        first & (0xff >> (more + 1))
    };
    for _ in 0..more {
        let [next] = bytes::<1>(file)?;
        value = value << 8 | u64::from(next);
    }
    Ok(Some(value))
}

/// An EBML header with the document type `webm`, then a segment.
fn webm(file: &mut (impl Read + Seek), length: u64) -> io::Result<Document> {
    const EBML: u64 = 0x1a45_dfa3;
    const DOC_TYPE: u64 = 0x4282;
    const SEGMENT: u64 = 0x1853_8067;
    if vint(file, true)? != Some(EBML) {
        return Ok(Document::Damaged);
    }
    let Some(size) = vint(file, false)?.filter(|size| *size <= MAX_EBML_HEADER) else {
        return Ok(Document::Damaged);
    };
    let end = file.stream_position()? + size;
    let mut document = Document::Damaged;
    while file.stream_position()? < end {
        let (Some(id), Some(size)) = (vint(file, true)?, vint(file, false)?) else {
            return Ok(Document::Damaged);
        };
        let at = file.stream_position()?;
        if size > end.saturating_sub(at) {
            return Ok(Document::Damaged);
        }
        if id == DOC_TYPE {
            let mut text = vec![0; usize::try_from(size).unwrap_or_default()];
            file.read_exact(&mut text)?;
            let name = text.split(|byte| *byte == 0).next().unwrap_or_default();
            document = match name.trim_ascii_end() {
                b"webm" => Document::WebM,
                _ => Document::Other,
            };
        }
        file.seek(SeekFrom::Start(at + size))?;
    }
    let has_segment = end < length && vint(file, true)? == Some(SEGMENT);
    Ok(if has_segment {
        document
    } else {
        Document::Damaged
    })
}

/// A RIFF of the type `AVI `, whose first chunk is the list `hdrl` with the main header, and which has a `movi` list.
fn avi(file: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    if &bytes::<4>(file)? != b"RIFF" {
        return Ok(false);
    }
    let size = u64::from(u32::from_le_bytes(bytes(file)?));
    if &bytes::<4>(file)? != b"AVI " || size < 4 || size > length - 8 {
        return Ok(false);
    }
    let (mut at, mut has_header, mut has_movie) = (12, false, false);
    for index in 0..MAX_BOXES {
        if at + 8 > length {
            return Ok(has_header && has_movie);
        }
        file.seek(SeekFrom::Start(at))?;
        let kind: [u8; 4] = bytes(file)?;
        let size = u64::from(u32::from_le_bytes(bytes(file)?));
        if size > length - at - 8 {
            return Ok(false);
        }
        if &kind == b"LIST" && size >= 4 {
            match &bytes::<4>(file)? {
                b"hdrl" => has_header = size >= 12 && &bytes::<4>(file)? == b"avih",
                b"movi" => has_movie = true,
                _ => {}
            }
        }
        if index == 0 && !has_header {
            return Ok(false);
        }
        // Chunks begin at even offsets.
        at += 8 + size + size % 2;
    }
    Ok(false)
}

/// A RIFF of the type `WAVE` with a format and with samples.
fn wav(file: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    if &bytes::<4>(file)? != b"RIFF" {
        return Ok(false);
    }
    let _size: [u8; 4] = bytes(file)?;
    if &bytes::<4>(file)? != b"WAVE" {
        return Ok(false);
    }
    let (mut at, mut has_format) = (12, false);
    for _ in 0..MAX_BOXES {
        if at + 8 > length {
            return Ok(false);
        }
        file.seek(SeekFrom::Start(at))?;
        let kind: [u8; 4] = bytes(file)?;
        let size = u64::from(u32::from_le_bytes(bytes(file)?));
        match &kind {
            b"fmt " => has_format = size >= 16,
            // Programs that write while they record leave the size of the samples open.
            b"data" => return Ok(has_format && length > at + 8),
            _ => {}
        }
        at += 8 + size + size % 2;
    }
    Ok(false)
}

/// Pages that fill the file exactly; the first one begins a stream of a known codec.
fn ogg(file: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    let mut at = 0;
    for index in 0..MAX_PAGES {
        if at == length {
            return Ok(index > 1);
        }
        file.seek(SeekFrom::Start(at))?;
        let header: [u8; 27] = bytes(file)?;
        if &header[..5] != b"OggS\0" {
            return Ok(false);
        }
        let mut sizes = vec![0; usize::from(header[26])];
        file.read_exact(&mut sizes)?;
        if index == 0 {
            let codec: [u8; 7] = bytes(file)?;
            let is_known =
                codec == *b"OpusHea" || codec == *b"\x01vorbis" || codec.starts_with(b"\x7fFLAC");
            if !is_known {
                return Ok(false);
            }
        }
        let content: u64 = sizes.iter().map(|size| u64::from(*size)).sum();
        at += 27 + u64::from(header[26]) + content;
        if at > length {
            return Ok(false);
        }
    }
    Ok(false)
}

/// After an optional ID3 tag, frames of layer III that follow each other.
fn mp3(file: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    let start: [u8; 10] = bytes(file)?;
    let mut at = 0;
    if &start[..3] == b"ID3" {
        let size = start[6..]
            .iter()
            .fold(0, |size, byte| size << 7 | u64::from(byte & 0x7f));
        let has_footer = start[5] & 0x10 != 0;
        at = 10 + size + if has_footer { 10 } else { 0 };
    }
    frames(file, at, length, frame_bytes)
}

/// Frames that follow each other; their lengths are in their headers.
fn frames<const N: usize>(
    file: &mut (impl Read + Seek),
    mut at: u64,
    length: u64,
    frame_bytes: fn([u8; N]) -> Option<u64>,
) -> io::Result<bool> {
    for index in 0..FRAMES {
        if at == length {
            return Ok(index > 0);
        }
        file.seek(SeekFrom::Start(at))?;
        match frame_bytes(bytes(file)?) {
            Some(size) if at + size <= length => at += size,
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// The length of a frame of AAC in an ADTS stream.
fn adts_frame_bytes(header: [u8; 6]) -> Option<u64> {
    let is_frame = header[0] == 0xff && header[1] & 0xf6 == 0xf0;
    let [high, middle, low] = [header[3] & 3, header[4], header[5]].map(u64::from);
    let size = high << 11 | middle << 3 | low >> 5;
    (is_frame && size > 7).then_some(size)
}

/// The blocks of metadata, that of the stream first, then a frame.
fn flac(file: &mut (impl Read + Seek), length: u64) -> io::Result<bool> {
    let mut at = 4;
    for index in 0..MAX_BOXES {
        file.seek(SeekFrom::Start(at))?;
        let [kind, size @ ..] = bytes::<4>(file)?;
        let size = size
            .iter()
            .fold(0, |size, byte| size << 8 | u64::from(*byte));
        let is_stream = (kind & 0x7f, size) == (0, 34);
        if is_stream != (index == 0) || size > length - at {
            return Ok(false);
        }
        at += 4 + size;
        if kind & 0x80 != 0 {
            file.seek(SeekFrom::Start(at))?;
            let [first, second] = bytes(file)?;
            return Ok(first == 0xff && second & 0xfe == 0xf8);
        }
    }
    Ok(false)
}

/// The length of an MPEG audio frame of layer III, from its header.
fn frame_bytes(header: [u8; 4]) -> Option<u64> {
    const KBITS_1: [u64; 16] = [
        0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0,
    ];
    const KBITS_2: [u64; 16] = [
        0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0,
    ];
    const HERTZ: [u64; 4] = [44_100, 48_000, 32_000, 0];
    if header[0] != 0xff || header[1] & 0xe6 != 0xe2 {
        return None;
    }
    let (bits, rate, padding) = (header[2] >> 4, header[2] >> 2 & 3, header[2] >> 1 & 1);
    // Version 1, 2 or 2.5: the sample rate halves each time.
    let (kbits, samples, divisor) = match header[1] >> 3 & 3 {
        3 => (KBITS_1, 144, 1),
        2 => (KBITS_2, 72, 2),
        0 => (KBITS_2, 72, 4),
        _ => return None,
    };
    let (kbits, hertz) = (kbits[usize::from(bits)], HERTZ[usize::from(rate)] / divisor);
    (kbits > 0 && hertz > 0).then(|| samples * kbits * 1000 / hertz + u64::from(padding))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::is_well_formed;
    use crate::files::media_type::MediaType;

    fn check(media: MediaType, bytes: &[u8]) -> bool {
        let checked = is_well_formed(&mut Cursor::new(bytes), media);
        checked.expect("memory can be read").is_ok()
    }

    fn mp4_box(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let size = u32::try_from(content.len() + 8).expect("it is small");
        [&size.to_be_bytes()[..], kind, content].concat()
    }

    #[test]
    fn an_mp4_is_a_sequence_of_boxes() {
        let ftyp = mp4_box(b"ftyp", b"isom\0\0\0\0");
        let whole = [ftyp.clone(), mp4_box(b"moov", b"x"), mp4_box(b"mdat", b"y")].concat();
        assert!(check(MediaType::Mp4, &whole));
        assert!(!check(MediaType::Mp4, &whole[..whole.len() - 1]), "cut off");
        assert!(!check(MediaType::Mp4, &ftyp), "no movie");
        let tail = [whole.clone(), b"<script>alert(1)</script>".to_vec()].concat();
        assert!(!check(MediaType::Mp4, &tail), "a tail that is no box");
        assert!(!check(MediaType::Mp4, b""), "empty");
        let huge = [&1_u32.to_be_bytes()[..], b"ftyp", &u64::MAX.to_be_bytes()].concat();
        assert!(!check(MediaType::Mp4, &huge), "an impossible size");
    }

    #[test]
    fn a_webm_names_its_document_type() {
        let header = |name: &[u8]| {
            let size = u8::try_from(name.len()).expect("it is short");
            let element = [&[0x42, 0x82, 0x80 | size], name].concat();
            let size = u8::try_from(element.len()).expect("it is short");
            let mut bytes = [&[0x1a, 0x45, 0xdf, 0xa3, 0x80 | size][..], &element].concat();
            bytes.extend([0x18, 0x53, 0x80, 0x67, 0x80]);
            bytes
        };
        assert!(check(MediaType::WebM, &header(b"webm")));
        assert!(!check(MediaType::WebM, &header(b"matroska")));
        let whole = header(b"webm");
        assert!(!check(MediaType::WebM, &whole[..whole.len() - 5]));
        assert!(!check(MediaType::WebM, &[0x1a, 0x45, 0xdf, 0xa3, 0x00]));
    }

    #[test]
    fn an_avi_has_a_header_and_a_movie() {
        let list = |kind: &[u8; 4], content: &[u8]| {
            let size = u32::try_from(content.len() + 4).expect("it is small");
            [b"LIST", &size.to_le_bytes()[..], kind, content].concat()
        };
        let body = [list(b"hdrl", b"avih\0\0\0\0"), list(b"movi", b"")].concat();
        let size = u32::try_from(body.len() + 4).expect("it is small");
        let whole = [b"RIFF", &size.to_le_bytes()[..], b"AVI ", &body].concat();
        assert!(check(MediaType::Avi, &whole));
        assert!(!check(MediaType::Avi, &whole[..20]));
    }

    #[test]
    fn a_wav_has_a_format_and_samples() {
        let chunk = |kind: &[u8; 4], content: &[u8]| {
            let size = u32::try_from(content.len()).expect("it is small");
            [&kind[..], &size.to_le_bytes(), content].concat()
        };
        let whole = [
            b"RIFF\0\0\0\0WAVE".to_vec(),
            chunk(b"fmt ", &[0; 16]),
            chunk(b"data", &[0; 8]),
        ]
        .concat();
        assert!(check(MediaType::Wav, &whole));
        assert!(
            !check(MediaType::Wav, &whole[..whole.len() - 8]),
            "no samples"
        );
        let silent = [b"RIFF\0\0\0\0WAVE".to_vec(), chunk(b"data", &[0; 8])].concat();
        assert!(!check(MediaType::Wav, &silent), "no format");
    }

    #[test]
    fn an_ogg_is_a_sequence_of_pages() {
        let page = |content: &[u8]| {
            let size = u8::try_from(content.len()).expect("it is short");
            [&b"OggS\0"[..], &[0; 21], &[1, size], content].concat()
        };
        let whole = [page(b"OpusHead\x01"), page(b"OpusTags"), page(b"sound")].concat();
        assert!(check(MediaType::Ogg, &whole));
        assert!(!check(MediaType::Ogg, &whole[..whole.len() - 1]), "cut off");
        assert!(!check(MediaType::Ogg, &page(b"OpusHead")), "no sound");
        let video = [page(b"\x80theora"), page(b"sound")].concat();
        assert!(!check(MediaType::Ogg, &video));
    }

    #[test]
    fn an_mp3_is_a_sequence_of_frames() {
        // 128 kbit/s at 44.1 kHz.
        let mut frame = vec![0; 417];
        frame[..4].copy_from_slice(&[0xff, 0xfb, 0x90, 0x64]);
        let whole = frame.repeat(5);
        assert!(check(MediaType::Mp3, &whole));
        let tagged = [&b"ID3\x04\0\0\0\0\0\x05hello"[..], &whole].concat();
        assert!(check(MediaType::Mp3, &tagged));
        assert!(!check(
            MediaType::Mp3,
            &b"ID3\x04\0\0\0\0\0\x05hello<html>"[..]
        ));
        let broken = [&frame[..], b"<script>alert(1)</script>"].concat();
        assert!(!check(MediaType::Mp3, &broken));
    }

    #[test]
    fn an_adts_stream_is_a_sequence_of_frames() {
        // 16 bytes: the length stands in 13 bits.
        let mut frame = [0; 16];
        frame[..6].copy_from_slice(&[0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f]);
        assert!(check(MediaType::Aac, &frame.repeat(5)));
        assert!(!check(MediaType::Aac, &frame[..12]), "cut off");
        assert!(!check(MediaType::Aac, &[&frame[..], b"<script>"].concat()));
    }

    #[test]
    fn a_flac_has_its_stream_first_and_a_frame_after_its_metadata() {
        let block = |kind: u8, size: u8| [&[kind, 0, 0, size][..], &vec![0; size.into()]].concat();
        let frame = [0xff, 0xf8, 0xc9, 0x18];
        let file = |blocks: &[Vec<u8>]| [b"fLaC", &blocks.concat()[..], &frame].concat();
        let whole = file(&[block(0, 34), block(0x84, 9)]);
        assert!(check(MediaType::Flac, &whole));
        assert!(
            !check(MediaType::Flac, &whole[..whole.len() - 3]),
            "cut off"
        );
        assert!(!check(
            MediaType::Flac,
            &file(&[block(4, 9), block(0x80, 34)])
        ));
        assert!(!check(MediaType::Flac, &file(&[block(0x80, 33)])));
        assert!(!check(MediaType::Flac, b"fLaC\x80\xff\xff\xff"));
    }
}
