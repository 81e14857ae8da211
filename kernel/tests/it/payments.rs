//! `/api/v2/wallet/orders/…` and what stands around it: from an order to WIT, and back.

pub(crate) mod apple;
mod apple_api;
mod apple_refunds;
mod disputes;
mod flows;
pub(crate) mod google;
mod google_refunds;
mod notices;
mod orders;
mod page;
mod portone;
mod portone_refunds;
mod provider_tasks;
mod rates;
mod refunds;

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_kernel::payments::WebhookKey;
use witverse_ledger::{Amount, Kind, NewHold, State, Transfer, check, hold, set_state, transfer};
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

/// Tells the kernel something in the sandbox's name; `change` may spoil it.
pub(crate) async fn notify(app: &TestApp, id: &str, change: impl Fn(&mut Notice)) -> Reply {
    let sandbox = app.app.payments.sandbox.as_ref().unwrap();
    let mut notice = Notice {
        provider: "sandbox".into(),
        id: format!("msg_{id}"),
        timestamp: app.clock.now().unix_timestamp(),
        body: json!({ "type": "Transaction.Paid", "data": { "paymentId": id } }).to_string(),
        key: sandbox.webhook_key().clone(),
        signature: None,
    };
    change(&mut notice);
    notice.send(app).await
}

/// A notice before it is signed.
pub(crate) struct Notice {
    pub(crate) provider: String,
    pub(crate) id: String,
    pub(crate) timestamp: i64,
    pub(crate) body: String,
    pub(crate) key: WebhookKey,
    pub(crate) signature: Option<String>,
}

impl Notice {
    /// Signs it, unless it brings a signature along, and delivers it.
    pub(crate) async fn send(self, app: &TestApp) -> Reply {
        let signature = self.signature.clone().unwrap_or_else(|| {
            let body = self.body.as_bytes();
            self.key.sign(&self.id, self.timestamp, body)
        });
        let sender = app
            .visitor()
            .with_header("webhook-id", &self.id)
            .with_header("webhook-timestamp", &self.timestamp.to_string())
            .with_header("webhook-signature", &signature);
        let path = format!("/api/payments/{}/webhook", self.provider);
        sender
            .send("POST", &path, Some(self.body.into_bytes()))
            .await
    }
}

/// What the sandbox's books say of a payment, as if it had gone so without anybody being told.
pub(crate) async fn books(app: &TestApp, id: &str, state: &str) {
    sqlx::query(
        "update kernel.sandbox_payment set state = $2, pays_at = null,
             paid = case when $2 = 'paid' and paid = 0 then amount else paid end
         where id = $1::uuid",
    )
    .bind(id)
    .bind(state)
    .execute(app.owner())
    .await
    .unwrap();
}

/// How the sandbox's books say a payment stands.
pub(crate) async fn in_books(app: &TestApp, id: &str) -> String {
    sqlx::query_scalar("select state from kernel.sandbox_payment where id = $1::uuid")
        .bind(id)
        .fetch_one(app.owner())
        .await
        .unwrap()
}

/// Gives WIT away, as any movement does.
pub(crate) async fn spend(app: &TestApp, from: &Client, to: &Client, hundredths: i64) {
    let movement = Transfer {
        id: Uuid::new_v4(),
        from: from.id,
        to: to.id,
        amount: Amount::new(hundredths).unwrap(),
        kind: Kind::Give,
        source: "kernel",
        memo: "",
        at: app.clock.now(),
    };
    let mut connection = app.owner().acquire().await.unwrap();
    transfer(&mut connection, &movement).await.unwrap();
}

/// Promises WIT to somebody.
pub(crate) async fn promise(app: &TestApp, from: &Client, to: &Client, hundredths: i64) {
    let now = app.clock.now();
    let promise = NewHold {
        id: Uuid::new_v4(),
        from: from.id,
        to: Some(to.id),
        amount: Amount::new(hundredths).unwrap(),
        kind: Kind::Give,
        source: "kernel",
        memo: "",
        at: now,
        expires_at: now + Duration::from_secs(86_400 * 30),
    };
    let mut connection = app.owner().acquire().await.unwrap();
    hold(&mut connection, &promise).await.unwrap();
}

/// Freezes somebody's wallet for another reason than a payment.
pub(crate) async fn freeze(app: &TestApp, person: &Client) {
    let mut connection = app.owner().acquire().await.unwrap();
    let frozen = set_state(&mut connection, person.id, State::Frozen, "looked into");
    assert!(frozen.await.unwrap());
}

/// Proves the books of WIT, whatever was done to them.
pub(crate) async fn are_books_right(app: &TestApp) {
    let mut connection = app.owner().acquire().await.unwrap();
    let report = check(&mut connection).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

/// Serves a provider or a store of the test's own on this machine; its port.
pub(crate) async fn played(router: axum::Router) -> u16 {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    port
}
