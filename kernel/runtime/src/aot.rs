//! Ahead-of-time compilation and its cache.
//!
//! wasmtime executes any compiled file without a check, so every file is stored with a MAC of the kernel's own key. A
//! file that does not verify is compiled again and is not an error.

use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wasmtime::Engine;
use wasmtime::component::Component;

use crate::engine::{RuntimeConfig, engine};
use crate::process_limits::ProcessLimits;

const MAC_BYTES: usize = 32;
/// The largest component that is compiled, in bytes.
const MAX_COMPONENT_BYTES: usize = 24 << 20;
const COMPILE_TIMEOUT: Duration = Duration::from_secs(120);

/// Why a component could not be compiled. The text is for the operator and the plugin's author.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    #[error("the component has {0} bytes; at most {MAX_COMPONENT_BYTES} are accepted")]
    TooLarge(usize),
    #[error("the component does not compile: {0}")]
    Rejected(String),
    #[error("the compiler did not finish within {} s", COMPILE_TIMEOUT.as_secs())]
    Timeout,
    #[error("the compiler could not be run or its result kept: {0}")]
    Io(#[from] std::io::Error),
}

/// Where a component is compiled.
#[derive(Clone, Debug)]
pub enum Compiler {
    /// In this process: for tests and tools.
    Here,
    /// In a process of its own (`program compile-component`), with limits on memory and time.
    Subprocess(PathBuf),
}

/// Compiled components on disk, in a folder that only the kernel writes.
#[derive(Clone)]
pub struct AotCache {
    folder: PathBuf,
    key: [u8; 32],
    compiler: Compiler,
    config: RuntimeConfig,
}

impl AotCache {
    /// `key` authenticates the files; with another key all of them are compiled again.
    #[must_use]
    pub fn new(folder: PathBuf, key: [u8; 32], compiler: Compiler, config: RuntimeConfig) -> Self {
        Self {
            folder,
            key,
            compiler,
            config,
        }
    }

    /// The compiled component of `bytes`, from the cache if possible.
    pub(crate) fn component(
        &self,
        engine: &Engine,
        bytes: &[u8],
    ) -> Result<Component, CompileError> {
        if bytes.len() > MAX_COMPONENT_BYTES {
            return Err(CompileError::TooLarge(bytes.len()));
        }
        let path = self.path_of(engine, bytes);
        if let Some(component) = self.read(engine, &path) {
            return Ok(component);
        }
        let started = Instant::now();
        let compiled = match &self.compiler {
            Compiler::Here => compile_here(bytes, self.config)?,
            Compiler::Subprocess(program) => compile_there(program, bytes)?,
        };
        self.write(&path, &compiled)?;
        tracing::info!(
            elapsed_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            "compiled a component"
        );
        // The output of the compiler process is used only after its MAC was verified.
        self.read(engine, &path)
            .ok_or_else(|| CompileError::Rejected("the compiled file does not load".into()))
    }

    pub(crate) fn path_of(&self, engine: &Engine, bytes: &[u8]) -> PathBuf {
        struct Compatibility<'a>(&'a Engine);
        impl Hash for Compatibility<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.precompile_compatibility_hash().hash(state);
            }
        }
        let compatibility =
            BuildHasherDefault::<DefaultHasher>::default().hash_one(Compatibility(engine));
        let digest = blake3::hash(bytes).to_hex();
        self.folder
            .join(format!("{digest}-{compatibility:016x}.cwasm"))
    }

    fn read(&self, engine: &Engine, path: &Path) -> Option<Component> {
        let file = fs::read(path).ok()?;
        let (tag, body) = file.split_at_checked(MAC_BYTES)?;
        // `Hash` compares in constant time.
        let stored: [u8; MAC_BYTES] = tag.try_into().ok()?;
        if self.mac(path, body) != stored {
            tracing::warn!(path = %path.display(), "the MAC of a compiled component does not verify; compiling it again");
            return None;
        }
        #[allow(
            unsafe_code,
            reason = "the bytes are ours: their MAC under the kernel's key was just verified"
        )]
        let loaded = unsafe { Component::deserialize(engine, body) };
        loaded
            .inspect_err(|error| tracing::warn!(%error, "a compiled component does not load"))
            .ok()
    }

    fn write(&self, path: &Path, compiled: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let partial = path.with_extension(format!("{}.partial", std::process::id()));
        let mut file = fs::File::create(&partial)?;
        file.write_all(self.mac(path, compiled).as_bytes())?;
        file.write_all(compiled)?;
        file.sync_all()?;
        fs::rename(partial, path)
    }

    /// The MAC also covers the file's name, so that a component's file cannot replace another's. It is BLAKE3's keyed mode:
    /// SHA-256 over the files of all plugins took a fifth of a kernel's start.
    fn mac(&self, path: &Path, body: &[u8]) -> blake3::Hash {
        let mut mac = blake3::Hasher::new_keyed(&self.key);
        mac.update(path.file_name().unwrap_or_default().as_encoded_bytes());
        mac.update(&[0]);
        mac.update(body);
        mac.finalize()
    }
}

/// Compiles in this process, with the settings of the running engine.
///
/// # Errors
/// The bytes are not a component, or need a feature that the engine has disabled.
pub fn compile_here(bytes: &[u8], config: RuntimeConfig) -> Result<Vec<u8>, CompileError> {
    let rejected = |error: wasmtime::Error| CompileError::Rejected(format!("{error:#}"));
    // Nothing runs here, and the stacks of a large pool would count as memory of a limited process.
    let config = RuntimeConfig {
        concurrent_calls: 1,
        ..config
    };
    engine(config)
        .map_err(rejected)?
        .precompile_component(bytes)
        .map_err(rejected)
}

/// The limits of the process that compiles one component. The compiler uses threads.
pub const COMPILE_LIMITS: ProcessLimits = ProcessLimits {
    memory_bytes: 2 << 30,
    cpu_s: COMPILE_TIMEOUT.as_secs(),
    open_files: None,
    threads: true,
};

fn compile_there(program: &Path, bytes: &[u8]) -> Result<Vec<u8>, CompileError> {
    let mut command = Command::new(program);
    command
        .arg("compile-component")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = bytes.to_vec();
    let feed = std::thread::spawn(move || stdin.write_all(&input));
    let id = child.id();
    let (done, finished) = std::sync::mpsc::channel();
    let wait = std::thread::spawn(move || {
        let output = child.wait_with_output();
        let _ = done.send(());
        output
    });
    if finished.recv_timeout(COMPILE_TIMEOUT).is_err() {
        kill(id);
        return Err(CompileError::Timeout);
    }
    let output = wait
        .join()
        .map_err(|_| CompileError::Rejected("the compiler's watcher failed".into()))??;
    // An early end of the compiler closes the pipe; its exit status reports the error.
    let _ = feed.join();
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let text = String::from_utf8_lossy(&output.stderr);
        Err(CompileError::Rejected(match text.trim() {
            "" => output.status.to_string(),
            text => text.to_owned(),
        }))
    }
}

#[allow(unsafe_code, reason = "no safe way to signal a process by its number")]
fn kill(process: u32) {
    if let Ok(process) = libc::pid_t::try_from(process) {
        // SAFETY: a plain system call; the process is our child and not yet reaped.
        unsafe { libc::kill(process, libc::SIGKILL) };
    }
}
