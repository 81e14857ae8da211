//! Runs the `.wast` files of a folder, such as `test` of WebAssembly/component-model, on the engine settings of plugins.
//!
//! `witverse-wast FOLDER`. Prints each failure with its reason. Exit code 1 if one has
//! another reason than a setting that is meant to refuse it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use wasmtime::Engine;
use wasmtime_wast::{Async, WastContext};
use witverse_runtime::{RuntimeConfig, engine};

/// What the settings refuse by intention: a part of the engine's message, and the reason.
const REFUSED: &[(&str, &str)] = &[
    (
        "component model async feature",
        "asynchronous functions, streams and futures are off: a host call waits without them",
    ),
    (
        "`async` canonical option",
        "asynchronous functions, streams and futures are off: a host call waits without them",
    ),
    (
        "component model threading feature",
        "threads are off: a call has one",
    ),
    (
        "linear memories, which exceeds the configured maximum of 1",
        "a plugin has one memory: it is what the memory limit counts",
    ),
    (
        "`cm-implements` feature",
        "an unfinished proposal, which wasmtime leaves off",
    ),
    (
        "fixed-length lists feature",
        "an unfinished proposal, which wasmtime leaves off",
    ),
    (
        "component model map feature",
        "an unfinished proposal, which wasmtime leaves off",
    ),
];

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else {
        eprintln!("usage: witverse-wast FOLDER");
        return ExitCode::FAILURE;
    };
    let mut files = Vec::new();
    find(&folder, &mut files);
    files.sort();
    if files.is_empty() {
        eprintln!("{} has no .wast files", folder.display());
        return ExitCode::FAILURE;
    }
    let engine = match engine(RuntimeConfig::default()) {
        Ok(engine) => engine,
        Err(error) => {
            eprintln!("the engine does not start: {error:#}");
            return ExitCode::FAILURE;
        }
    };
    let (mut passed, mut refused, mut wrong) = (0, 0, 0);
    for file in &files {
        let name = file.strip_prefix(&folder).unwrap_or(file);
        let name = name.to_string_lossy();
        let Err(found) = run(&engine, file) else {
            passed += 1;
            println!("ok      {name}");
            continue;
        };
        match REFUSED.iter().find(|(part, _)| found.contains(part)) {
            Some((_, reason)) => {
                refused += 1;
                println!("refused {name}: {reason}\n        {found}");
            }
            None => {
                wrong += 1;
                println!("FAILED  {name}: {found}");
            }
        }
    }
    println!("{passed} files passed, {refused} refused by intention, {wrong} failed");
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs a file in new stores, asynchronously as plugins run. Returns the first failure on one line.
fn run(engine: &Engine, file: &Path) -> Result<(), String> {
    let mut context = WastContext::new(engine, Async::Yes, |store| {
        // The clock does not run here.
        store.set_epoch_deadline(1);
    });
    context.run_file(file).map_err(|error| {
        format!("{error:?}")
            .lines()
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(" ")
    })
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "wast")
        {
            files.push(path);
        }
    }
}
