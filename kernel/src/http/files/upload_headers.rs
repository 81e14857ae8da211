//! The headers of resumable uploads (draft-ietf-httpbis-resumable-upload) and of digests (RFC 9530): parsed strictly, as
//! structured fields (RFC 9651).

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::Problem;
use crate::files::{UPLOAD_HEADER_INVALID, UPLOAD_TYPE_WRONG, UploadState};

pub(super) const UPLOAD_COMPLETE: HeaderName = HeaderName::from_static("upload-complete");
pub(super) const UPLOAD_OFFSET: HeaderName = HeaderName::from_static("upload-offset");
pub(super) const UPLOAD_LENGTH: HeaderName = HeaderName::from_static("upload-length");
const UPLOAD_LIMIT: HeaderName = HeaderName::from_static("upload-limit");
const ACCEPT_PATCH: HeaderName = HeaderName::from_static("accept-patch");
const INTEROP_VERSION: HeaderName = HeaderName::from_static("upload-draft-interop-version");
const REPR_DIGEST: HeaderName = HeaderName::from_static("repr-digest");
const CONTENT_DIGEST: HeaderName = HeaderName::from_static("content-digest");

/// The version of the draft, as clients name it.
const VERSION: &str = "8";
/// The largest integer of a structured field.
const MAX_INTEGER: u64 = 999_999_999_999_999;
/// The media type of a part.
const PARTIAL_UPLOAD: &str = "application/partial-upload";

/// The headers of a request that sends a part.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PartHeaders {
    /// Absent if the request does not take part in the protocol.
    pub(super) completes: bool,
    pub(super) offset: Option<u64>,
    pub(super) length: Option<u64>,
    /// The size of the part.
    pub(super) bytes: Option<u64>,
    pub(super) digest: Option<[u8; 32]>,
    pub(super) part_digest: Option<[u8; 32]>,
}

impl PartHeaders {
    /// # Errors
    /// `upload_header_invalid`.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let version = one(headers, &INTEROP_VERSION)?;
        if version.is_some_and(|version| integer(version).is_none()) {
            return Err(UPLOAD_HEADER_INVALID.into());
        }
        let completes = match one(headers, &UPLOAD_COMPLETE)? {
            Some("?1") => true,
            Some("?0") => false,
            _ => return Err(UPLOAD_HEADER_INVALID.into()),
        };
        Ok(Self {
            completes,
            offset: number(headers, &UPLOAD_OFFSET)?,
            length: number(headers, &UPLOAD_LENGTH)?,
            bytes: number(headers, &header::CONTENT_LENGTH)?,
            digest: sha_256(headers, &REPR_DIGEST)?,
            part_digest: sha_256(headers, &CONTENT_DIGEST)?,
        })
    }
}

/// Requires the media type of a part.
///
/// # Errors
/// `upload_type_wrong`.
pub(super) fn require_partial_upload(headers: &HeaderMap) -> Result<(), Problem> {
    match one(headers, &header::CONTENT_TYPE)? {
        Some(kind) if kind.eq_ignore_ascii_case(PARTIAL_UPLOAD) => Ok(()),
        _ => Err(UPLOAD_TYPE_WRONG.into()),
    }
}

/// Adds the state of an upload to a response.
pub(super) fn write_state(headers: &mut HeaderMap, state: &UploadState) {
    headers.insert(UPLOAD_OFFSET, state.offset.into());
    headers.insert(UPLOAD_COMPLETE, boolean(state.is_complete));
    if let Some(length) = state.length {
        headers.insert(UPLOAD_LENGTH, length.into());
    }
    write_limit(headers, state.max_bytes, state.max_age_s);
    headers.insert(INTEROP_VERSION, HeaderValue::from_static(VERSION));
}

/// Adds the limits of an upload: sizes in bytes, and how long it is kept, in seconds.
pub(super) fn write_limit(headers: &mut HeaderMap, max_bytes: u64, max_age_s: Option<u64>) {
    let age = max_age_s.map_or_else(String::new, |seconds| format!(", max-age={seconds}"));
    let limit = format!("min-size=1, max-size={max_bytes}{age}");
    if let Ok(limit) = HeaderValue::from_str(&limit) {
        headers.insert(UPLOAD_LIMIT, limit);
    }
}

