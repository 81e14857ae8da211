//! `GET /api/live`: pushes arrive once, in order and only on the person's own screens, and a reconnecting screen either
//! continues without loss or is reset.

use std::time::Duration;

use axum::body::BodyDataStream;
use futures::StreamExt;
use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use crate::support::{concurrently, reported, run};

/// An event on a stream.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) id: i64,
    pub(crate) event: String,
    pub(crate) data: Value,
}

/// An open stream.
pub(crate) struct Screen {
    body: BodyDataStream,
    text: String,
}

impl Screen {
    pub(crate) async fn open(client: &Client) -> Self {
        let response = client.stream("/api/live").await;
        assert_eq!(response.status(), 200);
        let header = |name: &str| {
            response
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        assert_eq!(header("content-type"), Some("text/event-stream"));
        assert_eq!(header("cache-control"), Some("no-store"));
        assert_eq!(
            header("content-encoding"),
            None,
            "nothing may collect events before passing them on"
        );
        let mut screen = Self {
            body: response.into_body().into_data_stream(),
            text: String::new(),
        };
        assert_eq!(screen.block().await.as_deref(), Some(": connected"));
        screen
    }

    async fn resume(client: &Client, seen: &str) -> Self {
        Self::open(&client.with_header("last-event-id", seen)).await
    }

    /// The next event; `None` if the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<Shown> {
        loop {
            let block = self.block().await?;
            let line = |name: &str| {
                block
                    .lines()
                    .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
            };
            if let (Some(id), Some(event), Some(data)) = (line("id"), line("event"), line("data")) {
                return Some(Shown {
                    id: id.parse().unwrap(),
                    event: event.to_owned(),
                    data: serde_json::from_str(data).unwrap(),
                });
            }
        }
    }

    /// The broadcast of this kind: it has no number.
    pub(crate) async fn heard(&mut self, event: &str) -> Value {
        loop {
            let block = self.block().await.expect("the stream goes on");
            let mut lines = block.lines();
            if lines.next() == Some(&format!("event: {event}")) {
                let data = lines.find_map(|line| line.strip_prefix("data: "));
                return serde_json::from_str(data.unwrap()).unwrap();
            }
        }
    }

    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let block = block.to_owned();
                self.text = rest.to_owned();
                return Some(block);
            }
            let piece = tokio::time::timeout(Duration::from_secs(5), self.body.next());
            let piece = piece.await.expect("something comes within five seconds")?;
            self.text
                .push_str(std::str::from_utf8(&piece.unwrap()).unwrap());
        }
    }
}

/// Pushes through the probe.
fn push(to: &Client, n: i64) -> Value {
    json!({ "op": "live_push", "person": to.id.to_string(), "kind": "probe.ping", "payload": { "n": n } })
}

/// Runs a script that must succeed.
async fn runs(client: &Client, ops: Value) {
    assert_eq!(run(client, ops).await.line(), "200");
}

fn ping(id: i64, n: i64) -> Option<Shown> {
    Some(Shown {
        id,
        event: "probe.ping".into(),
        data: json!({ "n": n }),
    })
}

fn reset(id: i64) -> Option<Shown> {
    Some(Shown {
        id,
        event: "reset".into(),
        data: json!({}),
    })
}

#[tokio::test]
async fn a_push_reaches_the_screens_of_its_person_only() {
    let app = TestApp::start().await;
    let (alice, bob) = (app.person("alice").await, app.person("bob").await);
    assert_eq!(
        app.visitor().get("/api/live").await.line(),
        "401 unauthenticated"
    );
    let (mut first, mut second) = (Screen::open(&alice).await, Screen::open(&alice).await);
    let mut bobs = Screen::open(&bob).await;
    runs(
        &bob,
        json!([push(&alice, 7), push(&bob, 8), push(&alice, 9)]),
    )
    .await;
    for screen in [&mut first, &mut second] {
        assert_eq!(screen.next().await, ping(1, 7));
        assert_eq!(screen.next().await, ping(2, 9));
    }
    // A push of another person would have arrived before this one.
    assert_eq!(bobs.next().await, ping(1, 8));
    runs(&alice, json!([push(&bob, 10)])).await;
    assert_eq!(bobs.next().await, ping(2, 10));
    app.stop().await;
    assert_eq!(bobs.next().await, None, "a kernel that stops lets go");
}

