//! Surcharges for delivery to islands: the list, its next version, and orders that were made before.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{album, id_of, on_sale, placed, saved, seen};

const PATH: &str = "/api/v2/orders/surcharges";

async fn in_force(keeper: &Client) -> Value {
    let reply = keeper.get(PATH).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

async fn change(keeper: &Client, version: &Value, items: Value) -> Reply {
    let body = json!({ "version": version, "name": "of a test", "items": items });
    keeper.put(PATH, body).await
}

fn area(from: &str, to: &str, won: i64) -> Value {
    json!({ "from": from, "to": to, "won": won, "area": "전남 신안군" })
}

#[tokio::test]
async fn administrators_replace_the_areas_and_orders_keep_their_price() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, album(4)).await;
    assert_eq!(buyer.get(PATH).await.line(), "403 forbidden");
    // Heuksando, Ulleungdo, Jeju, and the mainland beside an island.
    for (code, won) in [
        ("58866", 5_000),
        ("40200", 5_000),
        ("63644", 3_000),
        ("58842", 0),
    ] {
        saved(&buyer, code).await;
        let book = buyer.get("/api/v2/orders/addresses").await;
        let items = book.payload()["items"].as_array().unwrap();
        let found = items.iter().find(|one| one["postalCode"] == code);
        assert_eq!(found.unwrap()["surchargeWon"], won, "{code}");
    }
    let address = saved(&buyer, "58866").await;
    let before = id_of(&placed(&buyer, &product, Some(&address)).await);

    let list = in_force(&keeper).await;
    let overlap = json!([area("58800", "58866", 4_000), area("58866", "58870", 4_000)]);
    let refused = change(&keeper, &list["version"], overlap).await;
    assert_eq!(refused.line(), "422 validation_failed");
    assert_eq!(refused.body["fields"][0]["field"], "items.1.from");
    let items = json!([area("63000", "63644", 2_500), area("58800", "58866", 7_000)]);
    let both = tokio::join!(
        change(&keeper, &list["version"], items.clone()),
        change(&keeper, &list["version"], items.clone())
    );
    let mut lines = [both.0.line(), both.1.line()];
    lines.sort();
    assert_eq!(lines, ["200", "409 terms_changed"]);
    let now = in_force(&keeper).await;
    assert_eq!(now["version"], list["version"].as_i64().unwrap() + 1);
    assert_eq!(now["items"], json!([items[1], items[0]]), "by postal code");
    let after = placed(&buyer, &product, Some(&address)).await;
    assert_eq!(after["price"]["surchargeWon"], 7_000);
    assert_eq!(seen(&buyer, &before).await["price"]["surchargeWon"], 5_000);
    // The database has no two surcharges for a code either.
    let twice = sqlx::query(
        "insert into plugin_orders.surcharge (version, from_code, to_code, won)
         select max(version), '58810', '58811', 1 from plugin_orders.surcharge_version",
    )
    .execute(app.owner())
    .await;
    assert!(twice.unwrap_err().to_string().contains("surcharge_follows"));
    app.stop().await;
}
