//! The limits that a call has used up.

use crate::plugins::install_records::{CAPABILITIES, Measured, Usage};

/// What a call and the services that it called have used up. A service continues with its caller's counts, so calling
/// services does not raise a limit.
#[derive(Clone, Copy, Default)]
pub(super) struct Spent {
    pub(super) statements: u32,
    pub(super) log_lines: u32,
    pub(super) metrics: u32,
    /// Hundredths of a WIT that were paid to people.
    pub(super) paid: i64,
    /// Hundredths of a WIT that people have paid.
    pub(super) collected: i64,
    /// Host calls of an install by the capability that they needed.
    pub(super) uses: [i64; CAPABILITIES],
    /// Whether a statement took long.
    pub(super) is_slow: bool,
}

impl Spent {
    /// As one call, without its CPU time.
    pub(super) fn usage(&self) -> Usage {
        Usage {
            calls: 1,
            statements: i64::from(self.statements),
            paid: self.paid,
            collected: self.collected,
            uses: self.uses,
            ..Usage::default()
        }
    }

    pub(super) fn used(&mut self, capability: Measured) {
        self.uses[capability as usize] += 1;
    }
}
