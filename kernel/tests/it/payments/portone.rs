//! PortOne, served by the test: as documented, and with deviations.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::sync::Notify;
use witverse_kernel::config::PaymentProvider;
use witverse_kernel::payments::WebhookKey;
use witverse_testing::{Client, TestApp};

use super::{
    Notice, ORDERS, TRANSFERS, UNKNOWN_ID, about, act, order, played, state, wait_for_state, wallet,
};
use crate::user::text;

const WEBHOOK_SECRET: &str = "whsec_c29tZXRoaW5nIHRoYXQgdGVzdHMgc2hhcmU=";

/// The behaviour of the fake PortOne.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mood {
    #[default]
    Well,
    Unauthorized,
    Broken,
    Garbage,
    Endless,
    Elsewhere,
    Silent,
    /// Cancellations take time.
    Slow,
    /// Cancellations fail.
    Stubborn,
}

#[derive(Default)]
struct Books {
    payments: HashMap<String, Value>,
    mood: Mood,
    cancelled: Vec<String>,
    /// Delays one response after it was created.
    held: Option<Held>,
}

/// A created response that is not sent yet.
#[derive(Clone, Default)]
pub(super) struct Held {
    /// Notified when the response was created.
    pub(super) made: Arc<Notify>,
    /// Sends the response.
    pub(super) release: Arc<Notify>,
}

#[derive(Clone, Default)]
pub(super) struct PortOne(Arc<Mutex<Books>>);

fn error(status: u16, kind: &str) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    (status, axum::Json(json!({ "type": kind, "message": "no" }))).into_response()
}

impl PortOne {
    async fn start() -> (Self, u16) {
        let books = Self::default();
        let router = Router::new()
            .route("/payments/{id}", get(fetch))
            .route("/payments/{id}/cancel", post(cancel))
            .with_state(books.clone());
        (books, played(router).await)
    }

    /// Delays the next response about a payment.
    pub(super) fn hold_next(&self) -> Held {
        let held = Held::default();
        self.0.lock().unwrap().held = Some(held.clone());
        held
    }

    fn feels(&self, mood: Mood) {
        self.0.lock().unwrap().mood = mood;
    }

    /// A payment of 1400 won through our channel; `change` overrides fields.
    pub(super) fn knows(&self, id: &str, status: &str, change: Value) {
        let mut payment = json!({
            "status": status, "id": id, "transactionId": "tx", "merchantId": "m", "storeId": "store-1",
            "channel": { "type": "LIVE", "key": "channel-1", "pgProvider": "X", "pgMerchantId": "x" },
            "version": "V2", "orderName": "WIT", "currency": "KRW", "somethingNew": { "a": 1 },
            "amount": { "total": 1_400, "taxFree": 0, "discount": 0, "paid": 1_400, "cancelled": 0 },
            "disputes": [],
        });
        for (name, value) in change.as_object().unwrap() {
            payment[name] = value.clone();
        }
        self.0.lock().unwrap().payments.insert(id.into(), payment);
    }

    /// What was refunded of a payment.
    pub(super) fn refunded(&self, id: &str) -> i64 {
        let books = self.0.lock().unwrap();
        books.payments[id]["amount"]["cancelled"].as_i64().unwrap()
    }

    pub(super) fn cancelled(&self) -> usize {
        self.0.lock().unwrap().cancelled.len()
    }
}

/// A defect of a request, or of PortOne.
async fn trouble(books: &PortOne, headers: &HeaderMap) -> Option<Response> {
    let mood = books.0.lock().unwrap().mood;
    if headers["authorization"] != "PortOne secret-1" {
        return Some(error(401, "UNAUTHORIZED"));
    }
    Some(match mood {
        Mood::Unauthorized => error(401, "UNAUTHORIZED"),
        Mood::Broken => error(502, "PG_PROVIDER"),
        Mood::Garbage => "<html>".into_response(),
        Mood::Endless => "x".repeat(2 << 20).into_response(),
        Mood::Elsewhere => (StatusCode::FOUND, [("location", "/elsewhere")]).into_response(),
        Mood::Silent => std::future::pending().await,
        Mood::Well | Mood::Slow | Mood::Stubborn => return None,
    })
}

