//! The task of one room instance: feeds the state machine and executes its effects.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::ids::{ConnectionId, InstanceId, Visit};
use crate::outbox::{Outbox, Pushed};
use crate::protocol::{ClientMessage, KickCode, ServerMessage, TICK_MS};
use crate::room::{Delivery, Effect, Entry, JoinRefusal, Room, RoomEvent};
use crate::ticket::{Nonce, RESUME_REFRESH_MS};
use crate::websocket::{Opcode, frame};

use super::shared::{Shared, SharedRoster, lock};

/// How long an instance stays open without members.
pub const EMPTY_MS: u64 = 30_000;
/// Commands that are taken from the channel at once.
const BATCH: usize = 64;
const REFRESH_TICKS: u64 = RESUME_REFRESH_MS / TICK_MS;

type Control = Box<dyn FnOnce(&mut Room, u64) + Send>;

/// An input of a room's task.
pub(crate) enum Command {
    Join {
        entry: Box<Entry>,
        link: Link,
        reply: oneshot::Sender<Result<(), JoinRefusal>>,
    },
    Message {
        connection: ConnectionId,
        message: ClientMessage,
    },
    /// A frame with a reserved opcode.
    Unsupported {
        connection: ConnectionId,
    },
    Disconnect {
        connection: ConnectionId,
        is_clean: bool,
    },
    /// A call of the kernel.
    Control(Control),
    Close {
        code: KickCode,
        reason: String,
    },
}

/// A connection as the room's task knows it.
pub(crate) struct Link {
    pub(crate) outbox: Arc<dyn Outbox>,
    pub(crate) visit: Visit,
    pub(crate) origin: Arc<str>,
    /// The nonce of the connection's resume tokens.
    pub(crate) session: Nonce,
}

pub(super) struct RoomTask {
    id: InstanceId,
    room: Room,
    shared: Arc<Shared>,
    roster: SharedRoster,
    commands: mpsc::Receiver<Command>,
    links: HashMap<ConnectionId, Link>,
    empty_since_ms: Option<u64>,
    is_closing: bool,
}

impl RoomTask {
    pub(super) fn new(
        id: InstanceId,
        room: Room,
        shared: Arc<Shared>,
        roster: SharedRoster,
        commands: mpsc::Receiver<Command>,
    ) -> Self {
        Self {
            id,
            room,
            shared,
            roster,
            commands,
            links: HashMap::new(),
            empty_since_ms: None,
            is_closing: false,
        }
    }

    /// Runs until the room is closed or has been empty for [`EMPTY_MS`].
    pub(super) async fn run(mut self) {
        let mut ticks = ticks();
        let mut batch = Vec::with_capacity(BATCH);
        while !self.is_closing {
            tokio::select! {
                received = self.commands.recv_many(&mut batch, BATCH) => {
                    if received == 0 {
                        self.close(KickCode::ServerRestart, "");
                    }
                    for command in batch.drain(..) {
                        self.execute(command);
                    }
                }
                _ = ticks.tick() => self.tick(),
            }
            self.flush();
        }
        // Senders see the closed channel and open the room again. Commands that are still in it are dropped, and with
        // them the channels for their replies.
        self.commands.close();
    }

    fn execute(&mut self, command: Command) {
        let now_ms = self.shared.clock.now_ms();
        match command {
            Command::Join { entry, link, reply } => {
                let _ = reply.send(self.join(now_ms, *entry, link));
            }
            Command::Message {
                connection,
                message,
            } => self.room.receive(now_ms, connection, message),
            Command::Unsupported { connection } => self.room.refuse_unsupported(connection),
            Command::Disconnect {
                connection,
                is_clean,
            } => {
                if let Some(link) = self.links.remove(&connection).filter(|_| is_clean) {
                    self.revoke(&link);
                }
                self.room.disconnect(now_ms, connection, is_clean);
            }
            Command::Control(call) => call(&mut self.room, now_ms),
            Command::Close { code, reason } => self.close(code, &reason),
        }
    }

    fn join(&mut self, now_ms: u64, entry: Entry, link: Link) -> Result<(), JoinRefusal> {
        let connection = entry.connection;
        let visit = link.visit;
        self.links.insert(connection, link);
        let result = self.room.join(now_ms, entry);
        if result.is_err() {
            self.links.remove(&connection);
            return result.map(|_| ());
        }
        // Also for a member that connects again, from another device.
        lock(&self.roster).enter(visit);
        self.flush();
        self.send_resume_token(connection);
        Ok(())
    }

