//! `/api/exchange/rate` and `/api/admin/exchange-rates`: append-only versions.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{about, place};
use crate::safety::all_pages;
use crate::support::concurrently;
use crate::user::{says, text};

const RATES: &str = "/api/admin/exchange-rates";

async fn set(client: &Client, usd: i64, krw: i64) -> Reply {
    let body = json!({
        "hundredthsPerUsd": usd, "hundredthsPer1000Krw": krw, "note": "환율이 바뀌었습니다",
    });
    client.post(RATES, body).await
}

async fn rate(app: &TestApp) -> Value {
    let reply = app.visitor().get("/api/exchange/rate").await;
    reply.payload().clone()
}

#[tokio::test]
async fn an_order_keeps_the_rate_it_was_made_under() {
    let app = TestApp::start().await;
    let (mina, keeper) = (app.person("mina").await, app.administrator().await);
    let first = rate(&app).await;
    assert_eq!(
        json!([
            first["version"],
            first["exchangeRate"],
            first["hundredthsPerUsd"],
            first["hundredthsPer1000Krw"]
        ]),
        json!([1, 100.0, 10_000, 7_143])
    );
    let before = place(&mina, 100, "KRW").await;
    let reply = set(&keeper, 10_900, 6_500).await;
    assert_eq!(reply.line(), "201");
    assert_eq!(
        json!([
            reply.payload()["version"],
            reply.payload()["setBy"]["nickname"],
            reply.payload()["approvedBy"]
        ]),
        json!([2, "keeper", null])
    );
    assert_eq!(rate(&app).await["version"], 2);
    let after = place(&mina, 100, "KRW").await;
    assert_eq!(after["price"]["amountMinor"], 1_540);
    let kept = about(&mina, &text(&before["id"])).await;
    assert_eq!(
        json!([kept["price"]["amountMinor"], kept["rate"]["version"]]),
        json!([1_400, 1])
    );
    let listed = all_pages(&keeper, RATES, 1).await;
    assert_eq!(
        json!([listed[0]["version"], listed[1]["version"]]),
        json!([2, 1])
    );
    assert_eq!(listed[1]["setBy"], json!(null));
    assert_eq!(
        app.count("select count(*) from kernel.audit_entry where kind = 'exchange_rate.set'")
            .await,
        1
    );
    app.stop().await;
}

#[tokio::test]
async fn a_rate_must_be_new_and_within_limits() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    says(
        &set(&keeper, 10_000, 7_143).await,
        "409 rate_unchanged",
        "현재 환율과 같습니다.",
        "This is already the current rate.",
    );
    for (usd, krw) in [(0, 1), (1, 0), (-1, 1), (1_000_000_001, 1), (1, i64::MAX)] {
        assert_eq!(set(&keeper, usd, krw).await.line(), "422 validation_failed");
    }
    for (field, value) in [
        ("note", json!("abc")),
        ("note", json!("x".repeat(201))),
        ("hundredthsPerUsd", json!(1.5)),
        ("hundredthsPerUsd", json!("20000")),
    ] {
        let mut body =
            json!({ "hundredthsPerUsd": 1, "hundredthsPer1000Krw": 1, "note": "because" });
        body[field] = value;
        assert_eq!(
            keeper.post(RATES, body).await.line(),
            "422 validation_failed"
        );
    }
    assert_eq!(
        app.count("select count(*) from kernel.exchange_rate").await,
        1
    );
    for statement in [
        "update kernel.exchange_rate set hundredths_per_usd = 1",
        "delete from kernel.exchange_rate",
    ] {
        let refused = sqlx::query(statement).execute(app.owner()).await;
        assert!(refused.unwrap_err().to_string().contains("append-only"));
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrently_set_rates_get_consecutive_versions() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let lines = concurrently((0..8).map(|n| {
        let keeper = keeper.clone();
        async move { set(&keeper, 10_100 + n / 2, 7_143).await.line() }
    }))
    .await;
    assert!(
        lines
            .iter()
            .all(|line| line == "201" || line == "409 rate_unchanged"),
        "{lines:?}"
    );
    let set = lines.iter().filter(|line| *line == "201").count();
    let versions = app
        .count("select max(version)::bigint from kernel.exchange_rate")
        .await;
    assert_eq!(versions, 1 + i64::try_from(set).unwrap(), "without gaps");
    app.stop().await;
}

const PROPOSALS: &str = "/api/admin/rate-proposals";

async fn propose(client: &Client, usd: i64, krw: i64) -> Reply {
    let body = json!({
        "hundredthsPerUsd": usd, "hundredthsPer1000Krw": krw, "note": "환율이 바뀌었습니다",
    });
    client.post(PROPOSALS, body).await
}

