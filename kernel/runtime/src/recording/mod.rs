//! Recordings of calls: what a plugin was called with, each of its host calls with the answer, and how the call ended.
//! `witverse plugin dev` writes them, and `witverse plugin replay` answers a later build of the plugin from one.
//!
//! Only a runtime that was made with a [`Recorder`] records. It links its plugins to other host functions, which pass on each
//! call to the usual ones, so those of a platform are as they were.

mod format;
mod interfaces;
mod record;
mod replay;
mod reuse;
mod running;

pub use format::{Answer, Ending, Head, HostCall, RecordedCall, RecordedLimits, RecordingError};
pub use replay::{Asked, Comparison, Replay, ReplayError, replay};
pub use reuse::{Reuse, measure_reuse};
pub use running::{CUT, Recorder};

pub(crate) use format::packed;
pub(crate) use record::{Recorded, RecordingHost};
pub(crate) use running::Recording;
