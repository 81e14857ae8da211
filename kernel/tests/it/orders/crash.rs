//! kill -9 at every step of a checkout and of a return, by WIT and by card: one final state, and stock, items and money are
//! conserved.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use witverse_testing::crash::request_of;

use super::{BASE, NONCE, address, album};
use crate::killed::{Killed, SignedIn, funds, give};
use crate::user::text;

const UNITS: i64 = 5;

struct Stage {
    killed: Killed,
    keeper: SignedIn,
    buyer: SignedIn,
    kills: u64,
}

impl Stage {
    fn order(&self, id: &str) -> Value {
        let path = format!("{BASE}/mine/{id}");
        self.killed.ask(&self.buyer, "GET", &path, None)["payload"].clone()
    }

    /// Sends a request, kills the kernel meanwhile, and sends it again as a client does that has got no answer. `done` is the
    /// refusal of a step that was made before.
    fn step(&mut self, who: &SignedIn, path: &str, body: &Value, done: &str) {
        let (port, token) = (self.killed.port, who.token.clone());
        let (of_thread, sent) = (path.to_owned(), body.clone());
        let sending = std::thread::spawn(move || {
            // The answer may be lost.
            drop(request_of(port, &token, "POST", &of_thread, Some(&sent)));
        });
        // Before, during and after the commit.
        std::thread::sleep(Duration::from_millis(self.kills % 5 * 8));
        self.kills += 1;
        self.killed.kill_and_start();
        sending.join().unwrap();
        let (status, answer) = self.killed.answer(who, "POST", path, Some(body));
        let code = answer["code"].as_str().unwrap_or_default();
        assert!(status < 300 || code == done, "{path}: {status} {answer}");
    }

    fn of_buyer(&mut self, id: &str, what: &str, body: &Value, done: &str) {
        let buyer = self.buyer.clone();
        self.step(&buyer, &format!("{BASE}/mine/{id}/{what}"), body, done);
    }

    fn of_seller(&mut self, id: &str, step: &str, done: &str) {
        let keeper = self.keeper.clone();
        let path = format!("{BASE}/sales/{id}/step");
        self.step(&keeper, &path, &json!({ "step": step }), done);
    }

    /// Places an order while the kernel is killed: afterwards there is one that is not paid.
    fn place(&mut self, product: &str, address: &str) -> String {
        let body = json!({ "productId": product, "quantity": 1, "addressId": address });
        let path = format!("{BASE}/mine");
        let (port, token) = (self.killed.port, self.buyer.token.clone());
        let sent = body.clone();
        let sending = std::thread::spawn(move || {
            request_of(port, &token, "POST", &format!("{BASE}/mine"), Some(&sent))
        });
        std::thread::sleep(Duration::from_millis(self.kills % 5 * 8));
        self.kills += 1;
        self.killed.kill_and_start();
        let acknowledged = sending.join().unwrap().filter(|(status, _)| *status == 201);
        let listed = self.killed.ask(&self.buyer, "GET", &path, None);
        let reserved = listed["payload"]["items"]
            .as_array()
            .unwrap()
            .iter()
            .find(|order| order["state"] == "reserved")
            .map(|order| text(&order["orderId"]));
        if let Some((_, answer)) = acknowledged {
            assert_eq!(
                reserved,
                Some(text(&answer["payload"]["orderId"])),
                "nothing is lost"
            );
        }
        reserved.unwrap_or_else(|| {
            let placed = self.killed.ask(&self.buyer, "POST", &path, Some(&body));
            text(&placed["payload"]["orderId"])
        })
    }

