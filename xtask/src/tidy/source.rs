//! A source file, as rules read it, and their findings.

/// A source file: its path from the root, and its content.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
}

/// One sentence with a location.
pub(super) type Finding = String;
