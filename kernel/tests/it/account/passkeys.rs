//! Passkeys: adding, signing in, naming, removing; and invalid requests.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::authenticator::Authenticator;
use super::{MINUTE, client_of, delete, kinds, post, prove};
use crate::support::concurrently;

pub(crate) async fn add(client: &Client, device: &mut Authenticator, name: &str) -> Reply {
    let begun = post(client, "/api/account/passkeys/start").await;
    let credential = device.create(&begun.payload()["options"]);
    let body =
        json!({ "ticket": begun.payload()["ticket"], "name": name, "credential": credential });
    client.post("/api/account/passkeys/finish", body).await
}

pub(crate) async fn log_in(app: &TestApp, device: &mut Authenticator) -> Reply {
    let begun = post(&app.visitor(), "/api/user/login/passkey/start").await;
    let credential = device.get(&begun.payload()["options"]);
    let body = json!({ "ticket": begun.payload()["ticket"], "credential": credential });
    app.visitor()
        .post("/api/user/login/passkey/finish", body)
        .await
}

#[tokio::test]
async fn a_passkey_signs_in_and_reauthenticates() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let mut phone = Authenticator::new(1);
    let added = add(&mina, &mut phone, " My phone ").await;
    assert_eq!(added.payload()["name"], "My phone");

    let reply = log_in(&app, &mut phone).await;
    assert_eq!(reply.payload()["user"]["id"], json!(mina.id));
    let again = client_of(&app, &reply);
    let security = again.get("/api/account/security").await;
    assert!(security.payload()["passkeys"][0]["usedAt"].is_string());
    assert!(
        security.payload()["sudoUntil"].is_string(),
        "a passkey is proof enough"
    );

    app.advance(11 * MINUTE);
    let again = client_of(&app, &log_in(&app, &mut phone).await);
    app.advance(MINUTE * 10 - MINUTE / 2);
    let begun = post(&again, "/api/account/reauthenticate/passkey/start").await;
    let body = json!({
        "ticket": begun.payload()["ticket"], "credential": phone.get(&begun.payload()["options"]),
    });
    let path = "/api/account/reauthenticate/passkey/finish";
    assert_eq!(again.post(path, body.clone()).await.line(), "200");
    assert_eq!(
        again.post(path, body).await.line(),
        "401 ticket_invalid",
        "once"
    );

    let id = added.payload()["id"].as_str().unwrap();
    let path = format!("/api/account/passkeys/{id}");
    let renamed = again
        .send(
            "PATCH",
            &path,
            Some(json!({ "name": "Old phone" }).to_string().into()),
        )
        .await;
    assert_eq!(renamed.payload()["name"], "Old phone");
    for bad in ["", "  ", &"x".repeat(41), "a\u{0}b"] {
        let reply = again
            .send(
                "PATCH",
                &path,
                Some(json!({ "name": bad }).to_string().into()),
            )
            .await;
        assert_eq!(reply.line(), "422 validation_failed", "{bad:?}");
    }
    assert_eq!(delete(&again, &path).await.line(), "200");
    assert_eq!(delete(&again, &path).await.line(), "404 not_found");
    assert_eq!(log_in(&app, &mut phone).await.line(), "400 passkey_refused");
    let log = kinds(&again).await;
    for kind in [
        "passkey.added",
        "passkey.renamed",
        "passkey.removed",
        "reauthenticated",
    ] {
        assert!(log.iter().any(|seen| seen == kind), "{kind}: {log:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn refusals_of_a_passkey() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut phone = Authenticator::new(1);
    assert_eq!(add(&mina, &mut phone, "phone").await.line(), "200");

    let refused = |reply: Reply| assert_eq!(reply.line(), "400 passkey_refused");
    phone.origin = "https://evil.example".into();
    refused(log_in(&app, &mut phone).await);
    phone.origin = "http://localhost".into();
    phone.flags = 0b001;
    refused(log_in(&app, &mut phone).await);
    phone.flags = 0b101;
    let mut clone = Authenticator::new(2);
    refused(log_in(&app, &mut clone).await);
    assert_eq!(log_in(&app, &mut phone).await.line(), "200");
    phone.counter = 0;
    refused(log_in(&app, &mut phone).await);

    let begun = post(&app.visitor(), "/api/user/login/passkey/start").await;
    phone.counter = 100;
    let mut bent = phone.get(&begun.payload()["options"]);
    bent["response"]["userHandle"] = Value::Null;
    let body = json!({ "ticket": begun.payload()["ticket"], "credential": bent });
    let finish = "/api/user/login/passkey/finish";
    refused(app.visitor().post(finish, body).await);
    for invalid in [
        json!({}),
        json!({ "id": 3 }),
        json!({ "id": "a", "response": [] }),
    ] {
        let body = json!({ "ticket": "x", "credential": invalid });
        refused(app.visitor().post(finish, body).await);
    }

    // A ticket is valid for its account, for its purpose, and for five minutes.
    let begun = post(&mina, "/api/account/passkeys/start").await;
    let credential = Authenticator::new(3).create(&begun.payload()["options"]);
    let body =
        json!({ "ticket": begun.payload()["ticket"], "name": "x", "credential": credential });
    let add_path = "/api/account/passkeys/finish";
    assert_eq!(
        theo.post(add_path, body.clone()).await.line(),
        "401 ticket_invalid"
    );
    app.advance(6 * MINUTE);
    assert_eq!(mina.post(add_path, body).await.line(), "401 ticket_invalid");
    app.advance(5 * MINUTE);
    let start = "/api/account/passkeys/start";
    let mina = client_of(
        &app,
        &super::log_in(&app, "mina", witverse_testing::PASSWORD).await,
    );
    assert_eq!(post(&mina, start).await.line(), "200");
    app.advance(11 * MINUTE - MINUTE - MINUTE / 2);
    assert_eq!(post(&mina, start).await.line(), "200");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_passkeys_and_no_more() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let mut pending = Vec::new();
    for seed in 1..=14 {
        let begun = post(&mina, "/api/account/passkeys/start").await;
        let credential = Authenticator::new(seed).create(&begun.payload()["options"]);
        let body =
            json!({ "ticket": begun.payload()["ticket"], "name": "key", "credential": credential });
        let mina = mina.clone();
        pending.push(async move { mina.post("/api/account/passkeys/finish", body).await.line() });
    }
    let lines = concurrently(pending).await;
    assert_eq!(
        lines.iter().filter(|line| *line == "200").count(),
        10,
        "{lines:?}"
    );
    assert_eq!(app.count("select count(*) from kernel.passkey").await, 10);
    assert_eq!(
        post(&mina, "/api/account/passkeys/start").await.line(),
        "409 passkey_limit"
    );
    prove(&mina).await;
    app.stop().await;
}
