//! `/api/files` and `/files`: uploads, checks, where files are used, and their deletion.

mod checks;
mod crash;
mod forbidden;
mod lifecycle;
mod models;
mod profile_image;
mod samples;
mod serving;
mod uploads;
mod uses;
mod vrm;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};
use witverse_testing::{Client, Reply, TestApp};

pub(crate) use samples::png;

/// The headers of a part; `complete` for the last one.
pub(crate) fn part(client: &Client, offset: usize, complete: bool) -> Client {
    client
        .with_header("content-type", "application/partial-upload")
        .with_header("upload-complete", if complete { "?1" } else { "?0" })
        .with_header("upload-offset", &offset.to_string())
        .with_header("upload-draft-interop-version", "8")
}

/// Uploads all bytes with one request.
pub(crate) async fn upload(client: &Client, query: &str, bytes: Vec<u8>) -> Reply {
    client
        .with_header("upload-complete", "?1")
        .send("POST", &format!("/api/files{query}"), Some(bytes))
        .await
}

/// Creates an upload without content; returns its address.
pub(crate) async fn create(client: &Client, length: usize) -> String {
    let created = client
        .with_header("upload-complete", "?0")
        .with_header("upload-length", &length.to_string())
        .send("POST", "/api/files", None)
        .await;
    assert_eq!(created.line(), "201");
    assert_eq!(created.header("upload-offset"), Some("0"));
    created.header("location").unwrap().to_owned()
}

/// Waits for the check of a file.
pub(crate) async fn checked(app: &TestApp, client: &Client, id: &str) -> Value {
    let path = format!("/api/files/{id}");
    app.eventually("the file is checked", async || {
        client.get(&path).await.payload()["state"] != "checking"
    })
    .await;
    client.get(&path).await.payload().clone()
}

/// Opus in Ogg: two headers and a page of sound.
pub(crate) fn sound() -> Vec<u8> {
    let page = |content: &[u8]| {
        let size = u8::try_from(content.len()).unwrap();
        [&b"OggS\0"[..], &[0; 21], &[1, size], content].concat()
    };
    [page(b"OpusHead\x01"), page(b"OpusTags"), page(b"sound")].concat()
}

/// Uploads a file and waits until it is ready; returns its id.
pub(crate) async fn ready(app: &TestApp, client: &Client, bytes: Vec<u8>) -> String {
    let sent = upload(client, "?name=sample", bytes).await;
    assert_eq!(sent.line(), "201", "{}", sent.body);
    let id = sent.payload()["fileId"].as_str().unwrap().to_owned();
    let file = checked(app, client, &id).await;
    assert_eq!(file["state"], "ready", "{file}");
    id
}

/// A digest header's value.
fn sha_256(bytes: &[u8]) -> String {
    format!("sha-256=:{}:", STANDARD.encode(Sha256::digest(bytes)))
}

/// Counters equal what they count, and no blob is without its bytes.
async fn assert_files_consistent(app: &TestApp) {
    let wrong = app
        .count(
            "select (select count(*) from kernel.blob b where b.uses <>
                         (select count(*) from kernel.file_variant v where v.blob = b.digest))
                  + (select count(*) from kernel.file_usage u where u.bytes <>
                         (select coalesce(sum(f.charged), 0) from kernel.file f where f.account_id = u.account_id))",
        )
        .await;
    assert_eq!(wrong, 0, "a counter is wrong");
}
