//! Chargebacks: the wallet is frozen until an administrator records the outcome.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{
    ORDERS, TRANSFERS, about, act, books, freeze, notify, order, paid, press, sandbox_state, spend,
    wait_for_state, wallet,
};
use crate::safety::all_pages;
use crate::user::says;

async fn end(keeper: &Client, id: &str, outcome: &str) -> Reply {
    let path = format!("/api/admin/orders/{id}/dispute");
    let body = json!({ "outcome": outcome, "reason": "카드사와 확인했습니다" });
    keeper.post(&path, body).await
}

async fn is_frozen(app: &TestApp, person: &Client) -> bool {
    let state: i16 = sqlx::query_scalar("select state from ledger.account where id = $1")
        .bind(person.id)
        .fetch_one(app.owner())
        .await
        .unwrap();
    state == 1
}

async fn charged_back(app: &TestApp, person: &Client, id: &str) {
    assert_eq!(press(app, id, "chargeback").await.line(), "303");
    wait_for_state(app, person, id, "disputed").await;
}

#[tokio::test]
async fn a_chargeback_freezes_the_wallet_until_it_is_settled() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = paid(&app, &mina).await;
    assert_eq!(end(&keeper, &id, "won").await.line(), "409 not_disputed");
    charged_back(&app, &mina, &id).await;
    assert!(is_frozen(&app, &mina).await);
    assert_eq!(wallet(&app, &mina).await, (10_000, 0), "still there");
    let order = about(&mina, &id).await;
    assert_eq!(
        json!([order["refundBlocker"], order["dispute"]["outcome"]]),
        json!(["frozen", null])
    );
    let refund = json!({ "reason": "then give it back" });
    says(
        &mina.post(&format!("{ORDERS}/{id}/refund"), refund).await,
        "409 refund_not_possible",
        "지갑이 정지되어 환불할 수 없습니다.",
        "This order cannot be refunded: your wallet is frozen.",
    );
    let new = json!({ "wit": 100, "currency": "KRW", "agreed": true });
    assert_eq!(mina.post(ORDERS, new).await.line(), "403 wallet_frozen");
    app.eventually("a mail says so", async || {
        app.mail_to("mina@test.witverse.dev").await.contains("정지")
    })
    .await;
    let disputed = all_pages(&keeper, "/api/admin/orders?state=disputed", 5).await;
    assert_eq!(disputed.len(), 1);
    for bad in [
        json!({ "outcome": "drawn", "reason": "because" }),
        json!({ "outcome": "won", "reason": "" }),
    ] {
        let path = format!("/api/admin/orders/{id}/dispute");
        assert_eq!(
            keeper.post(&path, bad).await.line(),
            "422 validation_failed"
        );
    }
    let won = end(&keeper, &id, "won").await;
    assert_eq!(won.payload()["order"]["state"], "paid");
    assert!(!is_frozen(&app, &mina).await);
    // Later reports of the same dispute change nothing.
    let again = |notice: &mut super::Notice| notice.id = "msg_again".into();
    assert_eq!(notify(&app, &id, again).await.line(), "200");
    assert_eq!(about(&mina, &id).await["state"], "paid");
    assert!(!is_frozen(&app, &mina).await);
    for outcome in ["won", "lost"] {
        assert_eq!(end(&keeper, &id, outcome).await.line(), "409 not_disputed");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_lost_dispute_debits_the_available_wit() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let keeper = app.administrator().await;
    let id = paid(&app, &mina).await;
    spend(&app, &mina, &theo, 4_000).await;
    charged_back(&app, &mina, &id).await;
    let lost = end(&keeper, &id, "lost").await;
    assert_eq!(
        json!([
            lost.payload()["order"]["state"],
            lost.payload()["order"]["dispute"]["outcome"],
            lost.payload()["order"]["refundBlocker"]
        ]),
        json!(["disputed", "lost", "already_refunded"])
    );
    assert_eq!(wallet(&app, &mina).await, (0, 0), "never below nothing");
    assert_eq!(wallet(&app, &theo).await, (4_000, 0), "theirs stays theirs");
    assert!(!is_frozen(&app, &mina).await);
    let said: Value = sqlx::query_scalar(
        "select personal -> 'details' from kernel.audit_entry where kind = 'dispute.settled'",
    )
    .fetch_one(app.owner())
    .await
    .unwrap();
    assert_eq!(said["takenHundredths"], 6_000);
    assert_eq!(end(&keeper, &id, "lost").await.line(), "409 not_disputed");
    super::check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_wallet_is_unfrozen_after_its_last_dispute() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let (one, two) = (paid(&app, &mina).await, paid(&app, &mina).await);
    charged_back(&app, &mina, &one).await;
    charged_back(&app, &mina, &two).await;
    end(&keeper, &one, "won").await;
    assert!(is_frozen(&app, &mina).await);
    end(&keeper, &two, "lost").await;
    assert!(!is_frozen(&app, &mina).await);
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    app.stop().await;
}

#[tokio::test]
async fn a_freeze_by_an_administrator_persists() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = paid(&app, &mina).await;
    freeze(&app, &mina).await;
    charged_back(&app, &mina, &id).await;
    end(&keeper, &id, "won").await;
    assert!(is_frozen(&app, &mina).await);
    app.stop().await;
}

#[tokio::test]
async fn a_dispute_ends_a_request_for_a_refund() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = paid(&app, &mina).await;
    let body = json!({ "reason": "마음이 바뀌었습니다" });
    let asked = mina.post(&format!("{ORDERS}/{id}/refund"), body).await;
    assert_eq!(asked.line(), "200");
    charged_back(&app, &mina, &id).await;
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    let answer = json!({ "answer": "because" });
    let late = keeper
        .post(&format!("/api/admin/refunds/{id}/approve"), answer)
        .await;
    assert_eq!(late.line(), "409 refund_not_requested");
    assert_eq!(
        act(&mina, &id, "refund/withdraw").await.line(),
        "409 refund_not_requested"
    );
    super::check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_refund_by_the_provider_debits_the_wit() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let (whole, spent) = (paid(&app, &mina).await, paid(&app, &theo).await);
    let say = |n: u8| move |notice: &mut super::Notice| notice.id = format!("msg_back_{n}");
    books(&app, &whole, "cancelled").await;
    assert_eq!(notify(&app, &whole, say(1)).await.line(), "200");
    assert_eq!(about(&mina, &whole).await["state"], "refunded");
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    assert!(!is_frozen(&app, &mina).await, "nothing is missing");
    // If the WIT were spent, an administrator must decide.
    spend(&app, &theo, &mina, 1).await;
    books(&app, &spent, "cancelled").await;
    assert_eq!(notify(&app, &spent, say(2)).await.line(), "200");
    assert_eq!(about(&theo, &spent).await["state"], "disputed");
    assert!(is_frozen(&app, &theo).await);
    assert_eq!(wallet(&app, &theo).await, (0, 0));
    let before = app.count(TRANSFERS).await;
    assert_eq!(notify(&app, &spent, say(3)).await.line(), "200");
    assert_eq!(app.count(TRANSFERS).await, before, "once");
    // An unpaid order has no refund.
    let never = order(&mina).await;
    books(&app, &never, "cancelled").await;
    assert_eq!(
        act(&mina, &never, "confirm").await.payload()["state"],
        "created"
    );
    assert_eq!(sandbox_state(&app, &never).await, "cancelled");
    super::check_ledger(&app).await;
    app.stop().await;
}
