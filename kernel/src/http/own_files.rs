//! `/api/x/{id}/-/files/{name}`: files that an install has stored, for the people whom its own policies permit it.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::extract::{Caller, ClientIp};
use super::operation::Operation;
use super::pagination::PathValues;
use super::plugin_authorization::{AccessCheck, RequestValues};
use super::plugin_routes::in_trial;
use super::problem::Failure;
use super::state::Shared;
use crate::error::{Error, FORBIDDEN, NOT_FOUND, TOO_MANY, UNAUTHENTICATED};
use crate::files::{FILE_NOT_FOUND, TEXT, is_own_file_name};

/// Downloads of one person from one install in ten seconds.
const DOWNLOADS: u32 = 100;
/// A file is data: opened as a page, it gets no origin and runs no scripts.
const HEADERS: [(HeaderName, &str); 3] = [
    (header::CACHE_CONTROL, "private, no-cache"),
    (
        header::CONTENT_SECURITY_POLICY,
        "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
];

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/x/{id}/-/files/{name}",
            get(download),
            "A file that an installed plugin has stored: a picture as WebP, a sound, a video or a text. For the people who may do the action that the plugin names for it",
        )
        .media_type("*/*")
        .fails(&[NOT_FOUND, FILE_NOT_FOUND, UNAUTHENTICATED, FORBIDDEN, TOO_MANY])
        .refused_by_plugins(),
    ]
}

async fn download(
    State(app): State<Shared>,
    Caller(actor): Caller,
    ip: ClientIp,
    path: PathValues,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let (install, name) = (path.text("id")?, path.text("name")?);
    let plugins = app.platform.registry.current();
    let plugin = plugins.get(install).filter(|one| one.install.is_some());
    let plugin = plugin.ok_or(NOT_FOUND)?;
    let own = plugin.manifest().capabilities.files.own();
    let action = own.and_then(|own| own.read.as_deref()).ok_or(NOT_FOUND)?;
    // The manifest was checked: it is the action of a GET route, whose refusals apply.
    let mut routes = plugin.manifest().routes.iter();
    let route = routes.find(|route| route.method == "GET" && route.action == action);
    let route = route.ok_or(NOT_FOUND)?;
    let who = actor.key().unwrap_or_else(|| ip.network().to_string());
    let limit = DOWNLOADS.saturating_mul(app.config.http.route_rate_factor);
    let key = format!("files of {install} {who}");
    app.rates.count(key, limit, Duration::from_secs(10))?;
    let (actor, entered) = in_trial(&app, plugin, &headers, actor).await?;
    let access = AccessCheck {
        entered,
        app: &app,
        plugins: &plugins,
        plugin,
        route,
        actor: &actor,
    };
    let no_values = RequestValues {
        params: &[],
        query: &[],
        body: &Bytes::new(),
        is_json: false,
    };
    let permit = access.permit(no_values).await?;
    if !is_own_file_name(name) {
        return Err(FILE_NOT_FOUND.into());
    }
    let file = app.files.own_file(&permit, install, name).await?;
    let etag = file.etag();
    let known = headers.get(header::IF_NONE_MATCH);
    let mut response = match known.is_some_and(|known| known.as_bytes() == etag.as_bytes()) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let mut response = file.content.into_response();
            let written = response.headers_mut();
            let media = HeaderValue::try_from(&file.media_type).map_err(Error::internal)?;
            written.insert(header::CONTENT_TYPE, media);
            if file.media_type == TEXT {
                let download = format!("attachment; filename=\"{name}\"");
                let download = HeaderValue::try_from(download).map_err(Error::internal)?;
                written.insert(header::CONTENT_DISPOSITION, download);
            }
            response
        }
    };
    let written = response.headers_mut();
    for (name, value) in HEADERS {
        written.insert(name, HeaderValue::from_static(value));
    }
    let etag = HeaderValue::try_from(etag).map_err(Error::internal)?;
    written.insert(header::ETAG, etag);
    Ok(response)
}
