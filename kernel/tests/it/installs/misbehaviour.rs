//! Installed plugins that misbehave while they run: each is held, the plugin beside it serves, and the one that keeps failing
//! is stopped.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp, TestPackage};

use super::{Owner, run, text};
use crate::support::note;

/// What a hostile plugin does in one call, and the answer to it.
fn misdeeds(person: uuid::Uuid, other: &str) -> Vec<(Value, &'static str)> {
    let timers: Vec<Value> = (0..100)
        .map(|index| json!({ "op": "schedule", "key": format!("t{index}"), "at_ms": 4_000_000_000_000_u64 }))
        .collect();
    let bomb = [
        timers.clone(),
        vec![
            json!({ "op": "schedule", "key": "more", "at_ms": 4_000_000_000_000_u64 }),
            json!({ "op": "report" }),
        ],
    ]
    .concat();
    let query = |statement: String| json!([{ "op": "sql_query", "statement": statement }, { "op": "report" }]);
    vec![
        (json!([{ "op": "loop" }]), "504 plugin_timeout"),
        (json!([{ "op": "hog" }]), "502 plugin_failed"),
        (json!([{ "op": "recurse" }]), "502 plugin_failed"),
        (
            json!([{ "op": "huge_response", "bytes": 8_000_000 }]),
            "502 plugin_failed",
        ),
        (json!([{ "op": "log_flood" }]), "502 plugin_failed"),
        (json!([{ "op": "sleepless" }]), "504 plugin_timeout"),
        // A slow statement is cut after 250 ms, and nothing of the call is committed.
        (query("select pg_sleep(5)".into()), "denied"),
        (
            query(
                "select count(*) from generate_series(1, 20000) a, generate_series(1, 20000) b"
                    .into(),
            ),
            "timeout",
        ),
        // The rows of a series go to a temporary file, which may have 64 MiB.
        (
            query("select count(*) from generate_series(1, 100000000)".into()),
            "limit",
        ),
        // Giant rows, and many of them.
        (query("select repeat('x', 20000000)".into()), "denied"),
        (
            query("select g from generate_series(1, 5000) g".into()),
            "limit",
        ),
        // The rows of another install, of the kernel, and of a system plugin.
        (query(format!("select v from {other}.note")), "denied"),
        (query("select email from kernel.account".into()), "denied"),
        (
            query("select name from plugin_worlds.world".into()),
            "denied",
        ),
        // A charge without the person's consent, events and pushes to all, and services of other plugins.
        (
            json!([{ "op": "transfer", "operation": "charge", "key": "a", "amount": 100 }, { "op": "report" }]),
            "notgranted",
        ),
        (
            json!([{ "op": "transfer", "operation": "issue", "key": "a", "to": person, "amount": 100 }, { "op": "report" }]),
            "notgranted",
        ),
        (
            json!([{ "op": "publish", "topic": "acme.probe.flood@1" }]),
            "403 plugin_not_permitted",
        ),
        (
            json!([{ "op": "live_push", "person": person, "kind": "acme.probe.flood" }]),
            "403 plugin_not_permitted",
        ),
        (
            json!([{ "op": "service_call", "service": "items@1", "method": "give" }, { "op": "report" }]),
            "plugin_not_permitted",
        ),
        // More timers than a call may set.
        (json!(bomb), "more than 100"),
    ]
}

async fn serves(client: &Client, install: &Value) {
    let path = format!("/api/x/{}/open", text(install, "id"));
    assert_eq!(client.get(&path).await.line(), "200");
}

/// Runs the plugin again. If it has to rest, its stops become older: an hour later the sessions would have expired.
async fn run_again(app: &TestApp, operator: &Owner, install: &Value) -> String {
    let enable = json!({ "enabled": true });
    let reply = operator.patch(install, enable.clone()).await;
    if reply.line() != "429 plugin_restart_later" {
        return reply.line();
    }
    sqlx::query(
        "update kernel.install_event set at = at - interval '1 hour' where kind = 'failed'",
    )
    .execute(app.owner())
    .await
    .unwrap();
    operator.patch(install, enable).await.line()
}

