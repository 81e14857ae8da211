//! Reasons and answers that people write to each other about an order.

use witverse_sdk::{Error, text};

const REASON_MAX: usize = 500;

/// The trimmed text; an error at `reason` unless it has 2 to 500 characters.
pub(crate) fn checked_reason(reason: &str) -> Result<String, Error> {
    text::paragraph("reason", reason, 2..=REASON_MAX)
}
