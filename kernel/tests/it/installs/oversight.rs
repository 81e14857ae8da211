//! Packages that administrators of the platform stop everywhere.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp, TestPackage};

use super::{Owner, run, text};

const PACKAGES: &str = "/api/admin/plugin-packages";

async fn stop(by: &Client, digest: &str, reason: &str) -> String {
    let path = format!("{PACKAGES}/{digest}/stop");
    by.post(&path, json!({ "reason": reason })).await.line()
}

#[tokio::test]
async fn a_stopped_package_ends_everywhere_and_can_be_released() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, bea) = (Owner::of(&app, "mina").await, Owner::of(&app, "bea").await);
    let installs = [
        mina.install(&TestPackage::new("1.0.0"), None).await,
        bea.install(&TestPackage::new("1.0.0"), None).await,
    ];
    let listed = keeper.get(&format!("{PACKAGES}?search=acme.p")).await;
    let package = listed.payload()["items"][0].clone();
    assert_eq!(package["installs"], 2);
    assert_eq!(package["stoppedBecause"], Value::Null);
    for other in ["?search=other", "?search=%25", "?search=acme_p"] {
        let none = keeper.get(&format!("{PACKAGES}{other}")).await;
        assert_eq!(none.payload()["items"], json!([]), "{other}");
    }
    let digest = text(&package, "digest");
    assert_eq!(
        stop(&mina.client, &digest, "It is mine").await,
        "403 forbidden"
    );
    assert_eq!(stop(&keeper, &digest, "no").await, "422 validation_failed");
    assert_eq!(
        stop(&keeper, "00", "It floods rooms").await,
        "404 package_not_found"
    );

    assert_eq!(stop(&keeper, &digest, "It floods rooms").await, "200");
    for (owner, install) in [&mina, &bea].into_iter().zip(&installs) {
        let reply = run(&owner.client, install, json!([])).await;
        assert_eq!(reply.line(), "404 not_found");
        let seen = owner.view(install).await;
        assert_eq!(seen.payload()["stoppedBecause"], "It floods rooms");
        assert_eq!(owner.events(install).await[0], "stopped");
        let again = owner
            .patch(install, json!({ "grant": { "sql": true } }))
            .await;
        assert_eq!(again.line(), "403 package_stopped");
    }
    let theo = Owner::of(&app, "theo").await;
    let refused = theo.upload(&TestPackage::new("1.0.0")).await;
    assert_eq!(refused.line(), "403 package_stopped");
    // Another version is the way out.
    let next = theo.install(&TestPackage::new("1.0.1"), None).await;
    assert_eq!(run(&theo.client, &next, json!([])).await.line(), "200");

    for _ in 0..2 {
        let path = format!("{PACKAGES}/{digest}/stop");
        let released = keeper.send("DELETE", &path, None).await;
        assert_eq!(released.payload()["stoppedBecause"], Value::Null);
    }
    assert_eq!(
        run(&mina.client, &installs[0], json!([])).await.line(),
        "200"
    );
    let events = mina.events(&installs[0]).await;
    assert_eq!(events[..2], ["released", "stopped"]);
    let logged = app
        .count("select count(*) from kernel.audit_entry where kind in ('plugin.stopped', 'plugin.released')")
        .await;
    assert_eq!(logged, 2, "what changed something");
    let activity = keeper.get("/api/account/activity").await;
    let latest = &activity.payload()["items"][0];
    assert_eq!(latest["kind"], "plugin.released");
    assert_eq!(latest["details"]["name"], "acme.probe 1.0.0");
    app.stop().await;
}
