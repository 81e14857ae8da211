//! Updates that apply by themselves, and those that wait for the operators.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{TestApp, TestPackage};

use super::{Owner, notes, run, text};
use crate::mails::alarms;
use crate::support::note;

/// More than the rest of an update.
const REST: Duration = Duration::from_secs(86_460);

async fn version(owner: &Owner, install: &Value) -> String {
    text(owner.view(install).await.payload(), "version")
}

async fn waits_because(owner: &Owner, install: &Value) -> Value {
    owner.view(install).await.payload()["update"]["waitsBecause"].clone()
}

/// The texts of the alarms of the owner about the probe.
async fn told(owner: &Owner) -> Vec<String> {
    let alarms = alarms(&owner.client).await;
    let texts = alarms.iter().map(|alarm| {
        let (title, text) = (
            text(&alarm["title"], "en"),
            text(&alarm["description"], "en"),
        );
        format!("{title}: {text}")
    });
    texts.filter(|text| text.contains("Probe")).collect()
}

/// Looks for updates as the kernel does in the background, which may do it at the same time.
async fn look_for_updates(app: &TestApp) {
    app.app.installs.apply_updates().await.unwrap();
}

async fn becomes(app: &TestApp, owner: &Owner, install: &Value, expected: &str) {
    app.eventually("the update", async || {
        look_for_updates(app).await;
        version(owner, install).await == expected
    })
    .await;
}

#[tokio::test]
async fn an_update_that_asks_for_no_more_applies_after_its_rest() {
    let app = TestApp::start().await;
    let mut mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    assert_eq!(install["autoUpdate"], true);
    run(&mina.client, &install, json!([note("a")])).await;
    mina.upload(&TestPackage::new("1.1.0")).await;
    assert_eq!(waits_because(&mina, &install).await, Value::Null);
    look_for_updates(&app).await;
    assert_eq!(version(&mina, &install).await, "1.0.0", "it rests");
    mina.later(&app, "mina", REST).await;
    tokio::join!(look_for_updates(&app), look_for_updates(&app));
    becomes(&app, &mina, &install, "1.1.0").await;
    assert_eq!(notes(&mina.client, &install).await, json!([["a"]]));
    assert_eq!(mina.events(&install).await, ["upgraded", "installed"]);
    let path = mina.path(&format!("plugins/{}/events", text(&install, "id")));
    let events = mina.client.get(&path).await;
    let latest = &events.payload()["items"][0];
    assert_eq!(latest["by"], Value::Null);
    assert_eq!(latest["details"]["automatic"], true);

    // What an operator went back from does not come back by itself; the version after it does.
    let back = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(back.payload()["version"], "1.0.0");
    assert_eq!(waits_because(&mina, &install).await, "held");
    mina.later(&app, "mina", Duration::from_secs(2 * 3600))
        .await;
    look_for_updates(&app).await;
    assert_eq!(version(&mina, &install).await, "1.0.0");
    mina.upload(&TestPackage::new("1.2.0")).await;
    mina.later(&app, "mina", REST).await;
    becomes(&app, &mina, &install, "1.2.0").await;
    assert!(told(&mina).await.is_empty());
    app.stop().await;
}

#[tokio::test]
async fn an_update_that_needs_an_operator_is_told_once() {
    let app = TestApp::start().await;
    let mut mina = Owner::of(&app, "mina").await;
    let plain = |version| TestPackage::new(version).asking_for("sql = { mib = 16 }");
    let install = mina.install(&plain("1.0.0"), None).await;
    let wider = TestPackage::new("2.0.0").asking_for("sql = { mib = 16 }\nusers = true");
    mina.upload(&wider).await;
    mina.upload(&plain("1.1.0")).await;
    mina.later(&app, "mina", REST).await;
    becomes(&app, &mina, &install, "1.1.0").await;
    assert_eq!(waits_because(&mina, &install).await, "wants_more");
    app.eventually("the notice", async || told(&mina).await.len() == 1)
        .await;
    assert!(told(&mina).await[0].contains("asks for more permissions"));

    let off = mina.patch(&install, json!({ "autoUpdate": false })).await;
    assert_eq!(off.payload()["autoUpdate"], false);
    assert_eq!(waits_because(&mina, &install).await, "off");
    mina.upload(&plain("1.2.0")).await;
    mina.later(&app, "mina", REST).await;
    look_for_updates(&app).await;
    assert_eq!(version(&mina, &install).await, "1.1.0");

    mina.patch(&install, json!({ "autoUpdate": true })).await;
    let rotated = TestPackage {
        key: TestPackage::key(1).rotate(&[2; 32]).unwrap(),
        ..plain("2.1.0")
    };
    mina.upload(&rotated).await;
    assert_eq!(waits_because(&mina, &install).await, "new_key");
    mina.later(&app, "mina", REST).await;
    app.eventually("the notice of the key", async || {
        look_for_updates(&app).await;
        told(&mina).await.len() == 2
    })
    .await;
    assert!(told(&mina).await[0].contains("new signing key"));
    assert_eq!(version(&mina, &install).await, "1.1.0");
    assert_eq!(
        mina.events(&install).await[..3],
        ["auto_update_on", "auto_update_off", "upgraded"]
    );
    app.stop().await;
}

#[tokio::test]
async fn an_update_that_does_not_start_leaves_the_version_before() {
    let app = TestApp::start().await;
    let mut mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let broken = TestPackage {
        migrations: vec!["alter table note add column v text;"],
        ..TestPackage::new("1.1.0")
    };
    mina.upload(&broken).await;
    mina.later(&app, "mina", REST).await;
    app.eventually("the notice", async || {
        look_for_updates(&app).await;
        told(&mina).await.len() == 1
    })
    .await;
    assert!(told(&mina).await[0].contains("did not start"));
    assert_eq!(version(&mina, &install).await, "1.0.0");
    assert_eq!(
        run(&mina.client, &install, json!([note("a")])).await.line(),
        "200"
    );
    mina.later(&app, "mina", Duration::from_secs(2 * 3600))
        .await;
    look_for_updates(&app).await;
    assert_eq!(mina.events(&install).await, ["update_failed", "installed"]);
    assert_eq!(told(&mina).await.len(), 1);
    assert_eq!(waits_because(&mina, &install).await, "held");

    // A stopped plugin stays on its version.
    mina.upload(&TestPackage::new("1.2.0")).await;
    mina.patch(&install, json!({ "enabled": false })).await;
    mina.later(&app, "mina", REST).await;
    look_for_updates(&app).await;
    assert_eq!(version(&mina, &install).await, "1.0.0");
    assert_eq!(waits_because(&mina, &install).await, "stopped");
    app.stop().await;
}
