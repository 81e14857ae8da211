//! Parses the caller's input. Invalid input is answered here, with the field it concerns.
//!
//! Text that is not JSON is 400 `invalid_body`; JSON of the wrong shape is 422 `validation_failed` with a field path
//! such as `description.ko` or `items[2].name`. Unknown fields are ignored: clients may be older or newer. The
//! character U+0000 is refused everywhere, because the database cannot store it.

use super::input_error::shape_error;
#[cfg(not(target_family = "wasm"))]
use super::route_types::RouteTypes;
use super::{Request, pairs};
use crate::error::{Error, INVALID_BODY};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;

/// An input of a handler.
pub trait FromRequest: Sized {
    /// Reads it from the request.
    ///
    /// # Errors
    /// 400 `invalid_body` or 422 `validation_failed`, as described at the top of this module.
    fn from_request(request: &Request) -> Result<Self, Error>;

    /// Describes the input; one without a description has none.
    #[cfg(not(target_family = "wasm"))]
    fn describe(_types: &mut RouteTypes) {}
}

/// The body, as JSON of the shape `T`.
#[derive(Clone, Debug, PartialEq)]
pub struct Json<T>(pub T);

/// The bytes of a body of the shape `T`, for a handler that checks their number before it parses them.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonBytes<T> {
    bytes: Vec<u8>,
    shape: PhantomData<T>,
}

impl<T: DeserializeOwned> JsonBytes<T> {
    /// How many there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "an empty body is no JSON")]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The body.
    ///
    /// # Errors
    /// As of [`Json`].
    pub fn parse(&self) -> Result<T, Error> {
        parse_json(&self.bytes)
    }
}

/// The query, as a struct of the shape `T`: numbers and booleans are parsed from text, absent ones are `None` or the
/// default.
#[derive(Clone, Debug, PartialEq)]
pub struct Query<T>(pub T);

/// The values of the route's `{placeholders}`, as a struct of the shape `T`.
#[derive(Clone, Debug, PartialEq)]
pub struct Params<T>(pub T);

impl FromRequest for () {
    fn from_request(_: &Request) -> Result<Self, Error> {
        Ok(())
    }
}

impl FromRequest for Request {
    fn from_request(request: &Request) -> Result<Self, Error> {
        Ok(request.clone())
    }
}

impl<T: DeserializeOwned + JsonSchema> FromRequest for Json<T> {
    fn from_request(request: &Request) -> Result<Self, Error> {
        parse_json(&request.body).map(Self)
    }

    #[cfg(not(target_family = "wasm"))]
    fn describe(types: &mut RouteTypes) {
        types.takes::<T>();
    }
}

impl<T: JsonSchema> FromRequest for JsonBytes<T> {
    fn from_request(request: &Request) -> Result<Self, Error> {
        Ok(Self {
            bytes: request.body.clone(),
            shape: PhantomData,
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn describe(types: &mut RouteTypes) {
        types.takes::<T>();
    }
}

impl<T: DeserializeOwned + JsonSchema> FromRequest for Query<T> {
    fn from_request(request: &Request) -> Result<Self, Error> {
        pairs::read(&request.query).map(Self)
    }

    #[cfg(not(target_family = "wasm"))]
    fn describe(types: &mut RouteTypes) {
        types.asks::<T>();
    }
}

impl<T: DeserializeOwned> FromRequest for Params<T> {
    fn from_request(request: &Request) -> Result<Self, Error> {
        pairs::read(&request.params).map(Self)
    }
}

impl<A: FromRequest, B: FromRequest> FromRequest for (A, B) {
    fn from_request(request: &Request) -> Result<Self, Error> {
        Ok((A::from_request(request)?, B::from_request(request)?))
    }

    #[cfg(not(target_family = "wasm"))]
    fn describe(types: &mut RouteTypes) {
        A::describe(types);
        B::describe(types);
    }
}

/// Reads JSON of the shape `T`, with the errors described at the top of this module.
///
/// ```
/// #[derive(serde::Deserialize, Debug)]
/// struct New { name: String }
/// let error = witverse_sdk::http::parse_json::<New>(br#"{"name": 3}"#).unwrap_err();
/// assert_eq!((error.status(), error.fields()[0].field.as_str()), (422, "name"));
/// ```
pub fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    if contains_nul(body) {
        return Err(INVALID_BODY.into());
    }
    // Tracking the path makes each value slower, so it is only determined for an invalid body.
    serde_json::from_slice(body).or_else(|_| parse_with_path(body))
}

/// True if the JSON text contains an escaped U+0000. (Unescaped, it is not JSON.)
fn contains_nul(json: &[u8]) -> bool {
    const ESCAPE: &[u8] = b"\\u0000";
    json.windows(ESCAPE.len()).enumerate().any(|(at, window)| {
        let backslashes = || json[..at].iter().rev().take_while(|byte| **byte == b'\\');
        window == ESCAPE && backslashes().count() % 2 == 0
    })
}

/// Parses the body again, tracking the path, and returns the error with the field that it concerns.
fn parse_with_path<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let error = match serde_path_to_error::deserialize(&mut deserializer) {
        Ok(value) => {
            return deserializer
                .end()
                .map(|()| value)
                .map_err(|_| INVALID_BODY.into());
        }
        Err(error) => error,
    };
    if error.inner().classify() != serde_json::error::Category::Data {
        return Err(INVALID_BODY.into());
    }
    let path = error.path().to_string();
    Err(shape_error(&path, &error.inner().to_string()))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::http::Method;
    use serde::Deserialize;

    pub(in crate::http) fn request(body: &[u8]) -> Request {
        Request {
            method: Method::Post,
            path: "/api/x/7/double".into(),
            route: String::new(),
            params: vec![("id".into(), "7".into())],
            query: vec![],
            headers: vec![],
            body: body.to_vec(),
        }
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct New {
        name: String,
        #[serde(default)]
        texts: Vec<Text>,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    struct Text {
        ko: String,
    }

    #[test]
    fn invalid_bodies_name_the_field() {
        let check = |body: &str, expect: &str| {
            let error = parse_json::<New>(body.as_bytes()).expect_err(body);
            let field = error.fields().first().map_or("", |f| f.field.as_str());
            assert_eq!(
                format!("{} {} {field}", error.status(), error.code()),
                expect
            );
        };
        check("", "400 invalid_body ");
        check("{", "400 invalid_body ");
        check(r#"{"name":"a"} x"#, "400 invalid_body ");
        check("\u{feff}{}", "400 invalid_body ");
        check(r#"{"name":"a\u0000"}"#, "400 invalid_body ");
        check("[]", "422 validation_failed body");
        check("3", "422 validation_failed body");
        check("{}", "422 validation_failed name");
        check(r#"{"name":null}"#, "422 validation_failed name");
        check(
            r#"{"name":"a","texts":[{"ko":"x"},{}]}"#,
            "422 validation_failed texts[1].ko",
        );
        check(
            r#"{"name":"a","texts":[{"ko":1}]}"#,
            "422 validation_failed texts[0].ko",
        );
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let new: New = parse_json(br#"{"name":"\\u0000","access_at":1}"#).expect("reads");
        assert_eq!(new.name, r"\u0000");
    }

    #[test]
    fn placeholders_are_typed() {
        #[derive(Deserialize)]
        struct At {
            id: u32,
        }
        let Params(at) = Params::<At>::from_request(&request(b"")).expect("reads");
        assert_eq!(at.id, 7);
    }
}
