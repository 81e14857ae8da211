//! What is measured of plugins, and permissions that are not used.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp, TestPackage};

use super::{Owner, give_wit, run, text};
use crate::support::note;

const DAY: Duration = Duration::from_secs(86_400);

/// The keys of permissions.
fn keys(view: &Value, field: &str) -> Vec<String> {
    let lines = view[field].as_array().unwrap();
    lines.iter().map(|line| text(line, "key")).collect()
}

fn uses(measures: &Value) -> Vec<(String, i64)> {
    let uses = measures["uses"].as_array().unwrap();
    let mut uses: Vec<_> = uses
        .iter()
        .map(|one| (text(one, "key"), one["calls"].as_i64().unwrap()))
        .collect();
    uses.sort();
    uses
}

async fn view_of(owner: &Owner, install: &Value) -> Value {
    owner.view(install).await.payload().clone()
}

/// Sees the nickname of the caller, reads their balance, and writes a row.
async fn play(client: &Client, install: &Value) {
    let ops = json!([
        note("a"),
        { "op": "profiles", "ids": [client.id] },
        { "op": "balance" },
    ]);
    let reply = run(client, install, ops).await;
    assert_eq!(reply.line(), "200", "{:?}", reply.body);
}

#[tokio::test]
async fn a_review_shows_what_all_installs_have_done() {
    let app = TestApp::start().await;
    let (mina, mut bea) = (Owner::of(&app, "mina").await, Owner::of(&app, "bea").await);
    let package = TestPackage::new("1.0.0");
    let before = mina.upload(&package).await;
    let before = &before.payload()["measures"];
    assert_eq!(
        (&before["calls"], &before["cpuP95Ms"]),
        (&json!(0), &Value::Null)
    );

    let installs = [
        mina.install(&package, None).await,
        bea.install(&package, None).await,
    ];
    give_wit(&app, mina.client.id, 100).await;
    let payment = json!({ "amount": 60, "key": uuid::Uuid::from_u128(1) });
    mina.post(&installs[0], "funds", payment).await;
    play(&mina.client, &installs[0]).await;
    play(&bea.client, &installs[1]).await;
    let reward = |key: &str| json!({ "op": "transfer", "operation": "reward", "key": key, "to": bea.client.id, "amount": 500 });
    run(&mina.client, &installs[0], json!([reward("a")])).await;
    // What is rolled back has moved nothing, but the capability was used.
    run(
        &mina.client,
        &installs[0],
        json!([reward("b"), { "op": "trap" }]),
    )
    .await;
    // A trial is not counted.
    let review = bea.upload(&package).await;
    let review = review.payload();
    let trial = json!({ "package": review["digest"], "grant": review["requested"], "trial": true });
    let trial = mina.client.post(&mina.path("plugins"), trial).await;
    play(&mina.client, trial.payload()).await;

    let measures = bea.upload(&package).await;
    let measures = &measures.payload()["measures"];
    assert_eq!(measures["worlds"], 2);
    assert_eq!(
        (&measures["calls"], &measures["failures"]),
        (&json!(4), &json!(1))
    );
    assert_eq!(measures["paidHundredths"], 500);
    assert!(measures["cpuP95Ms"].as_i64() >= Some(1));
    assert_eq!(
        uses(measures),
        [
            ("balance".to_owned(), 2),
            ("reward".to_owned(), 2),
            ("sql".to_owned(), 2),
            ("users".to_owned(), 2)
        ]
    );
    bea.later(&app, "bea", DAY * 31).await;
    let later = bea.upload(&package).await;
    assert_eq!(later.payload()["measures"]["calls"], 0, "of 30 days");
    app.stop().await;
}

#[tokio::test]
async fn permissions_that_were_not_used_for_a_month_are_offered_for_withdrawal() {
    let app = TestApp::start().await;
    let mut mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    mina.later(&app, "mina", DAY * 29).await;
    assert!(
        keys(&view_of(&mina, &install).await, "unusedPermissions").is_empty(),
        "a month is not over"
    );
    mina.later(&app, "mina", DAY).await;
    let use_profiles = json!([{ "op": "profiles", "ids": [mina.client.id] }]);
    assert_eq!(
        run(&mina.client, &install, use_profiles).await.line(),
        "200"
    );
    // Its tables need the data.
    let unused = view_of(&mina, &install).await;
    assert_eq!(keys(&unused, "unusedPermissions"), ["balance", "reward"]);

    let mut narrow = unused["granted"].clone();
    narrow["balance"] = json!(false);
    let narrowed = mina.patch(&install, json!({ "grant": narrow })).await;
    assert_eq!(
        keys(narrowed.payload(), "unusedPermissions"),
        ["reward"],
        "narrowing begins no new month"
    );
    let wide = unused["granted"].clone();
    let widened = mina.patch(&install, json!({ "grant": wide })).await;
    assert!(keys(widened.payload(), "unusedPermissions").is_empty());
    mina.later(&app, "mina", DAY * 31).await;
    assert_eq!(
        keys(&view_of(&mina, &install).await, "unusedPermissions"),
        ["users", "balance", "reward"],
        "what was used a month ago counts no more"
    );
    mina.uninstall(&install).await;
    app.advance(DAY * 31);
    app.app.installs.delete_expired().await.unwrap();
    let left = "select count(*) from kernel.install_capability";
    assert_eq!(app.count(left).await, 0);
    app.stop().await;
}
