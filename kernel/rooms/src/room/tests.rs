//! Tests of the rules: a fixture that plays the caller of the state machine.

mod actions;
mod chat;
mod movement;
mod presence;
mod snapshots;
mod zones;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use uuid::Uuid;

use crate::ids::{ConnectionId, Identity};
use crate::protocol::{ClientMessage, ErrorCode, KickCode, Point, Pose, ServerMessage, Welcome};

use super::{
    AllowAll, Delivery, Effect, Entry, JoinRefusal, Permissions, Profile, Relations, Room,
    RoomEvent, RoomOptions,
};

/// A room, its clock, and what its clients received.
struct Fixture {
    room: Room,
    now_ms: u64,
    inbox: HashMap<ConnectionId, Vec<ServerMessage>>,
    kicked: Vec<(ConnectionId, KickCode)>,
    events: Vec<RoomEvent>,
    /// Sizes of the SNAPs by receiver count, to see what was shared.
    shared_sends: Vec<usize>,
}

fn user(n: u128) -> Identity {
    Identity::User(Uuid::from_u128(n))
}

fn profile(n: u128) -> Profile {
    Profile {
        name: format!("person {n}"),
        look: Bytes::from(format!("{{\"hair\":{n}}}")),
        permissions: Permissions {
            may_chat: true,
            may_interact: true,
            is_moderator: false,
        },
        relations: Relations::default(),
    }
}

fn pose(x: f64, z: f64) -> Pose {
    Pose {
        at: Point::from_metres(x, 0.0, z),
        ..Pose::default()
    }
}

impl Fixture {
    fn new() -> Self {
        Self::with(RoomOptions::default())
    }

    fn with(options: RoomOptions) -> Self {
        Self {
            room: Room::new(0, options, Arc::new(AllowAll)),
            now_ms: 1_000_000,
            inbox: HashMap::new(),
            kicked: Vec::new(),
            events: Vec::new(),
            shared_sends: Vec::new(),
        }
    }

    fn entry(n: u128, connection: ConnectionId) -> Entry {
        Entry {
            connection,
            identity: user(n),
            profile: profile(n),
            is_resume: false,
            last_chat: 0,
            pose: None,
        }
    }

    /// Person `n` joins over connection `n`.
    fn join(&mut self, n: u8) -> ConnectionId {
        let connection = ConnectionId::from(n);
        self.enter(Self::entry(n.into(), connection))
            .expect("admitted");
        connection
    }

    fn enter(&mut self, entry: Entry) -> Result<u16, JoinRefusal> {
        let result = self.room.join(self.now_ms, entry);
        self.collect();
        result
    }

    fn resume(&mut self, n: u8, connection: ConnectionId, last_chat: u32) {
        let entry = Entry {
            is_resume: true,
            last_chat,
            ..Self::entry(n.into(), connection)
        };
        self.enter(entry).expect("resumed");
    }

    fn receive(&mut self, from: ConnectionId, message: ClientMessage) {
        self.room.receive(self.now_ms, from, message);
        self.collect();
    }

    fn chat(&mut self, from: ConnectionId, request: u16, text: &str) {
        let text = text.to_owned();
        self.receive(from, ClientMessage::Chat { request, text });
    }

    fn walk(&mut self, from: ConnectionId, sequence: u16, pose: Pose) {
        self.walk_with(from, sequence, 0, pose);
    }

    fn walk_with(&mut self, from: ConnectionId, sequence: u16, correction: u8, pose: Pose) {
        let message = ClientMessage::Move {
            sequence,
            ack_tick: self.room.current_tick(),
            correction,
            pose,
        };
        self.receive(from, message);
    }

    /// Acknowledges everything, without a move.
    fn ack(&mut self, from: ConnectionId) {
        let tick = self.room.current_tick();
        let slot = self.room.slot_of(from).expect("a member");
        self.room.acknowledge(slot, tick);
    }

    fn tick(&mut self) {
        self.now_ms += 50;
        self.room.tick(self.now_ms);
        self.collect();
    }

    fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            self.tick();
        }
    }

    fn wait(&mut self, ms: u64) {
        self.now_ms += ms;
    }

    fn drop_connection(&mut self, connection: ConnectionId) {
        self.room.disconnect(self.now_ms, connection, false);
        self.collect();
    }

    fn collect(&mut self) {
        for effect in self.room.take_effects() {
            match effect {
                Effect::Send { to, message, .. } => self.deliver(to, &message),
                Effect::SendMany {
                    to,
                    message,
                    delivery,
                } => {
                    if delivery == Delivery::Droppable {
                        self.shared_sends.push(to.len());
                    }
                    for connection in to {
                        self.deliver(connection, &message);
                    }
                }
                Effect::Disconnect {
                    connection, code, ..
                } => self.kicked.push((connection, code)),
                Effect::Emit(event) => self.events.push(event),
            }
        }
    }

    fn deliver(&mut self, to: ConnectionId, message: &[u8]) {
        let message = ServerMessage::decode(message).expect("the room sends valid messages");
        self.inbox.entry(to).or_default().push(message);
    }

    /// What the connection received since the last call.
    fn take(&mut self, connection: ConnectionId) -> Vec<ServerMessage> {
        self.inbox.remove(&connection).unwrap_or_default()
    }

    /// Forgets everything received so far.
    fn clear(&mut self) {
        self.inbox.clear();
        self.kicked.clear();
        self.events.clear();
        self.shared_sends.clear();
    }

    fn error(&mut self, connection: ConnectionId) -> Option<(ErrorCode, u8, u32)> {
        self.take(connection).into_iter().find_map(|m| match m {
            ServerMessage::Error {
                code,
                detail,
                retry_after_ms,
                ..
            } => Some((code, detail, retry_after_ms)),
            _ => None,
        })
    }

    fn chats(&mut self, connection: ConnectionId) -> Vec<String> {
        let texts = self.take(connection).into_iter().filter_map(|m| match m {
            ServerMessage::Chat { text, .. } => Some(text),
            _ => None,
        });
        texts.collect()
    }

    fn welcome(&mut self, connection: ConnectionId) -> Welcome {
        match self.take(connection).into_iter().next() {
            Some(ServerMessage::Welcome(welcome)) => welcome,
            other => panic!("WELCOME comes first, not {other:?}"),
        }
    }
}

fn is_acked(messages: &[ServerMessage]) -> bool {
    messages
        .iter()
        .any(|m| matches!(m, ServerMessage::Ack { .. }))
}
