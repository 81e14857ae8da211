//! Rooms in real time of this plugin: who is in them, and what happens in them after the request has committed.
//!
//! A room is named by its key: its id without `<plugin>:`. A plugin that is the game of another plugin's room names it by
//! its whole id, and may use `presence`, `broadcast`, `state` and `set_state` in it. A rollback discards all changes.

use crate::bindings::witverse::plugin::rooms;
use crate::error::Error;
use crate::uuid::Uuid;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The plugin's rooms; made by [`Ctx::rooms`](crate::Ctx::rooms).
#[derive(Clone, Copy, Debug)]
pub struct Rooms(pub(super) ());

/// The people in a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// The number of people, with those who have no account.
    pub people: u32,
    /// The people with an account, at most 500.
    pub accounts: Vec<Uuid>,
    /// The open instances.
    pub instances: Vec<u16>,
}

/// The shared state of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, schemars::JsonSchema)]
pub struct State<T> {
    /// Grows by one with each change.
    pub version: u64,
    /// The content.
    pub value: T,
}

/// The state was not replaced; reading it again shows why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateConflict {
    /// The instance is not open.
    NotOpen,
    /// The state has this version.
    Version(u64),
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value)
        .map_err(|error| Error::internal(format!("the content does not serialise: {error}")))
}

impl Rooms {
    /// Who is in a room now.
    pub fn presence(&self, room: &str) -> Result<Presence, Error> {
        let presence = rooms::presence(room).map_err(Error::refused)?;
        Ok(Presence {
            people: presence.people,
            accounts: presence.accounts.into_iter().map(Uuid::trusted).collect(),
            instances: presence.instances,
        })
    }

    /// How many people are in each of these rooms, in their order; at most 200 rooms.
    pub fn counts(&self, rooms: &[String]) -> Result<Vec<u32>, Error> {
        rooms::counts(rooms).map_err(Error::refused)
    }

    /// The room that each of these people is in now; those who are in none of this plugin's rooms are left out. At most 500
    /// people.
    pub fn whereabouts(&self, people: &[Uuid]) -> Result<Vec<(Uuid, String)>, Error> {
        let people: Vec<String> = people.iter().map(Uuid::to_string).collect();
        let places = rooms::whereabouts(&people).map_err(Error::refused)?;
        Ok(places
            .into_iter()
            .map(|(person, room)| (Uuid::trusted(person), room))
            .collect())
    }

    /// The rooms with the most people, most first, with their number; at most 200.
    pub fn busiest(&self, limit: u32) -> Result<Vec<(String, u32)>, Error> {
        rooms::busiest(limit).map_err(Error::refused)
    }

    /// Sends an event to everybody in a room. The payload has at most 16 KiB. It is not repeated to those who come later.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Uuid};
    /// # fn published(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    /// let payload = serde_json::json!({ "version": 3 });
    /// ctx.rooms().broadcast(block.as_str(), "scene.published", &payload)
    /// # }
    /// ```
    pub fn broadcast(
        &self,
        room: &str,
        topic: &str,
        payload: &impl Serialize,
    ) -> Result<(), Error> {
        rooms::broadcast(room, topic, &json(payload)?).map_err(Error::refused)
    }

    /// Removes a person. `reason` is a text for them. The service `<plugin>.rooms@1` decides whether they may come back.
    pub fn kick(&self, room: &str, person: &Uuid, reason: &str) -> Result<(), Error> {
        rooms::kick(room, person.as_str(), reason).map_err(Error::refused)
    }

    /// Closes a room; everybody in it is told the reason.
    pub fn close(&self, room: &str, reason: &str) -> Result<(), Error> {
        rooms::close(room, reason).map_err(Error::refused)
    }

    /// The shared state of an open instance; `None` until it was set.
    pub fn state<T: DeserializeOwned>(
        &self,
        room: &str,
        instance: u16,
    ) -> Result<Option<State<T>>, Error> {
        let Some(state) = rooms::state(room, instance) else {
            return Ok(None);
        };
        let value = serde_json::from_slice(&state.json)
            .map_err(|error| Error::internal(format!("the state of {room}: {error}")))?;
        let version = state.version;
        Ok(Some(State { version, value }))
    }

    /// Replaces the shared state of an instance if its version is `expected`, 0 if it was never set. The content has at
    /// most 64 KiB. If another change comes first until the commit, this one is dropped: store what must last in a table.
    pub fn set_state(
        &self,
        room: &str,
        instance: u16,
        expected: u64,
        value: &impl Serialize,
    ) -> Result<Result<(), StateConflict>, Error> {
        match rooms::set_state(room, instance, expected, &json(value)?) {
            Ok(()) => Ok(Ok(())),
            Err(rooms::StateError::NotOpen) => Ok(Err(StateConflict::NotOpen)),
            Err(rooms::StateError::Conflict(version)) => Ok(Err(StateConflict::Version(version))),
            Err(rooms::StateError::Invalid(error)) => Err(Error::refused(error)),
        }
    }

    /// Asks `describe` again for the places of a room and `enter` about everybody in it, after one of the answers has changed.
    pub fn refresh(&self, room: &str) -> Result<(), Error> {
        rooms::refresh(room).map_err(Error::refused)
    }

    /// Milliseconds since 1970-01-01T00:00:00Z of the clock by which rooms time what happens in them, such as crossings of
    /// zones.
    pub fn clock_ms(&self) -> u64 {
        rooms::clock_ms()
    }

    /// Asks `enter` again about a person in every room of this plugin that they are in.
    pub fn refresh_person(&self, person: &Uuid) -> Result<(), Error> {
        rooms::refresh_person(person.as_str()).map_err(Error::refused)
    }
}
