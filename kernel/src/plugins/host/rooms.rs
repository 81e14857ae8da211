//! Rooms for plugins: who is in them, and changes of them that take effect after the commit.
//!
//! The plugin names a room by its key, and the id is made from its own id: it cannot name another plugin's room. The one
//! exception is the game of a room: it names the room by its whole id, and may see who is inside, broadcast, and use the
//! shared state. The plugin of the room chooses the game (`game` in the answer of `describe`).

use bytes::Bytes;
use serde::de::IgnoredAny;
use uuid::Uuid;
use witverse_rooms::protocol::{
    MAX_EVENT_BYTES, MAX_EVENT_KIND_BYTES, MAX_REASON_BYTES, MAX_STATE_BYTES,
};
use witverse_rooms::{Identity, InstanceId, RoomId};
use witverse_runtime::types::{RoomPresence, RoomState, StateError};
use witverse_runtime::{HostFault, RoomBackend};

use super::{Answer, PluginHost};
use crate::room_effects::RoomEffect;
use crate::unit_of_work::parse_person;

/// The largest number of rooms in one question.
const MAX_ROOMS: usize = 200;
/// The largest number of account ids in one question or answer.
const MAX_ACCOUNTS: usize = 500;

impl PluginHost {
    /// For calls whose result has no error.
    fn need_rooms(&mut self) -> Answer<()> {
        self.need(self.plugin.manifest().capabilities.rooms, "rooms")
    }

    fn may_use_rooms(&mut self) -> Result<(), String> {
        self.may(self.plugin.manifest().capabilities.rooms, "rooms")
    }

    fn room_id(&self, key: &str) -> Result<RoomId, String> {
        let id = format!("{}:{key}", self.plugin.id);
        RoomId::parse(&id)
            .filter(|_| !key.is_empty() && !key.contains(':'))
            .ok_or_else(|| format!("{key:?} is no key of a room"))
    }

    /// A room of this plugin, or one that this plugin is the game of. A room of another plugin that is not open has no
    /// game; nothing can be read or changed in it.
    fn room_or_game(&self, name: &str) -> Result<RoomId, String> {
        if !name.contains(':') {
            return self.room_id(name);
        }
        let room = RoomId::parse(name).ok_or_else(|| format!("{name:?} is no id of a room"))?;
        let hub = self.context.platform.signals.rooms.hub();
        let is_other = hub.is_some_and(|hub| {
            let game = hub.game_of(&room);
            hub.is_open(&room) && game.as_deref() != Some(self.plugin.game().as_str())
        });
        match is_other {
            true => Err(format!("{} is not the game of {name:?}", self.plugin.id)),
            false => Ok(room),
        }
    }

    /// The effect, limited to the time in which this plugin is the game if the room is not its own.
    fn in_game(&self, name: &str, effect: RoomEffect) -> RoomEffect {
        match name.contains(':') {
            true => RoomEffect::OfGame {
                game: self.plugin.game(),
                effect: Box::new(effect),
            },
            false => effect,
        }
    }

    /// Queues an effect for after the commit. `size` is the number of bytes in it, and the limit of them.
    fn queue_room_effect(
        &mut self,
        (bytes, limit): (usize, usize),
        effect: impl FnOnce(&Self) -> Result<RoomEffect, String>,
    ) -> Answer<Result<(), String>> {
        let queued = self.may_use_rooms();
        let queued = queued.and_then(|()| self.may_queue(bytes, limit));
        match queued.and_then(|()| effect(self)) {
            Ok(effect) => {
                self.work().change_room(effect);
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(error)),
        }
    }
}

impl RoomBackend for PluginHost {
    async fn room_presence(&mut self, room: String) -> Answer<Result<RoomPresence, String>> {
        let room = match self.may_use_rooms().and_then(|()| self.room_or_game(&room)) {
            Ok(room) => room,
            Err(error) => return Ok(Err(error)),
        };
        let Some(hub) = self.context.platform.signals.rooms.hub() else {
            return Ok(Err("the kernel has no rooms now".into()));
        };
        let members = hub.members_of(&room);
        let account = |member: &Identity| match member {
            Identity::User(id) => Some(id.hyphenated().to_string()),
            Identity::Guest(_) => None,
        };
        Ok(Ok(RoomPresence {
            people: u32::try_from(members.len()).unwrap_or(u32::MAX),
            accounts: members
                .iter()
                .filter_map(account)
                .take(MAX_ACCOUNTS)
                .collect(),
            instances: hub.instances_of(&room),
        }))
    }

