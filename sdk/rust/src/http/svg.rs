//! SVG documents as responses, with an entity tag, so that a browser that has one is not sent it again.

#[cfg(not(target_family = "wasm"))]
use super::route_types::RouteTypes;
use super::{FromRequest, IntoResponse, Request, Response};
use crate::error::Error;

const MEDIA_TYPE: &str = "image/svg+xml";

/// 200 with an SVG, or 304 without a body for a client that has it. Only system plugins answer anything but JSON; the kernel adds a
/// policy under which the document loads and runs nothing.
///
/// ```
/// use witverse_sdk::http::{IfNoneMatch, IntoResponse, Svg};
/// let svg = || Svg::new("<svg/>".to_owned(), "public, max-age=60");
/// let first = svg().into_response().expect("plain text");
/// assert_eq!((first.status, first.body.as_slice()), (200, &b"<svg/>"[..]));
/// let etag = first.headers.iter().find(|(name, _)| name == "etag").expect("a tag").1.clone();
/// let second = svg().unless(&IfNoneMatch::parse(&etag)).into_response().expect("plain text");
/// assert_eq!((second.status, second.body.len()), (304, 0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    text: String,
    cache_control: &'static str,
    is_known: bool,
}

impl Svg {
    /// A document, and how long caches may keep it. For a signed-in caller the kernel makes it private.
    #[must_use]
    pub const fn new(text: String, cache_control: &'static str) -> Self {
        Self {
            text,
            cache_control,
            is_known: false,
        }
    }

    /// Leaves the document out if the client has it.
    #[must_use]
    pub fn unless(self, known: &IfNoneMatch) -> Self {
        Self {
            is_known: known.names(&self.etag()),
            ..self
        }
    }

    /// FNV-1a of the text: the same at every call and in every version of the plugin that draws the same.
    fn etag(&self) -> String {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = self.text.bytes().fold(0xcbf2_9ce4_8422_2325, mix);
        format!("\"{hash:016x}\"")
    }
}

impl IntoResponse for Svg {
    fn into_response(self) -> Result<Response, Error> {
        let headers = [
            ("content-type", MEDIA_TYPE.to_owned()),
            ("cache-control", self.cache_control.to_owned()),
            ("etag", self.etag()),
        ];
        Ok(Response {
            status: if self.is_known { 304 } else { 200 },
            headers: headers.map(|(name, value)| (name.to_owned(), value)).into(),
            body: match self.is_known {
                true => Vec::new(),
                false => self.text.into_bytes(),
            },
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn describe(types: &mut RouteTypes) {
        types.answers_media(MEDIA_TYPE);
    }
}

/// The entity tags of the documents that the client has; an input of a handler.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IfNoneMatch(Vec<String>);

impl IfNoneMatch {
    /// Reads the value of the header. Weak tags count as strong ones: proxies that compress weaken them.
    #[must_use]
    pub fn parse(value: &str) -> Self {
        let tags = value.split(',').map(str::trim);
        Self(
            tags.map(|tag| tag.strip_prefix("W/").unwrap_or(tag).to_owned())
                .collect(),
        )
    }

    /// Whether the client has the document with this tag.
    #[must_use]
    pub fn names(&self, etag: &str) -> bool {
        self.0.iter().any(|tag| tag == "*" || tag == etag)
    }
}

impl FromRequest for IfNoneMatch {
    fn from_request(request: &Request) -> Result<Self, Error> {
        let header = request
            .headers
            .iter()
            .find(|(name, _)| name == "if-none-match");
        Ok(header.map_or_else(Self::default, |(_, value)| Self::parse(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::{IfNoneMatch, Svg};

    #[test]
    fn tags_are_compared_one_by_one_and_weakly() {
        let check = |value: &str, expected: bool| {
            assert_eq!(
                IfNoneMatch::parse(value).names("\"a1\""),
                expected,
                "{value}"
            );
        };
        check("\"a1\"", true);
        check("W/\"a1\"", true);
        check("\"b\", W/\"a1\"", true);
        check("*", true);
        check("", false);
        check("\"a12\"", false);
        check("a1", false);
    }

    #[test]
    fn the_tag_follows_the_text() {
        let tag = |text: &str| Svg::new(text.to_owned(), "").etag();
        assert_eq!(tag(""), "\"cbf29ce484222325\"");
        assert_eq!(tag("<svg/>"), tag("<svg/>"));
        assert_ne!(tag("<svg/>"), tag("<svg />"));
    }
}
