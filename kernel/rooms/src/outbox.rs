//! The port through which a room's task writes to one client.

use bytes::Bytes;

use crate::protocol::KickCode;
use crate::room::Delivery;

/// What became of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pushed {
    /// Written, queued, or the connection has ended, which its own task reports.
    Accepted,
    /// The socket accepts no bytes, and the frame was droppable.
    Dropped,
    /// The queue is full.
    Overflow,
}

/// A client's connection. No method waits.
pub(crate) trait Outbox: Send + Sync {
    /// Writes a frame with its WebSocket header, or queues it.
    fn push(&self, frame: &Bytes, delivery: Delivery) -> Pushed;

    /// Sends KICK and a close frame, then ends the connection.
    fn finish(&self, code: KickCode, reason: &str);
}
