//! Serves the front ends of installed plugins, each on an origin of its own: `<install>.plugins.<host>`.
//!
//! The shell shows them in frames with `sandbox="allow-scripts allow-forms"`: the scripts of a page handle its forms, and its
//! policy lets none be sent. The policy of each document repeats the sandbox, so a
//! document that is opened by itself has no origin either: no cookies, no storage, no requests. It reaches the platform
//! only through messages to the shell (`web-plugins/extensions`). The files are public, like every front end.
//!
//! Between the shell and a page is a document of the platform on the same host, `/-/frame?page=<file>`. It passes messages
//! on, and its policy `frame-src 'self'` decides about each navigation of the page: the policy of the shell's pages may have to
//! allow frames of every site (card payments).

use std::io::SeekFrom;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::assets::accepts_brotli;
use super::extract::{ClientIp, query_value};
use super::frame_files::{Opened, pieces_of};
use super::problem::Failure;
use super::ranges::{Asked, asked, is_named, mark_part, outside, range_of};
use super::state::Shared;
use crate::error::{Error, METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::plugins::{Installed, is_plain_path};
use crate::secret::hex;
use crate::web_files::compressible;

/// The path of the document that holds a page.
const FRAME: &str = "-/frame";
/// Files that a network may request. A page has some dozens, which a browser revalidates.
const FILES_PER_MINUTE: u32 = 1_200;
/// Before the version of a package in the address of a file.
const VERSIONED: &str = "-/v/";
/// What a page may do. Frames inside a frame can do no more than the outer ones.
const SANDBOX: &str = "allow-scripts allow-forms";
const OUTER_STYLE: &str = "body{margin:0}iframe{display:block;width:100%;height:100vh;border:0}";
/// Passes messages on between the page and the shell, told apart by their windows. A page that opens another document is
/// removed.
const OUTER_SCRIPT: &str = include_str!("outer_frame.js");

/// A response that the compression of all responses leaves as it is.
#[derive(Clone, Copy)]
pub(super) struct CompressedAlready;

/// Between the id of an install and the host of the platform.
const PLUGINS: &str = ".plugins.";

/// The platform's host without a port, of its public address.
pub(super) fn platform_host(base_url: &str) -> &str {
    let (_, rest) = base_url.split_once("://").unwrap_or(("", base_url));
    let authority = rest.split('/').next().unwrap_or(rest);
    authority.split(':').next().unwrap_or(authority)
}

/// The host of installs' front ends, without the label of the install.
pub(super) fn frame_host(base_url: &str) -> String {
    format!("{}{}", &PLUGINS[1..], platform_host(base_url))
}

/// The source of frames for the policy of the shell's pages. A development server may have any port.
pub(super) fn frame_source(base_url: &str) -> String {
    let (scheme, _) = base_url.split_once("://").unwrap_or(("http", ""));
    let host = platform_host(base_url);
    let port = if host == "localhost" { ":*" } else { "" };
    format!("{scheme}://*{PLUGINS}{host}{port}")
}

/// Answers requests to the host of an install; passes all others on.
pub(super) async fn by_host(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let base = app.config.base_url();
    match install_of(&request, platform_host(&base)) {
        Some(install) => {
            let (parts, _) = request.into_parts();
            let answered = answer(&app, &install, &parts).await;
            answered.unwrap_or_else(IntoResponse::into_response)
        }
        None => next.run(request).await,
    }
}

/// The install that the host of a request names: of its address, or of its `Host` header.
fn install_of(request: &Request, platform: &str) -> Option<String> {
    let header = || request.headers().get(header::HOST)?.to_str().ok();
    let host = request.uri().host().or_else(header)?;
    let host = host.split(':').next()?.to_ascii_lowercase();
    let install = host.strip_suffix(platform)?.strip_suffix(PLUGINS)?;
    Some(install.to_owned())
}

async fn answer(app: &Shared, install: &str, request: &Parts) -> Result<Response, Failure> {
    app.rates.count(
        format!("frames {}", ClientIp::of(request, app).network()),
        FILES_PER_MINUTE.saturating_mul(app.config.http.route_rate_factor),
        Duration::from_secs(60),
    )?;
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return Err(METHOD_NOT_ALLOWED.into());
    }
    let plugins = app.platform.registry.current();
    let plugin = plugins.get(install).filter(|one| one.install.is_some());
    let plugin = plugin.ok_or(NOT_FOUND)?;
    let path = request.uri.path().trim_start_matches('/');
    let current = install_version(plugin);
    if path == FRAME {
        let folder = &plugin.bundle.folder;
        app.frames.keep_version(install, &current, folder);
        return outer(app, request, &current);
    }
    // A page that was opened before an update goes on with the files of its own version.
    let (version, path) = match path.strip_prefix(VERSIONED) {
        Some(rest) => rest.split_once('/').ok_or(NOT_FOUND)?,
        None => (current.as_str(), path),
    };
    let folder = match version == current {
        true => Some(plugin.bundle.folder.clone()),
        false => app.frames.version(install, version),
    };
    let folder = folder.ok_or(NOT_FOUND)?;
    if !is_plain_path(path) {
        return Err(NOT_FOUND.into());
    }
    let etag = format!("\"{version}\"");
    let mut response = match is_named(&request.headers, &header::IF_NONE_MATCH, &etag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let mime = mime_guess::from_path(path).first_or_octet_stream();
            // A part of a file is a part of its own bytes.
            let range = range_of(&request.headers, &etag);
            let accepts = range.is_none() && accepts_brotli(&request.headers);
            let compressible = compressible(mime.essence_str());
            let opened = app.frames.open(&folder, path, compressible, accepts);
            content(opened.await.ok_or(NOT_FOUND)?, range, &mime).await?
        }
    };
    let policy = format!(
        "sandbox {SANDBOX}; default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self' {}",
        shell_source(app)
    );
    add_headers(&mut response, &policy, &etag);
    Ok(response)
}

