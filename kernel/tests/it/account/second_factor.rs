//! Authenticator apps and recovery codes.

use serde_json::{Value, json};
use totp_rs::{Builder, Totp};
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use super::{MINUTE, SECOND, client_of, delete, field, kinds, log_in, post};
use crate::support::concurrently;

/// An authenticator app with a secret.
fn authenticator(setup: &Value) -> Totp {
    let secret = setup["secret"].as_str().unwrap();
    Builder::new()
        .with_secret(totp_rs::Secret::try_from_base32(secret).unwrap())
        .build()
        .unwrap()
}

fn now(app: &TestApp) -> u64 {
    app.clock.now_ms() / 1000
}

fn code(app: &TestApp, totp: &Totp) -> String {
    totp.generate(now(app)).to_string()
}

async fn turn_on(app: &TestApp, client: &Client) -> (Totp, Vec<String>) {
    let setup = post(client, "/api/account/totp/start").await;
    let totp = authenticator(setup.payload());
    let body = json!({ "code": code(app, &totp) });
    let on = client.post("/api/account/totp/confirm", body).await;
    let codes = on.payload()["recoveryCodes"].as_array().unwrap();
    let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned());
    (totp, codes.collect())
}

async fn ticket(app: &TestApp, name: &str) -> String {
    let reply = log_in(app, name, PASSWORD).await;
    assert!(reply.payload()["accessToken"].is_null());
    assert_eq!(reply.cookie("witverse_refresh"), None);
    reply.payload()["secondFactor"]["ticket"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn finish(app: &TestApp, ticket: &str, code: &str) -> Reply {
    let body = json!({ "ticket": ticket, "code": code });
    app.visitor()
        .post("/api/user/login/second-factor", body)
        .await
}

#[tokio::test]
async fn a_second_factor_is_required_after_the_password() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let confirm = "/api/account/totp/confirm";
    assert_eq!(
        mina.post(confirm, json!({ "code": "000000" })).await.line(),
        "409 totp_not_started"
    );
    let setup = post(&mina, "/api/account/totp/start").await;
    let qr = setup.payload()["qr"].as_array().unwrap();
    assert!(qr.len() > 20 && qr[0].as_str().unwrap().len() == qr.len());
    assert!(
        setup.payload()["uri"]
            .as_str()
            .unwrap()
            .starts_with("otpauth://totp/Witverse")
    );
    let wrong = mina.post(confirm, json!({ "code": "000000" })).await;
    assert_eq!(
        field(&wrong),
        ("code".into(), "The code does not match.".into())
    );
    assert_eq!(
        log_in(&app, "mina", PASSWORD).await.line(),
        "200",
        "not on yet"
    );

    let (totp, recovery) = turn_on(&app, &mina).await;
    assert_eq!(recovery.len(), 10);
    assert_eq!(
        post(&mina, "/api/account/totp/start").await.line(),
        "409 totp_already_on"
    );
    let used = code(&app, &totp);
    let first = ticket(&app, "mina").await;
    let replayed = finish(&app, &first, &used).await;
    assert_eq!(
        replayed.line(),
        "400 second_factor_used",
        "the code that turned it on is spent"
    );
    app.advance(30 * SECOND);
    let done = finish(&app, &first, &code(&app, &totp)).await;
    assert_eq!(done.payload()["user"]["nickname"], "mina");
    assert_eq!(
        finish(&app, &first, &code(&app, &totp)).await.line(),
        "401 ticket_invalid"
    );

    let spelled = recovery[0].to_uppercase().replace('-', " ");
    let by_recovery = finish(&app, &ticket(&app, "mina").await, &spelled).await;
    let back = client_of(&app, &by_recovery);
    let again = finish(&app, &ticket(&app, "mina").await, &recovery[0]).await;
    assert_eq!(again.line(), "400 second_factor_used", "once");
    let left =
        &back.get("/api/account/security").await.payload()["totp"]["recoveryCodesLeft"].clone();
    assert_eq!(*left, 9);
    let renewed = post(&back, "/api/account/recovery-codes").await;
    let fresh = renewed.payload()["recoveryCodes"][0]
        .as_str()
        .unwrap()
        .to_owned();
    app.advance(10 * SECOND);
    assert_eq!(
        finish(&app, &ticket(&app, "mina").await, &recovery[1])
            .await
            .line(),
        "400 second_factor_wrong",
        "replaced"
    );
    app.advance(10 * SECOND);
    assert_eq!(
        finish(&app, &ticket(&app, "mina").await, &fresh)
            .await
            .line(),
        "200"
    );

    assert_eq!(delete(&back, "/api/account/totp").await.line(), "200");
    assert_eq!(
        delete(&back, "/api/account/totp").await.line(),
        "409 totp_off"
    );
    assert_eq!(
        post(&back, "/api/account/recovery-codes").await.line(),
        "409 totp_off"
    );
    assert!(log_in(&app, "mina", PASSWORD).await.payload()["accessToken"].is_string());
    let log = kinds(&back).await;
    for kind in [
        "totp.on",
        "login.second_factor_failed",
        "recovery_code.used",
        "recovery_codes.renewed",
        "totp.off",
    ] {
        assert!(log.iter().any(|seen| seen == kind), "{kind}: {log:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn codes_cannot_be_guessed() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (totp, _) = turn_on(&app, &mina).await;
    let held = ticket(&app, "mina").await;
    for _ in 0..5 {
        assert_eq!(
            finish(&app, &held, "12").await.line(),
            "400 second_factor_wrong"
        );
        assert_eq!(
            finish(&app, &ticket(&app, "mina").await, "12").await.line(),
            "429 login_delayed"
        );
        app.advance(10 * SECOND);
    }
    app.advance(30 * SECOND);
    let right = code(&app, &totp);
    assert_eq!(
        finish(&app, &held, &right).await.line(),
        "401 ticket_invalid",
        "five tries"
    );
    let fresh = ticket(&app, "mina").await;
    app.advance(6 * MINUTE);
    assert_eq!(
        finish(&app, &fresh, &code(&app, &totp)).await.line(),
        "401 ticket_invalid",
        "too late"
    );
    let fresh = ticket(&app, "mina").await;
    assert_eq!(finish(&app, &fresh, &code(&app, &totp)).await.line(), "200");
    assert_eq!(
        finish(&app, "x", "123456").await.line(),
        "401 ticket_invalid"
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_code_is_accepted_once_also_concurrently() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (totp, _) = turn_on(&app, &mina).await;
    app.advance(30 * SECOND);
    let (held, right) = (ticket(&app, "mina").await, code(&app, &totp));
    let lines = concurrently((0..8).map(|_| {
        let (visitor, body) = (app.visitor(), json!({ "ticket": held, "code": right }));
        async move {
            visitor
                .post("/api/user/login/second-factor", body)
                .await
                .line()
        }
    }))
    .await;
    assert_eq!(
        lines.iter().filter(|line| *line == "200").count(),
        1,
        "{lines:?}"
    );
    app.stop().await;
}
