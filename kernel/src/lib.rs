//! The Witverse kernel: authentication, authorization, and one transaction for each plugin call.
//!
//! Every feature is a plugin; the kernel contains what must never be wrong. `http` is the outermost layer and no other
//! module imports it. Only `config` reads the environment; only `clock` reads the time.

pub mod actor;
pub mod app;
mod client_address;
pub mod clock;
pub mod config;
pub mod demo;
mod email_templates;
pub mod error;
pub mod files;
pub mod http;
pub mod http_client;
pub mod identity;
pub mod installs;
mod json_text;
pub mod list_window;
pub mod live;
pub mod mailer;
mod outbox;
pub mod page_cursor;
pub mod payments;
pub mod permissions;
pub mod person_cache;
pub mod plugins;
pub mod postgres;
pub mod privacy;
pub mod proposal;
pub mod push;
pub mod room_effects;
pub mod rooms;
pub mod safety;
pub mod secret;
pub mod signing;
pub mod supervisor;
pub mod telemetry;
pub mod tracking;
mod typed_text;
pub mod unit_of_work;
pub mod wallet_admin;
pub mod web_files;
