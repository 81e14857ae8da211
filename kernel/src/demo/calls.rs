//! HTTP calls in the name of demo people, through the kernel's own router.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::Value;
use tower::ServiceExt;

use super::people::PASSWORD;
use crate::actor::Actor;
use crate::app::App;
use crate::error::{Error, Result};
use crate::identity::{Credentials, LoggedIn, LoginContext, Origin};

pub(super) async fn signed_in(app: &App, email: &str) -> Result<LoggedIn> {
    let credentials = Credentials {
        email,
        password: PASSWORD,
    };
    app.identity
        .logins
        .log_in(credentials, LoginContext::default(), &Origin::default())
        .await?
        .done()
        .ok_or_else(|| Error::internal("a demo account asks for a second factor"))
}

pub(super) async fn signed_out(app: &App, who: LoggedIn) -> Result<()> {
    let actor = Actor::Person(who.person);
    app.identity.sessions.log_out(&actor, None).await?;
    Ok(())
}

pub(super) async fn call(
    router: &axum::Router,
    token: &str,
    method: &str,
    path: &str,
    body: Option<Value>,
) -> Result<(StatusCode, Value)> {
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(body)
        .map_err(Error::internal)?;
    let response = router
        .clone()
        .oneshot(request)
        .await
        .map_err(Error::internal)?;
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), 1 << 20)
        .await
        .map_err(Error::internal)?;
    Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
}
