//! `POST /api/rooms/{id}/join` and the WebSocket, with the rooms of the plugin `probe`.

mod changes;
mod games;
mod host_calls;
mod reports;
pub(crate) mod socket;

use serde_json::json;
use socket::{Received, Socket};
use witverse_rooms::protocol::{ClientMessage, ErrorCode, ServerMessage};
use witverse_testing::{Client, Reply, TestApp};

use crate::user::text;

async fn join(client: &Client, room: &str) -> Reply {
    client
        .post(&format!("/api/rooms/{room}/join"), json!({}))
        .await
}

pub(crate) async fn ticket(client: &Client, room: &str) -> String {
    let reply = join(client, room).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    text(&reply.payload()["ticket"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_meet_and_talk() {
    let app = TestApp::start().await;
    let address = socket::listen(&app).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut first = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let mut second = Socket::enter(address, &ticket(&theo, "probe:hall").await).await;
    let names = second.names.clone();
    assert!(names.contains(&"mina".to_owned()), "{names:?}");
    first.chat("hello theo").await;
    assert_eq!(second.next_chat().await, "hello theo");
    let present = app.app.rooms.hub().counts();
    assert_eq!((present.rooms, present.members), (1, 2));
    app.stop().await;
}

#[tokio::test]
async fn the_plugin_decides_who_enters() {
    let app = TestApp::start().await;
    let (mina, visitor) = (app.person("mina").await, app.visitor());
    assert_eq!(join(&visitor, "probe:hall").await.line(), "200");
    assert_eq!(
        join(&visitor, "probe:members").await.line(),
        "401 unauthenticated"
    );
    assert_eq!(join(&mina, "probe:members").await.line(), "200");
    for unknown in ["probe:nowhere", "nobody:hall", "hall", "probe%3A%00"] {
        let reply = join(&mina, unknown).await;
        assert_eq!(reply.status, 404, "{unknown}: {}", reply.body);
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_is_used_once_and_by_the_page_that_asked_for_it() {
    let app = TestApp::start().await;
    let address = socket::listen(&app).await;
    let mina = app.person("mina").await;
    let ticket = ticket(&mina, "probe:hall").await;
    let mut other = Socket::connect(address, "https://elsewhere.example").await;
    other.hello(&ticket).await;
    assert!(matches!(other.receive().await, Received::Kicked(..)));
    let mut first = Socket::enter(address, &ticket).await;
    let mut second = Socket::connect(address, "").await;
    second.hello(&ticket).await;
    assert!(matches!(second.receive().await, Received::Kicked(..)));
    first.chat("still here").await;
    assert_eq!(first.next_chat().await, "still here");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forbidden_words_are_not_said() {
    let app = TestApp::start().await;
    let address = socket::listen(&app).await;
    let keeper = app.administrator().await;
    let added = keeper
        .post(
            "/api/admin/words",
            json!({ "word": "turnip", "kind": "part" }),
        )
        .await;
    assert!(added.status.is_success(), "{}", added.body);
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut first = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let mut second = Socket::enter(address, &ticket(&theo, "probe:hall").await).await;
    for spelling in [
        "you Turnips",
        "ｔｕｒｎｉｐ",
        "tur\u{200b}n\u{ad}ip",
        "turn\u{456}p",
        // Nothing to see.
        "\u{200b}\u{3164}",
    ] {
        first.chat(spelling).await;
        first
            .wait_for(|message| matches!(message, ServerMessage::Error { .. }).then_some(()))
            .await;
    }
    first.chat("you \u{200b}flowers").await;
    assert_eq!(second.next_chat().await, "you flowers");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_hides_both_and_a_full_room_has_a_second_instance() {
    let app = TestApp::start().await;
    let address = socket::listen(&app).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let blocked = mina
        .put(&format!("/api/safety/blocks/{}", theo.id), json!({}))
        .await;
    assert!(blocked.status.is_success(), "{}", blocked.body);
    let _first = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let second = Socket::enter(address, &ticket(&theo, "probe:hall").await).await;
    assert!(!second.names.contains(&"mina".to_owned()));
    // A room for two people: the third one is placed in the room beside it.
    let mut instances = Vec::new();
    let mut inside = Vec::new();
    for name in ["p_1", "p_2", "p_3"] {
        let person = app.person(name).await;
        let reply = join(&person, "probe:small").await;
        instances.push(reply.payload()["instance"].clone());
        inside.push(Socket::enter(address, &text(&reply.payload()["ticket"])).await);
    }
    assert_eq!(instances, [json!(0), json!(0), json!(1)]);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_websocket_is_upgraded_and_a_stop_closes_it() {
    let app = TestApp::start().await;
    let address = socket::listen(&app).await;
    let plain = app.visitor().get("/api/rooms/socket").await;
    assert_eq!(plain.line(), "426 upgrade_required");
    let mina = app.person("mina").await;
    let mut socket = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let longest = ClientMessage::Chat {
        request: 1,
        text: "x".repeat(100),
    };
    socket.send(&longest).await;
    assert_eq!(socket.next_chat().await.len(), 100);
    app.app.rooms.hub().shut_down().await;
    loop {
        if matches!(socket.receive().await, Received::Closed) {
            break;
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn a_room_whose_plugin_fails_is_not_unknown() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let reply = join(&mina, "probe:broken").await;
    assert_eq!(reply.line(), "503 unavailable", "{}", reply.body);
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(join(&mina, "probe:nowhere").await.status, 404);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_can_have_slow_mode() {
    let app = TestApp::start().await;
    let address = socket::listen(&app).await;
    let mina = app.person("mina").await;
    let mut socket = Socket::enter(address, &ticket(&mina, "probe:slow").await).await;
    for text in ["one", "two"] {
        socket.chat(text).await;
    }
    assert_eq!(socket.next_chat().await, "one");
    let wait_ms = socket.wait_for(|message| match message {
        ServerMessage::Error {
            code: ErrorCode::SlowMode,
            retry_after_ms,
            ..
        } => Some(*retry_after_ms),
        _ => None,
    });
    assert!((1..=30_000).contains(&wait_ms.await));
    app.stop().await;
}

#[tokio::test]
async fn a_person_without_a_nickname_gets_no_ticket() {
    let app = TestApp::start().await;
    let nameless = app.nameless("nameless").await;
    let reply = join(&nameless, "probe:hall").await;
    assert_eq!(reply.line(), "403 nickname_required");
    app.stop().await;
}

#[tokio::test]
async fn a_network_reserves_few_places_without_an_account() {
    let app = TestApp::with(|config| config.http.route_rate_factor = 1).await;
    let (mina, visitor) = (app.person("mina").await, app.visitor());
    for _ in 0..20 {
        assert_eq!(join(&visitor, "probe:hall").await.line(), "200");
    }
    let more = join(&visitor, "probe:hall").await;
    assert_eq!(more.line(), "429 too_many_requests");
    assert_eq!(join(&mina, "probe:hall").await.line(), "200");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_in_a_room_ends_with_its_session() {
    let app = TestApp::start().await;
    let address = socket::listen(&app).await;
    let phone = app.person("mina").await;
    let laptop = app.log_in("mina", phone.id).await;
    let mut on_phone = Socket::enter(address, &ticket(&phone, "probe:hall").await).await;
    let mut on_laptop = Socket::enter(address, &ticket(&laptop, "probe:members").await).await;
    let others = laptop
        .post("/api/account/sessions/revoke-others", json!({}))
        .await;
    assert_eq!(others.line(), "200", "{}", others.body);
    on_phone.kicked().await;
    on_laptop.chat("still here").await;
    assert_eq!(on_laptop.next_chat().await, "still here");
    let out = laptop.post("/api/user/logout", json!({})).await;
    assert_eq!(out.line(), "200", "{}", out.body);
    on_laptop.kicked().await;
    app.stop().await;
}
