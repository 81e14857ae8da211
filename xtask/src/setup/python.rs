//! Programs from `PyPI`, each in a Python environment under `target`, with the versions and hashes of its requirements
//! file.

use crate::Result;
use crate::shell::{command, output, run, step};
use crate::workspace::{at, program, read, write};
use std::fs;
use std::path::{Path, PathBuf};

/// A program from `PyPI`.
pub(super) struct Package {
    name: &'static str,
    program: &'static str,
    requirements: &'static str,
    folder: &'static str,
}

/// Generates requests from the OpenAPI document.
pub(super) const SCHEMATHESIS: Package = Package {
    name: "schemathesis",
    program: "schemathesis",
    requirements: "e2e/fuzz/requirements.txt",
    folder: "target/xtask/schemathesis",
};
/// An S3 server.
pub(super) const MOTO: Package = Package {
    name: "moto",
    program: "moto_server",
    requirements: "sdk/testing/s3/requirements.txt",
    folder: "target/moto",
};
/// Python with Pillow and `FFmpeg`, which make files of other programs.
pub(super) const CORPUS: Package = Package {
    name: "Pillow and FFmpeg",
    program: "python",
    requirements: "e2e/corpus/requirements.txt",
    folder: "target/xtask/corpus",
};
const OLDEST_PYTHON: (u32, u32) = (3, 10);
const BARE: &str = "no Python environment can be made: install python3-venv, then try again";

/// The program; installs it unless the environment matches the requirements.
pub(super) fn find_or_install(package: &Package) -> Result<PathBuf> {
    let name = package.name;
    let folder = at(package.folder);
    let found = folder.join("bin").join(package.program);
    let wanted = read(&at(package.requirements))?;
    let stamp = folder.join("installed.txt");
    if is_up_to_date(&stamp, &wanted) && found.is_file() {
        return Ok(found);
    }
    let python = python(name)?;
    step(format!("installing {name}"));
    // An incomplete earlier installation would make this one fail.
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .map_err(|error| format!("cannot remove {}: {error}", folder.display()))?;
    }
    let mut venv = command(&python);
    run(venv.args(["-m", "venv"]).arg(&folder), "python3 -m venv")
        .map_err(|why| format!("{why}; {BARE}"))?;
    let mut pip = command(folder.join("bin/python"));
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--require-hashes",
    ])
    .args(["--disable-pip-version-check", "--requirement"])
    .arg(at(package.requirements));
    run(&mut pip, "pip install").map_err(|why| {
        format!(
            "{why}: {name} comes from PyPI, which this machine did not reach; let it reach \
             the Python package index once, or set PIP_INDEX_URL to a mirror (PIP_NO_INDEX=1 and PIP_FIND_LINKS to a \
             folder of wheels), then try again"
        )
    })?;
    write(&stamp, &wanted)?;
    Ok(found)
}

fn is_up_to_date(stamp: &Path, wanted: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|installed| installed == wanted)
}

fn python(package: &str) -> Result<PathBuf> {
    let (major, minor) = OLDEST_PYTHON;
    let remedy = format!("install Python {major}.{minor} or newer with venv, then try again");
    let found = program(&["python3", "python"])
        .ok_or_else(|| format!("Python, which {package} needs, is missing; {remedy}"))?;
    let version = output(command(&found).arg("--version")).unwrap_or_default();
    match parse(&version) {
        Some(version) if version >= OLDEST_PYTHON => Ok(found),
        _ => Err(format!(
            "{} ({version}) is too old; {remedy}",
            found.display()
        )),
    }
}

/// `Python 3.11.7`
fn parse(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.strip_prefix("Python ")?.split('.');
    let mut part = || parts.next()?.parse().ok();
    Some((part()?, part()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_python_version() {
        assert_eq!(parse("Python 3.11.7"), Some((3, 11)));
        assert!(parse("Python 2.7.18").is_some_and(|version| version < OLDEST_PYTHON));
        assert!(parse("Python 3.9.2").is_some_and(|version| version < OLDEST_PYTHON));
        assert_eq!(parse("command not found"), None);
    }

    #[test]
    fn another_version_is_installed_anew() {
        let stamp = std::env::temp_dir().join(format!("xtask-stamp-{}", std::process::id()));
        assert!(!is_up_to_date(&stamp, "schemathesis==1\n"));
        fs::write(&stamp, "schemathesis==1\n").expect("a file");
        assert!(is_up_to_date(&stamp, "schemathesis==1\n"));
        assert!(!is_up_to_date(&stamp, "schemathesis==2\n"));
        fs::remove_file(&stamp).expect("the file");
    }
}
