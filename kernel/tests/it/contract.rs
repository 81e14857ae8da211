//! The contract: the committed OpenAPI document is the current one, and every operation refuses invalid input with a
//! problem. The client compares the responses of all tests with the document.

use std::path::PathBuf;

use serde_json::json;
use witverse_kernel::http::openapi_document;
use witverse_kernel::plugins::Bundle;
use witverse_testing::{Client, TestApp, root, target};

use crate::http::{is_problem, operations, sample};

#[test]
fn the_committed_document_is_the_current_one() {
    let folders = std::fs::read_dir(target().join("bundles")).unwrap();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    let bundles: Vec<Bundle> = folders
        .iter()
        .map(|folder| Bundle::read(folder).unwrap())
        .collect();
    let mut document = serde_json::to_string_pretty(&openapi_document(bundles.iter())).unwrap();
    document.push('\n');
    let committed =
        std::fs::read_to_string(root().join("sdk/api-client/openapi.json")).unwrap_or_default();
    assert!(
        document == committed,
        "sdk/api-client/openapi.json is stale: run `cargo xtask gen` and commit it"
    );
}

#[tokio::test]
async fn invalid_input_never_fails_internally_and_visitors_get_401() {
    let app = TestApp::start().await;
    let (visitor, person) = (app.visitor(), app.person("mina").await);
    let (nameless, keeper) = (app.nameless("nameless").await, app.administrator().await);
    let mut asked = 0;
    for operation in operations(&app).await {
        if operation.path == "/api/live" {
            continue;
        }
        let body = operation
            .body()
            .map(|schema| sample(schema).to_string().into_bytes());
        // A logout would end the session for the calls after it.
        let logs_out = operation.path == "/api/user/logout";
        let people: &[&Client] = if logs_out {
            &[&visitor]
        } else {
            &[&visitor, &nameless, &person, &keeper]
        };
        for client in people {
            let reply = client
                .send(&operation.method, &operation.address(), body.clone())
                .await;
            assert!(
                !reply.status.is_server_error(),
                "{operation}: {}",
                reply.line()
            );
            if !reply.status.is_success() {
                is_problem(&reply, &operation.to_string());
            }
        }
        if operation.about["security"] == json!([{ "bearer": [] }]) {
            let reply = visitor
                .send(&operation.method, &operation.address(), body)
                .await;
            assert_eq!(reply.line(), "401 unauthenticated", "{operation}");
            asked += 1;
        }
        if operation.about["x-role"].is_string() {
            let body = operation
                .body()
                .map(|schema| sample(schema).to_string().into_bytes());
            let reply = person
                .send(&operation.method, &operation.address(), body)
                .await;
            assert_eq!(reply.line(), "403 forbidden", "{operation}");
        }
    }
    assert_eq!(visitor.get("/api/live").await.line(), "401 unauthenticated");
    assert!(asked >= 5, "some calls need a session");
    app.stop().await;
}
