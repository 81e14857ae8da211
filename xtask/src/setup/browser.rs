//! Chromium for browser tests, and a Korean font.

use super::apt;
use crate::Result;
use crate::shell::{command, output, run, step};
use crate::workspace::{folders, program, variable};
use std::path::{Path, PathBuf};

const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const PACKAGES: &[&str] = &["chromium", "fonts-noto-cjk"];

pub(super) fn find_or_install() -> Result<PathBuf> {
    let fonts = has_korean_font();
    match find() {
        Some(found) if fonts => return Ok(found),
        _ => {}
    }
    if apt::is_usable() {
        apt::install(PACKAGES)?;
    } else if find().is_none() {
        step("fetching Chromium with Playwright");
        let mut npx = command("npx");
        run(
            npx.args(["playwright", "install", "chromium"]),
            "playwright install",
        )?;
    }
    if !has_korean_font() {
        step(
            "no font with Korean letters found: screenshots will show boxes; install fonts-noto-cjk",
        );
    }
    find().ok_or_else(|| {
        "Chromium is missing and could not be fetched; install it, \
         or set CHROMIUM_BIN to its program, then try again"
            .into()
    })
}

fn find() -> Option<PathBuf> {
    let named = variable("CHROMIUM_BIN").map(PathBuf::from);
    named
        .filter(|file| file.is_file())
        .or_else(|| program(NAMES))
        .or_else(playwrights)
}

/// The newest Chromium that Playwright has downloaded for this user.
fn playwrights() -> Option<PathBuf> {
    let cache = Path::new(&variable("HOME")?).join(".cache/ms-playwright");
    let versions = folders(&cache).ok()?;
    versions
        .into_iter()
        .rev()
        .flat_map(|version| ["chrome-linux64", "chrome-linux"].map(|folder| version.join(folder)))
        .map(|folder| folder.join("chrome"))
        .find(|file| file.is_file())
}

/// Checked only with fontconfig; other systems have Korean fonts.
fn has_korean_font() -> bool {
    program(&["fc-list"]).is_none()
        || output(command("fc-list").arg(":lang=ko")).is_some_and(|list| !list.is_empty())
}
