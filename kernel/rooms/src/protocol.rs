//! The binary protocol between a room and its clients: one message per WebSocket frame, one-byte opcode, little endian.
//!
//! `docs/room-protocol.md` describes every message; `fixtures/protocol.json` holds examples for other implementations.
//! Decoding never panics and never allocates more than the frame's length. The module knows no rules of a room.

mod client;
mod codec;
mod codes;
mod pose;
mod presence;
mod server;

pub use client::{ClientMessage, Feeling, MAX_CHAT_BYTES, MAX_TICKET_BYTES};
pub use codec::DecodeError;
pub use codes::{ErrorCode, KickCode, MoveRefusal};
pub use pose::{Motion, Point, Pose, QUANTA_PER_METRE};
pub use presence::{
    FLAG_AWAY, FLAG_GUEST, FLAG_MODERATOR, MAX_LOOK_BYTES, MAX_NAME_BYTES, Presence,
};
pub use server::{
    Event, MAX_EVENT_BYTES, MAX_EVENT_KIND_BYTES, MAX_REASON_BYTES, MAX_STATE_BYTES, ServerMessage,
    Welcome, encode_snapshot,
};

/// The version that HELLO and WELCOME carry. A server refuses other versions.
pub const PROTOCOL_VERSION: u8 = 1;

/// Ticks per second.
pub const TICK_HZ: u8 = 20;

/// The length of one tick in milliseconds.
pub const TICK_MS: u64 = 1000 / TICK_HZ as u64;
