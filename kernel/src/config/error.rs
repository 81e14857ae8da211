//! Why a configuration cannot be used.

/// A configuration that cannot be used: one sentence for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);
