//! `PUT /api/v2/orders/mine/{orderId}/address`: until it is shipped, and for the same surcharge.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{
    BASE, act, address, album, on_sale, pay_wit, placed, placed_parcel, saved, seen, sell,
};
use crate::user::text;
use crate::wallet_admin;

/// Postal codes without a surcharge, and with one.
const SEOUL: &str = "04524";
const JEJU: &str = "63122";

async fn change(buyer: &Client, order: &str, address: &str) -> Reply {
    let path = format!("{BASE}/mine/{order}/address");
    buyer.put(&path, json!({ "addressId": address })).await
}

/// Saves an address with a recipient; returns its id.
async fn saved_as(buyer: &Client, recipient: &str, postal_code: &str) -> String {
    let mut new = address(postal_code);
    new["recipient"] = json!(recipient);
    let reply = buyer.post(&format!("{BASE}/addresses"), new).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    text(&reply.payload()["items"][0]["addressId"])
}

async fn sale(seller: &Client, order: &str) -> Value {
    let reply = seller.get(&format!("{BASE}/sales/{order}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

#[tokio::test]
async fn an_address_is_changed_and_removed() {
    let app = TestApp::start().await;
    let buyer = app.person("mina").await;
    let path = format!("{BASE}/addresses/{}", saved(&buyer, SEOUL).await);
    let changed = buyer.put(&path, address(JEJU)).await;
    assert_eq!(changed.payload()["items"][0]["postalCode"], JEJU);
    let left = buyer.send("DELETE", &path, None).await;
    assert_eq!(left.payload()["items"], json!([]));
    app.stop().await;
}

#[tokio::test]
async fn an_order_that_is_not_shipped_takes_another_address() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    // The keeper uses the desk, so they get its alarms.
    assert_eq!(keeper.get(&format!("{BASE}/sales")).await.line(), "200");
    wallet_admin::give(&app, buyer.id, 1_000_000).await;
    let product = on_sale(&keeper, album(3)).await;
    let order = placed_parcel(&buyer, &product).await;
    let other = saved_as(&buyer, "이바다", "06236").await;
    // Not paid: the order is placed again instead.
    assert_eq!(
        change(&buyer, &order, &other).await.line(),
        "409 order_state"
    );
    assert_eq!(pay_wit(&buyer, &order).await.line(), "200");
    assert_eq!(seen(&buyer, &order).await["addressChangedAt"], Value::Null);

    for _ in 0..2 {
        let reply = change(&buyer, &order, &other).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        assert_eq!(reply.payload()["address"]["recipient"], "이바다");
        assert!(reply.payload()["addressChangedAt"].is_string());
    }
    let shown = sale(&keeper, &order).await;
    assert_eq!(shown["address"]["postalCode"], "06236");
    assert!(shown["addressChangedAt"].is_string());
    app.eventually("the seller is notified once", async || {
        let alarms = "select count(*) from plugin_mail.alarm where title_en = 'A delivery address has changed'";
        app.count(alarms).await == 1
    })
    .await;
    // Another surcharge: the refusal names both, and the way.
    let island = saved_as(&buyer, "이바다", JEJU).await;
    let refused = change(&buyer, &order, &island).await;
    assert_eq!(refused.line(), "409 surcharge_differs");
    for part in ["0원", "3,000원", "취소"] {
        assert!(
            text(&refused.body["language"]["ko"]).contains(part),
            "{}",
            refused.body
        );
    }
    assert!(text(&refused.body["language"]["en"]).contains("cancel this order"));
    // Addresses and orders of other people.
    let theo = app.person("theo").await;
    let strange = saved(&theo, SEOUL).await;
    assert_eq!(
        change(&buyer, &order, &strange).await.line(),
        "404 address_not_found"
    );
    assert_eq!(
        change(&buyer, &order, "7").await.line(),
        "404 address_not_found"
    );
    assert_eq!(
        change(&theo, &order, &strange).await.line(),
        "404 order_not_found"
    );
    // While it is packed, and not once it is shipped.
    let packed = sell(&keeper, &order, "step", json!({ "step": "prepare" })).await;
    assert_eq!(packed.line(), "200");
    let third = saved_as(&buyer, "박구름", SEOUL).await;
    assert_eq!(change(&buyer, &order, &third).await.line(), "200");
    let shipped = sell(&keeper, &order, "step", json!({ "step": "ship" })).await;
    assert_eq!(shipped.line(), "200");
    assert_eq!(shipped.payload()["address"]["recipient"], "박구름");
    assert_eq!(
        change(&buyer, &order, &other).await.line(),
        "409 order_state"
    );
    assert_eq!(seen(&buyer, &order).await["address"]["recipient"], "박구름");
    app.stop().await;
}

#[tokio::test]
async fn an_address_changes_five_times_at_most() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    wallet_admin::give(&app, buyer.id, 1_000_000).await;
    let product = on_sale(&keeper, album(3)).await;
    let order = placed_parcel(&buyer, &product).await;
    assert_eq!(pay_wit(&buyer, &order).await.line(), "200");
    let (a, b) = (
        saved_as(&buyer, "이바다", SEOUL).await,
        saved_as(&buyer, "박구름", SEOUL).await,
    );
    for n in 0..5 {
        let to = if n % 2 == 0 { &a } else { &b };
        assert_eq!(change(&buyer, &order, to).await.line(), "200", "{n}");
    }
    assert_eq!(
        change(&buyer, &order, &b).await.line(),
        "409 address_change_limit"
    );
    // The address that it has is no change.
    assert_eq!(change(&buyer, &order, &a).await.line(), "200");
    app.stop().await;
}

#[tokio::test]
async fn shipping_and_a_change_at_the_same_moment_leave_one_of_both() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    wallet_admin::give(&app, buyer.id, 3_000_000).await;
    let product = on_sale(&keeper, album(9)).await;
    let first = saved_as(&buyer, "김하늘", SEOUL).await;
    let other = saved_as(&buyer, "이바다", SEOUL).await;
    for _ in 0..4 {
        let order = text(&placed(&buyer, &product, Some(&first)).await["orderId"]);
        assert_eq!(pay_wit(&buyer, &order).await.line(), "200");
        let (changed, shipped) = tokio::join!(
            change(&buyer, &order, &other),
            sell(&keeper, &order, "step", json!({ "step": "ship" })),
        );
        assert_eq!(shipped.line(), "200", "{}", shipped.body);
        // What the seller was shown with the step is what the order keeps.
        let expected = match changed.line().as_str() {
            "200" => "이바다",
            "409 order_state" => "김하늘",
            other => panic!("{other}"),
        };
        assert_eq!(shipped.payload()["address"]["recipient"], expected);
        assert_eq!(seen(&buyer, &order).await["address"]["recipient"], expected);
        let received = act(&buyer, &order, "received", json!({})).await;
        assert_eq!(received.line(), "200");
    }
    app.stop().await;
}