    /// Waits until an order is as expected.
    fn until(&self, id: &str, what: &str, is: impl Fn(&Value) -> bool) {
        let started = Instant::now();
        while !is(&self.order(id)) {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "{what}: {}",
                self.order(id)
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn until_items(&self, id: &str) {
        self.until(id, "the items exist", |order| {
            let given = order["given"].as_array().unwrap();
            !given.is_empty() && given.iter().all(|one| one["itemId"].is_string())
        });
    }
}

async fn count(database: &mut PgConnection, statement: &'static str) -> i64 {
    sqlx::query_scalar(statement)
        .fetch_one(database)
        .await
        .unwrap()
}

/// The person presses a button on the page of the sandbox provider, again after the kernel was killed.
async fn press(port: u16, payment: &str, button: &str) {
    let client = witverse_kernel::http_client::client().unwrap();
    let url = format!("http://127.0.0.1:{port}/sandbox/pay/{payment}");
    let page = client.get(&url).send().await.unwrap();
    let cookie = page.headers()["set-cookie"].to_str().unwrap().to_owned();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let html = page.text().await.unwrap();
    let token = html.split("name=\"token\" value=\"").nth(1).unwrap();
    let token = token.split('"').next().unwrap();
    let pressed = client
        .post(&url)
        .header("cookie", cookie)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(format!("token={token}&press={button}"))
        .send()
        .await
        .unwrap();
    assert_eq!(pressed.status().as_u16(), 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_killed_at_every_step_of_a_checkout_leaves_one_final_state() {
    let mut stage = tokio::task::spawn_blocking(|| {
        let killed = Killed::start();
        let (keeper, buyer) = (killed.log_in("admin"), killed.log_in("haneul"));
        Stage {
            killed,
            keeper,
            buyer,
            kills: 0,
        }
    })
    .await
    .unwrap();
    let mut database = stage.killed.database().await;
    give(&mut database, stage.buyer.id, 500_000).await;
    let before = funds(&mut database, stage.buyer.id).await;
    database.close().await.unwrap();

    let (port, card) = tokio::task::block_in_place(|| {
        let product = stage.killed.ask(
            &stage.keeper,
            "POST",
            &format!("{BASE}/products"),
            Some(&album(UNITS)),
        );
        let product = text(&product["payload"]["productId"]);
        let path = format!("{BASE}/addresses");
        let saved = stage
            .killed
            .ask(&stage.buyer, "POST", &path, Some(&address("04524")));
        let address = text(&saved["payload"]["items"][0]["addressId"]);

        // By WIT: bought, shipped, received, sent back, refunded.
        let id = stage.place(&product, &address);
        let pay = json!({ "method": "wit", "nonce": NONCE, "agreed": true });
        stage.of_buyer(&id, "pay", &pay, "order_state");
        stage.until_items(&id);
        stage.of_seller(&id, "ship", "order_state");
        stage.of_buyer(&id, "received", &json!({}), "order_state");
        let ask = json!({ "kind": "withdrawal", "wish": "refund", "reason": "changed my mind" });
        stage.of_buyer(&id, "requests", &ask, "request_open");
        stage.of_seller(&id, "returned", "no_request");
        stage.of_seller(&id, "refund", "no_request");
        stage.until(&id, "refunded", |order| order["state"] == "refunded");

        // By card: the payment is opened.
        let id = stage.place(&product, &address);
        let pay = json!({ "method": "card", "nonce": NONCE, "agreed": true });
        stage.of_buyer(&id, "pay", &pay, "order_state");
        let payment = text(&stage.order(&id)["paymentId"]);
        let path = format!("/api/v2/payments/{payment}/checkout");
        let buyer = stage.buyer.clone();
        stage.step(&buyer, &path, &json!({}), "payment_state");
        (stage.killed.port, (id, payment))
    });
    let (id, payment) = card;
    press(port, &payment, "decline").await;
    tokio::task::block_in_place(|| {
        // Killed while the notice of the declined attempt is on its way, and while the page is opened again.
        stage.killed.kill_and_start();
        let path = format!("/api/v2/payments/{payment}/checkout");
        let buyer = stage.buyer.clone();
        stage.step(&buyer, &path, &json!({}), "payment_state");
        stage.until(&id, "still reserved", |order| order["state"] == "reserved");
    });
    press(stage.killed.port, &payment, "approve").await;
    tokio::task::block_in_place(|| {
        // Killed while the notice of the payment is on its way: it is confirmed by polling, at the latest.
        stage.killed.kill_and_start();
        let path = format!("/api/v2/payments/{payment}/confirm");
        stage
            .killed
            .answer(&stage.buyer, "POST", &path, Some(&json!({})));
        stage.until(&id, "paid", |order| order["state"] == "paid");
        stage.until_items(&id);
        stage.of_buyer(&id, "cancel", &json!({}), "order_state");
        stage.until(&id, "refunded", |order| order["state"] == "refunded");
    });

    let mut database = stage.killed.database().await;
    let report = witverse_ledger::check(&mut database).await.unwrap();
    assert_eq!(report.findings, Vec::<String>::new());
    assert_eq!(funds(&mut database, stage.buyer.id).await, before);
    let stock = "select sum(available + reserved * 1000)::bigint from plugin_orders.product where kind = 'album' and
        id in (select product_id from plugin_orders.purchase where state = 'refunded')";
    assert_eq!(count(&mut database, stock).await, UNITS);
    let kept = "select count(*) from plugin_items.item i join plugin_orders.given g on g.item_id = i.id
        join plugin_orders.purchase p on p.id = g.purchase_id where p.state = 'refunded' and i.state <> 'used'";
    assert_eq!(
        count(&mut database, kept).await,
        0,
        "items of refunded orders"
    );
    let refunds = "select count(*) from kernel.sandbox_payment where state = 'cancelled'";
    assert_eq!(count(&mut database, refunds).await, 1);
    let declines = "select count(*) from kernel.plugin_payment_decline";
    assert_eq!(count(&mut database, declines).await, 1, "counted once");
    let parked = "select count(*) from kernel.delivery where parked_at is not null";
    assert_eq!(count(&mut database, parked).await, 0);
    database.close().await.unwrap();
    stage.killed.kill();
}
