//! The long suite `packages`: packages with damaged, nested, repeated and enlarged texts, uploaded to a kernel that serves a good plugin.
//! No answer is a failure of the kernel, its memory is as before, and the 99th percentile of the good plugin is printed beside the
//! aim: a rise of 10 % at most. A package that ends the process ends the suite. Afterwards packages with migrations that never end
//! or take much space are installed, with the same measure.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use tempfile::TempDir;
use witverse_kernel::plugins::pack;

use crate::hostile_files::Memory;
use crate::sandbox::{Install, new_world, percentile, rise};

use crate::{Client, ENDLESS, TestApp, TestPackage};

/// How long the good plugin is measured alone.
const ALONE: Duration = Duration::from_secs(30);
/// Packages of a round; the percentile that is printed is that of the slowest one.
const ROUND: usize = 500;
/// Uploads before the memory is taken as that of a warm kernel.
const WARM_UP: usize = 200;

/// The files whose texts are damaged.
const TEXTS: [&str; 7] = [
    "plugin.toml",
    "cedar/plugin.cedar",
    "cedar/plugin.cedarschema",
    "schemas/script.json",
    "schemas/any.json",
    "i18n/en.toml",
    "migrations/0001_expand.sql",
];
/// Pairs that parsers recurse into.
const BRACKETS: [(&str, &str); 8] = [
    ("(", ")"),
    ("[", "]"),
    ("{ a: ", " }"),
    ("{\"a\":", "}"),
    ("Set<", ">"),
    ("if true then ", " else true"),
    ("!", ""),
    ("/a", ""),
];
/// What a place of a text is replaced by.
const WORDS: [&str; 20] = [
    "permit",
    "forbid",
    "when { ",
    "};",
    "principal",
    "resource",
    "action",
    "entity A in A;",
    "type T = { a: T };",
    "18446744073709551616",
    "-1",
    "1e308",
    "\u{0}",
    "\u{202e}",
    "[[routes]]",
    "t:name",
    "../../x",
    "select 1;",
    "drop schema public cascade;",
    "\"",
];

/// Makes damaged packages from a seed.
struct Fuzzer {
    rng: StdRng,
    files: BTreeMap<&'static str, Vec<u8>>,
    base: TempDir,
    package: TestPackage,
}

impl Fuzzer {
    fn new(seed: u64) -> Result<Self, String> {
        let package = TestPackage::new("1.0.0");
        let base = package.folder();
        let mut files = BTreeMap::new();
        for name in TEXTS {
            let bytes = std::fs::read(base.path().join(name)).map_err(|error| error.to_string())?;
            files.insert(name, bytes);
        }
        Ok(Self {
            rng: StdRng::seed_from_u64(seed),
            files,
            base,
            package,
        })
    }

    fn below(&mut self, end: usize) -> usize {
        self.rng.random_range(0..end.max(1))
    }

    /// A text after one to three changes.
    fn damaged(&mut self, text: &[u8]) -> Vec<u8> {
        let mut text = text.to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(text.len());
            match self.below(6) {
                0 => {
                    if let Some(byte) = text.get_mut(at) {
                        *byte = self.rng.random();
                    }
                }
                1 => text.truncate(at),
                2 => {
                    let end = at + self.below(40);
                    let piece = text[at..end.min(text.len())].repeat(1 << self.below(14));
                    text.splice(at..at, piece);
                }
                3 => {
                    let (open, close) = BRACKETS[self.below(BRACKETS.len())];
                    let depth = 1 << self.below(16);
                    let nested = [open.repeat(depth), close.repeat(depth)].concat();
                    text.splice(at..at, nested.into_bytes());
                }
                4 => {
                    let word = WORDS[self.below(WORDS.len())];
                    let end = (at + word.len()).min(text.len());
                    text.splice(at..end, word.bytes());
                }
                _ => {
                    let end = (at + self.below(60)).min(text.len());
                    text.drain(at..end);
                }
            }
        }
        text
    }

    /// The archive of the next package; its version is its own.
    fn next(&mut self, number: usize) -> Result<Vec<u8>, String> {
        let show = |error: &dyn std::fmt::Display| error.to_string();
        let version = format!("1.{number}.0");
        let chosen = TEXTS[self.below(TEXTS.len())];
        for (name, original) in self.files.clone() {
            let mut text = original;
            if name == "plugin.toml" {
                text = String::from_utf8_lossy(&text)
                    .replace("1.0.0", &version)
                    .into_bytes();
            }
            if name == chosen {
                text = self.damaged(&text);
            }
            std::fs::write(self.base.path().join(name), text).map_err(|error| show(&error))?;
        }
        pack(
            self.base.path(),
            &self.package.id,
            &version,
            &self.package.key,
        )
        .map_err(|error| show(&error))
    }
}

