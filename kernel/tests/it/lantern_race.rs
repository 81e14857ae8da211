//! The lantern race: real sockets that move through the gates of a block.

mod endings;
mod reviews;
mod times;
mod winning;

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;
use witverse_rooms::protocol::{ClientMessage, Motion, Point, Pose};
use witverse_testing::{Client, Reply};

use crate::blocks::{BLOCKS, OF_AGORA, scene};
use crate::community::Town;
use crate::rooms::socket::Socket;
use crate::user::text;

/// Metres between two moves.
const STRIDE: f64 = 0.5;
/// A little slower than the limit of 6.75 m/s.
const STRIDE_PAUSE: Duration = Duration::from_millis(80);

/// A course: the start at (10, 10) with a radius of 1.3 m, and gates at (16, 10) and (16, 16) with 1.1 m.
pub(crate) fn course() -> Value {
    let gate = |id: &str, kind: &str, x: i32, z: i32| {
        json!({
            "id": id, "kind": kind, "yaw": 0.0, "scale": 0.5, "colour": "#ffb45e",
            "position": { "x": f64::from(x), "y": 0.0, "z": f64::from(z) },
        })
    };
    let mut scene = scene(0);
    // The start is not the first object.
    scene["objects"] = json!([
        gate("gate-1", "checkpoint", 16, 10),
        gate("start", "finish-gate", 10, 10),
        gate("gate-2", "checkpoint", 16, 16),
    ]);
    scene["spawnPoints"] = json!([
        { "id": "spawn", "position": { "x": 10.0, "y": 0.0, "z": 10.0 }, "yaw": 0.0 },
    ]);
    scene
}

/// A published block with the course and a game; returns its id.
pub(crate) async fn course_block(by: &Client, of_world: &str, game: Value) -> String {
    let name = if game == "lantern-puzzle" {
        "puzzle"
    } else {
        "race"
    };
    let new = json!({
        "blockName": name, "type": "game", "title": { "ko": "경주", "en": "Race" }, "game": game,
    });
    let created = by.post(of_world, new).await;
    assert_eq!(created.line(), "201", "{}", created.body);
    let id = text(&created.payload()["blockId"]);
    let path = format!("{BLOCKS}/{id}");
    let body = json!({ "basedOn": 1, "scene": course() });
    let saved = by.put(&format!("{path}/scene"), body).await;
    assert_eq!(saved.line(), "200", "{}", saved.body);
    let published = by
        .post(&format!("{path}/publish"), json!({ "version": 2 }))
        .await;
    assert_eq!(published.line(), "200", "{}", published.body);
    id
}

pub(crate) async fn race_block(town: &Town) -> String {
    course_block(&town.patron, OF_AGORA, json!("lantern-race")).await
}

/// A person in the room who can walk.
pub(crate) struct Walker {
    pub(crate) socket: Socket,
    sequence: u16,
    at: (f64, f64),
}

impl Walker {
    /// At the spawn point, in the middle of the start.
    pub(crate) async fn enter(address: SocketAddr, by: &Client, block: &str) -> Self {
        let path = format!("/api/rooms/blocks:{block}/join");
        let reply = by.post(&path, json!({})).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        Self {
            socket: Socket::enter(address, &text(&reply.payload()["ticket"])).await,
            sequence: 0,
            at: (10.0, 10.0),
        }
    }

    async fn step(&mut self, to: (f64, f64)) {
        self.sequence += 1;
        self.at = to;
        let message = ClientMessage::Move {
            sequence: self.sequence,
            ack_tick: 0,
            correction: 0,
            pose: Pose {
                at: Point::from_metres(to.0, 0.0, to.1),
                motion: Motion::Run,
                ..Pose::default()
            },
        };
        self.socket.send(&message).await;
    }

    /// Runs to a place in a straight line.
    pub(crate) async fn run(&mut self, to: (f64, f64)) {
        let from = self.at;
        let strides = ((to.0 - from.0).hypot(to.1 - from.1) / STRIDE).ceil();
        let mut done = 0.0;
        while done < strides {
            done += 1.0;
            let share = done / strides;
            self.step((
                from.0 + (to.0 - from.0) * share,
                from.1 + (to.1 - from.1) * share,
            ))
            .await;
            sleep(STRIDE_PAUSE).await;
        }
    }

    /// One lap from the start.
    pub(crate) async fn lap(&mut self) {
        for place in [(16.0, 10.0), (16.0, 16.0), (10.0, 10.0)] {
            self.run(place).await;
        }
    }
}

fn path(block: &str) -> String {
    format!("{BLOCKS}/{block}/race")
}

pub(crate) async fn start(by: &Client, block: &str) -> Reply {
    by.post(&path(block), json!({})).await
}

pub(crate) async fn join(by: &Client, block: &str) -> Reply {
    by.send("POST", &format!("{}/join", path(block)), None)
        .await
}

pub(crate) async fn leave(by: &Client, block: &str) -> Reply {
    by.send("POST", &format!("{}/leave", path(block)), None)
        .await
}

pub(crate) async fn latest(by: &Client, block: &str) -> Value {
    let reply = by.get(&path(block)).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["race"].clone()
}

/// Waits until a time of the rooms' clock, in the reckoning of a race that has just begun. Each walker sends a
/// PING, so that no connection is idle.
pub(crate) async fn wait_until(race: &Value, at_ms: i64, walkers: &mut [&mut Walker]) {
    let lobby_until = race["lobbyUntilMs"].as_i64().unwrap();
    // The lobby takes ten seconds.
    let elapsed = at_ms - (lobby_until - 10_000);
    let until =
        tokio::time::Instant::now() + Duration::from_millis(u64::try_from(elapsed).unwrap());
    while tokio::time::Instant::now() < until {
        for walker in &mut *walkers {
            walker
                .socket
                .send(&ClientMessage::Ping { client_ms: 0 })
                .await;
        }
        let rest = until - tokio::time::Instant::now().min(until);
        sleep(rest.min(Duration::from_secs(2))).await;
    }
}
