//! Payments that a plugin opened, against the recorded answers of PortOne: declined attempts, and refunds of parts.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::portone::{PortOne, start};
use crate::support::{reported, run};

/// A payment of 1400 won whose checkout is open; returns its id.
async fn opened(app: &TestApp, mina: &Client) -> String {
    let soon = app.clock.now().unix_timestamp() * 1000 + 600_000;
    let open = json!([{
        "op": "payment_open", "reference": "o", "amount": 1_400, "expires_at_ms": soon, "return_path": "/order",
    }]);
    let opened = run(mina, open).await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    let id: uuid::Uuid = sqlx::query_scalar("select id from kernel.plugin_payment")
        .fetch_one(app.owner())
        .await
        .unwrap();
    let id = id.to_string();
    let path = format!("/api/v2/payments/{id}");
    let checkout = mina.post(&format!("{path}/checkout"), json!({})).await;
    assert_eq!(checkout.line(), "200", "{}", checkout.body);
    id
}

/// What the kernel knows of a payment after it has asked PortOne.
async fn confirmed(mina: &Client, id: &str) -> Value {
    let path = format!("/api/v2/payments/{id}/confirm");
    let confirmed = mina.post(&path, json!({})).await;
    assert_eq!(confirmed.line(), "200", "{}", confirmed.body);
    confirmed.payload().clone()
}

/// A payment of 1400 won that PortOne knows as paid; returns its id.
async fn paid(app: &TestApp, portone: &PortOne, mina: &Client) -> String {
    let id = opened(app, mina).await;
    portone.knows(&id, "PAID", json!({}));
    assert_eq!(confirmed(mina, &id).await["state"], "paid");
    id
}

/// A failed attempt as PortOne reports it.
fn failed(portone: &PortOne, id: &str, attempt: &str, failure: Value) {
    let change = json!({ "transactionId": attempt, "failure": failure });
    portone.knows(id, "FAILED", change);
}

#[tokio::test]
async fn attempts_of_a_payment_are_counted_by_their_transactions() {
    let (app, portone) = start().await;
    let mina = app.person("mina").await;
    let id = opened(&app, &mina).await;
    let by_pg = json!({ "reason": "결제 실패", "pgCode": "51", "pgMessage": "한도\n초과" });
    let by_payer = json!({ "reason": "PAYER_CANCELLED" });
    for (attempt, failure, count, reason) in [
        ("tx-1", &by_pg, 1, json!("한도 초과")),
        ("tx-1", &by_pg, 1, json!("한도 초과")),
        // The payer has closed the window.
        ("tx-2", &by_payer, 2, json!("PAYER_CANCELLED")),
        ("tx-3", &Value::Null, 3, Value::Null),
        // An answer that was made before the others.
        ("tx-1", &by_pg, 3, Value::Null),
    ] {
        failed(&portone, &id, attempt, failure.clone());
        let shown = confirmed(&mina, &id).await;
        assert_eq!(shown["state"], "created", "{shown}");
        let declined = &shown["declined"];
        assert_eq!(
            (&declined["count"], &declined["reason"]),
            (&json!(count), &reason),
            "{attempt}"
        );
        // The window is opened again with the same id.
        assert_eq!(shown["checkout"]["paymentId"], id.as_str());
    }
    portone.knows(&id, "PAID", json!({ "transactionId": "tx-4" }));
    assert_eq!(confirmed(&mina, &id).await["state"], "paid");
    failed(&portone, &id, "tx-5", Value::Null);
    let shown = confirmed(&mina, &id).await;
    assert_eq!(
        (&shown["state"], &shown["declined"]["count"]),
        (&json!("paid"), &json!(3))
    );
    app.stop().await;
}

fn refund(key: &str, amount: i64) -> Value {
    json!([{ "op": "payment_refund", "reference": "o", "key": key, "amount": amount }])
}

/// The state, what was refunded, and how many refunds were made.
async fn recorded(app: &TestApp) -> (String, i64, i64) {
    sqlx::query_as(
        "select p.state, p.refunded, (select count(*) from kernel.plugin_payment_refund where state = 'done')
         from kernel.plugin_payment p",
    )
    .fetch_one(app.owner())
    .await
    .unwrap()
}

#[tokio::test]
async fn parts_of_a_payment_are_refunded_once_each() {
    let (app, portone) = start().await;
    let mina = app.person("mina").await;
    let id = paid(&app, &portone, &mina).await;
    for (key, amount, refunded, done) in
        [("a", 400, 400, 1), ("a", 400, 400, 1), ("b", 300, 700, 2)]
    {
        let reply = run(&mina, refund(key, amount)).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        app.eventually("the part is refunded", async || {
            recorded(&app).await == ("paid".to_owned(), refunded, done)
        })
        .await;
        assert_eq!(portone.refunded(&id), refunded, "{key}");
    }
    // More than is left, and another amount under a used key.
    for (key, amount) in [("c", 701), ("a", 100)] {
        let results = reported(&mina, refund(key, amount)).await;
        assert!(results[0]["error"].is_object(), "{key}: {results}");
    }
    let rest = run(&mina, refund("d", 700)).await;
    assert_eq!(rest.status, 200, "{}", rest.body);
    app.eventually("all of it is refunded", async || {
        recorded(&app).await == ("refunded".to_owned(), 1_400, 3)
    })
    .await;
    assert_eq!(portone.refunded(&id), 1_400);
    app.stop().await;
}