#[tokio::test]
async fn rolled_back_pushes_are_not_sent() {
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let mut screen = Screen::open(&alice).await;
    let refused = json!([push(&alice, 1), { "op": "problem", "status": 409, "code": "no" }]);
    assert_eq!(run(&alice, refused).await.line(), "409 no");
    let broken = json!([push(&alice, 2), { "op": "trap" }]);
    assert_eq!(run(&alice, broken).await.line(), "502 plugin_failed");
    let doomed = json!([push(&alice, 3), { "op": "sql_query", "statement": "select nothing" }]);
    assert_eq!(run(&alice, doomed).await.line(), "502 plugin_failed");
    runs(&alice, json!([push(&alice, 4)])).await;
    assert_eq!(
        screen.next().await,
        ping(1, 4),
        "no number was used up either"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_reconnecting_screen_resumes() {
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let pushes = async |numbers: std::ops::RangeInclusive<i64>| {
        runs(
            &alice,
            json!(numbers.map(|n| push(&alice, n)).collect::<Vec<_>>()),
        )
        .await;
    };
    let mut screen = Screen::open(&alice).await;
    pushes(1..=3).await;
    for n in 1..=3 {
        assert_eq!(screen.next().await, ping(n, n));
    }
    drop(screen);
    pushes(4..=6).await;
    let mut screen = Screen::resume(&alice, "3").await;
    pushes(7..=7).await;
    for n in 4..=7 {
        assert_eq!(screen.next().await, ping(n, n));
    }
    // Without `Last-Event-ID` a screen starts with new pushes, with 0 at the beginning.
    let mut fresh = Screen::open(&alice).await;
    let mut all = Screen::resume(&alice, "0").await;
    pushes(8..=8).await;
    assert_eq!(fresh.next().await, ping(8, 8));
    for n in 1..=8 {
        assert_eq!(all.next().await, ping(n, n));
    }
    app.stop().await;
}

#[tokio::test]
async fn a_screen_that_missed_too_many_pushes_is_reset() {
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let sql = async |statement: &'static str| {
        sqlx::query(statement)
            .bind(alice.id)
            .execute(app.owner())
            .await
            .unwrap();
    };
    runs(
        &alice,
        json!((1..=5).map(|n| push(&alice, n)).collect::<Vec<_>>()),
    )
    .await;
    for (seen, why) in [("9", "ahead of everything"), ("-5", "before everything")] {
        assert_eq!(
            Screen::resume(&alice, seen).await.next().await,
            reset(5),
            "{why}"
        );
    }
    sql("delete from kernel.live_event where account_id = $1 and seq <= 3").await;
    assert_eq!(
        Screen::resume(&alice, "2").await.next().await,
        reset(5),
        "the next was swept away"
    );
    assert_eq!(Screen::resume(&alice, "3").await.next().await, ping(4, 4));
    app.advance(Duration::from_secs(7 * 24 * 3600 + 1));
    witverse_kernel::live::sweep(&app.app.platform.pools.app, app.clock.now())
        .await
        .unwrap();
    assert_eq!(app.count("select count(*) from kernel.live_event").await, 0);
    let alice = app.visitor().with_token(&fresh_token(&app).await);
    let mut late = Screen::resume(&alice, "4").await;
    let shown = late.next().await.unwrap();
    assert_eq!(shown.event, "reset", "all of it was");
    assert!(shown.id > 5, "numbers do not come again: {}", shown.id);

    let many = "with n as (insert into kernel.live_event (account_id, seq, kind, payload, at)
                           select $1, i, 'probe.ping', jsonb_build_object('n', i), now()
                           from generate_series(6, 206) i)
                update kernel.live_cursor set seq = 206 where account_id = $1";
    let id: uuid::Uuid = sqlx::query_scalar("select id from kernel.account")
        .fetch_one(app.owner())
        .await
        .unwrap();
    sqlx::query(many)
        .bind(id)
        .execute(app.owner())
        .await
        .unwrap();
    let mut screen = Screen::resume(&alice, "5").await;
    assert_eq!(screen.next().await, reset(206), "201 are too many");
    let mut within = Screen::resume(&alice, "6").await;
    for n in 7..=206 {
        assert_eq!(within.next().await, ping(n, n));
    }
    let again = json!([{ "op": "live_push", "person": id.to_string(), "kind": "probe.ping", "payload": { "n": 207 } }]);
    runs(&alice, again).await;
    assert_eq!(
        screen.next().await,
        ping(207, 207),
        "and goes on from there"
    );
    assert_eq!(
        late.next().await,
        reset(207),
        "a screen that fell behind while open starts over too"
    );
    app.stop().await;
}

