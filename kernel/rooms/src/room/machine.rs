//! The state of a room, and how members enter and leave it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;

use crate::ids::{ConnectionId, Identity, Slot};
use crate::protocol::{
    ClientMessage, ErrorCode, KickCode, MAX_LOOK_BYTES, MAX_NAME_BYTES, PROTOCOL_VERSION, Pose,
    ServerMessage, TICK_HZ, Welcome,
};
use crate::ticket::RESUME_WINDOW_MS;

use super::chat_log::{ChatLog, ChatPolicy};
use super::effect::{Delivery, Effect, LeaveCause, RoomEvent};
use super::member::{Link, Member, MemberInfo};
use super::options::{Profile, RoomOptions};
use super::state::VersionedState;

/// A visitor at the door, already admitted by the kernel.
#[derive(Clone, Debug)]
pub struct Entry {
    pub connection: ConnectionId,
    pub identity: Identity,
    pub profile: Profile,
    /// The visitor returns with a resume token.
    pub is_resume: bool,
    /// The newest chat message that a returning client has.
    pub last_chat: u32,
    /// The last known position, from a resume token.
    pub pose: Option<Pose>,
}

/// Why a visitor cannot enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinRefusal {
    #[error("this visitor is banned from the room")]
    Banned,
    #[error("the instance is full")]
    Full,
    #[error("the name or the look of the visitor is too long")]
    InvalidProfile,
}

/// One running instance of a room.
pub struct Room {
    pub(super) options: RoomOptions,
    /// The number of this instance among those of the room; WELCOME contains it.
    instance: u16,
    pub(super) tick: u32,
    pub(super) members: Vec<Option<Member>>,
    pub(super) count: usize,
    by_identity: HashMap<Identity, Slot>,
    by_connection: HashMap<ConnectionId, Slot>,
    /// Who sits on a seat, by its index.
    pub(super) seats: Vec<Option<Slot>>,
    pub(super) banned: HashSet<Identity>,
    pub(super) policy: Arc<dyn ChatPolicy>,
    pub(super) chat_log: ChatLog,
    pub(super) state: VersionedState,
    next_spawn: usize,
    effects: Vec<Effect>,
}

impl Room {
    #[must_use]
    pub fn new(instance: u16, options: RoomOptions, policy: Arc<dyn ChatPolicy>) -> Self {
        Self {
            instance,
            tick: 0,
            members: Vec::new(),
            count: 0,
            by_identity: HashMap::new(),
            by_connection: HashMap::new(),
            seats: vec![None; options.seats.len()],
            banned: options.banned.iter().copied().collect(),
            policy,
            chat_log: ChatLog::default(),
            state: VersionedState::initial(options.initial_state.clone()),
            next_spawn: 0,
            effects: Vec::new(),
            options,
        }
    }

    /// The effects since the last call, in order.
    #[must_use]
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The number of the current tick.
    #[must_use]
    pub fn current_tick(&self) -> u32 {
        self.tick
    }

    /// True if nobody is inside, not even a member that could still resume.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// All members, by slot.
    #[must_use]
    pub fn presence(&self) -> Vec<MemberInfo> {
        self.members.iter().flatten().map(Member::info).collect()
    }

    /// The pose of the member behind a connection.
    #[must_use]
    pub fn pose_of(&self, connection: ConnectionId) -> Option<Pose> {
        let slot = self.slot_of(connection)?;
        self.member(slot).map(|member| member.pose)
    }

    /// Lets a visitor in. A visitor that is already a member keeps slot, seat and position, and the old connection is
    /// closed.
    ///
    /// # Errors
    /// [`JoinRefusal`]; nothing has changed then.
    pub fn join(&mut self, now_ms: u64, entry: Entry) -> Result<Slot, JoinRefusal> {
        if self.banned.contains(&entry.identity) {
            return Err(JoinRefusal::Banned);
        }
        check_profile(&entry.profile)?;
        let last_chat = entry.is_resume.then_some(entry.last_chat);
        match self.by_identity.get(&entry.identity).copied() {
            Some(slot) => {
                self.take_over(slot, entry);
                self.greet(now_ms, slot, true);
                if let Some(last_chat) = last_chat {
                    self.replay_chat(now_ms, slot, last_chat);
                }
                Ok(slot)
            }
            None => {
                let slot = self.add_member(now_ms, entry)?;
                self.greet(now_ms, slot, false);
                Ok(slot)
            }
        }
    }

