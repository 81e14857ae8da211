//! People of an event are in one instance of the room of its block.

use super::*;
use crate::rooms::socket::{Socket, listen};

/// The places of an instance.
const CAPACITY: usize = 50;

/// The instance and the ticket that a person gets.
async fn placed(client: &Client, block: &str) -> (i64, String) {
    let path = format!("/api/rooms/blocks:{block}/join");
    let reply = client.post(&path, json!({})).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let admission = reply.payload();
    (
        admission["instance"].as_i64().unwrap(),
        text(&admission["ticket"]),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn participants_are_placed_together_from_an_hour_before_the_start() {
    let mut scene = Scene::open().await;
    let event = scene.created(&scene.town.patron, 3 * HOUR, json!({})).await;
    for who in [&scene.town.member, &scene.town.guest] {
        assert_eq!(apply(who, &event).await.line(), "200");
    }
    scene.advance(2 * HOUR + HOUR / 2).await;
    let address = listen(&scene.town.app).await;
    let hall = &scene.hall;

    // The first instance is full, so a participant comes into the second one. Then two places in the first become free.
    let mut others = Vec::new();
    for who in [&scene.town.owner, &scene.town.admin] {
        let (instance, ticket) = placed(who, hall).await;
        assert_eq!(instance, 0);
        others.push(Socket::enter(address, &ticket).await);
    }
    let visitor = scene.town.app.visitor();
    // Unused tickets of visitors take no place from people with an account, so these visitors enter.
    let mut visitors = Vec::new();
    for _ in others.len()..CAPACITY {
        let (instance, ticket) = placed(&visitor, hall).await;
        assert_eq!(instance, 0);
        visitors.push(Socket::enter(address, &ticket).await);
    }
    assert_eq!(placed(&scene.town.member, hall).await.0, 1);
    for other in others {
        other.leave().await;
    }
    scene
        .town
        .app
        .eventually("a visitor comes into the first instance", async || {
            placed(&visitor, hall).await.0 == 0
        })
        .await;

    // The other participant and the organiser come to the first participant, also while the first instance has a place.
    assert_eq!(placed(&scene.town.guest, hall).await.0, 1);
    assert_eq!(placed(&scene.town.patron, hall).await.0, 1);
    scene
        .town
        .app
        .eventually("the second free place is still there", async || {
            placed(&visitor, hall).await.0 == 0
        })
        .await;
    scene.close().await;
}