#[tokio::test]
async fn a_plugin_that_was_stopped_twice_rests_before_it_runs_again() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let bad = mina.install(&TestPackage::new("1.0.0"), None).await;
    let enable = json!({ "enabled": true });
    let fail_until_stopped = async || {
        for _ in 0..3 {
            run(&mina.client, &bad, json!([{ "op": "trap" }])).await;
        }
        app.eventually("it is disabled", async || {
            mina.view(&bad).await.payload()["state"] == "disabled"
        })
        .await;
    };
    fail_until_stopped().await;
    assert_eq!(mina.patch(&bad, enable.clone()).await.line(), "200");
    fail_until_stopped().await;
    let refused = mina.patch(&bad, enable.clone()).await;
    assert_eq!(refused.line(), "429 plugin_restart_later");
    let english = refused.body["language"]["en"].as_str().unwrap_or_default();
    assert!(english.contains("in 10 minutes"), "{english}");
    // Neither other settings nor an uninstall are a way around.
    let settings = json!({ "enabled": true, "grant": bad["granted"] });
    assert_eq!(
        mina.patch(&bad, settings).await.line(),
        "429 plugin_restart_later"
    );
    mina.uninstall(&bad).await;
    assert_eq!(
        mina.post(&bad, "restore", json!({})).await.line(),
        "429 plugin_restart_later"
    );
    app.advance(Duration::from_secs(600));
    // The session has expired by then.
    let client = app.log_in("mina", mina.client.id).await;
    let mina = Owner { client, ..mina };
    assert_eq!(mina.post(&bad, "restore", json!({})).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn every_misdeed_is_held_and_the_plugin_beside_it_serves() {
    let app = TestApp::start().await;
    let (mina, joon) = (Owner::of(&app, "mina").await, Owner::of(&app, "joon").await);
    let good = joon.install(&TestPackage::new("1.0.0"), None).await;
    run(&joon.client, &good, json!([note("kept")])).await;
    let package = TestPackage::new("1.1.0").asking_for(
        "sql = { mib = 16 }\nusers = true\ntimers = true\nledger = [{ op = \"reward\", per_op = 5 }]",
    );
    let bad = mina.install(&package, None).await;
    let other = format!("plugin_{}", text(&good, "id").replace('-', "_"));
    for (ops, expected) in misdeeds(mina.client.id, &other) {
        // The stop after failures is applied a moment later, maybe after the operator's decision.
        let mut reply = run(&mina.client, &bad, ops.clone()).await;
        while reply.line() == "404 not_found" {
            run_again(&app, &mina, &bad).await;
            reply = run(&mina.client, &bad, ops.clone()).await;
        }
        let shown = format!("{} {}", reply.line(), reply.body["language"]["en"]).to_lowercase();
        // On a busy machine, a call may run out of time before it runs out of memory or of its temporary file.
        let is_slow = match expected {
            "502 plugin_failed" => reply.line() == "504 plugin_timeout",
            "limit" => shown.contains("timeout"),
            _ => false,
        };
        assert!(shown.contains(expected) || is_slow, "{ops}: {shown}");
        serves(&joon.client, &good).await;
        // Failures within an hour stop it; an operator runs it again.
        app.eventually("it runs again", async || {
            run_again(&app, &mina, &bad).await == "200"
                && run(&mina.client, &bad, json!([])).await.line() == "200"
        })
        .await;
    }
    assert_eq!(super::notes(&mina.client, &bad).await, json!([]));
    assert_eq!(super::notes(&joon.client, &good).await, json!([["kept"]]));
    let accounts = "select count(*) from ledger.transfer";
    assert_eq!(app.count(accounts).await, 0, "no WIT was moved");
    app.stop().await;
}

#[tokio::test]
async fn timers_of_an_install_are_few_and_not_faster_than_a_second() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let package = TestPackage::new("1.0.0").asking_for("sql = { mib = 16 }\ntimers = true");
    let install = mina.install(&package, None).await;
    let set = |from: usize, count: usize| {
        let timers: Vec<Value> = (from..from + count)
            .map(|index| json!({ "op": "schedule", "key": format!("t{index}"), "at_ms": 4_000_000_000_000_u64 }))
            .collect();
        json!(timers)
    };
    assert_eq!(run(&mina.client, &install, set(0, 90)).await.line(), "200");
    let more = run(&mina.client, &install, set(90, 20)).await;
    assert_eq!(more.line(), "502 plugin_failed");
    assert_eq!(
        app.count("select count(*) from kernel.timer where plugin like 'x-%'")
            .await,
        90
    );
    assert_eq!(
        run(&mina.client, &install, set(80, 20)).await.line(),
        "200",
        "100 are allowed"
    );
    let logs = mina.path(&format!("plugins/{}/logs", text(&install, "id")));
    let line = mina.client.get(&logs).await;
    let message = text(&line.payload()["items"][0], "message");
    assert!(message.contains("more than 100 timers"), "{message}");

    let soon = json!([{ "op": "schedule", "key": "t0", "at_ms": 1 }]);
    assert_eq!(run(&mina.client, &install, soon).await.line(), "200");
    let late =
        "select count(*) from kernel.timer where key = 't0' and due_at < now() + interval '500 ms'";
    assert_eq!(app.count(late).await, 0, "a second at least");
    app.stop().await;
}
