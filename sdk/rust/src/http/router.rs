//! Dispatches a request to the handler of its route. The kernel has matched the path already and passes the pattern of
//! the manifest, so this module only compares method and pattern.

#[cfg(not(target_family = "wasm"))]
use super::RouteInfo;
#[cfg(not(target_family = "wasm"))]
use super::route_types::RouteTypes;
use super::{FromRequest, IntoResponse, Method, Request, Response};
use crate::ctx::Ctx;
use crate::error::{Error, NOT_FOUND};

/// One entry of a plugin's route table; made by [`route!`](crate::route!).
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The method in the manifest.
    pub method: Method,
    /// The path in the manifest, with placeholders.
    pub path: &'static str,
    /// Reads the input, calls the handler, writes the output.
    pub run: fn(&Ctx, &Request) -> Result<Response, Error>,
    /// What the manifest says about it.
    #[cfg(not(target_family = "wasm"))]
    pub info: RouteInfo,
    /// Describes the handler's input and output.
    #[cfg(not(target_family = "wasm"))]
    pub types: fn(&mut RouteTypes),
}

/// `route!(Post "/api/v3/worlds" => create_world, action: "createWorld", rate: "1/s", problems: &[NAME_TAKEN.code])`: a route, its
/// handler, and its entry in the manifest, which `routes.json` has with the schemas of the handler's types. A doc comment before it is
/// the summary; the other fields are those of [`RouteInfo`](crate::http::RouteInfo). Without an action the manifest itself lists the
/// route.
///
/// A handler is a function `fn(&Ctx, Input) -> Result<Output, Error>`, where `Input` implements
/// [`FromRequest`](crate::http::FromRequest) and `Output` implements [`IntoResponse`](crate::http::IntoResponse). Types in them derive
/// `schemars::JsonSchema`.
///
/// ```
/// use witverse_sdk::{Ctx, Error, http::{Payload, Route}, route};
///
/// fn ping(_: &Ctx, (): ()) -> Result<Payload<&'static str>, Error> {
///     Ok(Payload("pong"))
/// }
/// const ROUTES: &[Route] = &[route!(Get "/api/x/ping" => ping)];
/// assert_eq!(ROUTES[0].path, "/api/x/ping");
/// ```
#[macro_export]
macro_rules! route {
    ($(#[doc = $summary:literal])* $method:ident $path:literal => $handler:path $(, $name:ident: $value:expr)* $(,)?) => {
        $crate::http::Route {
            method: $crate::http::Method::$method,
            path: $path,
            run: |ctx, request| {
                // Checked in the compiled plugin, too, which does not contain it.
                const _: $crate::http::RouteInfo = $crate::route!(@info ($($summary)*) $($name: $value)*);
                $crate::http::run(ctx, request, $handler)
            },
            #[cfg(not(target_family = "wasm"))]
            types: |types| $crate::http::describe_handler(types, $handler),
            #[cfg(not(target_family = "wasm"))]
            info: $crate::route!(@info ($($summary)*) $($name: $value)*),
        }
    };
    (@info ($($summary:literal)*) $($name:ident: $value:expr)*) => {
        $crate::http::RouteInfo {
            summary: concat!($($summary),*),
            $($name: $value,)*
            ..$crate::http::RouteInfo::NONE
        }
    };
}

/// Reads a handler's input, calls it and writes its output. [`route!`](crate::route!) writes the call.
pub fn run<I: FromRequest, O: IntoResponse>(
    ctx: &Ctx,
    request: &Request,
    handler: impl FnOnce(&Ctx, I) -> Result<O, Error>,
) -> Result<Response, Error> {
    handler(ctx, I::from_request(request)?)?.into_response()
}

/// Describes the input and output of a handler. [`route!`](crate::route!) writes the call.
#[cfg(not(target_family = "wasm"))]
pub fn describe_handler<I: FromRequest, O: IntoResponse>(
    types: &mut RouteTypes,
    _: impl FnOnce(&Ctx, I) -> Result<O, Error>,
) {
    I::describe(types);
    O::describe(types);
}

/// Calls the handler of the request's route; 404 if the table has none.
pub fn dispatch(routes: &[Route], ctx: &Ctx, request: &Request) -> Result<Response, Error> {
    let found = routes
        .iter()
        .find(|route| route.method == request.method && route.path == request.route);
    match found {
        Some(route) => (route.run)(ctx, request),
        None => Err(NOT_FOUND.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Json, Payload, input::tests::request};
    use super::*;

    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct In {
        n: u32,
    }

    fn double(_: &Ctx, Json(body): Json<In>) -> Result<Payload<u32>, Error> {
        Ok(Payload(body.n * 2))
    }

    const ROUTES: &[Route] = &[crate::route!(Post "/api/x/{id}/double" => double)];

    #[test]
    fn finds_the_handler_by_method_and_pattern() {
        let ctx = Ctx::new();
        let mut called = request(br#"{"n": 21}"#);
        called.route = "/api/x/{id}/double".into();
        let response = dispatch(ROUTES, &ctx, &called).expect("an answer");
        assert_eq!(response.body, br#"{"payload":42}"#);
        called.method = Method::Get;
        let error = dispatch(ROUTES, &ctx, &called).expect_err("no such route");
        assert_eq!(error.status(), 404);
    }
}
