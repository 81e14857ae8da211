//! `cargo xtask soak [NAME] [seed=N] [operations=N] [kills=N]`: suites that are too long for every change. `events` also takes
//! `fans=N`.
//!
//! They are long forms of the regular tests, defined beside them; this module only builds and starts them.

use crate::e2e::{self, Project};
use crate::setup;
use crate::shell::{cargo, command, run};
use crate::workspace::{at, variable};
use crate::{Result, build, docs, examples, fuzz, supply_chain};

/// The suites that are separate programs.
const CONTRACT: &str = "contract";
const LOOKS: &str = "looks";
const FIREFOX: &str = "firefox";
const UPLOADS: &str = "uploads";
/// Models that programs have made, beside the pictures that three.js makes of them.
const MODELS: &str = "models";
const SUPPLY_CHAIN: &str = "supply-chain";
const WAST: &str = "wast";
const DOCS: &str = "docs";
/// The examples with their standard suites, and the templates.
const AUTHORS: &str = "authors";
/// The folder with the test files of the component model: `test` of WebAssembly/component-model.
const WAST_FOLDER: &str = "WITVERSE_WAST";
/// Files, and files in an S3 server, which is installed first.
const FILES: &str = "files";
const FILES_S3: &str = "files-s3";

pub(crate) fn soak(words: &[&str]) -> Result {
    if let [LOOKS, patterns @ ..] = words {
        return e2e::build_and_run(Project::Looks, patterns);
    }
    if words == [FIREFOX] {
        return e2e::build_and_run(Project::Firefox, &[]);
    }
    if words == [UPLOADS] {
        return uploads();
    }
    if words == [MODELS] {
        return models();
    }
    if words == [WAST] {
        return component_model();
    }
    if words == [DOCS] {
        return docs::build();
    }
    if words == [AUTHORS] {
        return authors();
    }
    let name = words.iter().find(|word| !word.contains('=')).copied();
    let mut found = Vec::new();
    if name.is_none_or(|name| name == SUPPLY_CHAIN) {
        found.extend(supply_chain::check().err());
    }
    if name == Some(SUPPLY_CHAIN) {
        return ended(&found);
    }
    let tools = build::build(true)?;
    if name != Some(CONTRACT) {
        let mut soak = cargo();
        soak.args(["run", "--release", "--quiet"])
            .args(["--package", "witverse-testing", "--bin", "soak", "--"])
            .args(words);
        if name == Some(FILES) {
            soak.arg(FILES_S3);
        }
        if name.is_none_or(|name| [FILES, FILES_S3].contains(&name)) {
            soak.arg(format!("moto={}", setup::for_s3()?.display()));
        }
        found.extend(run(tools.set_env(&mut soak), "the long suites").err());
    }
    if name.is_none_or(|name| name == FILES) {
        found.extend(corpus().err());
        found.extend(models().err());
    }
    if name.is_none_or(|name| name == CONTRACT) {
        let fuzzed = fuzz::fuzz(&tools, true, fuzz::LONG_S).and_then(fuzz::all_passed);
        found.extend(fuzzed.err());
    }
    if name.is_none() {
        found.extend(e2e::build_and_run(Project::Looks, &[]).err());
        found.extend(e2e::build_and_run(Project::Firefox, &[]).err());
        found.extend(uploads().err());
        found.extend(component_model().err());
        found.extend(docs::build().err());
        found.extend(authors().err());
    }
    ended(&found)
}

/// The component model's own test files on the engine settings of plugins, which are not part of this repository.
pub(crate) fn component_model() -> Result {
    let Some(folder) = variable(WAST_FOLDER) else {
        println!(
            "skipped: the component model's test files; {WAST_FOLDER} names no folder with them"
        );
        return Ok(());
    };
    let mut wast = cargo();
    wast.args(["run", "--quiet", "--manifest-path"])
        .arg(at("kernel/runtime/wast/Cargo.toml"))
        .arg("--target-dir")
        .arg(at("target/wast"))
        .arg("--")
        .arg(folder);
    run(&mut wast, "the component model's test files")
}

fn models() -> Result {
    let tools = setup::everything()?;
    build::kernel(false)?;
    let corpus = setup::for_comparing_models()?;
    let mut compare = command("node");
    compare
        .arg("e2e/models/compare.mjs")
        .arg(corpus)
        .env("KERNEL_BIN", build::kernel_program(false));
    run(tools.set_env(&mut compare), "the comparison of models")
}

fn authors() -> Result {
    let tools = build::build(false)?;
    examples::test(&tools, examples::Which::All).map(drop)?;
    examples::compile_templates(&tools)
}

/// Files that other programs make, and how a browser shows what became of them, with the release build.
fn corpus() -> Result {
    let python = setup::for_corpus()?;
    let tools = setup::everything()?;
    let folder = at("target/xtask/corpus-files");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut make = command(python);
    make.arg("e2e/corpus/make.py").arg(&folder);
    run(&mut make, "the files of other programs")?;
    let mut show = command("node");
    show.arg("e2e/corpus.mjs")
        .arg(&folder)
        .env("KERNEL_BIN", build::kernel_program(true));
    run(tools.set_env(&mut show), "files of other programs")
}

/// The cases of the draft of resumable uploads, over HTTP.
fn uploads() -> Result {
    let tools = build::build(false)?;
    let mut cases = command("node");
    cases.arg("e2e/uploads.mjs");
    run(tools.set_env(&mut cases), "the cases of resumable uploads")
}

fn ended(found: &[String]) -> Result {
    match found.is_empty() {
        true => Ok(()),
        false => Err(found.join("; ")),
    }
}
