//! What the kernel does in a room: kicks, bans, broadcasts, profiles, shared state, closing.

use bytes::Bytes;

use crate::ids::{ConnectionId, Identity, Slot};
use crate::protocol::{
    Event, KickCode, MAX_EVENT_BYTES, MAX_EVENT_KIND_BYTES, MAX_STATE_BYTES, ServerMessage,
};

use super::effect::{Effect, RoomEvent};
use super::machine::{JoinRefusal, Room, check_profile};
use super::member::Member;
use super::options::{Layout, Profile, Relations};
use super::state::{StateError, VersionedState};

impl Room {
    /// Removes a member; its client receives the code and the reason. False if it is no member.
    pub fn kick(&mut self, now_ms: u64, identity: Identity, code: KickCode, reason: &str) -> bool {
        let slot = self.slot_of_identity(identity);
        if let Some(slot) = slot {
            self.expel(now_ms, slot, code, reason);
        }
        slot.is_some()
    }

    /// Removes a visitor and refuses it until [`Room::unban`].
    pub fn ban(&mut self, now_ms: u64, identity: Identity, reason: &str) -> bool {
        self.banned.insert(identity);
        self.kick(now_ms, identity, KickCode::Banned, reason)
    }

    pub fn unban(&mut self, identity: Identity) {
        self.banned.remove(&identity);
    }

    pub fn set_slow_mode(&mut self, seconds: u32) {
        self.options.slow_mode_s = seconds;
    }

    /// Replaces bounds, spawn points, seats and zones. Members on a seat that moved or was removed stand up; members outside of
    /// the new bounds are moved to a spawn point.
    pub fn set_layout(&mut self, layout: Layout) {
        let Layout {
            bounds,
            spawns,
            seats,
            zones,
            slow_mode_s,
        } = layout;
        for (at, owner) in self.seats.clone().into_iter().enumerate() {
            if let Some(slot) = owner.filter(|_| self.options.seats.get(at) != seats.get(at)) {
                self.stand(slot);
            }
        }
        self.seats.resize(seats.len(), None);
        self.options.bounds = bounds;
        self.options.spawns = spawns;
        self.options.seats = seats;
        self.options.zones = zones;
        self.options.slow_mode_s = slow_mode_s;
        let is_outside = |member: &&Member| !bounds.contains(member.pose.at);
        let members = self.members.iter().flatten();
        let outside: Vec<Slot> = members
            .filter(is_outside)
            .map(|member| member.slot)
            .collect();
        for slot in outside {
            let spawn = self.next_spawn_pose();
            self.correct(slot, spawn);
        }
    }

    /// Sends an event to everybody.
    ///
    /// # Errors
    /// [`StateError::TooLarge`].
    pub fn broadcast(&mut self, kind: &str, json: Bytes) -> Result<(), StateError> {
        if kind.len() > MAX_EVENT_KIND_BYTES || json.len() > MAX_EVENT_BYTES {
            let max_bytes = MAX_EVENT_BYTES;
            return Err(StateError::TooLarge { max_bytes });
        }
        let kind = kind.to_owned();
        let event = ServerMessage::Event(Event::Custom { kind, json });
        self.send_to_all(&event);
        Ok(())
    }

    #[must_use]
    pub fn state(&self) -> &VersionedState {
        &self.state
    }

    /// Replaces the state if its version is `expected`, and sends STATE to everybody. Returns the new version.
    ///
    /// # Errors
    /// [`StateError`]; nothing has changed then.
    pub fn set_state(&mut self, expected: u64, json: Bytes) -> Result<u64, StateError> {
        if json.len() > MAX_STATE_BYTES {
            let max_bytes = MAX_STATE_BYTES;
            return Err(StateError::TooLarge { max_bytes });
        }
        let current = self.state.version;
        if current != expected {
            return Err(StateError::Conflict { current });
        }
        let version = current + 1;
        self.state = VersionedState {
            version,
            json: Some(json.clone()),
        };
        self.send_to_all(&ServerMessage::State { version, json });
        Ok(version)
    }

