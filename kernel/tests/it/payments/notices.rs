//! `/api/payments/{provider}/webhook`: authentication of notices, and their effects.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::json;
use witverse_kernel::payments::{OverHttp, Sender, WebhookKey};
use witverse_testing::TestApp;

use super::{Notice, TRANSFERS, UNKNOWN_ID, act, books, notify, order, played, state};
use crate::user::says;

/// A falsification of a valid notice.
type Forgery = fn(&mut Notice);

const RECEIPTS: &str = "select count(*) from kernel.webhook_receipt";

#[tokio::test]
async fn a_forged_notice_is_refused_for_every_defect() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    // Also if the reported state is true.
    books(&app, &id, "paid").await;
    let forgeries: [(&str, Forgery); 8] = [
        ("another key", |n| n.key = WebhookKey::new(vec![1; 32])),
        ("no signature", |n| n.signature = Some(String::new())),
        ("a signature of nothing", |n| {
            n.signature = Some("v1,".into())
        }),
        ("a signature of something else", |n| {
            n.signature = Some(n.key.sign("msg_x", n.timestamp, n.body.as_bytes()));
        }),
        ("an old one", |n| n.timestamp -= 301),
        ("one of the future", |n| n.timestamp += 301),
        ("no id", |n| n.id = String::new()),
        ("another body", |n| {
            n.signature = Some(n.key.sign(&n.id, n.timestamp, b"{}"));
        }),
    ];
    for (what, forge) in forgeries {
        let reply = notify(&app, &id, forge).await;
        says(
            &reply,
            "401 webhook_invalid",
            "서명을 확인할 수 없는 알림입니다.",
            "The signature of this notification is not valid.",
        );
        assert_eq!(state(&mina, &id).await, "created", "{what}");
    }
    let bare = app
        .visitor()
        .post("/api/payments/sandbox/webhook", json!({}))
        .await;
    assert_eq!(bare.line(), "401 webhook_invalid");
    assert_eq!(app.count(RECEIPTS).await, 0);
    assert_eq!(app.count(TRANSFERS).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn of_a_notice_only_the_payment_id_is_used() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    let body = json!({
        "type": "Transaction.Paid",
        "data": { "paymentId": id, "amount": 1_400, "status": "PAID" },
    });
    let say_paid = |notice: &mut Notice| notice.body = body.to_string();
    assert_eq!(notify(&app, &id, say_paid).await.line(), "200");
    assert_eq!(state(&mina, &id).await, "created", "nobody paid");
    // Conversely: the provider's state is applied, independently of the notice.
    books(&app, &id, "paid").await;
    let say_failed = |notice: &mut Notice| {
        notice.id = "msg_2".into();
        notice.body =
            json!({ "type": "Transaction.Failed", "data": { "paymentId": id, "amount": 1 } })
                .to_string();
    };
    assert_eq!(notify(&app, &id, say_failed).await.line(), "200");
    assert_eq!(state(&mina, &id).await, "paid");
    app.stop().await;
}

#[tokio::test]
async fn notices_without_an_order_are_accepted_and_ignored() {
    let app = TestApp::start().await;
    for (n, body) in [
        json!({ "type": "Transaction.Paid", "data": { "paymentId": UNKNOWN_ID } }).to_string(),
        json!({ "type": "Transaction.Paid", "data": { "paymentId": "7" } }).to_string(),
        json!({ "type": "BillingKey.Issued", "data": {} }).to_string(),
        json!([]).to_string(),
        "garbage".into(),
        String::new(),
    ]
    .into_iter()
    .enumerate()
    {
        let change = |notice: &mut Notice| {
            notice.id = format!("msg_{n}");
            notice.body.clone_from(&body);
        };
        assert_eq!(
            notify(&app, UNKNOWN_ID, change).await.line(),
            "200",
            "{body}"
        );
    }
    assert_eq!(app.count(RECEIPTS).await, 6);
    for provider in ["portone", "apple", "google", "paypal", "%00", "SANDBOX"] {
        let change = |notice: &mut Notice| notice.provider = provider.into();
        let reply = notify(&app, UNKNOWN_ID, change).await;
        assert_eq!(reply.line(), "404 not_found", "{provider}");
    }
    let large = |notice: &mut Notice| notice.body = "x".repeat(2 << 20);
    assert_eq!(
        notify(&app, UNKNOWN_ID, large).await.line(),
        "413 body_too_large"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_notice_that_failed_is_refused_so_that_it_is_repeated() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    books(&app, &id, "paid").await;
    sqlx::raw_sql("alter table kernel.sandbox_payment rename to elsewhere")
        .execute(app.owner())
        .await
        .unwrap();
    let lost = notify(&app, &id, |_| {}).await;
    assert_eq!(lost.line(), "503 payment_unavailable");
    assert_eq!(
        act(&mina, &id, "confirm").await.line(),
        "503 payment_unavailable"
    );
    assert_eq!(
        app.count(RECEIPTS).await,
        0,
        "it is not taken as dealt with"
    );
    sqlx::raw_sql("alter table kernel.elsewhere rename to sandbox_payment")
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(notify(&app, &id, |_| {}).await.line(), "200");
    assert_eq!(state(&mina, &id).await, "paid");
    app.stop().await;
}

#[tokio::test]
async fn notices_travel_over_http() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let heard = seen.clone();
    let take = async move |headers: HeaderMap, body: String| {
        let id = headers["webhook-id"].to_str().unwrap().to_owned();
        heard.lock().unwrap().push((id, body));
        StatusCode::NO_CONTENT
    };
    let port = played(Router::new().route("/hook", post(take))).await;
    // An unspecified address (`0.0.0.0`) is valid for listening, not for calls.
    let everywhere = SocketAddr::from(([0, 0, 0, 0], port));
    let sender = OverHttp::new(everywhere);
    let headers = || vec![("webhook-id", "msg_1".to_owned())];
    let response = sender.post("/hook", headers(), b"{}".to_vec()).await;
    assert_eq!(response, Ok(204));
    assert_eq!(sender.post("/none", headers(), Vec::new()).await, Ok(404));
    assert_eq!(
        *seen.lock().unwrap(),
        [("msg_1".to_owned(), "{}".to_owned())]
    );
    let nobody = OverHttp::new(SocketAddr::from(([127, 0, 0, 1], 1)));
    assert!(nobody.post("/hook", headers(), Vec::new()).await.is_err());
}
