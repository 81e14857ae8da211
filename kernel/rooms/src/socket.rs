//! Serves one connected client after the HTTP upgrade: framing, time limits, floods, slow readers.
//!
//! One task per connection reads; the room's task writes to the socket directly, and the connection's task continues
//! only if the socket did not take everything.

mod channel;
mod connection;

pub use connection::{SocketRequest, serve};
