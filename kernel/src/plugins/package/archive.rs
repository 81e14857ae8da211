//! The zip of a package: limits, paths, and a form that depends on nothing but its files.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::error::PackageError;

pub(super) const CONTENTS: &str = "MANIFEST.json";
pub(super) const SIGNATURE: &str = "signatures/publisher.json";

/// The largest archive. A component in JavaScript has up to 24 MiB before compression.
pub const MAX_ARCHIVE_BYTES: u64 = 26 << 20;
const MAX_FILES: usize = 2_000;
/// The largest component, unpacked.
const MAX_COMPONENT_BYTES: u64 = 24 << 20;
/// The largest other file, unpacked: what the kernel reads or serves at once.
const MAX_FILE_BYTES: u64 = 4 << 20;
/// The largest list of files or signature.
const MAX_LIST_BYTES: u64 = 512 << 10;
/// The limit of all files together, unpacked.
const MAX_TOTAL_BYTES: u64 = 64 << 20;
const MAX_PATH_BYTES: usize = 200;
/// Fixed, so that a new default of the library does not change the bytes of packages.
const COMPRESSION_LEVEL: i64 = 6;

/// Path → bytes, in the order of the paths.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// The files of an archive.
pub(super) fn read(archive: &[u8]) -> Result<Files, PackageError> {
    let bytes = archive.len() as u64;
    if bytes > MAX_ARCHIVE_BYTES {
        let limit = MAX_ARCHIVE_BYTES;
        return Err(PackageError::ArchiveTooLarge { bytes, limit });
    }
    let broken = |error: zip::result::ZipError| PackageError::NotAnArchive(error.to_string());
    let mut zip = ZipArchive::new(Cursor::new(archive)).map_err(broken)?;
    check_count(zip.len())?;
    check_layout(&mut zip)?;
    let mut collected = Collected::default();
    for index in 0..zip.len() {
        let entry = zip.by_index(index).map_err(broken)?;
        let path = entry.name().map_err(broken)?.into_owned();
        if entry.is_symlink() || entry.is_dir() {
            return Err(PackageError::NotAFile(path));
        }
        // The sizes in the archive are claims: the limit applies to the bytes that come out.
        let mut content = Vec::new();
        entry
            .take(max_bytes(&path) + 1)
            .read_to_end(&mut content)
            .map_err(|error| PackageError::NotAnArchive(format!("{path}: {error}")))?;
        collected.add(path, content)?;
    }
    Ok(collected.files)
}

/// The files of a bundle's folder. Earlier signatures and hidden files are left out.
pub(super) fn files_of(folder: &Path) -> Result<Files, PackageError> {
    let io = |error: &dyn std::fmt::Display| PackageError::Io(error.to_string());
    let mut collected = Collected::default();
    let hidden = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with('.');
    let walk = walkdir::WalkDir::new(folder).min_depth(1).into_iter();
    for entry in walk.filter_entry(|entry| !hidden(entry.file_name())) {
        let entry = entry.map_err(|error| io(&error))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let inside = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let path = inside.to_string_lossy().into_owned();
        if path == CONTENTS || path.starts_with("signatures/") {
            continue;
        }
        if !entry.file_type().is_file() {
            return Err(PackageError::NotAFile(path));
        }
        let content = fs::read(entry.path()).map_err(|error| io(&error))?;
        collected.add(path, content)?;
    }
    check_count(collected.files.len())?;
    Ok(collected.files)
}

/// The archive of these files: sorted, with fixed times, permissions and compression.
pub(super) fn write(files: &Files) -> Result<Vec<u8>, PackageError> {
    let failed = |error: zip::result::ZipError| PackageError::Io(error.to_string());
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(COMPRESSION_LEVEL))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, content) in files {
        zip.start_file(path.as_str(), options).map_err(failed)?;
        zip.write_all(content)
            .map_err(|error| PackageError::Io(error.to_string()))?;
    }
    let archive = zip.finish().map_err(failed)?.into_inner();
    let bytes = archive.len() as u64;
    if bytes > MAX_ARCHIVE_BYTES {
        let limit = MAX_ARCHIVE_BYTES;
        return Err(PackageError::ArchiveTooLarge { bytes, limit });
    }
    Ok(archive)
}

/// The files so far, and what is checked about each further one.
#[derive(Default)]
struct Collected {
    files: Files,
    lower_case: HashSet<String>,
    bytes: u64,
}

impl Collected {
    fn add(&mut self, path: String, content: Vec<u8>) -> Result<(), PackageError> {
        if !is_plain_path(&path) {
            return Err(PackageError::BadPath(path));
        }
        if content.len() as u64 > max_bytes(&path) {
            return Err(PackageError::FileTooLarge(path));
        }
        self.bytes += content.len() as u64;
        if self.bytes > MAX_TOTAL_BYTES {
            let limit = MAX_TOTAL_BYTES;
            return Err(PackageError::ContentsTooLarge { limit });
        }
        if !self.lower_case.insert(path.to_ascii_lowercase()) {
            return Err(PackageError::Twice(path));
        }
        self.files.insert(path, content);
        Ok(())
    }
}

fn max_bytes(path: &str) -> u64 {
    match path {
        CONTENTS | SIGNATURE => MAX_LIST_BYTES,
        _ if path.ends_with(".wasm") => MAX_COMPONENT_BYTES,
        _ => MAX_FILE_BYTES,
    }
}

/// Refuses archives that other tools read differently: with two files of the same path, or with bytes that belong to no file.
fn check_layout(zip: &mut ZipArchive<Cursor<&[u8]>>) -> Result<(), PackageError> {
    let refused = |why: &str| PackageError::NotAnArchive(why.to_owned());
    if zip.has_duplicate_names() {
        return Err(refused("two of its files have the same path"));
    }
    let mut places = Vec::with_capacity(zip.len());
    for index in 0..zip.len() {
        let entry = zip
            .by_index_raw(index)
            .map_err(|error| refused(&error.to_string()))?;
        let data = entry
            .data_start()
            .ok_or_else(|| refused("a file has no place"))?;
        let end = data.saturating_add(entry.compressed_size());
        places.push((entry.header_start(), end));
    }
    places.sort_unstable();
    places.push((zip.central_directory_start(), 0));
    let mut end = 0;
    for (start, next_end) in places {
        if !(end..=end + MAX_DESCRIPTOR_BYTES).contains(&start) {
            return Err(refused("it has bytes that belong to none of its files"));
        }
        end = next_end;
    }
    Ok(())
}

/// What may follow the data of a file: its size and checksum.
const MAX_DESCRIPTOR_BYTES: u64 = 24;

fn check_count(files: usize) -> Result<(), PackageError> {
    let limit = MAX_FILES;
    match files > limit {
        true => Err(PackageError::TooManyFiles { files, limit }),
        false => Ok(()),
    }
}

/// A relative path of plain segments: none is empty, begins with a dot or leads upwards.
pub fn is_plain_path(path: &str) -> bool {
    let segment = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    path.len() <= MAX_PATH_BYTES && path.split('/').all(segment)
}
