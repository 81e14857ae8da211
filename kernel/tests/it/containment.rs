//! A plugin that traps, loops, floods or returns malformed responses affects no other: its caller gets an error, and
//! the next request succeeds.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use crate::support::{note, run};

#[tokio::test]
async fn every_guest_fault_has_a_clear_response() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    let cases = [
        (json!({ "op": "trap" }), "502 plugin_failed"),
        (
            json!({ "op": "panic", "message": "boom" }),
            "502 plugin_failed",
        ),
        (json!({ "op": "recurse" }), "502 plugin_failed"),
        (json!({ "op": "loop" }), "504 plugin_timeout"),
        (json!({ "op": "hog" }), "502 plugin_failed"),
        (
            json!({ "op": "huge_response", "bytes": 8_000_000 }),
            "502 plugin_failed",
        ),
        (json!({ "op": "random_huge" }), "502 plugin_failed"),
        (json!({ "op": "log_flood" }), "502 plugin_failed"),
        (
            json!({ "op": "log_flood", "lines": 1, "bytes": 5000 }),
            "502 plugin_failed",
        ),
        (
            json!({ "op": "hostcall_flood", "count": 100_000_000 }),
            "504 plugin_timeout",
        ),
        (json!({ "op": "sleepless" }), "504 plugin_timeout"),
        (json!({ "op": "bad_status" }), "502 plugin_failed"),
        (
            json!({ "op": "respond", "status": 404 }),
            "502 plugin_failed",
        ),
        (
            json!({ "op": "respond", "status": 200, "headers": [["set-cookie", "a=b"]] }),
            "502 plugin_failed",
        ),
        (
            json!({ "op": "respond", "status": 200, "headers": [["content-type", "a\r\nb: c"]] }),
            "502 plugin_failed",
        ),
        (
            json!({ "op": "problem", "status": 200, "code": "fine" }),
            "502 plugin_failed",
        ),
        (
            json!({ "op": "problem", "status": 409, "code": "Not A Code" }),
            "502 plugin_failed",
        ),
        (
            json!({ "op": "metrics", "name": "not a name", "delta": 1 }),
            "502 plugin_failed",
        ),
    ];
    for (op, expected) in cases {
        let started = Instant::now();
        let reply = run(&person, json!([note("never"), op])).await;
        // On a busy machine, the guest may run out of time before it runs out of memory.
        let slow_hog = op["op"] == "hog" && reply.line() == "504 plugin_timeout";
        assert!(
            slow_hog || reply.line() == expected,
            "{op}: {}",
            reply.line()
        );
        assert!(
            started.elapsed() < Duration::from_secs(4),
            "{op} took {:?}",
            started.elapsed()
        );
        assert_eq!(
            reply.header("content-type"),
            Some("application/problem+json")
        );
        for language in ["ko", "en"] {
            assert!(
                !reply.body["language"][language]
                    .as_str()
                    .unwrap()
                    .is_empty()
            );
        }
        assert_eq!(
            app.count("select count(*) from plugin_probe.note").await,
            0,
            "{op}"
        );
        assert_eq!(
            person.get("/api/x/probe/open").await.line(),
            "200",
            "after {op}"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn a_problem_of_a_limit_carries_retry_after() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    for (status, seconds, expected) in [
        (429, Some(17), Some("17")),
        (503, Some(1), Some("1")),
        (429, None, None),
        // Other statuses are no limits in time.
        (409, Some(17), None),
    ] {
        let op =
            json!({ "op": "problem", "status": status, "code": "no", "retry_after_s": seconds });
        let reply = run(&person, json!([op])).await;
        assert_eq!(reply.line(), format!("{status} no"));
        assert_eq!(reply.header("retry-after"), expected, "{status}");
        let body = reply.body["retryAfterSeconds"].as_u64();
        assert_eq!(body, expected.and(seconds), "{status}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_looping_plugin_does_not_block_other_plugins() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    let visitor = app.visitor();
    let loops = (0..4).map(|_| run(&person, json!([{ "op": "loop" }])));
    let neighbour = async {
        let mut slowest = Duration::ZERO;
        for _ in 0..50 {
            let started = Instant::now();
            assert_eq!(visitor.get("/api/x/probe/open").await.line(), "200");
            slowest = slowest.max(started.elapsed());
        }
        slowest
    };
    let (replies, slowest) = futures::join!(futures::future::join_all(loops), neighbour);
    assert!(
        replies
            .iter()
            .all(|reply| reply.line() == "504 plugin_timeout")
    );
    assert!(
        slowest < Duration::from_secs(1),
        "a neighbour waited {slowest:?}"
    );
    app.stop().await;
}

#[tokio::test]
async fn waiting_for_the_database_is_not_the_plugins_time() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    // Some 30 × 3 ms: twice the CPU time of a call, all of it in host calls.
    let slow =
        json!({ "op": "sql_query", "statement": "select count(*) from generate_series(1, 20000)" });
    let reply = run(&person, json!(vec![slow; 30])).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    app.stop().await;
}

#[tokio::test]
async fn calls_beyond_the_slots_and_the_queue_are_refused() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    // Each call keeps its slot while it waits for the table.
    let mut lock = app.owner().begin().await.unwrap();
    sqlx::query("lock table plugin_probe.note")
        .execute(&mut *lock)
        .await
        .unwrap();
    let wait = json!([{ "op": "sql_query", "statement": "select v from note" }]);
    let refused = AtomicUsize::new(0);
    // 192 run and 512 wait.
    let calls = (0..720).map(async |_| {
        let reply = run(&person, wait.clone()).await;
        if reply.line() == "503 busy" {
            refused.fetch_add(1, Ordering::Relaxed);
            assert_eq!(reply.header("retry-after"), Some("1"));
        }
    });
    let release = async {
        while refused.load(Ordering::Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        lock.rollback().await.unwrap();
    };
    futures::join!(futures::future::join_all(calls), release);
    app.eventually("the platform recovers", async || {
        person.get("/api/x/probe/open").await.line() == "200"
    })
    .await;
    app.stop().await;
}

#[tokio::test]
async fn services_find_instances_while_many_calls_wait() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    let mut op = json!({ "op": "sql_query", "statement": "select v from note" });
    for _ in 0..4 {
        op = json!({ "op": "service_call", "service": "probe@1", "method": "run", "payload": { "ops": [op] } });
    }
    // Most of them wait for a connection, with five instances each.
    let calls = (0..70).map(|_| run(&person, json!([op.clone()])));
    for reply in futures::future::join_all(calls).await {
        assert_eq!(reply.line(), "200", "{}", reply.body);
        assert!(!reply.body.to_string().contains("error"), "{}", reply.body);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_plugin_gets_the_caller_from_the_kernel_only() {
    let app = TestApp::start().await;
    let person = app
        .person("alice")
        .await
        .with_header("cookie", "secret=1; lang=en")
        .with_header("x-forwarded-for", "1.2.3.4");
    let reply = person
        .get("/api/x/probe/things/a%2Fb?x=1&x=2&y=%ED%95%9C")
        .await;
    let seen = reply.payload();
    assert_eq!(seen["params"], json!([["id", "a/b"]]));
    assert_eq!(seen["query"], json!([["x", "1"], ["x", "2"], ["y", "한"]]));
    let headers = seen["headers"].to_string();
    for secret in ["authorization", "cookie", "Bearer", "secret", "1.2.3.4"] {
        assert!(!headers.contains(secret), "{headers}");
    }
    let reply = run(&person, json!([{ "op": "context" }])).await;
    let context = &reply.payload()["results"][0]["ok"];
    assert!(
        context.to_string().contains(&person.id.to_string()),
        "{context}"
    );
    assert!(context.to_string().contains("alice"), "{context}");
    app.stop().await;
}

#[tokio::test]
async fn a_permission_is_checked_before_the_plugin_runs() {
    let app = TestApp::start().await;
    let script: Value = json!({ "ops": [note("never")] });
    let reply = app.visitor().post("/api/x/probe/run", script).await;
    assert_eq!(reply.line(), "401 unauthenticated");
    assert_eq!(app.visitor().get("/api/x/probe/open").await.line(), "200");
    assert_eq!(app.count("select count(*) from plugin_probe.note").await, 0);

    let person = app.person("alice").await;
    let check = |open: bool| json!({ "op": "check", "action": "touch", "kind": "Thing", "id": "1", "attributes": { "isOpen": open } });
    let reply = run(&person, json!([check(true), check(false)])).await;
    assert_eq!(
        reply.payload()["results"],
        json!([{ "ok": true }, { "ok": false }])
    );
    app.stop().await;
}

/// The probe's response with these headers.
async fn respond(client: &Client, headers: Value) -> Reply {
    let op = json!({ "op": "respond", "status": 200, "headers": headers });
    run(client, json!([op])).await
}

#[tokio::test]
async fn a_plugin_redirects_within_this_site_only() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    let inside = respond(&person, json!([["location", "/agora?tab=new"]])).await;
    assert_eq!(inside.header("location"), Some("/agora?tab=new"));
    for outside in [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "evil",
    ] {
        let refused = respond(&person, json!([["location", outside]])).await;
        assert_eq!(refused.line(), "502 plugin_failed", "{outside}");
        assert_eq!(refused.header("location"), None);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_plugin_cannot_make_a_personal_answer_public() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    for (given, expect) in [
        ("public, max-age=600", "private, max-age=600"),
        ("s-maxage=600", "private"),
        ("max-age=600", "private, max-age=600"),
        ("private, no-cache", "private, no-cache"),
    ] {
        let reply = respond(&person, json!([["cache-control", given]])).await;
        assert_eq!(reply.line(), "200");
        assert_eq!(reply.header("cache-control"), Some(expect), "{given}");
    }
    app.stop().await;
}
