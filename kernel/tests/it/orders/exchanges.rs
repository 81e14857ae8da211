//! Exchanges that do not happen, and requests that no term can settle.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::{
    act, album, assert_stock_consistent, balance, id_of, of_world, pay_wit, placed, random, saved,
    seen, sell, stock, wait_for, wait_for_items,
};
use crate::friends::befriend;
use crate::gifts::new_gift;
use crate::user::text;
use crate::wallet_admin;

const DAY: u64 = 24 * 60 * 60;

/// WIT that people have, all together.
async fn in_wallets(app: &TestApp) -> i64 {
    app.count("select sum(balance)::bigint from ledger.account where kind = 0")
        .await
}

/// Waits until a person has so many alarms with a title.
async fn wait_for_alarms(app: &TestApp, to: &Client, title: &str, count: i64) {
    app.eventually(title, async || {
        let alarms: i64 = sqlx::query_scalar(
            "select count(*) from plugin_mail.alarm where account_id = $1 and title_en = $2",
        )
        .bind(to.id)
        .bind(title)
        .fetch_one(app.owner())
        .await
        .unwrap();
        alarms == count
    })
    .await;
}

fn defect(wish: &str) -> Value {
    json!({ "kind": "defect", "wish": wish, "reason": "it is broken" })
}

pub(super) async fn step(seller: &Client, id: &str, step: &str) {
    let reply = sell(seller, id, "step", json!({ "step": step })).await;
    assert_eq!(reply.line(), "200", "{step}: {}", reply.body);
}

pub(super) async fn ask(buyer: &Client, id: &str, wish: &str) {
    let reply = act(buyer, id, "requests", defect(wish)).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
}

pub(super) async fn accept(seller: &Client, id: &str) {
    let body = json!({ "accept": true, "answer": "we send another one" });
    let reply = sell(seller, id, "decide", body).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
}

/// An order of an album, paid with WIT and shipped.
async fn shipped(app: &TestApp, seller: &Client, buyer: &Client, product: &str) -> String {
    let address = saved(buyer, "04524").await;
    let id = id_of(&placed(buyer, product, Some(&address)).await);
    assert_eq!(pay_wit(buyer, &id).await.line(), "200");
    wait_for_items(app, buyer, &id).await;
    step(seller, &id, "ship").await;
    id
}

async fn received(app: &TestApp, seller: &Client, buyer: &Client, product: &str) -> String {
    let id = shipped(app, seller, buyer, product).await;
    assert_eq!(act(buyer, &id, "received", json!({})).await.line(), "200");
    id
}

/// The buyer gives the first item of an order to a friend.
async fn give_away(order: &Value, buyer: &Client, friend: &Client) {
    let gift = new_gift("item", order["given"][0]["itemId"].clone(), friend.id);
    let sent = buyer.post("/api/v2/gift/create", gift).await;
    assert_eq!(sent.line(), "201", "{}", sent.body);
    let body = json!({ "airdropId": text(&sent.payload()["airdropId"]), "approve": true });
    let taken = friend.post("/api/v2/gift/handle", body).await;
    assert_eq!(taken.line(), "200", "{}", taken.body);
}

