//! Events and timers: their effects happen exactly once, also after failures.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::TestApp;

use crate::support::{note, run};

const NOTES: &str = "select count(*) from plugin_probe.note";
const EVENTS: &str = "select count(*) from plugin_probe.note where v like 'event:%'";
const DELIVERIES: &str = "select count(*) from kernel.delivery";

fn publish(payload: Value) -> Value {
    json!({ "op": "publish", "topic": "probe.note.added@1", "payload": payload })
}

#[tokio::test]
async fn an_event_arrives_once_after_its_request_committed() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let script: Vec<Value> = (0..20).map(|_| publish(json!({}))).collect();
    assert_eq!(run(&person, json!(script)).await.line(), "200");
    app.eventually("all are delivered", async || {
        app.count(DELIVERIES).await == 0
    })
    .await;
    assert_eq!(app.count(EVENTS).await, 20);
    // Its subscription takes four events at once.
    let transactions =
        "select count(distinct xmin::text) from plugin_probe.note where v like 'event:%'";
    assert_eq!(app.count(transactions).await, 5);
    let foreign = json!({ "op": "publish", "topic": "worlds.member.joined@1", "payload": {} });
    let reply = run(&person, json!([foreign])).await;
    assert!(
        reply.body.to_string().contains("does not begin with probe"),
        "{}",
        reply.body
    );
    app.stop().await;
}

#[tokio::test]
async fn a_repeating_timer_is_never_parked() {
    let app = TestApp::start().await;
    let now = app.app.platform.clock.now();
    for (key, cron) in [("once", None), ("again", Some("*/10 * * * *"))] {
        sqlx::query(
            "insert into kernel.timer (plugin, key, due_at, try_at, cron, payload) values ('nobody', $1, $2, $2, $3, '')",
        )
        .bind(key)
        .bind(now)
        .bind(cron)
        .execute(app.owner())
        .await
        .unwrap();
    }
    for attempt in 1..=10 {
        app.eventually("both were tried", async || {
            let tried = "select min(attempts)::bigint from kernel.timer where plugin = 'nobody'";
            app.count(tried).await >= attempt
        })
        .await;
        app.advance(Duration::from_secs(3_601));
    }
    app.eventually("one is tried once more", async || {
        app.count(
            "select attempts::bigint from kernel.timer where plugin = 'nobody' and key = 'again'",
        )
        .await
            > 10
    })
    .await;
    let parked = "select count(*) from kernel.timer where plugin = 'nobody' and key = 'once' and parked_at is not null";
    assert_eq!(app.count(parked).await, 1);
    let next = "select extract(epoch from try_at)::bigint from kernel.timer
                where plugin = 'nobody' and key = 'again' and parked_at is null";
    let wait = app.count(next).await - app.app.platform.clock.now().unix_timestamp();
    assert!(wait <= 600, "at its next time at the latest: {wait} s");
    app.stop().await;
}

