//! Runs the rooms of this node: one task per instance, opened on first use and closed when it has been empty.
//!
//! The hub does not check permissions: the kernel does, through [`RoomHost`], and before it calls a method here.

mod calls;
mod host;
mod ownership;
mod placement;
mod refresh;
mod service;
mod shared;
mod task;

pub use calls::Counts;
pub use host::{AdmissionError, RoomHost};
pub use ownership::{Claim, InProcess, Ownership};
pub use refresh::Refreshed;
pub use service::{Admission, Hub, JoinError, JoinRequest};
pub use task::EMPTY_MS;

pub(crate) use service::{EntryError, Membership};
pub(crate) use task::Command;