    /// Replaces what the kernel says about a member: name, look, permissions, blocks and mutes. False if it is no
    /// member.
    ///
    /// # Errors
    /// [`JoinRefusal::InvalidProfile`]; nothing has changed then.
    pub fn set_profile(
        &mut self,
        identity: Identity,
        profile: Profile,
    ) -> Result<bool, JoinRefusal> {
        check_profile(&profile)?;
        let Some(slot) = self.slot_of_identity(identity) else {
            return Ok(false);
        };
        let mut is_changed = false;
        if let Some(member) = self.member_mut(slot) {
            is_changed = member.profile != profile;
            member.profile = profile;
        }
        self.refresh(slot, is_changed);
        Ok(true)
    }

    /// Replaces the blocks and mutes of a member. False if it is no member.
    pub fn set_relations(&mut self, identity: Identity, relations: Relations) -> bool {
        let Some(slot) = self.slot_of_identity(identity) else {
            return false;
        };
        if let Some(member) = self.member_mut(slot) {
            member.profile.relations = relations;
        }
        self.refresh(slot, false);
        true
    }

    /// Tells everybody that the room closes, and closes all connections.
    pub fn close(&mut self, now_ms: u64, code: KickCode, reason: &str) {
        for at in 0..self.members.len() {
            if let Ok(slot) = Slot::try_from(at) {
                self.expel(now_ms, slot, code, reason);
            }
        }
        self.emit(RoomEvent::Closed {
            state_version: self.state.version,
            state: self.state.json.clone(),
        });
    }

    /// The queue of this client is full: the connection ends, and the member can resume.
    pub fn queue_overflowed(&mut self, now_ms: u64, connection: ConnectionId) {
        self.push(Effect::Disconnect {
            connection,
            code: KickCode::Overflow,
            reason: String::new(),
        });
        self.disconnect(now_ms, connection, false);
    }

    fn send_to_all(&mut self, message: &ServerMessage) {
        let members = self.members.iter().flatten();
        let to = members.filter_map(Member::connection).collect();
        self.send_many(to, message);
    }

    /// Sends JOIN of a member to those who may see it.
    pub(super) fn announce(&mut self, slot: Slot) {
        if let Some(member) = self.member(slot) {
            let join = ServerMessage::Join(member.presence(true));
            let audience = self.audience(slot);
            self.send_many(audience, &join);
        }
    }

    /// Recomputes which members are hidden from each other, and sends JOIN or LEAVE for every change. With `is_changed`,
    /// members that see this one before and after receive its presence again.
    pub(super) fn refresh(&mut self, slot: Slot, is_changed: bool) {
        let before = self.member(slot).map(|member| member.hidden.clone());
        let before = before.unwrap_or_default();
        self.update_hidden(slot);
        let after = self.member(slot).map(|member| member.hidden.clone());
        let after = after.unwrap_or_default();
        for other in after.iter().filter(|other| !before.contains(other)) {
            self.send(slot, &ServerMessage::Leave { slot: *other });
            self.send(*other, &ServerMessage::Leave { slot });
        }
        for other in before.iter().filter(|other| !after.contains(other)) {
            self.introduce(*other, slot);
            self.introduce(slot, *other);
        }
        if is_changed {
            self.announce(slot);
        }
    }

    /// Sends `to` the JOIN of `slot`.
    fn introduce(&mut self, slot: Slot, to: Slot) {
        if let Some(member) = self.member(slot) {
            let join = ServerMessage::Join(member.presence(true));
            self.send(to, &join);
        }
    }

    /// Sets `hidden` of the member and of all others towards it.
    pub(super) fn update_hidden(&mut self, slot: Slot) {
        let Some(mut member) = self.members[usize::from(slot)].take() else {
            return;
        };
        member.hidden.clear();
        for other in self.members.iter_mut().flatten() {
            other.hidden.retain(|hidden| *hidden != slot);
            let blocks = |a: &Member, b: &Member| {
                let id = b.identity.id();
                a.profile.relations.blocked.contains(&id)
            };
            if blocks(&member, other) || blocks(other, &member) {
                other.hidden.push(slot);
                member.hidden.push(other.slot);
            }
        }
        self.members[usize::from(slot)] = Some(member);
    }
}
