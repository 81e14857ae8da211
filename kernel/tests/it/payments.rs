//! `/api/v2/wallet/orders/…` and related operations: from an order to WIT, and refunds.

mod apple;
mod apple_api;
mod apple_refunds;
mod disputes;
mod flows;
mod google;
mod google_refunds;
mod notices;
mod orders;
mod page;
mod portone;
mod portone_parts;
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
pub(crate) const UNKNOWN_ID: &str = "0190a1b2-0000-7000-8000-000000000001";

/// A placed order.
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

/// An action on an order, without a body.
pub(crate) async fn act(client: &Client, id: &str, what: &str) -> Reply {
    client
        .post(&format!("{ORDERS}/{id}/{what}"), json!({}))
        .await
}

/// The state of an order, in the owner's view.
pub(crate) async fn state(client: &Client, id: &str) -> String {
    text(&about(client, id).await["state"])
}

/// Waits until an order is in a state.
pub(crate) async fn wait_for_state(app: &TestApp, client: &Client, id: &str, wanted: &str) {
    let what = format!("order {wanted}");
    app.eventually(&what, async || state(client, id).await == wanted)
        .await;
}

/// Presses a button on the sandbox's page, like a browser.
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

/// A paid order, credited to the wallet.
pub(crate) async fn paid(app: &TestApp, client: &Client) -> String {
    let id = order(client).await;
    assert_eq!(press(app, &id, "approve").await.line(), "303");
    wait_for_state(app, client, &id, "paid").await;
    id
}

/// The person's WIT in hundredths: (balance, held).
pub(crate) async fn wallet(app: &TestApp, client: &Client) -> (i64, i64) {
    sqlx::query_as("select balance, held from ledger.account where id = $1")
        .bind(client.id)
        .fetch_one(app.owner())
        .await
        .unwrap()
}

/// The number of movements.
pub(crate) const TRANSFERS: &str = "select count(*) from ledger.transfer";

/// Sends a webhook of the sandbox to the kernel; `change` may falsify it.
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

/// A notice without a signature.
pub(crate) struct Notice {
    pub(crate) provider: String,
    pub(crate) id: String,
    pub(crate) timestamp: i64,
    pub(crate) body: String,
    pub(crate) key: WebhookKey,
    pub(crate) signature: Option<String>,
}

impl Notice {
    /// Signs it, unless it already has a signature, and delivers it.
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

/// Sets the sandbox's state of a payment without a notice.
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

/// The sandbox's state of a payment.
pub(crate) async fn sandbox_state(app: &TestApp, id: &str) -> String {
    sqlx::query_scalar("select state from kernel.sandbox_payment where id = $1::uuid")
        .bind(id)
        .fetch_one(app.owner())
        .await
        .unwrap()
}

/// Transfers WIT to another account.
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

/// Holds WIT of a person.
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

/// Freezes a person's wallet for another reason than a payment.
pub(crate) async fn freeze(app: &TestApp, person: &Client) {
    let mut connection = app.owner().acquire().await.unwrap();
    let frozen = set_state(&mut connection, person.id, State::Frozen, "looked into");
    assert!(frozen.await.unwrap());
}

pub(crate) async fn unfreeze(app: &TestApp, person: &Client) {
    let mut connection = app.owner().acquire().await.unwrap();
    let active = set_state(&mut connection, person.id, State::Active, "looked into");
    assert!(active.await.unwrap());
}

/// Checks the ledger, regardless of the test's manipulations.
pub(crate) async fn check_ledger(app: &TestApp) {
    let mut connection = app.owner().acquire().await.unwrap();
    let report = check(&mut connection).await.unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

/// Starts a fake provider or store on this machine; returns its port.
pub(crate) async fn played(router: axum::Router) -> u16 {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0))
        .await
        .unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    port
}
