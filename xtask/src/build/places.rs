//! The output paths of the build.

/// The folder of plugin bundles.
pub(crate) const BUNDLES: &str = "target/bundles";
/// The shell's built front end.
pub(crate) const WEB: &str = "web-shell/dist";
