//! Card payments whose attempts are declined: another card can be tried until the reservation ends.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::card::at_provider;
use super::{
    NONCE, act, assert_stock_consistent, id_of, on_sale, open_card, placed, random, seen, stock,
    wait_for, wait_for_items,
};
use crate::payments::{books, notify, press};
use crate::wallet_admin;

async fn payment(buyer: &Client, id: &str) -> Value {
    let reply = buyer.get(&format!("/api/v2/payments/{id}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

async fn checkout(buyer: &Client, id: &str) -> String {
    let path = format!("/api/v2/payments/{id}/checkout");
    buyer.post(&path, json!({})).await.line()
}

/// Declines an attempt on the provider's page, and waits until it is counted.
async fn decline(app: &TestApp, buyer: &Client, id: &str, count: i64) {
    assert_eq!(press(app, id, "decline").await.line(), "303");
    app.eventually("the attempt is counted", async || {
        payment(buyer, id).await["declined"]["count"] == count
    })
    .await;
}

/// A notice of a failed attempt with an id of its own.
async fn failed_notice(app: &TestApp, id: &str, n: usize) {
    let reply = notify(app, id, |notice| {
        notice.id = format!("msg_failed_{id}_{n}");
        notice.body =
            json!({ "type": "Transaction.Failed", "data": { "paymentId": id } }).to_string();
    })
    .await;
    assert_eq!(reply.line(), "200");
}

#[tokio::test]
async fn another_card_can_be_tried_with_the_same_order() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let (available, reserved) = stock(&app, &product).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let paying = open_card(&buyer, &id).await;
    assert_eq!(payment(&buyer, &paying).await["declined"], Value::Null);
    decline(&app, &buyer, &paying, 1).await;
    // The same report again: by the provider, and by the screen that asks.
    for n in 0..2 {
        failed_notice(&app, &paying, n).await;
        let confirm = format!("/api/v2/payments/{paying}/confirm");
        assert_eq!(buyer.post(&confirm, json!({})).await.line(), "200");
    }
    let shown = payment(&buyer, &paying).await;
    assert_eq!(shown["state"], "created");
    let declined = &shown["declined"];
    assert_eq!(
        [&declined["count"], &declined["left"], &declined["isLatest"]],
        [&json!(1), &json!(9), &json!(true)]
    );
    assert!(
        declined["reason"]
            .as_str()
            .is_some_and(|text| !text.is_empty()),
        "{shown}"
    );
    // The unit is still the buyer's.
    assert_eq!(seen(&buyer, &id).await["state"], "reserved");
    assert_eq!(stock(&app, &product).await, (available - 1, reserved + 1));

    // The second attempt, on the page that is opened again.
    assert_eq!(at_provider(&app, &paying).await.0, "failed");
    assert_eq!(checkout(&buyer, &paying).await, "200");
    let shown = payment(&buyer, &paying).await;
    assert_eq!(shown["declined"]["isLatest"], false);
    decline(&app, &buyer, &paying, 2).await;
    assert_eq!(payment(&buyer, &paying).await["declined"]["isLatest"], true);
    // The third is approved; a late notice of a failed attempt changes nothing, and no further attempt is possible.
    assert_eq!(checkout(&buyer, &paying).await, "200");
    assert_eq!(press(&app, &paying, "approve").await.line(), "303");
    wait_for_items(&app, &buyer, &id).await;
    failed_notice(&app, &paying, 9).await;
    assert_eq!(seen(&buyer, &id).await["state"], "delivered");
    assert_eq!(checkout(&buyer, &paying).await, "409 order_not_payable");
    assert_eq!(at_provider(&app, &paying).await, ("paid".to_owned(), 5_000));
    assert_eq!(
        app.count("select count(*) from plugin_orders.given").await,
        1
    );
    assert_eq!(
        app.count("select count(*) from kernel.sandbox_payment")
            .await,
        1,
        "one charge"
    );
    assert_eq!(stock(&app, &product).await, (available - 1, reserved));
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn an_attempt_whose_answer_is_unknown_is_asked_about_before_the_next() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let paying = open_card(&buyer, &id).await;
    // Declined, and no notice has arrived.
    books(&app, &paying, "failed").await;
    assert_eq!(checkout(&buyer, &paying).await, "200");
    assert_eq!(payment(&buyer, &paying).await["declined"]["count"], 1);
    assert_eq!(at_provider(&app, &paying).await.0, "ready");
    // Paid, and no notice has arrived: the page is not opened again.
    books(&app, &paying, "paid").await;
    assert_eq!(checkout(&buyer, &paying).await, "409 order_not_payable");
    wait_for(&app, &buyer, &id, "delivered").await;
    assert_eq!(at_provider(&app, &paying).await, ("paid".to_owned(), 5_000));
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_declined_order_ends_when_it_is_given_up_or_expires() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let before = stock(&app, &product).await;
    let given_up = id_of(&placed(&buyer, &product, None).await);
    let first = open_card(&buyer, &given_up).await;
    decline(&app, &buyer, &first, 1).await;
    assert_eq!(
        act(&buyer, &given_up, "cancel", json!({})).await.line(),
        "200"
    );
    assert_eq!(seen(&buyer, &given_up).await["state"], "cancelled");
    assert_eq!(stock(&app, &product).await, before);
    assert_eq!(checkout(&buyer, &first).await, "409 order_not_payable");

    let forgotten = id_of(&placed(&buyer, &product, None).await);
    let second = open_card(&buyer, &forgotten).await;
    decline(&app, &buyer, &second, 1).await;
    app.advance(Duration::from_secs(601));
    // The access token ends with the ten minutes.
    let buyer = app.log_in("mina", buyer.id).await;
    wait_for(&app, &buyer, &forgotten, "expired").await;
    app.eventually("the reservation has ended", async || {
        stock(&app, &product).await == before
    })
    .await;
    assert_eq!(checkout(&buyer, &second).await, "409 order_not_payable");
    for payment in [&first, &second] {
        app.eventually("its page is closed", async || {
            at_provider(&app, payment).await.0 == "cancelled"
        })
        .await;
        // After the end: a failed attempt changes nothing, and a paid one is given back.
        failed_notice(&app, payment, 0).await;
        books(&app, payment, "paid").await;
        failed_notice(&app, payment, 1).await;
        app.eventually("it is given back", async || {
            at_provider(&app, payment).await.0 == "cancelled"
        })
        .await;
    }
    let voided = "select count(*) from kernel.plugin_payment where state = 'voided'";
    assert_eq!(app.count(voided).await, 2);
    assert_eq!(seen(&buyer, &given_up).await["state"], "cancelled");
    assert_eq!(seen(&buyer, &forgotten).await["state"], "expired");
    assert_eq!(stock(&app, &product).await, before);
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_declined_card_can_be_followed_by_wit() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    wallet_admin::give(&app, buyer.id, 200_000).await;
    let product = on_sale(&keeper, random(5)).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let paying = open_card(&buyer, &id).await;
    decline(&app, &buyer, &paying, 1).await;
    let body = json!({ "method": "wit", "nonce": NONCE, "agreed": true });
    assert_eq!(act(&buyer, &id, "pay", body).await.line(), "200");
    assert_eq!(checkout(&buyer, &paying).await, "409 order_not_payable");
    // The card is charged nevertheless, from a page that was still open.
    books(&app, &paying, "paid").await;
    failed_notice(&app, &paying, 0).await;
    app.eventually("it is given back", async || {
        at_provider(&app, &paying).await.0 == "cancelled"
    })
    .await;
    let order = wait_for_items(&app, &buyer, &id).await;
    assert_eq!(
        (&order["state"], &order["method"]),
        (&json!("delivered"), &json!("wit"))
    );
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn stolen_cards_cannot_be_tested_with_an_order() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let before = stock(&app, &product).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let paying = open_card(&buyer, &id).await;
    for count in 1..10 {
        decline(&app, &buyer, &paying, count).await;
        assert_eq!(checkout(&buyer, &paying).await, "200");
    }
    decline(&app, &buyer, &paying, 10).await;
    wait_for(&app, &buyer, &id, "expired").await;
    let shown = payment(&buyer, &paying).await;
    assert_eq!(
        (&shown["state"], &shown["declined"]["left"]),
        (&json!("failed"), &json!(0))
    );
    assert_eq!(checkout(&buyer, &paying).await, "409 order_not_payable");
    assert_eq!(stock(&app, &product).await, before);

    // Other orders do not help: the attempts of a day are counted together.
    sqlx::query(
        "insert into kernel.plugin_payment_decline (payment_id, n, attempt, openings, declined_at)
         select id, n, 'more ' || n, 1, $1 from kernel.plugin_payment, generate_series(11, 30) n",
    )
    .bind(app.clock.now())
    .execute(app.owner())
    .await
    .unwrap();
    let next = id_of(&placed(&buyer, &product, None).await);
    let body = json!({ "method": "card", "nonce": NONCE, "agreed": true });
    let reply = act(&buyer, &next, "pay", body).await;
    let other = crate::user::text(&reply.payload()["paymentId"]);
    assert_eq!(checkout(&buyer, &other).await, "429 declined_too_often");
    let stranger = app.person("theo").await;
    let fine = id_of(&placed(&stranger, &product, None).await);
    open_card(&stranger, &fine).await;
    assert_stock_consistent(&app).await;
    app.stop().await;
}
