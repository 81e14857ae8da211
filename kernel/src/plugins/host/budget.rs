//! What a call has used up of its limits.

/// What a call and the services it called have used up. A service goes on from its caller's counts, so that calling
/// services brings no more of anything.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    pub(super) statements: u32,
    pub(super) log_lines: u32,
    pub(super) metrics: u32,
}
