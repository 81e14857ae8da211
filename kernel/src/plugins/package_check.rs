//! Checks an unpacked package of a third party in a process of its own (`witverse check-package`), before the kernel reads it.
//!
//! Parsers of manifests, schemas and policies work on the text of a stranger. [`text_limits`](super::text_limits) bounds it; what
//! gets through all the same ends the process, which has limited memory, CPU time and stack, and not the kernel. The kernel reads
//! only packages that this process has accepted, with the same code and on a stack of the same size ([`on_large_stack`]).

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;
use witverse_runtime::ProcessLimits;

use super::bundle::Bundle;
use super::check_bundle::install_permissions;
use crate::permissions::Fragment;

/// The rules that stored packages were accepted by; raised when a rule becomes stricter, so that they are checked again.
pub const PACKAGE_RULES: i32 = 1;

/// The stack of threads that read packages, in bytes.
const STACK_BYTES: usize = 64 << 20;
/// Memory counts the stack.
const LIMITS: ProcessLimits = ProcessLimits {
    memory_bytes: (STACK_BYTES + (256 << 20)) as u64,
    cpu_s: 10,
    open_files: Some(16),
    threads: false,
};
/// What the policies and the schema of a package may add to the memory, in bytes.
const POLICY_BYTES: u64 = 32 << 20;
/// Only ends a process on a busy machine; what a check may cost is a limit of CPU time.
const TIMEOUT: Duration = Duration::from_secs(60);
const MAX_ANSWER_BYTES: u64 = 64 << 10;

/// What a package has to agree with.
#[derive(Debug, Serialize, Deserialize)]
pub struct PackageClaims {
    /// Declares the kind of resources that it is installed into.
    pub host: Fragment,
    /// The id in `MANIFEST.json`.
    pub plugin: String,
    /// The version in `MANIFEST.json`.
    pub version: String,
}

/// What the process found.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PackageVerdict {
    Accepted,
    /// The manifest or a file that it names: a sentence for the author.
    BadBundle(String),
    /// The policies or their schema.
    BadPolicies(String),
}

/// Where packages are checked.
#[derive(Clone, Debug)]
pub enum PackageChecker {
    /// In processes of this program, which has the subcommand `check-package`.
    Subprocess(PathBuf),
    /// In this process: only for tests without the program.
    Here,
}

impl PackageChecker {
    /// Checks the bundle in `folder`.
    ///
    /// # Errors
    /// The process could not be started.
    pub async fn check(
        &self,
        folder: &Path,
        claims: PackageClaims,
    ) -> std::io::Result<PackageVerdict> {
        match self {
            Self::Here => {
                let folder = folder.to_owned();
                on_large_stack(move || verdict_of(&folder, &claims, || {})).await
            }
            Self::Subprocess(program) => {
                let answer = tokio::time::timeout(TIMEOUT, ask(program, folder, &claims)).await;
                let answer = answer.unwrap_or(Ok(Vec::new()))?;
                // A process that was ended by one of its limits has not answered.
                Ok(serde_json::from_slice(&answer).unwrap_or_else(|_| {
                    PackageVerdict::BadBundle(
                        "plugin.toml: reading the package takes more memory or time than a package may take"
                            .into(),
                    )
                }))
            }
        }
    }
}

async fn ask(program: &Path, folder: &Path, claims: &PackageClaims) -> std::io::Result<Vec<u8>> {
    let mut child = Command::new(program)
        .arg("check-package")
        .arg(folder)
        .env_clear()
        // The allocator would reserve a gibibyte at once.
        .env("MIMALLOC_ARENA_RESERVE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // A process that has ended already closes its end of the pipe.
        let _ = input.write_all(&serde_json::to_vec(claims)?).await;
    }
    let mut answer = Vec::new();
    if let Some(output) = child.stdout.take() {
        output
            .take(MAX_ANSWER_BYTES)
            .read_to_end(&mut answer)
            .await?;
    }
    match child.wait().await?.success() {
        true => Ok(answer),
        false => Ok(Vec::new()),
    }
}

/// The process: reads the claims from standard input, and writes the verdict to standard output.
///
/// # Errors
/// Standard input or output was closed.
pub fn run_package_check(folder: &Path) -> std::io::Result<()> {
    let folder = folder.to_owned();
    // Started before the limits, which forbid further threads.
    let check = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || {
            LIMITS.apply();
            let mut claims = Vec::new();
            std::io::stdin().read_to_end(&mut claims)?;
            let claims: PackageClaims = serde_json::from_slice(&claims)?;
            let verdict = verdict_of(&folder, &claims, limit_growth);
            serde_json::to_writer(std::io::stdout().lock(), &verdict)?;
            Ok(())
        })?;
    check
        .join()
        .unwrap_or_else(|_| Err(std::io::Error::other("the check panicked")))
}

fn verdict_of(folder: &Path, claims: &PackageClaims, before_policies: impl Fn()) -> PackageVerdict {
    let bundle = match Bundle::read(folder) {
        Ok(bundle) => bundle,
        Err(error) => return PackageVerdict::BadBundle(error.reason().to_owned()),
    };
    let plugin = &bundle.manifest.plugin;
    if plugin.id.as_str() != claims.plugin || plugin.version != claims.version {
        let why = "plugin.toml and MANIFEST.json name different plugins or versions";
        return PackageVerdict::BadBundle(why.into());
    }
    before_policies();
    match install_permissions(&claims.host, &bundle) {
        Ok(_) => PackageVerdict::Accepted,
        Err(reason) => PackageVerdict::BadPolicies(reason),
    }
}

/// Lowers the limit of memory to what this process uses now, and what policies may add.
fn limit_growth() {
    let data_pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split(' ').nth(5)?.trim().parse::<u64>().ok());
    if let Some(pages) = data_pages {
        ProcessLimits {
            memory_bytes: (pages * 4096 + POLICY_BYTES).min(LIMITS.memory_bytes),
            ..LIMITS
        }
        .apply();
    }
}

/// Runs work that reads a package on a thread of its own with a large stack.
///
/// # Errors
/// The thread could not be started, or panicked.
pub async fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> std::io::Result<T> {
    let (done, finished) = tokio::sync::oneshot::channel();
    std::thread::Builder::new()
        .name("package".into())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let _ = done.send(work());
        })?;
    finished.await.map_err(std::io::Error::other)
}