#[tokio::test]
async fn a_failed_delivery_is_retried_and_finally_parked() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    // It writes before it traps: the write must be rolled back at every attempt.
    let poison = json!({ "trap": true });
    assert_eq!(
        run(&person, json!([publish(poison), publish(json!({}))]))
            .await
            .line(),
        "200"
    );
    app.eventually("the good one is delivered", async || {
        app.count(EVENTS).await == 1
    })
    .await;
    for attempt in 1..=10 {
        app.eventually("it was tried", async || {
            app.count("select max(attempts)::bigint from kernel.delivery")
                .await
                >= attempt
        })
        .await;
        app.advance(Duration::from_secs(3601));
    }
    app.eventually("it is parked", async || {
        app.count("select count(*) from kernel.delivery where parked_at is not null")
            .await
            == 1
    })
    .await;
    assert_eq!(app.count(NOTES).await, 1, "the poison left nothing");
    assert_eq!(
        app.count("select count(*) from kernel.delivery where last_error is null")
            .await,
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn two_relays_share_the_work_without_duplicates() {
    let cluster = witverse_testing::cluster().await;
    let database = cluster.clone_template().await;
    let one = TestApp::on(cluster, &database, |_| {}).await;
    let two = TestApp::on(cluster, &database, |_| {}).await;
    let person = one.person("alice").await;
    for _ in 0..10 {
        let script: Vec<Value> = (0..20).map(|_| publish(json!({}))).collect();
        assert_eq!(run(&person, json!(script)).await.line(), "200");
    }
    one.eventually("all are delivered", async || {
        one.count(DELIVERIES).await == 0
    })
    .await;
    assert_eq!(one.count(EVENTS).await, 200);
    two.stop().await;
    one.stop().await;
}

#[tokio::test]
async fn a_timer_fires_when_it_is_due_and_not_before() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let in_a_week = app.clock.now_ms() + 168 * 3_600_000;
    let set = |key: &str, at_ms: u64| json!({ "op": "schedule", "key": key, "at_ms": at_ms, "payload": {} });
    let script = json!([
        set("kept", in_a_week),
        set("moved", in_a_week),
        set("dropped", in_a_week)
    ]);
    assert_eq!(run(&person, script).await.line(), "200");
    let script = json!([set("moved", in_a_week + 1000), { "op": "cancel", "key": "dropped" }]);
    assert_eq!(run(&person, script).await.line(), "200");

    app.advance(Duration::from_secs(168 * 3600 - 60));
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(app.count(NOTES).await, 0, "a minute too early");
    app.advance(Duration::from_secs(62));
    app.eventually("both fire", async || {
        app.count("select count(*) from kernel.timer where plugin = 'probe'")
            .await
            == 0
    })
    .await;
    assert_eq!(
        app.count("select count(*) from plugin_probe.note where v like 'timer:kept:%'")
            .await,
        1
    );
    assert_eq!(
        app.count("select count(*) from plugin_probe.note where v like 'timer:moved:%'")
            .await,
        1
    );
    assert_eq!(app.count(NOTES).await, 2);
    app.stop().await;
}

#[tokio::test]
async fn a_cron_timer_repeats() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let invalid = json!({ "op": "schedule", "key": "never", "cron": "whenever", "payload": {} });
    let reply = run(&person, json!([invalid])).await;
    assert!(reply.body.to_string().contains("no cron"), "{}", reply.body);
    let daily = json!({ "op": "schedule", "key": "daily", "cron": "0 0 * * *", "payload": {} });
    assert_eq!(run(&person, json!([daily])).await.line(), "200");
    for day in 1..=3 {
        app.advance(Duration::from_secs(24 * 3600));
        app.eventually("it fires", async || app.count(NOTES).await == day)
            .await;
    }
    assert_eq!(
        app.count("select count(*) from kernel.timer where plugin = 'probe' and due_at > now()")
            .await,
        1
    );
    app.stop().await;
}

#[tokio::test]
async fn a_timer_that_fails_stays() {
    let app = TestApp::start().await;
    let person = app.person("alice").await;
    let now = app.clock.now_ms();
    let bad = json!({ "op": "schedule", "key": "bad", "at_ms": now, "payload": { "ops": [note("half")], "trap": true } });
    assert_eq!(run(&person, json!([bad])).await.line(), "200");
    app.eventually("it was tried", async || {
        app.count("select count(*) from kernel.timer where plugin = 'probe' and attempts > 0 and last_error is not null")
            .await
            == 1
    })
    .await;
    assert_eq!(app.count(NOTES).await, 0);
    app.stop().await;
}

/// sqlx panics when it decodes an infinite time; such a panic used to stop events and timers of every plugin.
#[tokio::test]
async fn a_timer_that_reads_an_infinite_time_fails_alone() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    let infinite = json!({
        "op": "sql_query",
        "statement": "select 'infinity'::timestamptz, $1::timestamptz",
        "params": [{ "timestamp": -70_000_000_000_000_000_i64 }],
    });
    let now_ms = app.app.platform.clock.now_ms();
    let boom = json!({ "op": "schedule", "key": "boom", "at_ms": now_ms, "payload": { "ops": [infinite] } });
    assert_eq!(run(&person, json!([boom])).await.line(), "200");
    app.eventually("the timer was tried", async || {
        app.count("select count(*) from kernel.timer where key = 'boom' and attempts > 0")
            .await
            == 1
            || app
                .count("select count(*) from kernel.timer where key = 'boom'")
                .await
                == 0
    })
    .await;
    assert_eq!(
        run(&person, json!([publish(json!({}))])).await.line(),
        "200"
    );
    app.eventually("events are delivered as before", async || {
        app.count(EVENTS).await == 1
    })
    .await;
    assert_eq!(app.visitor().get("/health/ready").await.status, 200);
    app.stop().await;
}
