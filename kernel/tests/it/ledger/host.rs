//! The ledger interface of plugins, called over HTTP: allowed, undeclared and denied operations, limits, and pushes.

use futures::future::join_all;
use serde_json::{Value, json};
use witverse_kernel::actor::Actor;
use witverse_kernel::error::Language;
use witverse_kernel::plugins::serve_service;
use witverse_ledger::{self as ledger, Key, Kind, Transfer};
use witverse_testing::{Client, TestApp};

use super::{NOW, amount, assert_consistent};
use crate::support::run;

/// Credits a person with whole WIT, once per person.
pub(super) async fn give(app: &TestApp, person: &Client, wit: i64) {
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    let bonus = Transfer {
        id: Key::of(&["bonus", &person.id.to_string()]),
        from: ledger::BONUS,
        to: person.id,
        amount: amount(wit * 100),
        kind: Kind::Bonus,
        source: "kernel",
        memo: "",
        at: NOW,
    };
    ledger::transfer(&mut connection, &bonus)
        .await
        .expect("given");
}

/// Runs one operation of the test guest; returns its result, or the kind of its error.
pub(super) async fn one(client: &Client, op: Value) -> Result<Value, String> {
    let reply = run(client, json!([op])).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let result = &reply.payload()["results"][0];
    match result["error"]["kind"].as_str() {
        Some(kind) => Err(kind.to_owned()),
        None => Ok(result["ok"].clone()),
    }
}

fn pay(operation: &str, key: &str, to: Option<&Client>, hundredths: i64) -> Value {
    json!({ "op": "transfer", "operation": operation, "key": key, "to": to.map(|to| to.id), "amount": hundredths })
}

fn hold(app: &TestApp, key: &str, to: Option<&Client>, hundredths: i64) -> Value {
    let end = app.clock.now_ms() + 7 * 86_400_000;
    json!({ "op": "hold", "key": key, "to": to.map(|to| to.id), "amount": hundredths, "expires_at_ms": end })
}

/// (balance, held) of the client, in hundredths of a WIT.
pub(super) async fn balance(client: &Client) -> (i64, i64) {
    let funds = one(client, json!({ "op": "balance" }))
        .await
        .expect("funds");
    (
        funds["balance"].as_i64().unwrap(),
        funds["held"].as_i64().unwrap(),
    )
}

/// Checks the invariants of the ledger and stops the kernel.
pub(super) async fn done(app: TestApp) {
    let mut connection = app.app.platform.pools.app.acquire().await.unwrap();
    assert_consistent(&mut connection).await;
    drop(connection);
    app.stop().await;
}

#[tokio::test]
async fn a_plugin_moves_wit_within_its_grants() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 1000).await;
    one(&ann, pay("charge", "race", None, 5_000))
        .await
        .expect("charged");
    let again = one(&ann, pay("charge", "race", None, 5_000))
        .await
        .expect("charged before");
    assert_eq!(again["replayed"], true);
    one(&ann, pay("give", "tip", Some(&ben), 1_000))
        .await
        .expect("given");
    one(&ben, pay("reward", "prize", Some(&ben), 2_000))
        .await
        .expect("rewarded");
    one(&ben, pay("issue", "mission", Some(&ben), 77))
        .await
        .expect("issued");
    assert_eq!(
        (balance(&ann).await, balance(&ben).await),
        ((94_000, 0), (3_077, 0))
    );
    let own = one(&ann, json!({ "op": "balance", "of": "plugin" }))
        .await
        .expect("funds");
    assert_eq!(own["balance"], 3_000);

    let held = one(&ann, hold(&app, "gift", Some(&ben), 4_000))
        .await
        .expect("held");
    assert_eq!(balance(&ann).await, (94_000, 4_000));
    // The plugin can end its own hold, for any caller.
    let captured = one(&ben, json!({ "op": "capture", "hold": held["id"] }))
        .await
        .expect("captured");
    assert_eq!(captured, json!({ "payer": ann.id, "payee": ben.id }));
    let other = one(&ann, hold(&app, "other", None, 4_000))
        .await
        .expect("held");
    one(&ann, json!({ "op": "release", "hold": other["id"] }))
        .await
        .expect("released");
    assert_eq!(
        (balance(&ann).await, balance(&ben).await),
        ((90_000, 0), (7_077, 0))
    );

    let history = one(&ann, json!({ "op": "history", "limit": 10 }))
        .await
        .expect("a history");
    let amounts: Vec<i64> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["amount"].as_i64().unwrap())
        .collect();
    assert_eq!(
        amounts,
        [-4_000, -1_000, -5_000],
        "its own movements, not the bonus"
    );
    done(app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_a_plugin_uses_concurrently_moves_once() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 100).await;
    for round in 0..30 {
        let key = format!("round {round}");
        let all = join_all((0..4).map(|_| one(&ann, pay("give", &key, Some(&ben), 10)))).await;
        let fresh = all
            .iter()
            .filter(|one| one.as_ref().is_ok_and(|done| done["replayed"] == false))
            .count();
        assert_eq!(fresh, 1, "{all:?}");
        assert!(all.iter().all(Result::is_ok), "{all:?}");
    }
    assert_eq!(balance(&ben).await, (300, 0));
    done(app).await;
}

