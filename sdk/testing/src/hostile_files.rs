//! Hostile files: sends them to a kernel, and looks at what became of them. None leads to a failure of the kernel, none
//! is served as it was sent, and the memory of the kernel stays flat.

mod bombs;
mod formats;
mod generator;
mod samples;

use std::fmt;

use serde_json::Value;

pub use bombs::{Bomb, Outcome, largest, quick};
pub use generator::{HostileFile, HostileFiles};
pub use samples::movie;
pub(crate) use samples::{sample_images, sample_video};

use crate::{Client, TestApp};

/// By how much the memory of the kernel may grow while files are sent, in MiB.
const GROWTH_MIB: u64 = 64;
/// The same for its peak, which includes what the suite itself holds.
const PEAK_GROWTH_MIB: u64 = 160;

/// The resident memory of this process, which is the kernel, in MiB.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub before: u64,
    pub after: u64,
    /// The largest since the start of the process.
    pub peak: u64,
    peak_before: u64,
}

impl Memory {
    pub(crate) fn now() -> Self {
        let before = memory_mib("VmRSS:");
        let peak = memory_mib("VmHWM:");
        Self {
            before,
            after: before,
            peak,
            peak_before: peak,
        }
    }

    pub(crate) fn end(&mut self) {
        self.after = memory_mib("VmRSS:");
        self.peak = memory_mib("VmHWM:");
    }

    /// Whether the memory is as before. Other tests of the same process add to its peak, so only suites of their own
    /// look at it.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.after <= self.before + GROWTH_MIB
    }

    #[must_use]
    pub fn peak_is_flat(&self) -> bool {
        self.peak <= self.peak_before.max(self.before) + PEAK_GROWTH_MIB
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            before,
            after,
            peak,
            ..
        } = self;
        write!(
            f,
            "RSS {before} MiB before, {after} MiB after, peak {peak} MiB"
        )
    }
}

fn memory_mib(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kib.unwrap() / 1024
}

/// Sends hostile files from a seed.
///
/// # Errors
/// The first finding.
pub async fn send(seed: u64, count: usize) -> Result<(String, Memory), String> {
    let app = started().await?;
    let person = app.person("mallory").await;
    let (mut accepted, mut ready, mut refused) = (0, 0, 0);
    let mut memory = Memory::now();
    for (number, file) in HostileFiles::new(seed).take(count).enumerate() {
        let HostileFile {
            name,
            purpose,
            bytes,
        } = file;
        let query = format!("?purpose={purpose}&name={name}");
        let end = sent(&app, &person, &query, bytes).await;
        let end = end.map_err(|why| format!("file {number} of seed {seed} ({name}): {why}"))?;
        match end {
            End::Early(_) => {}
            End::Refused(_) => (accepted, refused) = (accepted + 1, refused + 1),
            End::Ready => (accepted, ready) = (accepted + 1, ready + 1),
        }
        if number == count / 5 {
            memory = Memory::now();
        }
    }
    memory.end();
    app.stop().await;
    Ok((
        format!(
            "seed {seed}: {count} files, {} refused while they were sent, {accepted} accepted, of these {refused} \
             refused by the check and {ready} ready",
            count - accepted
        ),
        memory,
    ))
}

/// Sends decompression bombs.
///
/// # Errors
/// The first one that does not end as it should.
pub async fn send_bombs(bombs: Vec<Bomb>) -> Result<(String, Memory), String> {
    let app = started().await?;
    let person = app.person("mallory").await;
    // The first image of a process costs what later ones do not.
    let first = sent(&app, &person, "", formats::empty_png(10, 10, 8)).await?;
    if first != End::Ready {
        return Err(format!("an ordinary image became {first:?}"));
    }
    let mut memory = Memory::now();
    let (count, mut refused) = (bombs.len(), 0);
    for bomb in bombs {
        let end = sent(&app, &person, "?name=bomb.png", bomb.bytes).await;
        let end = end.map_err(|why| format!("{}: {why}", bomb.name))?;
        let expected = match bomb.outcome {
            Outcome::Refused(reason) => end == End::Refused(reason.into()),
            Outcome::Unread | Outcome::Largest => end == End::Ready,
        };
        if !expected {
            return Err(format!("{}: {end:?}, not {:?}", bomb.name, bomb.outcome));
        }
        refused += usize::from(end != End::Ready);
    }
    memory.end();
    app.stop().await;
    Ok((format!("{count} bombs, {refused} refused"), memory))
}

/// A kernel that decodes images in processes of the built program.
async fn started() -> Result<TestApp, String> {
    if crate::program_file().is_none() {
        return Err("the program `witverse` is not beside this one, so images would be decoded in the kernel: build it first".into());
    }
    Ok(TestApp::with(|config| config.files.quota_mib = 64).await)
}

/// What became of a file.
#[derive(Debug, PartialEq, Eq)]
enum End {
    /// Refused by the request that sent it.
    Early(String),
    /// Refused by its check.
    Refused(String),
    Ready,
}

/// Sends a file, waits for its check, looks at it as a visitor, and deletes it.
async fn sent(app: &TestApp, person: &Client, query: &str, bytes: Vec<u8>) -> Result<End, String> {
    let client = person.with_header("upload-complete", "?1");
    let path = format!("/api/files{query}");
    let sent = client.send("POST", &path, Some(bytes)).await;
    if !sent.status.is_success() {
        let line = sent.line();
        let clear = sent.status.is_client_error() && sent.body["code"].is_string();
        return clear.then(|| End::Early(line.clone())).ok_or(line);
    }
    let id = sent.payload()["fileId"].as_str().unwrap_or_default();
    let path = format!("/api/files/{id}");
    app.eventually("the file is checked", async || {
        person.get(&path).await.body["payload"]["state"] != "checking"
    })
    .await;
    let file = person.get(&path).await.payload().clone();
    let end = match file["reason"].as_str() {
        None if file["state"] == "ready" => {
            look_at(app, &file).await?;
            End::Ready
        }
        Some(reason) if reason != "file_check_failed" && has_texts(&file) => {
            End::Refused(reason.to_owned())
        }
        _ => return Err(format!("it could not be checked: {file}")),
    };
    let deleted = person.send("DELETE", &path, None).await;
    match deleted.status.as_u16() {
        204 => Ok(end),
        _ => Err(format!("it could not be deleted: {}", deleted.line())),
    }
}

fn has_texts(file: &Value) -> bool {
    ["ko", "en"].into_iter().all(|language| {
        file["reasonText"][language]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    })
}

/// A visitor gets an image that the kernel made, or a video, and nothing that a browser would run.
async fn look_at(app: &TestApp, file: &Value) -> Result<(), String> {
    let path = file["url"].as_str().unwrap_or_default();
    let served = app.visitor().get(path).await;
    let kind = served.header("content-type").unwrap_or_default();
    let has_script = served.bytes.windows(7).any(|bytes| bytes == b"<script");
    let expected = match file["kind"].as_str() {
        Some("image") => kind == "image/webp" && served.bytes.starts_with(b"RIFF") && !has_script,
        Some("video") => kind.starts_with("video/"),
        _ => false,
    };
    let inert = served.header("x-content-type-options") == Some("nosniff")
        && served
            .header("content-security-policy")
            .is_some_and(|policy| policy.starts_with("sandbox; default-src 'none'"));
    match expected && inert && served.status.is_success() {
        true => Ok(()),
        false => Err(format!(
            "{} is served as {kind}: {}",
            file["kind"],
            served.line()
        )),
    }
}