#[tokio::test]
async fn pushes_without_a_cursor_are_not_stored() {
    let app = TestApp::start().await;
    let (alice, bob) = (app.person("alice").await, app.person("bob").await);
    let kept = async || app.count("select count(*) from kernel.live_event").await;
    let away = "delete from kernel.live_cursor where account_id = $1";
    sqlx::query(away)
        .bind(alice.id)
        .execute(app.owner())
        .await
        .unwrap();
    runs(&bob, json!([push(&alice, 1), push(&bob, 1)])).await;
    assert_eq!(kept().await, 1, "for the other one only");

    let mut screen = Screen::open(&alice).await;
    runs(&bob, json!([push(&alice, 2)])).await;
    let shown = screen.next().await.unwrap();
    assert_eq!(shown.data, json!({ "n": 2 }));
    drop(screen);
    runs(&bob, json!([push(&alice, 3)])).await;
    let mut screen = Screen::resume(&alice, &shown.id.to_string()).await;
    assert_eq!(screen.next().await, ping(shown.id + 1, 3), "kept meanwhile");

    // Written before the cursor is visible, and committed after it: the screen gets a reset, not the push.
    sqlx::query(away)
        .bind(bob.id)
        .execute(app.owner())
        .await
        .unwrap();
    let mut fresh = Screen::open(&bob).await;
    app.app.platform.signals.live.wake(bob.id);
    let shown = fresh.next().await.unwrap();
    assert_eq!(shown.event, "reset");
    runs(&alice, json!([push(&bob, 4)])).await;
    assert_eq!(fresh.next().await, ping(shown.id + 1, 4));
    app.stop().await;
}