#[tokio::test]
async fn a_plugin_gets_the_reason_of_a_refused_movement() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 10).await;
    one(&ann, pay("charge", "used", None, 100))
        .await
        .expect("charged");
    let gone = one(&ann, hold(&app, "gone", None, 100))
        .await
        .expect("held");
    one(&ann, json!({ "op": "release", "hold": gone["id"] }))
        .await
        .expect("released");
    let kept = one(&ann, hold(&app, "kept", Some(&ben), 100))
        .await
        .expect("held");
    one(&ann, json!({ "op": "capture", "hold": kept["id"] }))
        .await
        .expect("captured");
    let unknown_id = "0190a1b2-0000-7000-8000-000000000001";
    for (client, op, kind) in [
        (&ann, pay("give", "a", Some(&ben), 1_000), "Insufficient"),
        (&ann, pay("charge", "used", None, 101), "KeyConflict"),
        (&ann, pay("give", "b", Some(&ann), 1), "Invalid"),
        (&ann, pay("give", "c", Some(&ben), 0), "Invalid"),
        (&ann, pay("give", "d", Some(&ben), i64::MAX), "Invalid"),
        (&ann, pay("give", "", Some(&ben), 1), "Invalid"),
        (&ann, pay("give", "e", None, 1), "Invalid"),
        (&ann, pay("charge", "f", Some(&ben), 1), "Invalid"),
        (
            &ann,
            json!({ "op": "transfer", "operation": "give", "key": "g", "to": unknown_id, "amount": 1 }),
            "NoSuchAccount",
        ),
        // The system's and other plugins' accounts cannot be named by their ids.
        (
            &ann,
            json!({ "op": "transfer", "operation": "reward", "key": "h", "to": ledger::MINT, "amount": 1 }),
            "NoSuchAccount",
        ),
        (
            &ann,
            json!({ "op": "transfer", "operation": "give", "key": "i", "to": ledger::plugin("other"), "amount": 1 }),
            "NoSuchAccount",
        ),
        (
            &ann,
            json!({ "op": "transfer", "operation": "give", "key": "j", "to": "ben", "amount": 1 }),
            "NoSuchAccount",
        ),
        (
            &ann,
            json!({ "op": "transfer", "operation": "give", "key": "k", "to": ben.id, "amount": 1, "memo": "x".repeat(101) }),
            "Invalid",
        ),
        (
            &ann,
            json!({ "op": "hold", "key": "l", "amount": 1, "expires_at_ms": 0 }),
            "Invalid",
        ),
        (
            &ann,
            json!({ "op": "hold", "key": "m", "amount": 1, "expires_at_ms": u64::MAX }),
            "Invalid",
        ),
        (
            &ann,
            json!({ "op": "release", "hold": gone["id"] }),
            "HoldEnded",
        ),
        (
            &ann,
            json!({ "op": "capture", "hold": gone["id"], "to": ben.id }),
            "HoldEnded",
        ),
        (
            &ann,
            json!({ "op": "release", "hold": kept["id"] }),
            "HoldCaptured",
        ),
        (&ann, json!({ "op": "release", "hold": "7" }), "NoSuchHold"),
        (
            &ann,
            json!({ "op": "capture", "hold": unknown_id }),
            "NoSuchHold",
        ),
    ] {
        assert_eq!(one(client, op.clone()).await, Err(kind.to_owned()), "{op}");
    }
    assert_eq!(
        (balance(&ann).await, balance(&ben).await),
        ((800, 0), (100, 0))
    );
    done(app).await;
}

