//! `/sandbox/pay/{paymentId}`: the payment page of the sandbox provider, which moves no money. It has no script. A form
//! is valid once, and only in the browser that it was created for.

mod page;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use cookie::{Cookie, SameSite};
use time::Duration;
use uuid::Uuid;

use super::extract::{append_cookie, cookie, language, query_pairs, same_origin};
use super::pagination::PathValues;
use super::state::Shared;
use crate::error::{Error, Language, Problem, UNKNOWN};
use crate::payments::{ORDER_NOT_FOUND, Sandbox, SandboxAction};
use crate::secret::hex;

/// The cookie that identifies a browser, so that a form of one browser is refused from another.
const VISITOR_COOKIE: &str = "witverse_sandbox";
const PATH: &str = "/sandbox/pay/{paymentId}";
const STYLE: &str = include_str!("sandbox/page.css");
/// A page without external resources that sends its forms to this origin only.
const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; \
base-uri 'none'";

pub(super) fn routes() -> Router<Shared> {
    Router::new()
        .route(PATH, get(show).post(press))
        .route(page::STYLE_PATH, get(style))
}

async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)
}

/// The browser and the language of a request.
struct Visit {
    visitor: String,
    is_new: bool,
    language: Language,
    /// The language that the URL requests.
    chosen: Option<Language>,
}

impl Visit {
    fn of(app: &Shared, headers: &HeaderMap, query: Option<&str>) -> Self {
        let known = cookie(headers, VISITOR_COOKIE)
            .filter(|value| value.len() == 32 && value.bytes().all(|b| b.is_ascii_hexdigit()));
        let chosen = query_pairs(query)
            .into_iter()
            .flatten()
            .find(|(name, _)| name == "lang")
            .and_then(|(_, value)| Language::parse(&value));
        Self {
            visitor: known.map_or_else(|| hex(&app.platform.rng.bytes::<16>()), str::to_owned),
            is_new: known.is_none(),
            language: chosen.unwrap_or_else(|| language(headers)),
            chosen,
        }
    }

    fn answer(&self, app: &Shared, status: StatusCode, html: String) -> Response {
        let mut response = (status, Html(html)).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.is_new {
            let cookie = Cookie::build((VISITOR_COOKIE, self.visitor.to_string()))
                .path("/sandbox/")
                .max_age(Duration::days(1))
                .http_only(true)
                .same_site(SameSite::Lax)
                .secure(app.config.base_url().starts_with("https://"));
            append_cookie(headers, &cookie.build());
        }
        response
    }

    /// The page of a payment, with an error text if an action failed.
    async fn page(&self, app: &Shared, id: Option<Uuid>, problem: Option<Problem>) -> Response {
        let status = problem.as_ref().map_or(StatusCode::OK, status_of);
        let shown = match (id, sandbox(app)) {
            (Some(id), Some(sandbox)) => sandbox.shown(id, &self.visitor).await,
            _ => Err(ORDER_NOT_FOUND.into()),
        };
        match shown {
            Ok(shown) => {
                let error = problem.map(|problem| problem.message.get(self.language).to_owned());
                let html = page::payment(&shown, self.language, error.as_deref());
                self.answer(app, status, html)
            }
            Err(error) => {
                let problem = problem_of(error);
                let text = problem.message.get(self.language).to_owned();
                let html = page::unknown_payment(&text, self.language);
                self.answer(app, status_of(&problem), html)
            }
        }
    }
}

fn sandbox(app: &Shared) -> Option<&Sandbox> {
    app.payments.sandbox.as_ref()
}

fn status_of(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

fn problem_of(error: Error) -> Problem {
    match error {
        Error::Problem(problem) => *problem,
        Error::Internal(text) => {
            tracing::error!(error = %text, "internal error");
            UNKNOWN.into()
        }
    }
}

async fn show(State(app): State<Shared>, path: PathValues, request: Request) -> Response {
    let visit = Visit::of(&app, request.headers(), request.uri().query());
    visit.page(&app, path.id("paymentId").ok(), None).await
}

async fn press(
    State(app): State<Shared>,
    path: PathValues,
    headers: HeaderMap,
    uri: axum::http::Uri,
    body: Bytes,
) -> Response {
    let visit = Visit::of(&app, &headers, uri.query());
    let id = path.id("paymentId").ok();
    match pressed(&app, &visit, id, &headers, &body).await {
        Ok(to) => (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response(),
        Err(error) => visit.page(&app, id, Some(problem_of(error))).await,
    }
}

/// Performs an action; returns the address to continue at.
async fn pressed(
    app: &Shared,
    visit: &Visit,
    id: Option<Uuid>,
    headers: &HeaderMap,
    body: &[u8],
) -> crate::error::Result<String> {
    let (Some(id), Some(sandbox)) = (id, sandbox(app)) else {
        return Err(ORDER_NOT_FOUND.into());
    };
    let form = std::str::from_utf8(body)
        .ok()
        .and_then(|text| query_pairs(Some(text)));
    let field = |name: &str| {
        let pairs = form.as_ref()?;
        pairs
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    };
    let press = field("press").and_then(SandboxAction::parse);
    let (Some(press), Some(token), true) = (press, field("token"), same_origin(headers)) else {
        return Err(crate::error::FORBIDDEN.into());
    };
    let return_path = sandbox
        .press(id, press, (&visit.visitor, visit.language), token)
        .await?;
    // A relative address keeps the host name that the browser used.
    Ok(match press {
        SandboxAction::Chargeback => match visit.chosen {
            Some(language) => format!("/sandbox/pay/{id}?lang={}", language.as_str()),
            None => format!("/sandbox/pay/{id}"),
        },
        _ => return_path,
    })
}
