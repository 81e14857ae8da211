//! The host interface `rooms`, called by the plugin `probe` in its own rooms.

use serde_json::{Value, json};
use witverse_rooms::protocol::{KickCode, ServerMessage};
use witverse_testing::{Client, TestApp};

use super::socket::{Socket, listen};
use super::ticket;
use crate::support::{note, run};

/// The results of a script that succeeds.
async fn results(client: &Client, ops: Value) -> Vec<Value> {
    let reply = run(client, ops).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["results"].as_array().unwrap().clone()
}

async fn state(socket: &mut Socket) -> (u64, Value) {
    socket
        .wait_for(|message| match message {
            ServerMessage::State { version, json } => {
                Some((*version, serde_json::from_slice(json).expect("JSON")))
            }
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plugin_broadcasts_kicks_and_closes() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut first = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    let mut second = Socket::enter(address, &ticket(&theo, "probe:hall").await).await;
    let mut elsewhere = Socket::enter(address, &ticket(&theo, "probe:small").await).await;
    let presence = &results(&mina, json!([{ "op": "room_presence", "room": "hall" }])).await[0];
    assert_eq!(presence["ok"]["people"], 2, "{presence}");
    assert_eq!(presence["ok"]["instances"], json!([0]));
    let accounts = presence["ok"]["accounts"].as_array().unwrap();
    assert!(accounts.contains(&json!(mina.id)) && accounts.contains(&json!(theo.id)));
    let ops = json!([
        { "op": "room_broadcast", "room": "hall", "topic": "bell", "payload": { "n": 1 } },
        { "op": "room_kick", "room": "hall", "account": theo.id, "reason": "Please calm down" },
    ]);
    results(&mina, ops).await;
    for socket in [&mut first, &mut second] {
        assert_eq!(socket.event().await, ("bell".to_owned(), json!({ "n": 1 })));
    }
    let kicked = (KickCode::Kicked, "Please calm down".to_owned());
    assert_eq!(second.kicked().await, kicked);
    // The plugin has not said that they may not come back.
    Socket::enter(address, &ticket(&theo, "probe:hall").await).await;
    results(
        &mina,
        json!([{ "op": "room_close", "room": "hall", "reason": "closed" }]),
    )
    .await;
    let closed = (KickCode::RoomClosed, "closed".to_owned());
    assert_eq!(first.kicked().await, closed);
    elsewhere.chat("still here").await;
    assert_eq!(elsewhere.next_chat().await, "still here");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_state_is_replaced_if_its_version_is_the_expected_one() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let mina = app.person("mina").await;
    let set = |expected: u64, state: Value| json!({ "op": "room_set_state", "room": "hall", "expected": expected, "state": state });
    let read = json!({ "op": "room_state", "room": "hall" });
    let closed = results(&mina, json!([read, set(0, json!({}))])).await;
    assert_eq!(closed[0]["ok"], Value::Null);
    assert_eq!(closed[1]["error"]["kind"], "notOpen");
    let mut socket = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    results(&mina, json!([set(0, json!({ "door": "open" }))])).await;
    assert_eq!(state(&mut socket).await, (1, json!({ "door": "open" })));
    let now = results(&mina, json!([read, set(0, json!({ "door": "shut" }))])).await;
    assert_eq!(
        now[0]["ok"],
        json!({ "version": 1, "json": { "door": "open" } })
    );
    let conflict = json!({ "kind": "conflict", "version": 1 });
    assert_eq!(now[1]["error"], conflict);
    // Of two changes of one version in a request, the first one applies.
    let twice = json!([set(1, json!({ "door": 2 })), set(1, json!({ "door": 3 }))]);
    results(&mina, twice).await;
    results(
        &mina,
        json!([{ "op": "room_broadcast", "room": "hall", "topic": "end", "payload": 0 }]),
    )
    .await;
    assert_eq!(state(&mut socket).await, (2, json!({ "door": 2 })));
    let large = json!({ "text": "x".repeat(64 << 10) });
    let refused = results(&mina, json!([set(2, large)])).await;
    assert!(refused[0]["error"].is_string(), "{refused:?}");
    app.stop().await;
}

#[tokio::test]
async fn names_and_sizes_are_limited() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let broadcast = |room: &str, topic: &str, payload: Value| json!({ "op": "room_broadcast", "room": room, "topic": topic, "payload": payload });
    let bad = json!([
        broadcast("", "bell", json!(1)),
        broadcast("a room", "bell", json!(1)),
        broadcast(&"x".repeat(64), "bell", json!(1)),
        broadcast("hall", "", json!(1)),
        broadcast("hall", "a bell", json!(1)),
        broadcast("hall", &"x".repeat(65), json!(1)),
        broadcast("hall", "bell", json!("x".repeat(16 << 10))),
        { "op": "room_kick", "room": "hall", "account": "nobody", "reason": "" },
        { "op": "room_kick", "room": "hall", "account": mina.id, "reason": "x".repeat(257) },
        { "op": "room_refresh_person", "account": "nobody" },
        { "op": "room_presence", "room": "a room" },
    ]);
    let count = bad.as_array().unwrap().len();
    let results = results(&mina, bad).await;
    assert_eq!(results.len(), count);
    for (n, result) in results.iter().enumerate() {
        assert!(result["error"].is_string(), "{n}: {result}");
    }
    let many: Vec<Value> = (0..101)
        .map(|_| broadcast("hall", "bell", json!(1)))
        .collect();
    let reply = run(&mina, json!(many)).await;
    let last = &reply.payload()["results"][100];
    assert!(last["error"].is_string(), "{last}");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_refresh_only_those_stay_who_may_still_enter() {
    let app = TestApp::start().await;
    let address = listen(&app).await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut inside = Vec::new();
    for who in [&mina, &theo, &app.visitor()] {
        inside.push(Socket::enter(address, &ticket(who, "probe:guarded").await).await);
    }
    let mut hall = Socket::enter(address, &ticket(&mina, "probe:hall").await).await;
    // Nothing has changed, so everybody stays.
    results(&mina, json!([{ "op": "room_refresh", "room": "guarded" }])).await;
    inside[2].chat("x").await;
    results(
        &mina,
        json!([note("locked"), { "op": "room_refresh_person", "account": mina.id }]),
    )
    .await;
    let refused = (
        KickCode::Refused,
        "이 작업을 할 권한이 없습니다.".to_owned(),
    );
    assert_eq!(inside[0].kicked().await, refused);
    results(&mina, json!([{ "op": "room_refresh", "room": "guarded" }])).await;
    for socket in &mut inside[1..] {
        assert_eq!(socket.kicked().await.0, KickCode::Refused);
    }
    hall.chat("still here").await;
    assert_eq!(hall.next_chat().await, "still here");
    app.stop().await;
}