/// Alice's access token, after the clock was advanced.
async fn fresh_token(app: &TestApp) -> String {
    let reply =
        crate::user::log_in(app, "alice@test.witverse.dev", witverse_testing::PASSWORD).await;
    crate::user::text(&reply.payload()["accessToken"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_pushes_are_numbered_without_gaps() {
    const TASKS: i64 = 8;
    const EACH: i64 = 8;
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let mut screen = Screen::open(&alice).await;
    let pusher = alice.clone();
    let work = tokio::spawn(concurrently((0..TASKS).map(move |task| {
        let alice = pusher.clone();
        async move {
            for n in 0..EACH {
                runs(&alice, json!([push(&alice, task * EACH + n)])).await;
            }
        }
    })));
    let mut seen = Vec::new();
    for id in 1..=TASKS * EACH {
        let shown = screen.next().await.unwrap();
        assert_eq!((shown.id, shown.event.as_str()), (id, "probe.ping"));
        seen.push(shown.data["n"].as_i64().unwrap());
    }
    work.await.unwrap();
    seen.sort_unstable();
    assert!(seen.into_iter().eq(0..TASKS * EACH), "each once");
    app.stop().await;
}

#[tokio::test]
async fn the_end_of_a_session_closes_its_streams() {
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let other = alice.with_token(&fresh_token(&app).await);
    let (mut screen, mut elsewhere) = (Screen::open(&alice).await, Screen::open(&other).await);
    assert_eq!(
        alice.send("POST", "/api/user/logout", None).await.line(),
        "200"
    );
    assert_eq!(screen.next().await, None, "at once");
    runs(&other, json!([push(&alice, 1)])).await;
    assert_eq!(
        elsewhere.next().await,
        ping(1, 1),
        "the other session's stays"
    );

    // Ended directly in the database: the next push is not sent any more.
    sqlx::query("update kernel.session set revoked_at = now()")
        .execute(app.owner())
        .await
        .unwrap();
    let bob = app.person("bob").await;
    runs(&bob, json!([push(&alice, 2)])).await;
    assert_eq!(elsewhere.next().await, None);
    app.stop().await;
}

#[tokio::test]
async fn a_push_cannot_break_the_stream() {
    let app = TestApp::start().await;
    let alice = app.person("alice").await;
    let mut screen = Screen::open(&alice).await;
    let strange = |kind: &str, payload: Value| json!({ "op": "live_push", "person": alice.id.to_string(), "kind": kind, "payload": payload });
    for (op, why) in [
        (strange("reset", json!({})), "the kernel's own word"),
        (
            strange("worlds.member-joined", json!({})),
            "another plugin's",
        ),
        (strange("probe.a\nid: 9", json!({})), "more lines"),
        (strange("probe.a\rb", json!({})), "more lines"),
        (strange("probe.\0", json!({})), "no text"),
        (strange("probe.a", json!({ "a": ["\0"] })), "no text"),
        (strange("probe.a", json!("x".repeat(20_000))), "too large"),
    ] {
        let results = reported(&alice, json!([op])).await;
        assert!(
            !results[0]["error"].is_null() || results[0]["ended"] == "400 invalid_body",
            "{why}: {results}"
        );
    }
    let lines = json!({ "text": "a\nb\n\ndata: c" });
    runs(&alice, json!([strange("probe.ok", lines.clone())])).await;
    let shown = screen.next().await.unwrap();
    assert_eq!((shown.id, shown.data), (1, lines));
    // To an invalid id and to an unknown account: no effect.
    let nobody = uuid::Uuid::nil().to_string();
    let op = json!({ "op": "live_push", "person": nobody, "kind": "probe.ping", "payload": {} });
    runs(&alice, json!([op, push(&alice, 2)])).await;
    assert_eq!(screen.next().await, ping(2, 2));
    app.stop().await;
}

#[tokio::test]
async fn the_open_screens_of_a_person_are_limited() {
    let app = TestApp::start().await;
    let (alice, bob) = (app.person("alice").await, app.person("bob").await);
    for _ in 0..30 {
        drop(Screen::open(&alice).await);
    }
    app.eventually("closed screens are forgotten", async || {
        app.app.platform.signals.live.screens(alice.id) == 0
    })
    .await;
    let mut open = Vec::new();
    for _ in 0..20 {
        open.push(Screen::open(&alice).await);
    }
    assert_eq!(alice.get("/api/live").await.line(), "429 too_many_streams");
    runs(&bob, json!([push(&alice, 1)])).await;
    for screen in &mut open {
        assert_eq!(screen.next().await, ping(1, 1));
    }
    drop(Screen::open(&bob).await);
    app.stop().await;
}

#[tokio::test]
async fn streams_are_limited_by_network_and_in_total() {
    let app = TestApp::with(|config| {
        config.http.trusted_proxies = 1;
        config.http.max_streams = Some(3);
        config.http.max_streams_per_address = 2;
    })
    .await;
    let mut open = Vec::new();
    for (name, address, line) in [
        ("alice", "2001:db8::1", "200"),
        ("bob", "2001:db8::2", "200"),
        ("carol", "2001:db8::3", "429 too_many_streams"),
        ("dora", "2001:db8:1::1", "200"),
        ("erin", "203.0.113.5", "429 too_many_streams"),
    ] {
        let person = app.person(name).await;
        let there = person.with_header("x-forwarded-for", address);
        if line == "200" {
            open.push(Screen::open(&there).await);
        } else {
            let refused = there.get("/api/live").await;
            assert_eq!(refused.line(), line, "{name}");
            assert!(refused.header("retry-after").is_some(), "{name}");
        }
    }
    app.stop().await;
}