/// Orders of the seller's world that are listed with an open request.
async fn with_open_requests(seller: &Client) -> Vec<Value> {
    let path = "/api/v2/orders/sales?worldName=minas&request=open";
    let reply = seller.get(path).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_exchange_that_does_not_happen_is_refunded_once() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let product = of_world(&seller, album(5)).await;
    wallet_admin::give(&app, buyer.id, 360_000).await;
    // The seller does not answer about a lost parcel, does not confirm a return, and does not ship a replacement.
    let lost = shipped(&app, &seller, &buyer, &product).await;
    ask(&buyer, &lost, "exchange").await;
    let unconfirmed = received(&app, &seller, &buyer, &product).await;
    ask(&buyer, &unconfirmed, "exchange").await;
    accept(&seller, &unconfirmed).await;
    let sent = json!({ "carrier": "cj", "tracking": "123456789012" });
    let sent = act(&buyer, &unconfirmed, "sent-back", sent).await;
    assert_eq!(sent.line(), "200", "{}", sent.body);
    let late = received(&app, &seller, &buyer, &product).await;
    ask(&buyer, &late, "exchange").await;
    accept(&seller, &late).await;
    step(&seller, &late, "returned").await;
    assert_eq!(seen(&buyer, &late).await["state"], "preparing");
    assert_eq!(stock(&app, &product).await, (1, 0));
    assert_stock_consistent(&app).await;
    app.advance(Duration::from_secs(9 * DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    wait_for(&app, &buyer, &lost, "refunded").await;
    app.eventually("the return counts as arrived", async || {
        seen(&buyer, &unconfirmed).await["request"]["fallback"] == "unconfirmed"
    })
    .await;
    app.advance(Duration::from_secs(8 * DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    for (id, why) in [
        (&lost, "unanswered"),
        (&unconfirmed, "unconfirmed"),
        (&late, "late"),
    ] {
        let order = wait_for(&app, &buyer, id, "refunded").await;
        assert_eq!(order["request"]["wish"], "exchange");
        assert_eq!(order["request"]["fallback"], why);
        assert_eq!(order["request"]["state"], "done");
        assert_eq!(order["request"]["escalatedAt"], Value::Null);
    }
    let refunds =
        "select count(*) from ledger.transfer where source = 'orders' and memo = 'order refund'";
    app.advance(Duration::from_secs(20 * DAY));
    assert_eq!(app.count(refunds).await, 3);
    assert_eq!(balance(&app, &buyer).await, 360_000);
    assert_eq!(
        (balance(&app, &seller).await, in_wallets(&app).await),
        (0, 360_000)
    );
    // One unit was never sold; the replacement that was not shipped is the other.
    assert_eq!(stock(&app, &product).await, (2, 0));
    wait_for_alarms(&app, &buyer, "Your exchange became a refund", 3).await;
    wait_for_alarms(&app, &seller, "An exchange became a refund", 3).await;
    let used = "select count(*) from plugin_items.item where state <> 'used'";
    assert_eq!(app.count(used).await, 0);
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_exchange_without_stock_is_refunded() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let product = of_world(&seller, album(2)).await;
    wallet_admin::give(&app, buyer.id, 240_000).await;
    let lost = shipped(&app, &seller, &buyer, &product).await;
    let broken = received(&app, &seller, &buyer, &product).await;
    ask(&buyer, &lost, "exchange").await;
    ask(&buyer, &broken, "exchange").await;
    accept(&seller, &lost).await;
    let order = seen(&buyer, &lost).await;
    assert_eq!(
        (&order["state"], &order["request"]["fallback"]),
        (&json!("refunded"), &json!("sold_out"))
    );
    accept(&seller, &broken).await;
    step(&seller, &broken, "returned").await;
    let order = seen(&buyer, &broken).await;
    assert_eq!(
        (&order["state"], &order["request"]["fallback"]),
        (&json!("delivered"), &json!("sold_out"))
    );
    let terms = order["clocks"].as_array().unwrap();
    assert!(
        terms
            .iter()
            .any(|one| one["kind"] == "refund" && one["metAt"].is_null())
    );
    step(&seller, &broken, "refund").await;
    let again = sell(&seller, &broken, "step", json!({ "step": "refund" })).await;
    assert_eq!(again.line(), "404 no_request");
    assert_eq!(balance(&app, &buyer).await, 240_000);
    // What is defective or lost is not sold again.
    assert_eq!(stock(&app, &product).await, (0, 0));
    assert_stock_consistent(&app).await;
    app.stop().await;
}

/// The seller and the buyer of a received album of two, the product, and the order, whose WIT the seller has got.
pub(super) async fn paid_out(app: &TestApp) -> ([Client; 2], String, String) {
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let product = of_world(&seller, album(2)).await;
    wallet_admin::give(app, buyer.id, 120_000).await;
    let id = received(app, &seller, &buyer, &product).await;
    app.advance(Duration::from_secs(9 * DAY));
    let (seller, buyer) = (
        app.log_in("mina", seller.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("the seller has the WIT", async || {
        balance(app, &seller).await == 120_000
    })
    .await;
    ([seller, buyer], product, id)
}

#[tokio::test]
async fn a_seller_can_refund_instead_of_shipping_a_replacement() {
    let app = TestApp::start().await;
    let ([seller, buyer], product, id) = paid_out(&app).await;
    ask(&buyer, &id, "exchange").await;
    accept(&seller, &id).await;
    step(&seller, &id, "returned").await;
    // The WIT are with the seller, so the term cannot refund.
    app.advance(Duration::from_secs(12 * DAY));
    let (seller, buyer) = (
        app.log_in("mina", seller.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("it waits for the seller or an administrator", async || {
        seen(&buyer, &id).await["request"]["escalation"] == "paid_out"
    })
    .await;
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["request"]["fallback"]),
        (&json!("preparing"), &Value::Null)
    );
    wait_for_alarms(&app, &seller, "A request is overdue", 1).await;
    wait_for_alarms(&app, &buyer, "Our team is reviewing your request", 1).await;
    step(&seller, &id, "refund").await;
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["request"]["fallback"]),
        (&json!("refunded"), &json!("late"))
    );
    assert_eq!(
        (balance(&app, &seller).await, balance(&app, &buyer).await),
        (0, 120_000)
    );
    assert_eq!(stock(&app, &product).await, (1, 0), "the replacement");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_administrator_decides_a_defect_after_the_payout() {
    let app = TestApp::start().await;
    let (keeper, seller) = (app.administrator().await, app.person("mina").await);
    let buyer = app.person("theo").await;
    // An administrator who uses the desk of the platform.
    assert_eq!(keeper.get("/api/v2/orders/sales").await.line(), "200");
    let product = of_world(&seller, random(5)).await;
    wallet_admin::give(&app, buyer.id, 50_000).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    wait_for_items(&app, &buyer, &id).await;
    app.advance(Duration::from_secs(8 * DAY));
    app.eventually("the seller has the WIT", async || {
        balance(&app, &seller).await == 50_000
    })
    .await;
    let (keeper, buyer) = (
        app.log_in("keeper", keeper.id).await,
        app.log_in("theo", buyer.id).await,
    );
    ask(&buyer, &id, "refund").await;
    let decide =
        |own: bool| json!({ "accept": true, "answer": "we settle it", "fromOwnWallet": own });
    let early = sell(&keeper, &id, "decide", decide(true)).await;
    assert_eq!(early.line(), "409 seller_must_refund");
    app.advance(Duration::from_secs(8 * DAY));
    let (keeper, buyer) = (
        app.log_in("keeper", keeper.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("it waits for an administrator", async || {
        seen(&buyer, &id).await["request"]["escalation"] == "paid_out"
    })
    .await;
    assert_eq!(seen(&buyer, &id).await["request"]["state"], "requested");
    for (who, title) in [
        (&keeper, "An order needs an administrator"),
        (&buyer, "Our team is reviewing your request"),
        (&seller, "A request is overdue"),
    ] {
        wait_for_alarms(&app, who, title, 1).await;
    }
    let (other, own) = (
        sell(&keeper, &id, "decide", decide(false)).await,
        sell(&keeper, &id, "decide", decide(true)).await,
    );
    assert_eq!(other.line(), "409 seller_must_refund");
    assert_eq!(own.body["code"], "insufficient_wit", "{}", own.body);
    wallet_admin::give(&app, keeper.id, 50_000).await;
    // Only an administrator of the platform can pay for another person.
    let seller = app.log_in("mina", seller.id).await;
    let accepted = sell(&keeper, &id, "decide", decide(true)).await;
    assert_eq!(accepted.line(), "200", "{}", accepted.body);
    assert_eq!(seen(&buyer, &id).await["state"], "refunded");
    let balances = (
        balance(&app, &keeper).await,
        balance(&app, &seller).await,
        balance(&app, &buyer).await,
    );
    assert_eq!(balances, (0, 50_000, 50_000));
    assert_eq!(in_wallets(&app).await, 100_000);
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_administrator_refunds_an_exchange_after_the_payout() {
    let app = TestApp::start().await;
    let (keeper, seller) = (app.administrator().await, app.person("mina").await);
    let buyer = app.person("theo").await;
    assert_eq!(keeper.get("/api/v2/orders/sales").await.line(), "200");
    let product = of_world(&seller, album(2)).await;
    wallet_admin::give(&app, buyer.id, 120_000).await;
    wallet_admin::give(&app, keeper.id, 120_000).await;
    let id = received(&app, &seller, &buyer, &product).await;
    app.advance(Duration::from_secs(9 * DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    app.eventually("the seller has the WIT", async || {
        balance(&app, &seller).await == 120_000
    })
    .await;
    ask(&buyer, &id, "exchange").await;
    app.advance(Duration::from_secs(9 * DAY));
    let (keeper, buyer) = (
        app.log_in("keeper", keeper.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("it waits for an administrator", async || {
        seen(&buyer, &id).await["request"]["escalation"] == "paid_out"
    })
    .await;
    let body = json!({ "accept": true, "answer": "we settle it", "fromOwnWallet": true });
    let accepted = sell(&keeper, &id, "decide", body).await;
    assert_eq!(accepted.line(), "200", "{}", accepted.body);
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["request"]["fallback"]),
        (&json!("refunded"), &json!("unanswered"))
    );
    assert_eq!(
        (balance(&app, &keeper).await, balance(&app, &buyer).await),
        (0, 120_000)
    );
    assert_eq!(stock(&app, &product).await, (1, 0), "the other unit");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_administrator_accepts_a_request_whose_item_was_given_away() {
    let app = TestApp::start().await;
    let (keeper, seller) = (app.administrator().await, app.person("mina").await);
    let (buyer, friend) = (app.person("theo").await, app.person("other").await);
    assert_eq!(keeper.get("/api/v2/orders/sales").await.line(), "200");
    let product = of_world(&seller, random(5)).await;
    wallet_admin::give(&app, buyer.id, 50_000).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    let order = wait_for_items(&app, &buyer, &id).await;
    befriend(&buyer, (&friend, "other")).await;
    give_away(&order, &buyer, &friend).await;
    ask(&buyer, &id, "refund").await;
    app.advance(Duration::from_secs(9 * DAY));
    let (keeper, buyer) = (
        app.log_in("keeper", keeper.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("it waits for an administrator", async || {
        seen(&buyer, &id).await["request"]["escalation"] == "items"
    })
    .await;
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["request"]["state"]),
        (&json!("delivered"), &json!("requested"))
    );
    wait_for_alarms(&app, &keeper, "An order needs an administrator", 1).await;
    accept(&keeper, &id).await;
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["request"]["escalation"]),
        (&json!("refunded"), &Value::Null)
    );
    assert_eq!(
        (balance(&app, &seller).await, balance(&app, &buyer).await),
        (0, 50_000)
    );
    let used = "select count(*) from plugin_items.item where state = 'used'";
    assert_eq!(app.count(used).await, 0, "the item of the friend");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_late_replacement_that_no_term_can_refund_is_an_open_request() {
    let app = TestApp::start().await;
    let (keeper, seller) = (app.administrator().await, app.person("mina").await);
    let (buyer, friend) = (app.person("theo").await, app.person("other").await);
    let product = of_world(&seller, album(2)).await;
    wallet_admin::give(&app, buyer.id, 120_000).await;
    let id = received(&app, &seller, &buyer, &product).await;
    ask(&buyer, &id, "exchange").await;
    accept(&seller, &id).await;
    step(&seller, &id, "returned").await;
    assert!(with_open_requests(&seller).await.is_empty());
    befriend(&buyer, (&friend, "other")).await;
    give_away(&seen(&buyer, &id).await, &buyer, &friend).await;
    app.advance(Duration::from_secs(12 * DAY));
    let (keeper, seller, buyer) = (
        app.log_in("keeper", keeper.id).await,
        app.log_in("mina", seller.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("it waits for an administrator", async || {
        seen(&buyer, &id).await["request"]["escalation"] == "items"
    })
    .await;
    let open = with_open_requests(&seller).await;
    assert_eq!(open.len(), 1);
    assert_eq!(
        (&open[0]["orderId"], &open[0]["openRequest"]["escalation"]),
        (&json!(id), &json!("items"))
    );
    assert_eq!(open[0]["requestState"], Value::Null);
    step(&keeper, &id, "refund").await;
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["request"]["fallback"]),
        (&json!("refunded"), &json!("late"))
    );
    assert!(with_open_requests(&seller).await.is_empty());
    assert_eq!(balance(&app, &buyer).await, 120_000);
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_replacement_that_is_refunded_within_its_term_is_not_late() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let product = of_world(&seller, album(2)).await;
    wallet_admin::give(&app, buyer.id, 120_000).await;
    let id = received(&app, &seller, &buyer, &product).await;
    ask(&buyer, &id, "exchange").await;
    accept(&seller, &id).await;
    step(&seller, &id, "returned").await;
    step(&seller, &id, "refund").await;
    let order = seen(&buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["request"]["fallback"]),
        (&json!("refunded"), &json!("declined"))
    );
    assert_eq!(balance(&app, &buyer).await, 120_000);
    assert_stock_consistent(&app).await;
    app.stop().await;
}
