//! An erased account, and the data export.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::{choose, look, wear};
use crate::items::{assert_items_consistent, granted_with};

async fn crowned(app: &TestApp) -> witverse_testing::Client {
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let more = json!({ "gear": { "slot": "head", "model": "crown" } });
    let crown = granted_with(&keeper, "crown", "mina", more).await;
    assert_eq!(choose(&mina, "bob").await.line(), "200");
    assert_eq!(wear(&mina, "head", json!(crown)).await.line(), "200");
    mina
}

#[tokio::test]
async fn an_erased_account_leaves_nothing_and_its_gear_goes_to_the_platform() {
    let app = TestApp::start().await;
    let mina = crowned(&app).await;
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(Duration::from_secs(7 * 86_400 + 60));
    app.eventually("both plugins have handled the erasure", async || {
        app.count(
            "select (select count(*) from plugin_avatars.avatar) + (select count(*) from plugin_avatars.gear)
                 + (select count(*) from plugin_avatars.wearer)
                 + (select 1 - count(*) from plugin_items.departed)",
        )
        .await
            == 0
    })
    .await;
    // The last look of `items` for what was released at the same time.
    app.advance(Duration::from_secs(120));
    app.eventually("her crown belongs to the platform", async || {
        app.count(
            "select count(*) from plugin_items.item where owner_id is not null or state <> 'free'",
        )
        .await
            == 0
    })
    .await;
    app.eventually("her counters are gone", async || {
        app.count("select count(*) from plugin_items.tally").await == 0
    })
    .await;
    let reply = app
        .visitor()
        .get(&format!("/api/v2/avatars/users/{}", mina.id))
        .await;
    assert_eq!(reply.line(), "404 user_not_found");
    assert_items_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_export_contains_the_look_and_the_gear() {
    let app = TestApp::start().await;
    let mina = crowned(&app).await;
    let asked = mina.post("/api/account/export", json!({})).await;
    assert_eq!(asked.line(), "202");
    app.eventually("the export is ready", async || {
        mina.get("/api/account/export").await.payload()["state"] == "ready"
    })
    .await;
    let reply = mina.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let file = zip.by_name("avatars/avatar.json").unwrap();
    let stored: Value = serde_json::from_reader(file).unwrap();
    assert_eq!(stored["look"], look("bob"));
    assert_eq!(stored["gear"][0]["model"], "crown");
    app.stop().await;
}