async fn content(
    mut opened: Opened,
    range: Option<&str>,
    mime: &mime_guess::Mime,
) -> Result<Response, Failure> {
    let whole = opened.bytes;
    let (part, is_part) = match asked(range, whole) {
        Asked::Whole => (0..whole, false),
        Asked::Part(part) => (part, true),
        Asked::Outside => return Ok(outside(whole)),
    };
    opened
        .file
        .seek(SeekFrom::Start(part.start))
        .await
        .map_err(Error::internal)?;
    let pieces = pieces_of(opened.file.take(part.end - part.start));
    let mut response = Body::from_stream(pieces).into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CONTENT_LENGTH, (part.end - part.start).into());
    if opened.is_brotli {
        let coding = HeaderValue::from_static("br");
        headers.insert(header::CONTENT_ENCODING, coding);
    }
    if let Ok(mime) = HeaderValue::from_str(&content_type(mime.essence_str())) {
        headers.insert(header::CONTENT_TYPE, mime);
    }
    if is_part {
        mark_part(&mut response, &part, whole)?;
    }
    Ok(response)
}

/// The document of the platform that holds a page.
fn outer(app: &Shared, request: &Parts, version: &str) -> Result<Response, Failure> {
    let page = query_value(request, "page")?.unwrap_or_default();
    if !is_plain_path(&page) {
        return Err(NOT_FOUND.into());
    }
    // Nothing in a plain path has a meaning in HTML.
    let document = format!(
        "<!doctype html><meta charset=\"utf-8\"><style>{OUTER_STYLE}</style><script>{OUTER_SCRIPT}</script>\
         <iframe sandbox=\"{SANDBOX}\" referrerpolicy=\"no-referrer\" src=\"/{VERSIONED}{version}/{page}\"></iframe>"
    );
    let policy = format!(
        "sandbox {SANDBOX} allow-same-origin; default-src 'none'; script-src '{}'; style-src '{}'; \
         frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {}",
        source_of(OUTER_SCRIPT),
        source_of(OUTER_STYLE),
        shell_source(app)
    );
    let etag = format!(
        "\"{}\"",
        hex(&blake3::hash(document.as_bytes()).as_bytes()[..8])
    );
    let mut response = document.into_response();
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, html);
    add_headers(&mut response, &policy, &etag);
    Ok(response)
}

/// An inline script or style in a policy.
fn source_of(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// The pages of the shell, as the ancestors of frames.
fn shell_source(app: &Shared) -> String {
    let base = app.config.base_url();
    match platform_host(&base) {
        "localhost" => "http://localhost:*".into(),
        _ => base,
    }
}

fn add_headers(response: &mut Response, policy: &str, etag: &str) {
    response.extensions_mut().insert(CompressedAlready);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::ETAG, etag),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
        (header::REFERRER_POLICY, "no-referrer"),
        // A document without an origin fetches its own scripts from "another" origin.
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"),
        (PERMISSIONS_POLICY, NO_DEVICES),
        // Names of hosts could carry data out of the frame.
        (DNS_PREFETCH, "off"),
    ] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    }
}

/// Changes with every file of the front end.
fn install_version(plugin: &Installed) -> String {
    let scope = plugin.install.as_ref();
    scope.map_or_else(String::new, |scope| hex(&scope.package[..16]))
}

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName =
    HeaderName::from_static("cross-origin-resource-policy");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const DNS_PREFETCH: HeaderName = HeaderName::from_static("x-dns-prefetch-control");
const NO_DEVICES: &str =
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), fullscreen=()";

fn content_type(essence: &str) -> String {
    match essence.starts_with("text/") || essence == "application/json" {
        true => format!("{essence}; charset=utf-8"),
        false => essence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_install_is_named_by_the_host() {
        let check = |host: &'static str, expected: Option<&str>| {
            let named = Request::builder().header(header::HOST, host).uri("/a");
            let addressed = Request::builder().uri(format!("http://{host}/a"));
            for request in [named, addressed] {
                let request = request.body(Body::empty()).expect("a request");
                let install = install_of(&request, "witverse.app");
                assert_eq!(install.as_deref(), expected, "{host}");
            }
        };
        check("x-abc.plugins.witverse.app", Some("x-abc"));
        check("X-ABC.Plugins.Witverse.App:8443", Some("x-abc"));
        check("witverse.app", None);
        check("plugins.witverse.app", None);
        check("x-abc.plugins.witverse.app.evil.example", None);
        check("x-abcpluginswitverse.app", None);
    }

    #[test]
    fn frames_of_the_platform_alone_are_allowed() {
        assert_eq!(
            frame_source("https://witverse.app"),
            "https://*.plugins.witverse.app"
        );
        assert_eq!(
            frame_source("http://localhost:8080"),
            "http://*.plugins.localhost:*"
        );
        assert_eq!(frame_host("https://witverse.app/"), "plugins.witverse.app");
    }
}
