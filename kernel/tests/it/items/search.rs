//! Collections and items in the search box.

use super::*;

async fn found(by: &Client, q: &str) -> Vec<Value> {
    let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
    let reply = by.get(&format!("/api/v2/collections/search?q={q}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["items"].as_array().unwrap().clone()
}

async fn made(by: &Client, ko: &str, en: &str) -> String {
    let body = json!({
        "name": { "ko": ko, "en": en }, "description": { "ko": "설명", "en": "About" }, "royaltyBp": 0,
    });
    let reply = by.post("/api/v2/collections", body).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["collectionId"])
}

async fn titles(by: &Client, q: &str) -> Vec<String> {
    let found = found(by, q).await;
    found.iter().map(|one| text(&one["title"])).collect()
}

#[tokio::test]
async fn collections_are_found_by_name_and_official_ones_stand_first() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let official = made(&mina, "달빛 항구", "Moonlit harbour").await;
    made(&mina, "달빛 골목", "Moonlit alley").await;
    let keeper = app.administrator().await;
    let path = format!("/api/v2/collections/{official}/official");
    let made_official = keeper.put(&path, json!({ "isOfficial": true })).await;
    assert_eq!(made_official.line(), "200");
    let theo = theo.with_header("accept-language", "en");
    assert_eq!(
        titles(&theo, "달빛").await,
        ["Moonlit harbour", "Moonlit alley"]
    );
    let first = &found(&theo, "moonlit har").await[0];
    assert_eq!(first["link"], format!("/collection/{official}"));
    assert_eq!(first["text"]["ko"], "공식 컬렉션");
    for q in ["골목", "alley moon"] {
        assert_eq!(titles(&theo, q).await, ["Moonlit alley"], "{q}");
    }
    for q in ["", "%", "harbour alley", "햇빛"] {
        assert!(found(&theo, q).await.is_empty(), "{q}");
    }
    crate::community::block(&theo, &mina).await;
    assert!(
        found(&theo, "달빛").await.is_empty(),
        "made by a blocked person"
    );
    app.stop().await;
}

#[tokio::test]
async fn items_are_found_once_for_each_name_in_a_collection() {
    let app = TestApp::start().await;
    let (keeper, theo) = (app.administrator().await, app.person("theo").await);
    app.person("mina").await;
    let named = |ko: &str, en: &str| json!({ "name": { "ko": ko, "en": en } });
    let first = granted_with(
        &keeper,
        "n1",
        "mina",
        named("달빛 등대", "Moonlit lighthouse"),
    )
    .await;
    granted_with(
        &keeper,
        "n2",
        "mina",
        named("달빛 등대", "Moonlit lighthouse"),
    )
    .await;
    granted_with(&keeper, "n3", "mina", named("달빛 고양이", "Moonlit cat")).await;
    let search = async |by: &Client, q: &str| -> Vec<(String, String)> {
        let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
        let reply = by.get(&format!("/api/v2/items/search?q={q}")).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        let items = reply.payload()["items"].as_array().unwrap().clone();
        let line = |one: &Value| (text(&one["title"]), text(&one["link"]));
        items.iter().map(line).collect()
    };
    let visitor = app.visitor();
    let both = search(&visitor, "달빛").await;
    let titles: Vec<&str> = both.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, ["달빛 고양이", "달빛 등대"], "the newest first");
    assert_eq!(both[1].1, format!("/item/{first}"));
    let english = theo.with_header("accept-language", "en");
    assert_eq!(search(&english, "moonlit ca").await[0].0, "Moonlit cat");
    for q in ["", "%", "lighthouse cat"] {
        assert!(search(&visitor, q).await.is_empty(), "{q}");
    }
    // Items from before the search get their terms by a timer.
    sqlx::query("delete from plugin_items.item_term")
        .execute(app.owner())
        .await
        .unwrap();
    for statement in [
        "delete from plugin_items.item_name",
        "update plugin_items.item set is_indexed = false",
    ] {
        sqlx::query(statement).execute(app.owner()).await.unwrap();
    }
    assert!(search(&visitor, "달빛").await.is_empty());
    app.advance(std::time::Duration::from_secs(61));
    app.eventually("the items are indexed", async || {
        search(&visitor, "등대").await == [("달빛 등대".to_owned(), format!("/item/{first}"))]
    })
    .await;
    app.stop().await;
}
