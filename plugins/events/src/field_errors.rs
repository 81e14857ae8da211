//! Errors about one field of a new event, in both languages.

use witverse_sdk::Error;

pub(crate) fn required(field: &str) -> Error {
    Error::field(
        field,
        "필수 항목을 다시 확인해 주세요.",
        "Please double-check the required fields.",
    )
}

pub(crate) fn between(field: &str, range: &std::ops::RangeInclusive<i64>) -> Error {
    let (min, max) = (range.start(), range.end());
    Error::field(
        field,
        format!("{min}~{max} 사이의 값이어야 합니다."),
        format!("This must be between {min} and {max}."),
    )
}

pub(crate) fn too_much(field: &str, max: i64) -> Error {
    Error::field(
        field,
        format!("모두 합해 {max} WIT까지 정할 수 있습니다."),
        format!("At most {max} WIT in all."),
    )
}