#[tokio::test]
async fn grants_are_limited_per_call_and_per_day() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 10_000).await;
    give(&app, &ben, 10_000).await;
    let over = Err("OverLimit".to_owned());
    // 50 WIT per call, 120 per player and day.
    assert_eq!(one(&ann, pay("charge", "much", None, 5_001)).await, over);
    for key in ["a", "b"] {
        one(&ann, pay("charge", key, None, 5_000))
            .await
            .expect("charged");
    }
    assert_eq!(one(&ann, pay("charge", "c", None, 2_001)).await, over);
    one(&ann, pay("charge", "c", None, 2_000))
        .await
        .expect("charged");
    assert_eq!(one(&ann, pay("charge", "d", None, 1)).await, over);
    // Replays do not count again, and refused movements never count.
    let poor = app.person("poor").await;
    assert_eq!(
        one(&poor, pay("charge", "p", None, 5_000)).await,
        Err("Insufficient".to_owned())
    );
    let counted = "select coalesce(sum(spent), 0)::bigint from ledger.usage where scope = 'p:";
    let counted: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("{counted}{}'", poor.id)))
        .fetch_one(app.owner())
        .await
        .unwrap();
    assert_eq!(counted, 0);
    one(&ann, pay("charge", "a", None, 5_000))
        .await
        .expect("charged before");
    one(&ben, pay("charge", "e", None, 5_000))
        .await
        .expect("another player");

    // A plugin's payment counts for the receiver and day, independently of the caller: 150 WIT.
    for (key, hundredths) in [("g", 10_000), ("h", 5_000)] {
        let reward = pay("reward", key, Some(&ann), hundredths);
        one(&ben, reward).await.expect("rewarded");
    }
    assert_eq!(one(&ben, pay("reward", "i", Some(&ann), 1)).await, over);
    app.advance(std::time::Duration::from_secs(86_400));
    let cat = app.person("cat").await;
    one(&cat, pay("reward", "i", Some(&ann), 1))
        .await
        .expect("another day");
    done(app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_holds_for_concurrent_callers() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    give(&app, &ann, 10_000).await;
    let tries = crate::support::concurrently((0..40).map(|n| {
        let ann = ann.clone();
        async move { one(&ann, pay("charge", &format!("k{n}"), None, 1_000)).await }
    }))
    .await;
    let charged = tries.iter().filter(|one| one.is_ok()).count();
    assert_eq!(charged, 12, "120 WIT by tens: {tries:?}");
    assert_eq!(balance(&ann).await, (988_000, 0));
    done(app).await;
}

