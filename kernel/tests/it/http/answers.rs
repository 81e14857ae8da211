//! Common parts of every response, and the operations for operators and developers.

use serde_json::json;
use witverse_testing::TestApp;

use super::{is_guarded, is_problem, operations};

#[tokio::test]
async fn other_methods_get_the_allow_header() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let operations = operations(&app).await;
    for operation in &operations {
        let known: Vec<&str> = operations
            .iter()
            .filter(|other| other.path == operation.path)
            .map(|other| other.method.as_str())
            .collect();
        for method in [
            "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW",
        ] {
            if known.contains(&method) {
                continue;
            }
            let reply = visitor.send(method, &operation.address(), None).await;
            let what = format!("{method} {}", operation.path);
            assert_eq!(reply.line(), "405 method_not_allowed", "{what}");
            is_problem(&reply, &what);
            let allow = reply
                .header("allow")
                .unwrap_or_else(|| panic!("{what}: no Allow"));
            for method in &known {
                assert!(
                    allow.split(',').any(|allowed| allowed.trim() == *method),
                    "{what}: {allow}"
                );
            }
        }
    }
    for path in [
        "/",
        "/agora",
        "/no/such/screen",
        "/assets/shell/theme.js",
        "/health/live",
        "/metrics",
        "/api/openapi.json",
    ] {
        let reply = visitor.send("POST", path, Some(b"{}".to_vec())).await;
        assert_eq!(reply.line(), "405 method_not_allowed", "{path}");
        assert!(
            reply
                .header("allow")
                .is_some_and(|allow| allow.contains("GET")),
            "{path}"
        );
        let head = visitor.send("HEAD", path, None).await;
        assert_eq!(head.status, visitor.get(path).await.status, "{path}");
        assert!(
            head.bytes.is_empty() || path == "/" || !path.contains('.'),
            "{path}"
        );
    }
    let head = visitor.send("HEAD", "/api/v3/worlds", None).await;
    assert_eq!(head.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn every_response_has_security_headers_and_a_request_id() {
    let app = TestApp::start().await;
    let (visitor, person) = (app.visitor(), app.person("mina").await);
    let etag = visitor
        .get("/assets/shell/theme.js")
        .await
        .header("etag")
        .unwrap()
        .to_owned();
    for (client, path) in [
        (&visitor, "/"),
        (&visitor, "/no/such/screen"),
        (&visitor, "/assets/shell/theme.js"),
        (
            &visitor.with_header("if-none-match", &etag),
            "/assets/shell/theme.js",
        ),
        (&visitor, "/assets/nope.js"),
        (&visitor, "/api/v3/worlds"),
        (&visitor, "/api/v2/worlds/my"),
        (&visitor, "/api/ui/plugins"),
        (&visitor, "/api/openapi.json"),
        (&visitor, "/api/nope"),
        (&visitor, "/health/live"),
        (&visitor, "/health/ready"),
        (&visitor, "/metrics"),
        (&visitor, "/dev/mailbox"),
        (&visitor, "/dev/mailbox/messages"),
        (&person, "/api/user/nickname"),
        (&person, "/api/x/probe/open"),
    ] {
        is_guarded(&client.get(path).await, path);
    }
    let stream = person.stream("/api/live").await;
    assert!(stream.headers().contains_key("content-security-policy"));

    for (sent, kept) in [
        ("0123456789abcdef", true),
        ("a-b-c-d-e-f-g-h", true),
        ("short", false),
        ("has spaces in it", false),
        ("<script>alert(1)</script>", false),
        (&"x".repeat(65), false),
    ] {
        let reply = visitor
            .with_header("x-request-id", sent)
            .get("/api/nope")
            .await;
        let answered = reply.header("x-request-id").unwrap();
        assert_eq!(answered == sent, kept, "{sent}");
        assert_eq!(reply.body["requestId"], answered);
    }
    let (a, b) = (visitor.get("/api/ip").await, visitor.get("/api/ip").await);
    assert_ne!(a.header("x-request-id"), b.header("x-request-id"));

    // The response's language is the caller's; both texts are included.
    for (header, value, message) in [
        ("x-language", "en", "Please log in."),
        ("x-language", "ko", "로그인이 필요합니다."),
        (
            "accept-language",
            "en-GB,en;q=0.9,ko;q=0.1",
            "Please log in.",
        ),
        ("accept-language", "fr", "로그인이 필요합니다."),
        ("cookie", "lang=en", "Please log in."),
    ] {
        let reply = visitor
            .with_header(header, value)
            .get("/api/user/nickname")
            .await;
        assert_eq!(reply.body["message"], message, "{header}: {value}");
    }
    app.stop().await;
}

#[tokio::test]
async fn operators_can_read_health_and_metrics() {
    let token = "a token for the metrics of tests";
    let app = TestApp::with(|config| config.http.metrics_token = Some(token.into())).await;
    let visitor = app.visitor();
    assert_eq!(visitor.get("/health/live").await.bytes, b"ok\n");
    assert_eq!(visitor.get("/health/ready").await.bytes, b"ok\n");
    visitor.get("/api/v3/worlds").await;
    visitor.send("BREW", "/api/secret-of-somebody", None).await;
    let scraper = visitor.with_header("authorization", &format!("Bearer {token}"));
    let metrics = String::from_utf8(scraper.get("/metrics").await.bytes).unwrap();
    for expected in [
        "http_requests_total{",
        "plugin_calls_total{plugin=\"worlds\"}",
        "database_connections{",
        "live_people",
    ] {
        assert!(metrics.contains(expected), "{expected}\n{metrics}");
    }
    assert!(
        !metrics.contains("BREW") && !metrics.contains("secret-of-somebody"),
        "labels are ours to choose"
    );
    app.app.stop.send_replace(true);
    let stopping = visitor.get("/health/ready").await;
    assert_eq!(stopping.status, 503, "no new requests, please");
    app.stop().await;
}

#[tokio::test]
async fn mail_is_shown_to_developers_only() {
    let app = TestApp::start().await;
    crate::user::register(&app, "dev@b.co", witverse_testing::PASSWORD).await;
    app.mail_to("dev@b.co").await;
    let visitor = app.visitor();
    let mails = visitor.get("/dev/mailbox/messages?to=DEV@b.co").await;
    assert_eq!(mails.payload()["items"][0]["to"], "dev@b.co");
    assert_eq!(
        *visitor
            .get("/dev/mailbox/messages?to=other@b.co")
            .await
            .payload(),
        json!({ "items": [] })
    );
    let page = String::from_utf8(visitor.get("/dev/mailbox").await.bytes).unwrap();
    assert!(page.contains("dev@b.co") && page.contains("Your Witverse code"));
    app.stop().await;

    let app = TestApp::with(|config| config.dev.mailbox = false).await;
    let reply = app.visitor().get("/dev/mailbox/messages").await;
    assert!(reply.body.is_null(), "a screen of the shell, if anything");
    app.stop().await;
}

#[tokio::test]
async fn only_the_development_setting_advances_the_clock() {
    let app = TestApp::with(|config| config.dev.clock = true).await;
    let before = app.clock.now();
    for (hours, line) in [
        (json!(169), "200"),
        (json!(0), "422 validation_failed"),
        (json!(9601), "422 validation_failed"),
        (json!(-1), "422 validation_failed"),
    ] {
        let reply = app
            .visitor()
            .post("/dev/clock", json!({ "hours": hours }))
            .await;
        assert_eq!(reply.line(), line, "{hours}");
    }
    let passed = app.clock.now() - before;
    assert_eq!(passed.whole_hours(), 169);
    app.stop().await;
    let app = TestApp::start().await;
    let reply = app
        .visitor()
        .post("/dev/clock", json!({ "hours": 1 }))
        .await;
    assert!(!reply.status.is_success(), "{}", reply.line());
    app.stop().await;
}
