//! What people spend in worlds: named by the plugin that sells, counted once, and earning witch points.

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, TestApp};

use super::host::{done, give, one};
use crate::user::text;

async fn world(owner: &Client, name: &str) -> String {
    let new = json!({ "worldName": name, "isPublic": true });
    let made = owner.post("/api/v3/worlds", new).await;
    assert_eq!(made.line(), "201", "{}", made.body);
    text(&made.payload()["worldId"])
}

fn count(key: &str, world: &str) -> Value {
    json!({ "op": "count_spending", "key": key, "world": world })
}

fn charge(key: &str, hundredths: i64) -> Value {
    json!({ "op": "transfer", "operation": "charge", "key": key, "amount": hundredths })
}

/// The witch points of a world.
async fn points(app: &TestApp, name: &str) -> f64 {
    let path = format!("/api/v3/worlds/basic-info/{name}");
    let reply = app.visitor().get(&path).await;
    reply.payload()["witchPoint"].as_f64().unwrap()
}

#[tokio::test]
async fn spending_counts_once_for_the_world_that_was_named() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    give(&app, &ann, 1000).await;
    give(&app, &ben, 1000).await;
    let (agora, forum) = (world(&ann, "agora").await, world(&ben, "forum").await);
    assert_eq!(
        one(&ann, count("seat", &agora)).await,
        Err("Invalid".into()),
        "nothing was paid"
    );
    one(&ann, charge("seat", 5_000)).await.expect("charged");
    for unknown in [Uuid::nil().to_string(), "agora".to_owned()] {
        let refused = one(&ann, count("seat", &unknown)).await;
        assert_eq!(refused, Err("NoSuchAccount".into()));
    }
    for _ in 0..2 {
        one(&ann, count("seat", &agora)).await.expect("counted");
    }
    // It was counted for another world before.
    one(&ann, count("seat", &forum)).await.expect("ignored");
    let legs = json!([
        { "operation": "give", "to": ben.id, "amount": 4_000 },
        { "operation": "charge", "amount": 1_000 },
    ]);
    let sale = json!({ "op": "transfer_legs", "key": "sale", "legs": legs });
    one(&ann, sale).await.expect("sold");
    one(&ann, count("sale", &agora)).await.expect("counted");
    // A reward is paid by the plugin, and a visitor of a world is no member.
    let reward = json!({ "op": "transfer", "operation": "reward", "key": "won", "to": ann.id, "amount": 100 });
    one(&ann, reward).await.expect("rewarded");
    one(&ann, count("won", &agora)).await.expect("ignored");
    one(&ben, charge("visit", 2_000)).await.expect("charged");
    one(&ben, count("visit", &agora)).await.expect("counted");
    app.eventually("the points have arrived", async || {
        points(&app, "agora").await >= 1.0 && waiting(&app).await == 0
    })
    .await;
    assert_eq!(
        (points(&app, "agora").await, points(&app, "forum").await),
        (1.0, 0.0)
    );
    assert_eq!(app.count("select count(*) from ledger.spending").await, 4);
    done(app).await;
}

async fn waiting(app: &TestApp) -> i64 {
    app.count("select count(*) from kernel.delivery where topic = 'kernel.wit.spent@1'")
        .await
}

#[tokio::test]
async fn of_a_payment_that_was_given_back_in_part_the_rest_counts() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    give(&app, &ann, 1000).await;
    let agora = world(&ann, "agora").await;
    let kept = |key: &str, kept: u64| json!({ "op": "count_spending", "key": key, "world": agora, "kept": kept });
    one(&ann, charge("parcel", 5_000)).await.expect("charged");
    assert_eq!(one(&ann, kept("parcel", 0)).await, Err("Invalid".into()));
    let too_large = one(&ann, kept("parcel", u64::MAX)).await;
    assert_eq!(too_large, Err("Invalid".into()));
    for amount in [3_000, 5_000] {
        one(&ann, kept("parcel", amount)).await.expect("counted");
    }
    // Never more than was paid.
    one(&ann, charge("card", 5_000)).await.expect("charged");
    one(&ann, kept("card", 50_000)).await.expect("counted");
    app.eventually("the points have arrived", async || waiting(&app).await == 0)
        .await;
    assert_eq!(points(&app, "agora").await, 0.8);
    done(app).await;
}

#[tokio::test]
async fn a_failed_request_counts_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    give(&app, &ann, 1000).await;
    let agora = world(&ann, "agora").await;
    let ops = json!([charge("seat", 5_000), count("seat", &agora), { "op": "trap" }]);
    assert_eq!(crate::support::run(&ann, ops).await.status, 502);
    assert_eq!(app.count("select count(*) from ledger.spending").await, 0);
    assert_eq!(waiting(&app).await, 0);
    done(app).await;
}
