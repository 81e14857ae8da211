//! One-use codes that sign another browser in.

use serde_json::json;
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use super::{MINUTE, SECOND, client_of, log_in, post};
use crate::support::{concurrently, portrait_of};

async fn issue(client: &Client) -> String {
    let reply = post(client, "/api/user/login/code").await;
    assert_eq!(reply.payload()["expiresInSeconds"], 60);
    let code = reply.payload()["code"].as_str().unwrap().to_owned();
    assert_eq!(reply.payload()["url"], json!(format!("/?login={code}")));
    let qr = reply.payload()["qr"].as_array().unwrap();
    assert!(qr.len() > 40 && qr.iter().all(|row| row.as_str().unwrap().len() == qr.len()));
    code
}

async fn redeem(client: &Client, code: &str) -> Reply {
    client
        .post("/api/user/login/code/redeem", json!({ "code": code }))
        .await
}

async fn describe(client: &Client, code: &str) -> Reply {
    client
        .post("/api/user/login/code/describe", json!({ "code": code }))
        .await
}

#[tokio::test]
async fn the_account_of_a_code_can_be_read_without_using_it() {
    let app = TestApp::start().await;
    let (mina, nameless) = (app.person("mina").await, app.nameless("nameless").await);
    let code = issue(&mina).await;
    for _ in 0..2 {
        let shown = describe(&app.visitor(), &code).await;
        assert_eq!(
            *shown.payload(),
            json!({
                "id": mina.id, "nickname": "mina", "maskedEmail": "m***@test.witverse.dev",
                "profileImage": portrait_of(mina.id),
            })
        );
        assert_eq!(shown.header("set-cookie"), None);
    }
    let foreign = app.visitor().with_header("sec-fetch-site", "cross-site");
    assert_eq!(describe(&foreign, &code).await.line(), "403 forbidden");
    assert_eq!(redeem(&app.visitor(), &code).await.line(), "200");
    assert_eq!(
        describe(&app.visitor(), &code).await.line(),
        "401 login_code_invalid",
        "used"
    );
    let unnamed = issue(&nameless).await;
    let shown = describe(&app.visitor(), &unnamed).await;
    assert_eq!(shown.payload()["nickname"], json!(null));
    assert_eq!(shown.payload()["maskedEmail"], "n***@test.witverse.dev");
    app.advance(61 * SECOND);
    for bad in [unnamed.as_str(), "", "x", mina.token().unwrap()] {
        assert_eq!(
            describe(&app.visitor(), bad).await.line(),
            "401 login_code_invalid"
        );
    }
    let held = issue(&mina).await;
    assert_eq!(post(&mina, "/api/user/logout").await.line(), "200");
    assert_eq!(
        describe(&app.visitor(), &held).await.line(),
        "401 login_code_invalid",
        "the session that made it has ended"
    );
    app.stop().await;
}

#[tokio::test]
async fn descriptions_of_codes_are_rate_limited() {
    let app = TestApp::with(|config| config.http.account_rate = 3).await;
    for _ in 0..3 {
        assert_eq!(
            describe(&app.visitor(), "x").await.line(),
            "401 login_code_invalid"
        );
    }
    assert_eq!(
        describe(&app.visitor(), "x").await.line(),
        "429 too_many_requests"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_link_signs_in_once_within_a_minute() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let code = issue(&mina).await;
    let done = redeem(&app.visitor(), &code).await;
    assert_eq!(done.payload()["user"]["id"], json!(mina.id));
    assert_eq!(
        redeem(&app.visitor(), &code).await.line(),
        "401 login_code_invalid",
        "once"
    );
    let there = client_of(&app, &done);
    assert_eq!(
        post(&there, "/api/user/login/code").await.line(),
        "403 reauthentication_required",
        "a link proves nothing about who holds the device"
    );
    let late = issue(&mina).await;
    app.advance(61 * SECOND);
    assert_eq!(
        redeem(&app.visitor(), &late).await.line(),
        "401 login_code_invalid"
    );
    let held = issue(&mina).await;
    let foreign = app.visitor().with_header("sec-fetch-site", "cross-site");
    assert_eq!(redeem(&foreign, &held).await.line(), "403 forbidden");
    assert_eq!(post(&mina, "/api/user/logout").await.line(), "200");
    assert_eq!(
        redeem(&app.visitor(), &held).await.line(),
        "401 login_code_invalid",
        "the session that made it has ended"
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn other_texts_are_not_accepted_as_a_link() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let code = issue(&mina).await;
    for cut in (0..code.len()).step_by(7) {
        let mut bent = code.clone().into_bytes();
        bent[cut] = if bent[cut] == b'A' { b'B' } else { b'A' };
        let bent = String::from_utf8(bent).unwrap();
        assert_eq!(
            redeem(&app.visitor(), &bent).await.line(),
            "401 login_code_invalid"
        );
    }
    for invalid in ["", "x", mina.token().unwrap(), &"A".repeat(5000)] {
        assert_eq!(
            redeem(&app.visitor(), invalid).await.line(),
            "401 login_code_invalid"
        );
    }
    let as_token = app.visitor().with_token(&code);
    assert_eq!(
        as_token.post("/api/user/auth", json!({})).await.line(),
        "401 unauthenticated"
    );

    let lines = concurrently((0..6).map(|_| {
        let (visitor, code) = (app.visitor(), code.clone());
        async move { redeem(&visitor, &code).await.line() }
    }))
    .await;
    assert_eq!(
        lines.iter().filter(|line| *line == "200").count(),
        1,
        "{lines:?}"
    );
    app.advance(11 * MINUTE);
    let mina = client_of(&app, &log_in(&app, "mina", PASSWORD).await);
    assert_eq!(post(&mina, "/api/user/login/code").await.line(), "200");
    app.stop().await;
}
