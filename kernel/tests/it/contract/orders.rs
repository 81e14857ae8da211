//! The operations of orders: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::orders::{NONCE, address, album, paid_by_card, placed};
use crate::payments::UNKNOWN_ID;
use crate::user::text;

const BASE: &str = "/api/v2/orders";

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let keeper = app.with_role("grocer", "admin").await;
    let (buyer, other) = (app.person("jiho").await, app.person("sian").await);
    legal_terms(contract, (&keeper, &buyer)).await;
    holidays(contract, (&keeper, &buyer)).await;
    surcharges(contract, (&keeper, &buyer)).await;
    let product = products(contract, (&keeper, &buyer)).await;
    postcodes(contract, (&keeper, &buyer)).await;
    let address = addresses(contract, &buyer).await;
    let order = buying(contract, app, (&buyer, &other), (&product, &address)).await;
    selling(contract, (&keeper, &buyer), &order).await;
    payments(contract, app, (&keeper, &buyer)).await;
}

/// The payments of orders, for administrators; one of them with a refund that was refused.
async fn payments(contract: &mut Contract, app: &TestApp, (keeper, buyer): (&Client, &Client)) {
    let path = "/api/admin/plugin-payments";
    for query in [
        "",
        "?state=all&limit=1",
        "?state=voided&search=ji",
        "?state=none",
        "?limit=0",
    ] {
        let path = format!("{path}{query}");
        contract.call(keeper, "GET", &path, Value::Null).await;
    }
    let id: uuid::Uuid = sqlx::query_scalar(
        "insert into kernel.plugin_payment_refund (id, payment_id, key, amount, state, requested_at, ended_at, refusal)
         select gen_random_uuid(), id, 'contract', 1, 'failed', now(), now(), 'no' from kernel.plugin_payment
         where paid_at is not null limit 1 returning payment_id",
    )
    .fetch_one(app.owner())
    .await
    .unwrap();
    let id = id.to_string();
    for (who, id) in [
        (keeper, UNKNOWN_ID),
        (keeper, "7"),
        (buyer, &*id),
        (keeper, &*id),
        (keeper, &*id),
    ] {
        let path = format!("{path}/{id}/retry");
        contract.call(who, "POST", &path, Value::Null).await;
    }
}

async fn legal_terms(contract: &mut Contract, (keeper, buyer): (&Client, &Client)) {
    let path = format!("{BASE}/terms");
    let terms = contract.call(buyer, "GET", &path, Value::Null).await;
    let mut new = terms.payload().clone();
    for (who, body) in [
        (buyer, new.clone()),
        (keeper, json!({})),
        (keeper, new.clone()),
    ] {
        contract.call(who, "PUT", &path, body).await;
    }
    // The former version.
    contract.call(keeper, "PUT", &path, new.clone()).await;
    new["foundDays"] = json!(1);
    contract.call(keeper, "PUT", &path, new).await;
}

async fn surcharges(contract: &mut Contract, (keeper, buyer): (&Client, &Client)) {
    let path = format!("{BASE}/surcharges");
    contract.call(buyer, "GET", &path, Value::Null).await;
    let list = contract.call(keeper, "GET", &path, Value::Null).await;
    let list = list.payload().clone();
    let new = json!({ "version": list["version"], "name": "2026-12", "items": list["items"] });
    let mut wrong = new.clone();
    wrong["items"][0]["from"] = json!("1");
    for (who, body) in [
        (buyer, new.clone()),
        (keeper, json!({})),
        (keeper, wrong),
        (keeper, new.clone()),
        (keeper, new),
    ] {
        contract.call(who, "PUT", &path, body).await;
    }
}

async fn holidays(contract: &mut Contract, (keeper, buyer): (&Client, &Client)) {
    let path = format!("{BASE}/holidays");
    contract.call(buyer, "GET", &path, Value::Null).await;
    let holidays = contract.call(keeper, "GET", &path, Value::Null).await;
    let holidays = holidays.payload().clone();
    let year = holidays["lastYear"].as_i64().unwrap();
    let days: Vec<Value> = (1..=9)
        .map(|n| {
            let day = format!("{}-05-0{n}", year + 1);
            json!({ "day": day, "name": { "ko": "공휴일", "en": "Holiday" } })
        })
        .collect();
    let new = json!({ "version": holidays["version"], "year": year + 1, "days": days });
    let mut wrong = new.clone();
    wrong["days"][0]["day"] = json!("2028-02-30");
    for (who, body) in [
        (buyer, new.clone()),
        (keeper, json!({})),
        (keeper, wrong),
        (keeper, new.clone()),
        (keeper, new),
    ] {
        contract.call(who, "PUT", &path, body).await;
    }
}

