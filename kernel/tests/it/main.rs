//! The kernel over HTTP, on a real PostgreSQL, with real plugins: one file per family of addresses or
//! per promise.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

mod account;
mod admin;
mod background;
mod containment;
mod contract;
mod database;
mod demo;
mod friends;
mod gifts;
mod guessing;
mod http;
mod isolation;
mod items;
mod ledger;
mod live;
mod mail;
mod mails;
mod manifest;
mod moderation;
mod payments;
mod people;
mod program;
mod reach;
mod rollback;
mod safety;
mod standing;
mod support;
mod treasury;
mod user;
mod wallets;
mod worlds;
