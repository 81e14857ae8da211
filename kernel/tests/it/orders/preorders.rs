//! Pre-orders, stock that is added later, and several parcels of an order.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::{
    BASE, act, album, assert_stock_consistent, id_of, name, on_sale, paid_by_card, placed, random,
    saved, seen, sell, stock, try_place, wait_for,
};

/// A day some days after the first day of the test.
fn day(app: &TestApp, days: i64) -> String {
    let at = app.clock.now() + Duration::from_secs(9 * 3600) + time::Duration::days(days);
    at.date().to_string()
}

async fn move_release(seller: &Client, product: &str, day: &str) {
    let body =
        json!({ "isOpen": true, "about": name("설명", "About"), "won": 12_000, "releaseOn": day });
    let reply = seller
        .put(&format!("{BASE}/products/{product}"), body)
        .await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
}

#[tokio::test]
async fn a_slip_of_a_pre_order_offers_to_cancel_and_refunds_everything() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let mut wrong = random(3);
    wrong["releaseOn"] = json!(day(&app, 30));
    let refused = keeper.post(&format!("{BASE}/products"), wrong).await;
    assert_eq!(
        refused.line(),
        "422 validation_failed",
        "nothing is shipped"
    );
    let mut product = album(3);
    product["releaseOn"] = json!(day(&app, 30));
    let product = on_sale(&keeper, product).await;
    let address = saved(&buyer, "04524").await;
    let id = id_of(&placed(&buyer, &product, Some(&address)).await);
    paid_by_card(&app, &buyer, &id).await;
    let order = seen(&buyer, &id).await;
    let promised = order["shipFrom"].as_str().unwrap().to_owned();
    assert!(promised >= day(&app, 30), "{promised}");
    assert_eq!(order["slippedDays"], Value::Null);
    // A slip of a few days is announced, without an offer to cancel.
    move_release(&keeper, &product, &day(&app, 33)).await;
    app.eventually("the order is moved", async || {
        seen(&buyer, &id).await["shipFrom"].as_str() > Some(promised.as_str())
    })
    .await;
    assert_eq!(seen(&buyer, &id).await["slippedDays"], Value::Null);
    move_release(&keeper, &product, &day(&app, 60)).await;
    app.eventually("the slip is told", async || {
        seen(&buyer, &id).await["slippedDays"].as_i64() > Some(7)
    })
    .await;
    let alarms = buyer.get("/api/v2/mails/alarms").await;
    assert!(
        alarms.body.to_string().contains("more than 7 days later"),
        "{}",
        alarms.body
    );
    assert_eq!(act(&buyer, &id, "cancel", json!({})).await.line(), "200");
    wait_for(&app, &buyer, &id, "refunded").await;
    assert_eq!(stock(&app, &product).await, (3, 0));
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn stock_is_added_with_a_reason_and_a_random_item_gets_none() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, album(1)).await;
    let address = saved(&buyer, "04524").await;
    placed(&buyer, &product, Some(&address)).await;
    let none = try_place(&buyer, &product, Some(&address)).await;
    assert_eq!(none.line(), "409 sold_out");
    let path = format!("{BASE}/products/{product}/stock");
    let more = json!({ "units": 2, "reason": "second pressing" });
    assert_eq!(
        buyer.post(&path, more.clone()).await.line(),
        "403 forbidden"
    );
    assert_eq!(buyer.get(&path).await.line(), "403 forbidden");
    let added = keeper.post(&path, more.clone()).await;
    assert_eq!(added.payload()["available"], 2);
    placed(&buyer, &product, Some(&address)).await;
    let log = keeper.get(&path).await;
    let entries = log.payload()["items"].as_array().unwrap();
    let seen: Vec<_> = entries
        .iter()
        .map(|one| (&one["units"], &one["reason"]))
        .collect();
    assert_eq!(
        seen,
        [
            (&json!(2), &json!("second pressing")),
            (&json!(1), &Value::Null)
        ]
    );
    let drawn = on_sale(&keeper, random(3)).await;
    let refused = keeper
        .post(&format!("{BASE}/products/{drawn}/stock"), more)
        .await;
    assert_eq!(refused.line(), "409 fixed_supply");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_order_has_several_parcels_and_the_desk_shows_the_request() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, album(2)).await;
    let address = saved(&buyer, "04524").await;
    let id = id_of(&placed(&buyer, &product, Some(&address)).await);
    paid_by_card(&app, &buyer, &id).await;
    let parcel =
        |tracking: &str| json!({ "step": "parcel", "carrier": "우체국", "tracking": tracking });
    let early = sell(&keeper, &id, "step", parcel("1")).await;
    assert_eq!(early.line(), "409 order_state");
    let ship = json!({ "step": "ship", "carrier": "우체국", "tracking": "1" });
    assert_eq!(sell(&keeper, &id, "step", ship).await.line(), "200");
    assert_eq!(sell(&keeper, &id, "step", parcel("2")).await.line(), "200");
    let parcels = seen(&buyer, &id).await["parcels"].clone();
    let tracking: Vec<_> = parcels
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["tracking"])
        .collect();
    assert_eq!(tracking, ["1", "2"]);
    assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
    let ask = json!({ "kind": "defect", "wish": "exchange", "reason": "it is broken" });
    assert_eq!(act(&buyer, &id, "requests", ask).await.line(), "200");
    let desk = keeper.get(&format!("{BASE}/sales")).await;
    let request = &desk.payload()["items"][0]["openRequest"];
    assert_eq!(
        (&request["reason"], &request["wish"], &request["photos"]),
        (&json!("it is broken"), &json!("exchange"), &json!([]))
    );
    let own = buyer.get(&format!("{BASE}/mine")).await;
    assert_eq!(own.payload()["items"][0]["openRequest"], Value::Null);
    // The parcels of the exchange are counted anew.
    let body = json!({ "accept": true, "answer": "we send another one" });
    assert_eq!(sell(&keeper, &id, "decide", body).await.line(), "200");
    for step in ["returned", "ship"] {
        let reply = sell(&keeper, &id, "step", json!({ "step": step })).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
    }
    let parcels = seen(&buyer, &id).await["parcels"].clone();
    assert_eq!((&parcels[0]["n"], &parcels[1]), (&json!(1), &Value::Null));
    app.stop().await;
}
