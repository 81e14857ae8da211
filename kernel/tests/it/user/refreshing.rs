//! A refresh token that many tabs use concurrently, and one that is reused after the tolerance.

use std::sync::Arc;

use witverse_testing::{Client, PASSWORD, TestApp};

use super::{SECOND, log_in, says_unauthenticated, text};
use crate::support::concurrently;

const EMAIL: &str = "alice@test.witverse.dev";

const FAMILIES: &str = "select count(*) from kernel.session where revoked_at is null";

/// The audit entries about the reuse.
const REUSES: &str = "select count(*) from kernel.audit_entry where kind = 'session.token_reused'";

async fn all_refresh(app: &Arc<TestApp>, token: &str) -> Vec<(String, Option<String>, Client)> {
    concurrently((0..100).map(|_| {
        let (app, cookie) = (app.clone(), format!("witverse_refresh={token}"));
        async move {
            let browser = app.visitor().with_header("cookie", &cookie);
            let reply = browser.send("POST", "/api/user/refresh", None).await;
            let access = reply.body["payload"]["accessToken"].as_str();
            let client = app.visitor().with_token(access.unwrap_or_default());
            (reply.line(), reply.cookie("witverse_refresh"), client)
        }
    }))
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_tabs_stay_signed_in_until_a_stolen_token_is_reused() {
    let app = Arc::new(TestApp::start().await);
    let desk = app.person("alice").await;
    let theo = app.person("theo").await;
    let logged_in = log_in(&app, EMAIL, PASSWORD).await;
    let token = logged_in.cookie("witverse_refresh").unwrap();
    let before = app
        .visitor()
        .with_token(&text(&logged_in.payload()["accessToken"]));
    assert_eq!(app.count(FAMILIES).await, 3);
    let tokens = "select count(*) from kernel.refresh_token";
    let kept = app.count(tokens).await;

    let answers = all_refresh(&app, &token).await;
    let successor = answers[0].1.clone().unwrap();
    assert_ne!(successor, token);
    for (line, next, client) in &answers {
        assert_eq!(line, "200");
        assert_eq!(next.as_ref(), Some(&successor), "one successor");
        assert_eq!(client.get("/api/user/nickname").await.line(), "200");
    }
    assert_eq!(
        app.count(FAMILIES).await,
        3,
        "one family, and nobody logged out"
    );
    assert_eq!(app.count(tokens).await, kept + 1, "one token more");
    for client in [&before, &desk, &theo] {
        assert_eq!(client.get("/api/user/nickname").await.line(), "200");
    }
    assert_eq!(app.count(REUSES).await, 0);

    // Each tab can continue with it.
    let answers = all_refresh(&app, &successor).await;
    let third = answers[0].1.clone().unwrap();
    assert!(
        answers
            .iter()
            .all(|(line, next, _)| line == "200" && *next == Some(third.clone()))
    );
    let tab = answers[0].2.clone();
    assert_eq!(app.app.mailer.mailbox(Some(EMAIL)).len(), 0);

    // Eleven seconds later, a lost response is no longer an explanation.
    app.advance(11 * SECOND);
    for (line, next, _) in all_refresh(&app, &token).await {
        assert_eq!(line, "401 refresh_invalid");
        assert_eq!(next.as_deref(), Some(""), "the browser forgets it");
    }
    for dead in [&token, &successor, &third] {
        let cookie = format!("witverse_refresh={dead}");
        let browser = app.visitor().with_header("cookie", &cookie);
        let reply = browser.send("POST", "/api/user/refresh", None).await;
        assert_eq!(reply.line(), "401 refresh_invalid");
    }
    for client in [&tab, &before] {
        says_unauthenticated(&client.get("/api/user/nickname").await);
    }
    assert_eq!(app.count(FAMILIES).await, 2, "that family, and no other");
    for client in [&desk, &theo] {
        assert_eq!(client.get("/api/user/nickname").await.line(), "200");
    }

    assert_eq!(app.count(REUSES).await, 1, "a hundred times is once");
    let log = desk.get("/api/account/activity").await;
    let kinds: Vec<&str> = log.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|entry| entry["kind"].as_str())
        .collect();
    assert_eq!(kinds[0], "session.token_reused", "{kinds:?}");
    app.mail_to(EMAIL).await;
    let left = "select count(*) from kernel.delivery";
    app.eventually("every mail has gone out", async || {
        app.count(left).await == 0
    })
    .await;
    assert_eq!(app.app.mailer.mailbox(Some(EMAIL)).len(), 1, "one mail");
}
