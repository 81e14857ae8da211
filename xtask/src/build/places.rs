//! Where built things are.

/// Where plugin bundles are.
pub(crate) const BUNDLES: &str = "target/bundles";
/// The shell's built front end.
pub(crate) const WEB: &str = "web-shell/dist";
