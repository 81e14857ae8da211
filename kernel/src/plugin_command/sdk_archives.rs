//! The packed SDK (`cargo xtask sdk`): finds its archives and unpacks them into a plugin.

use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;
use tar::Archive;

use super::file_error::at;
use super::front_end::PACKAGES;

const CRATE: (&str, &str) = ("witverse-sdk-", ".crate");
const MACROS: (&str, &str) = ("witverse-macros-", ".crate");
/// Begins the dependency of the crate on its derives, in its manifest.
const NEEDS_MACROS: &str = "[dependencies.witverse-macros]\n";
const FRAME: (&str, &str) = ("witverse-frame-", ".tgz");
const SCRIPT: (&str, &str) = ("witverse-plugin-", ".tgz");
const WEB: [(&str, &str); 2] = [("witverse-sdk-", ".tgz"), ("witverse-api-client-", ".tgz")];

/// The archives of the SDK.
pub(super) struct SdkArchives {
    rust: PathBuf,
    macros: PathBuf,
    frame: PathBuf,
    script: PathBuf,
    /// In the order of `front_end::PACKAGES`.
    web: [PathBuf; 2],
}

impl SdkArchives {
    /// The archives in `folder`; without one, in the folder `sdk` beside the program or beside the folder of the program.
    pub(super) fn find(folder: Option<&Path>) -> Result<Self, String> {
        let beside_program = || {
            let program = std::env::current_exe().ok()?;
            let above = program.ancestors().skip(1).take(2);
            above
                .map(|folder| folder.join("sdk"))
                .find(|folder| folder.is_dir())
        };
        let folder = folder.map(Path::to_owned).or_else(beside_program).ok_or(
            "the packed SDK was not found beside this program; name its folder with --sdk",
        )?;
        Ok(Self {
            rust: only_archive(&folder, CRATE)?,
            macros: only_archive(&folder, MACROS)?,
            frame: only_archive(&folder, FRAME)?,
            script: only_archive(&folder, SCRIPT)?,
            web: [
                only_archive(&folder, WEB[0])?,
                only_archive(&folder, WEB[1])?,
            ],
        })
    }

    /// Unpacks the Rust crate into `to`, and the crate of its derives into a folder of it, which its manifest then names.
    pub(super) fn unpack_rust(&self, to: &Path) -> Result<(), String> {
        unpack(&self.rust, to)?;
        unpack(&self.macros, &to.join("macros"))?;
        let path = to.join("Cargo.toml");
        let manifest = fs::read_to_string(&path).map_err(at(&path))?;
        let (before, after) = manifest
            .split_once(NEEDS_MACROS)
            .ok_or_else(|| format!("{} does not name its derives", path.display()))?;
        let manifest = format!("{before}{NEEDS_MACROS}path = \"macros\"\n{after}");
        fs::write(&path, manifest).map_err(at(&path))
    }

    /// Unpacks the package for plugins in JavaScript into `to`.
    pub(super) fn unpack_script(&self, to: &Path) -> Result<(), String> {
        unpack(&self.script, to)
    }

    /// Unpacks the module for pages into `to`.
    pub(super) fn unpack_frame(&self, to: &Path) -> Result<(), String> {
        unpack(&self.frame, to)
    }

    /// Copies the packages for front ends into `to`. npm installs archives like packages of a registry: beside the packages
    /// that they need, of which there must be one copy.
    pub(super) fn copy_web(&self, to: &Path) -> Result<(), String> {
        fs::create_dir_all(to).map_err(at(to))?;
        for (archive, (_, name)) in self.web.iter().zip(PACKAGES) {
            fs::copy(archive, to.join(name)).map_err(at(archive))?;
        }
        Ok(())
    }
}

fn only_archive(folder: &Path, (begin, end): (&str, &str)) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(at(folder))?;
    let mut found = entries.flatten().map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| name.starts_with(begin) && name.ends_with(end))
    });
    match (found.next(), found.next()) {
        (Some(archive), None) => Ok(archive),
        (None, _) => Err(format!(
            "{} contains no {begin}*{end}; it is not the folder of a packed SDK",
            folder.display()
        )),
        _ => Err(format!(
            "{} contains several {begin}*{end}; keep one version",
            folder.display()
        )),
    }
}

/// Unpacks an archive without its first folder, which names the package.
fn unpack(archive: &Path, to: &Path) -> Result<(), String> {
    let file = File::open(archive).map_err(at(archive))?;
    let mut unpacked = Archive::new(GzDecoder::new(file));
    for entry in unpacked.entries().map_err(at(archive))? {
        let mut entry = entry.map_err(at(archive))?;
        let path = entry.path().map_err(at(archive))?.into_owned();
        let inside: PathBuf = path.components().skip(1).collect();
        let is_plain = |part: Component| matches!(part, Component::Normal(_));
        if !entry.header().entry_type().is_file() || !inside.components().all(is_plain) {
            continue;
        }
        let target = to.join(inside);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(at(folder))?;
        }
        let mut file = File::create(&target).map_err(at(&target))?;
        std::io::copy(&mut entry, &mut file).map_err(at(&target))?;
        // Programs of a package stay programs.
        #[cfg(unix)]
        if entry.header().mode().is_ok_and(|mode| mode & 0o100 != 0) {
            use std::os::unix::fs::PermissionsExt;
            let program = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&target, program).map_err(at(&target))?;
        }
    }
    Ok(())
}
