//! The actions of a payment page, and concurrent confirmations and notices.

use std::time::Duration;

use serde_json::json;
use witverse_testing::TestApp;

use super::{
    TRANSFERS, UNKNOWN_ID, about, act, notify, order, paid, press, sandbox_state, state,
    wait_for_state, wallet,
};
use crate::support::concurrently;

const DELIVERIES: &str = "select count(*) from kernel.delivery";

#[tokio::test]
async fn a_declined_payment_fails_and_another_order_can_follow() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    assert_eq!(press(&app, &id, "decline").await.line(), "303");
    wait_for_state(&app, &mina, &id, "failed").await;
    let failed = about(&mina, &id).await;
    assert_eq!(
        failed["failure"],
        json!({
            "code": "payment_declined",
            "message": { "ko": "결제가 승인되지 않았습니다.", "en": "The payment was declined." },
        })
    );
    assert_eq!(failed["checkout"], json!(null));
    assert_eq!(
        act(&mina, &id, "cancel").await.line(),
        "409 order_not_payable"
    );
    paid(&app, &mina).await;
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    app.stop().await;
}

#[tokio::test]
async fn a_payment_can_be_pending_for_long() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    press(&app, &id, "delay").await;
    wait_for_state(&app, &mina, &id, "pending").await;
    assert_eq!(
        act(&mina, &id, "confirm").await.payload()["state"],
        "pending"
    );
    assert_eq!(
        act(&mina, &id, "cancel").await.line(),
        "409 order_not_payable"
    );
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    app.advance(Duration::from_secs(11));
    wait_for_state(&app, &mina, &id, "paid").await;
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    app.stop().await;
}

#[tokio::test]
async fn a_repeated_notice_is_credited_once() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    press(&app, &id, "twice").await;
    wait_for_state(&app, &mina, &id, "paid").await;
    app.eventually("both notices are taken", async || {
        let sent = "select count(*) from kernel.delivery where subscriber = 'kernel:sandbox'";
        app.count(sent).await == 0
    })
    .await;
    assert_eq!(app.count(TRANSFERS).await, 1);
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    assert_eq!(
        app.count("select count(*) from kernel.webhook_receipt")
            .await,
        1
    );
    app.stop().await;
}

#[tokio::test]
async fn another_amount_is_refunded_and_not_credited() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    press(&app, &id, "wrong-amount").await;
    wait_for_state(&app, &mina, &id, "failed").await;
    assert_eq!(
        about(&mina, &id).await["failure"]["code"],
        "payment_amount_mismatch"
    );
    app.eventually("the provider is called", async || {
        sandbox_state(&app, &id).await == "cancelled" && app.count(DELIVERIES).await == 0
    })
    .await;
    assert_eq!(app.count(TRANSFERS).await, 0);
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    let mail = app.mail_to("mina@test.witverse.dev").await;
    assert!(mail.contains("결제를 취소합니다"), "{mail}");
    // Later notices change nothing.
    super::books(&app, &id, "paid").await;
    assert_eq!(
        act(&mina, &id, "confirm").await.payload()["state"],
        "failed"
    );
    assert_eq!(notify(&app, &id, |_| {}).await.line(), "200");
    assert_eq!(app.count(TRANSFERS).await, 0);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_concurrent_confirmations_credit_once() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    for _ in 0..3 {
        let id = order(&mina).await;
        let before = wallet(&app, &mina).await.0;
        super::books(&app, &id, "paid").await;
        let app_ref = &app;
        let browser = (0..10).map(|_| {
            let (mina, id) = (mina.clone(), id.clone());
            async move { act(&mina, &id, "confirm").await.line() }
        });
        let confirms = concurrently(browser);
        let notices = async {
            let mut lines = Vec::new();
            let sent = (0..10).map(|n| {
                let id = id.clone();
                async move {
                    let other = move |notice: &mut super::Notice| {
                        notice.id = format!("msg_{n}_{}", notice.body.len());
                    };
                    // Half of them are the same notice.
                    if n % 2 == 0 {
                        notify(app_ref, &id, |_| {}).await.line()
                    } else {
                        notify(app_ref, &id, other).await.line()
                    }
                }
            });
            lines.extend(futures::future::join_all(sent).await);
            lines
        };
        let (confirms, notices) = futures::join!(confirms, notices);
        assert!(
            confirms.iter().chain(&notices).all(|line| line == "200"),
            "{confirms:?} {notices:?}"
        );
        assert_eq!(state(&mina, &id).await, "paid");
        assert_eq!(wallet(&app, &mina).await.0, before + 10_000);
    }
    assert_eq!(app.count(TRANSFERS).await, 3);
    assert_eq!(app.count("select count(*) from ledger.lot").await, 3);
    assert_eq!(
        app.count("select count(*) from kernel.audit_entry where kind = 'wallet.charged'")
            .await,
        3
    );
    super::check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_notice_before_the_browser_returns_is_sufficient() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let id = order(&mina).await;
    super::books(&app, &id, "paid").await;
    assert_eq!(notify(&app, &id, |_| {}).await.line(), "200");
    assert_eq!(state(&mina, &id).await, "paid");
    assert_eq!(act(&mina, &id, "confirm").await.payload()["state"], "paid");
    assert_eq!(app.count(TRANSFERS).await, 1);
    assert_eq!(
        act(&mina, UNKNOWN_ID, "confirm").await.line(),
        "404 order_not_found"
    );
    app.stop().await;
}
