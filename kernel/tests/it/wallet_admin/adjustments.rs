//! Corrections by two administrators, frozen wallets, daily totals, the daily check.

use serde_json::{Value, json};
use witverse_ledger::Kind;
use witverse_testing::{Client, TestApp};

use super::{assert_ledger_consistent, give, moved, payload};
use crate::support::{concurrently, run};

const ADJUSTMENTS: &str = "/api/admin/adjustments";

async fn propose(keeper: &Client, account: uuid::Uuid, hundredths: i64) -> String {
    let body =
        json!({ "accountId": account, "amountHundredths": hundredths, "reason": "a correction" });
    let reply = keeper.post(ADJUSTMENTS, body).await;
    assert_eq!(reply.line(), "201", "{}", reply.body);
    reply.payload()["id"].as_str().unwrap().to_owned()
}

async fn decide(keeper: &Client, id: &str, what: &str) -> String {
    let body = json!({ "answer": "as discussed" });
    keeper
        .post(&format!("{ADJUSTMENTS}/{id}/{what}"), body)
        .await
        .line()
}

async fn balance(client: &Client) -> i64 {
    payload(client, "/api/v2/wallet").await["balanceHundredths"]
        .as_i64()
        .unwrap()
}

#[tokio::test]
async fn corrections_require_two_administrators() {
    let app = TestApp::start().await;
    let (one, two) = (
        app.administrator().await,
        app.with_role("second", "admin").await,
    );
    let ann = app.person("ann").await;
    let id = propose(&one, ann.id, 5_000).await;
    assert_eq!(balance(&ann).await, 0, "nothing moves before it is decided");
    assert_eq!(
        decide(&one, &id, "approve").await,
        "403 second_person_required"
    );
    assert_eq!(
        decide(&one, &id, "reject").await,
        "403 second_person_required"
    );
    assert_eq!(decide(&two, &id, "approve").await, "200");
    assert_eq!(balance(&ann).await, 5_000);
    for what in ["approve", "reject"] {
        assert_eq!(decide(&two, &id, what).await, "409 adjustment_decided");
    }
    // The affected person reads the reason, and the audit log names the administrators.
    let mail = app.mail_to("ann@test.witverse.dev").await;
    assert!(mail.contains("a correction"), "{mail}");
    let logged = app
        .count("select count(*) from kernel.audit_entry where kind = 'wit.adjusted'")
        .await;
    assert_eq!(logged, 1);

    let refused = propose(&one, ann.id, -1).await;
    assert_eq!(decide(&two, &refused, "reject").await, "200");
    let list = payload(&two, &format!("{ADJUSTMENTS}?state=all")).await;
    let states: Vec<&Value> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["state"])
        .collect();
    assert_eq!(states, ["rejected", "applied"]);
    assert_eq!(list["items"][1]["decidedBy"]["nickname"], "second");
    let open = payload(&two, ADJUSTMENTS).await;
    assert_eq!(open["items"], json!([]));
    assert_ledger_consistent(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_concurrent_decisions_decide_once() {
    let app = TestApp::start().await;
    let one = app.administrator().await;
    let (two, three) = (
        app.with_role("second", "admin").await,
        app.with_role("third", "admin").await,
    );
    let ann = app.person("ann").await;
    for round in 1..=5 {
        let id = propose(&one, ann.id, 100).await;
        let tries = concurrently([&two, &three, &two, &three].map(|keeper| {
            let (keeper, id) = (keeper.clone(), id.clone());
            async move { decide(&keeper, &id, "approve").await }
        }))
        .await;
        assert_eq!(
            tries.iter().filter(|line| *line == "200").count(),
            1,
            "{tries:?}"
        );
        assert_eq!(balance(&ann).await, round * 100);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_correction_debits_at_most_the_balance() {
    let app = TestApp::start().await;
    let (one, two) = (
        app.administrator().await,
        app.with_role("second", "admin").await,
    );
    let ann = app.person("ann").await;
    give(&app, ann.id, 100).await;
    let much = propose(&one, ann.id, -101).await;
    assert_eq!(decide(&two, &much, "approve").await, "409 insufficient_wit");
    assert_eq!(
        decide(&two, &much, "reject").await,
        "200",
        "it stayed proposed"
    );
    let all = propose(&one, ann.id, -100).await;
    assert_eq!(decide(&two, &all, "approve").await, "200");
    assert_eq!(balance(&ann).await, 0);
    for (account, hundredths, line) in [
        (ann.id, 0, "422 amount_invalid"),
        (ann.id, i64::MIN, "422 amount_invalid"),
        (ann.id, i64::MAX, "422 amount_invalid"),
        (witverse_ledger::MINT, 5, "404 user_not_found"),
        (uuid::Uuid::from_u128(7), 5, "404 user_not_found"),
    ] {
        let body = json!({ "accountId": account, "amountHundredths": hundredths, "reason": "a correction" });
        assert_eq!(
            one.post(ADJUSTMENTS, body).await.line(),
            line,
            "{hundredths}"
        );
    }
    for bad in [json!("5"), json!(1.5), Value::Null] {
        let body =
            json!({ "accountId": ann.id, "amountHundredths": bad, "reason": "a correction" });
        assert_eq!(
            one.post(ADJUSTMENTS, body).await.line(),
            "422 validation_failed",
            "{bad}"
        );
    }
    let body = json!({ "accountId": ann.id, "amountHundredths": 5, "reason": "no" });
    assert_eq!(
        one.post(ADJUSTMENTS, body).await.line(),
        "422 validation_failed"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_frozen_wallet_neither_pays_nor_receives_until_it_is_unfrozen() {
    let app = TestApp::start().await;
    let (keeper, ann, ben) = (
        app.administrator().await,
        app.person("ann").await,
        app.person("ben").await,
    );
    give(&app, ann.id, 1_000).await;
    let path = format!("/api/admin/wallets/{}", ann.id);
    let set = async |what: &str| {
        let body = json!({ "reason": "somebody else used it" });
        keeper.post(&format!("{path}/{what}"), body).await.line()
    };
    assert_eq!(set("unfreeze").await, "409 wallet_state_unchanged");
    assert_eq!(set("freeze").await, "200");
    assert_eq!(set("freeze").await, "409 wallet_state_unchanged");
    assert_eq!(payload(&ann, "/api/v2/wallet").await["state"], "frozen");
    let give =
        json!({ "op": "transfer", "operation": "give", "key": "k", "to": ben.id, "amount": 1 });
    let tried = run(&ann, json!([give])).await;
    assert_eq!(tried.payload()["results"][0]["error"]["kind"], "Frozen");
    let seen = payload(&keeper, &path).await;
    assert_eq!(
        (&seen["state"], &seen["frozenReason"]),
        (&json!("frozen"), &json!("somebody else used it"))
    );
    assert_eq!(seen["movements"][0]["kind"], "bonus");
    assert!(
        app.mail_to("ann@test.witverse.dev")
            .await
            .contains("somebody else used it")
    );
    assert_eq!(set("unfreeze").await, "200");
    assert_eq!(
        run(&ann, json!([give])).await.payload()["results"][0]["ok"]["replayed"],
        false
    );
    app.stop().await;
}

#[tokio::test]
async fn administrators_see_totals_and_the_ledger_check() {
    let app = TestApp::start().await;
    let (keeper, ann, ben) = (
        app.administrator().await,
        app.person("ann").await,
        app.person("ben").await,
    );
    give(&app, ann.id, 1_000).await;
    moved(&app, ann.id, ben.id, 300, Kind::Give, "").await;
    let totals = payload(&keeper, "/api/admin/ledger/totals?days=1").await;
    let kinds: Vec<_> = totals["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (&item["kind"], &item["count"], &item["amountHundredths"]))
        .collect();
    assert_eq!(
        kinds,
        [
            (&json!("bonus"), &json!(1), &json!(1_000)),
            (&json!("give"), &json!(1), &json!(300))
        ]
    );
    assert_eq!(totals["circulationHundredths"], 1_000);
    for bad in ["0", "91", "x"] {
        let path = format!("/api/admin/ledger/totals?days={bad}");
        assert_eq!(keeper.get(&path).await.line(), "400 invalid_query", "{bad}");
    }
    app.eventually("the ledger check has run", async || {
        let check = payload(&keeper, "/api/admin/ledger/check").await;
        check["findings"] == json!([])
            && check["accounts"]
                .as_i64()
                .is_some_and(|accounts| accounts > 0)
    })
    .await;
    // A check that has not ended says nothing about the ledger.
    sqlx::raw_sql(
        "insert into kernel.ledger_check (at, accounts, entries, findings, finished)
         select at + interval '1 second', 0, 0, '[]', false from kernel.ledger_check",
    )
    .execute(app.owner())
    .await
    .unwrap();
    let check = payload(&keeper, "/api/admin/ledger/check").await;
    assert_ne!(check["accounts"], 0);
    app.stop().await;
}
