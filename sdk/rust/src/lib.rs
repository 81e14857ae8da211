//! The SDK for Witverse plugins in Rust.
//!
//! A plugin is a WebAssembly component that the kernel calls with a request, an event, a timer or a service
//! call. It reaches the world through [`Ctx`] only: there is no network, no file and no clock but the kernel's.
//! One call is one transaction: answering `Ok` commits everything, answering an error undoes everything.
//!
//! Start at [`Plugin`]; a worked example is the plugin `worlds`, explained in `docs/adding-a-plugin.md`.
//!
//! The crate also compiles for the machine that builds it, so that a plugin's pure code can be unit-tested;
//! calling a host function there panics.
#![warn(missing_docs)]

pub mod alarm;
mod allocator;
#[doc(hidden)]
pub mod bindings;
pub mod ctx;
pub mod error;
pub mod http;
pub mod kernel_events;
pub mod page;
pub mod people;
#[doc(hidden)]
pub mod plugin;
pub mod sql;
mod time;
mod uuid;

pub use ctx::{Caller, Ctx, Language, Person};
pub use error::{Error, Localized, Problem, localized};
pub use plugin::{DataPage, Event, Plugin, ServiceCall, Timer};
pub use time::Timestamp;
pub use uuid::Uuid;
