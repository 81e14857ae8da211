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
    let reply = set(&keeper, 20_000, 14_286).await;
    assert_eq!(reply.line(), "201");
    assert_eq!(
        json!([
            reply.payload()["version"],
            reply.payload()["setBy"]["nickname"]
        ]),
        json!([2, "keeper"])
    );
    assert_eq!(rate(&app).await["version"], 2);
    let after = place(&mina, 100, "KRW").await;
    assert_eq!(after["price"]["amountMinor"], 700);
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
        async move { set(&keeper, 20_000 + n / 2, 7_143).await.line() }
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
