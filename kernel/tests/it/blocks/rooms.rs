//! The room of a block: who gets a ticket, and where they arrive.

use serde_json::json;
use witverse_rooms::protocol::ServerMessage;
use witverse_testing::{Client, Reply};

use super::{BLOCKS, complete};
use crate::community::Town;
use crate::rooms::socket::{Socket, listen};
use crate::user::text;

async fn join(by: &Client, id: &str) -> Reply {
    by.post(&format!("/api/rooms/blocks:{id}/join"), json!({}))
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_enter_a_block_meets_the_others_in_it() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let visitor = town.app.visitor();
    let mut sockets = Vec::new();
    for by in [&town.patron, &town.member, &visitor] {
        let reply = join(by, &id).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        sockets.push(Socket::enter(address, &text(&reply.payload()["ticket"])).await);
    }
    assert_eq!(sockets[2].names.len(), 3, "{:?}", sockets[2].names);
    sockets[1].chat("good evening").await;
    let heard = sockets[0].wait_for(|message| match message {
        ServerMessage::Chat { text, .. } => Some(text.clone()),
        _ => None,
    });
    assert_eq!(heard.await, "good evening");
    // A visitor hears, but does not speak.
    sockets[2].chat("hello").await;
    sockets[2]
        .wait_for(|message| matches!(message, ServerMessage::Error { .. }).then_some(()))
        .await;
    town.app.stop().await;
}

#[tokio::test]
async fn a_refused_person_gets_the_reason_instead_of_a_ticket() {
    let town = Town::start().await;
    let id = complete(&town.patron, "plaza").await;
    let path = format!("{BLOCKS}/{id}");
    for (access, by, expected) in [
        ("signedIn", &town.app.visitor(), "403 block_login_required"),
        ("members", &town.guest, "403 block_members_only"),
        ("owner", &town.member, "403 block_private"),
        ("owner", &town.patron, "200"),
    ] {
        let edited = town.patron.put(&path, json!({ "access": access })).await;
        assert_eq!(edited.line(), "200", "{}", edited.body);
        assert_eq!(join(by, &id).await.line(), expected, "{access}");
    }
    assert_eq!(join(&town.patron, "7").await.line(), "404 block_not_found");
    town.app.stop().await;
}
