//! Items of an erased account, and the data export.

use std::time::Duration;

use super::*;
use crate::friends::again;

#[tokio::test]
async fn items_of_an_erased_account_go_to_the_platform_and_locked_ones_later() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let mina = app.person("mina").await;
    app.person("theo").await;
    let mut made = Vec::new();
    for n in 0..45 {
        made.push(granted(&keeper, &format!("k{n}"), "mina").await);
    }
    for key in ["a", "b"] {
        let n = usize::from(key == "b");
        lock(&mina, &made[n], mina.id, (key, "gift")).await.unwrap();
    }
    let reply = mina.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200");
    app.advance(Duration::from_secs(7 * 86_400 + 60));
    let free = "select count(*) from plugin_items.item where owner_id is null";
    app.eventually("all that is free is taken back", async || {
        app.count(free).await == 43
    })
    .await;
    let theo = again(&app, "theo").await;
    // One pending gift is accepted; another is returned, and then owned by the platform.
    let moved = transfer(&theo, &made[0], (mina.id, theo.id), Some("a")).await;
    assert!(moved.is_ok(), "{moved:?}");
    assert_eq!(
        release(&theo, &made[1], "b").await.unwrap()["released"],
        true
    );
    app.eventually("the last one too", async || app.count(free).await == 44)
        .await;
    let history = chain(&app, &made[1]).await;
    let last = &history["links"][1];
    assert_eq!(
        (&last["kind"], &last["from"], &last["to"]),
        (&json!("returned"), &Value::Null, &Value::Null)
    );
    assert_eq!(history["links"][0]["to"], Value::Null, "no name is left");
    let path = format!("/api/v2/user/inventory/paging/{}", mina.id);
    assert_eq!(listed(&theo, &path).await, (Vec::new(), 0));
    app.eventually("her counters are gone", async || {
        app.count("select count(*) from plugin_items.tally").await == 1
    })
    .await;
    assert_items_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_export_lists_the_items_and_the_collections_of_a_person() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let item = granted(&keeper, "a", "mina").await;
    let collection = crafting::made_collection(&mina, json!({ "royaltyBp": 250 })).await;
    let asked = mina.post("/api/account/export", json!({})).await;
    assert_eq!(asked.line(), "202");
    app.eventually("the copy is made", async || {
        mina.get("/api/account/export").await.payload()["state"] == "ready"
    })
    .await;
    let reply = mina.get("/api/account/export/download").await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).unwrap();
    let mut read =
        |name: &str| -> Value { serde_json::from_reader(zip.by_name(name).unwrap()).unwrap() };
    let kept = read("items/items-1.json");
    assert_eq!(kept[0]["itemId"], json!(item));
    assert_eq!(kept[0]["state"], "free");
    let made = read("items/collections-1.json");
    assert_eq!(made[0]["collectionId"], json!(collection));
    assert_eq!(made[0]["royaltyBp"], 250);
    app.stop().await;
}
