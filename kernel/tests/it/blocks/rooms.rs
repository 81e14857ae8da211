//! The room of a block: who gets a ticket, where they arrive, and what happens in it when the block changes.

use std::net::SocketAddr;

use serde_json::json;
use witverse_rooms::protocol::{ErrorCode, Event, KickCode, ServerMessage};
use witverse_rooms::room::INTERACT_SIT;
use witverse_testing::{Client, Reply};

use super::{BLOCKS, complete, delete, publish, scene};
use crate::community::Town;
use crate::friends::befriend;
use crate::gifts::new_gift;
use crate::rooms::socket::{Socket, listen};
use crate::user::text;

pub(super) async fn join(by: &Client, id: &str) -> Reply {
    by.post(&format!("/api/rooms/blocks:{id}/join"), json!({}))
        .await
}

/// A person's connection in the room of a block.
pub(crate) async fn enter(address: SocketAddr, by: &Client, id: &str) -> Socket {
    let reply = join(by, id).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    Socket::enter(address, &text(&reply.payload()["ticket"])).await
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_publication_is_announced_and_a_deletion_closes_the_room() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let mut sockets = Vec::new();
    for by in [&town.patron, &town.member, &town.app.visitor()] {
        sockets.push(enter(address, by, &id).await);
    }
    assert_eq!(publish(&town.patron, &id, 9).await.status, 404);
    assert_eq!(publish(&town.patron, &id, 1).await.line(), "200");
    for socket in &mut sockets {
        let event = ("scene.published".to_owned(), json!({ "version": 1 }));
        assert_eq!(socket.event().await, event);
    }
    assert_eq!(delete(&town.member, &id).await.status, 403);
    assert_eq!(delete(&town.patron, &id).await.line(), "200");
    for socket in &mut sockets {
        assert_eq!(socket.kicked().await, (KickCode::RoomClosed, String::new()));
    }
    assert_eq!(join(&town.member, &id).await.line(), "404 block_not_found");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seats_of_a_published_scene_are_those_of_the_open_room() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let mut member = enter(address, &town.member, &id).await;
    let mut with_seat = scene(0);
    let seat = json!({ "id": "seat", "position": { "x": 1.5, "y": 0.0, "z": 1.0 }, "yaw": 0.0 });
    with_seat["seats"] = json!([seat]);
    let body = json!({ "basedOn": 1, "scene": with_seat });
    let saved = town.patron.put(&format!("{BLOCKS}/{id}/scene"), body).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    assert_eq!(publish(&town.patron, &id, 2).await.line(), "200");
    assert_eq!(member.event().await.0, "scene.published");
    let mut visitor = enter(address, &town.app.visitor(), &id).await;
    visitor.interact(0, INTERACT_SIT).await;
    // Visitors without an account look on.
    let refused = visitor
        .wait_for(|message| match message {
            ServerMessage::Error { code, .. } => Some(*code),
            _ => None,
        })
        .await;
    assert_eq!(refused, ErrorCode::NotAllowed);
    let mut guest = enter(address, &town.guest, &id).await;
    guest.interact(0, INTERACT_SIT).await;
    member
        .wait_for(|message| match message {
            ServerMessage::Event(Event::Sit { seat: 0, .. }) => Some(()),
            _ => None,
        })
        .await;
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_of_access_removes_those_who_may_not_enter_any_more() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let mut patron = enter(address, &town.patron, &id).await;
    let mut member = enter(address, &town.member, &id).await;
    let mut guest = enter(address, &town.guest, &id).await;
    let path = format!("{BLOCKS}/{id}");
    let edit = async |access: &str| {
        let edited = town.patron.put(&path, json!({ "access": access })).await;
        assert_eq!(edited.line(), "200", "{}", edited.body);
    };
    edit("members").await;
    let (code, reason) = guest.kicked().await;
    assert_eq!(code, KickCode::Refused);
    assert_eq!(
        reason,
        "이 월드의 멤버만 들어갈 수 있습니다. 월드에 가입하면 들어갈 수 있습니다."
    );
    member.chat("still here").await;
    assert_eq!(patron.next_chat().await, "still here");
    edit("owner").await;
    assert_eq!(member.kicked().await.0, KickCode::Refused);
    patron.chat("alone").await;
    while patron.next_chat().await != "alone" {}
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_blacklisted_leaves_all_blocks_of_the_world() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let mut ids = Vec::new();
    for name in ["plaza", "garden"] {
        ids.push(complete(&town.patron, name).await);
    }
    let mut admin = enter(address, &town.admin, &ids[0]).await;
    let mut inside = Vec::new();
    for (by, id) in [(&town.member, &ids[0]), (&town.patron, &ids[1])] {
        inside.push(enter(address, by, id).await);
    }
    for nickname in ["member", "patron"] {
        let body = json!({ "nickname": nickname, "reason": "because" });
        assert_eq!(town.manage("blacklist", body).await.line(), "201");
    }
    for socket in &mut inside {
        let (code, reason) = socket.kicked().await;
        assert_eq!(code, KickCode::Refused);
        assert_eq!(reason, "지금은 이 월드를 이용할 수 없습니다.");
    }
    admin.chat("still here").await;
    assert_eq!(admin.next_chat().await, "still here");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_a_world_leaves_its_blocks_for_members() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let access = json!({ "access": "members" });
    let edited = town.patron.put(&format!("{BLOCKS}/{id}"), access).await;
    assert_eq!(edited.line(), "200", "{}", edited.body);
    let mut member = enter(address, &town.member, &id).await;
    let other = town.app.person("other").await;
    let new = json!({ "worldName": "lagoon", "isPublic": true });
    let world = text(&other.post("/api/v3/worlds", new).await.payload()["worldId"]);
    let change = format!("/api/v2/worlds/user/member?worldId={world}&change=true");
    let changed = town.member.send("POST", &change, None).await;
    assert_eq!(changed.line(), "200", "{}", changed.body);
    assert_eq!(member.kicked().await.0, KickCode::Refused);
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_world_that_becomes_private_keeps_its_members_inside() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let mut member = enter(address, &town.member, &id).await;
    let mut guest = enter(address, &town.guest, &id).await;
    let mut visitor = enter(address, &town.app.visitor(), &id).await;
    town.make_private().await;
    for outside in [&mut guest, &mut visitor] {
        assert_eq!(outside.kicked().await.0, KickCode::Refused);
    }
    member.chat("still here").await;
    assert_eq!(member.next_chat().await, "still here");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_gives_their_membership_away_leaves_its_blocks() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.owner, "plaza").await;
    let access = json!({ "access": "membership" });
    let edited = town.owner.put(&format!("{BLOCKS}/{id}"), access).await;
    assert_eq!(edited.line(), "200", "{}", edited.body);
    let mut patron = enter(address, &town.patron, &id).await;
    befriend(&town.patron, (&town.guest, "guest")).await;
    let owned = town.patron.get("/api/item/inventory/craft/gift/item").await;
    let item = owned.payload()["items"][0]["id"].clone();
    let gift = new_gift("item", item, town.guest.id);
    let sent = town.patron.post("/api/v2/gift/create", gift).await;
    let answer = json!({ "airdropId": sent.payload()["airdropId"], "approve": true });
    let taken = town.guest.post("/api/v2/gift/handle", answer).await;
    assert_eq!(taken.line(), "200", "{}", taken.body);
    assert_eq!(patron.kicked().await.0, KickCode::Refused);
    let joined = join(&town.guest, &id).await;
    assert_eq!(joined.line(), "200", "{}", joined.body);
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_administrator_no_more_leaves_a_private_block() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let path = format!("/api/v3/worlds/{}/admins/{}", town.id, town.admin.id);
    let edit = json!({ "access": "owner" });
    let edited = town.patron.put(&format!("{BLOCKS}/{id}"), edit).await;
    assert_eq!(edited.line(), "200", "{}", edited.body);
    let mut inside = enter(address, &town.admin, &id).await;
    let dismissed = town.owner.send("DELETE", &path, None).await;
    assert_eq!(dismissed.line(), "200", "{}", dismissed.body);
    assert_eq!(inside.kicked().await.0, KickCode::Refused);
    town.app.stop().await;
}

