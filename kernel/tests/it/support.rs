//! Helpers that several tests use.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply};

/// The path of the picture of a person who has set none.
pub(crate) fn portrait_of(id: Uuid) -> String {
    format!("/api/v2/user/{id}/portrait")
}

/// Runs a script in the probe.
pub(crate) async fn run(client: &Client, ops: Value) -> Reply {
    client.post("/api/x/probe/run", json!({ "ops": ops })).await
}

/// The results of a script's ops, in a request that is rolled back: a failed statement can be reported, but not
/// answered with a success.
pub(crate) async fn reported(client: &Client, ops: Value) -> Value {
    let mut ops = ops;
    ops.as_array_mut().unwrap().push(json!({ "op": "report" }));
    let reply = run(client, ops).await;
    let text = reply.body["language"]["en"].as_str().unwrap_or_default();
    serde_json::from_str(text).unwrap_or_else(|_| json!([{ "ended": reply.line() }]))
}

/// A statement's result, or its error as `kind code`, or how the call ended.
pub(crate) async fn sql(client: &Client, statement: &str) -> Result<Value, String> {
    let results = reported(
        client,
        json!([{ "op": "sql_query", "statement": statement }]),
    )
    .await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    match &results[0] {
        result if !result["ok"].is_null() => Ok(result["ok"].clone()),
        result if !result["ended"].is_null() => Err(text(&result["ended"])),
        result => {
            let error = &result["error"];
            Err(format!("{} {}", text(&error["kind"]), text(&error["code"])))
        }
    }
}

/// A script that leaves one row.
pub(crate) fn note(v: &str) -> Value {
    json!({
        "op": "sql_execute",
        "statement": "insert into note (id, v) values (gen_random_uuid(), $1)",
        "params": [v],
    })
}

/// Runs all futures concurrently, on all threads of the test.
pub(crate) async fn concurrently<T: Send + 'static>(
    doings: impl IntoIterator<Item = impl Future<Output = T> + Send + 'static>,
) -> Vec<T> {
    let tasks: Vec<_> = doings.into_iter().map(tokio::spawn).collect();
    let mut done = Vec::new();
    for task in tasks {
        done.push(task.await.unwrap());
    }
    done
}
