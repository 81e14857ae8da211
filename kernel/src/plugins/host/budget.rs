//! The limits that a call has used up.

/// What a call and the services that it called have used up. A service continues with its caller's counts, so calling
/// services does not raise a limit.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    pub(super) statements: u32,
    pub(super) log_lines: u32,
    pub(super) metrics: u32,
}