    fn close(&mut self, code: KickCode, reason: &str) {
        let now_ms = self.shared.clock.now_ms();
        self.room.close(now_ms, code, reason);
        self.is_closing = true;
    }

    fn tick(&mut self) {
        let now_ms = self.shared.clock.now_ms();
        self.room.tick(now_ms);
        let tick = u64::from(self.room.current_tick());
        let is_due =
            |connection: &&ConnectionId| (tick + **connection).is_multiple_of(REFRESH_TICKS);
        let due: Vec<ConnectionId> = self.links.keys().filter(is_due).copied().collect();
        for connection in due {
            self.send_resume_token(connection);
        }
        let is_unused = self.room.is_empty() && lock(&self.roster).taken(now_ms) == 0;
        if !is_unused {
            self.empty_since_ms = None;
        } else if now_ms.saturating_sub(*self.empty_since_ms.get_or_insert(now_ms)) >= EMPTY_MS {
            self.close(KickCode::RoomClosed, "");
        }
    }

    fn send_resume_token(&mut self, connection: ConnectionId) {
        let Some(link) = self.links.get(&connection) else {
            return;
        };
        let Some(pose) = self.room.pose_of(connection) else {
            return;
        };
        let token = self.shared.tickets.issue_resume(
            self.shared.host.now_ms(),
            link.session,
            &self.id,
            link.visit,
            &link.origin,
            pose,
        );
        let message = ServerMessage::Resume { token }.encode();
        self.push(
            connection,
            &frame(Opcode::Binary, &message),
            Delivery::Reliable,
        );
        self.flush();
    }

    /// Executes effects until there are none: a delivery can fail, which is an input and causes more effects.
    fn flush(&mut self) {
        loop {
            let effects = self.room.take_effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                self.apply(effect);
            }
        }
    }

    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Send {
                to,
                delivery,
                message,
            } => self.push(to, &frame(Opcode::Binary, &message), delivery),
            Effect::SendMany {
                to,
                delivery,
                message,
            } => {
                let frame = frame(Opcode::Binary, &message);
                for connection in to {
                    self.push(connection, &frame, delivery);
                }
            }
            Effect::Disconnect {
                connection,
                code,
                reason,
            } => {
                if let Some(link) = self.links.remove(&connection) {
                    if !code.is_resumable() {
                        self.revoke(&link);
                    }
                    link.outbox.finish(code, &reason);
                }
            }
            Effect::Emit(event) => self.emit(event),
        }
    }

    fn push(&mut self, to: ConnectionId, frame: &Bytes, delivery: Delivery) {
        let Some(link) = self.links.get(&to) else {
            return;
        };
        match link.outbox.push(frame, delivery) {
            Pushed::Accepted => {}
            Pushed::Dropped => self.room.snapshot_dropped(to),
            Pushed::Overflow => {
                let now_ms = self.shared.clock.now_ms();
                self.room.queue_overflowed(now_ms, to);
            }
        }
    }

    fn emit(&mut self, event: RoomEvent) {
        match &event {
            RoomEvent::Left { identity, .. } => {
                lock(&self.roster).members.remove(identity);
            }
            // `join` puts the visitor on the roster, with its login.
            RoomEvent::Joined { .. }
            | RoomEvent::Interacted { .. }
            | RoomEvent::Crossed { .. }
            | RoomEvent::Closed { .. } => {}
        }
        let now_ms = self.shared.clock.now_ms();
        self.shared.host.on_event(&self.id, now_ms, event);
    }

    fn revoke(&self, link: &Link) {
        let now_ms = self.shared.host.now_ms();
        self.shared.tickets.revoke(now_ms, link.session);
    }
}

/// After a panic, the remaining connections receive a resumable KICK. A room that closes has none left.
impl Drop for RoomTask {
    fn drop(&mut self) {
        for link in self.links.values() {
            link.outbox.finish(KickCode::RoomFailed, "");
        }
    }
}

fn ticks() -> Interval {
    let mut ticks = interval(Duration::from_millis(TICK_MS));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}
