//! What the room asks its caller to do.

use std::sync::Arc;

use bytes::Bytes;

use crate::ids::{ConnectionId, Identity};
use crate::protocol::KickCode;

use super::way::Waypoint;

/// What happens to a message if the client's socket accepts no more bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The message is dropped, and [`super::Room::snapshot_dropped`] is called.
    Droppable,
    /// The message is queued. If the queue is full, [`super::Room::queue_overflowed`] is called.
    Reliable,
}

/// An effect of an input. Effects are executed in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Send {
        to: ConnectionId,
        delivery: Delivery,
        message: Bytes,
    },
    /// One encoded message for several connections.
    SendMany {
        to: Vec<ConnectionId>,
        delivery: Delivery,
        message: Bytes,
    },
    /// Send KICK with this code and reason, then close the connection.
    Disconnect {
        connection: ConnectionId,
        code: KickCode,
        reason: String,
    },
    /// Something the kernel may want to know.
    Emit(RoomEvent),
}

/// Why a member left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveCause {
    /// The client closed its connection.
    Left,
    /// The connection was lost and did not return in time.
    Dropped,
    Kicked(KickCode),
}

/// A domain event for the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomEvent {
    Joined {
        identity: Identity,
    },
    Left {
        identity: Identity,
        cause: LeaveCause,
        stayed_ms: u64,
    },
    Interacted {
        identity: Identity,
        object: u32,
        kind: u8,
    },
    /// The way of a member crossed the edge of a zone.
    Crossed {
        identity: Identity,
        zone: Arc<str>,
        /// Interpolated between the times of two accepted moves, on the clock of the rooms.
        at_ms: u64,
        is_entry: bool,
        /// The way since the last crossing; empty for the further crossings of one move.
        way: Vec<Waypoint>,
    },
    /// The instance has closed; this is its last state.
    Closed {
        state_version: u64,
        state: Option<Bytes>,
    },
}