    fn add_member(&mut self, now_ms: u64, entry: Entry) -> Result<Slot, JoinRefusal> {
        if self.count >= usize::from(self.options.capacity) {
            return Err(JoinRefusal::Full);
        }
        let slot = self.free_slot();
        let spawn = self.next_spawn_pose();
        let pose = entry.pose.filter(|pose| self.is_place(*pose));
        let mut member = Member::new(
            slot,
            entry.identity,
            entry.profile,
            entry.connection,
            pose.unwrap_or(spawn),
            now_ms,
        );
        member.chat_from = self.chat_log.last_id();
        self.by_identity.insert(entry.identity, slot);
        self.by_connection.insert(entry.connection, slot);
        self.members[usize::from(slot)] = Some(member);
        self.count += 1;
        self.update_hidden(slot);
        self.announce(slot);
        self.emit(RoomEvent::Joined {
            identity: entry.identity,
        });
        Ok(slot)
    }

    /// Gives the member a new connection. The old one, if there is one, is closed first.
    fn take_over(&mut self, slot: Slot, entry: Entry) {
        if let Some(old) = self.member(slot).and_then(Member::connection) {
            self.by_connection.remove(&old);
            self.push(Effect::Disconnect {
                connection: old,
                code: KickCode::Replaced,
                reason: String::new(),
            });
        }
        self.by_connection.insert(entry.connection, slot);
        let Some(member) = self.member_mut(slot) else {
            return;
        };
        if !entry.is_resume {
            member.forget_requests();
        }
        let is_changed = member.is_away || member.profile != entry.profile;
        member.is_away = false;
        member.profile = entry.profile;
        // Sent to the others while the member has no connection: `greet` sends everything to its own client.
        member.link = Link::Dropped { since_ms: 0 };
        self.refresh(slot, is_changed);
        if let Some(member) = self.member_mut(slot) {
            member.reconnect(entry.connection);
        }
    }

    /// Sends the member everything about the room.
    fn greet(&mut self, now_ms: u64, slot: Slot, is_resumed: bool) {
        let Some(member) = self.member(slot) else {
            return;
        };
        let welcome = Welcome {
            version: PROTOCOL_VERSION,
            slot,
            instance: self.instance,
            tick: self.tick,
            tick_hz: TICK_HZ,
            server_ms: now_ms,
            is_resumed,
            correction: member.correction,
            pose: member.pose,
        };
        self.send(slot, &ServerMessage::Welcome(welcome));
        if let Some(json) = self.state.json.clone() {
            let version = self.state.version;
            self.send(slot, &ServerMessage::State { version, json });
        }
        self.send_full(slot, true);
    }

    /// A connection has ended. After a clean close the member leaves at once; otherwise it can resume.
    pub fn disconnect(&mut self, now_ms: u64, connection: ConnectionId, is_clean: bool) {
        let Some(slot) = self.by_connection.remove(&connection) else {
            return;
        };
        if is_clean {
            self.remove(now_ms, slot, LeaveCause::Left);
        } else if let Some(member) = self.member_mut(slot) {
            member.link = Link::Dropped { since_ms: now_ms };
            self.rest(slot);
        }
    }

    /// Removes the members whose connection did not return in time.
    pub(super) fn remove_dropped(&mut self, now_ms: u64) {
        let is_over = |member: &&Member| matches!(member.link, Link::Dropped { since_ms } if now_ms.saturating_sub(since_ms) >= RESUME_WINDOW_MS);
        let over: Vec<Slot> = self
            .members
            .iter()
            .flatten()
            .filter(is_over)
            .map(|member| member.slot)
            .collect();
        for slot in over {
            self.remove(now_ms, slot, LeaveCause::Dropped);
        }
    }

    pub(super) fn remove(&mut self, now_ms: u64, slot: Slot, cause: LeaveCause) {
        self.free_seat(slot);
        let audience = self.audience(slot);
        let Some(member) = self.members[usize::from(slot)].take() else {
            return;
        };
        self.count -= 1;
        self.by_identity.remove(&member.identity);
        if let Some(connection) = member.connection() {
            self.by_connection.remove(&connection);
        }
        for other in self.members.iter_mut().flatten() {
            other.hidden.retain(|hidden| *hidden != slot);
        }
        self.send_many(audience, &ServerMessage::Leave { slot });
        self.emit(RoomEvent::Left {
            identity: member.identity,
            cause,
            stayed_ms: now_ms.saturating_sub(member.joined_ms),
        });
    }

