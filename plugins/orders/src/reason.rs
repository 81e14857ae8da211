//! Reasons and answers that people write to each other about an order.

use witverse_sdk::Error;

const REASON_MAX: usize = 500;

/// The trimmed text; an error at `reason` unless it has 2 to 500 characters.
pub(crate) fn checked_reason(reason: &str) -> Result<String, Error> {
    let reason = reason.trim();
    match (2..=REASON_MAX).contains(&reason.chars().count()) {
        true => Ok(reason.to_owned()),
        false => Err(Error::field(
            "reason",
            format!("2~{REASON_MAX}자로 입력해 주세요."),
            format!("Enter 2 to {REASON_MAX} characters."),
        )),
    }
}
