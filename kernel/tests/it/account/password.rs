//! Changing a password and resetting it by mail.

use serde_json::json;
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use super::{MINUTE, SECOND, advance_to_morning, client_of, email, field, kinds, log_in};
use crate::support::concurrently;
use crate::user::{code, register, ticket};

const NEW: &str = "Harbour2@Song";

async fn change(client: &Client, current: &str, new: &str) -> Reply {
    let body = json!({ "current_password": current, "new_password": new });
    client.post("/api/user/resetpw/popup", body).await
}

async fn ask(app: &TestApp, email: &str) -> Reply {
    let captcha = ticket(&app.visitor()).await;
    let body =
        json!({ "email": email, "captcha": captcha, "host": "evil.example", "access_at": 0 });
    app.visitor().post("/api/user/email/resetpw", body).await
}

/// By the specification's path, which has the same response as the call with a body.
async fn confirm(app: &TestApp, email: &str, encoded: &str) -> Reply {
    app.visitor()
        .get(&format!("/api/user/resetpw/{email}/{encoded}"))
        .await
}

async fn confirm_in_body(app: &TestApp, email: &str, encoded: &str) -> Reply {
    let body = json!({ "email": email, "encoded": encoded });
    app.visitor().post("/api/user/resetpw/confirm", body).await
}

async fn finish(app: &TestApp, email: &str, hashed: &str, new: &str) -> Reply {
    let body = json!({ "email": email, "hashed": hashed, "new_password": new });
    app.visitor().post("/api/user/resetpw/change", body).await
}

