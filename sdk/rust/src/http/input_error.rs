//! The problem of an input that does not fit its type.

use crate::error::{Error, localized};

/// One field is missing or of the wrong shape; `message` is serde's.
pub(super) fn shape_error(path: &str, message: &str) -> Error {
    let message = message
        .split_once(" at line ")
        .map_or(message, |(before, _)| before);
    let base = if path == "." { "" } else { path };
    let missing = message
        .strip_prefix("missing field `")
        .and_then(|rest| rest.strip_suffix('`'));
    if let Some(name) = missing {
        let field = match base {
            "" => name.to_owned(),
            base => format!("{base}.{name}"),
        };
        return Error::field(field, "필수 항목입니다.", "This field is required.");
    }
    let field = if base.is_empty() { "body" } else { base };
    Error::from(crate::error::VALIDATION_FAILED).and_field(
        field,
        localized(
            "값의 형식이 올바르지 않습니다.",
            format!("The value has the wrong format: {message}."),
        ),
    )
}
