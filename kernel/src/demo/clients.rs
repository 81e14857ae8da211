//! Logs in the demo accounts and makes HTTP calls as them, through the kernel's router in this process, without
//! a network connection.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt;
use uuid::Uuid;

use super::people::{Member, PASSWORD};
use crate::actor::Actor;
use crate::app::App;
use crate::error::{Error, Result};
use crate::identity::{Credentials, LoggedIn, LoginContext, Origin};

/// The demo accounts, each with a session.
pub(super) struct DemoClients<'a> {
    pub(super) app: &'a App,
    router: Router,
    sessions: BTreeMap<&'static str, LoggedIn>,
}

/// The response to a call.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    retry_after_s: Option<u64>,
    pub(super) body: Value,
}

impl Answer {
    pub(super) fn payload(&self) -> &Value {
        &self.body["payload"]
    }

    pub(super) fn items(&self) -> &[Value] {
        self.payload()["items"]
            .as_array()
            .map_or(&[], Vec::as_slice)
    }
}

impl<'a> DemoClients<'a> {
    pub(super) async fn log_in(app: &'a App, router: Router, members: &[Member]) -> Result<Self> {
        let mut sessions = BTreeMap::new();
        for member in members {
            let credentials = Credentials {
                email: member.email,
                password: PASSWORD,
            };
            let logged_in = app
                .identity
                .logins
                .log_in(credentials, LoginContext::default(), &Origin::default())
                .await?
                .done()
                .ok_or_else(|| {
                    Error::internal(format!(
                        "demo data: {} requires a second factor",
                        member.email
                    ))
                })?;
            sessions.insert(member.nickname, logged_in);
        }
        Ok(Self {
            app,
            router,
            sessions,
        })
    }

    pub(super) async fn log_out(self) -> Result<()> {
        for logged_in in self.sessions.into_values() {
            let actor = Actor::Person(logged_in.person);
            self.app.identity.sessions.log_out(&actor, None).await?;
        }
        Ok(())
    }

    pub(super) fn id(&self, nickname: &str) -> Result<Uuid> {
        Ok(self.session(nickname)?.person.id)
    }

    fn session(&self, nickname: &str) -> Result<&LoggedIn> {
        self.sessions.get(nickname).ok_or_else(|| {
            Error::internal(format!("demo data: no member has the nickname {nickname}"))
        })
    }

    pub(super) async fn get(&self, nickname: &str, path: &str) -> Result<Answer> {
        self.send(nickname, "GET", path, None, None).await
    }

    /// Posts a body under the idempotency key `key`: a repeated call gets the response of the first.
    pub(super) async fn post(
        &self,
        nickname: &str,
        path: &str,
        key: &str,
        body: Value,
    ) -> Result<Answer> {
        self.send(nickname, "POST", path, Some(key), Some(body))
            .await
    }

    /// Posts a body and fails for any problem whose code is not in `accepted`.
    pub(super) async fn post_accepting(
        &self,
        nickname: &str,
        path: &str,
        key: &str,
        body: Value,
        accepted: &[&str],
    ) -> Result<Answer> {
        let answer = self.post(nickname, path, key, body).await?;
        accept(answer, &format!("POST {path} as {nickname}"), accepted)
    }

    /// Puts a body and fails for any problem.
    pub(super) async fn put(&self, nickname: &str, path: &str, body: Value) -> Result<Answer> {
        self.put_accepting(nickname, path, body, &[]).await
    }

    /// Puts a body and fails for any problem whose code is not in `accepted`.
    pub(super) async fn put_accepting(
        &self,
        nickname: &str,
        path: &str,
        body: Value,
        accepted: &[&str],
    ) -> Result<Answer> {
        let answer = self.send(nickname, "PUT", path, None, Some(body)).await?;
        accept(answer, &format!("PUT {path} as {nickname}"), accepted)
    }

    /// Calls, and again while the kernel is busy: 503 has changed nothing.
    async fn send(
        &self,
        nickname: &str,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<Value>,
    ) -> Result<Answer> {
        let mut tries = 1;
        loop {
            let answer = self
                .try_once(nickname, method, path, key, body.as_ref())
                .await?;
            match pause_before_retry(answer.status, answer.retry_after_s, tries) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Ok(answer),
            }
            tries += 1;
        }
    }

    async fn try_once(
        &self,
        nickname: &str,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Answer> {
        let token = &self.session(nickname)?.tokens.access;
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json");
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = request.body(body).map_err(Error::internal)?;
        let response = self
            .router
            .clone()
            .oneshot(request)
            .await
            .map_err(Error::internal)?;
        let status = response.status();
        let retry_after_s = response
            .headers()
            .get(header::RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.parse().ok());
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20)
            .await
            .map_err(Error::internal)?;
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        Ok(Answer {
            status,
            retry_after_s,
            body,
        })
    }
}

/// The response, unless it is a problem whose code is not in `accepted`.
fn accept(answer: Answer, call: &str, accepted: &[&str]) -> Result<Answer> {
    let code = answer.body["code"].as_str().unwrap_or_default();
    if answer.status.is_success() || accepted.contains(&code) {
        return Ok(answer);
    }
    Err(Error::internal(format!(
        "demo data: {call} answered {}: {}",
        answer.status, answer.body
    )))
}

/// Calls of one kind at most.
const TRIES: u32 = 8;
const LONGEST_PAUSE_S: u64 = 5;

/// How long to wait before a call is repeated; `None` if its answer stands.
fn pause_before_retry(
    status: StatusCode,
    retry_after_s: Option<u64>,
    tries: u32,
) -> Option<Duration> {
    let is_busy = status == StatusCode::SERVICE_UNAVAILABLE && tries < TRIES;
    is_busy.then(|| Duration::from_secs(retry_after_s.unwrap_or(1).clamp(1, LONGEST_PAUSE_S)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_kernel_is_asked_again_a_few_times() {
        let pause = |status, after, tries| {
            pause_before_retry(status, after, tries).map(|pause| pause.as_secs())
        };
        let busy = StatusCode::SERVICE_UNAVAILABLE;
        assert_eq!(pause(busy, None, 1), Some(1));
        assert_eq!(pause(busy, Some(0), 1), Some(1));
        assert_eq!(pause(busy, Some(3), 2), Some(3));
        assert_eq!(pause(busy, Some(600), TRIES - 1), Some(LONGEST_PAUSE_S));
        assert_eq!(pause(busy, Some(1), TRIES), None);
        assert_eq!(pause(StatusCode::CONFLICT, Some(1), 1), None);
        assert_eq!(pause(StatusCode::OK, None, 1), None);
    }
}
