//! The kernel over HTTP, on a real PostgreSQL, with real plugins: one file per group of paths or per guarantee.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod account;
mod admin;
mod authorization;
mod avatars;
mod blocks;
mod community;
mod containment;
mod contract;
mod crypto_addresses;
mod database;
mod delivery;
mod demo;
mod event_relay;
mod events;
mod files;
mod friends;
mod gifts;
mod http;
mod installs;
mod isolation;
mod items;
mod killed;
mod lantern_puzzle;
mod lantern_race;
mod ledger;
mod live;
mod login_throttle;
mod mail;
mod mails;
mod manifest;
mod market;
mod moderation;
mod orders;
mod payments;
mod people;
mod program;
mod recordings;
mod rollback;
mod rooms;
mod safety;
mod search;
mod support;
mod user;
mod wallet_admin;
mod worlds;
