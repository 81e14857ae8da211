//! The Witverse kernel: who you are, what you may do, and one transaction for whatever a plugin does.
//!
//! Every feature is a plugin; what stands here is what must never be wrong. `http` is the outermost
//! layer and nothing else imports it; only `config` reads the environment; only `clock` knows the time.

pub mod app;
mod client_address;
pub mod clock;
pub mod config;
pub mod demo;
pub mod error;
pub mod http;
pub mod identity;
mod letters;
pub mod live;
pub mod mailer;
mod outbox;
mod outgoing;
pub mod payments;
pub mod permissions;
pub mod plugins;
pub mod postgres;
pub mod privacy;
pub mod push;
pub mod safety;
pub mod secret;
pub mod statements;
pub mod supervisor;
pub mod telemetry;
pub mod treasury;
pub mod work;
