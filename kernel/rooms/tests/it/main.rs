//! Tests over byte streams and real TCP sockets, and of the protocol's fixture.

mod fuzz;
mod hub;
mod protocol;
mod rooms;
mod rubbish;
mod support;
mod timeouts;