async fn fetch(
    State(books): State<PortOne>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Some(trouble) = trouble(&books, &headers).await {
        return trouble;
    }
    let (payment, held) = {
        let mut books = books.0.lock().unwrap();
        (books.payments.get(&id).cloned(), books.held.take())
    };
    if let Some(held) = held {
        held.made.notify_one();
        held.release.notified().await;
    }
    match payment {
        Some(payment) => axum::Json(payment).into_response(),
        None => error(404, "PAYMENT_NOT_FOUND"),
    }
}

async fn cancel(
    State(books): State<PortOne>,
    Path(id): Path<String>,
    headers: HeaderMap,
    axum::Json(body): axum::Json<Value>,
) -> Response {
    if let Some(trouble) = trouble(&books, &headers).await {
        return trouble;
    }
    assert_eq!(body["storeId"], "store-1");
    assert!(body["reason"].is_string());
    let mut books = books.0.lock().unwrap();
    let mood = books.mood;
    let Some(payment) = books.payments.get_mut(&id) else {
        return error(404, "PAYMENT_NOT_FOUND");
    };
    match payment["status"].as_str() {
        Some("CANCELLED") => return error(409, "PAYMENT_ALREADY_CANCELLED"),
        Some("PAID" | "PARTIAL_CANCELLED") => {}
        _ => return error(409, "PAYMENT_NOT_PAID"),
    }
    let (total, before) = (
        payment["amount"]["total"].as_i64().unwrap_or(0),
        payment["amount"]["cancelled"].as_i64().unwrap_or(0),
    );
    let left = total - before;
    let amount = body["amount"].as_i64().unwrap_or(left);
    let expected = body["currentCancellableAmount"].as_i64().unwrap_or(left);
    if amount > left || expected != left {
        return error(409, "CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN");
    }
    let status = match mood {
        Mood::Slow => "REQUESTED",
        Mood::Stubborn => "FAILED",
        _ => {
            let is_whole = amount == left;
            payment["amount"]["cancelled"] = json!(before + amount);
            payment["status"] = json!(if is_whole {
                "CANCELLED"
            } else {
                "PARTIAL_CANCELLED"
            });
            "SUCCEEDED"
        }
    };
    books.cancelled.push(id);
    axum::Json(json!({ "cancellation": { "status": status, "id": "c" } })).into_response()
}

/// A platform whose payments use PortOne.
pub(super) async fn start() -> (TestApp, PortOne) {
    let (portone, port) = PortOne::start().await;
    let app = TestApp::with(|config| {
        config.payments.provider = PaymentProvider::Portone;
        let keys = &mut config.payments.portone;
        keys.base_url = format!("http://127.0.0.1:{port}/");
        keys.secret = Some("secret-1".into());
        keys.store_id = Some("store-1".into());
        keys.channel_key = Some("channel-1".into());
        keys.webhook_secret = Some(WEBHOOK_SECRET.into());
    })
    .await;
    (app, portone)
}

/// Sends a webhook of PortOne to the kernel.
pub(super) async fn notify(app: &TestApp, id: &str, change: impl Fn(&mut Notice)) -> String {
    let mut notice = Notice {
        provider: "portone".into(),
        id: format!("msg_{id}"),
        timestamp: app.clock.now().unix_timestamp(),
        body: json!({
            "type": "Transaction.Paid", "timestamp": "2026-01-01T00:00:00Z",
            "data": { "paymentId": id, "storeId": "store-1", "transactionId": "tx" },
        })
        .to_string(),
        key: WebhookKey::parse(WEBHOOK_SECRET).unwrap(),
        signature: None,
    };
    change(&mut notice);
    notice.send(app).await.line()
}

pub(super) async fn refund(mina: &Client, keeper: &Client, id: &str) {
    let body = json!({ "reason": "because" });
    let asked = mina.post(&format!("{ORDERS}/{id}/refund"), body).await;
    assert_eq!(asked.line(), "200");
    let body = json!({ "answer": "because" });
    let path = format!("/api/admin/refunds/{id}/approve");
    assert_eq!(keeper.post(&path, body).await.line(), "200");
}

