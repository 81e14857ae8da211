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
    let (event, tickets) = scene.ticketed(5 * HOUR, &[(30, 4)]).await;
    for buyer in [&scene.town.member, &scene.town.guest] {
        bought(buyer, &event, &tickets[0], 3_000).await;
    }
    // More than one call may settle, with a waiting list.
    for name in ["visitor_1", "visitor_2", "visitor_3"] {
        let visitor = scene.town.app.person(name).await;
        wallet_admin::give(&scene.town.app, visitor.id, 3_000).await;
        if name == "visitor_3" {
            let waiting = json!({ "ticketId": tickets[0] });
            let waits = post(&visitor, &event, "wait", waiting).await;
            assert_eq!(waits.line(), "200", "{}", waits.body);
        } else {
            bought(&visitor, &event, &tickets[0], 3_000).await;
        }
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
        4
    );

    close(&scene).await;
    scene.advance(12 * MINUTE).await;
    let (guest, member) = (&scene.town.guest, &scene.town.member);
    scene
        .town
        .app
        .eventually("the visitors have the WIT back", async || {
            let refunds =
                "select count(*) from plugin_events.payout where kind = 'refund' and state = 'paid'";
            balance(guest).await == 100_000 && scene.town.app.count(refunds).await == 3
        })
        .await;
    // The visitor on the waiting list was offered no place.
    let offers = "select count(*) from plugin_events.place_entry where reason = 'offered'";
    assert_eq!(scene.town.app.count(offers).await, 0);
    assert_eq!(balance(member).await, 97_000);
    assert_eq!(
        detail(&scene.town.patron, &event).await["numbers"]["taken"],
        1
    );
    scene.close().await;
}
