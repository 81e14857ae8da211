//! The game of a room: which plugin may use the room, and what it learns. The probe is the game of a block.

use serde_json::{Value, json};
use witverse_testing::Client;

use super::socket::listen;
use crate::blocks::{BLOCKS, OF_AGORA};
use crate::community::Town;
use crate::lantern_race::{Walker, course_block};
use crate::support::run;

async fn results(client: &Client, ops: Value) -> Vec<Value> {
    let reply = run(client, ops).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["results"].as_array().unwrap().clone()
}

/// The calls that a game may make.
fn permitted(room: &str) -> Value {
    json!([
        { "op": "room_presence", "room": room },
        { "op": "room_broadcast", "room": room, "topic": "bell", "payload": 1 },
        { "op": "room_set_state", "room": room, "expected": 0, "state": { "score": 1 } },
    ])
}

/// The calls that only the plugin of the room may make.
fn refused(room: &str, account: uuid::Uuid) -> Value {
    json!([
        { "op": "room_kick", "room": room, "account": account, "reason": "" },
        { "op": "room_close", "room": room, "reason": "" },
        { "op": "room_refresh", "room": room },
    ])
}

fn all_fail(results: &[Value]) -> bool {
    results.iter().all(|result| !result["error"].is_null())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_game_of_a_room_may_use_it() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let patron = &town.patron;
    let block = course_block(patron, OF_AGORA, Value::Null).await;
    let (path, room) = (format!("{BLOCKS}/{block}"), format!("blocks:{block}"));
    // A room that is not open has no members, and changes of it are refused.
    let closed = results(patron, permitted(&room)).await;
    assert_eq!(closed[0]["ok"]["people"], 0);
    assert_eq!(closed[2]["error"]["kind"], "notOpen");
    let mut walker = Walker::enter(address, &town.member, &block).await;
    assert!(all_fail(&results(patron, permitted(&room)).await));
    assert!(all_fail(&results(patron, permitted("worlds:x y")).await));
    let unread = results(patron, json!([{ "op": "room_state", "room": room }])).await;
    assert_eq!(unread[0]["ok"], Value::Null);

    let chosen = patron.put(&path, json!({ "game": "probe" })).await;
    assert_eq!(chosen.payload()["game"], "probe", "{}", chosen.body);
    town.app
        .eventually("the game learns that it was chosen", async || {
            noted(&town, "opened").await.len() == 1
        })
        .await;
    let allowed = results(patron, permitted(&room)).await;
    assert_eq!(allowed[0]["ok"]["accounts"], json!([town.member.id]));
    assert!(
        allowed[1..].iter().all(|one| one["error"].is_null()),
        "{allowed:?}"
    );
    assert_eq!(walker.socket.event().await, ("bell".to_owned(), json!(1)));
    assert!(all_fail(
        &results(patron, refused(&room, town.member.id)).await
    ));

    // A rolled back call rings no bell.
    let bell = json!({ "op": "room_broadcast", "room": room, "topic": "bell", "payload": 2 });
    let reply = run(patron, json!([bell, { "op": "trap" }])).await;
    assert_eq!(reply.line(), "502 plugin_failed");
    let bell = json!({ "op": "room_broadcast", "room": room, "topic": "bell", "payload": 3 });
    results(patron, json!([bell])).await;
    assert_eq!(walker.socket.event().await, ("bell".to_owned(), json!(3)));

    let other = patron.put(&path, json!({ "game": "lantern-race" })).await;
    assert_eq!(other.line(), "200");
    town.app
        .eventually("another plugin is the game", async || {
            all_fail(&results(patron, permitted(&room)).await)
        })
        .await;
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_learns_of_crossings_and_of_people_who_leave() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = course_block(&town.patron, OF_AGORA, json!("probe")).await;
    let mut walker = Walker::enter(address, &town.member, &block).await;
    let mut visitor = Walker::enter(address, &town.app.visitor(), &block).await;
    for place in [(16.0, 10.0), (12.0, 10.0)] {
        visitor.run(place).await;
        walker.run(place).await;
    }
    drop(visitor);
    let kick = format!("{BLOCKS}/{block}/kick");
    let body = json!({ "accountId": town.member.id, "minutes": 5 });
    assert_eq!(town.patron.post(&kick, body).await.line(), "200");
    town.app
        .eventually("the person has left", async || {
            noted(&town, "left").await.len() == 1
        })
        .await;
    assert_eq!(noted(&town, "opened").await.len(), 1);
    let left = json!({ "kind": "left", "userId": town.member.id });
    assert_eq!(noted(&town, "left").await, [left]);
    let mut crossings = noted(&town, "crossed").await;
    crossings.sort_by_key(|one| one["atMs"].as_i64());
    let ways: Vec<(Value, Value)> = crossings
        .iter()
        .map(|one| (one["zone"].clone(), one["isEntry"].clone()))
        .collect();
    let expected = [("start", false), ("gate-1", true), ("gate-1", false)];
    assert_eq!(
        ways,
        expected.map(|(zone, is_entry)| (json!(zone), json!(is_entry)))
    );
    assert!(
        crossings
            .iter()
            .all(|one| one["userId"] == json!(town.member.id))
    );
    // 3.6 m between the two edges.
    let took = crossings[1]["atMs"].as_i64().unwrap() - crossings[0]["atMs"].as_i64().unwrap();
    assert!((400..3_000).contains(&took), "{took}");
    town.app.stop().await;
}

/// The events of a kind that the probe has stored.
async fn noted(town: &Town, kind: &str) -> Vec<Value> {
    let notes: Vec<String> =
        sqlx::query_scalar("select v from plugin_probe.note where v like 'game:%' order by id")
            .fetch_all(town.app.owner())
            .await
            .unwrap();
    let events = notes
        .iter()
        .map(|note| serde_json::from_str(&note[5..]).unwrap());
    events
        .filter(|event: &Value| event["kind"] == kind)
        .collect()
}
