//! Packages: the same bytes each time, every change detected, keys and their replacement, hostile archives.

use std::io::{Cursor, Write};
use std::path::Path;

use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::archive::{CONTENTS, Files, SIGNATURE, read, write};
use super::{Package, PackageError, PublisherKey, pack, sign};

const SEED: [u8; 32] = [7; 32];

fn key() -> PublisherKey {
    PublisherKey::new("acme", &SEED).expect("a key")
}

/// A folder with some files of a bundle.
fn bundle() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let put = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, content).expect("a file");
    };
    put("plugin.toml", b"plugin = {}");
    put("component.wasm", &[0; 10_000]);
    put("migrations/0001_expand.sql", b"create table a (b int)");
    put(".git/config", b"hidden");
    put("signatures/old.json", b"{}");
    folder
}

fn packed(folder: &Path) -> Vec<u8> {
    pack(folder, "acme.karts", "1.0.0", &key()).expect("it packs")
}

/// An archive with the files of a valid one after a change; nothing is signed again.
fn changed(change: impl FnOnce(&mut Files)) -> Vec<u8> {
    let mut files = read(&packed(bundle().path())).expect("it reads");
    change(&mut files);
    write(&files).expect("it writes")
}

/// A zip of these entries, which the writer of packages would refuse to make.
fn raw(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, content) in entries {
        zip.start_file(*name, options).expect("an entry");
        zip.write_all(content).expect("its content");
    }
    zip.finish().expect("a zip").into_inner()
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let (first, second) = (packed(bundle().path()), packed(bundle().path()));
    assert_eq!(first, second);
    let package = Package::open(&first).expect("it opens");
    let paths: Vec<&str> = package.contents.files.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [
            "component.wasm",
            "migrations/0001_expand.sql",
            "plugin.toml"
        ]
    );
    assert_eq!(package.keys.last(), key().public().expect("a key"));
}

#[test]
fn a_package_is_unpacked_as_it_was() {
    let package = Package::open(&packed(bundle().path())).expect("it opens");
    let folder = TempDir::new().expect("a folder");
    let to = folder.path().join("a/b");
    package.unpack(&to).expect("it unpacks");
    package.unpack(&to).expect("again");
    let text = std::fs::read_to_string(to.join("plugin.toml")).expect("a file");
    assert_eq!(text, "plugin = {}");
    let names = std::fs::read_dir(folder.path().join("a")).expect("a folder");
    assert_eq!(names.count(), 1, "nothing else is left");
}

#[test]
fn every_change_is_detected() {
    let check = |change: fn(&mut Files), expected: &str| {
        let error = Package::open(&changed(change)).err().expect("refused");
        assert_eq!(error.to_string(), expected);
    };
    check(
        |files| files.entry("plugin.toml".into()).or_default().push(b' '),
        "plugin.toml was changed after the package was made",
    );
    check(
        |files| drop(files.remove("component.wasm")),
        "component.wasm is missing",
    );
    check(
        |files| drop(files.insert("web/evil.js".into(), vec![1])),
        "web/evil.js is not listed in MANIFEST.json",
    );
    check(
        |files| drop(files.remove(SIGNATURE)),
        "the package is not signed",
    );
    check(
        |files| drop(files.remove(CONTENTS)),
        "MANIFEST.json is missing",
    );
    check(
        |files| files.entry(CONTENTS.into()).or_default().push(b'\n'),
        "MANIFEST.json: it is not in its canonical form",
    );
    let version = |files: &mut Files| {
        let text = String::from_utf8(files[CONTENTS].clone()).expect("JSON");
        let other = text.replace("1.0.0", "9.0.0").into_bytes();
        files.insert(CONTENTS.into(), other);
    };
    let error = Package::open(&changed(version)).err().expect("refused");
    assert!(matches!(error, PackageError::BadSignature(_)), "{error}");
}

#[test]
fn a_signature_of_another_key_or_publisher_is_refused() {
    let other = PublisherKey::new("acme", &[8; 32]).expect("a key");
    let swapped = |files: &mut Files| {
        let signature = String::from_utf8(files[SIGNATURE].clone()).expect("JSON");
        let key = |key: &PublisherKey| String::from(key.public().expect("a key"));
        let forged = signature.replace(&key(&self::key()), &key(&other));
        files.insert(SIGNATURE.into(), forged.into_bytes());
    };
    let error = Package::open(&changed(swapped)).err().expect("refused");
    assert!(
        error.to_string().contains("is not the signature"),
        "{error}"
    );

    let folder = bundle();
    let stranger = PublisherKey::new("umbrella", &SEED).expect("a key");
    let error = pack(folder.path(), "acme.karts", "1.0.0", &stranger).err();
    let expected = PackageError::OtherPublisher {
        publisher: "acme".into(),
        signed_by: "umbrella".into(),
    };
    assert_eq!(error, Some(expected));
    let system = pack(folder.path(), "worlds", "1.0.0", &key()).err();
    assert!(
        system.is_some(),
        "an id without a publisher cannot be packed"
    );
}

