//! Requests of services: the type of a request names its service and method, and provider and callers share it with its answer.

pub mod avatars;
pub mod blocks;
pub mod friends;
pub mod items;
pub mod presence;
pub mod worlds;

use crate::ctx::Ctx;
use crate::error::{Error, NOT_FOUND};
use crate::http::parse_json;
pub use crate::request::Request;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A call of a service that this plugin provides.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceCall {
    /// The service, with its version: `account-info@1`.
    pub service: String,
    /// The method's name.
    pub method: String,
    /// The payload, as JSON.
    pub payload: Vec<u8>,
    /// The calling plugin, or `kernel`.
    pub from: String,
}

impl ServiceCall {
    /// The payload as a `T`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        parse_json(&self.payload)
    }

    /// The response of a service.
    pub fn answer(value: &impl Serialize) -> Result<Vec<u8>, Error> {
        serde_json::to_vec(value)
            .map_err(|error| Error::internal(format!("the answer does not serialise: {error}")))
    }
}

/// A method of a service that the plugin provides, with its handler; made by [`serve!`](crate::serve!).
#[derive(Clone, Copy, Debug)]
pub struct ServiceRoute {
    #[doc(hidden)]
    pub name: (&'static str, &'static str),
    #[doc(hidden)]
    pub call: fn(&Ctx, &ServiceCall) -> Result<Vec<u8>, Error>,
}

/// Connects a [`Request`](crate::services::Request) with a handler `fn(&Ctx, Request) -> Result<Answer, Error>`, or, with `from`,
/// with a handler `fn(&Ctx, &str, Request)` that learns which plugin calls.
#[macro_export]
macro_rules! serve {
    ($request:ty => $handler:path) => {
        $crate::services::route::<$request>(|ctx, call| {
            $crate::services::answer::<$request>(call, |request| $handler(ctx, request))
        })
    };
    ($request:ty, from => $handler:path) => {
        $crate::services::route::<$request>(|ctx, call| {
            $crate::services::answer::<$request>(call, |request| $handler(ctx, &call.from, request))
        })
    };
}

/// For [`serve!`](crate::serve!).
#[doc(hidden)]
pub const fn route<R: Request>(
    call: fn(&Ctx, &ServiceCall) -> Result<Vec<u8>, Error>,
) -> ServiceRoute {
    ServiceRoute {
        name: (R::SERVICE, R::METHOD),
        call,
    }
}

/// For [`serve!`](crate::serve!).
#[doc(hidden)]
pub fn answer<R: Request>(
    call: &ServiceCall,
    handler: impl FnOnce(R) -> Result<R::Answer, Error>,
) -> Result<Vec<u8>, Error> {
    ServiceCall::answer(&handler(call.json()?)?)
}

/// Answers a call with the handler of its method; 404 for an unknown one.
///
/// # Errors
/// The problem of the handler.
pub fn dispatch(routes: &[ServiceRoute], ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    let name = (call.service.as_str(), call.method.as_str());
    match routes.iter().find(|route| route.name == name) {
        Some(route) => (route.call)(ctx, call),
        None => Err(NOT_FOUND.into()),
    }
}
