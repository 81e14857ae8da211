//! What a run does.

/// The plan of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub seed: u64,
    pub people: usize,
    pub items: usize,
    pub operations: usize,
    /// Kills, alternately of the kernel and of PostgreSQL.
    pub kills: usize,
}
