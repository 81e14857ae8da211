//! Runs plugins: the only crate that knows wasmtime.
//!
//! It owns the engine, the limits of a call and the border between host and guest. What a host call
//! *means* is the kernel's business: it hands in a [`Backend`]. This crate never opens a socket, a
//! database or a file of a plugin's choosing, and a guest finds no import here but `witverse:plugin`.

mod aot;
mod bindings;
mod engine;
mod host;
mod limits;
mod plugin;
pub mod shapes;
mod store;

pub use aot::{AotCache, CompileError, Compiler, compile_here, limit_this_process};
pub use bindings::types;
pub use engine::{Runtime, RuntimeConfig};
pub use host::{Backend, HostFault};
pub use limits::{CallLimits, TICK};
pub use plugin::{CallError, Finished, LoadError, Plugin, TrapReport};
