//! Limits of a SQL call of a plugin, and its failures.

use std::sync::Arc;

/// Limits of one SQL call.
#[derive(Clone, Copy, Debug)]
pub struct SqlLimits {
    pub statement_ms: u32,
    pub rows: usize,
    pub result_bytes: usize,
}

impl Default for SqlLimits {
    fn default() -> Self {
        Self {
            statement_ms: 250,
            rows: 1000,
            result_bytes: 1 << 20,
        }
    }
}

pub use witverse_runtime::types::SqlErrorKind as SqlFailureKind;

/// A failed statement, as reported to the plugin.
#[derive(Clone, Debug)]
pub struct SqlFailure {
    pub kind: SqlFailureKind,
    pub code: String,
    pub constraint: Option<String>,
    pub message: String,
}

/// An open cursor of a unit of work.
pub type CursorId = u32;

pub(super) const MAX_CURSORS: usize = 4;

#[derive(Default)]
pub(super) struct Cursors {
    pub(super) next: CursorId,
    pub(super) open: Vec<(CursorId, Arc<str>)>,
}

impl SqlFailure {
    pub(super) fn of(kind: SqlFailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            code: String::new(),
            constraint: None,
            message: message.into(),
        }
    }
}