/// Runs the suite; the error describes the finding.
///
/// # Errors
/// An answer that is a failure of the kernel, a failure of the good plugin, or memory that did not come back.
pub async fn run(seed: u64, packages: usize) -> Result<String, String> {
    if crate::program_file().is_none() {
        return Err("the program `witverse` is not beside this one, so packages would be checked in the kernel: build it first".into());
    }
    let app = TestApp::with(|config| config.http.route_rate_factor = 100_000).await;
    let good_owner = app.person("good").await;
    let world = new_world(&good_owner, "good").await?;
    let good = Install::of(&good_owner, &world, &TestPackage::new("1.0.0")).await?;
    let hostile = app.person("hostile").await;
    let world = new_world(&hostile, "hostile").await?;

    let alone = percentile(&good, ALONE, None).await?;
    let mut fuzzer = Fuzzer::new(seed)?;
    let (mut accepted, mut beside) = (0, 0.0_f64);
    let mut memory = Memory::now();
    for first in (1..=packages).step_by(ROUND) {
        // Sessions of access tokens are shorter than the suite.
        let hostile = app.log_in("hostile", hostile.id).await;
        let good = good.of_client(app.log_in("good", good_owner.id).await);
        let stop = Arc::new(AtomicBool::new(false));
        let measuring = tokio::spawn({
            let stop = stop.clone();
            async move { percentile(&good, Duration::MAX, Some(stop)).await }
        });
        for number in first..(first + ROUND).min(packages + 1) {
            if number == WARM_UP {
                memory = Memory::now();
            }
            let archive = fuzzer.next(number)?;
            let is_accepted = send(&hostile, &world, archive)
                .await
                .map_err(|line| format!("package {number} of seed {seed}: {line}"))?;
            accepted += usize::from(is_accepted);
        }
        stop.store(true, Ordering::Relaxed);
        let round = measuring.await.map_err(|error| error.to_string())??;
        beside = beside.max(round);
    }
    memory.end();
    let hostile = app.log_in("hostile", hostile.id).await;
    let good = Arc::new(good.of_client(app.log_in("good", good_owner.id).await));
    let uploads = format!(
        "{packages} packages of seed {seed}, {accepted} of them installed; {memory}; {}",
        rise(alone, beside)
    );
    let mut of_migrations = Memory::now();
    let migrations = hostile_migrations(&good, &hostile, &world).await?;
    of_migrations.end();
    app.stop().await;
    let report = format!("{uploads}; {migrations}; {of_migrations}");
    match memory.is_flat() && of_migrations.is_flat() {
        true => Ok(report),
        false => Err(report),
    }
}

/// Installs packages whose migrations never end, sort much or store much, one after the other, while the good plugin is measured.
async fn hostile_migrations(
    good: &Arc<Install>,
    hostile: &Client,
    world: &str,
) -> Result<String, String> {
    let many = "insert into note select gen_random_uuid(), repeat('x', 999) || a from generate_series(1, 9999999) a";
    let sorted =
        "insert into note select gen_random_uuid(), max(t) from (select repeat('x', 999) || a t
        from generate_series(1, 9999999) a order by md5(a::text) offset 9999990) s";
    let endless = format!("insert into note select gen_random_uuid(), ({ENDLESS})::text");
    let alone = percentile(good, ALONE, None).await?;
    let stop = Arc::new(AtomicBool::new(false));
    let measuring = tokio::spawn({
        let (good, stop) = (good.clone(), stop.clone());
        async move { percentile(&good, Duration::MAX, Some(stop)).await }
    });
    let mut refused = 0;
    for (version, migration) in [
        ("3.0.0", many),
        ("3.0.1", sorted),
        ("3.0.2", endless.as_str()),
    ] {
        let package = TestPackage {
            migrations: vec![migration.to_owned().leak()],
            ..TestPackage::new(version)
        };
        match send(hostile, world, package.archive()).await? {
            true => {
                return Err(format!(
                    "version {version} of hostile migrations was installed"
                ));
            }
            false => refused += 1,
        }
    }
    stop.store(true, Ordering::Relaxed);
    let beside = measuring.await.map_err(|error| error.to_string())??;
    Ok(format!(
        "{refused} of 3 hostile migrations refused; {}",
        rise(alone, beside)
    ))
}

/// Uploads a package, installs it if it is accepted, and uninstalls it. Returns whether it was installed.
async fn send(hostile: &Client, world: &str, archive: Vec<u8>) -> Result<bool, String> {
    let base = format!("/api/v3/worlds/{world}");
    let as_bytes = hostile.with_header("content-type", "application/octet-stream");
    let upload = as_bytes
        .send("POST", &format!("{base}/plugin-packages"), Some(archive))
        .await;
    if upload.status.is_server_error() {
        return Err(upload.line());
    }
    let review = upload.body["payload"].clone();
    if !upload.status.is_success() {
        return Ok(false);
    }
    let order = json!({ "package": review["digest"], "grant": review["requested"],
        "agreedKey": review["publisher"]["keyId"] });
    let installed = hostile.post(&format!("{base}/plugins"), order).await;
    if installed.status.is_server_error() {
        return Err(installed.line());
    }
    let Some(id) = installed.body["payload"]["id"].as_str() else {
        return Ok(false);
    };
    let ended = hostile
        .send("DELETE", &format!("{base}/plugins/{id}"), None)
        .await;
    match ended.status.is_success() {
        true => Ok(true),
        false => Err(ended.line()),
    }
}
