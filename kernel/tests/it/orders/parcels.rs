//! Orders with a parcel: from the payment to the return, and the terms in between.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::TestApp;

use super::{
    act, album, assert_stock_consistent, balance, id_of, on_sale, paid_by_card, pay_wit, placed,
    saved, seen, sell, stock, try_place, wait_for, wait_for_items,
};
use crate::user::text;
use crate::wallet_admin;

const DAY: u64 = 24 * 60 * 60;

#[tokio::test]
async fn an_album_is_shipped_received_withdrawn_and_refunded() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, album(2)).await;
    let address = saved(&buyer, "63100").await;
    let order = placed(&buyer, &product, Some(&address)).await;
    assert_eq!(
        order["price"]["totalWon"], 15_000,
        "with the island's surcharge"
    );
    let id = id_of(&order);
    paid_by_card(&app, &buyer, &id).await;
    let order = wait_for_items(&app, &buyer, &id).await;
    assert_eq!(order["state"], "paid");
    assert!(order["shipBy"].as_str() > order["shipFrom"].as_str());
    for (step, line) in [
        (json!({ "step": "deliver" }), "409 order_state"),
        (json!({ "step": "prepare" }), "200"),
        (
            json!({ "step": "ship", "carrier": "우체국", "tracking": "123" }),
            "200",
        ),
        (json!({ "step": "ship" }), "409 order_state"),
    ] {
        assert_eq!(sell(&keeper, &id, "step", step).await.line(), line);
    }
    assert_eq!(
        act(&buyer, &id, "cancel", json!({})).await.line(),
        "409 parcel_on_the_way"
    );
    assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
    assert_eq!(
        act(&buyer, &id, "received", json!({})).await.line(),
        "409 order_state"
    );
    // The seller does not need the address any more.
    let sale = keeper.get(&format!("/api/v2/orders/sales/{id}")).await;
    assert_eq!(sale.payload()["address"], Value::Null);
    let ask = json!({ "kind": "withdrawal", "wish": "refund", "reason": "changed my mind" });
    assert_eq!(
        act(&buyer, &id, "requests", ask.clone()).await.line(),
        "200"
    );
    assert_eq!(
        act(&buyer, &id, "requests", ask).await.line(),
        "409 request_open"
    );
    // A withdrawal is a right: nothing is left to decide.
    let body = json!({ "accept": false, "answer": "we do not want it back" });
    assert_eq!(
        sell(&keeper, &id, "decide", body).await.line(),
        "404 no_request"
    );
    let back = sell(&keeper, &id, "step", json!({ "step": "returned" })).await;
    assert_eq!(back.line(), "200", "{}", back.body);
    let used = "select count(*) from plugin_items.item where state = 'used'";
    assert_eq!(app.count(used).await, 2);
    // The seller forgets the refund: the term makes it.
    app.advance(Duration::from_secs(8 * DAY));
    let buyer = app.log_in("mina", buyer.id).await;
    wait_for(&app, &buyer, &id, "refunded").await;
    assert_eq!(stock(&app, &product).await, (2, 0));
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn terms_end_and_pay_the_seller() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let new = json!({ "worldName": "minas", "isPublic": true });
    let made = seller.post("/api/v3/worlds", new).await;
    let world = text(&made.payload()["worldId"]);
    let mut product = album(2);
    product["worldName"] = json!("minas");
    let product = on_sale(&seller, product).await;
    wallet_admin::give(&app, buyer.id, 500_000).await;
    let address = saved(&buyer, "04524").await;
    // Cancelled before it is shipped: refunded at once, and the items are used up.
    let cancelled = id_of(&placed(&buyer, &product, Some(&address)).await);
    assert_eq!(pay_wit(&buyer, &cancelled).await.line(), "200");
    assert_eq!(pay_wit(&buyer, &cancelled).await.line(), "409 order_state");
    wait_for_items(&app, &buyer, &cancelled).await;
    let reply = act(&buyer, &cancelled, "cancel", json!({})).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    assert_eq!(seen(&buyer, &cancelled).await["state"], "refunded");
    assert_eq!(balance(&app, &buyer).await, 500_000);
    // The items belong to the world: it counts them, and it can sell to owners of its membership only.
    let of_world = "select count(*) from plugin_items.item i join plugin_items.collection c on c.id = i.collection_id \
                    join plugin_worlds.world w on w.id = c.world_id where w.name = 'minas'";
    let made = app.count(of_world).await;
    assert!(made > 0);
    let counted = "select crafted_items from plugin_worlds.world where name = 'minas'";
    app.eventually("the world counts them", async || {
        app.count(counted).await == made
    })
    .await;
    let rule = format!("/api/v3/worlds/{world}/admin/market-rule");
    let set_rule = async |first: bool| {
        let set = seller.put(&rule, json!({ "membershipFirst": first })).await;
        assert_eq!(set.line(), "200", "{}", set.body);
    };
    set_rule(true).await;
    let refused = try_place(&buyer, &product, Some(&address)).await;
    assert_eq!(refused.line(), "403 membership_required");
    set_rule(false).await;
    let id = id_of(&placed(&buyer, &product, Some(&address)).await);
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    wait_for_items(&app, &buyer, &id).await;
    assert_eq!(
        sell(&seller, &id, "step", json!({ "step": "ship" }))
            .await
            .line(),
        "200"
    );
    // The seller starts the buyer's terms at the earliest on the next day.
    let deliver = async || sell(&seller, &id, "step", json!({ "step": "deliver" })).await;
    assert_eq!(deliver().await.line(), "409 delivered_too_early");
    sqlx::query("update plugin_orders.purchase set shipped_at = shipped_at - interval '1 day' where state = 'shipped'")
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(deliver().await.line(), "200");
    assert_eq!(
        balance(&app, &seller).await,
        0,
        "not before the time to withdraw is over"
    );
    app.advance(Duration::from_secs(9 * DAY));
    let (seller, buyer) = (
        app.log_in("mina", seller.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("the seller has the WIT", async || {
        balance(&app, &seller).await == 120_000
    })
    .await;
    let ask =
        |kind: &str, wish: &str| json!({ "kind": kind, "wish": wish, "reason": "it is broken" });
    let spent = "select count(*) from ledger.spending";
    assert_eq!(app.count(spent).await, 1, "in the world of the seller");
    let late = act(&buyer, &id, "requests", ask("withdrawal", "refund")).await;
    assert_eq!(late.line(), "409 withdrawal_over");
    // Defects are reported for three months; the exchange is a new parcel.
    assert_eq!(
        act(&buyer, &id, "requests", ask("defect", "exchange"))
            .await
            .line(),
        "200"
    );
    let body = json!({ "accept": true, "answer": "we send another one" });
    assert_eq!(sell(&seller, &id, "decide", body).await.line(), "200");
    assert_eq!(
        sell(&seller, &id, "step", json!({ "step": "returned" }))
            .await
            .line(),
        "200"
    );
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["exchanges"]),
        (&json!("preparing"), &json!(1))
    );
    assert_stock_consistent(&app).await;
    app.stop().await;
}