#[tokio::test]
async fn transfers_from_other_people_are_refused() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 10).await;
    let held = one(&ann, hold(&app, "gift", Some(&ben), 100))
        .await
        .expect("held");
    let platform = &app.app.platform;
    let plugins = platform.registry.current();
    let probe = plugins.get("probe").expect("the probe");
    let script = json!({ "ops": [
        pay("charge", "a", None, 1),
        pay("give", "b", Some(&ben), 1),
        hold(&app, "c", None, 1),
        { "op": "balance" },
        { "op": "capture", "hold": held["id"] },
    ] });
    let call = serve_service(
        platform,
        probe,
        &Actor::System,
        Language::Ko,
        "probe@1",
        "run",
        script.to_string().into_bytes(),
    );
    let answer: Value = serde_json::from_slice(&call.await.expect("an answer")).expect("JSON");
    let results = answer["results"].as_array().expect("results");
    for refused in &results[..4] {
        assert_eq!(refused["error"]["kind"], "NotGranted", "{answer}");
    }
    // A plugin can end its own holds at any time, as timers do.
    assert_eq!(results[4]["ok"]["payee"], json!(ben.id), "{answer}");
    done(app).await;
}

#[tokio::test]
async fn without_a_grant_reads_and_movements_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    give(&app, &ann, 1_000).await;
    // The wallet plugin has read access only.
    let reply = ann.get("/api/item/inventory/craft/gift/wit").await;
    assert_eq!(
        (reply.line().as_str(), &reply.payload()["wit"]),
        ("200", &json!(1000))
    );
    assert_eq!(
        app.visitor()
            .get("/api/item/inventory/craft/gift/wit")
            .await
            .line(),
        "401 unauthenticated"
    );
    one(&ann, hold(&app, "half", None, 50)).await.expect("held");
    let reply = ann.get("/api/item/inventory/craft/gift/wit").await;
    assert_eq!(reply.payload()["wit"], json!(999.5));
    done(app).await;
}

#[tokio::test]
async fn both_parties_are_pushed_their_new_balance() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 10).await;
    let script = json!([pay("give", "tip", Some(&ben), 300), { "op": "live_push", "person": ben.id, "kind": "probe.tip", "payload": {} }]);
    assert_eq!(run(&ann, script).await.line(), "200");
    let pushed: Vec<(uuid::Uuid, String, Value)> = sqlx::query_as(
        "select account_id, kind, payload from kernel.live_event order by account_id, seq",
    )
    .fetch_all(app.owner())
    .await
    .unwrap();
    let funds = |balance: i64| json!({ "balanceHundredths": balance, "heldHundredths": 0, "availableHundredths": balance });
    let changed = "kernel.wallet.changed".to_owned();
    assert_eq!(
        pushed,
        [
            (ann.id, changed.clone(), funds(700)),
            (ben.id, "probe.tip".to_owned(), json!({})),
            (ben.id, changed, funds(300)),
        ]
    );
    done(app).await;
}

#[tokio::test]
async fn uncommitted_movements_are_discarded() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 100).await;
    let held = one(&ann, hold(&app, "gift", Some(&ben), 1_000))
        .await
        .expect("held");
    for op in [
        pay("charge", "a", None, 100),
        pay("give", "b", Some(&ben), 100),
        pay("issue", "c", Some(&ben), 100),
        hold(&app, "d", None, 100),
        json!({ "op": "capture", "hold": held["id"] }),
        json!({ "op": "release", "hold": held["id"] }),
    ] {
        let reply = run(&ann, json!([op, { "op": "trap" }])).await;
        assert_eq!(reply.line(), "502 plugin_failed", "{op}");
        let problem = json!({ "op": "problem", "status": 409, "code": "no_thanks" });
        assert_eq!(
            run(&ann, json!([op, problem])).await.line(),
            "409 no_thanks",
            "{op}"
        );
    }
    assert_eq!(
        (balance(&ann).await, balance(&ben).await),
        ((10_000, 1_000), (0, 0))
    );
    assert_eq!(
        app.count("select count(*) from kernel.live_event where kind = 'kernel.wallet.changed'")
            .await,
        1
    );
    let grants: Vec<(String, i64)> =
        sqlx::query_as("select op, spent from ledger.usage order by op")
            .fetch_all(app.owner())
            .await
            .unwrap();
    assert_eq!(grants, [], "nothing of a limit was used");
    done(app).await;
}
