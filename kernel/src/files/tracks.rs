//! The streams of films and sounds: their kinds and codecs, as the container names them. A file is a film if it has a picture, and
//! a sound otherwise; its brand does not decide. Nothing is decoded.

use std::io::{self, Read, Seek, SeekFrom};

use super::container::bytes;
use super::image_worker::Refusal;
use super::media_type::MediaType;
use super::messages::{FILE_CODEC, FILE_UNREADABLE};

/// Boxes or elements that are looked at in one level.
const MAX_ENTRIES: usize = 2_000;
const MAX_TRACKS: usize = 64;
const MAX_CODEC: u64 = 64;

/// Codecs of films that browsers play, at least some of them: HEVC needs a decoder of the device.
const FILMS: &[&str] = &[
    "avc1",
    "avc2",
    "avc3",
    "avc4",
    "hvc1",
    "hev1",
    "dvh1",
    "dvhe",
    "dva1",
    "dvav",
    "av01",
    "vp08",
    "vp09",
    "V_VP8",
    "V_VP9",
    "V_AV1",
    "V_MPEG4/ISO/AVC",
];
/// Codecs of sounds that browsers play.
const SOUNDS: &[&str] = &[
    "mp4a", "Opus", "fLaC", ".mp3", "alac", "A_OPUS", "A_VORBIS", "A_FLAC", "A_AAC",
];

/// Where a content begins and ends in the file.
type Span = (u64, u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Film,
    Sound,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Track {
    kind: Kind,
    codec: String,
}

/// What a well-formed file is, by its tracks; the inner error is the reason of a refusal.
///
/// # Errors
/// The file cannot be read.
pub(super) fn settle(
    file: &mut (impl Read + Seek),
    media: MediaType,
) -> io::Result<Result<MediaType, Refusal>> {
    let (tracks, film, sound) = match media {
        MediaType::Mp4 | MediaType::M4a => (of_iso(file), MediaType::Mp4, MediaType::M4a),
        MediaType::WebM | MediaType::Weba => (of_webm(file), MediaType::WebM, MediaType::Weba),
        _ => return Ok(Ok(media)),
    };
    let tracks = match tracks {
        // The file ends where its structure continues.
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Vec::new(),
        other => other?,
    };
    let of = |kind| tracks.iter().find(|track| track.kind == kind);
    let (main, media, played) = match (of(Kind::Film), of(Kind::Sound)) {
        (Some(track), _) => (track, film, FILMS),
        (None, Some(track)) => (track, sound, SOUNDS),
        (None, None) => return Ok(Err(FILE_UNREADABLE.into())),
    };
    Ok(
        match played.iter().any(|codec| main.codec.starts_with(codec)) {
            true => Ok(media),
            false => Err(Refusal {
                row: FILE_CODEC,
                value: Some(main.codec.clone()),
            }),
        },
    )
}

/// Letters of a codec that can be shown.
fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars()
        .filter(|letter| letter.is_ascii_graphic())
        .collect()
}

/// The boxes between two places: their kinds, and the places of their contents.
fn boxes(file: &mut (impl Read + Seek), (mut at, end): Span) -> io::Result<Vec<([u8; 4], Span)>> {
    let mut found = Vec::new();
    while at + 8 <= end && found.len() < MAX_ENTRIES {
        file.seek(SeekFrom::Start(at))?;
        let size = u64::from(u32::from_be_bytes(bytes(file)?));
        let kind: [u8; 4] = bytes(file)?;
        let (size, header) = match size {
            0 => (end - at, 8),
            1 => (u64::from_be_bytes(bytes(file)?), 16),
            size => (size, 8),
        };
        if size < header || size > end - at {
            break;
        }
        found.push((kind, (at + header, at + size)));
        at += size;
    }
    Ok(found)
}

/// The contents of the first box at a path.
fn inside(
    file: &mut (impl Read + Seek),
    mut span: Span,
    path: &[&[u8; 4]],
) -> io::Result<Option<Span>> {
    for wanted in path {
        let found = boxes(file, span)?;
        match found.into_iter().find(|(kind, _)| kind == *wanted) {
            Some((_, inner)) => span = inner,
            None => return Ok(None),
        }
    }
    Ok(Some(span))
}