/// Chats until the room refuses it with this code.
async fn refused_with(socket: &mut Socket, expected: ErrorCode) {
    for _ in 0..40 {
        socket.chat("again").await;
        let answer = socket.wait_for(|message| match message {
            ServerMessage::Error { code, .. } => Some(Some(*code)),
            ServerMessage::Ack { .. } => Some(None),
            _ => None,
        });
        if answer.await == Some(expected) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    }
    panic!("the chat is not refused with {expected:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_settings_say_who_chats_and_how_often() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let path = format!("{BLOCKS}/{id}");
    let edit = async |changes: serde_json::Value| {
        let edited = town.patron.put(&path, changes).await;
        assert_eq!(edited.line(), "200", "{}", edited.body);
        edited.payload().clone()
    };
    let seen = edit(json!({})).await;
    assert_eq!(
        json!([seen["chat"], seen["slowModeSeconds"]]),
        json!(["everybody", 0])
    );
    let (mut patron, mut guest) = (
        enter(address, &town.patron, &id).await,
        enter(address, &town.guest, &id).await,
    );
    guest.chat("hello").await;
    assert_eq!(patron.next_chat().await, "hello");
    // The changes apply to people who are inside.
    edit(json!({ "slowModeSeconds": 60 })).await;
    refused_with(&mut guest, ErrorCode::SlowMode).await;
    edit(json!({ "slowModeSeconds": 0, "chat": "membership" })).await;
    refused_with(&mut guest, ErrorCode::NotAllowed).await;
    patron.chat("I may").await;
    assert_eq!(guest.next_chat().await, "I may");
    let too_long = town
        .patron
        .put(&path, json!({ "slowModeSeconds": 61 }))
        .await;
    assert_eq!(too_long.line(), "422 validation_failed");
    assert_eq!(too_long.body["fields"][0]["field"], "slowModeSeconds");
    let new = json!({
        "blockName": "for-members", "type": "social", "title": { "ko": "a", "en": "a" }, "access": "members",
    });
    let made = town
        .patron
        .post(&format!("/api/v3/worlds/{}/blocks", town.id), new)
        .await;
    assert_eq!(made.payload()["chat"], "membership", "{}", made.body);
    town.app.stop().await;
}
