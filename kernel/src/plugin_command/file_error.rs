//! The error of a file, as a sentence with its path.

use std::path::Path;

pub(super) fn at(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}
