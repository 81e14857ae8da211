//! Leaked keys of publishers that administrators revoke, and the alarms about stops.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp, TestPackage};

use super::trials::try_out;
use super::{Owner, run, text};
use crate::mails::alarms;

const PUBLISHERS: &str = "/api/admin/plugin-publishers";
const PLAIN: &str = "sql = { mib = 16 }";

fn signed(version: &'static str, key: witverse_kernel::plugins::PublisherKey) -> TestPackage {
    TestPackage {
        key,
        ..TestPackage::new(version).asking_for(PLAIN)
    }
}

async fn revoke(keeper: &Client, key: &str, reason: &str) -> witverse_testing::Reply {
    let path = format!("{PUBLISHERS}/acme/keys/{key}/revocation");
    keeper.post(&path, json!({ "reason": reason })).await
}

#[tokio::test]
async fn a_leaked_key_stops_what_it_has_signed_and_endorses_nothing_more() {
    let app = TestApp::start().await;
    let keeper = app.with_role("keeper", "admin").await;
    let (mina, joon) = (Owner::of(&app, "mina").await, Owner::of(&app, "joon").await);
    let first = TestPackage::key(1);
    let second = first.rotate(&[2; 32]).unwrap();
    let third = second.rotate(&[3; 32]).unwrap();
    let old = mina.install(&signed("1.0.0", first.clone()), None).await;
    let review = mina.upload(&signed("1.0.0", first.clone())).await;
    let key = text(&review.payload()["publisher"], "keyId");
    let new = joon.install(&signed("1.1.0", second.clone()), None).await;

    assert_eq!(
        revoke(&keeper, &key, "no").await.line(),
        "422 validation_failed"
    );
    assert_eq!(
        revoke(&keeper, "00", "It has leaked").await.line(),
        "404 publisher_key_not_found"
    );
    assert_eq!(
        revoke(&mina.client, &key, "It has leaked").await.line(),
        "403 forbidden"
    );
    let revoked = revoke(&keeper, &key, "It has leaked").await;
    assert_eq!(revoked.line(), "200", "{:?}", revoked.body);
    let keys = revoked.payload()["keys"].as_array().unwrap().clone();
    let reasons: Vec<&Value> = keys.iter().map(|key| &key["revokedBecause"]).collect();
    assert_eq!(reasons, [&Value::Null, &json!("It has leaked")]);
    let stopped = mina.view(&old).await;
    assert_eq!(stopped.payload()["stoppedBecause"], "It has leaked");
    assert_eq!(
        run(&mina.client, &old, json!([])).await.line(),
        "404 not_found"
    );
    assert_eq!(run(&joon.client, &new, json!([])).await.line(), "200");

    // The successor was known before, so its chain stays valid.
    assert_eq!(
        joon.upload(&signed("1.2.0", second.clone())).await.line(),
        "200"
    );
    assert_eq!(
        joon.upload(&signed("1.3.0", first.clone())).await.line(),
        "403 publisher_key_revoked"
    );
    let key = text(&keys[0], "id");
    assert_eq!(revoke(&keeper, &key, "This one too").await.line(), "200");
    // A successor that the platform has not seen could be the thief's.
    assert_eq!(
        joon.upload(&signed("1.4.0", third)).await.line(),
        "403 publisher_key_revoked"
    );
    assert_eq!(
        run(&joon.client, &new, json!([])).await.line(),
        "404 not_found"
    );
    for _ in 0..2 {
        let path = format!("{PUBLISHERS}/acme/keys/{key}/revocation");
        assert_eq!(keeper.send("DELETE", &path, None).await.line(), "200");
    }
    assert_eq!(joon.upload(&signed("1.5.0", second)).await.line(), "200");
    let logged = "select count(*) from kernel.audit_entry where kind like 'publisher_key.%'";
    assert_eq!(app.count(logged).await, 3);
    app.stop().await;
}

/// The titles of the alarms of a person that name the probe, the latest first.
async fn titles(of: &Client) -> Vec<String> {
    let alarms = alarms(of).await;
    let titles = alarms.iter().map(|alarm| text(&alarm["title"], "en"));
    titles.filter(|title| title.contains("Probe")).collect()
}

#[tokio::test]
async fn the_people_who_manage_a_world_learn_of_a_stop_once() {
    let app = TestApp::start().await;
    let keeper = app.with_role("keeper", "admin").await;
    let mut mina = Owner::of(&app, "mina").await;
    let bora = app.person("bora").await;
    let join = format!("/api/v2/worlds/user/member?worldId={}", mina.world);
    assert_eq!(bora.post(&join, json!({})).await.line(), "200");
    let admin = json!({ "nickname": "bora" });
    let appointed = mina.client.post(&mina.path("admins"), admin).await;
    assert!(appointed.status.is_success(), "{:?}", appointed.body);
    let trial = try_out(&mina, &TestPackage::new("1.0.0").asking_for(PLAIN)).await;
    let install = mina
        .install(&TestPackage::new("1.0.0").asking_for(PLAIN), None)
        .await;
    for _ in 0..3 {
        run(&mina.client, &install, json!([{ "op": "trap" }])).await;
    }
    for client in [&mina.client, &bora] {
        app.eventually("the alarm of the failure", async || {
            titles(client).await.len() == 1
        })
        .await;
    }
    let alarm = alarms(&bora).await[0].clone();
    assert_eq!(alarm["link"], "/mina/management?tab=plugins");
    mina.patch(&install, json!({ "enabled": true })).await;
    let listed = keeper.get("/api/admin/plugin-packages").await;
    let digest = text(&listed.payload()["items"][0], "digest");
    let stop = format!("/api/admin/plugin-packages/{digest}/stop");
    for reason in ["It floods rooms", "It floods the chat"] {
        let stopped = keeper.post(&stop, json!({ "reason": reason })).await;
        assert_eq!(stopped.line(), "200");
    }
    app.eventually("an alarm for the install and the trial", async || {
        titles(&bora).await.len() == 3
    })
    .await;
    keeper.send("DELETE", &stop, None).await;
    assert_eq!(run(&mina.client, &trial, json!([])).await.line(), "200");
    mina.later(&app, "mina", std::time::Duration::from_secs(8 * 86_400))
        .await;
    app.app.installs.end_trials().await.unwrap();
    app.eventually("an alarm for the end of the trial", async || {
        titles(&mina.client).await.len() == 4
    })
    .await;
    assert!(titles(&mina.client).await[0].contains("is over"));
    app.stop().await;
}