/// Adds how to append to an upload, for a response to OPTIONS.
pub(super) fn write_options(headers: &mut HeaderMap) {
    headers.insert(ACCEPT_PATCH, HeaderValue::from_static(PARTIAL_UPLOAD));
    headers.insert(INTEROP_VERSION, HeaderValue::from_static(VERSION));
}

pub(super) fn boolean(value: bool) -> HeaderValue {
    HeaderValue::from_static(if value { "?1" } else { "?0" })
}

/// The value of a header that may appear once.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let (first, second) = (values.next(), values.next());
    match (first, second) {
        (None, _) => Ok(None),
        (Some(value), None) => value
            .to_str()
            .map(|text| Some(text.trim()))
            .map_err(|_| UPLOAD_HEADER_INVALID.into()),
        _ => Err(UPLOAD_HEADER_INVALID.into()),
    }
}

fn integer(text: &str) -> Option<u64> {
    let digits = (1..=15).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|number| digits && *number <= MAX_INTEGER)
}

fn number(headers: &HeaderMap, name: &HeaderName) -> Result<Option<u64>, Problem> {
    match one(headers, name)? {
        None => Ok(None),
        Some(text) => integer(text)
            .map(Some)
            .ok_or_else(|| UPLOAD_HEADER_INVALID.into()),
    }
}

/// The member `sha-256` of a dictionary of digests; other algorithms are ignored.
fn sha_256(headers: &HeaderMap, name: &HeaderName) -> Result<Option<[u8; 32]>, Problem> {
    for value in headers.get_all(name) {
        let text = value.to_str().map_err(|_| UPLOAD_HEADER_INVALID)?;
        for member in text.split(',') {
            let Some((key, value)) = member.split_once('=') else {
                return Err(UPLOAD_HEADER_INVALID.into());
            };
            if key.trim() != "sha-256" {
                continue;
            }
            let value = value.split(';').next().unwrap_or_default().trim();
            let digest = value
                .strip_prefix(':')
                .and_then(|value| value.strip_suffix(':'))
                .and_then(|value| STANDARD.decode(value).ok())
                .and_then(|bytes| bytes.try_into().ok());
            return digest.map(Some).ok_or_else(|| UPLOAD_HEADER_INVALID.into());
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    use super::PartHeaders;

    fn check(pairs: &[(&'static str, &'static str)]) -> Option<PartHeaders> {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
        }
        PartHeaders::of(&headers).ok()
    }

    #[test]
    fn headers_are_structured_fields() {
        let complete = ("upload-complete", "?0");
        let part = check(&[complete, ("upload-offset", "7"), ("upload-length", "100")]);
        let part = part.expect("it is valid");
        assert_eq!(
            (part.completes, part.offset, part.length),
            (false, Some(7), Some(100))
        );
        for bad in [
            &[][..],
            &[("upload-complete", "true")],
            &[("upload-complete", "1")],
            &[complete, complete],
            &[complete, ("upload-offset", "-1")],
            &[complete, ("upload-offset", "+1")],
            &[complete, ("upload-offset", "1.0")],
            &[complete, ("upload-offset", "9999999999999999")],
            &[complete, ("upload-length", "")],
            &[complete, ("repr-digest", "sha-256=abc")],
            &[complete, ("repr-digest", "sha-256=:AAAA:")],
            &[complete, ("upload-draft-interop-version", "new")],
        ] {
            assert!(check(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn the_digest_is_found_among_others() {
        let digest = "sha-512=:AA==:, sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:";
        let part = check(&[("upload-complete", "?1"), ("repr-digest", digest)]);
        let digest = part.and_then(|part| part.digest).expect("it is there");
        assert_eq!(digest[..2], [0xe3, 0xb0]);
        let other = check(&[("upload-complete", "?1"), ("content-digest", "md5=:AA==:")]);
        assert_eq!(other.and_then(|part| part.part_digest), None);
    }
}
