//! Members whose facts have changed: the kernel is asked again, and the room shows or removes them accordingly.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use uuid::Uuid;

use crate::ids::{Identity, RoomId, Visit};
use crate::protocol::KickCode;
use crate::room::{Layout, Room};

use super::host::AdmissionError;
use super::service::Hub;
use super::shared::lock;

/// Whether a refresh took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refreshed {
    Done,
    /// The kernel could not decide; nothing has changed.
    Unavailable,
}

impl Hub {
    /// Facts about visitors have changed. Call it before [`Hub::refresh`], [`Hub::refresh_relations`] or [`Hub::kick`]: a
    /// visitor that is being admitted with older facts is then checked again.
    pub fn note_change(&self) {
        self.inner.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// The open rooms.
    #[must_use]
    pub fn rooms(&self) -> Vec<RoomId> {
        lock(&self.inner.rooms).keys().cloned().collect()
    }

    /// The rooms that a visitor is in.
    #[must_use]
    pub fn rooms_of(&self, identity: Identity) -> Vec<RoomId> {
        let rooms = lock(&self.inner.rooms);
        let holds = |room: &super::service::OpenRoom| {
            let mut instances = room.instances.values();
            instances.any(|instance| lock(&instance.roster).members.contains_key(&identity))
        };
        let inside = rooms.iter().filter(|(_, open)| holds(open));
        inside.map(|(room, _)| room.clone()).collect()
    }

    /// The login session of a member; `None` if it is not in the room.
    fn login_of(&self, room: &RoomId, identity: Identity) -> Option<Uuid> {
        let rooms = lock(&self.inner.rooms);
        let mut instances = rooms.get(room)?.instances.values();
        instances.find_map(|instance| lock(&instance.roster).members.get(&identity).copied())
    }

    /// The visitors in all instances of a room.
    #[must_use]
    pub fn members_of(&self, room: &RoomId) -> Vec<Identity> {
        let rooms = lock(&self.inner.rooms);
        let instances = rooms.get(room).map(|open| open.instances.values());
        let members = |instance: &super::service::Instance| -> Vec<Identity> {
            lock(&instance.roster).members.keys().copied().collect()
        };
        instances.into_iter().flatten().flat_map(members).collect()
    }

    /// Whether a room is open.
    #[must_use]
    pub fn is_open(&self, room: &RoomId) -> bool {
        lock(&self.inner.rooms).contains_key(room)
    }

    /// The game of an open room; `None` if the room is not open or has none.
    #[must_use]
    pub fn game_of(&self, room: &RoomId) -> Option<Arc<str>> {
        let rooms = lock(&self.inner.rooms);
        rooms.get(room)?.options.game.clone()
    }

    /// Milliseconds of the clock by which rooms time crossings. It never goes back.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.inner.shared.clock.now_ms()
    }

    /// The indexes of the open instances of a room.
    #[must_use]
    pub fn instances_of(&self, room: &RoomId) -> Vec<u16> {
        let rooms = lock(&self.inner.rooms);
        rooms
            .get(room)
            .map_or_else(Vec::new, |open| open.instances.keys().copied().collect())
    }

    /// Asks the kernel again where members of a room can be and which game it has, and applies it in all instances.
    pub async fn refresh_layout(&self, room: &RoomId) -> Refreshed {
        if !lock(&self.inner.rooms).contains_key(room) {
            return Refreshed::Done;
        }
        let Ok(options) = self.inner.shared.host.room_options(room).await else {
            return Refreshed::Unavailable;
        };
        let layout = Layout::from(&options);
        let has_new_game = self.game_of(room) != options.game;
        let described = options.clone();
        if let Some(open) = lock(&self.inner.rooms).get_mut(room) {
            open.options.bounds = options.bounds;
            open.options.spawns = options.spawns;
            open.options.seats = options.seats;
            open.options.zones = options.zones;
            open.options.slow_mode_s = options.slow_mode_s;
            open.options.game = options.game;
        }
        let set = move |room: &mut Room, _| room.set_layout(layout.clone());
        self.call(self.instances(room, None), set).await;
        if has_new_game {
            self.inner.shared.host.on_open(room, &described);
        }
        Refreshed::Done
    }

    /// Asks the kernel again about a member, as for a new connection. A member that may not enter any more is removed.
    pub async fn refresh(&self, room: &RoomId, identity: Identity) -> Refreshed {
        let Some(login) = self.login_of(room, identity) else {
            return Refreshed::Done;
        };
        let visit = Visit { identity, login };
        let (code, reason) = match self.inner.shared.host.profile(room, visit).await {
            Ok(profile) => {
                if let Err(error) = self.set_profile(room, identity, profile).await {
                    tracing::error!(%room, %error, "a member was not refreshed");
                }
                return Refreshed::Done;
            }
            Err(AdmissionError::Unavailable) => return Refreshed::Unavailable,
            Err(AdmissionError::Refused { reason }) => (KickCode::Refused, reason),
            Err(AdmissionError::UnknownRoom) => (KickCode::RoomClosed, String::new()),
        };
        let reason: Arc<str> = reason.into();
        let expel = move |room: &mut Room, now_ms| room.kick(now_ms, identity, code, &reason);
        self.call(self.instances(room, None), expel).await;
        Refreshed::Done
    }

    /// Reads the blocks and mutes of a visitor again, and applies them in every room that it is in.
    pub async fn refresh_relations(&self, identity: Identity) -> Refreshed {
        let rooms = self.rooms_of(identity);
        if rooms.is_empty() {
            return Refreshed::Done;
        }
        let Ok(relations) = self.inner.shared.host.relations(identity).await else {
            return Refreshed::Unavailable;
        };
        for room in rooms {
            let relations = relations.clone();
            let set = move |room: &mut Room, _| room.set_relations(identity, relations.clone());
            self.call(self.instances(&room, None), set).await;
        }
        Refreshed::Done
    }
}