/// Tracks of an ISO media file: `moov/trak/mdia`, with the handler and the first sample entry.
fn of_iso(file: &mut (impl Read + Seek)) -> io::Result<Vec<Track>> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut tracks = Vec::new();
    let Some(movie) = inside(file, (0, length), &[b"moov"])? else {
        return Ok(tracks);
    };
    let found = boxes(file, movie)?;
    let found = found.into_iter().filter(|(kind, _)| kind == b"trak");
    for (_, track) in found.take(MAX_TRACKS) {
        let Some(media) = inside(file, track, &[b"mdia"])? else {
            continue;
        };
        let handler = inside(file, media, &[b"hdlr"])?;
        let entries = inside(file, media, &[b"minf", b"stbl", b"stsd"])?;
        let (Some((handler, _)), Some((entries, _))) = (handler, entries) else {
            continue;
        };
        // After the version and flags, and a reserved field.
        file.seek(SeekFrom::Start(handler + 8))?;
        let kind = match &bytes::<4>(file)? {
            b"vide" => Kind::Film,
            b"soun" => Kind::Sound,
            _ => continue,
        };
        // After the version and flags, the number of entries and the size of the first one.
        file.seek(SeekFrom::Start(entries + 12))?;
        let codec = shown(&bytes::<4>(file)?);
        tracks.push(Track { kind, codec });
    }
    Ok(tracks)
}

/// A variable-length number of EBML; `None` for one that is too long, and for the size of an element that is not known.
fn vint(file: &mut impl Read, is_id: bool) -> io::Result<Option<u64>> {
    let [first] = bytes::<1>(file)?;
    let more = first.leading_zeros();
    if more > 7 {
        return Ok(None);
    }
    let mut value = u64::from(first);
    if !is_id {
        value &= 0xff >> (more + 1);
    }
    for _ in 0..more {
        value = value << 8 | u64::from(bytes::<1>(file)?[0]);
    }
    let all_ones = (1 << (7 * (more + 1))) - 1;
    Ok((is_id || value != all_ones).then_some(value))
}

/// The elements between two places. One of an unknown size ends them.
fn elements(file: &mut (impl Read + Seek), (mut at, end): Span) -> io::Result<Vec<(u64, Span)>> {
    let mut found = Vec::new();
    while at < end && found.len() < MAX_ENTRIES {
        file.seek(SeekFrom::Start(at))?;
        let Some(id) = vint(file, true)? else { break };
        let size = vint(file, false)?;
        let start = file.stream_position()?;
        let stop = size.map_or(end, |size| start.saturating_add(size).min(end));
        found.push((id, (start, stop)));
        at = stop;
    }
    Ok(found)
}

