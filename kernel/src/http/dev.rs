//! `/dev/mailbox`: shows sent mails in development. `/dev/clock`: advances the clock. Served on loopback only, which
//! the configuration enforces, and under names of this machine only: a site whose name leads to 127.0.0.1 would otherwise
//! read the mails in the developer's browser.

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde_json::json;
use time::format_description::well_known::Rfc3339;

use super::extract::{Json, query_pairs};
use super::problem::Failure;
use super::reply::payload;
use super::state::Shared;
use crate::error::NOT_FOUND;
use crate::mailer::SentMail;

/// Refuses requests whose `Host` is no name of this machine.
pub(super) async fn by_loopback_name(request: Request, next: Next) -> Response {
    let header = || request.headers().get(header::HOST)?.to_str().ok();
    let host = request.uri().host().or_else(header);
    match host.is_none_or(is_loopback_name) {
        true => next.run(request).await,
        false => Failure::from(NOT_FOUND).into_response(),
    }
}

fn is_loopback_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let address = name.parse::<std::net::IpAddr>();
    address.map_or_else(
        |_| name.eq_ignore_ascii_case("localhost") || is_below_localhost(name),
        |address| address.is_loopback(),
    )
}

/// Browsers never ask a name server for these names.
fn is_below_localhost(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".localhost")
}

fn asked_for(request: &Request) -> Option<String> {
    let pairs = query_pairs(request.uri().query())?;
    pairs
        .into_iter()
        .find(|(name, _)| name == "to")
        .map(|(_, to)| to)
}

/// The longest advance, in hours: a little over a year.
const MAX_HOURS: u32 = 24 * 400;

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub(super) struct AdvanceClock {
    /// How many hours to advance, 1 to 9600.
    hours: u32,
}

/// Advances the clock. Work that becomes due runs within one or two seconds.
pub(super) async fn advance_clock(
    State(app): State<Shared>,
    Json(leap): Json<AdvanceClock>,
) -> Result<impl IntoResponse, Failure> {
    if leap.hours == 0 || leap.hours > MAX_HOURS {
        return Err(crate::error::VALIDATION_FAILED.into());
    }
    let span = std::time::Duration::from_secs(u64::from(leap.hours) * 3600);
    app.platform.clock.advance(span);
    let now = app
        .platform
        .clock
        .now()
        .format(&Rfc3339)
        .unwrap_or_default();
    Ok(payload(json!({ "now": now })))
}

/// Reads the maildir on a blocking thread, because it is a folder of files.
async fn mails(app: &Shared, to: Option<String>) -> Vec<SentMail> {
    let mailer = app.mailer.clone();
    tokio::task::spawn_blocking(move || mailer.mailbox(to.as_deref()))
        .await
        .unwrap_or_default()
}

pub(super) async fn messages(State(app): State<Shared>, request: Request) -> impl IntoResponse {
    let items = mails(&app, asked_for(&request)).await;
    payload(json!({ "items": items }))
}

pub(super) async fn page(State(app): State<Shared>, request: Request) -> Response {
    let mails = mails(&app, asked_for(&request)).await;
    let list: String = if mails.is_empty() {
        "<p class=\"empty\">No mail yet. Sign up, and the code arrives here.<br>아직 메일이 없습니다. 가입하면 인증번호가 여기에 도착합니다.</p>".to_owned()
    } else {
        mails.iter().map(article).collect()
    };
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Mailbox · Witverse</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"refresh\" content=\"5\"><style>{STYLE}</style></head>\
         <body><main><h1>Development mailbox</h1>{list}</main></body></html>"
    );
    // This page contains its style sheet inline; nothing else in it may run.
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page)).into_response()
}

fn article(mail: &SentMail) -> String {
    let at = mail.at.format(&Rfc3339).unwrap_or_default();
    format!(
        "<article><header><strong>{}</strong><time>{at}</time></header><p class=\"to\">{}</p><pre>{}</pre></article>",
        escape(&mail.message.subject),
        escape(&mail.message.to),
        escape(&mail.message.text),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

const STYLE: &str = "\
:root{color-scheme:light dark;font:15px/1.6 'Pretendard Variable',Pretendard,'Noto Sans KR',system-ui,sans-serif}\
body{margin:0;background:light-dark(#faf9f6,#15132b);color:light-dark(#15132b,#f3f1fb)}\
main{max-width:680px;margin:0 auto;padding:32px 20px 64px}h1{font-size:20px;letter-spacing:-.01em;margin:0 0 20px}\
article{background:light-dark(#fff,#1f1c3d);border:1px solid light-dark(#e7e3f3,#332f5c);border-radius:14px;\
padding:16px 18px;margin:0 0 12px}header{display:flex;gap:12px;justify-content:space-between;flex-wrap:wrap}\
time,.to,.empty{color:light-dark(#6b6785,#a8a3c7);font-size:13px}.to{margin:0 0 8px}\
pre{margin:0;white-space:pre-wrap;font:inherit}";

#[cfg(test)]
mod tests {
    use super::is_loopback_name;

    #[test]
    fn only_names_of_this_machine_reach_the_tools() {
        for own in [
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1:80",
            "127.1.2.3",
            "[::1]:8080",
            "a.localhost",
        ] {
            assert!(is_loopback_name(own), "{own}");
        }
        for foreign in [
            "",
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "10.0.0.1",
            "[::2]:1",
            "xlocalhost",
        ] {
            assert!(!is_loopback_name(foreign), "{foreign}");
        }
    }
}