    fn room_counts(&mut self, rooms: Vec<String>) -> Answer<Result<Vec<u32>, String>> {
        if rooms.len() > MAX_ROOMS {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_ROOMS} rooms at once"
            )));
        }
        let rooms = self
            .may_use_rooms()
            .and_then(|()| rooms.iter().map(|key| self.room_id(key)).collect());
        let whereabouts = &self.context.platform.signals.whereabouts;
        Ok(rooms.map(|rooms: Vec<RoomId>| whereabouts.counts(&rooms)))
    }

    fn room_whereabouts(
        &mut self,
        people: Vec<String>,
    ) -> Answer<Result<Vec<(String, String)>, String>> {
        if people.len() > MAX_ACCOUNTS {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_ACCOUNTS} people at once"
            )));
        }
        if let Err(error) = self.may_use_rooms() {
            return Ok(Err(error));
        }
        let people: Vec<Uuid> = people.iter().filter_map(|id| parse_person(id)).collect();
        let whereabouts = &self.context.platform.signals.whereabouts;
        let places = whereabouts.of(self.plugin.id.as_str(), &people).into_iter();
        Ok(Ok(places
            .map(|(person, key)| (person.hyphenated().to_string(), key))
            .collect()))
    }

    fn busiest_rooms(&mut self, limit: u32) -> Answer<Result<Vec<(String, u32)>, String>> {
        let limit = usize::try_from(limit).unwrap_or(MAX_ROOMS).min(MAX_ROOMS);
        if let Err(error) = self.may_use_rooms() {
            return Ok(Err(error));
        }
        let whereabouts = &self.context.platform.signals.whereabouts;
        Ok(Ok(whereabouts.busiest(self.plugin.id.as_str(), limit)))
    }

    async fn room_state(&mut self, room: String, index: u16) -> Answer<Option<RoomState>> {
        self.need_rooms()?;
        let hub = self.context.platform.signals.rooms.hub();
        let (Some(hub), Ok(room)) = (hub, self.room_or_game(&room)) else {
            return Ok(None);
        };
        let state = hub.state(&InstanceId { room, index }).await;
        Ok(state.and_then(|state| {
            let json = state.json?.to_vec();
            let version = state.version;
            Some(RoomState { version, json })
        }))
    }

    async fn set_room_state(
        &mut self,
        room: String,
        index: u16,
        expected: u64,
        state: Vec<u8>,
    ) -> Answer<Result<(), StateError>> {
        let name = room;
        let checked = self.may_use_rooms().and_then(|()| check_json(&state));
        let room = match checked.and_then(|()| self.room_or_game(&name)) {
            Ok(room) => room,
            Err(error) => return Ok(Err(StateError::Invalid(error))),
        };
        let instance = InstanceId { room, index };
        let current = match self.context.platform.signals.rooms.hub() {
            Some(hub) => hub.state(&instance).await,
            None => None,
        };
        match current {
            None => return Ok(Err(StateError::NotOpen)),
            Some(current) if current.version != expected => {
                return Ok(Err(StateError::Conflict(current.version)));
            }
            Some(_) => {}
        }
        let set = RoomEffect::SetState {
            instance,
            expected,
            json: Bytes::from(state.clone()),
        };
        let effect = self.in_game(&name, set);
        let queued = self.queue_room_effect((state.len(), MAX_STATE_BYTES), |_| Ok(effect))?;
        Ok(queued.map_err(StateError::Invalid))
    }

    fn room_broadcast(
        &mut self,
        room: String,
        topic: String,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>> {
        self.queue_room_effect((payload.len(), MAX_EVENT_BYTES), |host| {
            let is_plain = topic.bytes().all(|byte| byte.is_ascii_graphic());
            if !is_plain || !(1..=MAX_EVENT_KIND_BYTES).contains(&topic.len()) {
                return Err(format!(
                    "{topic:?} is not 1 to {MAX_EVENT_KIND_BYTES} printable characters"
                ));
            }
            check_json(&payload)?;
            let broadcast = RoomEffect::Broadcast {
                room: host.room_or_game(&room)?,
                topic,
                json: Bytes::from(payload),
            };
            Ok(host.in_game(&room, broadcast))
        })
    }

    fn room_kick(
        &mut self,
        room: String,
        account: String,
        reason: String,
    ) -> Answer<Result<(), String>> {
        self.queue_room_effect((reason.len(), MAX_REASON_BYTES), |host| {
            Ok(RoomEffect::Kick {
                room: host.room_id(&room)?,
                account: parse_person(&account).ok_or("no such person")?,
                reason,
            })
        })
    }

    fn room_close(&mut self, room: String, reason: String) -> Answer<Result<(), String>> {
        self.queue_room_effect((reason.len(), MAX_REASON_BYTES), |host| {
            let room = host.room_id(&room)?;
            Ok(RoomEffect::Close { room, reason })
        })
    }

    fn room_refresh(&mut self, room: String) -> Answer<Result<(), String>> {
        self.queue_room_effect((0, 0), |host| {
            Ok(RoomEffect::RefreshRoom(host.room_id(&room)?))
        })
    }

    fn room_refresh_person(&mut self, account: String) -> Answer<Result<(), String>> {
        self.queue_room_effect((0, 0), |host| {
            Ok(RoomEffect::RefreshPerson {
                account: parse_person(&account).ok_or("no such person")?,
                plugin: Some(host.plugin.id.to_string()),
            })
        })
    }

    fn room_clock_ms(&mut self) -> Answer<u64> {
        self.need_rooms()?;
        let hub = self.context.platform.signals.rooms.hub();
        Ok(hub.map_or(self.context.now_ms, |hub| hub.now_ms()))
    }
}

fn check_json(json: &[u8]) -> Result<(), String> {
    serde_json::from_slice::<IgnoredAny>(json)
        .map(drop)
        .map_err(|error| format!("the content is not JSON: {error}"))
}
