//! People to whom the world of an event is closed: the blacklist, and a world that becomes private.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_of_a_person_on_the_blacklist_is_refunded() {
    let scene = Scene::open().await;
    let town = &scene.town;
    let (event, tickets) = scene.ticketed(2 * HOUR, &[(30, 5)]).await;
    for buyer in [&town.member, &town.guest] {
        bought(buyer, &event, &tickets[0], 3_000).await;
    }
    let path = format!("/api/v3/worlds/{}/blacklist", town.id);
    let body = json!({ "nickname": "guest", "reason": "Spam.", "until": null });
    let listed = town.owner.post(&path, body).await;
    assert!(listed.status.is_success(), "{}", listed.body);
    town.app
        .eventually("the ticket is refunded", async || {
            balance(&town.guest).await == 100_000
                && alarms_of(&town.app, &town.guest, "Your place has ended")
                    .await
                    .0
                    == 1
        })
        .await;
    let seen = call(&town.guest, "GET", &format!("/{event}"), &Value::Null).await;
    assert_eq!(seen.line(), "403 world_blacklisted");
    assert_eq!(balance(&town.member).await, 97_000);
    assert_eq!(detail(&town.patron, &event).await["numbers"]["taken"], 1);
    scene.close().await;
}

const CLOSING: &str = "select count(*) from kernel.timer where key like 'world-closed:%'";

/// Makes the world private and waits until events know of it.
async fn close(scene: &Scene) {
    scene.town.make_private().await;
    scene
        .town
        .app
        .eventually("the ten minutes have begun", async || {
            scene.town.app.count(CLOSING).await == 1
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tickets_of_visitors_are_refunded_when_the_world_stays_private() {
    let mut scene = Scene::open().await;
    let (event, tickets) = scene.ticketed(5 * HOUR, &[(30, 5)]).await;
    for buyer in [&scene.town.member, &scene.town.guest] {
        bought(buyer, &event, &tickets[0], 3_000).await;
    }
    // A world that is public again within ten minutes loses no guest.
    close(&scene).await;
    let guest = &scene.town.guest;
    assert_eq!(
        detail(guest, &event).await["place"]["state"],
        "taken",
        "people with a place see it"
    );
    let other = scene.town.app.person("late").await;
    let unseen = call(&other, "GET", &format!("/{event}"), &Value::Null).await;
    assert_eq!(unseen.line(), "403 world_members_only");
    scene.town.set_public(true).await;
    scene.advance(12 * MINUTE).await;
    scene
        .town
        .app
        .eventually("the timer has looked", async || {
            scene.town.app.count(CLOSING).await == 0
        })
        .await;
    assert_eq!(
        detail(&scene.town.patron, &event).await["numbers"]["taken"],
        2
    );

    close(&scene).await;
    scene.advance(12 * MINUTE).await;
    let (guest, member) = (&scene.town.guest, &scene.town.member);
    scene
        .town
        .app
        .eventually("the visitor has the WIT back", async || {
            balance(guest).await == 100_000
        })
        .await;
    assert_eq!(balance(member).await, 97_000);
    assert_eq!(
        detail(&scene.town.patron, &event).await["numbers"]["taken"],
        1
    );
    scene.close().await;
}
