//! Which node runs a room: the port, and its implementation for one process.

use std::sync::atomic::{AtomicU64, Ordering};

use futures::future::BoxFuture;

use crate::ids::RoomId;

/// The result of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This node runs the room. The epoch grows with every change of the owner, so that writes of an earlier owner can
    /// be refused.
    Here { epoch: u64 },
    /// Another node runs the room; clients connect to this address.
    Elsewhere { address: String },
}

/// Assigns rooms to nodes.
pub trait Ownership: Send + Sync {
    /// Claims a room that is not running here.
    fn claim<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Claim>;

    /// The room has closed here.
    fn release<'a>(&'a self, room: &'a RoomId, epoch: u64) -> BoxFuture<'a, ()>;
}

/// One process owns all rooms.
#[derive(Debug, Default)]
pub struct InProcess {
    last_epoch: AtomicU64,
}

impl Ownership for InProcess {
    fn claim<'a>(&'a self, _room: &'a RoomId) -> BoxFuture<'a, Claim> {
        let epoch = self.last_epoch.fetch_add(1, Ordering::Relaxed) + 1;
        Box::pin(std::future::ready(Claim::Here { epoch }))
    }

    fn release<'a>(&'a self, _room: &'a RoomId, _epoch: u64) -> BoxFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }
}
