//! Erased accounts reach every install whose data still exist, and packages say what they keep and for how long.

use std::time::Duration;

use serde_json::json;
use witverse_testing::{TestApp, TestPackage};

use super::{Owner, notes};

const DAY: u64 = 86_400;
const WAITING: &str = "select count(*) from kernel.delivery where awaits_install";

/// A package that subscribes to erased accounts. The probe writes a note for each event.
fn listening(version: &'static str) -> TestPackage {
    TestPackage {
        more: "[[subscriptions]]\ntopic = \"kernel.account.erased@1\"".into(),
        ..TestPackage::new(version)
    }
}

#[tokio::test]
async fn an_erasure_waits_for_installs_that_do_not_run() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let mut running = Owner::of(&app, "mina").await;
    let mut disabled = Owner::of(&app, "joon").await;
    let mut gone = Owner::of(&app, "theo").await;
    let first = running.install(&listening("1.0.0"), None).await;
    let second = disabled.install(&listening("1.0.0"), None).await;
    let third = gone.install(&listening("1.0.1"), None).await;
    let expired = gone.install(&other("acme.other"), None).await;
    disabled.patch(&second, json!({ "enabled": false })).await;
    gone.uninstall(&third).await;
    gone.uninstall(&expired).await;

    let ann = app.person("ann").await;
    let asked = ann.post("/api/account/deletion", json!({})).await;
    assert_eq!(asked.line(), "200");
    app.advance(Duration::from_secs(8 * DAY));
    app.eventually("she is gone, and the erasures wait", async || {
        let erased = "select count(*) from kernel.account where erased_at is not null";
        app.count(erased).await == 1 && app.count(WAITING).await == 3
    })
    .await;
    let ours =
        "select count(*) from kernel.delivery where subscriber like 'x-%' and not awaits_install";
    app.eventually("the running one has it", async || {
        app.count(ours).await == 0
    })
    .await;
    let (owner, key) = (&mut running, "mina");
    owner.later(&app, key, Duration::ZERO).await;
    assert_eq!(
        notes(&owner.client, &first).await.as_array().unwrap().len(),
        1
    );

    // Enabled again, restored, and expired.
    disabled.later(&app, "joon", Duration::ZERO).await;
    gone.later(&app, "theo", Duration::ZERO).await;
    let enabled = disabled.patch(&second, json!({ "enabled": true })).await;
    assert_eq!(enabled.line(), "200", "{:?}", enabled.body);
    let restored = gone.post(&third, "restore", json!({})).await;
    assert_eq!(restored.line(), "200", "{:?}", restored.body);
    app.eventually("both have it", async || {
        notes(&disabled.client, &second)
            .await
            .as_array()
            .unwrap()
            .len()
            == 1
            && notes(&gone.client, &third).await.as_array().unwrap().len() == 1
    })
    .await;
    assert_eq!(app.count(WAITING).await, 1);

    // What the platform has stopped gets it after the release.
    let listed = keeper
        .get("/api/admin/plugin-packages?search=acme.probe")
        .await;
    assert_eq!(listed.line(), "401 unauthenticated", "its session is over");
    app.advance(Duration::from_secs(31 * DAY));
    app.app.installs.delete_expired().await.unwrap();
    assert_eq!(app.count(WAITING).await, 0, "gone with the data");
    app.stop().await;
}

/// Another plugin of the publisher that subscribes.
fn other(id: &str) -> TestPackage {
    TestPackage {
        id: id.into(),
        ..listening("1.0.0")
    }
}

#[tokio::test]
async fn a_plugin_with_tables_says_whether_they_are_personal() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let check = async |version: &'static str, more: &str, expect: Option<&str>| {
        let package = TestPackage {
            more: more.into(),
            ..TestPackage::new(version)
        };
        let reply = mina.upload(&package).await;
        match expect {
            None => assert_eq!(reply.line(), "200", "{more}: {:?}", reply.body),
            Some(part) => {
                assert_eq!(reply.line(), "422 package_invalid", "{more}");
                let says = reply.body["language"]["ko"].as_str().unwrap();
                assert!(
                    says.contains("plugin.toml") && says.contains("data"),
                    "{says}"
                );
                let author = reply.body["fields"].to_string();
                assert!(author.contains(part), "{author}");
            }
        }
    };
    check("1.0.0", "[data]", Some("it stores data")).await;
    check("1.0.1", "[data]\npersonal = true", Some("personal is true")).await;
    check("1.0.2", "[data]\npersonal = false", None).await;
    let subscribes = &listening("1.0.3").more;
    check("1.0.3", subscribes, None).await;
    let both = format!("{subscribes}\n[data]\npersonal = false");
    check("1.0.4", &both, Some("personal is false")).await;
    let hasty = "[data]\npersonal = false\nretain_days = 29";
    check("1.0.5", hasty, Some("undone for 30 days")).await;
    app.stop().await;
}

#[tokio::test]
async fn a_package_says_how_long_its_data_are_kept() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let package = TestPackage {
        more: "[data]\npersonal = false\nretain_days = 40".into(),
        ..TestPackage::new("1.0.0")
    };
    let install = mina.install(&package, None).await;
    let path = mina.path(&format!("plugins/{}/contents", super::text(&install, "id")));
    let contents = mina.client.get(&path).await;
    assert_eq!(contents.payload()["retainDays"], 40);
    mina.uninstall(&install).await;
    let kept = "select count(*) from kernel.install where state = 'uninstalled'";
    for (days, left) in [(39, 1), (1, 0)] {
        app.advance(Duration::from_secs(days * DAY));
        app.app.installs.delete_expired().await.unwrap();
        assert_eq!(app.count(kept).await, left);
    }
    app.stop().await;
}
