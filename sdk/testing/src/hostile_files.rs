//! Hostile files from a seed: small images and videos, damaged in ways that decoders have failed on. The same seed gives
//! the same files.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::TestApp;

/// By how much the memory of the kernel may grow while files are sent, in MiB.
const GROWTH_MIB: u64 = 64;

/// Sends hostile files to a kernel: none leads to a failure of the kernel, and its memory stays flat.
///
/// # Errors
/// The first finding.
pub async fn send(seed: u64, count: usize) -> Result<String, String> {
    let app = TestApp::with(|config| config.files.quota_mib = 64).await;
    let person = app.person("mallory").await;
    let client = person.with_header("upload-complete", "?1");
    let (mut accepted, mut ready, mut refused) = (0, 0, 0);
    let mut before = 0;
    for (number, file) in HostileFiles::new(seed).take(count).enumerate() {
        let sent = client.send("POST", "/api/files", Some(file)).await;
        if sent.status.is_server_error() {
            return Err(format!("file {number} of seed {seed}: {}", sent.line()));
        }
        if let Some(id) = sent.body["payload"]["fileId"].as_str() {
            accepted += 1;
            let path = format!("/api/files/{id}");
            app.eventually("the file is checked", async || {
                person.get(&path).await.body["payload"]["state"] != "checking"
            })
            .await;
            match person.get(&path).await.body["payload"]["reason"].as_str() {
                None => ready += 1,
                Some("file_check_failed") => {
                    return Err(format!("file {number} of seed {seed} could not be checked"));
                }
                Some(_) => refused += 1,
            }
            person.send("DELETE", &path, None).await;
        }
        if number == count / 5 {
            before = resident_mib();
        }
    }
    let after = resident_mib();
    app.stop().await;
    let report = format!(
        "seed {seed}: {count} files, {accepted} accepted, {ready} ready, {refused} refused; memory {before} → {after} MiB"
    );
    match after <= before + GROWTH_MIB {
        true => Ok(report),
        false => Err(report),
    }
}

/// The resident memory of this process, in MiB.
fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kib.unwrap() / 1024
}

/// Makes hostile files.
pub struct HostileFiles {
    rng: StdRng,
    bases: Vec<Vec<u8>>,
}

impl HostileFiles {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            rng: StdRng::seed_from_u64(seed),
            bases: vec![png(), gif(), webp(), jpeg(), mp4(), webm(), avi()],
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

    /// One damage of a file.
    fn damage(&mut self, file: &mut Vec<u8>) {
        let at = self.below(file.len());
        match self.below(8) {
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
            6 => file.extend(b"<!doctype html><script>alert(1)</script>"),
            // The head of one type, the rest of another.
            _ => {
                let other = self.below(self.bases.len());
                let head: Vec<u8> = self.bases[other].iter().take(16).copied().collect();
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
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let base = self.below(self.bases.len());
        let mut file = self.bases[base].clone();
        for _ in 0..=self.below(4) {
            self.damage(&mut file);
        }
        Some(file)
    }
}

/// Two by two pixels, uncompressed.
fn png() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let raw = [0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 9, 9, 9];
    let mut data = vec![0x78, 0x01, 1, 14, 0, 0xf1, 0xff];
    data.extend(raw);
    let (a, b) = raw.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    data.extend((b << 16 | a).to_be_bytes());
    for (kind, content) in [
        (b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 2, 8, 2, 0, 0, 0][..]),
        (b"IDAT", &data),
        (b"IEND", &[]),
    ] {
        let chunk = [&kind[..], content].concat();
        bytes.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        bytes.extend(&chunk);
        bytes.extend(crc32(&chunk).to_be_bytes());
    }
    bytes
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}

fn gif() -> Vec<u8> {
    b"GIF89a\x01\0\x01\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;".to_vec()
}

/// One lossless pixel.
fn webp() -> Vec<u8> {
    b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0".to_vec()
}

/// The markers of a JPEG with one block.
fn jpeg() -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xdb\0\x43\0".to_vec();
    bytes.extend([1; 64]);
    bytes.extend(b"\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0");
    bytes.extend(b"\xff\xc4\0\x14\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    bytes.extend(b"\xff\xc4\0\x14\x10\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    bytes.extend(b"\xff\xda\0\x08\x01\x01\0\0?\0\x37\xff\xd9");
    bytes
}

fn mp4() -> Vec<u8> {
    b"\0\0\0\x14ftypisom\0\0\x02\0mp41\0\0\0\x10moov\0\0\0\x08mvhd\0\0\0\x0cmdat\x01\x02\x03\x04"
        .to_vec()
}

fn webm() -> Vec<u8> {
    b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm\x18\x53\x80\x67\x84\x01\x02\x03\x04".to_vec()
}

fn avi() -> Vec<u8> {
    let mut bytes = b"RIFF\x34\0\0\0AVI LIST\x14\0\0\0hdrlavih\x08\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    bytes.extend(b"LIST\x0c\0\0\0movi\0\0\0\0\0\0\0\0");
    bytes
}

#[cfg(test)]
mod tests {
    use super::HostileFiles;

    #[test]
    fn a_seed_determines_the_files() {
        let files = |seed| HostileFiles::new(seed).take(50).collect::<Vec<_>>();
        assert_eq!(files(3), files(3));
        assert_ne!(files(3), files(4));
    }
}
