//! The interface of rooms.

use std::time::Instant;

use super::host;
use crate::backend::Backend;
use crate::bindings::witverse::plugin as wit;
use crate::limits::TICK;
use crate::store::State;
use crate::types::*;

impl<B: Backend> wit::rooms::Host for State<B> {
    async fn presence(&mut self, room: String) -> wasmtime::Result<Result<RoomPresence, String>> {
        hosted!(self, self.backend.room_presence(room))
    }
    async fn counts(&mut self, rooms: Vec<String>) -> wasmtime::Result<Result<Vec<u32>, String>> {
        host(self.backend.room_counts(rooms))
    }
    async fn whereabouts(
        &mut self,
        people: Vec<String>,
    ) -> wasmtime::Result<Result<Vec<(String, String)>, String>> {
        host(self.backend.room_whereabouts(people))
    }
    async fn busiest(
        &mut self,
        limit: u32,
    ) -> wasmtime::Result<Result<Vec<(String, u32)>, String>> {
        host(self.backend.busiest_rooms(limit))
    }
    async fn broadcast(
        &mut self,
        room: String,
        topic: String,
        payload: Vec<u8>,
    ) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.room_broadcast(room, topic, payload))
    }
    async fn kick(
        &mut self,
        room: String,
        account: String,
        reason: String,
    ) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.room_kick(room, account, reason))
    }
    async fn close(
        &mut self,
        room: String,
        reason: String,
    ) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.room_close(room, reason))
    }
    async fn state(&mut self, room: String, instance: u16) -> wasmtime::Result<Option<RoomState>> {
        hosted!(self, self.backend.room_state(room, instance))
    }
    async fn set_state(
        &mut self,
        room: String,
        instance: u16,
        expected: u64,
        state: Vec<u8>,
    ) -> wasmtime::Result<Result<(), StateError>> {
        hosted!(
            self,
            self.backend.set_room_state(room, instance, expected, state)
        )
    }
    async fn refresh(&mut self, room: String) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.room_refresh(room))
    }
    async fn refresh_person(&mut self, account: String) -> wasmtime::Result<Result<(), String>> {
        host(self.backend.room_refresh_person(account))
    }
    async fn clock_ms(&mut self) -> wasmtime::Result<u64> {
        host(self.backend.room_clock_ms())
    }
}
