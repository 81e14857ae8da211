//! Events that administrators of their world or of the platform stop.

use super::*;
use crate::lantern_race::race_block;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_administrator_stops_an_event_with_a_reason() {
    let scene = Scene::open().await;
    let town = &scene.town;
    let keeper = town.app.administrator().await;
    let (event, tickets) = scene.ticketed(2 * HOUR, &[(30, 5)]).await;
    bought(&town.member, &event, &tickets[0], 3_000).await;
    let reason = json!({ "reason": " Sells what does not exist. " });
    for who in [&town.member, &town.patron] {
        let refused = post(who, &event, "stop", reason.clone()).await;
        assert_eq!(refused.line(), "403 world_admins_only");
    }
    for wrong in [
        json!({}),
        json!({ "reason": "  " }),
        json!({ "reason": "x".repeat(301) }),
    ] {
        let refused = post(&town.admin, &event, "stop", wrong).await;
        assert!(
            refused.fields()[0].starts_with("reason: "),
            "{}",
            refused.body
        );
    }
    // Blocking the administrators does not hide the event from them.
    for admin in [&town.admin, &keeper] {
        let path = format!("/api/safety/blocks/{}", admin.id);
        assert_eq!(town.patron.send("PUT", &path, None).await.line(), "200");
        assert_eq!(detail(admin, &event).await["canStop"], true);
    }
    assert_eq!(detail(&town.member, &event).await["canStop"], false);

    let stopped = post(&town.admin, &event, "stop", reason.clone()).await;
    assert_eq!(stopped.line(), "200", "{}", stopped.body);
    let of = stopped.payload();
    assert_eq!(
        (&of["phase"], &of["canStop"], &of["stopReason"]),
        (
            &json!("cancelled"),
            &json!(false),
            &json!("Sells what does not exist.")
        )
    );
    let again = post(&keeper, &event, "stop", reason.clone()).await;
    assert_eq!(again.line(), "409 event_cancelled");
    // The reason is for the organiser and administrators.
    for (who, is_told) in [(&town.patron, true), (&keeper, true), (&town.member, false)] {
        let seen = detail(who, &event).await;
        assert_eq!(seen["stopReason"].is_string(), is_told);
    }
    town.app
        .eventually("the ticket is refunded and people are told", async || {
            let title = "Your event was stopped by an administrator";
            balance(&town.member).await == 100_000
                && alarms_of(&town.app, &town.patron, title).await.0 == 1
                && alarms_of(&town.app, &town.member, "Your event was cancelled")
                    .await
                    .0
                    == 1
        })
        .await;
    let stopped_by = async || -> Option<uuid::Uuid> {
        sqlx::query_scalar("select stopped_by from plugin_events.event")
            .fetch_one(town.app.owner())
            .await
            .unwrap()
    };
    assert_eq!(stopped_by().await, Some(town.admin.id));
    let erased = json!({ "userId": town.admin.id });
    scene.publish("kernel.account.erased@1", &erased).await;
    town.app
        .eventually("the erased administrator is not named", async || {
            stopped_by().await.is_none()
        })
        .await;
    scene.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_challenge_with_results_ends_and_pays_its_prizes() {
    let mut scene = Scene::open().await;
    let course = race_block(&scene.town).await;
    wallet_admin::give(&scene.town.app, scene.town.patron.id, 5_000).await;
    let new = json!({
        "type": "challenge", "blockId": course, "attempts": 1, "scoring": "best", "prizes": [50],
    });
    let event = scene.created(&scene.town.patron, HOUR, new).await;
    let yes = json!({ "isApproved": true });
    post(&scene.town.admin, &event, "review", yes).await;
    assert_eq!(apply(&scene.town.member, &event).await.line(), "200");
    scene.advance(HOUR + MINUTE).await;
    let run = json!({
        "raceId": uuid::Uuid::new_v4(), "blockId": course, "userId": scene.town.member.id, "timeMs": 61_000,
        "at": scene.after(Duration::ZERO), "isPending": false,
    });
    scene.publish("lantern-race.finished@1", &run).await;
    let member = &scene.town.member;
    scene
        .town
        .app
        .eventually("the run is ranked", async || {
            let path = format!("/{event}/ranking");
            let ranking = call(member, "GET", &path, &Value::Null).await;
            ranking.payload()["top"][0].is_object()
        })
        .await;
    let keeper = scene.town.app.administrator().await;
    let reason = json!({ "reason": "The track is unfair." });
    let stopped = post(&keeper, &event, "stop", reason).await;
    assert_eq!(stopped.line(), "200", "{}", stopped.body);
    assert_eq!(stopped.payload()["phase"], "post");
    // Runs of the last moment arrive first.
    scene.advance(HOUR).await;
    let member = &scene.town.member;
    scene
        .town
        .app
        .eventually("the prize is paid", async || {
            balance(member).await == 105_000
        })
        .await;
    scene.close().await;
}