#[tokio::test]
async fn the_browser_opens_the_window_and_the_kernel_queries_the_result() {
    let (app, portone) = start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    let checkout = about(&mina, &id).await["checkout"].clone();
    assert!(text(&checkout["redirectUrl"]).ends_with(&format!("/charge/complete?orderId={id}")));
    assert_eq!(
        json!([
            checkout["kind"],
            checkout["storeId"],
            checkout["channelKey"],
            checkout["paymentId"],
            checkout["orderName"],
            checkout["totalAmount"],
            checkout["currency"],
        ]),
        json!([
            "portone",
            "store-1",
            "channel-1",
            id,
            "Witverse 100 WIT",
            1_400,
            "KRW"
        ])
    );
    // Not opened; opened; in progress; paid.
    assert_eq!(
        act(&mina, &id, "confirm").await.payload()["state"],
        "created"
    );
    for (status, state) in [
        ("READY", "created"),
        ("PENDING", "pending"),
        ("PAID", "paid"),
        ("PAID", "paid"),
    ] {
        portone.knows(&id, status, json!({}));
        assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], state);
    }
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    let failed = order(&mina).await;
    portone.knows(
        &failed,
        "FAILED",
        json!({ "failure": { "reason": "limit" } }),
    );
    assert_eq!(
        act(&mina, &failed, "confirm").await.payload()["state"],
        "failed"
    );
    // The same payment window can be used again.
    portone.knows(&failed, "PAID", json!({}));
    assert_eq!(
        act(&mina, &failed, "confirm").await.payload()["state"],
        "paid"
    );
    let cancelled = order(&mina).await;
    portone.knows(&cancelled, "CANCELLED", json!({}));
    assert_eq!(
        act(&mina, &cancelled, "confirm").await.payload()["state"],
        "cancelled"
    );
    app.stop().await;
}

#[tokio::test]
async fn the_browsers_choices_are_compared() {
    let (app, portone) = start().await;
    let mina = app.person("mina").await;
    let of = |total: i64, cancelled: i64| json!({ "amount": { "total": total, "cancelled": cancelled } });
    for (status, change) in [
        ("PAID", of(1_399, 0)),
        ("PAID", of(14, 0)),
        ("PAID", of(1_401, 0)),
        ("PAID", json!({ "currency": "USD" })),
        ("PAID", json!({ "currency": "JPY" })),
        (
            "PAID",
            json!({ "channel": { "type": "TEST", "key": "channel-test" } }),
        ),
        ("PAID", json!({ "channel": { "type": "TEST" } })),
        ("PAID", json!({ "channel": null })),
        ("PARTIAL_CANCELLED", of(1_400, 100)),
    ] {
        let id = order(&mina).await;
        portone.knows(&id, status, change.clone());
        let response = act(&mina, &id, "confirm").await;
        assert_eq!(
            json!([
                response.payload()["state"],
                response.payload()["failure"]["code"]
            ]),
            json!(["failed", "payment_amount_mismatch"]),
            "{change}"
        );
    }
    app.eventually("what was paid goes back", async || portone.cancelled() >= 8)
        .await;
    assert_eq!(app.count(TRANSFERS).await, 0);
    // A channel without a key is accepted if it is a live channel.
    let id = order(&mina).await;
    portone.knows(&id, "PAID", json!({ "channel": { "type": "LIVE" } }));
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    app.stop().await;
}

#[tokio::test]
async fn an_invalid_response_changes_nothing() {
    let (app, portone) = start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    portone.knows(&id, "PAID", json!({}));
    for mood in [
        Mood::Unauthorized,
        Mood::Broken,
        Mood::Garbage,
        Mood::Endless,
        Mood::Elsewhere,
        Mood::Silent,
    ] {
        portone.feels(mood);
        let response = act(&mina, &id, "confirm").await;
        assert_eq!(response.line(), "503 payment_unavailable", "{mood:?}");
        // One attempt: the call takes as long as the timeout.
        if mood != Mood::Silent {
            assert_eq!(notify(&app, &id, |_| {}).await, "503 payment_unavailable");
        }
        assert_eq!(state(&mina, &id).await, "created", "{mood:?}");
    }
    portone.feels(Mood::Well);
    for change in [
        json!({ "id": UNKNOWN_ID }),
        json!({ "storeId": "store-2" }),
        json!({ "status": "DREAMING" }),
        json!({ "amount": { "total": "1400" } }),
        json!({ "amount": { "total": 1400.0 } }),
    ] {
        portone.knows(&id, "PAID", change.clone());
        let response = act(&mina, &id, "confirm").await;
        assert_eq!(response.line(), "503 payment_unavailable", "{change}");
    }
    assert_eq!(app.count(TRANSFERS).await, 0);
    portone.knows(&id, "PAID", json!({}));
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    app.stop().await;
}

