//! The page of the shell with its start data, and the same data for development.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::extract::language;
use super::operation::Operation;
use super::problem::Failure;
use super::reply::payload;
use super::request_context::CONTENT_SECURITY_POLICY_WITH_PORTONE;
use super::state::Shared;
use crate::config::PaymentProvider;
use crate::error::{Language, METHOD_NOT_ALLOWED, NOT_FOUND, UNAVAILABLE};
use crate::plugins::{Bundle, Installed, Plugins, UiRoute, decode, find_resource};

/// The placeholder for the start data in the page's template.
const PLACE: &str = "<!--boot-->";

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new(
            "GET",
            "/api/ui/plugins",
            get(plugins),
            "The front ends of the installed plugins",
        )
        .answers::<Boot>(),
    ]
}

/// The start data of the shell.
#[derive(Serialize, JsonSchema)]
struct Boot {
    version: &'static str,
    language: &'static str,
    share: Share,
    dev: Dev,
    plugins: Vec<Value>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Share {
    /// The key of an app registered with Kakao, if the operator has configured one.
    #[serde(skip_serializing_if = "Option::is_none")]
    kakao_key: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Dev {
    mailbox: bool,
}

async fn plugins(State(app): State<Shared>, headers: HeaderMap) -> impl IntoResponse {
    payload(boot(&app, language(&headers)))
}

/// Every path without another route is a page of the shell.
pub(super) async fn page(State(app): State<Shared>, request: Request) -> Result<Response, Failure> {
    let path = request.uri().path();
    // Never a page, although a world's name would match here.
    if matches!(path.split('/').nth(1), Some("api" | "assets")) {
        return Err(NOT_FOUND.into());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = Failure::from(METHOD_NOT_ALLOWED).into_response();
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return Ok(response);
    }
    let template = app.web.index.as_ref().ok_or(UNAVAILABLE)?;
    let language = language(request.headers());
    let boot = boot(&app, language);
    let mut head = String::new();
    // The scripts of this page. Those of other pages are loaded when they are first shown.
    let plugins = app.platform.registry.current();
    let page = plugin_page(&plugins, path);
    let own = |plugin: &&Value| {
        let owner = page.as_ref().map(|page| page.plugin.id.as_str());
        owner.is_some_and(|owner| plugin["id"] == owner)
    };
    for plugin in boot.plugins.iter().filter(own) {
        if let Some(entry) = plugin["entry"].as_str() {
            let integrity = plugin["integrity"][entry].as_str().unwrap_or_default();
            head.push_str(&format!(
                r#"<link rel="preload" as="script" href="{entry}" integrity="{integrity}">"#
            ));
        }
    }
    // `<` could end the element; JSON can escape it.
    let json = serde_json::to_string(&boot)
        .map_err(crate::error::Error::internal)?
        .replace('<', "\\u003c");
    head.push_str(&format!(
        r#"<script type="application/json" id="boot">{json}</script>"#
    ));
    let html = template.replacen(PLACE, &head, 1).replacen(
        r#"<html lang="ko""#,
        &format!(r#"<html lang="{}""#, language.as_str()),
        1,
    );
    let status = status_of(&app, &plugins, page.as_ref(), path).await;
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if app.config.payments.provider == PaymentProvider::Portone {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(CONTENT_SECURITY_POLICY_WITH_PORTONE),
        );
    }
    headers.insert(
        header::VARY,
        HeaderValue::from_static("cookie, accept-language"),
    );
    if carries_code(request.uri().query()) {
        headers.insert(
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        );
    }
    Ok(response)
}

/// Whether the address contains a one-use code. The shell removes it, but the page's own scripts are loaded before that
/// and must not send the address as their referrer.
fn carries_code(query: Option<&str>) -> bool {
    query
        .unwrap_or_default()
        .split('&')
        .any(|pair| matches!(pair.split('=').next(), Some("login" | "reset")))
}

/// A plugin's page at a path.
struct PluginPage<'a> {
    plugin: &'a Installed,
    route: &'a UiRoute,
}

/// The plugin's page at a path: the route with the fewest placeholders wins, and the shell's before a plugin's.
fn plugin_page<'a>(plugins: &'a Plugins, path: &str) -> Option<PluginPage<'a>> {
    let placeholders = |route: &str| route.matches('{').count();
    let pages = plugins.by_id.values().flat_map(|plugin| {
        let routes = plugin.manifest().ui.routes.iter();
        routes.map(|route| PluginPage { plugin, route })
    });
    let page = pages
        .filter(|page| fits(&page.route.path, path))
        .min_by_key(|page| placeholders(&page.route.path))?;
    let shells = SHELL
        .iter()
        .filter(|screen| **screen != page.route.path && fits(screen, path));
    let nearer = shells.map(|screen| placeholders(screen)).min();
    let own = placeholders(&page.route.path);
    nearer.is_none_or(|nearer| nearer > own).then_some(page)
}

