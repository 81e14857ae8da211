//! Refunds of parts of an order: never more than was paid, once for each key, seen by both sides.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use super::{
    act, album, balance, id_of, of_world, on_sale, paid_by_card, pay_wit, placed, placed_parcel,
    saved, seen, sell, wait_for, wait_for_items,
};
use crate::user::text;
use crate::{payments, wallet_admin};

fn key(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

async fn part(seller: &Client, order: &str, key: Uuid, amount: i64) -> Reply {
    let body = json!({ "key": key, "amount": amount, "reason": "one card is missing" });
    sell(seller, order, "refunds", body).await
}

#[tokio::test]
async fn parts_of_a_card_payment_are_refunded_by_its_provider() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, album(2)).await;
    let id = placed_parcel(&buyer, &product).await;
    // Nothing was paid yet; the order of another person is none.
    assert_eq!(
        part(&keeper, &id, key(1), 100).await.line(),
        "409 order_state"
    );
    paid_by_card(&app, &buyer, &id).await;
    wait_for_items(&app, &buyer, &id).await;
    assert_eq!(
        part(&buyer, &id, key(1), 100).await.line(),
        "404 order_not_found"
    );
    for (n, amount, line) in [
        (1, 5_000, "200"),
        (1, 5_000, "200"),
        (1, 4_000, "409 part_key_used"),
        (2, 7_001, "422 part_too_much"),
        (2, 3_000, "200"),
    ] {
        let reply = part(&keeper, &id, key(n), amount).await;
        assert_eq!(reply.line(), line, "{}", reply.body);
    }
    // Two requests at the same time for what is left.
    let both = tokio::join!(
        part(&keeper, &id, key(3), 3_000),
        part(&keeper, &id, key(4), 3_000)
    );
    let mut lines = [both.0.line(), both.1.line()];
    lines.sort();
    assert_eq!(lines, ["200", "422 part_too_much"]);
    app.eventually("the provider has made the refunds", async || {
        let order = seen(&buyer, &id).await;
        let parts = order["refunds"].as_array().unwrap();
        parts.len() == 3 && parts.iter().all(|one| one["paidAt"].is_string())
    })
    .await;
    let order = seen(&buyer, &id).await;
    assert_eq!(order["refunded"], 11_000);
    assert_eq!(order["state"], "paid", "the order goes on");
    assert_eq!(order["refunds"][0]["reason"], "one card is missing");
    let sale = keeper.get(&format!("/api/v2/orders/sales/{id}")).await;
    assert_eq!(sale.payload()["refunds"], order["refunds"]);
    // The rest is refunded when the buyer cancels.
    let cancelled = super::act(&buyer, &id, "cancel", json!({})).await;
    assert_eq!(cancelled.line(), "200", "{}", cancelled.body);
    wait_for(&app, &buyer, &id, "refunded").await;
    let rest = "select sum(amount)::bigint from kernel.plugin_payment_refund where state = 'done'";
    assert_eq!(app.count(rest).await, 12_000);
    // The database refuses more than was paid, whatever the plugin does.
    let beyond = sqlx::query("update plugin_orders.purchase set refunded = won + 1")
        .execute(app.owner())
        .await;
    assert!(
        beyond
            .unwrap_err()
            .to_string()
            .contains("purchase_refunded")
    );
    let mails = buyer.get("/api/v2/mails/alarm/check/trade").await;
    assert_eq!(mails.payload()["isExist"], Value::Bool(true));
    app.stop().await;
}

#[tokio::test]
async fn parts_in_wit_are_not_paid_to_the_seller() {
    let app = TestApp::start().await;
    let (seller, buyer) = (app.person("mina").await, app.person("theo").await);
    let product = of_world(&seller, album(2)).await;
    wallet_admin::give(&app, buyer.id, 500_000).await;
    // What members spend in their world earns it witch points.
    let world = seller.get("/api/v3/worlds/basic-info/minas").await;
    let world = world.payload()["worldId"].as_str().unwrap().to_owned();
    let join = format!("/api/v2/worlds/user/member?worldId={world}");
    let joined = buyer.send("POST", &join, None).await;
    assert!(joined.status.is_success(), "{}", joined.line());
    let id = placed_parcel(&buyer, &product).await;
    assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
    wait_for_items(&app, &buyer, &id).await;
    let shipped = sell(&seller, &id, "step", json!({ "step": "ship" })).await;
    assert_eq!(shipped.line(), "200", "{}", shipped.body);
    let received = act(&buyer, &id, "received", json!({})).await;
    assert_eq!(received.line(), "200", "{}", received.body);
    for _ in 0..2 {
        assert_eq!(part(&seller, &id, key(1), 20_050).await.line(), "200");
        assert_eq!(balance(&app, &buyer).await, 400_050);
    }
    app.advance(Duration::from_secs(9 * 24 * 60 * 60));
    let seller = app.log_in("mina", seller.id).await;
    app.eventually("the seller has the rest", async || {
        balance(&app, &seller).await == 99_950
    })
    .await;
    let spent = "select coalesce(sum(spent), 0)::bigint from plugin_worlds.world_total";
    app.eventually("what was kept counts as spent", async || {
        app.count(spent).await == 99_950
    })
    .await;
    let late = part(&seller, &id, key(2), 1).await;
    assert_eq!(late.line(), "409 part_paid_out");
    app.stop().await;
}

#[tokio::test]
async fn wit_of_a_cancelled_order_can_be_refunded_to_the_card() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let mut product = album(3);
    product["witHundredths"] = json!(10_000);
    let product = on_sale(&keeper, product).await;
    // 500 WIT by card, 100 of which are spent on each of two orders.
    let recharge = text(&payments::place(&buyer, 500, "KRW").await["id"]);
    assert_eq!(
        payments::press(&app, &recharge, "approve").await.line(),
        "303"
    );
    payments::wait_for_state(&app, &buyer, &recharge, "paid").await;
    let ask = async || {
        let path = format!("{}/{recharge}/refund", payments::ORDERS);
        let body = json!({ "reason": "I do not need them" });
        buyer.post(&path, body).await
    };
    let address = saved(&buyer, "04524").await;
    let mut orders = Vec::new();
    for _ in 0..2 {
        let id = id_of(&placed(&buyer, &product, Some(&address)).await);
        assert_eq!(pay_wit(&buyer, &id).await.line(), "200");
        wait_for_items(&app, &buyer, &id).await;
        orders.push(id);
    }
    assert_eq!(wallet_admin::bought(&app, buyer.id).await, 30_000);
    // Parts of the first order, then the rest with its cancellation.
    for (n, amount) in [(1, 2_500), (2, 3_000)] {
        assert_eq!(
            part(&keeper, &orders[0], key(n), amount).await.line(),
            "200"
        );
    }
    assert_eq!(wallet_admin::bought(&app, buyer.id).await, 35_500);
    for id in &orders {
        let refused = ask().await;
        assert_eq!(
            refused.line(),
            "409 refund_not_possible",
            "{}",
            refused.body
        );
        let cancelled = act(&buyer, id, "cancel", json!({})).await;
        assert_eq!(cancelled.line(), "200", "{}", cancelled.body);
        wait_for(&app, &buyer, id, "refunded").await;
    }
    assert_eq!(balance(&app, &buyer).await, 50_000);
    assert_eq!(wallet_admin::bought(&app, buyer.id).await, 50_000);
    let asked = ask().await;
    assert_eq!(asked.line(), "200", "{}", asked.body);
    assert_eq!(asked.payload()["refund"]["state"], "requested");
    wallet_admin::assert_ledger_consistent(&app).await;
    app.stop().await;
}
