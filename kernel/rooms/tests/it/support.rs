//! A server without HTTP, a kernel that admits everybody, and a client that speaks frames.

mod client;
mod random;
mod server;

pub(crate) use client::{Client, Received, masked};
pub(crate) use random::Random;
pub(crate) use server::{ORIGIN, Server, user, visit};
