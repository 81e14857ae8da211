//! Orders paid by card: webhooks in any order, the end of the reservation, refunds.

use std::time::Duration;

use hmac::KeyInit as _;
use serde_json::{Value, json};
use sha2::Digest as _;
use witverse_kernel::secret::{hex, unhex};
use witverse_testing::TestApp;

use super::{
    NONCE, act, assert_stock_consistent, id_of, on_sale, open_card, paid_by_card, placed, random,
    seen, stock, wait_for, wait_for_items,
};
use crate::files::{png, ready};
use crate::payments::{notify, press};
use crate::user::text;

/// The state of a payment at the card company: (state, what it has).
pub(super) async fn at_provider(app: &TestApp, payment: &str) -> (String, i64) {
    sqlx::query_as("select state, paid from kernel.sandbox_payment where id = $1::uuid")
        .bind(payment)
        .fetch_one(app.owner())
        .await
        .unwrap()
}

/// The first number of a draw, from the published rule.
pub(super) fn number(seed: &[u8], order: &str) -> u64 {
    use hmac::Mac as _;
    let mut mac = hmac::Hmac::<sha2::Sha256>::new_from_slice(seed).unwrap();
    mac.update(format!("{order}:{NONCE}:1:0").as_bytes());
    let tag = mac.finalize().into_bytes();
    u64::from_be_bytes(tag[..8].try_into().unwrap())
}

/// The hash of a draw by rule 2, from what is published.
pub(super) fn published_hash(order: &str, draw: &Value) -> String {
    let mut text = format!("witverse draw 2\n{order}\n{}", text(&draw["seed"]));
    for row in draw["rows"].as_array().unwrap() {
        let left = row["left"].as_i64();
        let left = left.map_or_else(|| "-".to_owned(), |left| left.to_string());
        text.push_str(&format!("\n{} {} {left}", row["no"], row["weight"]));
    }
    hex(&sha2::Sha256::digest(text))
}

