//! Requests for a part of a file, and for a file that the client may have already (RFC 9110, sections 13 and 14).

use std::ops::Range;

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::problem::Failure;
use crate::error::Error;
use crate::files::FILE_RANGE_UNSATISFIABLE;

/// What a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Whole,
    Part(Range<u64>),
    /// A part outside of the content.
    Outside,
}

/// Whether a header with entity tags names this one.
pub(super) fn is_named(headers: &HeaderMap, name: &HeaderName, etag: &str) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|tag| tag.trim().trim_start_matches("W/") == etag)
}

/// The `Range` header. It does not count for a client that has a part of other content (`If-Range`).
pub(super) fn range_of<'a>(headers: &'a HeaderMap, etag: &str) -> Option<&'a str> {
    let resumes =
        headers.get(header::IF_RANGE).is_none() || is_named(headers, &header::IF_RANGE, etag);
    let range = headers.get(header::RANGE).filter(|_| resumes)?;
    range.to_str().ok()
}

/// The part of content of `whole` bytes that a `Range` header selects. A header with another unit, with several ranges or that is
/// malformed is ignored.
pub(super) fn asked(range: Option<&str>, whole: u64) -> Asked {
    match range.and_then(|range| part_of(range, whole)) {
        None => Asked::Whole,
        Some(part) if part.start < part.end => Asked::Part(part),
        Some(_) => Asked::Outside,
    }
}

fn part_of(range: &str, whole: u64) -> Option<Range<u64>> {
    let (first, last) = range.strip_prefix("bytes=")?.trim().split_once('-')?;
    let number = |text: &str| text.trim().parse::<u64>().ok();
    Some(match (first.trim(), last.trim()) {
        ("", "") => return None,
        ("", last) => whole.saturating_sub(number(last)?)..whole,
        (first, "") => number(first)?..whole,
        (first, last) => number(first)?..number(last)?.saturating_add(1).min(whole),
    })
}

/// Marks a response as this part of `whole` bytes.
///
/// # Errors
/// None in practice: the numbers make a valid header.
pub(super) fn mark_part(
    response: &mut Response,
    part: &Range<u64>,
    whole: u64,
) -> Result<(), Failure> {
    *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    let range = format!("bytes {}-{}/{whole}", part.start, part.end - 1);
    let range = HeaderValue::try_from(range).map_err(Error::internal)?;
    response.headers_mut().insert(header::CONTENT_RANGE, range);
    Ok(())
}

/// 416, with the size of the content.
pub(super) fn outside(whole: u64) -> Response {
    let mut response = Failure::from(FILE_RANGE_UNSATISFIABLE).into_response();
    if let Ok(range) = HeaderValue::try_from(format!("bytes */{whole}")) {
        response.headers_mut().insert(header::CONTENT_RANGE, range);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::{Asked, asked};

    #[test]
    fn one_range_is_served() {
        for (range, expected) in [
            ("bytes=0-9", Asked::Part(0..10)),
            ("bytes=5-", Asked::Part(5..100)),
            ("bytes=-10", Asked::Part(90..100)),
            ("bytes=-1000", Asked::Part(0..100)),
            ("bytes=90-1000", Asked::Part(90..100)),
            ("bytes=100-", Asked::Outside),
            ("bytes=9-5", Asked::Outside),
            ("bytes=-0", Asked::Outside),
            ("bytes=0-1,5-6", Asked::Whole),
            ("bytes=a-b", Asked::Whole),
            ("lines=0-1", Asked::Whole),
            ("bytes=-", Asked::Whole),
        ] {
            assert_eq!(asked(Some(range), 100), expected, "{range}");
        }
        assert_eq!(asked(None, 100), Asked::Whole);
    }
}
