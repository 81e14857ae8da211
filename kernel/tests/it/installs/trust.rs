//! What an operator agrees to besides permissions: the key of a publisher, and a version that was uploaded a short time ago.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Reply, TestApp, TestPackage};

use super::{Owner, notes, run, text};
use crate::support::{concurrently, note};

async fn order(owner: &Owner, review: &Value, agreed_key: Value) -> Reply {
    let order = json!({
        "package": review["digest"], "grant": review["requested"], "agreedKey": agreed_key,
    });
    owner.client.post(&owner.path("plugins"), order).await
}

async fn upgrade(owner: &Owner, install: &Value, review: &Value, choice: Value) -> Reply {
    let mut body = choice;
    body["package"] = review["digest"].clone();
    owner.post(install, "version", body).await
}

/// A package that is signed with the key that has replaced the first one.
fn rotated(version: &'static str) -> TestPackage {
    TestPackage {
        key: TestPackage::key(1).rotate(&[2; 32]).unwrap(),
        ..TestPackage::new(version)
    }
}

#[tokio::test]
async fn an_operator_agrees_to_a_new_publisher_before_the_first_install() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let review = mina.upload(&TestPackage::new("1.0.0")).await;
    let review = review.payload();
    let publisher = &review["publisher"];
    assert_eq!(publisher["needsAgreement"], true);
    assert_eq!(publisher["isNew"], true);
    assert_eq!(publisher["agreedKeyId"], Value::Null);
    let key = text(publisher, "keyId");
    for wrong in [Value::Null, json!("0000000000000000")] {
        let refused = order(&mina, review, wrong).await;
        assert_eq!(refused.line(), "409 publisher_unconfirmed");
        for language in ["ko", "en"] {
            let says = text(&refused.body["language"], language);
            assert!(says.contains("acme") && says.contains(&key), "{says}");
        }
    }
    assert_eq!(app.count("select count(*) from kernel.install").await, 0);
    let none = "select count(*) from kernel.publisher_agreement";
    assert_eq!(app.count(none).await, 0);
    assert_eq!(order(&mina, review, json!(key)).await.line(), "201");

    // The agreement is for the publisher, in this world alone.
    let other = TestPackage {
        id: "acme.other".into(),
        ..TestPackage::new("1.0.0")
    };
    let second = mina.upload(&other).await;
    assert_eq!(second.payload()["publisher"]["needsAgreement"], false);
    assert_eq!(second.payload()["publisher"]["isNew"], false);
    assert_eq!(
        order(&mina, second.payload(), Value::Null).await.line(),
        "201"
    );
    let bea = Owner::of(&app, "bea").await;
    let theirs = bea.upload(&TestPackage::new("1.0.0")).await;
    assert_eq!(theirs.payload()["publisher"]["needsAgreement"], true);
    assert_eq!(theirs.payload()["publisher"]["worlds"], 1);
    let refused = order(&bea, theirs.payload(), Value::Null).await;
    assert_eq!(refused.line(), "409 publisher_unconfirmed");
    // A trial is seen by its operators only and changes nothing outside, so it needs no agreement.
    let trial = json!({
        "package": review["digest"], "grant": review["requested"], "trial": true,
    });
    let tried = bea.client.post(&bea.path("plugins"), trial).await;
    assert_eq!(tried.line(), "201");
    assert_eq!(app.count(none).await, 1);
    app.stop().await;
}

