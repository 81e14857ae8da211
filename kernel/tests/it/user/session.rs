//! Login, refresh and logout.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use sha2::{Digest, Sha256};
use witverse_testing::{PASSWORD, Reply, TestApp};

use super::{
    HOUR, MINUTE, OTHER_PASSWORD, SECOND, code, log_in, register, says, says_at, says_not_matched,
    says_unauthenticated, text, verified, verify,
};
use crate::support::concurrently;

fn says_refresh_invalid(reply: &Reply) {
    says(
        reply,
        "401 refresh_invalid",
        "로그인이 만료되었습니다. 다시 로그인해 주세요.",
        "Your session has ended. Please log in again.",
    );
}

#[tokio::test]
async fn refusals_of_a_login() {
    let app = TestApp::start().await;
    verified(&app, "a@b.co").await;
    let unmatch = ("비밀번호가 일치하지 않습니다.", "Password does not match.");
    says(
        &log_in(&app, "a@b.co", OTHER_PASSWORD).await,
        "401 password_unmatch",
        unmatch.0,
        unmatch.1,
    );
    let absent = ("존재하지 않는 이메일입니다.", "Email does not exist.");
    says(
        &log_in(&app, "b@b.co", PASSWORD).await,
        "404 user_not_exist",
        absent.0,
        absent.1,
    );
    let email = ("email", "올바르지 않은 이메일입니다.", "Invalid email.");
    let password = (
        "password",
        "올바르지 않은 비밀번호입니다.",
        "Invalid password.",
    );
    says_at(&log_in(&app, "", "").await, &[email, password]);
    says_at(&log_in(&app, "a@b", PASSWORD).await, &[email]);
    says_at(&log_in(&app, "a@b.co", "").await, &[password]);
    says_at(
        &log_in(&app, "a@b.co", &"x".repeat(2000)).await,
        &[password],
    );
    says(
        &log_in(&app, "a@b.co", PASSWORD).await,
        "429 login_delayed",
        "잠시 기다렸다가 다시 시도해 주세요.",
        "Please wait a moment and try again.",
    );
    app.advance(SECOND);
    assert_eq!(log_in(&app, "A@B.co", PASSWORD).await.line(), "200");

    register(&app, "new@b.co", PASSWORD).await;
    let early = log_in(&app, "new@b.co", PASSWORD).await;
    let unactivated = ("이메일을 인증해 주세요.", "Please verify your email.");
    says(&early, "403 unactivated_user", unactivated.0, unactivated.1);
    assert!(
        early.header("retry-after").is_some(),
        "the code that was just sent is still good"
    );
    assert_eq!(early.cookie("witverse_refresh"), None);
    let first = code(&app, "new@b.co", 1).await;
    app.advance(5 * MINUTE);
    says(
        &log_in(&app, "new@b.co", PASSWORD).await,
        "403 unactivated_user",
        unactivated.0,
        unactivated.1,
    );
    let second = code(&app, "new@b.co", 2).await;
    says_not_matched(&verify(&app, "new@b.co", &first).await);
    assert_eq!(
        log_in(&app, "new@b.co", OTHER_PASSWORD).await.line(),
        "401 password_unmatch",
        "and no mail"
    );
    assert_eq!(verify(&app, "new@b.co", &second).await.line(), "200");
    app.advance(SECOND);
    assert_eq!(log_in(&app, "new@b.co", PASSWORD).await.line(), "200");
    app.stop().await;
}

/// Presents a refresh token.
async fn refresh(app: &TestApp, token: &str) -> Reply {
    let cookie = format!("witverse_refresh={token}");
    app.visitor()
        .with_header("cookie", &cookie)
        .send("POST", "/api/user/refresh", None)
        .await
}

/// A new session of a person of the harness: refresh token and access token.
async fn session(app: &TestApp, nickname: &str) -> (String, String) {
    let email = format!("{nickname}@test.witverse.dev");
    let reply = log_in(app, &email, PASSWORD).await;
    (
        reply.cookie("witverse_refresh").unwrap(),
        text(&reply.payload()["accessToken"]),
    )
}

