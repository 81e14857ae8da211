//! A plugin's share of common resources: memory of a connection, connections, backends.

use std::time::Duration;

use serde_json::json;
use sqlx::Row;
use witverse_testing::TestApp;

use crate::support::{reported, run, sql};

/// A statement of less than 4 KiB whose parse tree and plan take megabytes.
fn wide(n: usize) -> String {
    let columns: Vec<String> = (0..100).map(|c| format!("{c} as c{c}")).collect();
    let tables: Vec<String> = (0..15).map(|t| format!("w w{t}")).collect();
    format!(
        "with w as (select {}) select count(*) from (select * from {} where w0.c1 = {n}) x (a)",
        columns.join(","),
        tables.join(",")
    )
}

/// Bytes that the one connection of this kernel keeps for prepared statements.
async fn kept(app: &TestApp) -> i64 {
    let mut unit = app.app.platform.pools.rt.take(None).await.unwrap();
    let row = sqlx::raw_sql("select kernel_api.plan_memory()")
        .fetch_one(&mut *unit)
        .await;
    row.unwrap().get(0)
}

#[tokio::test]
async fn statements_that_stay_prepared_have_a_bound_in_bytes() {
    let app = TestApp::with(|config| config.database.connections = 1).await;
    let person = app.person("mallory").await;
    assert!(wide(1000).len() < 4096);
    for n in 0..40 {
        assert!(sql(&person, &wide(n)).await.is_ok(), "wide statement {n}");
    }
    let after_wide = kept(&app).await;
    assert!(
        after_wide < 4 << 20,
        "{after_wide} bytes for wide statements"
    );
    // Small statements are kept, up to the plugin's share.
    for n in 0..400 {
        assert!(
            sql(&person, &format!("select {n} + n from note"))
                .await
                .is_ok()
        );
    }
    // Statements that fail when they run are not kept either.
    for n in 0..40 {
        let failing = wide(n).replace("w0.c1 =", "1 / w0.c0 =");
        assert_eq!(sql(&person, &failing).await.unwrap_err(), "invalid 22012");
    }
    let after_small = kept(&app).await;
    assert!(after_small < 12 << 20, "{after_small} bytes in the end");
    // Other plugins are served as before.
    assert_eq!(app.visitor().get("/api/v3/worlds").await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn a_plugin_has_half_of_the_connections_at_most() {
    let app = TestApp::with(|config| config.database.connections = 4).await;
    let rt = &app.app.platform.pools.rt;
    let held = [
        rt.take(Some("a")).await.unwrap(),
        rt.take(Some("a")).await.unwrap(),
    ];
    let third = rt.take(Some("a")).await;
    assert!(matches!(third, Err(sqlx::Error::PoolTimedOut)));
    assert!(rt.take(Some("b")).await.is_ok());
    drop(held);
    assert!(rt.take(Some("a")).await.is_ok());
    app.stop().await;
}

/// `like` with these arguments cannot be interrupted for seconds, so it is not on the allow-list; this test grants it.
#[tokio::test(flavor = "multi_thread")]
async fn a_backend_that_cannot_be_interrupted_is_terminated() {
    let app = TestApp::with(|config| config.database.connections = 2).await;
    let person = app.person("mallory").await;
    sqlx::raw_sql("grant execute on function pg_catalog.textlike(text, text) to public")
        .execute(app.owner())
        .await
        .unwrap();
    let endless = json!([{
        "op": "sql_query",
        "statement": "select $1::text like $2::text",
        "params": ["a".repeat(200_000), format!("%{}b", "a".repeat(60_000))],
    }]);
    let rt = &app.app.platform.pools.rt;
    let attack = async {
        let ended = reported(&person, endless).await;
        assert!(!ended[0]["ended"].is_null(), "{ended}");
    };
    let neighbours = async {
        app.eventually("the backend is terminated", async || rt.stuck() == 1)
            .await;
        assert_eq!(app.visitor().get("/api/v3/worlds").await.line(), "200");
        let ready = app.visitor().get("/health/ready").await;
        assert_eq!(ready.status, 200);
    };
    futures::join!(attack, neighbours);
    for _ in 0..600 {
        if rt.stuck() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(rt.stuck(), 0, "it is gone");
    assert!(
        sql(&person, "select 1").await.is_ok(),
        "its place is free again"
    );
    app.stop().await;
}

#[tokio::test]
async fn services_go_on_from_their_callers_budgets() {
    let app = TestApp::start().await;
    let person = app.person("mallory").await;
    let one = json!({ "op": "sql_query", "statement": "select 1" });
    let line = json!({ "op": "log", "message": "hello" });
    let half = |op: &serde_json::Value, most: usize| {
        let inner = json!(vec![op.clone(); most / 2]);
        let call = json!({ "op": "service_call", "service": "probe@1", "method": "run", "payload": { "ops": inner } });
        let mut ops = vec![op.clone(); most / 2];
        ops.push(call);
        ops
    };
    let mut statements = half(&one, 32);
    let within = reported(&person, json!(statements)).await;
    assert!(!within[16]["ok"].is_null(), "{within}");
    statements.push(one);
    let past = reported(&person, json!(statements)).await;
    assert_eq!(past[17]["error"]["kind"], "limit", "{past}");
    let mut lines = half(&line, 100);
    assert_eq!(run(&person, json!(lines)).await.line(), "200");
    lines.push(line);
    assert_eq!(run(&person, json!(lines)).await.line(), "502 plugin_failed");
    app.stop().await;
}
