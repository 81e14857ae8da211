//! A file that rules look at, and what they find.

/// A file of ours: its path from the root, and what is in it.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) path: String,
    pub(super) text: String,
}

/// One sentence about one place.
pub(super) type Finding = String;
