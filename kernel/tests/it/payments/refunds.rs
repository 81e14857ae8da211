//! Refunds: each rule, the authorization of decisions, and a provider that fails.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{
    ORDERS, TRANSFERS, about, act, books, order, paid, promise, sandbox_state, spend, state,
    wait_for_state, wallet,
};
use crate::safety::{all_pages, log_in};
use crate::support::concurrently;
use crate::user::says;

const REFUNDS: &str = "/api/admin/refunds";
const DAY: Duration = Duration::from_secs(86_400);

async fn ask(client: &Client, id: &str) -> Reply {
    let path = format!("{ORDERS}/{id}/refund");
    client
        .post(&path, json!({ "reason": "마음이 바뀌었습니다" }))
        .await
}

async fn decide(keeper: &Client, id: &str, what: &str) -> Reply {
    let path = format!("{REFUNDS}/{id}/{what}");
    keeper
        .post(&path, json!({ "answer": "확인했습니다" }))
        .await
}

async fn queue(keeper: &Client, which: &str) -> Vec<Value> {
    all_pages(keeper, &format!("{REFUNDS}?state={which}"), 1).await
}

#[tokio::test]
async fn a_refund_is_requested_approved_and_completed() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = paid(&app, &mina).await;
    let asked = ask(&mina, &id).await;
    assert_eq!(
        json!([
            asked.payload()["state"],
            asked.payload()["refund"]["state"],
            asked.payload()["refundBlocker"]
        ]),
        json!(["refunding", "requested", "already_refunded"])
    );
    assert_eq!(
        wallet(&app, &mina).await,
        (10_000, 10_000),
        "held meanwhile"
    );
    let waiting = queue(&keeper, "requested").await;
    assert_eq!(
        json!([
            waiting.len(),
            waiting[0]["person"]["nickname"],
            waiting[0]["balanceHundredths"]
        ]),
        json!([1, "mina", 10_000])
    );
    let granted = decide(&keeper, &id, "approve").await;
    assert_eq!(
        granted.payload()["order"]["refund"]["answer"],
        "확인했습니다"
    );
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    wait_for_state(&app, &mina, &id, "refunded").await;
    assert_eq!(sandbox_state(&app, &id).await, "cancelled");
    assert_eq!(about(&mina, &id).await["refund"]["state"], "refunded");
    app.eventually("a mail says so", async || {
        app.mail_to("mina@test.witverse.dev")
            .await
            .contains("돌려드렸습니다")
    })
    .await;
    assert!(
        app.mail_to("mina@test.witverse.dev")
            .await
            .contains("확인했습니다")
    );
    app.eventually("an alarm says so", async || {
        let alarms = crate::mails::alarms(&mina).await;
        alarms.iter().any(|alarm| {
            let text = alarm["description"]["ko"].as_str().unwrap_or_default();
            alarm["title"]["ko"] == "환불이 승인되었습니다" && text.contains("확인했습니다")
        })
    })
    .await;
    assert!(queue(&keeper, "requested").await.is_empty());
    assert_eq!(queue(&keeper, "all").await.len(), 1);
    for what in ["approve", "reject"] {
        assert_eq!(
            decide(&keeper, &id, what).await.line(),
            "409 refund_not_requested"
        );
    }
    assert_eq!(ask(&mina, &id).await.line(), "409 refund_not_possible");
    assert_eq!(app.count(TRANSFERS).await, 2);
    let kinds = "select count(*) from kernel.audit_entry
                 where kind in ('refund.requested', 'refund.approved', 'payment.refunded')";
    assert_eq!(app.count(kinds).await, 3);
    app.stop().await;
}

#[tokio::test]
async fn each_rule_has_its_own_refusal() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let refused = async |id: &str, ko: &str, en: &str| {
        says(&ask(&mina, id).await, "409 refund_not_possible", ko, en);
    };
    let unpaid = order(&mina).await;
    refused(
        &unpaid,
        "결제되지 않은 주문은 환불할 수 없습니다.",
        "This order cannot be refunded: it was not paid.",
    )
    .await;
    let (first, second) = (paid(&app, &mina).await, paid(&app, &mina).await);
    // The oldest lot is spent first; the other one is whole.
    spend(&app, &mina, &theo, 1).await;
    assert_eq!(about(&mina, &first).await["refundBlocker"], "partly_spent");
    refused(
        &first,
        "충전한 WIT를 사용해 환불할 수 없습니다.",
        "This order cannot be refunded: some of its WIT were spent.",
    )
    .await;
    assert_eq!(about(&mina, &second).await["refundBlocker"], json!(null));
    // Held for another purpose: part of the balance, but not available.
    promise(&app, &mina, &theo, 15_000).await;
    assert_eq!(
        about(&mina, &second).await["refundBlocker"],
        "balance_too_low"
    );
    refused(
        &second,
        "사용할 수 있는 잔액이 충전한 수량보다 적어 환불할 수 없습니다.",
        "This order cannot be refunded: your available balance is lower than the amount you topped up.",
    )
    .await;
    for reason in ["", "abc", "    ab    ", &"x".repeat(501)] {
        let path = format!("{ORDERS}/{second}/refund");
        let reply = mina.post(&path, json!({ "reason": reason })).await;
        assert_eq!(reply.line(), "422 validation_failed");
    }
    assert_eq!(
        app.count("select count(*) from kernel.payment_refund")
            .await,
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn refunds_end_after_seven_days() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (early, late) = (paid(&app, &mina).await, paid(&app, &mina).await);
    app.advance(7 * DAY - Duration::from_secs(60));
    let mina = mina.with_token(&log_in(&app, "mina").await);
    assert_eq!(ask(&mina, &early).await.line(), "200");
    app.advance(Duration::from_secs(120));
    says(
        &ask(&mina, &late).await,
        "409 refund_not_possible",
        "결제 후 7일이 지나 환불할 수 없습니다.",
        "This order cannot be refunded: the payment was more than 7 days ago.",
    );
    assert_eq!(about(&mina, &late).await["refundBlocker"], "too_old");
    app.stop().await;
}

