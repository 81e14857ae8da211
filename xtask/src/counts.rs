//! Counts of checks, and their format in a report.

/// The number of passed and failed checks of a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Counts {
    pub(crate) const ONE_PASSED: Self = Self {
        passed: 1,
        failed: 0,
    };
    pub(crate) const ONE_FAILED: Self = Self {
        passed: 0,
        failed: 1,
    };

    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// A line that is exactly `N passed, N failed`.
pub(crate) fn passed_and_failed(line: &str) -> Option<Counts> {
    let (passed, failed) = line.trim().split_once(", ")?;
    Some(Counts {
        passed: passed.strip_suffix(" passed")?.parse().ok()?,
        failed: failed.strip_suffix(" failed")?.parse().ok()?,
    })
}
