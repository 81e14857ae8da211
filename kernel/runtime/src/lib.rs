//! Runs plugins: the only crate that knows wasmtime.
//!
//! It owns the engine, the limits of a call and the border between host and guest. What a host call
//! *means* is the kernel's business: it hands in a [`Backend`]. This crate never opens a socket, a
//! database or a file of a plugin's choosing, and a guest finds no import here but `witverse:plugin`.

mod aot;
mod backend;
mod bindings;
mod engine;
mod host;
mod limits;
mod plugin;
mod store;
pub mod types;

pub use aot::{AotCache, CompileError, Compiler, compile_here, limit_this_process};
pub use backend::{Backend, HostFault};
pub use engine::{Runtime, RuntimeConfig};
pub use limits::{CallLimits, TICK};
pub use plugin::{CallError, Finished, LoadError, Plugin, TrapReport};
