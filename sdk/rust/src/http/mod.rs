//! Requests and responses: the inputs and outputs of a route's handler.
//!
//! A handler declares its input ([`Json`], [`Query`], [`Params`], nothing) and its output ([`Payload`], [`Created`], [`Svg`], a
//! [`Response`]); invalid input never reaches it. Success bodies are `{"payload": …}`, as everywhere on the platform.

#[cfg(not(target_family = "wasm"))]
mod describe;
mod input;
mod input_error;
mod pairs;
mod route_info;
#[cfg(not(target_family = "wasm"))]
mod route_types;
mod router;
mod svg;

#[cfg(not(target_family = "wasm"))]
pub use describe::check_described;
pub use input::{FromRequest, Json, JsonBytes, Params, Query, parse_json};
pub use route_info::{RouteInfo, RouteResource};
#[cfg(not(target_family = "wasm"))]
pub use route_types::RouteTypes;
#[cfg(not(target_family = "wasm"))]
pub use router::describe_handler;
pub use router::{Route, dispatch, run};
pub use svg::{IfNoneMatch, Svg};

use crate::bindings::witverse::plugin::types;
use crate::error::Error;
use schemars::JsonSchema;
use serde::Serialize;

/// A request from the kernel: already matched to a route, and allowed by Cedar.
pub use types::Request;

/// An HTTP method.
pub use types::Method;

/// The response of a handler.
pub use types::Response;

/// The success response of a handler; becomes a [`Response`].
pub trait IntoResponse {
    /// Converts the response to bytes.
    fn into_response(self) -> Result<Response, Error>;

    /// Describes the response; one without a description has none.
    #[cfg(not(target_family = "wasm"))]
    fn describe(_types: &mut RouteTypes) {}
}

/// 200 with `{"payload": …}`.
///
/// ```
/// use witverse_sdk::http::{IntoResponse, Payload};
/// let response = Payload(serde_json::json!({"ok": true})).into_response().expect("serialises");
/// assert_eq!(response.body, br#"{"payload":{"ok":true}}"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Payload<T>(pub T);

/// 201 with `{"payload": …}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Created<T>(pub T);

#[derive(Serialize)]
struct Envelope<T> {
    payload: T,
}

/// A response with a JSON body.
pub fn json_response(status: u16, body: &impl Serialize) -> Result<Response, Error> {
    let body = serde_json::to_vec(body)
        .map_err(|error| Error::internal(format!("the answer does not serialise: {error}")))?;
    Ok(Response {
        status,
        headers: vec![("content-type".into(), "application/json".into())],
        body,
    })
}

impl<T: Serialize + JsonSchema> IntoResponse for Payload<T> {
    fn into_response(self) -> Result<Response, Error> {
        json_response(200, &Envelope { payload: self.0 })
    }

    #[cfg(not(target_family = "wasm"))]
    fn describe(types: &mut RouteTypes) {
        types.answers::<T>(200);
    }
}

impl<T: Serialize + JsonSchema> IntoResponse for Created<T> {
    fn into_response(self) -> Result<Response, Error> {
        json_response(201, &Envelope { payload: self.0 })
    }

    #[cfg(not(target_family = "wasm"))]
    fn describe(types: &mut RouteTypes) {
        types.answers::<T>(201);
    }
}

impl IntoResponse for Response {
    fn into_response(self) -> Result<Response, Error> {
        Ok(self)
    }
}
