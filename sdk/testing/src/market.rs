//! Benchmarks of the market, and trades while kernel and PostgreSQL are killed.

pub mod crash;
mod purchases;
mod search;

pub use purchases::purchases;
pub use search::{Sizes, search};
