//! Runs other programs: failures as sentences, with a time limit, or with their output counted line by line.

use crate::Result;
use crate::workspace::{root, variable};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Prints the current step.
pub(crate) fn step(what: impl AsRef<str>) {
    println!("· {}", what.as_ref());
}

/// A program in the repository's root.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    // Variables that cargo set for this process would make build scripts of other builds run again.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// The cargo that started this process.
pub(crate) fn cargo() -> Command {
    command(variable("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs it on this terminal; the error names the failed step `what`.
pub(crate) fn run(command: &mut Command, what: &str) -> Result {
    let status = command
        .status()
        .map_err(|error| format!("{what}: cannot start {}: {error}", name(command)))?;
    finished(status, what)
}

/// Runs it silently and returns its output; `None` if it cannot start or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Returns its standard output; its standard error is shown on this terminal.
pub(crate) fn capture(command: &mut Command, what: &str) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("{what}: cannot start {}: {error}", name(command)))?;
    finished(output.status, what)?;
    String::from_utf8(output.stdout).map_err(|error| format!("{what}: {error}"))
}

/// Runs it and shows its output, but stops it after `limit`.
pub(crate) fn run_within(command: &mut Command, what: &str, limit: Duration) -> Result {
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .map_err(|error| format!("{what}: cannot start {}: {error}", name(command)))?;
    let started = Instant::now();
    loop {
        if let Some(status) = child
            .try_wait()
            .map_err(|error| format!("{what}: {error}"))?
        {
            return finished(status, what);
        }
        if started.elapsed() > limit {
            stop(&mut child);
            return Err(format!("{what}: gave up after {} s", limit.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Runs it on this terminal and passes every line of its standard output to `see`, too.
pub(crate) fn run_watching(command: &mut Command, what: &str, mut see: impl FnMut(&str)) -> Result {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{what}: cannot start {}: {error}", name(command)))?;
    if let Some(stdout) = child.stdout.take() {
        for_each_line(stdout, |line| {
            println!("{line}");
            see(line);
        });
    }
    let status = child.wait().map_err(|error| format!("{what}: {error}"))?;
    finished(status, what)
}

fn for_each_line(from: impl Read, mut see: impl FnMut(&str)) {
    let mut reader = BufReader::new(from);
    let mut line = Vec::new();
    while reader
        .read_until(b'\n', &mut line)
        .is_ok_and(|read| read > 0)
    {
        let text = String::from_utf8_lossy(&line);
        see(text.trim_end_matches(['\n', '\r']));
        line.clear();
    }
}

fn stop(child: &mut Child) {
    // It may have ended in the meantime, which is fine.
    let _ = child.kill();
    let _ = child.wait();
}

fn finished(status: ExitStatus, what: &str) -> Result {
    match status.success() {
        true => Ok(()),
        false => Err(format!("{what} failed ({status})")),
    }
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}
