//! Withdrawals, defects and lost parcels: what ends them by its term, and who pays for a refund after the payout.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_ledger::{BONUS, Kind};
use witverse_testing::TestApp;

use super::exchanges::{accept, ask, paid_out, step};
use super::{
    act, album, assert_stock_consistent, balance, id_of, of_world, on_sale, paid_by_card, pay_wit,
    placed, placed_parcel, random, saved, seen, sell, stock, wait_for, wait_for_items,
};
use crate::wallet_admin;

const DAY: u64 = 24 * 60 * 60;

/// WIT that people have, all together.
async fn in_wallets(app: &TestApp) -> i64 {
    app.count("select sum(balance)::bigint from ledger.account where kind = 0")
        .await
}

#[tokio::test]
async fn a_refund_after_the_payout_comes_from_the_seller() {
    let app = TestApp::start().await;
    let (keeper, seller) = (app.administrator().await, app.person("mina").await);
    let buyer = app.person("theo").await;
    let product = of_world(&seller, random(5)).await;
    wallet_admin::give(&app, buyer.id, 50_000).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    wait_for_items(&app, &buyer, &id).await;
    assert_eq!(in_wallets(&app).await, 0);
    app.advance(Duration::from_secs(8 * DAY));
    app.eventually("the seller has the WIT", async || {
        balance(&app, &seller).await == 50_000
    })
    .await;
    let (keeper, seller, buyer) = (
        app.log_in("keeper", keeper.id).await,
        app.log_in("mina", seller.id).await,
        app.log_in("theo", buyer.id).await,
    );
    // The WIT of other buyers, which must not pay for this one.
    let other = app.person("other").await;
    wallet_admin::give(&app, other.id, 50_000).await;
    let others = id_of(&placed(&other, &product, None).await);
    assert_eq!(pay_wit(&other, &others).await.line(), "200");
    let ask = json!({ "kind": "defect", "wish": "refund", "reason": "it does not open" });
    assert_eq!(act(&buyer, &id, "requests", ask).await.line(), "200");
    let accept = || json!({ "accept": true, "answer": "we are sorry" });
    let by_other = sell(&keeper, &id, "decide", accept()).await;
    assert_eq!(by_other.line(), "409 seller_must_refund");
    let accepted = sell(&seller, &id, "decide", accept()).await;
    assert_eq!(accepted.line(), "200", "{}", accepted.body);
    assert_eq!(seen(&buyer, &id).await["state"], "refunded");
    assert_eq!(
        (balance(&app, &seller).await, balance(&app, &buyer).await),
        (0, 50_000)
    );
    assert_eq!(in_wallets(&app).await, 50_000, "not of the other buyer");
    // The database refuses both at once, whatever the plugin does.
    let both = sqlx::query("update plugin_orders.purchase set paid_out = 1 where id = $1::uuid")
        .bind(&id)
        .execute(app.owner())
        .await;
    assert!(
        both.unwrap_err()
            .to_string()
            .contains("purchase_refund_held")
    );
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_withdrawal_ends_without_the_seller() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let product = of_world(&seller, album(3)).await;
    wallet_admin::give(&app, buyer.id, 360_000).await;
    let address = saved(&buyer, "04524").await;
    let mut orders = Vec::new();
    for _ in 0..2 {
        let id = id_of(&placed(&buyer, &product, Some(&address)).await);
        assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
        wait_for_items(&app, &buyer, &id).await;
        let shipped = sell(&seller, &id, "step", json!({ "step": "ship" })).await;
        assert_eq!(shipped.line(), "200", "{}", shipped.body);
        assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
        let sent = json!({ "carrier": "cj", "tracking": "123456789012" });
        let early = act(&buyer, &id, "sent-back", sent).await;
        assert_eq!(early.line(), "404 no_request");
        let swap = json!({ "kind": "withdrawal", "wish": "exchange", "reason": "changed my mind" });
        let refused = act(&buyer, &id, "requests", swap).await;
        assert_eq!(refused.line(), "422 validation_failed");
        let ask = json!({ "kind": "withdrawal", "wish": "refund", "reason": "changed my mind" });
        assert_eq!(act(&buyer, &id, "requests", ask).await.line(), "200");
        assert_eq!(seen(&buyer, &id).await["request"]["state"], "accepted");
        orders.push(id);
    }
    let (sent, kept) = (&orders[0], &orders[1]);
    for (tracking, line) in [
        ("12", "422 validation_failed"),
        ("123456789012", "200"),
        ("123456789013", "200"),
    ] {
        let body = json!({ "carrier": "cj", "tracking": tracking });
        assert_eq!(act(&buyer, sent, "sent-back", body).await.line(), line);
    }
    let request = &seen(&buyer, sent).await["request"];
    assert_eq!(request["returnTracking"], "123456789013");
    assert_eq!(
        act(&seller, sent, "sent-back", json!({})).await.line(),
        "404 order_not_found"
    );
    // The seller confirms nothing: what was sent back counts as returned, then as refunded.
    app.advance(Duration::from_secs(9 * DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    app.eventually("it counts as returned", async || {
        seen(&buyer, sent).await["request"]["returnedAt"].is_string()
    })
    .await;
    app.advance(Duration::from_secs(8 * DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    wait_for(&app, &buyer, sent, "refunded").await;
    // What was not sent back within 14 days stays bought, and is paid out.
    app.eventually("the request has lapsed", async || {
        seen(&buyer, kept).await["request"]["state"] == "lapsed"
    })
    .await;
    app.advance(Duration::from_secs(DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    app.eventually("the seller has the WIT", async || {
        balance(&app, &seller).await == 120_000
    })
    .await;
    let order = seen(&buyer, kept).await;
    assert_eq!(order["state"], "delivered");
    let locked = "select count(*) from plugin_items.item where state = 'locked'";
    assert_eq!(app.count(locked).await, 0);
    assert_eq!(in_wallets(&app).await, 360_000);
    assert_eq!(balance(&app, &buyer).await, 240_000);
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_replacement_can_be_withdrawn_from_after_the_payout() {
    let app = TestApp::start().await;
    let ([seller, buyer], _, id) = paid_out(&app).await;
    ask(&buyer, &id, "exchange").await;
    accept(&seller, &id).await;
    step(&seller, &id, "returned").await;
    step(&seller, &id, "ship").await;
    assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
    let withdraw = json!({ "kind": "withdrawal", "wish": "refund", "reason": "changed my mind" });
    let asked = act(&buyer, &id, "requests", withdraw).await;
    assert_eq!(asked.line(), "200", "{}", asked.body);
    assert_eq!(asked.payload()["request"]["state"], "accepted");
    step(&seller, &id, "returned").await;
    // The WIT stay with the seller, so the term cannot refund.
    app.advance(Duration::from_secs(12 * DAY));
    let (seller, buyer) = (
        app.log_in("mina", seller.id).await,
        app.log_in("theo", buyer.id).await,
    );
    app.eventually("it waits for the seller or an administrator", async || {
        seen(&buyer, &id).await["request"]["escalation"] == "paid_out"
    })
    .await;
    assert_eq!(
        (balance(&app, &seller).await, balance(&app, &buyer).await),
        (120_000, 0)
    );
    step(&seller, &id, "refund").await;
    let order = seen(&buyer, &id).await;
    assert_eq!(order["state"], "refunded");
    // The interest stays known after a late refund.
    assert!(order["late"]["days"].as_i64().unwrap() >= 1);
    app.advance(Duration::from_secs(20 * DAY));
    assert_eq!(
        (balance(&app, &seller).await, balance(&app, &buyer).await),
        (0, 120_000)
    );
    assert_eq!(in_wallets(&app).await, 120_000);
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn what_is_neither_confirmed_nor_answered_is_settled_by_its_term() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let product = of_world(&seller, album(4)).await;
    wallet_admin::give(&app, buyer.id, 360_000).await;
    let address = saved(&buyer, "04524").await;
    let mut orders = Vec::new();
    for _ in 0..3 {
        let id = id_of(&placed(&buyer, &product, Some(&address)).await);
        assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
        wait_for_items(&app, &buyer, &id).await;
        let shipped = sell(&seller, &id, "step", json!({ "step": "ship" })).await;
        assert_eq!(shipped.line(), "200", "{}", shipped.body);
        orders.push(id);
    }
    let (quiet, lost, replaced) = (&orders[0], &orders[1], &orders[2]);
    // Nothing can be withdrawn before it has arrived, but it can be missing.
    let ask = |kind: &str, wish: &str| json!({ "kind": kind, "wish": wish, "reason": "it has not arrived" });
    let early = act(&buyer, lost, "requests", ask("withdrawal", "refund")).await;
    assert_eq!(early.line(), "409 parcel_on_the_way");
    for (id, wish) in [(lost, "refund"), (replaced, "exchange")] {
        let asked = act(&buyer, id, "requests", ask("defect", wish)).await;
        assert_eq!(asked.line(), "200", "{}", asked.body);
    }
    // A replacement of a lost parcel is packed at once.
    let body = json!({ "accept": true, "answer": "we send another one" });
    assert_eq!(sell(&seller, replaced, "decide", body).await.line(), "200");
    assert_eq!(seen(&buyer, replaced).await["state"], "preparing");
    assert_eq!(stock(&app, &product).await, (0, 0));
    let shipped = sell(&seller, replaced, "step", json!({ "step": "ship" })).await;
    assert_eq!(shipped.line(), "200", "{}", shipped.body);
    app.advance(Duration::from_secs(8 * DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    wait_for(&app, &buyer, lost, "refunded").await;
    assert_eq!(
        stock(&app, &product).await,
        (0, 0),
        "a lost parcel does not come back"
    );
    assert_eq!(seen(&buyer, quiet).await["state"], "shipped");
    app.advance(Duration::from_secs(7 * DAY));
    let buyer = app.log_in("theo", buyer.id).await;
    wait_for(&app, &buyer, quiet, "delivered").await;
    // The terms begin now: the WIT are the seller's a week later.
    assert_eq!(balance(&app, &seller).await, 0);
    assert_eq!(in_wallets(&app).await, 120_000);
    assert_eq!(balance(&app, &buyer).await, 120_000);
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn legal_periods_are_versioned_settings_and_late_refunds_bear_interest() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let path = "/api/v2/orders/terms";
    let mut new = app.visitor().get(path).await.payload().clone();
    assert_eq!(new["withdrawDays"], 7);
    new["withdrawDays"] = json!(6);
    let unlawful = keeper.put(path, new.clone()).await;
    assert_eq!(unlawful.line(), "422 validation_failed");
    new["withdrawDays"] = json!(14);
    assert_eq!(buyer.put(path, new.clone()).await.line(), "403 forbidden");
    let made = keeper.put(path, new.clone()).await;
    assert_eq!(made.line(), "200", "{}", made.body);
    assert_eq!(made.payload()["version"], 2);
    assert_eq!(keeper.put(path, new).await.line(), "409 terms_changed");
    // A term that begins now has the new length.
    let product = on_sale(&keeper, album(2)).await;
    let id = placed_parcel(&buyer, &product).await;
    paid_by_card(&app, &buyer, &id).await;
    wait_for_items(&app, &buyer, &id).await;
    let shipped = sell(&keeper, &id, "step", json!({ "step": "ship" })).await;
    assert_eq!(shipped.line(), "200", "{}", shipped.body);
    assert_eq!(act(&buyer, &id, "received", json!({})).await.line(), "200");
    let longer = "select count(*) from plugin_orders.clock where kind = 'withdraw' and due_at > now() + interval '13 days'";
    assert_eq!(app.count(longer).await, 1);
    // The goods are back, and the refund has been due for three days.
    let ask = json!({ "kind": "withdrawal", "wish": "refund", "reason": "changed my mind" });
    assert_eq!(act(&buyer, &id, "requests", ask).await.line(), "200");
    let back = sell(&keeper, &id, "step", json!({ "step": "returned" })).await;
    assert_eq!(back.line(), "200", "{}", back.body);
    assert_eq!(seen(&buyer, &id).await["late"], Value::Null);
    sqlx::query(
        "update plugin_orders.clock set due_at = now() - interval '73 hours' where kind = 'refund'",
    )
    .execute(app.owner())
    .await
    .unwrap();
    let order = seen(&buyer, &id).await;
    let won = order["price"]["totalWon"].as_i64().unwrap();
    let interest = (won * 1_500 * 3 + 3_649_999) / 3_650_000;
    let late = json!({ "days": 3, "interest": interest, "interestBp": 1_500 });
    assert_eq!(order["late"], late);
    app.stop().await;
}

#[tokio::test]
async fn goods_that_are_not_sent_back_give_the_seller_what_they_returned() {
    let app = TestApp::start().await;
    let ([seller, buyer], _, id) = paid_out(&app).await;
    // The seller has spent the payout, and gives back WIT that they have bought.
    wallet_admin::moved(&app, seller.id, BONUS, 120_000, Kind::Adjustment, "").await;
    wallet_admin::buy(&app, seller.id, 120_000).await;
    ask(&buyer, &id, "refund").await;
    accept(&seller, &id).await;
    assert_eq!(wallet_admin::bought(&app, seller.id).await, 0);
    app.advance(Duration::from_secs(16 * DAY));
    let lapsed = "select count(*) from plugin_orders.request where state = 'lapsed'";
    app.eventually("the request has lapsed", async || {
        app.count(lapsed).await == 1
    })
    .await;
    app.advance(Duration::from_secs(DAY));
    app.eventually("the seller has the WIT again", async || {
        balance(&app, &seller).await == 120_000
    })
    .await;
    assert_eq!(wallet_admin::bought(&app, seller.id).await, 120_000);
    wallet_admin::assert_ledger_consistent(&app).await;
    app.stop().await;
}
