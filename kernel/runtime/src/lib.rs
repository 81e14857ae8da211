//! Runs plugins: the only crate that depends on wasmtime.
//!
//! It owns the engine, the limits of a call and the interface between host and guest. The kernel implements the host
//! calls as a [`Backend`]. This crate opens no socket, database or file for a plugin, and a guest can import
//! `witverse:plugin` only.

mod aot;
mod backend;
mod bindings;
mod engine;
mod host;
mod limits;
mod plugin;
mod process_limits;
mod recording;
mod slots;
mod store;
pub mod types;

pub use aot::{AotCache, COMPILE_LIMITS, CompileError, Compiler, compile_here};
pub use backend::{
    Backend, HostFault, LiveBackend, NewTransfer, OwnFileBackend, Paid, PaymentBackend, RoomBackend,
};
pub use engine::{Runtime, RuntimeConfig, engine};
pub use limits::{CallLimits, MAX_DEPTH, TICK};
pub use plugin::{CallError, Finished, LoadError, Plugin, TrapReport};
pub use process_limits::ProcessLimits;
pub use recording::{
    Answer, Asked, CUT, Comparison, Ending, Head, HostCall, RecordedCall, RecordedLimits, Recorder,
    RecordingError, Replay, ReplayError, Reuse, measure_reuse, replay,
};
pub use slots::{Busy, Slot};
