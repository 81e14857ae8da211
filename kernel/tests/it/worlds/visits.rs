//! Visits, statistics and witch points.

use std::time::Duration;

use serde_json::json;
use witverse_testing::{Client, Reply, TestApp};

use super::managing::world_of;
use super::world;
use crate::friends::again;
use crate::support::concurrently;

const MINUTE: Duration = Duration::from_secs(60);

async fn report(client: &Client, name: &str) -> Reply {
    let path = "/api/v2/worlds/logs/user-connection";
    client
        .post(path, json!({ "worldName": name, "block_id": null }))
        .await
}

/// Days are Korean: a test that counts them begins at noon.
fn advance_to_noon(app: &TestApp) {
    let now = app.clock.now().to_offset(witverse_kernel::clock::KST);
    let since_midnight = now - now.replace_time(time::Time::MIDNIGHT);
    let until = time::Duration::hours(36) - since_midnight;
    app.advance(until.try_into().unwrap());
}

#[tokio::test]
async fn reports_are_counted_as_visits_and_visitors_of_a_day() {
    let app = TestApp::start().await;
    advance_to_noon(&app);
    let (owner, mina, theo) = (
        app.person("hana").await,
        app.person("mina").await,
        app.person("theo").await,
    );
    let id = world_of(&owner, "agora").await;
    // Several pages of one person at once are one visit.
    let lines = concurrently((0..5).map(|_| {
        let mina = mina.clone();
        async move { report(&mina, "agora").await.line() }
    }))
    .await;
    assert!(lines.iter().all(|line| line == "200"), "{lines:?}");
    assert_eq!(report(&mina, "agora").await.payload()["againAfter"], 240);
    app.advance(4 * MINUTE);
    report(&mina, "agora").await;
    report(&theo, "agora").await;
    let statistics = format!("/api/v3/worlds/{id}/statistics");
    assert_eq!(mina.get(&statistics).await.line(), "403 world_admins_only");
    let seen = owner.get(&statistics).await;
    assert_eq!(seen.payload()["totalVisits"], 2);
    assert_eq!(seen.payload()["last28Days"].as_array().unwrap().len(), 28);
    app.advance(31 * MINUTE);
    let (owner, mina) = (again(&app, "hana").await, again(&app, "mina").await);
    report(&mina, "agora").await;
    let seen = owner.get(&statistics).await;
    assert_eq!(seen.payload()["totalVisits"], 3);
    assert_eq!(seen.payload()["averagePerDay"], 3.0);
    app.advance(25 * 60 * MINUTE);
    let (owner, mina) = (again(&app, "hana").await, again(&app, "mina").await);
    report(&mina, "agora").await;
    let seen = owner.get(&statistics).await;
    assert_eq!(seen.payload()["totalVisits"], 4);
    let visitors = owner.get(&format!("/api/v3/worlds/{id}/visitors")).await;
    let first = &visitors.payload()["items"][0];
    assert_eq!(
        (&first["nickname"], &first["visits"]),
        (&json!("mina"), &json!(3))
    );
    assert_eq!(visitors.payload()["total"], 2);
    // Three visitors of a day.
    let points = app
        .visitor()
        .get(&format!("/api/v3/worlds/{id}/witch-points"))
        .await;
    assert_eq!(points.payload()["visitorDays"], 3);
    assert_eq!(points.payload()["witchPoint"], 0.03);
    assert_eq!(world(&mina, "agora").await.payload()["witchPoint"], 0.03);
    let differences = "select count(*) from plugin_worlds.world_total t where
        t.visits <> (select sum(visits) from plugin_worlds.visit_day d where d.world_id = t.world_id)
        or t.visitor_days <> (select sum(visitors) from plugin_worlds.visit_day d where d.world_id = t.world_id)
        or t.visits <> (select sum(visits) from plugin_worlds.visitor v where v.world_id = t.world_id)";
    assert_eq!(
        app.count(differences).await,
        0,
        "roll-ups and visitors differ"
    );
    app.stop().await;
}

#[tokio::test]
async fn visits_of_unknown_and_private_worlds_are_refused() {
    let app = TestApp::start().await;
    let (owner, mina) = (app.person("hana").await, app.person("mina").await);
    let new = json!({ "worldName": "hidden", "isPublic": false });
    assert_eq!(owner.post("/api/v3/worlds", new).await.line(), "201");
    assert_eq!(
        report(&mina, "hidden").await.line(),
        "403 world_members_only"
    );
    assert_eq!(report(&mina, "nowhere").await.line(), "404 world_not_found");
    assert_eq!(
        report(&app.visitor(), "hidden").await.line(),
        "401 unauthenticated"
    );
    assert_eq!(report(&owner, "hidden").await.line(), "200");
    app.stop().await;
}
