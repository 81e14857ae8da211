//! How a race ends without a winner: everybody has left, the time limit, a room that was opened again; and what is deleted.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Walker, join, latest, leave, race_block, start};
use crate::blocks::BLOCKS;
use crate::community::Town;
use crate::rooms::socket::listen;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_ends_when_everybody_has_left() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = race_block(&town).await;
    let first = Walker::enter(address, &town.patron, &block).await;
    let second = Walker::enter(address, &town.member, &block).await;
    assert_eq!(start(&town.patron, &block).await.line(), "201");
    assert_eq!(join(&town.member, &block).await.line(), "200");
    for _ in 0..2 {
        let left = leave(&town.patron, &block).await;
        assert_eq!(left.payload()["state"], "open", "{}", left.body);
    }
    // In the lobby one can come back.
    assert_eq!(join(&town.patron, &block).await.line(), "200");
    assert_eq!(leave(&town.patron, &block).await.line(), "200");
    drop(first);
    // The room removes the second person.
    let kick = format!("{BLOCKS}/{block}/kick");
    let body = json!({ "accountId": town.member.id, "minutes": 5 });
    assert_eq!(town.patron.post(&kick, body).await.line(), "200");
    town.app
        .eventually("the race is over", async || {
            latest(&town.patron, &block).await["endReason"] == "finished"
        })
        .await;
    let race = latest(&town.patron, &block).await;
    for runner in race["runners"].as_array().unwrap() {
        assert_eq!(
            (&runner["state"], &runner["timeMs"]),
            (&json!("left"), &Value::Null)
        );
    }
    drop(second);
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_ends_at_its_time_limit_and_another_one_can_start() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = race_block(&town).await;
    let mut walker = Walker::enter(address, &town.patron, &block).await;
    assert_eq!(start(&town.patron, &block).await.line(), "201");
    walker.socket.event().await;
    town.app.advance(Duration::from_secs(6 * 60));
    let (_, changed) = walker.socket.event().await;
    assert_eq!(changed["endReason"], "timeLimit", "{changed}");
    assert_eq!(changed["runners"][0]["state"], "running");
    assert_eq!(start(&town.patron, &block).await.line(), "201");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_opens_again_ends_the_race() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = race_block(&town).await;
    let walker = Walker::enter(address, &town.patron, &block).await;
    assert_eq!(start(&town.patron, &block).await.line(), "201");
    // As at a stop of the kernel: the clock and the positions are lost, and no member has left.
    town.app.app.rooms.hub().shut_down().await;
    drop(walker);
    assert_eq!(latest(&town.patron, &block).await["state"], "open");
    let _back = Walker::enter(address, &town.patron, &block).await;
    town.app
        .eventually("the race has ended", async || {
            latest(&town.patron, &block).await["endReason"] == "restarted"
        })
        .await;
    assert_eq!(start(&town.patron, &block).await.line(), "201");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_without_the_game_or_a_course_has_no_race() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = race_block(&town).await;
    let path = format!("{BLOCKS}/{block}");
    let _inside = Walker::enter(address, &town.patron, &block).await;
    let edited = town.patron.put(&path, json!({ "type": "social" })).await;
    assert_eq!(edited.payload()["game"], Value::Null);
    assert_eq!(
        start(&town.patron, &block).await.line(),
        "409 race_not_here"
    );
    let body = json!({ "type": "game", "game": "lantern-race" });
    let edited = town.patron.put(&path, body).await;
    assert_eq!(edited.payload()["game"], "lantern-race");
    let body = json!({ "basedOn": 2, "scene": crate::blocks::scene(2) });
    let saved = town.patron.put(&format!("{path}/scene"), body).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    let published = town
        .patron
        .post(&format!("{path}/publish"), json!({ "version": 3 }))
        .await;
    assert_eq!(published.line(), "200");
    assert_eq!(
        start(&town.patron, &block).await.line(),
        "409 race_no_course"
    );
    let refused = town
        .patron
        .put(&path, json!({ "game": "Not A Game" }))
        .await;
    assert_eq!(refused.line(), "422 validation_failed", "{}", refused.body);
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_starts_at_once_make_one_race() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let block = race_block(&town).await;
    let people = [&town.patron, &town.member, &town.admin];
    let mut inside = Vec::new();
    for by in people {
        inside.push(Walker::enter(address, by, &block).await);
    }
    let starts = people.map(|by| {
        let (by, block) = (by.clone(), block.clone());
        async move { start(&by, &block).await.line() }
    });
    let mut lines = crate::support::concurrently(starts).await;
    lines.sort();
    assert_eq!(lines, ["201", "409 race_running", "409 race_running"]);
    town.app.stop().await;
}
