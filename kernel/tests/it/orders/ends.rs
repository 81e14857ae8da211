//! Erased accounts: of the seller between payment and delivery, and of the buyer.

use std::time::Duration;

use serde_json::json;
use witverse_testing::{Client, TestApp};

use super::{
    act, album, assert_stock_consistent, balance, id_of, on_sale, paid_by_card, pay_wit, placed,
    saved, seen, sell, wait_for_items,
};
use crate::wallet_admin;

/// Erases an account: a month after the request. Sessions have ended by then.
pub(super) async fn erase(app: &TestApp, person: &Client) {
    let reply = person.post("/api/account/deletion", json!({})).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    app.advance(Duration::from_secs(31 * 24 * 60 * 60));
    let erased = "select count(*) from kernel.account where erased_at is not null";
    app.eventually("the account is erased", async || {
        app.count(erased).await == 1
    })
    .await;
    app.eventually("the events are delivered", async || {
        app.count("select count(*) from kernel.delivery where subscriber = 'orders'")
            .await
            == 0
    })
    .await;
}

#[tokio::test]
async fn the_platform_takes_over_from_an_erased_seller() {
    let app = TestApp::start().await;
    let (keeper, seller) = (app.administrator().await, app.person("mina").await);
    let buyer = app.person("theo").await;
    let new = json!({ "worldName": "minas", "isPublic": true });
    assert_eq!(seller.post("/api/v3/worlds", new).await.line(), "201");
    let mut product = album(2);
    product["worldName"] = json!("minas");
    let product = on_sale(&seller, product).await;
    let address = saved(&buyer, "04524").await;
    let id = id_of(&placed(&buyer, &product, Some(&address)).await);
    paid_by_card(&app, &buyer, &id).await;
    erase(&app, &seller).await;
    let (keeper, buyer) = (
        app.log_in("keeper", keeper.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("the order is the platform's", async || {
        let sales = keeper.get("/api/v2/orders/sales?state=paid").await;
        sales.payload()["items"][0]["orderId"] == id
    })
    .await;
    let shipped = sell(&keeper, &id, "step", json!({ "step": "ship" })).await;
    assert_eq!(shipped.line(), "200", "{}", shipped.body);
    assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
    assert_eq!(seen(&buyer, &id).await["state"], "delivered");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_erased_buyer_leaves_no_address_and_gets_the_money_back() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("theo").await);
    let product = on_sale(&keeper, album(3)).await;
    let address = saved(&buyer, "04524").await;
    let paid = id_of(&placed(&buyer, &product, Some(&address)).await);
    let payment = paid_by_card(&app, &buyer, &paid).await;
    placed(&buyer, &product, Some(&address)).await;
    erase(&app, &buyer).await;
    app.eventually("nothing names the person", async || {
        app.count(
            "select (select count(*) from plugin_orders.address) + (select count(*) from plugin_orders.book)
                + (select count(*) from plugin_orders.purchase where buyer_id is not null or address is not null)
                + (select count(*) from plugin_orders.purchase where state not in ('expired', 'refunded'))",
        )
        .await
            == 0
    })
    .await;
    let state: String =
        sqlx::query_scalar("select state from kernel.sandbox_payment where id = $1::uuid")
            .bind(&payment)
            .fetch_one(app.owner())
            .await
            .unwrap();
    assert_eq!(state, "cancelled");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_exchange_of_an_erased_buyer_ends_and_the_seller_keeps_the_wit() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let new = json!({ "worldName": "minas", "isPublic": true });
    assert_eq!(seller.post("/api/v3/worlds", new).await.line(), "201");
    let mut product = album(2);
    product["worldName"] = json!("minas");
    let product = on_sale(&seller, product).await;
    wallet_admin::give(&app, buyer.id, 120_000).await;
    let address = saved(&buyer, "04524").await;
    let id = id_of(&placed(&buyer, &product, Some(&address)).await);
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    wait_for_items(&app, &buyer, &id).await;
    let shipped = sell(&seller, &id, "step", json!({ "step": "ship" })).await;
    assert_eq!(shipped.line(), "200", "{}", shipped.body);
    let received = act(&buyer, &id, "received", json!({})).await;
    assert_eq!(received.line(), "200", "{}", received.body);
    app.advance(Duration::from_secs(9 * 24 * 60 * 60));
    let (seller, buyer) = (
        app.log_in("mina", seller.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("the seller has the WIT", async || {
        balance(&app, &seller).await == 120_000
    })
    .await;
    let ask = json!({ "kind": "defect", "wish": "exchange", "reason": "it is broken" });
    assert_eq!(act(&buyer, &id, "requests", ask).await.line(), "200");
    let body = json!({ "accept": true, "answer": "we send another one" });
    assert_eq!(sell(&seller, &id, "decide", body).await.line(), "200");
    let returned = sell(&seller, &id, "step", json!({ "step": "returned" })).await;
    assert_eq!(returned.line(), "200", "{}", returned.body);
    erase(&app, &buyer).await;
    app.eventually("the order names no person", async || {
        app.count("select count(*) from plugin_orders.purchase where buyer_id is not null or address is not null")
            .await
            == 0
    })
    .await;
    let ended = "select count(*) from plugin_orders.purchase where state = 'delivered' and paid_out = 120000";
    assert_eq!(app.count(ended).await, 1);
    assert_eq!(balance(&app, &seller).await, 120_000);
    assert_stock_consistent(&app).await;
    app.stop().await;
}