/// The token of the link in the newest mail.
fn token(app: &TestApp, email: &str) -> String {
    let mail = &app.app.mailer.mailbox(Some(email))[0].message.text;
    let link = mail.split("&reset=").nth(1).expect("a link");
    link.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_password_change_ends_all_sessions() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let elsewhere = client_of(&app, &log_in(&app, "mina", PASSWORD).await);

    let wrong = change(&mina, "Wrong5$horse", NEW).await;
    assert_eq!(
        field(&wrong),
        ("current_password".into(), "Password does not match.".into())
    );
    assert_eq!(
        change(&mina, PASSWORD, NEW).await.line(),
        "429 login_delayed"
    );
    app.advance(SECOND);
    for (new, message) in [
        ("short", "Password must be at least 6 characters."),
        (
            "nouppercase1!",
            "Password must be 8 to 64 characters with an uppercase letter, a lowercase letter, a number and a special character.",
        ),
        (
            "Password1!",
            "This password is widely known and easy to guess. Please choose another.",
        ),
        (
            PASSWORD,
            "Please choose a password that differs from your current one.",
        ),
    ] {
        let refused = change(&mina, PASSWORD, new).await;
        assert_eq!(
            field(&refused),
            ("new_password".into(), message.into()),
            "{new}"
        );
    }
    let changed = change(&mina, PASSWORD, NEW).await;
    let here = client_of(&app, &changed);
    assert!(changed.cookie("witverse_refresh").is_some());
    for old in [&mina, &elsewhere] {
        assert_eq!(
            old.post("/api/user/auth", json!({})).await.line(),
            "401 unauthenticated"
        );
    }
    assert_eq!(here.post("/api/user/auth", json!({})).await.line(), "200");
    assert!(
        app.mail_to(&email("mina"))
            .await
            .contains("password was changed")
            || { app.mail_to(&email("mina")).await.contains("변경") }
    );
    assert_eq!(
        log_in(&app, "mina", PASSWORD).await.line(),
        "401 password_unmatch"
    );
    app.advance(SECOND);
    assert_eq!(log_in(&app, "mina", NEW).await.line(), "200");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_concurrent_changes_one_succeeds() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let second = client_of(&app, &log_in(&app, "mina", PASSWORD).await);
    let lines = concurrently(
        [(mina, "First1!Choice"), (second, "Second2!Choice")]
            .map(|(client, new)| async move { change(&client, PASSWORD, new).await.line() }),
    )
    .await;
    let won = lines.iter().filter(|line| *line == "200").count();
    assert_eq!(won, 1, "{lines:?}");
    assert_eq!(
        app.count("select count(*) from kernel.session where revoked_at is null")
            .await,
        1
    );
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_login_during_a_password_change_is_ended() {
    let app = TestApp::start().await;
    for round in 0..6 {
        let name = format!("mina{round}");
        let mina = app.person(&name).await;
        let visitor = app.visitor();
        let login =
            tokio::spawn(async move { super::log_in_from(&visitor, &name, PASSWORD).await });
        tokio::time::sleep(std::time::Duration::from_millis(round * 15)).await;
        assert_eq!(change(&mina, PASSWORD, NEW).await.line(), "200");
        let login = login.await.unwrap();
        if login.status.is_success() {
            let stale = client_of(&app, &login);
            assert_eq!(
                stale.post("/api/user/auth", json!({})).await.line(),
                "401 unauthenticated",
                "it came before the change, and ended with it"
            );
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn a_forgotten_password_in_three_steps() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let address = email("mina");
    assert_eq!(
        ask(&app, "nobody@test.witverse.dev").await.line(),
        "404 not_exist"
    );
    let body = json!({ "email": address });
    let bare = app.visitor().post("/api/user/email/resetpw", body).await;
    assert_eq!(bare.line(), "400 captcha_required");

    let sent = ask(&app, &address).await;
    assert_eq!(sent.payload()["resendAfterSeconds"], 300);
    assert_eq!(ask(&app, &address).await.line(), "429 resend_too_soon");
    let first = code(&app, &address, 1).await;
    assert!(!token(&app, &address).is_empty());
    assert!(
        !app.mail_to(&address).await.contains("evil.example"),
        "the caller's host is not believed"
    );

    let wrong = format!("{:06}", (first.parse::<u32>().unwrap() + 1) % 1_000_000);
    let refused = confirm(&app, &address, &wrong).await;
    assert_eq!(refused.line(), "400 invalid");
    assert_eq!(
        refused.body["language"]["en"],
        "Verification code is invalid"
    );
    let confirmed = confirm(&app, &address, &first).await;
    let hashed = confirmed.payload()["hashed"].as_str().unwrap().to_owned();
    let by_link = confirm(&app, &address, &token(&app, &address)).await;
    assert_eq!(
        by_link.payload()["hashed"],
        json!(hashed),
        "either opens the same reset"
    );
    for encoded in [first.as_str(), &token(&app, &address)] {
        let in_body = confirm_in_body(&app, &address, encoded).await;
        assert_eq!(in_body.payload()["hashed"], json!(hashed));
    }
    let refused = confirm_in_body(&app, &address, &wrong).await;
    assert_eq!(refused.line(), "400 invalid");

    assert_eq!(finish(&app, &address, "x", NEW).await.line(), "400 invalid");
    let weak = finish(&app, &address, &hashed, "Password1!").await;
    assert_eq!(field(&weak).0, "new_password");
    assert_eq!(finish(&app, &address, &hashed, NEW).await.line(), "200");
    let again = finish(&app, &address, &hashed, NEW).await;
    assert_eq!(again.line(), "409 already_confirmed");
    assert_eq!(again.body["language"]["en"], "Already Confirmed");
    assert_eq!(
        confirm(&app, &address, &first).await.line(),
        "409 already_confirmed"
    );
    assert_eq!(
        mina.post("/api/user/auth", json!({})).await.line(),
        "401 unauthenticated"
    );
    let back = log_in(&app, "mina", NEW).await;
    let log = kinds(&client_of(&app, &back)).await;
    assert!(log.contains(&"password.reset".to_owned()), "{log:?}");
    app.stop().await;
}

#[tokio::test]
async fn a_reset_ends_after_ten_minutes_five_attempts_or_a_new_mail() {
    let app = TestApp::start().await;
    advance_to_morning(&app).await;
    app.person("mina").await;
    let address = email("mina");
    ask(&app, &address).await;
    let first = code(&app, &address, 1).await;
    let wrong = format!("{:06}", (first.parse::<u32>().unwrap() + 1) % 1_000_000);
    for _ in 0..5 {
        assert_eq!(confirm(&app, &address, &wrong).await.line(), "400 invalid");
    }
    assert_eq!(
        confirm(&app, &address, &first).await.line(),
        "400 invalid",
        "five tries"
    );
    let link = token(&app, &address);
    let held = confirm(&app, &address, &link).await;
    assert_eq!(held.line(), "200", "wrong codes do not invalidate the link");
    let hashed = held.payload()["hashed"].as_str().unwrap().to_owned();

    app.advance(5 * MINUTE);
    assert_eq!(ask(&app, &address).await.line(), "200");
    assert_eq!(
        confirm(&app, &address, &link).await.line(),
        "400 invalid",
        "replaced"
    );
    assert_eq!(
        finish(&app, &address, &hashed, NEW).await.line(),
        "400 invalid"
    );
    let second = code(&app, &address, 2).await;
    app.advance(10 * MINUTE);
    assert_eq!(
        confirm(&app, &address, &second).await.line(),
        "400 invalid",
        "too late"
    );
    for _ in 0..8 {
        assert_eq!(ask(&app, &address).await.line(), "200");
        app.advance(5 * MINUTE);
    }
    assert_eq!(ask(&app, &address).await.line(), "429 resend_limit");
    app.stop().await;
}

#[tokio::test]
async fn a_reset_verifies_an_address_that_another_person_registered() {
    let app = TestApp::start().await;
    let address = "taken@test.witverse.dev";
    register(&app, address, PASSWORD).await;
    code(&app, address, 1).await;
    assert_eq!(ask(&app, address).await.line(), "200");
    app.eventually("the reset's mail arrives", async || {
        app.app.mailer.mailbox(Some(address)).len() == 2
    })
    .await;
    let confirmed = confirm(&app, address, &token(&app, address)).await;
    let hashed = confirmed.payload()["hashed"].as_str().unwrap().to_owned();
    assert_eq!(finish(&app, address, &hashed, NEW).await.line(), "200");
    assert_eq!(log_in(&app, "taken", NEW).await.line(), "200");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_reset_is_used_once_also_concurrently() {
    let app = TestApp::start().await;
    app.person("mina").await;
    let address = email("mina");
    ask(&app, &address).await;
    code(&app, &address, 1).await;
    let confirmed = confirm(&app, &address, &token(&app, &address)).await;
    let hashed = confirmed.payload()["hashed"].as_str().unwrap().to_owned();
    let lines = concurrently((0..6).map(|index| {
        let (visitor, hashed, address) = (app.visitor(), hashed.clone(), address.clone());
        async move {
            let body = json!({
                "email": address, "hashed": hashed, "new_password": format!("Choice{index}!Lake"),
            });
            visitor.post("/api/user/resetpw/change", body).await.line()
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

#[tokio::test]
async fn a_reset_with_generic_errors_is_answered_before_the_lookup() {
    let app = TestApp::with(|config| config.auth.generic_errors = true).await;
    app.person("mina").await;
    let address = email("mina");
    // Every write of a reset to the account waits for this transaction; the response must not.
    let mut holder = app.owner().begin().await.unwrap();
    sqlx::query("select 1 from kernel.account where email_key = $1 for update")
        .bind(&address)
        .execute(&mut *holder)
        .await
        .unwrap();
    let answers = async {
        [
            ask(&app, &address).await.line(),
            ask(&app, "nobody@test.witverse.dev").await.line(),
            ask(&app, &address).await.line(),
        ]
    };
    let lines = tokio::time::timeout(std::time::Duration::from_millis(2_500), answers).await;
    assert_eq!(lines.expect("answers that wait for nothing"), ["200"; 3]);
    assert!(app.app.mailer.mailbox(Some(&address)).is_empty());
    holder.rollback().await.unwrap();
    code(&app, &address, 1).await;
    assert_eq!(app.app.mailer.mailbox(Some(&address)).len(), 1);
    for encoded in ["123456", "a-token-of-a-link"] {
        let unknown = confirm(&app, "nobody@test.witverse.dev", encoded).await;
        assert_eq!(unknown.line(), "400 invalid");
    }
    let unknown = finish(&app, "nobody@test.witverse.dev", "grant", NEW).await;
    assert_eq!(unknown.line(), "400 invalid");
    app.stop().await;
}

#[tokio::test]
async fn the_link_of_a_reset_carries_its_code_in_the_fragment() {
    let app = TestApp::start().await;
    app.person("mina").await;
    let address = email("mina");
    ask(&app, &address).await;
    let mail = app.mail_to(&address).await;
    let link = mail.lines().find(|line| line.starts_with("http")).unwrap();
    let (page, fragment) = link.split_once('#').expect("a fragment");
    assert!(page.ends_with('/') && !page.contains('?'), "{page}");
    let reset = token(&app, &address);
    assert_eq!(fragment, format!("resetEmail={address}&reset={reset}"));
    app.stop().await;
}
