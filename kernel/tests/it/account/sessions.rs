//! Listing and ending sessions.

use witverse_testing::{PASSWORD, TestApp};

use super::{client_of, delete, email, kinds, log_in, log_in_from, post};

#[tokio::test]
async fn a_person_sees_and_ends_their_sessions() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let theo = app.person("theo").await;
    let agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/148.0";
    let browser = app.visitor().with_header("user-agent", agent);
    let desk = client_of(&app, &log_in_from(&browser, "mina", PASSWORD).await);
    let phone = client_of(&app, &log_in(&app, "mina", PASSWORD).await);

    let list = desk.get("/api/account/sessions").await;
    let items = list.payload()["items"].as_array().unwrap().clone();
    assert_eq!(items.len(), 3);
    let own: Vec<_> = items
        .iter()
        .filter(|item| item["current"] == true)
        .collect();
    assert_eq!(own.len(), 1);
    assert_eq!(own[0]["userAgent"], agent);
    assert_eq!(own[0]["method"], "password");

    let path = format!("/api/account/sessions/{}", own[0]["id"].as_str().unwrap());
    assert_eq!(
        delete(&theo, &path).await.line(),
        "404 not_found",
        "not theirs"
    );
    assert_eq!(delete(&phone, &path).await.line(), "200");
    assert_eq!(delete(&phone, &path).await.line(), "404 not_found");
    assert_eq!(
        post(&desk, "/api/user/auth").await.line(),
        "401 unauthenticated"
    );
    assert_eq!(
        post(&phone, "/api/account/sessions/revoke-others")
            .await
            .payload()["ended"],
        1
    );
    assert_eq!(
        post(&mina, "/api/user/auth").await.line(),
        "401 unauthenticated"
    );
    assert_eq!(
        post(&phone, "/api/v2/user/auth/health-check").await.line(),
        "200"
    );
    assert_eq!(
        kinds(&phone).await[3..],
        ["session.ended", "session.ended_others"]
    );
    for bad in ["x", "%ff", "00000000-0000-0000-0000-000000000000"] {
        let path = format!("/api/account/sessions/{bad}");
        assert_eq!(delete(&phone, &path).await.line(), "404 not_found", "{bad}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_stolen_token_is_reported_by_mail() {
    let app = TestApp::start().await;
    app.person("mina").await;
    let first = log_in(&app, "mina", PASSWORD).await;
    let stolen = format!(
        "witverse_refresh={}",
        first.cookie("witverse_refresh").unwrap()
    );
    let thief = app.visitor().with_header("cookie", &stolen);
    assert_eq!(post(&thief, "/api/user/refresh").await.line(), "200");
    app.advance(std::time::Duration::from_secs(11));
    assert_eq!(
        post(&thief, "/api/user/refresh").await.line(),
        "401 refresh_invalid"
    );
    let mail = app.mail_to(&email("mina")).await;
    assert!(mail.contains("기기에서 로그아웃했습니다"), "{mail}");
    let back = client_of(&app, &log_in(&app, "mina", PASSWORD).await);
    let log = kinds(&back).await;
    assert!(log.contains(&"session.token_reused".to_owned()), "{log:?}");
    assert_eq!(
        post(&thief, "/api/user/refresh").await.line(),
        "401 refresh_invalid"
    );
    assert_eq!(
        app.app.mailer.mailbox(Some(&email("mina"))).len(),
        1,
        "shown once"
    );
    app.stop().await;
}