/// Tracks of a `WebM` file: `Segment/Tracks/TrackEntry`, with the type and the codec.
fn of_webm(file: &mut (impl Read + Seek)) -> io::Result<Vec<Track>> {
    const SEGMENT: u64 = 0x1853_8067;
    const TRACKS: u64 = 0x1654_ae6b;
    const CLUSTER: u64 = 0x1f43_b675;
    const ENTRY: u64 = 0xae;
    const TYPE: u64 = 0x83;
    const CODEC: u64 = 0x86;
    let length = file.seek(SeekFrom::End(0))?;
    let mut tracks = Vec::new();
    let top = elements(file, (0, length))?;
    let Some((_, segment)) = top.into_iter().find(|(id, _)| *id == SEGMENT) else {
        return Ok(tracks);
    };
    let parts = elements(file, segment)?;
    let mut parts = parts.into_iter().take_while(|(id, _)| *id != CLUSTER);
    let Some((_, entries)) = parts.find(|(id, _)| *id == TRACKS) else {
        return Ok(tracks);
    };
    let entries = elements(file, entries)?;
    let entries = entries.into_iter().filter(|(id, _)| *id == ENTRY);
    for (_, entry) in entries.take(MAX_TRACKS) {
        let (mut kind, mut codec) = (None, String::new());
        for (id, (start, end)) in elements(file, entry)? {
            file.seek(SeekFrom::Start(start))?;
            match id {
                TYPE if end > start => {
                    kind = match bytes::<1>(file)? {
                        [1] => Some(Kind::Film),
                        [2] => Some(Kind::Sound),
                        _ => None,
                    };
                }
                CODEC => {
                    let size = usize::try_from((end - start).min(MAX_CODEC)).unwrap_or_default();
                    let mut name = vec![0; size];
                    file.read_exact(&mut name)?;
                    codec = shown(&name);
                }
                _ => {}
            }
        }
        tracks.extend(kind.map(|kind| Track { kind, codec }));
    }
    Ok(tracks)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::{MediaType, settle};

    fn found(media: MediaType, bytes: &[u8]) -> String {
        let settled = settle(&mut Cursor::new(bytes), media).expect("memory can be read");
        match settled {
            Ok(media) => media.as_str().into(),
            Err(refusal) => format!("{} {}", refusal.row.code, refusal.value.unwrap_or_default()),
        }
    }

    fn mp4_box(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let size = u32::try_from(content.len() + 8).expect("it is small");
        [&size.to_be_bytes()[..], kind, content].concat()
    }

    fn track(handler: &[u8; 4], codec: &[u8; 4]) -> Vec<u8> {
        let handler = mp4_box(b"hdlr", &[&[0; 8][..], handler, &[0; 13]].concat());
        let entries = mp4_box(
            b"stsd",
            &[&[0, 0, 0, 0, 0, 0, 0, 1][..], &mp4_box(codec, &[0; 8])].concat(),
        );
        let media = [handler, mp4_box(b"minf", &mp4_box(b"stbl", &entries))].concat();
        mp4_box(
            b"trak",
            &[mp4_box(b"tkhd", &[0; 84]), mp4_box(b"mdia", &media)].concat(),
        )
    }

    fn movie(brand: &[u8; 4], tracks: &[Vec<u8>]) -> Vec<u8> {
        let movie = [mp4_box(b"mvhd", &[0; 100]), tracks.concat()].concat();
        [
            mp4_box(b"ftyp", brand),
            mp4_box(b"mdat", &[7; 40]),
            mp4_box(b"moov", &movie),
        ]
        .concat()
    }

    #[test]
    fn the_tracks_of_an_iso_file_decide_and_not_its_brand() {
        let (film, sound) = (track(b"vide", b"avc1"), track(b"soun", b"mp4a"));
        let notes = track(b"meta", b"mebx");
        for (brand, tracks, expected) in [
            (
                b"qt  ",
                vec![notes.clone(), film.clone(), sound.clone()],
                "video/mp4",
            ),
            (b"M4A ", vec![film.clone()], "video/mp4"),
            (b"mp42", vec![sound.clone()], "audio/mp4"),
            (b"3gp4", vec![sound.clone(), notes.clone()], "audio/mp4"),
            (
                b"isom",
                vec![track(b"vide", b"hvc1"), sound.clone()],
                "video/mp4",
            ),
            (
                b"isom",
                vec![track(b"vide", b"mp4v"), sound],
                "file_codec mp4v",
            ),
            (b"3gp6", vec![track(b"soun", b"samr")], "file_codec samr"),
            (
                b"isom",
                vec![track(b"soun", b"\0\xff\x1b<")],
                "file_codec <",
            ),
            (b"isom", vec![notes], "file_unreadable "),
            (b"isom", vec![], "file_unreadable "),
        ] {
            for media in [MediaType::Mp4, MediaType::M4a] {
                assert_eq!(found(media, &movie(brand, &tracks)), expected, "{brand:?}");
            }
        }
        let whole = movie(b"isom", &[film]);
        for cut in (0..whole.len()).step_by(7) {
            found(MediaType::Mp4, &whole[..cut]);
        }
    }

    fn element(id: &[u8], content: &[u8]) -> Vec<u8> {
        let size = u16::try_from(content.len()).expect("it is small") | 0x4000;
        [id, &size.to_be_bytes(), content].concat()
    }

    #[test]
    fn the_tracks_of_a_webm_decide() {
        let entry = |kind: u8, codec: &[u8]| {
            element(
                &[0xae],
                &[element(&[0x83], &[kind]), element(&[0x86], codec)].concat(),
            )
        };
        let file = |entries: &[Vec<u8>]| {
            let tracks = element(&[0x16, 0x54, 0xae, 0x6b], &entries.concat());
            let header = element(&[0x1a, 0x45, 0xdf, 0xa3], &element(&[0x42, 0x82], b"webm"));
            // Recorders leave the sizes of the segment and of clusters open.
            let segment = [
                &[
                    0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                ][..],
                &tracks,
            ]
            .concat();
            let cluster = [0x1f, 0x43, 0xb6, 0x75, 0xff, 0, 1, 2];
            [&header[..], &segment, &cluster].concat()
        };
        let (film, sound) = (entry(1, b"V_VP9"), entry(2, b"A_OPUS"));
        for (entries, expected) in [
            (vec![film.clone(), sound.clone()], "video/webm"),
            (vec![sound.clone()], "audio/webm"),
            (
                vec![entry(1, b"V_MPEG4/ISO/ASP"), sound],
                "file_codec V_MPEG4/ISO/ASP",
            ),
            (vec![entry(17, b"S_TEXT")], "file_unreadable "),
            (vec![], "file_unreadable "),
        ] {
            assert_eq!(found(MediaType::WebM, &file(&entries)), expected);
        }
        let whole = file(&[film]);
        for cut in 0..whole.len() {
            found(MediaType::WebM, &whole[..cut]);
        }
    }
}