/// 404 for a path without a page, and for a page about a resource that does not exist: `/{worldName}` of no world.
async fn status_of(
    app: &Shared,
    plugins: &Plugins,
    page: Option<&PluginPage<'_>>,
    path: &str,
) -> StatusCode {
    let Some(page) = page else {
        let is_own = SHELL.iter().any(|route| fits(route, path));
        return if is_own {
            StatusCode::OK
        } else {
            StatusCode::NOT_FOUND
        };
    };
    let Some(resource) = &page.route.resource else {
        return StatusCode::OK;
    };
    let kind = page.plugin.manifest().full_kind(&resource.kind);
    let key = placeholder_value(&page.route.path, &resource.path, path).unwrap_or_default();
    match find_resource(&app.platform, plugins, &kind, &key).await {
        Ok(None) => StatusCode::NOT_FOUND,
        Ok(Some(_)) => StatusCode::OK,
        // The page itself needs no database.
        Err(error) => {
            tracing::warn!(%error, "the resource of a page could not be looked up");
            StatusCode::OK
        }
    }
}

/// The decoded segment of `path` at a placeholder of `route`.
fn placeholder_value(route: &str, name: &str, path: &str) -> Option<String> {
    let wanted = format!("{{{name}}}");
    let at = segments(route).position(|segment| segment == wanted)?;
    decode(segments(path).nth(at)?)
}

/// The shell's own pages. Their first segments are reserved words for the names of worlds.
const SHELL: &[&str] = &[
    "/",
    "/404",
    "/500",
    "/profile",
    "/profile/{tab}",
    "/user/{id}",
    "/appeal",
    "/terms",
    "/nft-terms",
    "/privacy",
    "/moderation",
    "/moderation/{id}",
    "/admin",
    "/admin/{section}",
    "/admin/{section}/{id}",
    "/dev/ui",
    "/dev/ui/{component}",
];

/// Whether a path matches a route with `{placeholders}`.
fn fits(route: &str, path: &str) -> bool {
    segments(route).count() == segments(path).count()
        && segments(route)
            .zip(segments(path))
            .all(|(route, part)| route.starts_with(['{', ':']) || route == part)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_matches('/').split('/')
}

fn boot(app: &Shared, language: Language) -> Boot {
    let registry = app.platform.registry.current();
    Boot {
        version: env!("CARGO_PKG_VERSION"),
        language: language.as_str(),
        share: Share {
            kakao_key: app.config.share.kakao_key.clone(),
        },
        dev: Dev {
            mailbox: app.config.dev.mailbox,
        },
        plugins: registry
            .by_id
            .values()
            .filter_map(|plugin| front_end(&plugin.bundle))
            .collect(),
    }
}

/// The description of a plugin's front end in the shell's page.
#[must_use]
pub fn front_end(bundle: &Bundle) -> Option<Value> {
    let remote = bundle.remote.as_ref()?;
    let plugin = &bundle.manifest.plugin;
    let url = |name: &String| format!("/assets/plugins/{}/{name}", plugin.id);
    let ui = &bundle.manifest.ui;
    let integrity: serde_json::Map<String, Value> = remote
        .integrity
        .iter()
        .map(|(name, digest)| (url(name), digest.clone().into()))
        .collect();
    let routes = ui
        .routes
        .iter()
        .zip(&bundle.ui.routes)
        .map(|(route, title)| {
            json!({
                "path": route.path,
                "page": route.page,
                "title": title,
                "nav": route.nav,
                "icon": route.icon,
                "layout": route.layout,
            })
        });
    let slots = ui
        .slots
        .iter()
        .zip(&bundle.ui.slots)
        .map(|(slot, title)| json!({ "at": slot.at, "page": slot.page, "title": title }));
    Some(json!({
        "id": plugin.id.as_str(),
        "version": plugin.version,
        "entry": url(&remote.entry),
        "integrity": integrity,
        "js": remote.js.iter().map(url).collect::<Vec<_>>(),
        "css": remote.css.iter().map(url).collect::<Vec<_>>(),
        "routes": routes.collect::<Vec<_>>(),
        "slots": slots.collect::<Vec<_>>(),
        "invalidates": ui.invalidates,
    }))
}
