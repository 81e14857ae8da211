//! Quotas: a plugin that fills its tables is refused further writes; other plugins are not affected, and deleting frees
//! space.

use serde_json::{Value, json};
use witverse_kernel::plugins::measure_all;
use witverse_testing::{TestApp, cluster};

use super::bundles::Bundles;
use crate::support::{note, run};

const SIZE: &str = "select sum(pg_total_relation_size(c.oid))::bigint from pg_class c
                    join pg_namespace n on n.oid = c.relnamespace
                    where n.nspname = 'plugin_probe' and c.relkind = 'r'";
const NOTES: &str = "select count(*) from plugin_probe.note";
const MIB: i64 = 1 << 20;

/// About 2 MiB of rows.
fn fill() -> Value {
    json!({
        "op": "sql_execute",
        "statement": "insert into note (id, v) select gen_random_uuid(), md5(random()::text) || i || $1
                      from generate_series(1, 1000) i",
        "params": ["x".repeat(1900)],
    })
}

/// The kind and message of the first error.
fn first_error(results: &Value) -> Option<(String, String)> {
    let error = &results
        .as_array()?
        .iter()
        .find(|one| !one["error"].is_null())?["error"];
    let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
    Some((text("kind"), text("message")))
}

/// The reported results of a request that is rolled back.
async fn refused(app: &TestApp, person: &witverse_testing::Client, ops: Value) -> (String, String) {
    let results = crate::support::reported(person, ops).await;
    let size = app.count(SIZE).await;
    first_error(&results)
        .unwrap_or_else(|| panic!("nothing was refused at {size} bytes: {results}"))
}

#[tokio::test]
async fn a_quota_stops_only_its_plugin() {
    let bundles = Bundles::of(&["probe", "worlds", "items"]);
    bundles.set("probe", "capabilities.sql.mib", "8");
    let database = cluster().await.clone_template().await;
    let app = bundles.start(&database).await.expect("the kernel starts");
    let person = app.person("mallory").await;

    // In one request, by repeated attempts; all of it is rolled back.
    let (kind, message) = refused(&app, &person, json!(vec![fill(); 31])).await;
    assert_eq!(kind, "limit");
    assert!(message.contains("is 8 MiB"), "{message}");
    assert_eq!(app.count(NOTES).await, 0);
    let size = app.count(SIZE).await;
    assert!(size < 8 * MIB + 32 * MIB, "{size} bytes were written");

    // The next request is refused before it writes.
    let reply = run(&person, json!([fill()])).await;
    assert_eq!(
        reply.line(),
        "200",
        "the refusal is a result: {}",
        reply.body
    );
    assert_eq!(first_error(&reply.payload()["results"]).unwrap().0, "limit");
    assert_eq!(app.count(NOTES).await, 0);

    vacuum(&app).await;
    let reply = run(&person, json!([fill()])).await;
    assert_eq!(
        first_error(&reply.payload()["results"]),
        None,
        "{}",
        reply.body
    );
    assert_eq!(app.count(NOTES).await, 1000);

    // In many requests.
    for _ in 0..20 {
        run(&person, json!([fill()])).await;
    }
    let full = app.count(NOTES).await;
    assert!((1000..16_000).contains(&full), "{full} rows");
    measure_all(&app.app.platform).await;

    // Reads and deletes still work, and so do other plugins.
    for (op, allowed) in [
        (note("a"), false),
        (
            json!({ "op": "sql_execute", "statement": "update note set n = 1" }),
            false,
        ),
        (
            json!({ "op": "sql_query", "statement": "with x as (insert into note (id, v) values (gen_random_uuid(), 'b') returning v) select v from x" }),
            false,
        ),
        (
            json!({ "op": "sql_query", "statement": "select v from note limit 1 for update" }),
            true,
        ),
        (
            json!({ "op": "sql_execute", "statement": "delete from note where v = 'a'" }),
            true,
        ),
    ] {
        let reply = run(&person, json!([op])).await;
        let error = first_error(&reply.payload()["results"]);
        assert_eq!(error.is_none(), allowed, "{op}: {error:?}");
    }
    let world = json!({ "worldName": "agora" });
    let reply = person.post("/api/v3/worlds", world).await;
    assert_ne!(reply.status.as_u16() / 100, 5, "{}", reply.body);

    let delete = json!({ "op": "sql_execute", "statement": "delete from note" });
    assert_eq!(run(&person, json!([delete])).await.line(), "200");
    vacuum(&app).await;
    let reply = run(&person, json!([note("a")])).await;
    assert_eq!(
        first_error(&reply.payload()["results"]),
        None,
        "{}",
        reply.body
    );
    app.stop().await;
}

/// The effect of autovacuum and of the measurement in the next minute.
async fn vacuum(app: &TestApp) {
    sqlx::query("vacuum plugin_probe.note")
        .execute(app.owner())
        .await
        .unwrap();
    measure_all(&app.app.platform).await;
}