#[tokio::test]
async fn a_random_item_is_drawn_as_it_was_promised() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let order = placed(&buyer, &product, None).await;
    assert_eq!(
        (&order["draw"]["seed"], &order["state"]),
        (&Value::Null, &json!("reserved"))
    );
    let promised = text(&order["draw"]["seedHash"]);
    let promised_rows = order["draw"]["rows"].clone();
    let of_row = |at: usize| {
        let row = &promised_rows[at];
        [&row["no"], &row["weight"], &row["left"]].map(Value::clone)
    };
    assert_eq!(of_row(2)[..2], [json!(3), json!(69)]);
    let id = id_of(&order);
    let payment = paid_by_card(&app, &buyer, &id).await;
    let order = wait_for_items(&app, &buyer, &id).await;
    assert_eq!(order["state"], "delivered");
    let seed = unhex(&text(&order["draw"]["seed"])).unwrap();
    assert_eq!(published_hash(&id, &order["draw"]), promised);
    assert_eq!(order["draw"]["seedHash"], json!(promised));
    // The rows stay those of the order, and the draw was made with them.
    for (at, drawn) in order["given"][0]["odds"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        let row = &order["draw"]["rows"][at];
        assert_eq!(
            [&row["no"], &row["weight"], &row["left"]].map(Value::clone),
            of_row(at)
        );
        assert_eq!(
            [&drawn["no"], &drawn["weight"]],
            [&row["no"], &row["weight"]]
        );
    }
    let rest = number(&seed, &id) % 100;
    let expected = if rest < 1 {
        1
    } else if rest < 31 {
        2
    } else {
        3
    };
    assert_eq!(order["given"][0]["contentNo"], expected);
    // The items by the payment's id: of the caller only, and of this collection only.
    let collection = text(&order["product"]["collectionId"]);
    let body = json!({ "collectionId": collection, "merchant_uid": payment });
    for what in ["generate", "set", "generate"] {
        let path = format!("/api/v3/item/{what}");
        let reply = buyer.post(&path, body.clone()).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        assert_eq!(
            reply.payload()["items"][0]["itemId"],
            order["given"][0]["itemId"]
        );
        let stranger = keeper.post(&path, body.clone()).await;
        assert_eq!(stranger.line(), "404 order_not_found");
        let other = json!({ "collectionId": product, "merchant_uid": payment });
        assert_eq!(buyer.post(&path, other).await.line(), "404 order_not_found");
    }
    let items = "select count(*) from plugin_items.item where thumbnail like '%moon-cat%'";
    assert_eq!(app.count(items).await, 1);
    // Opened: it cannot be withdrawn.
    let body = json!({ "kind": "withdrawal", "wish": "refund", "reason": "because" });
    let asked = act(&buyer, &id, "requests", body).await;
    assert_eq!(asked.line(), "409 not_withdrawable");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn webhooks_before_twice_and_after_a_refund() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let payment = open_card(&buyer, &id).await;
    // Before the payment: the provider knows of no money.
    assert_eq!(notify(&app, &payment, |_| {}).await.line(), "200");
    assert_eq!(seen(&buyer, &id).await["state"], "reserved");
    assert_eq!(press(&app, &payment, "twice").await.line(), "303");
    wait_for(&app, &buyer, &id, "delivered").await;
    assert_eq!(
        notify(&app, &payment, |notice| notice.id = "msg_again".into())
            .await
            .line(),
        "200"
    );
    wait_for_items(&app, &buyer, &id).await;
    // A defect: refunded at once, because nothing comes back.
    let photo = ready(&app, &buyer, png(64, 48)).await;
    let body =
        json!({ "kind": "defect", "wish": "refund", "reason": "it is broken", "fileIds": [photo] });
    assert_eq!(act(&buyer, &id, "requests", body).await.line(), "200");
    let sale = keeper.get(&format!("/api/v2/orders/sales/{id}")).await;
    let asked = &sale.payload()["request"];
    assert_eq!(asked["reason"], "it is broken");
    assert_eq!(
        asked["photos"][0]["fileId"], photo,
        "the seller sees what is broken"
    );
    let body = json!({ "accept": true, "answer": "we are sorry" });
    let decided = super::sell(&keeper, &id, "decide", body).await;
    assert_eq!(decided.line(), "200", "{}", decided.body);
    wait_for(&app, &buyer, &id, "refunded").await;
    assert_eq!(at_provider(&app, &payment).await.0, "cancelled");
    for n in 0..2 {
        let late = notify(&app, &payment, |notice| notice.id = format!("msg_late{n}")).await;
        assert_eq!(late.line(), "200");
    }
    assert_eq!(seen(&buyer, &id).await["state"], "refunded");
    let events = "select count(*) from kernel.delivery where subscriber = 'orders' and parked_at is not null";
    assert_eq!(app.count(events).await, 0);
    assert_eq!(
        app.count("select count(*) from plugin_orders.given").await,
        1
    );
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_payment_after_the_reservation_is_voided() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let left = stock(&app, &product).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let payment = open_card(&buyer, &id).await;
    app.advance(Duration::from_secs(595));
    // The card company answers ten seconds later, after the order has expired.
    assert_eq!(press(&app, &payment, "delay").await.line(), "303");
    app.advance(Duration::from_secs(6));
    // The access token ends with the ten minutes.
    let buyer = app.log_in("mina", buyer.id).await;
    wait_for(&app, &buyer, &id, "expired").await;
    app.eventually("the reservation has ended", async || {
        stock(&app, &product).await == left
    })
    .await;
    app.advance(Duration::from_secs(10));
    app.eventually("the late payment is cancelled", async || {
        at_provider(&app, &payment).await.0 == "cancelled"
    })
    .await;
    assert_eq!(seen(&buyer, &id).await["state"], "expired");
    // An unpaid order ends too.
    let unpaid = id_of(&placed(&buyer, &product, None).await);
    app.advance(Duration::from_secs(601));
    let buyer = app.log_in("mina", buyer.id).await;
    app.eventually("it has ended", async || stock(&app, &product).await == left)
        .await;
    let late = act(
        &buyer,
        &unpaid,
        "pay",
        json!({ "method": "card", "nonce": NONCE, "agreed": true }),
    )
    .await;
    assert_eq!(late.line(), "409 order_expired");
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_wrong_amount_buys_nothing() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let payment = open_card(&buyer, &id).await;
    assert_eq!(press(&app, &payment, "wrong-amount").await.line(), "303");
    wait_for(&app, &buyer, &id, "expired").await;
    app.eventually("it is given back", async || {
        at_provider(&app, &payment).await.0 == "cancelled"
    })
    .await;
    app.eventually("an administrator sees that it was cancelled", async || {
        let path = "/api/admin/plugin-payments?state=voided";
        let listed = keeper.get(path).await;
        let row = &listed.payload()["items"][0];
        row["reference"] == id.as_str() && row["cancellation"]["state"] == "done"
    })
    .await;
    assert_eq!(
        app.count("select count(*) from plugin_orders.given").await,
        0
    );
    assert_stock_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_refused_refund_is_requested_again() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, random(5)).await;
    let id = id_of(&placed(&buyer, &product, None).await);
    let payment = open_card(&buyer, &id).await;
    assert_eq!(press(&app, &payment, "approve").await.line(), "303");
    wait_for(&app, &buyer, &id, "delivered").await;
    wait_for_items(&app, &buyer, &id).await;
    let statement = async |text: &'static str| {
        sqlx::raw_sql(text).execute(app.owner()).await.unwrap();
    };
    // The provider has another amount than the kernel: it refuses for good.
    statement("update kernel.sandbox_payment set paid = paid - 1").await;
    let body = json!({ "kind": "defect", "wish": "refund", "reason": "it is broken" });
    assert_eq!(act(&buyer, &id, "requests", body).await.line(), "200");
    let body = json!({ "accept": true, "answer": "we are sorry" });
    assert_eq!(
        super::sell(&keeper, &id, "decide", body).await.line(),
        "200"
    );
    app.eventually("the provider has refused for good", async || {
        statement(
            "update kernel.delivery set attempts = 9, due_at = now() where subscriber = 'kernel:payments' \
             and topic like 'refund part%' and attempts < 9 and leased_until is null",
        )
        .await;
        let refused = "select count(*) from kernel.plugin_payment_refund where state = 'failed'";
        let waits = "select count(*) from plugin_orders.clock where kind = 'retry' and met_at is null";
        app.count(refused).await == 1 && app.count(waits).await == 1
    })
    .await;
    let shown = seen(&buyer, &id).await;
    assert_eq!(shown["state"], "refunding");
    let clocks = shown["clocks"].as_array().unwrap();
    assert!(clocks.iter().any(|one| one["kind"] == "retry"), "{shown}");
    // An administrator sees it with the provider's answer, and requests it again; nothing has changed there.
    let listed = async |query: &str| {
        let reply = keeper
            .get(&format!("/api/admin/plugin-payments?{query}"))
            .await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        reply.payload()["items"].as_array().unwrap().clone()
    };
    let open = listed("").await;
    assert_eq!(open.len(), 1);
    assert_eq!(
        (
            &open[0]["reference"],
            &open[0]["state"],
            &open[0]["canRetry"]
        ),
        (&json!(id), &json!("paid"), &json!(true))
    );
    assert_eq!(open[0]["person"]["nickname"], "mina");
    let refund = &open[0]["refunds"][0];
    assert_eq!(refund["state"], "refused");
    assert!(
        refund["refusal"]
            .as_str()
            .unwrap()
            .contains("another amount"),
        "{refund}"
    );
    for (query, count) in [
        (format!("state=all&search={}", id.to_uppercase()), 1),
        (format!("state=all&search={payment}"), 1),
        ("search=min".to_owned(), 1),
        ("search=nobody".to_owned(), 0),
        ("state=voided".to_owned(), 0),
    ] {
        assert_eq!(listed(&query).await.len(), count, "{query}");
    }
    let again = format!("/api/admin/plugin-payments/{payment}/retry");
    assert_eq!(buyer.post(&again, json!({})).await.line(), "403 forbidden");
    // Two administrators at the same time.
    let both = tokio::join!(
        keeper.post(&again, json!({})),
        keeper.post(&again, json!({}))
    );
    let mut lines = [both.0.line(), both.1.line()];
    lines.sort();
    assert_eq!(lines, ["200", "409 nothing_refused"]);
    app.eventually("it is refused again", async || {
        statement(
            "update kernel.delivery set attempts = 9, due_at = now() where subscriber = 'kernel:payments' \
             and topic like 'refund part%' and attempts < 9 and leased_until is null",
        )
        .await;
        let refused = "select count(*) from kernel.plugin_payment_refund where state = 'failed'";
        let unread = "select count(*) from kernel.delivery where topic = 'kernel.payment.changed@1'";
        app.count(refused).await == 1 && app.count(unread).await == 0
    })
    .await;
    // The next day it is requested again, with the same key.
    statement("update kernel.sandbox_payment set paid = paid + 1").await;
    statement(
        "update plugin_orders.clock set due_at = now() - interval '1 minute' where kind = 'retry'",
    )
    .await;
    app.advance(Duration::from_secs(61));
    wait_for(&app, &buyer, &id, "refunded").await;
    assert_eq!(at_provider(&app, &payment).await.0, "cancelled");
    assert_eq!(listed("").await.len(), 0);
    assert_eq!(listed("state=all").await[0]["refunds"][0]["state"], "done");
    let over = "select count(*) from plugin_orders.clock where kind = 'retry' and met_at is null";
    assert_eq!(app.count(over).await, 0);
    let delayed =
        "select count(*) from plugin_mail.alarm where title_en = 'Your refund is delayed'";
    assert_eq!(app.count(delayed).await, 1);
    assert_stock_consistent(&app).await;
    app.stop().await;
}
