//! Information leaks: codes and addresses in logs and referrers, public metrics, pages over plain HTTP.

use std::io::Write;
use std::sync::{Arc, Mutex};

use witverse_testing::TestApp;

const TOKEN: &str = "a token for the metrics of tests";

/// Collects log lines of this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn logs_and_metrics_name_routes_and_never_their_parameters() {
    let app = TestApp::with(|config| config.http.metrics_token = Some(TOKEN.into())).await;
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let logged = "/api/user/resetpw/{email}/{encoded}";
    for _ in 0..5 {
        // A call site that another test has registered in the same moment may have missed this subscriber.
        tracing::callsite::rebuild_interest_cache();
        for path in [
            "/api/user/resetpw/secret.person@example.com/123987",
            "/api/user/resetpw/secret.person@example.com/123987/",
            "/api/user/resetpw/secret.person%40example.com/123987?x=123987",
            "/user/resetpw/secret.person@example.com/123987",
            "/?login=123987",
            "/api/x/probe/open",
        ] {
            app.visitor().get(path).await;
        }
        if log.text().contains(logged) {
            break;
        }
    }
    let text = log.text();
    assert!(text.contains(logged), "{text}");
    assert!(text.contains("/api/x/probe/open"), "{text}");
    let metrics = app
        .visitor()
        .with_header("authorization", &format!("Bearer {TOKEN}"))
        .get("/metrics")
        .await;
    let metrics = String::from_utf8(metrics.bytes).unwrap();
    for secret in ["secret.person", "123987"] {
        assert!(!text.contains(secret), "{text}");
        assert!(!metrics.contains(secret), "{metrics}");
    }
    app.stop().await;
}

#[tokio::test]
async fn pages_with_a_code_send_no_referrer() {
    let app = TestApp::start().await;
    for (path, policy) in [
        ("/?login=abc", "no-referrer"),
        ("/agora?tab=a&login=abc", "no-referrer"),
        ("/?resetEmail=a%40b.co&reset=abc", "no-referrer"),
        ("/?logins=abc", "strict-origin-when-cross-origin"),
        ("/", "strict-origin-when-cross-origin"),
    ] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.header("referrer-policy"), Some(policy), "{path}");
    }
    app.stop().await;
}

#[tokio::test]
async fn metrics_are_for_the_bearer_of_the_token() {
    let app = TestApp::with(|config| config.http.metrics_token = Some(TOKEN.into())).await;
    let with = |value: &str| app.visitor().with_header("authorization", value);
    for refused in [
        "",
        "Bearer",
        "Bearer ",
        TOKEN,
        "Bearer another token for the metrics",
        &format!("Basic {TOKEN}"),
    ] {
        assert_eq!(
            with(refused).get("/metrics").await.line(),
            "404 not_found",
            "{refused:?}"
        );
    }
    assert_eq!(app.visitor().get("/metrics").await.line(), "404 not_found");
    let person = app.person("mina").await;
    assert_eq!(person.get("/metrics").await.line(), "404 not_found");
    let right = with(&format!("Bearer {TOKEN}")).get("/metrics").await;
    assert_eq!(right.line(), "200");
    assert!(
        right
            .header("content-type")
            .unwrap()
            .starts_with("text/plain")
    );
    app.stop().await;

    let app = TestApp::start().await;
    let reply = app.visitor().with_header("authorization", "Bearer ");
    assert_eq!(
        reply.get("/metrics").await.line(),
        "404 not_found",
        "no token is set, so none is right"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_platform_behind_tls_sends_hsts() {
    for (public_url, expect) in [
        (None, None),
        (Some("http://witverse.example"), None),
        (
            Some("https://witverse.example"),
            Some("max-age=31536000; includeSubDomains"),
        ),
    ] {
        let app = TestApp::with(|config| {
            config.http.public_url = public_url.map(str::to_owned);
            config.dev.mailbox = false;
        })
        .await;
        for path in ["/", "/api/ip", "/api/nope", "/assets/shell/theme.js"] {
            let reply = app.visitor().get(path).await;
            assert_eq!(
                reply.header("strict-transport-security"),
                expect,
                "{public_url:?} {path}"
            );
        }
        app.stop().await;
    }
}
