//! The SDK for Witverse plugins in Rust.
//!
//! A plugin is a WebAssembly component that the kernel calls with a request, an event, a timer or a service call. It has
//! no network, no file system and no clock of its own: [`Ctx`] is its only interface. One call is one transaction:
//! returning `Ok` commits it, returning an error rolls it back.
//!
//! Start at [`Plugin`]; a worked example is the plugin `worlds`, explained in `docs/adding-a-plugin.md`.
//!
//! The crate also compiles for the machine that builds it, so that a plugin's pure code can be unit-tested;
//! calling a host function there panics.
#![warn(missing_docs)]

// The derives name this crate, also in its own tests.
extern crate self as witverse_sdk;

pub mod alarm;
mod allocator;
#[doc(hidden)]
pub mod bindings;
pub mod ctx;
pub mod error;
pub mod export;
pub mod games;
pub mod http;
pub mod images;
pub mod josa;
pub mod kernel_events;
pub mod page;
pub mod people;
#[doc(hidden)]
pub mod plugin;
pub mod problems;
mod request;
pub mod search;
pub mod services;
pub mod sql;
pub mod text;
mod time;
pub mod timer;
mod uuid;

pub use ctx::{Caller, Ctx, FileInfo, FileKind, FileView, Language, Person};
pub use error::{Error, Localized, Problem, localized};
pub use export::DataPage;
pub use plugin::{Event, Plugin};
pub use services::ServiceCall;
pub use text::{CODE_POINTS_A_CHARACTER, text_length};
pub use time::{DAY_MS, KoreanDay, Timestamp};
pub use timer::Timer;
pub use uuid::Uuid;
