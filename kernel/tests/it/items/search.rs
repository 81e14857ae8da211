//! Collections in the search box.

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
