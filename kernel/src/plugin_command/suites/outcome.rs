//! The result of a suite.

/// What a suite has found: a note for its line, or each failure with its place and the remedy. The outer error means that the suite
/// could not run.
pub(super) type Outcome = Result<Result<String, Vec<String>>, String>;
