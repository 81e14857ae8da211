//! The caller's wallet: balance, history, and its proof.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use witverse_ledger::{self as ledger, Kind};
use witverse_testing::TestApp;

use super::{assert_ledger_consistent, give, moved, payload};
use crate::support::run;

const HISTORY: &str = "/api/v2/wallet/history";

fn numbers(list: &Value, field: &str) -> Vec<i64> {
    let items = list["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item[field].as_i64().unwrap())
        .collect()
}

#[tokio::test]
async fn a_wallet_shows_balance_and_held_wit() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let empty = payload(&ann, "/api/v2/wallet").await;
    assert_eq!(empty["balanceHundredths"], 0);
    assert_eq!(empty["rate"]["hundredthsPerUsd"], 10_000);
    give(&app, ann.id, 12_345).await;
    let end = app.clock.now_ms() + 60_000;
    let hold = json!({ "op": "hold", "key": "gift", "amount": 345, "memo": "for ben", "expires_at_ms": end });
    assert_eq!(run(&ann, json!([hold])).await.line(), "200");
    let wallet = payload(&ann, "/api/v2/wallet").await;
    assert_eq!(
        (
            &wallet["balanceHundredths"],
            &wallet["heldHundredths"],
            &wallet["availableHundredths"],
            &wallet["state"]
        ),
        (
            &json!(12_345),
            &json!(345),
            &json!(12_000),
            &json!("active")
        )
    );
    let holds = payload(&ann, "/api/v2/wallet/holds").await;
    assert_eq!(
        (
            &holds["items"][0]["source"],
            &holds["items"][0]["memo"],
            &holds["items"][0]["counterparty"]
        ),
        (&json!("probe"), &json!("for ben"), &Value::Null)
    );
    // After its expiry the hold is released, and the screens get a push.
    app.advance(std::time::Duration::from_secs(61));
    app.eventually("the hold goes back", async || {
        payload(&ann, "/api/v2/wallet").await["heldHundredths"] == 0
    })
    .await;
    assert_eq!(
        app.count("select count(*) from kernel.live_event where kind = 'kernel.wallet.changed'")
            .await,
        2
    );
    assert_eq!(
        app.visitor().get("/api/v2/wallet").await.line(),
        "401 unauthenticated"
    );
    assert_ledger_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_history_has_pages_filters_and_names() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, ann.id, 10_000).await;
    for n in 1..=5 {
        moved(&app, ann.id, ben.id, n, Kind::Give, &format!("tip {n}")).await;
    }
    let first = payload(&ann, &format!("{HISTORY}?limit=4")).await;
    assert_eq!(numbers(&first, "seq"), [6, 5, 4, 3]);
    assert_eq!(
        first["items"][0]["counterparty"],
        json!({ "type": "person", "id": ben.id, "nickname": "ben", "plugin": null })
    );
    assert_eq!(first["items"][0]["memo"], "tip 5");
    let cursor = first["nextCursor"].as_str().unwrap();
    let rest = payload(&ann, &format!("{HISTORY}?limit=4&cursor={cursor}")).await;
    assert_eq!(numbers(&rest, "amountHundredths"), [-1, 10_000]);
    assert_eq!(rest["nextCursor"], Value::Null);
    assert_eq!(rest["items"][1]["counterparty"]["type"], "platform");

    let month = &payload(&ann, "/api/v2/wallet/summary").await["items"][0]["month"];
    let month = month.as_str().unwrap();
    for (query, count) in [
        ("kind=give", 5),
        ("kind=bonus", 1),
        ("direction=in", 1),
        ("direction=out&kind=give", 5),
        ("month=2001-01", 0),
        (&*format!("month={month}"), 6),
    ] {
        let found = payload(&ann, &format!("{HISTORY}?{query}")).await;
        assert_eq!(found["items"].as_array().unwrap().len(), count, "{query}");
    }
    for bad in [
        "kind=theft",
        "direction=up",
        "month=2026-13",
        "month=november",
        "cursor=x",
        "limit=0",
    ] {
        assert_eq!(
            ann.get(&format!("{HISTORY}?{bad}")).await.line(),
            "400 invalid_query",
            "{bad}"
        );
    }
    for bad in [
        "summary?months=0",
        "summary?months=25",
        "proof?limit=1001",
        "proof?after=-1",
        "proof?after=x",
    ] {
        assert_eq!(
            ann.get(&format!("/api/v2/wallet/{bad}")).await.line(),
            "400 invalid_query",
            "{bad}"
        );
    }
    let sums = payload(&ann, "/api/v2/wallet/summary?months=1").await;
    let give = sums["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|sum| sum["kind"] == "give")
        .unwrap();
    assert_eq!(
        (&give["inHundredths"], &give["outHundredths"]),
        (&json!(0), &json!(15))
    );
    app.stop().await;
}