#[tokio::test]
async fn a_refresh_token_is_rotated_and_its_reuse_ends_the_session() {
    let app = TestApp::start().await;
    app.person("alice").await;
    let (first, access) = session(&app, "alice").await;
    let reply = refresh(&app, &first).await;
    assert_eq!(reply.payload()["expiresIn"], 600);
    let cookie = reply.header("set-cookie").unwrap().to_owned();
    for attribute in [
        "HttpOnly",
        "Secure",
        "SameSite=Strict",
        "Path=/api/user",
        "Max-Age=2592000",
    ] {
        assert!(
            cookie.split("; ").any(|part| part == attribute),
            "{attribute}: {cookie}"
        );
    }
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let second = reply.cookie("witverse_refresh").unwrap();
    assert_ne!(first, second);
    assert!(second.len() >= 43, "256 bits");
    let me = app
        .visitor()
        .with_token(&text(&reply.payload()["accessToken"]));
    assert_eq!(
        me.get("/api/user/nickname").await.payload()["nickname"],
        "alice"
    );

    // The response was lost: the same successor, for ten seconds.
    app.advance(9 * SECOND);
    assert_eq!(
        refresh(&app, &first).await.cookie("witverse_refresh"),
        Some(second.clone())
    );
    let third = refresh(&app, &second)
        .await
        .cookie("witverse_refresh")
        .unwrap();
    assert_eq!(
        refresh(&app, &first).await.line(),
        "200",
        "even when that one was used"
    );
    app.advance(2 * SECOND);
    let stolen = refresh(&app, &first).await;
    says_refresh_invalid(&stolen);
    assert!(
        stolen.header("set-cookie").unwrap().contains("Max-Age=0"),
        "forgotten by the browser"
    );
    says_refresh_invalid(&refresh(&app, &third).await);
    says_refresh_invalid(&refresh(&app, &second).await);
    for access in [&access, me.token().unwrap()] {
        says_unauthenticated(
            &app.visitor()
                .with_token(access)
                .get("/api/user/nickname")
                .await,
        );
    }

    // Tokens are stored as hashes, and a hash is not a valid token.
    let (fresh, _) = session(&app, "alice").await;
    let hash = Sha256::digest(fresh.as_bytes()).to_vec();
    let kept: bool =
        sqlx::query_scalar("select exists (select 1 from kernel.refresh_token where hash = $1)")
            .bind(&hash)
            .fetch_one(app.owner())
            .await
            .unwrap();
    assert!(kept);
    for nothing in ["", "x", &URL_SAFE_NO_PAD.encode(&hash)] {
        says_refresh_invalid(&refresh(&app, nothing).await);
    }
    says_refresh_invalid(&app.visitor().send("POST", "/api/user/refresh", None).await);
    let forbidden = (
        "이 작업을 할 권한이 없습니다.",
        "You are not allowed to do this.",
    );
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let evil = app
            .visitor()
            .with_header("host", "witverse.example")
            .with_header(name, value);
        let evil = evil.with_header("cookie", &format!("witverse_refresh={fresh}"));
        for call in ["/api/user/refresh", "/api/user/logout"] {
            says(
                &evil.send("POST", call, None).await,
                "403 forbidden",
                forbidden.0,
                forbidden.1,
            );
        }
    }
    app.advance(29 * 24 * HOUR);
    let later = refresh(&app, &fresh)
        .await
        .cookie("witverse_refresh")
        .unwrap();
    app.advance(31 * 24 * HOUR);
    says_refresh_invalid(&refresh(&app, &later).await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_concurrent_refreshes_have_one_successor() {
    let app = std::sync::Arc::new(TestApp::start().await);
    app.person("alice").await;
    let (token, _) = session(&app, "alice").await;
    let successors = concurrently((0..100).map(|_| {
        let (app, token) = (app.clone(), token.clone());
        async move {
            let reply = refresh(&app, &token).await;
            assert_eq!(reply.line(), "200");
            reply.cookie("witverse_refresh").unwrap()
        }
    }))
    .await;
    assert!(
        successors
            .iter()
            .all(|successor| *successor == successors[0])
    );
    // The harness's session of alice, and this one.
    let live =
        "select count(*) from kernel.refresh_token t join kernel.session s on s.id = t.session_id
                where t.used_at is null and s.revoked_at is null";
    assert_eq!(app.count(live).await, 2);
    assert_eq!(app.count("select count(*) from kernel.session").await, 2);
    assert_eq!(refresh(&app, &successors[0]).await.line(), "200");
}

#[tokio::test]
async fn logging_out_ends_the_session_at_once() {
    let app = TestApp::start().await;
    app.person("alice").await;
    let nickname = async |access: &str| {
        app.visitor()
            .with_token(access)
            .get("/api/user/nickname")
            .await
    };

    let (token, access) = session(&app, "alice").await;
    let (other_token, other) = session(&app, "alice").await;
    assert_eq!(nickname(&access).await.line(), "200");
    let reply = app
        .visitor()
        .with_token(&access)
        .send("POST", "/api/user/logout", None)
        .await;
    assert_eq!(*reply.payload(), json!({}));
    assert!(reply.header("set-cookie").unwrap().contains("Max-Age=0"));
    says_unauthenticated(&nickname(&access).await);
    says_refresh_invalid(&refresh(&app, &token).await);
    assert_eq!(nickname(&other).await.line(), "200", "other devices stay");

    // The access token has expired; the cookie is sufficient for the logout.
    let cookie = format!("witverse_refresh={other_token}");
    let reply = app
        .visitor()
        .with_header("cookie", &cookie)
        .send("POST", "/api/user/logout", None)
        .await;
    assert_eq!(reply.line(), "200");
    says_unauthenticated(&nickname(&other).await);
    says_refresh_invalid(&refresh(&app, &other_token).await);
    let again = app
        .visitor()
        .with_header("cookie", &cookie)
        .send("POST", "/api/user/logout", None)
        .await;
    assert_eq!(again.line(), "200", "twice does no harm");
    assert_eq!(
        app.visitor()
            .send("POST", "/api/user/logout", None)
            .await
            .line(),
        "200"
    );
    app.stop().await;
}

#[tokio::test]
async fn only_a_valid_access_token_is_accepted() {
    let app = TestApp::start().await;
    let (alice, bob) = (app.person("alice").await, app.person("bob").await);
    let (token, other) = (alice.token().unwrap(), bob.token().unwrap());
    let parts: Vec<&str> = token.split('.').collect();
    let others: Vec<&str> = other.split('.').collect();
    let none = URL_SAFE_NO_PAD.encode(r#"{"typ":"at+jwt","alg":"none"}"#);
    let forged = [
        String::new(),
        "x".into(),
        "a.b.c".into(),
        token[..token.len() - 2].into(),
        format!("{}.{}.{}", parts[0], others[1], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{none}.{}.", parts[1]),
        format!("{token}{token}"),
        "y".repeat(10_000),
    ];
    let everything = [
        "/api/user/nickname",
        "/api/v2/worlds/my",
        "/api/v3/worlds",
        "/api/live",
    ];
    for bad in &forged {
        for path in everything {
            says_unauthenticated(&app.visitor().with_token(bad).get(path).await);
        }
    }
    for scheme in ["Basic YWxpY2U6eA==", "Bearer", token] {
        let client = app.visitor().with_header("authorization", scheme);
        says_unauthenticated(&client.get("/api/user/nickname").await);
    }

    // A webview's cookie is accepted for reads, and for writes only from our own pages.
    let webview = app
        .visitor()
        .with_header("cookie", &format!("witverse_access={token}"));
    assert_eq!(
        webview.get("/api/user/nickname").await.payload()["nickname"],
        "alice"
    );
    let language = json!({ "language": "en" });
    let evil = webview.with_header("sec-fetch-site", "cross-site");
    assert_eq!(
        evil.put("/api/user/language", language.clone())
            .await
            .line(),
        "403 forbidden"
    );
    let own = webview.with_header("sec-fetch-site", "same-origin");
    assert_eq!(
        *own.put("/api/user/language", language.clone())
            .await
            .payload(),
        language
    );
    assert_eq!(
        alice.post("/api/user/auth", json!({})).await.payload()["language"],
        "en"
    );
    let unknown = (
        "language",
        "한국어(ko) 또는 영어(en)만 선택할 수 있습니다.",
        "Choose Korean (ko) or English (en).",
    );
    says_at(
        &alice
            .put("/api/user/language", json!({ "language": "fr" }))
            .await,
        &[unknown],
    );

    app.advance(10 * MINUTE + SECOND);
    for path in everything {
        says_unauthenticated(&alice.get(path).await);
    }
    assert_eq!(
        app.visitor().get("/api/ip").await.payload()["ip"],
        "127.0.0.1"
    );
    app.stop().await;
}

#[tokio::test]
async fn guessing_is_delayed() {
    let app = TestApp::with(|config| {
        config.http.account_rate = 5;
        config.http.trusted_proxies = 1;
    })
    .await;
    let from = |ip: &str| app.visitor().with_header("x-forwarded-for", ip);
    let guess = json!({ "email": "a@b", "password": "x" });
    for _ in 0..5 {
        let reply = from("203.0.113.7")
            .post("/api/user/login", guess.clone())
            .await;
        assert_eq!(reply.line(), "422 validation_failed");
    }
    let slowed = from("203.0.113.7")
        .post("/api/user/login", guess.clone())
        .await;
    says(
        &slowed,
        "429 too_many_requests",
        "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.",
        "Too many requests. Please try again shortly.",
    );
    assert!(slowed.header("retry-after").is_some());
    let lied = from("198.51.100.1, 203.0.113.7")
        .post("/api/user/login", guess.clone())
        .await;
    assert_eq!(
        lied.line(),
        "429 too_many_requests",
        "what the caller wrote before the proxy is not believed"
    );
    let other = from("203.0.113.8").post("/api/user/login", guess).await;
    assert_eq!(other.line(), "422 validation_failed");
    app.stop().await;
}
