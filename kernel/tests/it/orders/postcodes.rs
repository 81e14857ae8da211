//! The index of postal codes: its import in parts, and what people find.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::{BASE, index_rows};

async fn found(client: &Client, q: &str) -> Vec<String> {
    let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
    let reply = client.get(&format!("{BASE}/postcodes?q={q}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap();
    let show = |one: &Value| {
        let part = |field: &str| one[field].as_str().unwrap().to_owned();
        format!("{} {}", part("postalCode"), part("street"))
    };
    items.iter().map(show).collect()
}

/// Begins a version; returns its path.
async fn begin(keeper: &Client) -> String {
    let versions = format!("{BASE}/postcodes/versions");
    let begun = keeper.post(&versions, json!({})).await;
    assert_eq!(begun.line(), "201", "{}", begun.body);
    format!("{versions}/{}", begun.payload()["items"][0]["version"])
}

async fn fill(keeper: &Client, version: &str, from: i64, rows: Value) -> String {
    let body = json!({ "from": from, "rows": rows });
    keeper.post(&format!("{version}/rows"), body).await.line()
}

async fn start(keeper: &Client, version: &str, rows: i64) -> String {
    let body = json!({ "rows": rows });
    keeper.post(&format!("{version}/use"), body).await.line()
}

#[tokio::test]
async fn people_find_addresses_by_street_building_quarter_and_code() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    assert!(found(&mina, "테헤란로 152").await.is_empty());
    let version = begin(&keeper).await;
    let rows = index_rows();
    let parts = rows.as_array().unwrap();
    assert_eq!(fill(&keeper, &version, 0, json!(parts[..2])).await, "200");
    // An answer was lost, and the part is sent again.
    assert_eq!(fill(&keeper, &version, 0, json!(parts[..2])).await, "200");
    assert_eq!(
        start(&keeper, &version, 4).await,
        "409 postcodes_incomplete"
    );
    assert_eq!(fill(&keeper, &version, 2, json!(parts[2..])).await, "200");
    assert!(
        found(&mina, "테헤란로 152").await.is_empty(),
        "not before it is used"
    );
    assert_eq!(start(&keeper, &version, 4).await, "200");

    let tower = "06236 서울특별시 강남구 테헤란로 152";
    for q in [
        "테헤란로 152",
        "테헤란로152",
        "서울 강남구 테헤란로 152",
        "가람타워",
        "역삼동 737",
        "152, Teheran-ro, Gangnam-gu, Seoul",
        "(０６２３６) 서울시 강남구 테헤란로 152번지, 101동 1203호 (역삼동, 가람타워)",
        "06236",
    ] {
        assert_eq!(found(&mina, q).await, [tower], "{q}");
    }
    assert_eq!(
        found(&mina, "테헤란로").await,
        [tower, "06241 서울특별시 강남구 테헤란로4길 15"],
        "the street itself stands first"
    );
    assert_eq!(found(&mina, "중앙로 7").await.len(), 2);
    assert_eq!(
        found(&mina, "수원 중앙로 7").await,
        ["16455 경기도 수원시 팔달구 중앙로 7"]
    );
    for q in [
        "부산 중앙로 7",
        "중앙로 8",
        "99999",
        "%%",
        "'; drop table postcode; --",
    ] {
        assert!(found(&mina, q).await.is_empty(), "{q}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_new_version_replaces_the_earlier_one_at_once_and_the_rest_is_deleted() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let first = begin(&keeper).await;
    fill(&keeper, &first, 0, index_rows()).await;
    assert_eq!(start(&keeper, &first, 4).await, "200");
    // One that was given up, and the next one.
    let given_up = begin(&keeper).await;
    fill(&keeper, &given_up, 0, index_rows()).await;
    let second = begin(&keeper).await;
    assert_eq!(
        fill(&keeper, &given_up, 4, index_rows()).await,
        "404 postcode_version_gone"
    );
    let mut rows = index_rows();
    rows[0]["code"] = json!("x");
    rows[1]["code"] = json!("06242");
    assert_eq!(fill(&keeper, &second, 0, rows).await, "200");
    assert_eq!(found(&mina, "06241").await.len(), 1, "the first is in use");
    assert_eq!(start(&keeper, &second, 4).await, "409 postcodes_incomplete");
    assert_eq!(
        start(&keeper, &second, 3).await,
        "200",
        "one row has no postal code"
    );
    assert_eq!(found(&mina, "06241").await.len(), 0);
    assert_eq!(found(&mina, "06242").await.len(), 1);
    assert_eq!(
        start(&keeper, &second, 3).await,
        "404 postcode_version_gone"
    );

    // The timer runs once a minute, and deletes a part of one version each time.
    app.eventually("earlier versions are gone", async || {
        app.advance(std::time::Duration::from_secs(60));
        app.count("select count(*) from plugin_orders.postcode_version")
            .await
            == 1
    })
    .await;
    assert_eq!(
        app.count("select count(*) from plugin_orders.postcode")
            .await,
        3
    );
    app.stop().await;
}

#[tokio::test]
async fn only_administrators_import() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let versions = format!("{BASE}/postcodes/versions");
    let refused = mina.post(&versions, json!({})).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert_eq!(mina.get(&versions).await.status, 403);
    assert_eq!(
        app.visitor()
            .get(&format!("{BASE}/postcodes?q=06241"))
            .await
            .status,
        401
    );
    app.stop().await;
}