    /// A message of a connected client. Messages of unknown connections are ignored.
    pub fn receive(&mut self, now_ms: u64, connection: ConnectionId, message: ClientMessage) {
        let Some(slot) = self.slot_of(connection) else {
            return;
        };
        match message {
            ClientMessage::Move {
                sequence,
                ack_tick,
                correction,
                pose,
            } => {
                self.acknowledge(slot, ack_tick);
                self.walk(now_ms, slot, sequence, correction, pose);
            }
            ClientMessage::Emoji { request, feeling } => {
                self.show_feeling(now_ms, slot, request, feeling);
            }
            ClientMessage::Chat { request, text } => self.chat(now_ms, slot, request, &text),
            ClientMessage::Interact {
                request,
                object,
                kind,
            } => self.interact(now_ms, slot, request, object, kind),
            ClientMessage::Ping { client_ms } => {
                let tick = self.tick;
                let pong = ServerMessage::Pong {
                    client_ms,
                    server_ms: now_ms,
                    tick,
                };
                self.send(slot, &pong);
            }
            ClientMessage::Away(is_away) => self.set_away(slot, is_away),
            // HELLO opens a connection and has no meaning later.
            ClientMessage::Hello { .. } => {}
        }
    }

    /// A frame with a reserved opcode arrived.
    pub fn refuse_unsupported(&mut self, connection: ConnectionId) {
        if let Some(slot) = self.slot_of(connection) {
            self.refuse(slot, 0, ErrorCode::Unsupported, 0, 0);
        }
    }

    fn free_slot(&mut self) -> Slot {
        let free = self.members.iter().position(Option::is_none);
        let at = free.unwrap_or_else(|| {
            self.members.push(None);
            self.members.len() - 1
        });
        Slot::try_from(at).expect("the capacity is at most 500")
    }

    pub(super) fn next_spawn_pose(&mut self) -> Pose {
        let spawns = &self.options.spawns;
        let pose = spawns.get(self.next_spawn % spawns.len().max(1)).copied();
        self.next_spawn = self.next_spawn.wrapping_add(1);
        pose.unwrap_or_default()
    }
}

/// Shared by all parts of the room.
impl Room {
    pub(super) fn slot_of(&self, connection: ConnectionId) -> Option<Slot> {
        self.by_connection.get(&connection).copied()
    }

    pub(super) fn slot_of_identity(&self, identity: Identity) -> Option<Slot> {
        self.by_identity.get(&identity).copied()
    }

    pub(super) fn member(&self, slot: Slot) -> Option<&Member> {
        self.members.get(usize::from(slot))?.as_ref()
    }

    pub(super) fn member_mut(&mut self, slot: Slot) -> Option<&mut Member> {
        self.members.get_mut(usize::from(slot))?.as_mut()
    }

    /// The connected members that may see `slot`, without itself.
    pub(super) fn audience(&self, slot: Slot) -> Vec<ConnectionId> {
        let sees = |member: &&Member| member.slot != slot && !member.hides(slot);
        let members = self.members.iter().flatten();
        members
            .filter(sees)
            .filter_map(Member::connection)
            .collect()
    }

    pub(super) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(super) fn emit(&mut self, event: RoomEvent) {
        self.push(Effect::Emit(event));
    }

    pub(super) fn send(&mut self, slot: Slot, message: &ServerMessage) {
        self.send_bytes(slot, Delivery::Reliable, message.encode());
    }

    pub(super) fn send_bytes(&mut self, slot: Slot, delivery: Delivery, message: Bytes) {
        if let Some(to) = self.member(slot).and_then(Member::connection) {
            self.push(Effect::Send {
                to,
                delivery,
                message,
            });
        }
    }

    pub(super) fn send_many(&mut self, to: Vec<ConnectionId>, message: &ServerMessage) {
        if !to.is_empty() {
            self.push(Effect::SendMany {
                to,
                delivery: Delivery::Reliable,
                message: message.encode(),
            });
        }
    }

    /// To the member itself and everybody that may see it.
    pub(super) fn send_around(&mut self, slot: Slot, message: &ServerMessage) {
        let mut to = self.audience(slot);
        to.extend(self.member(slot).and_then(Member::connection));
        self.send_many(to, message);
    }

    pub(super) fn refuse(
        &mut self,
        slot: Slot,
        request: u16,
        code: ErrorCode,
        detail: u8,
        retry_after_ms: u32,
    ) {
        let error = ServerMessage::Error {
            request,
            code,
            detail,
            retry_after_ms,
        };
        self.send(slot, &error);
    }
}

pub(super) fn check_profile(profile: &Profile) -> Result<(), JoinRefusal> {
    let fits = profile.name.len() <= MAX_NAME_BYTES && profile.look.len() <= MAX_LOOK_BYTES;
    if fits {
        Ok(())
    } else {
        Err(JoinRefusal::InvalidProfile)
    }
}
