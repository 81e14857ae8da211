//! Configuration errors.

/// An invalid configuration: one sentence for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);
