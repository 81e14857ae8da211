//! The operations of files: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::Contract;
use crate::files::{checked, part, png};
use witverse_testing::models::sample_model;

const UNKNOWN_ID: &str = "0190a1b2-0000-7000-8000-000000000001";

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let fay = app.person("fay").await;
    let whole = fay.with_header("upload-complete", "?1");
    let files = "/api/files";
    let image = Some(png(40, 40));
    let sent = contract
        .send(&whole, "POST", "/api/files?purpose=image", image)
        .await;
    let id = sent.payload()["fileId"].as_str().unwrap().to_owned();
    checked(app, &fay, &id).await;
    let model = contract
        .send(
            &whole,
            "POST",
            "/api/files?purpose=model",
            Some(sample_model(4)),
        )
        .await;
    let model = model.payload()["fileId"].as_str().unwrap().to_owned();
    checked(app, &fay, &model).await;
    contract
        .send(&fay, "GET", &format!("/api/files/{model}"), None)
        .await;
    for body in [b"<html>".to_vec(), Vec::new()] {
        contract.send(&whole, "POST", files, Some(body)).await;
    }
    contract.send(&fay, "POST", files, None).await;
    for query in ["", "?purpose=x"] {
        let path = format!("{files}{query}");
        contract.send(&fay, "OPTIONS", &path, None).await;
    }
    contract
        .send(&whole, "POST", "/api/files?purpose=x", None)
        .await;
    let empty = fay.with_header("upload-complete", "?0");
    let created = contract.send(&empty, "POST", files, None).await;
    let address = created.header("location").unwrap().to_owned();
    for (offset, bytes) in [(0, 10), (0, 10), (10, 10)] {
        let body = Some(vec![0; bytes]);
        contract
            .send(&part(&fay, offset, false), "PATCH", &address, body)
            .await;
    }
    contract.send(&empty, "PATCH", &address, None).await;
    let unknown = format!("/api/files/{UNKNOWN_ID}");
    for path in [&address, &unknown, &"/api/files/7".to_owned()] {
        for method in ["GET", "OPTIONS", "DELETE", "DELETE"] {
            contract.send(&fay, method, path, None).await;
        }
        contract
            .send(&part(&fay, 0, false), "PATCH", path, Some(vec![1]))
            .await;
    }
    for query in ["", "?limit=1", "?limit=0", "?cursor=x", "?page=101"] {
        let path = format!("{files}{query}");
        contract.call(&fay, "GET", &path, Value::Null).await;
    }
    for file in [json!(id), json!(UNKNOWN_ID), json!("x"), Value::Null] {
        let body = json!({ "fileId": file });
        contract.call(&fay, "PUT", "/api/v2/user/image", body).await;
    }
}
