//! The operations of payments: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::payments::{ORDERS, UNKNOWN_ID, notify, order, paid, press, wait_for_state};
use crate::user::text;

impl Contract {
    /// Records a success that was compared separately.
    fn saw(&mut self, method: &str, path: &str) {
        let route = self.route_of(method, path);
        self.seen.insert(format!("{method} {route}"));
    }
}

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let keeper = app.with_role("cashier", "admin").await;
    let buyer = app.person("buyer").await;
    rates(contract, app, &keeper).await;
    orders(contract, app, &buyer).await;
    refunds(contract, app, &keeper, &buyer).await;
    disputes(contract, app, &keeper, &buyer).await;
    stores(contract, app, &buyer).await;
}

async fn rates(contract: &mut Contract, app: &TestApp, keeper: &Client) {
    let rates = "/api/admin/exchange-rates";
    let rate = "/api/exchange/rate";
    contract
        .call(&app.visitor(), "GET", rate, Value::Null)
        .await;
    for usd in [10_500, 10_500, 20_000, 0] {
        let body = json!({
            "hundredthsPerUsd": usd, "hundredthsPer1000Krw": 7_143, "note": "because",
        });
        contract.call(keeper, "POST", rates, body).await;
    }
    rate_proposals(contract, app, keeper).await;
    for query in ["", "?limit=1", "?limit=0", "?cursor=x"] {
        let path = format!("{rates}{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
}

async fn rate_proposals(contract: &mut Contract, app: &TestApp, keeper: &Client) {
    let second = app.with_role("banker", "admin").await;
    let proposals = "/api/admin/rate-proposals";
    for (usd, decisions) in [(10_500, vec![]), (20_000, vec!["reject"]), (0, vec![])] {
        let body = json!({
            "hundredthsPerUsd": usd, "hundredthsPer1000Krw": 7_143, "note": "because",
        });
        let reply = contract.call(keeper, "POST", proposals, body.clone()).await;
        for what in decisions {
            contract.call(keeper, "POST", proposals, body.clone()).await;
            let path = format!("{proposals}/{}/{what}", text(&reply.payload()["id"]));
            for answer in ["no", "a good answer", "a good answer"] {
                let body = json!({ "answer": answer });
                contract.call(keeper, "POST", &path, body).await;
            }
        }
    }
    let body = json!({
        "hundredthsPerUsd": 20_000, "hundredthsPer1000Krw": 7_143, "note": "because",
    });
    let reply = contract.call(keeper, "POST", proposals, body).await;
    let path = format!("{proposals}/{}/approve", text(&reply.payload()["id"]));
    for by in [keeper, &second, &second] {
        contract.call(by, "POST", &path, json!({})).await;
    }
    for query in ["", "?limit=1", "?limit=0", "?cursor=x"] {
        let path = format!("{proposals}{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    let unknown = format!("{proposals}/{UNKNOWN_ID}/approve");
    contract.call(keeper, "POST", &unknown, json!({})).await;
}

async fn orders(contract: &mut Contract, app: &TestApp, buyer: &Client) {
    let offers = "/api/v2/wallet/offers";
    contract.call(buyer, "GET", offers, Value::Null).await;
    let to_give = "/api/item/inventory/craft/gift/wit";
    contract.call(buyer, "GET", to_give, Value::Null).await;
    for body in [
        json!({ "wit": 1, "currency": "KRW", "agreed": true }),
        json!({ "wit": 100, "currency": "KRW", "agreed": false }),
        json!({ "wit": 100, "currency": "EUR", "agreed": true }),
        json!({ "wit": 100, "currency": "USD", "agreed": true }),
    ] {
        contract.call(buyer, "POST", ORDERS, body).await;
    }
    let keyed = buyer.with_header("idempotency-key", "k");
    for wit in [100, 100, 200] {
        let body = json!({ "wit": wit, "currency": "KRW", "agreed": true });
        contract.call(&keyed, "POST", ORDERS, body).await;
    }
    let bad = buyer.with_header("idempotency-key", "");
    let body = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    contract.call(&bad, "POST", ORDERS, body).await;
    let id = order(buyer).await;
    for id in [&*id, UNKNOWN_ID, "7"] {
        let one = format!("{ORDERS}/{id}");
        contract.call(buyer, "GET", &one, Value::Null).await;
        for what in ["confirm", "cancel", "cancel"] {
            let path = format!("{one}/{what}");
            contract.call(buyer, "POST", &path, Value::Null).await;
        }
    }
    for query in ["", "?limit=1", "?limit=0", "?cursor=x"] {
        let path = format!("{ORDERS}{query}");
        contract.call(buyer, "GET", &path, Value::Null).await;
    }
    let id = order(buyer).await;
    press(app, &id, "decline").await;
    wait_for_state(app, buyer, &id, "failed").await;
    let one = format!("{ORDERS}/{id}");
    contract.call(buyer, "GET", &one, Value::Null).await;
}

async fn refunds(contract: &mut Contract, app: &TestApp, keeper: &Client, buyer: &Client) {
    let id = paid(app, buyer).await;
    let (ask, withdraw) = (
        format!("{ORDERS}/{id}/refund"),
        format!("{ORDERS}/{id}/refund/withdraw"),
    );
    contract.call(buyer, "POST", &withdraw, Value::Null).await;
    for reason in ["no", "because", "because"] {
        let body = json!({ "reason": reason });
        contract.call(buyer, "POST", &ask, body).await;
    }
    contract.call(buyer, "POST", &withdraw, Value::Null).await;
    let decide = async |contract: &mut Contract, id: &str, what: &str, answer: &str| {
        let path = format!("/api/admin/refunds/{id}/{what}");
        let body = json!({ "answer": answer });
        contract.call(keeper, "POST", &path, body).await;
    };
    for (what, answer) in [("reject", "because"), ("approve", "because")] {
        let body = json!({ "reason": "because" });
        contract.call(buyer, "POST", &ask, body).await;
        for query in ["", "?state=all&limit=1", "?state=none"] {
            let path = format!("/api/admin/refunds{query}");
            contract.call(keeper, "GET", &path, Value::Null).await;
        }
        for id in [UNKNOWN_ID, "7"] {
            decide(contract, id, what, answer).await;
        }
        decide(contract, &id, what, "no").await;
        decide(contract, &id, what, answer).await;
        decide(contract, &id, what, answer).await;
    }
    wait_for_state(app, buyer, &id, "refunded").await;
    let one = format!("{ORDERS}/{id}");
    contract.call(buyer, "GET", &one, Value::Null).await;
}

async fn disputes(contract: &mut Contract, app: &TestApp, keeper: &Client, buyer: &Client) {
    let id = paid(app, buyer).await;
    press(app, &id, "chargeback").await;
    wait_for_state(app, buyer, &id, "disputed").await;
    for query in [
        "",
        "?state=disputed",
        "?state=none",
        "?search=buy&limit=1",
        "?search=nobody%25_",
        &format!("?search={id}"),
    ] {
        let path = format!("/api/admin/orders{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    let body = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    contract.call(buyer, "POST", ORDERS, body).await;
    for (id, reason) in [
        (UNKNOWN_ID, "because"),
        ("7", "because"),
        (&*id, "no"),
        (&*id, "because"),
        (&*id, "because"),
    ] {
        let path = format!("/api/admin/orders/{id}/dispute");
        let body = json!({ "outcome": "won", "reason": reason });
        contract.call(keeper, "POST", &path, body).await;
    }
}

async fn stores(contract: &mut Contract, app: &TestApp, buyer: &Client) {
    let store = crate::payments::apple::AppStore::new();
    let phone = store.app().await;
    let mina = phone.person("phone").await;
    let path = "/api/v2/wallet/purchases/apple";
    let signed = store.sign(&store.purchase(&mina));
    for (client, signed) in [(&mina, "x"), (&mina, &*signed), (&mina, &*signed)] {
        let body = json!({ "signedTransaction": signed });
        contract.call(client, "POST", path, body).await;
    }
    let body = json!({ "signedTransaction": "x" });
    contract.call(buyer, "POST", path, body).await;
    phone.stop().await;
    let play = crate::payments::google::Play::start().await;
    let phone = play.app().await;
    let mina = phone.person("phone").await;
    play.sells("token-1", &mina);
    let path = "/api/v2/wallet/purchases/google";
    for token in ["nothing", "token-1"] {
        let body = json!({ "productId": "wit_500", "purchaseToken": token });
        contract.call(&mina, "POST", path, body).await;
    }
    phone.stop().await;
    let webhook = "/api/payments/sandbox/webhook";
    let visitor = app.visitor();
    contract.call(&visitor, "POST", webhook, json!({})).await;
    let unknown = "/api/payments/paypal/webhook";
    contract.call(&visitor, "POST", unknown, json!({})).await;
    assert_eq!(notify(app, UNKNOWN_ID, |_| {}).await.payload(), &json!({}));
    contract.saw("POST", webhook);
}