#[test]
fn a_key_is_replaced_by_a_chain() {
    let next = key().rotate(&[9; 32]).expect("a new key");
    let again = sign(&packed(bundle().path()), &next).expect("signed again");
    let (old, new) = (
        Package::open(&packed(bundle().path())).expect("it opens"),
        Package::open(&again).expect("it opens"),
    );
    assert_eq!(old.digest, new.digest, "the contents are the same");
    assert!(new.keys.contains(&key().public().expect("a key")));
    assert_eq!(new.keys.last(), next.public().expect("a key"));
    assert!(!old.keys.contains(&new.keys.last()));

    // An endorsement of one publisher is none of another publisher.
    let text = serde_json::to_string(&next).expect("JSON");
    let renamed = text.replace("\"acme\"", "\"umbrella\"");
    let renamed: PublisherKey = serde_json::from_str(&renamed).expect("a key file");
    let error = renamed.check().expect_err("refused");
    assert!(error.contains("is not endorsed"), "{error}");
}

#[test]
fn a_publisher_has_a_name_that_ids_can_begin_with() {
    for name in ["", "Acme", "a.b", "kernel", "witverse", "1a", "한"] {
        assert!(PublisherKey::new(name, &SEED).is_err(), "{name}");
    }
}

#[test]
fn hostile_archives_are_refused() {
    let check = |archive: &[u8], expected: &str| {
        let error = Package::open(archive).err().expect("refused").to_string();
        assert!(error.contains(expected), "{error}");
    };
    for path in [
        "../a", "/a", "a/../b", "a//b", "a/", ".a", "a\\b", "C:a", "한", "a/.b",
    ] {
        check(
            &raw(&[(path, b"x")]),
            if path == "a/" {
                "plain files"
            } else {
                "inside of"
            },
        );
    }
    check(&raw(&[(&"a".repeat(201), b"x")]), "inside of");
    check(
        &raw(&[("a/B", b"x"), ("a/b", b"y")]),
        "upper and lower case",
    );
    check(b"", "cannot be read");
    check(b"PK\x05\x06", "cannot be read");
    let whole = packed(bundle().path());
    check(&whole[..whole.len() / 2], "cannot be read");
    // Bombs: 24 MiB of zeros in a few kB, and many files of them.
    let zeros = vec![0; (24 << 20) + 1];
    check(&raw(&[("a.wasm", &zeros)]), "larger than allowed");
    check(
        &raw(&[("web/a.js", &zeros[..(4 << 20) + 1])]),
        "larger than allowed",
    );
    check(
        &raw(&[("MANIFEST.json", &zeros[..(1 << 20)])]),
        "larger than allowed",
    );
    let third = &zeros[..22 << 20];
    check(
        &raw(&[("a.wasm", third), ("b.wasm", third), ("c.wasm", third)]),
        "more than 67108864 bytes",
    );
    let names: Vec<String> = (0..2_001).map(|n| format!("f{n}")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    check(&raw(&entries), "2001 files");
}

#[test]
fn no_damaged_archive_causes_a_panic() {
    let whole = packed(bundle().path());
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        // Some bytes of a zip have no meaning, for example those of times. The contents are then as they were.
        if let Ok(package) = Package::open(&damaged) {
            let original = Package::open(&whole).expect("it opens");
            assert_eq!(package.digest, original.digest);
        }
    }
}

#[test]
fn archives_that_other_tools_read_differently_are_refused() {
    let refusal = |archive: &[u8]| Package::open(archive).err().map(|error| error.to_string());
    let good = packed(bundle().path());
    assert_eq!(refusal(&good), None);
    // Bytes before the first file; a reader from the front would find a file there.
    let hidden = [raw(&[("web/play.js", b"other")]), good.clone()].concat();
    let says = refusal(&hidden).unwrap_or_default();
    assert!(says.contains("belong to none"), "{says}");
    // Two entries of one path: the writer makes two paths, and one is renamed in both of its headers.
    let files = read(&good).expect("it reads");
    let mut listed: Vec<(&str, &[u8])> = vec![("plugin.tomk", b"plugin = 1")];
    listed.extend(
        files
            .iter()
            .map(|(path, content)| (path.as_str(), content.as_slice())),
    );
    let says = refusal(&renamed(&raw(&listed))).unwrap_or_default();
    assert!(says.contains("the same path"), "{says}");
}

/// The archive with `plugin.tomk` renamed to `plugin.toml`.
fn renamed(archive: &[u8]) -> Vec<u8> {
    let (from, to) = (b"plugin.tomk", b"plugin.toml");
    let mut archive = archive.to_vec();
    for at in 0..archive.len() - from.len() {
        if archive[at..].starts_with(from) {
            archive[at..at + to.len()].copy_from_slice(to);
        }
    }
    archive
}

#[test]
fn keys_that_verify_everything_are_none() {
    // The points of small order, the neutral one first.
    for (first, last) in [(1, 0), (0, 0), (0, 0x80), (0xec, 0x7f)] {
        let mut bytes = [if first == 0xec { 0xff } else { 0 }; 32];
        bytes[0] = first;
        bytes[31] = last;
        assert!(super::PublicKey::from_bytes(&bytes).is_none(), "{bytes:?}");
    }
    let key = key().public().expect("a key");
    assert!(super::PublicKey::from_bytes(&key.bytes()).is_some());
}
