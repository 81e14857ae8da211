//! A source file, as rules read it, and their findings.

/// A source file: its path from the root, and its content.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
}

#[cfg(test)]
impl Source {
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }
}

/// One sentence with a location.
pub(super) type Finding = String;