#[tokio::test]
async fn notices_must_be_signed_by_portone() {
    let (app, portone) = start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    portone.knows(&id, "PAID", json!({}));
    let forged = |notice: &mut Notice| notice.key = WebhookKey::new(vec![1; 32]);
    assert_eq!(notify(&app, &id, forged).await, "401 webhook_invalid");
    let of_another_store = |notice: &mut Notice| {
        notice.id = "msg_2".into();
        notice.body = notice.body.replace("store-1", "store-2");
    };
    assert_eq!(notify(&app, &id, of_another_store).await, "200");
    let of_another_kind = |notice: &mut Notice| {
        notice.id = "msg_3".into();
        notice.body = notice.body.replace("Transaction.Paid", "BillingKey.Issued");
    };
    assert_eq!(notify(&app, &id, of_another_kind).await, "200");
    assert_eq!(state(&mina, &id).await, "created");
    for _ in 0..2 {
        assert_eq!(notify(&app, &id, |_| {}).await, "200");
    }
    assert_eq!(state(&mina, &id).await, "paid");
    assert_eq!(notify(&app, UNKNOWN_ID, |_| {}).await, "200");
    // The sandbox is disabled.
    let sandbox = |notice: &mut Notice| notice.provider = "sandbox".into();
    assert_eq!(notify(&app, &id, sandbox).await, "404 not_found");
    let dispute = json!({ "disputes": [{ "status": "UNRESOLVED", "reason": "x" }] });
    portone.knows(&id, "PAID", dispute);
    let created = |notice: &mut Notice| notice.id = "msg_4".into();
    assert_eq!(notify(&app, &id, created).await, "200");
    assert_eq!(state(&mina, &id).await, "disputed");
    app.stop().await;
}

#[tokio::test]
async fn a_refund_task_is_retried_until_it_succeeds_once() {
    let (app, portone) = start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let buy = async || {
        let id = order(&mina).await;
        portone.knows(&id, "PAID", json!({}));
        assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
        id
    };
    let id = buy().await;
    refund(&mina, &keeper, &id).await;
    wait_for_state(&app, &mina, &id, "refunded").await;
    assert_eq!(portone.cancelled(), 1);
    // Already cancelled at the provider: the repeated call succeeds.
    let id = buy().await;
    portone.feels(Mood::Broken);
    refund(&mina, &keeper, &id).await;
    app.eventually("it is tried", async || {
        app.count("select count(*) from kernel.delivery where attempts > 0")
            .await
            == 1
    })
    .await;
    portone.knows(&id, "CANCELLED", json!({}));
    portone.feels(Mood::Well);
    app.advance(Duration::from_secs(5));
    wait_for_state(&app, &mina, &id, "refunded").await;
    assert_eq!(portone.cancelled(), 1, "nobody said it again");
    // The refund is pending: it is not reported as done.
    let id = buy().await;
    portone.feels(Mood::Slow);
    refund(&mina, &keeper, &id).await;
    app.eventually("it is asked for", async || portone.cancelled() == 2)
        .await;
    assert_eq!(state(&mina, &id).await, "refunding");
    portone.knows(&id, "CANCELLED", json!({}));
    let done = |notice: &mut Notice| {
        notice.id = "msg_done".into();
        notice.body = notice
            .body
            .replace("Transaction.Paid", "Transaction.Cancelled");
    };
    assert_eq!(notify(&app, &id, done).await, "200");
    assert_eq!(state(&mina, &id).await, "refunded");
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    assert_eq!(
        app.count(TRANSFERS).await,
        6,
        "three bought, three given back"
    );
    portone.feels(Mood::Stubborn);
    let id = buy().await;
    refund(&mina, &keeper, &id).await;
    app.eventually("it does not succeed", async || {
        let failed =
            "select count(*) from kernel.delivery where last_error like '%did not succeed%'";
        app.count(failed).await == 1
    })
    .await;
    assert_eq!(state(&mina, &id).await, "refunding");
    app.stop().await;
}
