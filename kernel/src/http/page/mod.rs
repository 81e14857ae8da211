//! The document of every page: the shell's template with its start data, the page's initial data, and the markup that
//! was rendered at build time.

mod holes;
mod initial_data;
mod markup;
mod routes;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use self::initial_data::FirstRequest;
use self::markup::Markup;
use self::routes::{plugin_page, status_of};
use super::extract::language;
use super::frames::frame_source;
use super::problem::Failure;
use super::request_context::{
    CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY_WITH_PORTONE, with_kakao_postcodes,
};
use super::state::Shared;
use super::ui::boot;
use crate::config::PaymentProvider;
use crate::error::{METHOD_NOT_ALLOWED, NOT_FOUND, UNAVAILABLE};

/// The parts of the template that are replaced.
const BOOT_PLACE: &str = "<!--boot-->";
const ROOT: &str = r#"<div id="root"></div>"#;
const HEAD_END: &str = "</head>";
const TITLE: &str = "<title>Witverse</title>";
/// The part of the content security policy that gets the digest of the page's styles.
const STYLES: &str = "style-src 'self'";
/// The part that gets the origin of the CDN.
const PICTURES: &str = "img-src 'self' data: blob:";
/// The directive of connections in the policy.
const CONNECTIONS: &str = "connect-src 'self'";

/// Every path without another route is a page of the shell.
pub(super) async fn page(State(app): State<Shared>, request: Request) -> Result<Response, Failure> {
    let (request, _) = request.into_parts();
    let path = request.uri.path();
    // Never a page, although a world's name would match here.
    if matches!(path.split('/').nth(1), Some("api" | "assets" | "files")) {
        return Err(NOT_FOUND.into());
    }
    if !matches!(request.method, Method::GET | Method::HEAD) {
        let mut response = Failure::from(METHOD_NOT_ALLOWED).into_response();
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
        return Ok(response);
    }
    let template = app.web.index.as_ref().ok_or(UNAVAILABLE)?;
    let language = language(&request.headers);
    let mut boot = boot(&app, language);
    let plugins = app.platform.registry.current();
    let page = plugin_page(&plugins, path);
    let mut status = status_of(&app, &plugins, page.as_ref(), path).await;
    let mut head = String::new();
    // The scripts of this page. Those of other pages are loaded when they are first shown.
    let own = page.as_ref().and_then(|page| {
        let files = boot.plugins.iter();
        let mut files = files.filter(|files| files["id"] == page.plugin.id.as_str());
        files.next().cloned()
    });
    if let Some(files) = &own {
        preload_entry(&mut head, files);
    }
    let mut markup = None;
    if let (Some(page), StatusCode::OK) = (&page, status) {
        match FirstRequest::of(&app, page, &request, language).await {
            FirstRequest::Answered(data) => boot.initial = Some(data),
            // What a visitor may not see looks like what does not exist: a draft, or a block of a private world.
            FirstRequest::Refused if page.route.resource.is_some() => {
                status = StatusCode::NOT_FOUND;
            }
            FirstRequest::Refused | FirstRequest::Unknown => {}
        }
        markup = Markup::of(&app, page, boot.initial.as_ref(), language);
    }
    let mut policy = match app.config.payments.provider {
        PaymentProvider::Portone => CONTENT_SECURITY_POLICY_WITH_PORTONE,
        _ => CONTENT_SECURITY_POLICY,
    }
    .to_owned();
    let frames = frame_source(&app.config.base_url());
    policy = match policy.contains("frame-src") {
        true => policy.replacen("frame-src", &format!("frame-src {frames}"), 1),
        false => format!("{policy}; frame-src {frames}"),
    };
    if app.config.address.kakao {
        policy = with_kakao_postcodes(&policy);
    }
    if let Some(origin) = &app.config.files.cdn_origin {
        policy = with_cdn(&policy, origin);
    }
    let mut html = template.replacen(
        r#"<html lang="ko""#,
        &format!(r#"<html lang="{}""#, language.as_str()),
        1,
    );
    if let (Some(markup), Some(files)) = (markup, &own) {
        let styles = &markup.styles;
        let links = style_links(files);
        // After the shell's styles, which name the order of all layers.
        let after = format!("{links}<style>{styles}</style>{HEAD_END}");
        html = html.replacen(HEAD_END, &after, 1);
        let digest = STANDARD.encode(Sha256::digest(styles));
        policy = policy.replacen(STYLES, &format!("{STYLES} 'sha256-{digest}'"), 1);
        if let Some(title) = &markup.title {
            html = html.replacen(TITLE, &format!("<title>{title}</title>"), 1);
        }
        let body = &markup.body;
        // Inert, because nothing answers a click until the scripts run.
        let root = format!(r#"<div id="root" data-prerendered inert>{body}</div>"#);
        html = html.replacen(ROOT, &root, 1);
    }
    // `<` could end the element; JSON can escape it.
    let json = serde_json::to_string(&boot)
        .map_err(crate::error::Error::internal)?
        .replace('<', "\\u003c");
    head.push_str(&format!(
        r#"<script type="application/json" id="boot">{json}</script>"#
    ));
    let html = html.replacen(BOOT_PLACE, &head, 1);
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::try_from(policy).map_err(crate::error::Error::internal)?,
    );
    headers.insert(
        header::VARY,
        HeaderValue::from_static("cookie, accept-language"),
    );
    if carries_code(request.uri.query()) {
        headers.insert(
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        );
    }
    Ok(response)
}

/// Allows pictures, videos and 3D models from the CDN.
fn with_cdn(policy: &str, origin: &str) -> String {
    let pictures = policy.replacen(PICTURES, &format!("{PICTURES} {origin}"), 1);
    // Scripts fetch models.
    let models = pictures.replacen(CONNECTIONS, &format!("{CONNECTIONS} {origin}"), 1);
    format!("{models}; media-src 'self' {origin}")
}

fn preload_entry(head: &mut String, files: &Value) {
    if let Some(entry) = files["entry"].as_str() {
        let integrity = files["integrity"][entry].as_str().unwrap_or_default();
        head.push_str(&format!(
            r#"<link rel="preload" as="script" href="{entry}" integrity="{integrity}">"#
        ));
    }
}

/// The markup of a page needs its styles before it is painted; other pages load them with their scripts.
fn style_links(files: &Value) -> String {
    let styles = files["css"].as_array().into_iter().flatten();
    let links = styles.filter_map(Value::as_str).map(|href| {
        let integrity = files["integrity"][href].as_str().unwrap_or_default();
        format!(
            r#"<link rel="stylesheet" href="{href}" integrity="{integrity}" crossorigin="anonymous">"#
        )
    });
    links.collect()
}

/// Whether the address contains a one-use code. The shell removes it, but the page's own scripts are loaded before that
/// and must not send the address as their referrer.
fn carries_code(query: Option<&str>) -> bool {
    query
        .unwrap_or_default()
        .split('&')
        .any(|pair| matches!(pair.split('=').next(), Some("login" | "reset")))
}
