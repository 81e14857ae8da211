//! `/api/v2/wallet/orders/…` and what stands around it: from an order to WIT, and back.

mod orders;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use crate::user::text;

pub(crate) const ORDERS: &str = "/api/v2/wallet/orders";
pub(crate) const NOBODYS: &str = "0190a1b2-0000-7000-8000-000000000001";

/// An order that was placed.
pub(crate) async fn place(client: &Client, wit: i64, currency: &str) -> Value {
    let body = json!({ "wit": wit, "currency": currency, "agreed": true });
    let reply = client.post(ORDERS, body).await;
    assert_eq!(reply.line(), "201");
    reply.payload().clone()
}

/// The id of an order of 100 WIT for 1400 won.
pub(crate) async fn order(client: &Client) -> String {
    text(&place(client, 100, "KRW").await["id"])
}

pub(crate) async fn about(client: &Client, id: &str) -> Value {
    let reply = client.get(&format!("{ORDERS}/{id}")).await;
    reply.payload().clone()
}

/// Something that is done with an order and takes nothing.
pub(crate) async fn act(client: &Client, id: &str, what: &str) -> Reply {
    client
        .post(&format!("{ORDERS}/{id}/{what}"), json!({}))
        .await
}

/// How an order stands for its owner.
pub(crate) async fn state(client: &Client, id: &str) -> String {
    text(&about(client, id).await["state"])
}

/// Waits until an order stands so.
pub(crate) async fn becomes(app: &TestApp, client: &Client, id: &str, wanted: &str) {
    let what = format!("order {wanted}");
    app.eventually(&what, async || state(client, id).await == wanted)
        .await;
}

/// Presses a button on the sandbox's page, as a browser does.
pub(crate) async fn press(app: &TestApp, id: &str, button: &str) -> Reply {
    let path = format!("/sandbox/pay/{id}");
    let page = app.visitor().get(&path).await;
    let html = String::from_utf8(page.bytes.clone()).unwrap();
    let token = html.split("name=\"token\" value=\"").nth(1).unwrap();
    let token = token.split('"').next().unwrap();
    let cookie = page.cookie("witverse_sandbox").unwrap();
    let browser = app
        .visitor()
        .with_header("cookie", &format!("witverse_sandbox={cookie}"))
        .with_header("content-type", "application/x-www-form-urlencoded");
    let form = format!("token={token}&press={button}");
    browser.send("POST", &path, Some(form.into_bytes())).await
}

/// An order that is paid, and its WIT in the wallet.
pub(crate) async fn paid(app: &TestApp, client: &Client) -> String {
    let id = order(client).await;
    assert_eq!(press(app, &id, "approve").await.line(), "303");
    becomes(app, client, &id, "paid").await;
    id
}

/// What somebody has, in hundredths of a WIT: (balance, held).
pub(crate) async fn wallet(app: &TestApp, client: &Client) -> (i64, i64) {
    sqlx::query_as("select balance, held from ledger.account where id = $1")
        .bind(client.id)
        .fetch_one(app.owner())
        .await
        .unwrap()
}

/// How often WIT moved at all.
pub(crate) const TRANSFERS: &str = "select count(*) from ledger.transfer";
