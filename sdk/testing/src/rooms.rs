//! Load on rooms: a client that speaks the protocol over a real socket, crowds of them, the same crowd against Colyseus,
//! and a long suite of drops, slow readers and rubbish.

pub mod bench;
mod colyseus;
mod crowd;
mod server;
pub mod soak;
mod socket;
mod walk;