#[tokio::test]
async fn a_request_can_be_withdrawn_and_repeated() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = paid(&app, &mina).await;
    assert_eq!(
        act(&mina, &id, "refund/withdraw").await.line(),
        "409 refund_not_requested"
    );
    for _ in 0..2 {
        assert_eq!(ask(&mina, &id).await.line(), "200");
        let back = act(&mina, &id, "refund/withdraw").await;
        assert_eq!(
            json!([
                back.payload()["state"],
                back.payload()["refund"],
                back.payload()["refundable"]
            ]),
            json!(["paid", null, true])
        );
        assert_eq!(wallet(&app, &mina).await, (10_000, 0));
        assert_eq!(
            decide(&keeper, &id, "approve").await.line(),
            "409 refund_not_requested"
        );
    }
    assert!(queue(&keeper, "all").await.is_empty());
    // Rejected with an answer: the WIT are available again.
    ask(&mina, &id).await;
    let refused = decide(&keeper, &id, "reject").await;
    assert_eq!(refused.payload()["order"]["refund"]["state"], "rejected");
    assert_eq!(wallet(&app, &mina).await, (10_000, 0));
    let order = about(&mina, &id).await;
    assert_eq!(
        json!([
            order["state"],
            order["refund"]["answer"],
            order["refundable"]
        ]),
        json!(["paid", "확인했습니다", true])
    );
    app.eventually("a mail says so", async || {
        let mail = app.mail_to("mina@test.witverse.dev").await;
        mail.contains("확인했습니다")
    })
    .await;
    assert_eq!(sandbox_state(&app, &id).await, "paid");
    super::check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_concurrent_decisions_succeeds() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let keepers = [
        app.administrator().await,
        app.with_role("second", "admin").await,
    ];
    for round in 0..4 {
        let id = paid(&app, &mina).await;
        let before = wallet(&app, &mina).await.0;
        assert_eq!(ask(&mina, &id).await.line(), "200");
        let lines = concurrently((0..6).map(|n| {
            let (keeper, mina, id) = (keepers[n % 2].clone(), mina.clone(), id.clone());
            async move {
                match n {
                    0 | 1 => decide(&keeper, &id, "approve").await.line(),
                    2 | 3 => decide(&keeper, &id, "reject").await.line(),
                    _ => act(&mina, &id, "refund/withdraw").await.line(),
                }
            }
        }))
        .await;
        let done: Vec<usize> = (0..6).filter(|n| lines[*n] == "200").collect();
        assert_eq!(done.len(), 1, "{round}: {lines:?}");
        let back = if done[0] < 2 { 10_000 } else { 0 };
        assert_eq!(wallet(&app, &mina).await, (before - back, 0));
        if done[0] < 2 {
            wait_for_state(&app, &mina, &id, "refunded").await;
        } else {
            assert_eq!(state(&mina, &id).await, "paid");
        }
    }
    super::check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_provider_call_that_fails_is_retried_and_then_parked() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = paid(&app, &mina).await;
    ask(&mina, &id).await;
    // The sandbox has no payment to refund.
    books(&app, &id, "failed").await;
    assert_eq!(decide(&keeper, &id, "approve").await.line(), "200");
    let tries = "select coalesce(max(attempts), 0)::bigint from kernel.delivery where subscriber = 'kernel:payments'";
    for n in 1..=10 {
        app.eventually("it is tried", async || app.count(tries).await >= n)
            .await;
        app.advance(Duration::from_secs(3601));
    }
    let parked = "select count(*) from kernel.delivery where parked_at is not null and topic like 'refund %'";
    assert_eq!(app.count(parked).await, 1);
    let mina = mina.with_token(&log_in(&app, "mina").await);
    let keeper = keeper.with_token(&log_in(&app, "keeper").await);
    let order = about(&mina, &id).await;
    assert_eq!(
        json!([order["state"], order["refund"]["state"]]),
        json!(["refunding", "failed"])
    );
    assert_eq!(wallet(&app, &mina).await, (0, 0), "and taken once");
    books(&app, &id, "paid").await;
    assert_eq!(decide(&keeper, &id, "approve").await.line(), "200");
    wait_for_state(&app, &mina, &id, "refunded").await;
    assert_eq!(sandbox_state(&app, &id).await, "cancelled");
    assert_eq!(app.count(parked).await, 0);
    assert_eq!(app.count(TRANSFERS).await, 2);
    super::check_ledger(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn undecided_refunds_stay_held() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let id = paid(&app, &mina).await;
    ask(&mina, &id).await;
    let renewed = "select count(distinct id) from ledger.hold";
    for n in 2..=3 {
        app.advance(28 * DAY);
        // Runs the work of the sweep, which is due once a minute.
        app.app.payments.background.sweep_now().await.unwrap();
        assert_eq!(app.count(renewed).await, n);
        assert_eq!(wallet(&app, &mina).await, (10_000, 10_000));
    }
    let keeper = keeper.with_token(&log_in(&app, "keeper").await);
    assert_eq!(decide(&keeper, &id, "approve").await.line(), "200");
    let mina = mina.with_token(&log_in(&app, "mina").await);
    wait_for_state(&app, &mina, &id, "refunded").await;
    assert_eq!(wallet(&app, &mina).await, (0, 0));
    super::check_ledger(&app).await;
    app.stop().await;
}
