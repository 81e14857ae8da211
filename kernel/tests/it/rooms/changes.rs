//! Changes between people, and decisions about them, that take effect in a room at once.

use std::time::Duration;

use serde_json::json;
use witverse_rooms::protocol::{KickCode, ServerMessage};
use witverse_testing::{Client, TestApp};

use super::socket::{Socket, listen};
use super::ticket;

async fn safety(by: &Client, method: &str, what: &str, whom: &Client) {
    let path = format!("/api/safety/{what}/{}", whom.id);
    assert_eq!(by.send(method, &path, None).await.line(), "200");
}

async fn left(socket: &mut Socket) {
    socket
        .wait_for(|message| matches!(message, ServerMessage::Leave { .. }).then_some(()))
        .await;
}

async fn joined(socket: &mut Socket) -> String {
    socket
        .wait_for(|message| match message {
            ServerMessage::Join(member) => Some(member.name.clone()),
            _ => None,
        })
        .await
}

/// Longer than a change usually takes until it applies in a room.
const EFFECT: Duration = Duration::from_millis(200);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_hides_two_people_who_are_in_a_room_and_its_end_shows_them() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let sora = app.person("sora").await;
    let mut first = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let mut second = Socket::enter(address, &ticket(&theo, "probe:hall").await).await;
    let mut third = Socket::enter(address, &ticket(&sora, "probe:hall").await).await;
    safety(&mina, "PUT", "blocks", &theo).await;
    left(&mut first).await;
    left(&mut second).await;
    second.chat("unheard").await;
    assert_eq!(third.next_chat().await, "unheard");
    third.chat("heard").await;
    assert_eq!(first.next_chat().await, "heard");
    safety(&mina, "DELETE", "blocks", &theo).await;
    assert_eq!(joined(&mut first).await, "theo");
    assert_eq!(joined(&mut second).await, "mina");
    // Reporting with a block has the same effect.
    let body = json!({ "userId": theo.id, "reason": "spam", "block": true });
    assert_eq!(mina.post("/api/safety/reports", body).await.line(), "201");
    left(&mut first).await;
    left(&mut second).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mute_silences_a_person_in_the_room() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let sora = app.person("sora").await;
    let mut first = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let mut second = Socket::enter(address, &ticket(&theo, "probe:hall").await).await;
    let mut third = Socket::enter(address, &ticket(&sora, "probe:hall").await).await;
    safety(&mina, "PUT", "mutes", &theo).await;
    // A mute has no message, so a few rounds may pass until it applies.
    for round in 1.. {
        assert!(round < 5, "the mute has no effect");
        tokio::time::sleep(EFFECT).await;
        second.chat("muted").await;
        while third.next_chat().await != "muted" {}
        third.chat("marker").await;
        if first.next_chat().await == "marker" {
            break;
        }
        assert_eq!(first.next_chat().await, "marker");
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_mutes_and_suspends_a_person_in_a_room() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let (keeper, mal) = (app.administrator().await, app.person("mal").await);
    let mut socket = Socket::enter(address, &ticket(&mal, "probe:hall").await).await;
    let sanctions = format!("/api/admin/users/{}/sanctions", mal.id);
    let sanction = json!({ "action": "mute", "reason": "because", "hours": 3 });
    assert!(keeper.post(&sanctions, sanction).await.status.is_success());
    for round in 1.. {
        assert!(round < 5, "the mute has no effect");
        tokio::time::sleep(EFFECT).await;
        socket.chat("hello").await;
        let refused = socket.wait_for(|message| match message {
            ServerMessage::Ack { .. } => Some(false),
            ServerMessage::Error { .. } => Some(true),
            _ => None,
        });
        if refused.await {
            break;
        }
    }
    let sanction = json!({ "action": "suspend", "reason": "because", "hours": 3 });
    assert!(keeper.post(&sanctions, sanction).await.status.is_success());
    let (code, reason) = socket.kicked().await;
    assert_eq!(
        (code, reason.as_str()),
        (KickCode::Refused, "로그인이 필요합니다.")
    );
    app.stop().await;
}
