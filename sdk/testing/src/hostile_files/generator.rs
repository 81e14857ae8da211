//! Hostile files from a seed: damaged and truncated images, videos and models, files that are of two types at once, texts with
//! scripts, files under the name of another type, and headers of extreme sizes. The same seed gives the same files.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::samples::{self, png_with_header};

/// A file and how it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostileFile {
    /// As in an address.
    pub name: &'static str,
    pub purpose: &'static str,
    pub bytes: Vec<u8>,
}

/// Scripts and pages that a browser would run if it believed their name.
const TEXTS: [&[u8]; 9] = [
    b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
    b"<?xml version=\"1.0\"?>\n<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n<svg onload=\"alert(1)\">&b;</svg>",
    b"\xef\xbb\xbf <svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>",
    b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xb3)K\xb3S",
    b"<!doctype html><script>alert(1)</script>",
    b"GIF89a=1;alert(1)//",
    b"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj",
    b"#!/bin/sh\nid\n",
    b"\x7fELF\x02\x01\x01\0",
];

/// What is added to an image or a video, so that it is of another type too.
const TAILS: [&[u8]; 5] = [
    b"<!doctype html><script>alert(1)</script>",
    b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>",
    b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0x.jar",
    b"\n*/=1;alert(1)//",
    b"<?php system($_GET['c']); ?>",
];

const NAMES: [&str; 8] = [
    "photo.png",
    "video.mp4.png",
    "drawing.svg",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E.png",
    "..%2F..%2Fetc%2Fpasswd",
    "C%3A%5Cfakepath%5Ca%00b.jpg",
    "%E2%80%AEgnp.exe",
    "",
];

/// Makes hostile files.
pub struct HostileFiles {
    rng: StdRng,
    images: Vec<Vec<u8>>,
    videos: Vec<Vec<u8>>,
    models: Vec<Vec<u8>>,
}

impl HostileFiles {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: StdRng::seed_from_u64(seed),
            images: samples::images(),
            videos: samples::videos(),
            models: samples::models(),
        }
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end.max(1)).unwrap();
        usize::try_from(self.rng.next_u64() % end).unwrap()
    }

    fn byte(&mut self) -> u8 {
        let [byte, ..] = self.rng.next_u64().to_le_bytes();
        byte
    }

    fn image(&mut self) -> Vec<u8> {
        let at = self.below(self.images.len());
        self.images[at].clone()
    }

    fn video(&mut self) -> Vec<u8> {
        let at = self.below(self.videos.len());
        self.videos[at].clone()
    }

    fn model(&mut self) -> Vec<u8> {
        let at = self.below(self.models.len());
        self.models[at].clone()
    }

    fn any(&mut self) -> Vec<u8> {
        let (images, videos) = (self.images.len(), self.videos.len());
        match self.below(images + videos + self.models.len()) {
            at if at < images => self.image(),
            at if at < images + videos => self.video(),
            _ => self.model(),
        }
    }

    fn damaged(&mut self) -> Vec<u8> {
        let mut file = self.any();
        for _ in 0..=self.below(4) {
            self.damage(&mut file);
        }
        file
    }

    fn truncated(&mut self) -> Vec<u8> {
        let mut file = self.any();
        let end = 1 + self.below(file.len() - 1);
        file.truncate(end);
        file
    }

    /// The other type begins at the end, or in the middle of the file.
    fn polyglot(&mut self) -> Vec<u8> {
        let mut file = self.any();
        let tail = TAILS[self.below(TAILS.len())];
        let at = match self.below(2) {
            0 => file.len(),
            _ => self.below(file.len()),
        };
        file.splice(at..at, tail.iter().copied());
        file
    }

    fn text(&mut self) -> Vec<u8> {
        TEXTS[self.below(TEXTS.len())].to_vec()
    }

    /// The header claims another size than the pixels have.
    fn resized(&mut self) -> Vec<u8> {
        const SIDES: [u32; 9] = [0, 1, 2, 255, 7000, 32_768, 65_535, 0x7fff_ffff, u32::MAX];
        let width = SIDES[self.below(SIDES.len())];
        let height = SIDES[self.below(SIDES.len())];
        let (depth, colour) = (self.byte() % 17, self.byte() % 7);
        png_with_header(width, height, depth, colour)
    }

    /// One damage of a file.
    fn damage(&mut self, file: &mut Vec<u8>) {
        let at = self.below(file.len());
        match self.below(7) {
            0 => file.truncate(at),
            1 => {
                let bit = self.below(8);
                file[at] ^= 1 << bit;
            }
            // A size or a number of pixels becomes extreme.
            2 => {
                let value = [0, 0x7f, 0x80, 0xff][self.below(4)];
                let end = (at + 4).min(file.len());
                file[at..end].fill(value);
            }
            3 => {
                let end = at + self.below(file.len() - at);
                let part = file[at..end].to_vec();
                file.splice(at..at, part);
            }
            4 => {
                let end = at + self.below(file.len() - at);
                file.drain(at..end);
            }
            5 => {
                let more = self.below(2000);
                let tail: Vec<u8> = (0..more).map(|_| self.byte()).collect();
                file.extend(tail);
            }
            // The head of one type, the rest of another.
            _ => {
                let head: Vec<u8> = self.any().into_iter().take(16).collect();
                let end = head.len().min(file.len());
                file[..end].copy_from_slice(&head[..end]);
            }
        }
        if file.is_empty() {
            file.push(0);
        }
    }
}

impl Iterator for HostileFiles {
    type Item = HostileFile;

    fn next(&mut self) -> Option<HostileFile> {
        let name = NAMES[self.below(NAMES.len())];
        let purpose = ["any", "any", "image", "video", "model"][self.below(5)];
        let (name, purpose, bytes) = match self.below(10) {
            0..4 => (name, purpose, self.damaged()),
            4 => (name, purpose, self.truncated()),
            5 | 6 => (name, purpose, self.polyglot()),
            7 => (name, purpose, self.text()),
            8 => (name, purpose, self.resized()),
            _ if purpose == "image" => ("statue.png", purpose, self.model()),
            _ if purpose == "video" => ("holiday.mp4", purpose, self.image()),
            _ => ("holiday.png", purpose, self.video()),
        };
        Some(HostileFile {
            name,
            purpose,
            bytes,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::HostileFiles;

    #[test]
    fn a_seed_determines_the_files() {
        let files = |seed| HostileFiles::new(seed).take(50).collect::<Vec<_>>();
        assert_eq!(files(3), files(3));
        assert_ne!(files(3), files(4));
    }

    #[test]
    fn few_files_are_equal() {
        let files: HashSet<Vec<u8>> = HostileFiles::new(5)
            .take(500)
            .map(|file| file.bytes)
            .collect();
        assert!(files.len() > 350, "{}", files.len());
    }
}
