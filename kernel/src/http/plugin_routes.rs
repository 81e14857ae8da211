//! The routes of plugins: every path under `/api` without a kernel route.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use witverse_runtime::types;

use super::extract::{
    Caller, ClientIp, WRONG_TYPE, body, clean_body, is_json, is_unsafe, language, query_pairs,
    require_recent_proof, wrong_type,
};
use super::json_shape::list_for_object;
use super::plugin_authorization::{AccessCheck, RequestValues};
use super::problem::Failure;
use super::state::Shared;
use crate::actor::Actor;
use crate::error::{Catalogue, INVALID_QUERY, METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::installs::TRIAL_PLAYER_UNKNOWN;
use crate::permissions::Target;
use crate::plugins::{
    Incoming, Installed, Route, RouteMatch, TRIAL_PLAYERS, handle, parse_rate, trial_player,
};

/// Matches every route of plugins; the kernel's own routes are more specific.
pub(super) const PLUGIN_ROUTES: &str = "/api/{*rest}";
/// Request headers that a plugin may see.
const FORWARDED: &[HeaderName] = &[
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::IF_NONE_MATCH,
    header::USER_AGENT,
];
/// The limit of routes of installed plugins that declare none.
const USUAL_RATE: &str = "20/s";
pub(super) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The number of a made-up player, in calls of a plugin on trial.
const PLAYER: HeaderName = HeaderName::from_static("x-witverse-player");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");
pub(super) const BAD_KEY: Catalogue = Catalogue::new(
    400,
    "idempotency_key_invalid",
    "Idempotency-Key는 1~100자의 글자여야 합니다.",
    "An Idempotency-Key has 1 to 100 plain characters.",
);

/// Whether a route is an unsafe one of the platform's staff, who need a recent proof of identity for it.
pub(super) fn needs_proof(route: &Route) -> bool {
    route.role.is_some() && route.method != "GET"
}

pub(super) async fn serve(
    State(app): State<Shared>,
    request: Request,
) -> Result<Response, Failure> {
    let (mut parts, rest) = request.into_parts();
    let plugins = app.platform.registry.current();
    let path = parts.uri.path().to_owned();
    // HEAD is handled as GET; the server leaves out the body.
    let method = match parts.method.as_str() {
        "HEAD" => "GET",
        method => method,
    }
    .to_owned();
    let (found, params) = match plugins.find(&method, &path) {
        RouteMatch::Route { route, params } => (route, clean_values(params)),
        RouteMatch::Nothing => return Err(NOT_FOUND.into()),
        RouteMatch::OtherMethods(methods) => {
            let mut response = Failure::from(METHOD_NOT_ALLOWED).into_response();
            if let Ok(allow) = HeaderValue::from_str(&methods.join(", ")) {
                response.headers_mut().insert(header::ALLOW, allow);
            }
            return Ok(response);
        }
    };
    let (plugin, route) = plugins.route(found).ok_or(NOT_FOUND)?;
    tracing::Span::current().record("route", route.path.as_str());
    let Caller(actor) = Caller::from_request_parts(&mut parts, &app).await?;
    // A plugin of a world has a limit also if its author has named none.
    let usual = plugin.install.is_some().then_some(USUAL_RATE);
    if let Some((limit, span)) = route.rate.as_deref().or(usual).and_then(parse_rate) {
        let who = actor
            .key()
            .unwrap_or_else(|| ClientIp::of(&parts, &app).network().to_string());
        let limit = limit.saturating_mul(app.config.http.route_rate_factor);
        app.rates.count(
            format!("{} {} {who}", route.method, plugin.route_path(route)),
            limit,
            span,
        )?;
    }
    let query = query_pairs(parts.uri.query()).ok_or(INVALID_QUERY)?;
    let headers = parts.headers.clone();
    let idempotency = idempotency_key(&parts, &actor);
    let body = body(Request::from_parts(parts, rest), &app).await?;
    // What a plugin of others does with its bodies is its own matter.
    let body = match plugin.install {
        None if is_json(&headers) => clean_body(body),
        _ => body,
    };
    let (actor, entered) = in_trial(&app, plugin, &headers, actor).await?;
    let access = AccessCheck {
        entered,
        app: &app,
        plugins: &plugins,
        plugin,
        route,
        actor: &actor,
    };
    let permit = access
        .permit(RequestValues {
            params: &params,
            query: &query,
            body: &body,
            is_json: is_json(&headers),
        })
        .await?;
    if needs_proof(route)
        && let Some(person) = actor.person()
    {
        require_recent_proof(person, &app)?;
    }
    if route.request.is_some() && !is_json(&headers) {
        return Err(WRONG_TYPE.into());
    }
    let schema = plugin.bundle.schema(route.request.as_ref());
    if let Some(place) = schema.and_then(|schema| list_for_object(schema, &body)) {
        return Err(wrong_type(&place));
    }
    let idempotency = idempotency?;
    let language = language(&headers);
    let world = match &plugin.install {
        Some(scope) => scope.name.clone(),
        None => {
            let mut pairs = params.iter().chain(&query);
            let named = pairs.find(|(name, _)| name == "worldName");
            named.map(|(_, value)| value.clone())
        }
    };
    let forwarded = FORWARDED
        .iter()
        .filter_map(|name| {
            let value = headers.get(name)?.to_str().ok()?;
            Some((name.as_str().to_owned(), value.to_owned()))
        })
        .collect();
    let wire = types::Request {
        method: wire_method(&method).ok_or(METHOD_NOT_ALLOWED)?,
        path,
        route: route.path.clone(),
        params,
        query,
        headers: forwarded,
        body: body.to_vec(),
    };
    let answer = handle(
        &app.platform,
        Incoming {
            plugin: plugin.clone(),
            permit,
            actor,
            language,
            world,
            request: wire,
            idempotency,
        },
    )
    .await?;
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let mut response = (status, answer.body).into_response();
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_TYPE);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A response is data: opened as a page, it gets no origin and runs no scripts.
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'",
        ),
    );
    for (name, value) in answer.headers {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), value.parse::<HeaderValue>()) {
            headers.insert(name, value);
        }
    }
    headers
        .entry(header::CONTENT_TYPE)
        .or_insert(HeaderValue::from_static("application/json"));
    if answer.replayed {
        headers.insert(REPLAYED, HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// The values of a path in their one form, as the texts of a body.
fn clean_values(params: Vec<(String, String)>) -> Vec<(String, String)> {
    params
        .into_iter()
        .map(|(name, value)| (name, witverse_text::clean(&value).into_owned()))
        .collect()
}

/// A trial is open to the people who manage the world alone, who use it as themselves or as a made-up player: the actor of the
/// call, and the resource that was entered. Other installs have neither.
pub(super) async fn in_trial(
    app: &Shared,
    plugin: &Installed,
    headers: &HeaderMap,
    actor: Actor,
) -> Result<(Actor, Option<Target>), Failure> {
    let trial = plugin.install.as_ref().filter(|scope| scope.is_trial);
    Ok(match trial {
        Some(scope) => {
            let target = app.installs.tried(&actor, &scope.kind, &scope.id).await?;
            (player(headers, plugin, actor)?, Some(target))
        }
        None => (actor, None),
    })
}

/// The made-up player whom the request names, or the operator.
fn player(headers: &HeaderMap, plugin: &Installed, operator: Actor) -> Result<Actor, Failure> {
    let number = player_number(headers)?;
    let player = trial_player(plugin.id.as_str(), number, language(headers));
    Ok(player.map_or(operator, |player| Actor::Person(Arc::new(player))))
}

/// The number of the made-up player of the request; 0 for the operator.
///
/// # Errors
/// `trial_player_unknown`: a mistake in the number must not act as the operator.
pub(super) fn player_number(headers: &HeaderMap) -> Result<usize, Failure> {
    let Some(value) = headers.get(PLAYER) else {
        return Ok(0);
    };
    let number = value.to_str().ok().and_then(|text| text.parse().ok());
    match number.filter(|number| *number <= TRIAL_PLAYERS) {
        Some(number) => Ok(number),
        None => Err(TRIAL_PLAYER_UNKNOWN.into()),
    }
}

/// The key of an unsafe request and its owner; keys of visitors are not stored.
fn idempotency_key(parts: &Parts, actor: &Actor) -> Result<Option<(String, String)>, Failure> {
    let Some(value) = parts
        .headers
        .get(IDEMPOTENCY_KEY)
        .filter(|_| is_unsafe(&parts.method))
    else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .filter(|key| (1..=100).contains(&key.len()))
        .ok_or(BAD_KEY)?;
    Ok(actor.key().map(|actor| (actor, key.to_owned())))
}

fn wire_method(method: &str) -> Option<types::Method> {
    Some(match method {
        "GET" => types::Method::Get,
        "POST" => types::Method::Post,
        "PUT" => types::Method::Put,
        "PATCH" => types::Method::Patch,
        "DELETE" => types::Method::Delete,
        _ => return None,
    })
}
