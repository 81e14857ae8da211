//! The review queue, countersignatures, and publishers that administrators of the platform stop.

use serde_json::{Value, json};
use witverse_kernel::plugins::PublisherKey;
use witverse_testing::{Client, TestApp, TestPackage};

use super::{Owner, run, text};
use crate::support::concurrently;

const QUEUE: &str = "/api/admin/plugin-reviews";
const PUBLISHERS: &str = "/api/admin/plugin-publishers";
const PLAIN: &str = "sql = { mib = 16 }";

fn review_of(digest: &Value) -> String {
    format!(
        "/api/admin/plugin-packages/{}/review",
        digest.as_str().unwrap()
    )
}

fn stop_of(publisher: &str) -> String {
    format!("{PUBLISHERS}/{publisher}/stop")
}

async fn versions(keeper: &Client) -> Vec<String> {
    let queue = keeper.get(QUEUE).await;
    let items = queue.payload()["items"].as_array().unwrap().clone();
    items.iter().map(|one| text(one, "version")).collect()
}

async fn delete(client: &Client, path: &str) -> witverse_testing::Reply {
    client.send("DELETE", path, None).await
}

#[tokio::test]
async fn a_countersignature_shows_that_the_platform_has_reviewed_a_package() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let mina = Owner::of(&app, "mina").await;
    let first = mina
        .upload(&TestPackage::new("1.0.0").asking_for(PLAIN))
        .await;
    let first = first.payload();
    assert_eq!(first["isReviewed"], false);
    assert_eq!(versions(&keeper).await, ["1.0.0"], "a new publisher");
    let install = mina
        .install(&TestPackage::new("1.0.0").asking_for(PLAIN), None)
        .await;
    assert_eq!(
        install["isReviewed"], false,
        "it can be installed nevertheless"
    );

    let path = review_of(&first["digest"]);
    for client in [&mina.client, &app.with_role("mod", "moderator").await] {
        assert_eq!(client.post(&path, json!({})).await.line(), "403 forbidden");
        assert_eq!(delete(client, &path).await.line(), "403 forbidden");
        assert_eq!(client.get(QUEUE).await.line(), "403 forbidden");
    }
    let unknown = review_of(&json!("0".repeat(64)));
    assert_eq!(
        keeper.post(&unknown, json!({})).await.line(),
        "404 package_not_found"
    );
    let twice = [(), ()].map(|()| {
        let (keeper, path) = (keeper.clone(), path.clone());
        async move { text(keeper.post(&path, json!({})).await.payload(), "reviewedAt") }
    });
    let at = concurrently(twice).await;
    assert_eq!(at[0], at[1], "the first review stays");
    assert!(versions(&keeper).await.is_empty());
    assert_eq!(mina.view(&install).await.payload()["isReviewed"], true);
    assert_eq!(mina.events(&install).await, ["reviewed", "installed"]);

    // Of a reviewed publisher, only packages that move WIT wait.
    mina.upload(&TestPackage::new("1.1.0").asking_for(PLAIN))
        .await;
    mina.upload(&TestPackage::new("1.2.0")).await;
    assert_eq!(versions(&keeper).await, ["1.2.0"]);

    // A signature over another digest, or one that was not made by the platform, is none.
    let forged = "update kernel.package p set review_signature = $1 where p.version = '1.0.0'";
    let stored: String =
        sqlx::query_scalar("select review_signature from kernel.package where version = '1.0.0'")
            .fetch_one(app.owner())
            .await
            .unwrap();
    let damaged: String = stored.chars().rev().collect();
    sqlx::query(forged)
        .bind(damaged)
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(mina.view(&install).await.payload()["isReviewed"], false);
    sqlx::query(forged)
        .bind(&stored)
        .execute(app.owner())
        .await
        .unwrap();
    assert_eq!(mina.view(&install).await.payload()["isReviewed"], true);
    let moved = "update kernel.package p set (reviewed_at, reviewed_by, review_kid, review_signature) =
        (select reviewed_at, reviewed_by, review_kid, review_signature from kernel.package where version = '1.0.0')
        where p.version = '1.2.0'";
    sqlx::query(moved).execute(app.owner()).await.unwrap();
    let copied = mina.upload(&TestPackage::new("1.2.0")).await;
    assert_eq!(copied.payload()["isReviewed"], false);

    for _ in 0..2 {
        let withdrawn = delete(&keeper, &path).await;
        assert_eq!(withdrawn.payload()["reviewedAt"], Value::Null);
    }
    assert_eq!(mina.view(&install).await.payload()["isReviewed"], false);
    assert_eq!(versions(&keeper).await[0], "1.0.0", "the earliest first");
    let stop = format!("/api/admin/plugin-packages/{}/stop", text(first, "digest"));
    keeper
        .post(&stop, json!({ "reason": "It floods rooms" }))
        .await;
    assert!(!versions(&keeper).await.contains(&"1.0.0".to_owned()));
    assert_eq!(
        keeper.post(&path, json!({})).await.line(),
        "403 package_stopped"
    );
    app.stop().await;
}