async fn products(contract: &mut Contract, (keeper, buyer): (&Client, &Client)) -> String {
    let path = format!("{BASE}/products");
    let mut of_world = album(1);
    of_world["worldName"] = json!("x");
    for (who, body) in [
        (buyer, album(1)),
        (keeper, json!({})),
        (keeper, of_world),
        (keeper, album(-1)),
    ] {
        contract.call(who, "POST", &path, body).await;
    }
    let made = contract.call(keeper, "POST", &path, album(9)).await;
    let id = text(&made.payload()["productId"]);
    for query in ["", "?worldName=x", "?worldName=nowhere", "?limit=0"] {
        let path = format!("{path}{query}");
        contract.call(buyer, "GET", &path, Value::Null).await;
    }
    let words = json!({ "ko": "글", "en": "text" });
    let change =
        |won: i64| json!({ "isOpen": true, "about": words, "won": won, "witHundredths": 120_000 });
    for id in [id.as_str(), UNKNOWN_ID, "7"] {
        let one = format!("{path}/{id}");
        contract.call(buyer, "GET", &one, Value::Null).await;
        for (who, body) in [
            (keeper, change(13_000)),
            (keeper, change(1)),
            (buyer, change(500)),
        ] {
            contract.call(who, "PUT", &one, body).await;
        }
        let stock = format!("{one}/stock");
        for (who, body) in [
            (keeper, json!({ "units": 1, "reason": "second pressing" })),
            (keeper, json!({ "units": 0, "reason": "" })),
            (buyer, json!({ "units": 1, "reason": "second pressing" })),
        ] {
            contract.call(who, "POST", &stock, body).await;
        }
        for (who, query) in [(keeper, ""), (keeper, "?limit=0"), (buyer, "")] {
            let path = format!("{stock}{query}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    let drawn = contract
        .call(keeper, "POST", &path, crate::orders::random(2))
        .await;
    let drawn = text(&drawn.payload()["productId"]);
    for query in ["?q=star", ""] {
        let path = format!("{path}/search{query}");
        contract.call(buyer, "GET", &path, Value::Null).await;
    }
    for item in [UNKNOWN_ID, "x"] {
        let path = format!("{BASE}/draws/{item}");
        contract.call(buyer, "GET", &path, Value::Null).await;
    }
    let body = json!({ "units": 1, "reason": "more of them" });
    contract
        .call(keeper, "POST", &format!("{path}/{drawn}/stock"), body)
        .await;
    id
}

async fn postcodes(contract: &mut Contract, (keeper, buyer): (&Client, &Client)) {
    let path = format!("{BASE}/postcodes");
    let versions = format!("{path}/versions");
    for query in ["?q=a", "?q=04524"] {
        let path = format!("{path}{query}");
        contract.call(buyer, "GET", &path, Value::Null).await;
    }
    contract.call(buyer, "POST", &versions, Value::Null).await;
    contract.call(keeper, "POST", &versions, Value::Null).await;
    contract.call(keeper, "GET", &versions, Value::Null).await;
    let part = json!({ "from": 0, "rows": crate::orders::index_rows() });
    for (version, body) in [
        ("1", json!({})),
        ("1", json!({ "from": 0, "rows": [] })),
        ("1", part.clone()),
        ("7", part),
    ] {
        let path = format!("{versions}/{version}/rows");
        contract.call(keeper, "POST", &path, body).await;
    }
    for rows in [0, 9, 4, 4] {
        let path = format!("{versions}/1/use");
        contract
            .call(keeper, "POST", &path, json!({ "rows": rows }))
            .await;
    }
    let path = format!("{path}?q=%ED%85%8C%ED%97%A4%EB%9E%80%EB%A1%9C%20152");
    contract.call(buyer, "GET", &path, Value::Null).await;
}

async fn addresses(contract: &mut Contract, buyer: &Client) -> String {
    let path = format!("{BASE}/addresses");
    for body in [address("1"), json!({}), address("04524"), address("63000")] {
        contract.call(buyer, "POST", &path, body).await;
    }
    let listed = contract.call(buyer, "GET", &path, Value::Null).await;
    let ids: Vec<String> = listed.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| text(&one["addressId"]))
        .collect();
    let one = format!("{path}/{}", ids[0]);
    for (path, body) in [(one.as_str(), address("04524")), (&one, address("x"))] {
        contract.call(buyer, "PUT", path, body).await;
    }
    let unknown = format!("{path}/{UNKNOWN_ID}");
    contract
        .call(buyer, "PUT", &unknown, address("04524"))
        .await;
    let other = format!("{path}/{}", ids[1]);
    for _ in 0..2 {
        contract.call(buyer, "DELETE", &other, Value::Null).await;
    }
    ids[0].clone()
}

async fn buying(
    contract: &mut Contract,
    app: &TestApp,
    (buyer, other): (&Client, &Client),
    (product, address): (&str, &str),
) -> String {
    let path = format!("{BASE}/mine");
    let new = |product: &str, quantity: i64, address: Value| json!({ "productId": product, "quantity": quantity, "addressId": address });
    for (who, body) in [
        (buyer, json!({})),
        (buyer, new(product, 2, json!(address))),
        (buyer, new(product, 1, Value::Null)),
        (buyer, new(UNKNOWN_ID, 1, Value::Null)),
        (other, new(product, 1, json!(address))),
    ] {
        contract.call(who, "POST", &path, body).await;
    }
    let reply = contract
        .call(buyer, "POST", &path, new(product, 1, json!(address)))
        .await;
    let order = text(&reply.payload()["orderId"]);
    for query in ["", "?limit=1", "?limit=0"] {
        contract
            .call(buyer, "GET", &format!("{path}{query}"), Value::Null)
            .await;
    }
    let one = format!("{path}/{order}");
    let pay =
        |method: &str, agreed: bool| json!({ "method": method, "nonce": NONCE, "agreed": agreed });
    for (who, body) in [
        (buyer, pay("card", false)),
        (buyer, pay("coins", true)),
        (buyer, pay("wit", true)),
        (other, pay("card", true)),
    ] {
        contract
            .call(who, "POST", &format!("{one}/pay"), body)
            .await;
    }
    let opened = contract
        .call(buyer, "POST", &format!("{one}/pay"), pay("card", true))
        .await;
    let payment = text(&opened.payload()["paymentId"]);
    checkout(contract, (buyer, other), &payment).await;
    // Another order is cancelled before its payment.
    let cancelled = text(&placed(buyer, product, Some(address)).await["orderId"]);
    for _ in 0..2 {
        let path = format!("{path}/{cancelled}/cancel");
        contract.call(buyer, "POST", &path, Value::Null).await;
    }
    paid_by_card(app, buyer, &order).await;
    for (who, body) in [
        (buyer, json!({ "addressId": address })),
        (buyer, json!({ "addressId": "7" })),
        (buyer, json!({})),
        (other, json!({ "addressId": address })),
    ] {
        contract
            .call(who, "PUT", &format!("{one}/address"), body)
            .await;
    }
    for (who, id) in [(buyer, order.as_str()), (other, &order), (buyer, "7")] {
        contract
            .call(who, "GET", &format!("{path}/{id}"), Value::Null)
            .await;
    }
    let collection = text(&reply.payload()["product"]["collectionId"]);
    for what in ["generate", "set"] {
        let path = format!("/api/v3/item/{what}");
        for uid in [&*payment, UNKNOWN_ID] {
            let body = json!({ "collectionId": collection, "merchant_uid": uid });
            contract.call(buyer, "POST", &path, body).await;
        }
        contract.call(buyer, "POST", &path, json!({})).await;
    }
    order
}

async fn checkout(contract: &mut Contract, (buyer, other): (&Client, &Client), payment: &str) {
    for (who, id) in [(buyer, payment), (other, payment), (buyer, "7")] {
        let one = format!("/api/v2/payments/{id}");
        contract.call(who, "GET", &one, Value::Null).await;
        for what in ["checkout", "confirm"] {
            let path = format!("{one}/{what}");
            contract.call(who, "POST", &path, Value::Null).await;
        }
    }
}

async fn selling(contract: &mut Contract, (keeper, buyer): (&Client, &Client), order: &str) {
    let path = format!("{BASE}/sales");
    for (who, query) in [
        (keeper, ""),
        (keeper, "?state=paid"),
        (keeper, "?state=lost"),
        (keeper, "?request=open"),
        (keeper, "?request=open&state=paid"),
        (keeper, "?worldName=x"),
        (buyer, ""),
    ] {
        contract
            .call(who, "GET", &format!("{path}{query}"), Value::Null)
            .await;
    }
    let one = format!("{path}/{order}");
    for who in [keeper, buyer] {
        contract.call(who, "GET", &one, Value::Null).await;
    }
    let step = format!("{one}/step");
    for (who, body) in [
        (keeper, json!({ "step": "dance" })),
        (keeper, json!({ "step": "deliver" })),
        (buyer, json!({ "step": "ship" })),
        (keeper, json!({ "step": "ship", "tracking": "1" })),
        (buyer, json!({ "step": "parcel" })),
        (
            keeper,
            json!({ "step": "parcel", "carrier": "cj", "tracking": "1" }),
        ),
        (
            keeper,
            json!({ "step": "supplement", "parcel": 1, "reason": "a sticker was added", "weightGrams": 320 }),
        ),
        (
            keeper,
            json!({ "step": "supplement", "parcel": 9, "reason": "a sticker was added" }),
        ),
        (keeper, json!({ "step": "refund" })),
    ] {
        contract.call(who, "POST", &step, body).await;
    }
    for _ in 0..10 {
        let parcel = json!({ "step": "parcel", "tracking": "2" });
        contract.call(keeper, "POST", &step, parcel).await;
    }
    let refunds = format!("{one}/refunds");
    let part = |key: &str, amount: i64, reason: &str| json!({ "key": key, "amount": amount, "reason": reason });
    let key = "00000000-0000-7000-8000-000000000001";
    for (who, body) in [
        (keeper, part(key, 100, "")),
        (buyer, part(key, 100, "a card is missing")),
        (keeper, part(key, 100, "a card is missing")),
        (keeper, part(key, 100, "a card is missing")),
        (keeper, part(key, 200, "a card is missing")),
        (
            keeper,
            part(
                "00000000-0000-7000-8000-000000000002",
                10_000_000,
                "a card is missing",
            ),
        ),
    ] {
        contract.call(who, "POST", &refunds, body).await;
    }
    let mine = format!("{BASE}/mine/{order}");
    for _ in 0..2 {
        contract
            .call(buyer, "POST", &format!("{mine}/received"), Value::Null)
            .await;
    }
    contract
        .call(buyer, "POST", &format!("{mine}/cancel"), Value::Null)
        .await;
    let ask = |reason: &str| json!({ "kind": "defect", "wish": "exchange", "reason": reason });
    for reason in ["", "it is broken", "it is broken"] {
        contract
            .call(buyer, "POST", &format!("{mine}/requests"), ask(reason))
            .await;
    }
    let decide = format!("{one}/decide");
    for (who, body) in [
        (keeper, json!({ "accept": false, "answer": "" })),
        (buyer, json!({ "accept": false, "answer": "no reason" })),
        (
            keeper,
            json!({ "accept": true, "answer": "no reason", "fromOwnWallet": true }),
        ),
        (keeper, json!({ "accept": false, "answer": "no reason" })),
        (keeper, json!({ "accept": false, "answer": "no reason" })),
    ] {
        contract.call(who, "POST", &decide, body).await;
    }
    let withdraw = json!({ "kind": "withdrawal", "wish": "refund", "reason": "I changed my mind" });
    contract
        .call(buyer, "POST", &format!("{mine}/requests"), withdraw)
        .await;
    for (who, tracking) in [(buyer, "12"), (keeper, "1"), (buyer, "123456789012")] {
        let body = json!({ "carrier": "cj", "tracking": tracking });
        contract
            .call(who, "POST", &format!("{mine}/sent-back"), body)
            .await;
    }
}