async fn decide(client: &Client, id: &str, what: &str) -> Reply {
    let path = format!("{PROPOSALS}/{id}/{what}");
    client
        .post(&path, json!({ "answer": "확인했습니다" }))
        .await
}

#[tokio::test]
async fn a_change_of_more_than_a_tenth_needs_a_second_administrator() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let second = app.with_role("sora", "admin").await;
    // 10 % up and down are allowed, a hundredth more is not.
    for (usd, krw) in [
        (11_001, 7_143),
        (8_999, 7_143),
        (10_000, 7_858),
        (10_000, 6_428),
    ] {
        says(
            &set(&keeper, usd, krw).await,
            "409 rate_needs_approval",
            "환율을 10% 넘게 바꾸려면 다른 관리자의 승인이 필요합니다. 먼저 제안해 주세요.",
            "A change of more than 10% needs the approval of another administrator. Please propose it.",
        );
    }
    let proposal = propose(&keeper, 20_000, 14_286).await;
    assert_eq!(proposal.line(), "201");
    let id = text(&proposal.payload()["id"]);
    assert_eq!(rate(&app).await["version"], 1, "nothing has changed yet");
    assert_eq!(
        propose(&second, 30_000, 14_286).await.line(),
        "409 rate_proposal_open"
    );
    assert_eq!(
        decide(&keeper, &id, "approve").await.line(),
        "403 second_person_required"
    );
    let approved = decide(&second, &id, "approve").await;
    assert_eq!(approved.line(), "200");
    let entry = approved.payload();
    assert_eq!(
        json!([
            entry["version"],
            entry["hundredthsPerUsd"],
            entry["setBy"]["nickname"],
            entry["approvedBy"]["nickname"]
        ]),
        json!([2, 20_000, "keeper", "sora"])
    );
    assert_eq!(rate(&app).await["version"], 2);
    for what in ["approve", "reject"] {
        assert_eq!(
            decide(&second, &id, what).await.line(),
            "409 rate_proposal_decided"
        );
    }
    let logged = "select count(*) from kernel.audit_entry where kind = 'exchange_rate.set' and actor is not null";
    assert_eq!(app.count(logged).await, 1);
    app.stop().await;
}

#[tokio::test]
async fn a_proposal_for_an_older_rate_can_only_be_rejected() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let second = app.with_role("sora", "admin").await;
    let proposal = propose(&keeper, 20_000, 14_286).await;
    let id = text(&proposal.payload()["id"]);
    assert_eq!(set(&second, 10_500, 7_143).await.line(), "201");
    says(
        &decide(&second, &id, "approve").await,
        "409 rate_changed",
        "제안한 뒤에 환율이 바뀌었습니다. 이 제안을 거절하고 다시 제안해 주세요.",
        "The rate has changed since this was proposed. Please reject the proposal and propose again.",
    );
    // The proposer may withdraw.
    let withdrawn = decide(&keeper, &id, "reject").await;
    assert_eq!(withdrawn.line(), "200");
    assert_eq!(
        json!([
            withdrawn.payload()["state"],
            withdrawn.payload()["decidedBy"]["nickname"]
        ]),
        json!(["rejected", "keeper"])
    );
    assert_eq!(propose(&keeper, 30_000, 14_286).await.line(), "201");
    assert_eq!(all_pages(&keeper, PROPOSALS, 1).await.len(), 2);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_proposal_is_decided_once() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let second = app.with_role("sora", "admin").await;
    let proposal = propose(&keeper, 20_000, 14_286).await;
    let id = text(&proposal.payload()["id"]);
    let lines = concurrently((0..8).map(|n| {
        let (second, id) = (second.clone(), id.clone());
        let what = if n % 2 == 0 { "approve" } else { "reject" };
        async move { decide(&second, &id, what).await.line() }
    }))
    .await;
    let decided = lines.iter().filter(|line| *line == "200").count();
    assert_eq!(decided, 1, "{lines:?}");
    app.stop().await;
}

#[tokio::test]
async fn the_database_refuses_a_large_change_by_one_person() {
    let app = TestApp::start().await;
    let insert = |usd: i64, by: &str, second: &str| {
        format!(
            "insert into kernel.exchange_rate
                 (version, hundredths_per_usd, hundredths_per_1000_krw, note, set_by, approved_by, since)
             values (2, {usd}, 7143, 'because', {by}, {second}, now())"
        )
    };
    let one = "'00000000-0000-7000-8000-000000000001'";
    for (statement, said) in [
        (insert(11_001, one, "null"), "needs a second administrator"),
        (insert(11_001, one, one), "exchange_rate_second_person"),
    ] {
        let refused = sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(app.owner())
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(said), "{refused}");
    }
    let allowed = insert(11_000, one, "null");
    sqlx::query(sqlx::AssertSqlSafe(allowed))
        .execute(app.owner())
        .await
        .unwrap();
    app.stop().await;
}