#[tokio::test]
async fn a_stopped_publisher_is_stopped_with_everything_it_publishes() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let (mina, bea) = (Owner::of(&app, "mina").await, Owner::of(&app, "bea").await);
    let other = TestPackage {
        id: "acme.other".into(),
        ..TestPackage::new("2.0.0")
    };
    let foreign = TestPackage {
        id: "bolt.probe".into(),
        key: PublisherKey::new("bolt", &[7; 32]).unwrap(),
        ..TestPackage::new("1.0.0")
    };
    let installs = [
        (&mina, mina.install(&TestPackage::new("1.0.0"), None).await),
        (&bea, bea.install(&other, None).await),
    ];
    let kept = mina.install(&foreign, None).await;
    let stop = json!({ "reason": "It steals passwords" });
    assert_eq!(
        mina.client
            .post(&stop_of("acme"), stop.clone())
            .await
            .line(),
        "403 forbidden"
    );
    assert_eq!(
        keeper.post(&stop_of("nobody"), stop.clone()).await.line(),
        "404 publisher_not_found"
    );
    let short = keeper
        .post(&stop_of("acme"), json!({ "reason": "no" }))
        .await;
    assert_eq!(short.line(), "422 validation_failed");

    let twice = [(), ()].map(|()| {
        let (keeper, stop) = (keeper.clone(), stop.clone());
        async move { keeper.post(&stop_of("acme"), stop).await.line() }
    });
    assert_eq!(concurrently(twice).await, ["200", "200"]);
    for (owner, install) in &installs {
        assert_eq!(
            run(&owner.client, install, json!([])).await.line(),
            "404 not_found"
        );
        let view = owner.view(install).await;
        assert_eq!(view.payload()["stoppedBecause"], "It steals passwords");
        assert_eq!(view.payload()["isPublisherStopped"], true);
        assert_eq!(
            owner.events(install).await,
            ["publisher_stopped", "installed"],
            "stopped once"
        );
        let again = owner
            .patch(install, json!({ "grant": { "sql": true } }))
            .await;
        assert_eq!(again.line(), "403 package_stopped");
    }
    assert_eq!(run(&mina.client, &kept, json!([])).await.line(), "200");
    let next = mina.upload(&TestPackage::new("1.1.0")).await;
    assert_eq!(next.line(), "403 publisher_stopped");
    let says = text(&next.body["language"], "en");
    assert!(says.contains("It steals passwords"), "{says}");

    // A package that is stopped by itself stays stopped.
    let listed = keeper
        .get("/api/admin/plugin-packages?search=acme.other")
        .await;
    let package = &listed.payload()["items"][0];
    assert_eq!(package["publisherStoppedBecause"], "It steals passwords");
    assert_eq!(package["stoppedBecause"], Value::Null);
    let path = format!(
        "/api/admin/plugin-packages/{}/stop",
        text(package, "digest")
    );
    keeper
        .post(&path, json!({ "reason": "It floods rooms" }))
        .await;
    for _ in 0..2 {
        let released = delete(&keeper, &stop_of("acme")).await;
        assert_eq!(released.payload()["stoppedBecause"], Value::Null);
    }
    let (owner, install) = &installs[0];
    assert_eq!(run(&owner.client, install, json!([])).await.line(), "200");
    assert_eq!(owner.events(install).await[0], "publisher_released");
    let (owner, install) = &installs[1];
    assert_eq!(
        run(&owner.client, install, json!([])).await.line(),
        "404 not_found"
    );
    assert_eq!(
        owner.view(install).await.payload()["stoppedBecause"],
        "It floods rooms"
    );
    app.stop().await;
}

#[tokio::test]
async fn administrators_see_the_keys_of_a_publisher() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let mina = Owner::of(&app, "mina").await;
    let first = TestPackage::key(1);
    let second = first.rotate(&[2; 32]).unwrap();
    mina.install(&TestPackage::new("1.0.0"), None).await;
    app.advance(std::time::Duration::from_secs(60));
    let rotated = TestPackage {
        key: second.clone(),
        ..TestPackage::new("1.1.0")
    };
    mina.upload(&rotated).await;
    let listed = keeper.get(&format!("{PUBLISHERS}?search=ac")).await;
    let acme = &listed.payload()["items"][0];
    assert_eq!(acme["name"], "acme");
    let keys: Vec<String> = acme["keys"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| text(key, "id"))
        .collect();
    assert_eq!(
        keys,
        [second.public().unwrap().id(), first.public().unwrap().id()],
        "the newest first"
    );
    assert!(acme["keys"][0]["since"].as_str() > acme["keys"][1]["since"].as_str());
    assert_eq!(
        (&acme["packages"], &acme["worlds"], &acme["reviewed"]),
        (&json!(2), &json!(1), &json!(0))
    );
    for other in ["?search=acme_", "?search=bolt", "?search=%25"] {
        let none = keeper.get(&format!("{PUBLISHERS}{other}")).await;
        assert_eq!(none.payload()["items"], json!([]), "{other}");
    }
    assert_eq!(mina.client.get(PUBLISHERS).await.line(), "403 forbidden");
    app.stop().await;
}
