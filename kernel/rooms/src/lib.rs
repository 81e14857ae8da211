//! Rooms: places where people are together in real time. Positions, chat, emojis, seats and shared state.
//!
//! - [`protocol`]: the binary messages between client and room, as pure functions.
//! - [`room`]: the rules of one room instance, as a state machine without IO.
//! - [`ticket`]: signed tickets and resume tokens.
//! - [`hub`]: the running instances, one task each, and what the kernel can do with them.
//! - [`socket`]: one connected client, over any byte stream; [`websocket`]: its framing.
//!
//! The crate knows no plugins, no SQL and no permissions. The kernel decides who may enter and what they may do, and
//! tells it through [`hub::RoomHost`]. Voice is not implemented; its opcodes are reserved.

pub mod hub;
mod ids;
mod outbox;
pub mod protocol;
pub mod room;
pub mod socket;
pub mod ticket;
pub mod websocket;

pub use ids::{ConnectionId, Identity, InstanceId, MAX_ROOM_ID_BYTES, RoomId, Slot, Visit};
