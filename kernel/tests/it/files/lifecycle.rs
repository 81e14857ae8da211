//! "My media", deletion, data export and erasure.

use std::io::Read;
use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::samples::png;
use super::{assert_files_consistent, ready};
use crate::support::run;

#[tokio::test]
async fn a_person_lists_and_deletes_their_files() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut ids = Vec::new();
    for side in 30..33 {
        ids.insert(0, ready(&app, &mina, png(side, side)).await);
    }
    let op = json!({ "op": "file_attach", "file": ids[0], "reference": "post:1" });
    assert_eq!(run(&mina, json!([op])).await.line(), "200");
    let first = mina.get("/api/files?limit=2").await;
    let listed: Vec<&Value> = first.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .collect();
    assert_eq!(listed[0]["fileId"], ids[0]);
    assert_eq!(
        listed[0]["uses"],
        json!([{ "plugin": "probe", "reference": "post:1" }])
    );
    assert_eq!((listed.len(), &first.payload()["total"]), (2, &json!(3)));
    assert!(first.payload()["usedBytes"].as_i64().unwrap() > 0);
    let cursor = first.payload()["nextCursor"].as_str().unwrap();
    let second = mina
        .get(&format!("/api/files?limit=2&cursor={cursor}"))
        .await;
    assert_eq!(second.payload()["items"][0]["fileId"], ids[2]);
    assert_eq!(second.payload()["nextCursor"], Value::Null);
    assert_eq!(theo.get("/api/files").await.payload()["items"], json!([]));

    let path = format!("/api/files/{}", ids[0]);
    assert_eq!(
        theo.send("DELETE", &path, None).await.line(),
        "404 file_not_found"
    );
    assert_eq!(mina.send("DELETE", &path, None).await.line(), "204");
    assert_eq!(
        app.visitor()
            .get(&format!("/files/{}", ids[0]))
            .await
            .status
            .as_u16(),
        404
    );
    let info = run(&theo, json!([{ "op": "file_info", "ids": [ids[0]] }])).await;
    assert_eq!(
        info.payload()["results"][0]["ok"],
        json!([]),
        "the plugin no longer finds it"
    );
    assert_eq!(
        mina.send("DELETE", &path, None).await.line(),
        "404 file_not_found"
    );
    assert_files_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn files_are_exported_and_erased_with_the_account() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = ready(&app, &mina, png(200, 100)).await;
    let body = json!({ "fileId": id });
    assert_eq!(mina.put("/api/v2/user/image", body).await.line(), "200");
    assert_eq!(
        mina.post("/api/account/export", json!({})).await.line(),
        "202"
    );
    app.eventually("the export is ready", async || {
        mina.get("/api/account/export").await.payload()["state"] == "ready"
    })
    .await;
    let zip = mina.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip.bytes)).unwrap();
    let mut text = String::new();
    zip.by_name("account/files.json")
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    let files: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(files[0]["id"], id);
    assert_eq!(files[0]["usedBy"][0]["reference"], "profile-image");

    super::create(&mina, 100).await;
    assert_eq!(
        mina.post("/api/account/deletion", json!({})).await.line(),
        "200"
    );
    app.advance(Duration::from_secs(8 * 24 * 3600));
    app.eventually("the account is erased", async || {
        app.count("select count(*) from kernel.account where erased_at is not null")
            .await
            == 1
    })
    .await;
    assert_eq!(app.count("select count(*) from kernel.file").await, 0);
    assert_eq!(app.count("select count(*) from kernel.file_usage").await, 0);
    assert_eq!(
        app.visitor()
            .get(&format!("/files/{id}"))
            .await
            .status
            .as_u16(),
        404
    );
    app.advance(Duration::from_secs(3600));
    app.app.files.collect().await.unwrap();
    assert_eq!(app.count("select count(*) from kernel.blob").await, 0);
    app.stop().await;
}
