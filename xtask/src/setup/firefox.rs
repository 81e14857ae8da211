//! Firefox for its tests; setup does not install it.

use super::apt;
use crate::Result;
use crate::workspace::{program, variable};
use std::path::PathBuf;

const NAMES: &[&str] = &["firefox-esr", "firefox"];

pub(crate) fn find_or_install() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if apt::is_usable() {
        apt::install(&["firefox-esr"])?;
    }
    find().ok_or_else(|| "Firefox is missing; install it, or set FIREFOX_BIN to its program".into())
}

fn find() -> Option<PathBuf> {
    let named = variable("FIREFOX_BIN").map(PathBuf::from);
    named
        .filter(|file| file.is_file())
        .or_else(|| program(NAMES))
}