#[tokio::test]
async fn a_history_of_any_length_is_exported_as_a_table() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, ann.id, 1_000_000).await;
    moved(&app, ann.id, ben.id, 5, Kind::Give, "=HYPERLINK(\"x\")").await;
    for _ in 0..1_100 {
        moved(&app, ann.id, ben.id, 1, Kind::Give, "").await;
    }
    let reply = ann.get(&format!("{HISTORY}.csv")).await;
    assert_eq!(reply.status, 200);
    assert!(
        reply
            .header("content-disposition")
            .unwrap()
            .contains("witverse-wit.csv")
    );
    let text = String::from_utf8(reply.bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with('\u{feff}'),
        "spreadsheets see that it is UTF-8"
    );
    assert_eq!(lines.len(), 1 + 1_102);
    assert!(
        lines[1].starts_with("1102,") && lines[1].contains(",\"ben\",\"\",-0.01,9988.95,"),
        "{}",
        lines[1]
    );
    assert!(
        text.contains("\"'=HYPERLINK(\"\"x\"\")\""),
        "a memo is never a formula"
    );
    assert!(
        lines[0].ends_with("번호,시각 (KST),종류,상대,메모,수량 (WIT),거래 후 잔액 (WIT),거래 ID")
    );
    // The headings are in the language of the request.
    let english = ann.with_header("x-language", "en");
    let some = english.get(&format!("{HISTORY}.csv?month=2000-01")).await;
    assert_eq!(
        String::from_utf8(some.bytes).unwrap(),
        "\u{feff}Number,Time (KST),Type,With,Note,Amount (WIT),Balance after (WIT),Transfer ID\r\n"
    );
    let some = ann.get(&format!("{HISTORY}.csv?direction=in")).await;
    assert_eq!(String::from_utf8(some.bytes).unwrap().lines().count(), 2);
    app.stop().await;
}

#[tokio::test]
async fn an_owner_can_recompute_their_chain() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, ann.id, 1_000).await;
    for _ in 0..4 {
        moved(&app, ann.id, ben.id, 10, Kind::Give, "").await;
    }
    // Implemented from the contract's description, without the ledger's code.
    let mut hash: Vec<u8> = Sha256::new()
        .chain_update(b"witverse ledger\n")
        .chain_update(ann.id.as_bytes())
        .finalize()
        .to_vec();
    let mut after = 0;
    loop {
        let part = payload(&ann, &format!("/api/v2/wallet/proof?after={after}&limit=2")).await;
        for link in part["items"].as_array().unwrap() {
            let number = |field: &str| link[field].as_i64().unwrap();
            let id = |field: &str| -> uuid::Uuid { link[field].as_str().unwrap().parse().unwrap() };
            let amount = number("amountHundredths");
            let (payer, payee) = match amount < 0 {
                true => (ann.id, id("otherId")),
                false => (id("otherId"), ann.id),
            };
            assert_eq!(number("form"), 2);
            hash = Sha256::new()
                .chain_update(&hash)
                .chain_update(id("transferId").as_bytes())
                .chain_update(payer.as_bytes())
                .chain_update(payee.as_bytes())
                .chain_update(amount.abs().to_be_bytes())
                .chain_update(i16::try_from(number("kind")).unwrap().to_be_bytes())
                .chain_update(number("atMicros").to_be_bytes())
                .finalize()
                .to_vec();
            assert_eq!(link["hash"], witverse_kernel::secret::hex(&hash), "{link}");
            after = number("seq");
        }
        if part["items"].as_array().unwrap().is_empty() {
            assert_eq!(part["head"]["seq"], after);
            assert_eq!(part["head"]["hash"], witverse_kernel::secret::hex(&hash));
            assert_eq!(part["head"]["balanceHundredths"], 960);
            break;
        }
    }
    assert_eq!(after, 5);
    app.stop().await;
}

#[tokio::test]
async fn worlds_of_an_erased_account_have_no_owner() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, ann.id, 1_000).await;
    let end = app.clock.now_ms() + 30 * 86_400_000;
    let hold =
        json!({ "op": "hold", "key": "gift", "to": ben.id, "amount": 300, "expires_at_ms": end });
    let held = run(&ann, json!([hold])).await;
    let hold = held.payload()["results"][0]["ok"]["id"].clone();
    sqlx::query("update kernel.account set deletion_at = now() - interval '1 day' where id = $1")
        .bind(ann.id)
        .execute(app.owner())
        .await
        .unwrap();
    app.eventually("the account is erased", async || {
        app.count("select count(*) from kernel.account where erased_at is not null")
            .await
            == 1
    })
    .await;
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    let left = ledger::balance(&mut connection, ann.id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        (left.balance, left.held, left.state),
        (300, 300, ledger::State::Closed)
    );
    // The released hold is forfeited like the rest of the balance.
    let released = run(&ben, json!([{ "op": "release", "hold": hold }])).await;
    assert_eq!(released.line(), "200", "{}", released.body);
    let left = ledger::balance(&mut connection, ann.id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((left.balance, left.held), (0, 0));
    let forfeited = ledger::balance(&mut connection, ledger::FORFEITED)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(forfeited.balance, 1_000);
    let give =
        json!({ "op": "transfer", "operation": "issue", "key": "k", "to": ann.id, "amount": 1 });
    let refused = run(&ben, json!([give])).await;
    assert_eq!(refused.payload()["results"][0]["error"]["kind"], "Closed");
    drop(connection);
    assert_ledger_consistent(&app).await;
    app.stop().await;
}
