//! The port to the kernel: who may enter, what a room is like, and where its events go.

use std::sync::Arc;

use futures::future::BoxFuture;

use crate::ids::{Identity, InstanceId, RoomId, Visit};
use crate::room::{ChatPolicy, Profile, Relations, RoomEvent, RoomOptions};

/// Why the kernel does not open a room or does not admit a visitor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdmissionError {
    /// The visitor may not enter. The client receives the reason.
    #[error("{reason}")]
    Refused { reason: String },
    #[error("there is no such room")]
    UnknownRoom,
    /// The kernel cannot decide now, for example because the database is unreachable. A later try can succeed.
    #[error("the kernel cannot decide now")]
    Unavailable,
}

/// What rooms need from the kernel.
pub trait RoomHost: Send + Sync {
    /// The properties of a room, read when it opens.
    fn room_options<'a>(
        &'a self,
        room: &'a RoomId,
    ) -> BoxFuture<'a, Result<RoomOptions, AdmissionError>>;

    /// The visitor as the room shows it. Called for every connection, so it is also the place to check access and the login
    /// session again.
    fn profile<'a>(
        &'a self,
        room: &'a RoomId,
        visit: Visit,
    ) -> BoxFuture<'a, Result<Profile, AdmissionError>>;

    /// The blocks and mutes of a visitor.
    fn relations(&self, identity: Identity) -> BoxFuture<'_, Result<Relations, AdmissionError>>;

    /// The rules for words in this room.
    fn chat_policy(&self, room: &RoomId) -> Arc<dyn ChatPolicy>;

    /// Called from the room's task: it must not block. `at_ms` is milliseconds since 1970-01-01T00:00:00Z.
    fn on_event(&self, instance: &InstanceId, at_ms: u64, event: RoomEvent);

    /// A room was opened, or its game has changed. It must not block.
    fn on_open(&self, room: &RoomId, options: &RoomOptions) {
        let _ = (room, options);
    }

    /// Milliseconds since 1970-01-01T00:00:00Z.
    fn now_ms(&self) -> u64;

    /// Random bytes that cannot be guessed.
    fn fill_random(&self, bytes: &mut [u8]);
}