#[tokio::test]
async fn installs_stay_on_their_version_until_a_new_key_is_agreed_to() {
    let app = TestApp::start().await;
    let (mina, bea) = (Owner::of(&app, "mina").await, Owner::of(&app, "bea").await);
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let theirs = bea.install(&TestPackage::new("1.0.0"), None).await;
    let earlier = mina.upload(&TestPackage::new("1.1.0")).await;
    let review = mina.upload(&rotated("1.2.0")).await;
    let review = review.payload();
    let publisher = &review["publisher"];
    assert_eq!(publisher["hasNewKey"], true);
    let (key, before) = (text(publisher, "keyId"), text(publisher, "agreedKeyId"));
    assert_ne!(key, before);

    // Also a version that was signed with the earlier key: it came from a publisher that has another one now.
    for version in [review, earlier.payload()] {
        let refused = upgrade(&mina, &install, version, json!({ "isEarly": true })).await;
        assert_eq!(refused.line(), "409 publisher_unconfirmed");
        let says = text(&refused.body["language"], "en");
        assert!(says.contains(&key) && says.contains(&before), "{says}");
    }
    assert_eq!(mina.view(&install).await.payload()["version"], "1.0.0");
    assert_eq!(run(&mina.client, &install, json!([])).await.line(), "200");

    let agrees = json!({ "isEarly": true, "agreedKey": key });
    let changes = [(), ()].map(|()| {
        let path = mina.path(&format!("plugins/{}/version", text(&install, "id")));
        let (client, mut body) = (mina.client.clone(), agrees.clone());
        body["package"] = review["digest"].clone();
        async move { client.post(&path, body).await.line() }
    });
    let lines = concurrently(changes).await;
    assert!(lines.contains(&"200".to_owned()), "{lines:?}");
    let agreements = "select count(*) from kernel.publisher_agreement where public_key = (
        select public_key from kernel.publisher)";
    assert_eq!(app.count(agreements).await, 1, "of this world alone");
    let again = mina.upload(&rotated("1.2.0")).await;
    assert_eq!(again.payload()["publisher"]["needsAgreement"], false);

    // The other world has not agreed; who uploaded the package does not matter.
    let refused = upgrade(&bea, &theirs, review, json!({ "isEarly": true })).await;
    assert_eq!(refused.line(), "409 publisher_unconfirmed");
    assert_eq!(bea.view(&theirs).await.payload()["version"], "1.0.0");
    // A rollback goes to what was agreed to before.
    let back = mina.post(&install, "rollback", json!({})).await;
    assert_eq!(back.payload()["version"], "1.0.0");
    app.stop().await;
}

#[tokio::test]
async fn an_update_rests_for_a_day_after_its_upload() {
    let app = TestApp::start().await;
    let mut mina = Owner::of(&app, "mina").await;
    let first = mina.upload(&TestPackage::new("1.0.0")).await;
    assert_eq!(
        first.payload()["restsUntil"],
        Value::Null,
        "an install does not rest"
    );
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    mina.patch(&install, json!({ "autoUpdate": false })).await;
    run(&mina.client, &install, json!([note("a")])).await;
    let review = mina.upload(&TestPackage::new("1.1.0")).await;
    let review = review.payload();
    assert!(review["restsUntil"].is_string());
    let refused = upgrade(&mina, &install, review, json!({})).await;
    assert_eq!(refused.line(), "409 plugin_update_rests");
    mina.later(&app, "mina", Duration::from_secs(86_400 - 120))
        .await;
    // Another upload of the same contents begins no new rest, and ends none.
    mina.upload(&TestPackage::new("1.1.0")).await;
    let refused = upgrade(&mina, &install, review, json!({ "isEarly": false })).await;
    assert_eq!(refused.line(), "409 plugin_update_rests");
    assert_eq!(mina.view(&install).await.payload()["version"], "1.0.0");
    mina.later(&app, "mina", Duration::from_secs(121)).await;
    let rested = mina.upload(&TestPackage::new("1.1.0")).await;
    assert_eq!(rested.payload()["restsUntil"], Value::Null);
    let applied = upgrade(&mina, &install, review, json!({})).await;
    assert_eq!(applied.payload()["version"], "1.1.0", "{:?}", applied.body);
    assert_eq!(notes(&mina.client, &install).await, json!([["a"]]));

    let next = mina.upload(&TestPackage::new("1.2.0")).await;
    let early = upgrade(&mina, &install, next.payload(), json!({ "isEarly": true })).await;
    assert_eq!(early.payload()["version"], "1.2.0", "an explicit choice");
    let path = mina.path(&format!("plugins/{}/events", text(&install, "id")));
    let events = mina.client.get(&path).await;
    let early: Vec<&Value> = events.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["kind"] == "upgraded")
        .map(|event| &event["details"]["early"])
        .collect();
    assert_eq!(early, [&json!(true), &json!(false)]);
    app.stop().await;
}
