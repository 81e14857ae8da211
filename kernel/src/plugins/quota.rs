//! Measures the size of a plugin's tables on disk and enforces the quota of its manifest (`capabilities.sql.mib`).
//!
//! Every kernel measures the size of each schema once a minute. Between measurements, statements that may add rows
//! (INSERT, UPDATE, MERGE) are timed: the size of their writes is unknown, but it is limited by the speed of the
//! database. When the timed statements of all calls have taken 50 ms since the last measurement, the size is measured
//! again, either after the statement that used up the time or before the next one. (Files have the size that open
//! transactions gave them, so another connection sees it.)
//!
//! Above the quota, a statement that may add rows is refused (`limit`), and one that has already run dooms its
//! transaction; SELECT and DELETE stay allowed. So the files exceed the quota by at most what is written in 50 ms plus
//! one statement on each of the plugin's connections; committed data exceed it by at most the former. Space of deleted
//! rows and of rolled-back calls counts until autovacuum has released it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The database time of writing statements after which the size is measured again.
const UNMEASURED: Duration = Duration::from_millis(50);
/// The last measured size of a plugin's tables, and their quota.
#[derive(Debug)]
pub struct Quota {
    mib: u32,
    bytes: AtomicU64,
    /// Database time in microseconds of statements that may have added rows since the last measurement.
    unmeasured_us: AtomicU64,
}

impl Quota {
    #[must_use]
    pub fn new(mib: u32) -> Self {
        Self {
            mib,
            bytes: AtomicU64::new(0),
            unmeasured_us: AtomicU64::new(0),
        }
    }

    /// Adds the time of a statement that may have added rows.
    pub fn add(&self, spent: Duration) {
        let spent = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
        self.unmeasured_us.fetch_add(spent, Ordering::Relaxed);
    }

    /// Whether the timed statements require another measurement.
    #[must_use]
    pub fn is_due(&self) -> bool {
        u128::from(self.unmeasured_us.load(Ordering::Relaxed)) >= UNMEASURED.as_micros()
    }

    /// Whether a statement may add rows, judged by the last measurement.
    ///
    /// # Errors
    /// A sentence that names the quota.
    pub fn check(&self) -> Result<(), String> {
        let mib = self.bytes.load(Ordering::Relaxed).div_ceil(1 << 20);
        if mib <= u64::from(self.mib) {
            return Ok(());
        }
        Err(format!(
            "the plugin's tables take {mib} MiB, and its quota (capabilities.sql.mib) is {} MiB; only SELECT and DELETE are \
             possible until there is room again",
            self.mib
        ))
    }

    pub(super) fn set(&self, plugin: &str, bytes: u64) {
        let before = self.check();
        self.bytes.store(bytes, Ordering::Relaxed);
        self.unmeasured_us.store(0, Ordering::Relaxed);
        if let (Ok(()), Err(why)) = (before, self.check()) {
            tracing::warn!(plugin, "{why}");
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "a gauge is a floating-point number"
        )]
        metrics::gauge!("plugin_bytes", "plugin" => plugin.to_owned()).set(bytes as f64);
    }
}

/// Whether a statement may make tables larger.
///
/// Searches the whole text for the keywords, also comments and literals: a false match is only timed, and refused above
/// the quota. The locking clauses of SELECT do not count as writes: in PostgreSQL's grammar an UPDATE statement never
/// follows FOR or KEY directly.
#[must_use]
pub(super) fn may_grow(statement: &str) -> bool {
    let text = statement.to_ascii_lowercase();
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let (mut before, mut rest) = ("", text.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = match is_part(first) {
            true => rest.find(|letter| !is_part(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        match word {
            "insert" | "merge" => return true,
            "update" if !matches!(before, "for" | "key") => return true,
            _ => {}
        }
        (before, rest) = (word, after.trim_start());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Quota, may_grow};
    use std::time::Duration;

    #[test]
    fn statements_that_add_rows_are_detected_by_keyword() {
        for grows in [
            "insert into note values (1)",
            "  UPDATE note set v = 1",
            "with x as (insert into note values (1) returning id) select id from x",
            "with x as (select 1 as for)update note set v = 1",
            "with x as (select 1 for update) update note set v = 1",
            "with x as (select 1 as key)\nupdate note set v = 1",
            "insert into note values (1) on conflict (key) do update set v = 1",
            "merge into note using x on true when matched then update set v = 1",
            "select 1/**/;/**/update",
        ] {
            assert!(may_grow(grows), "{grows}");
        }
        for reads in [
            "",
            "select 'é', updated_at, inserted from note",
            "delete from note where id = $1 returning id",
            "select v from note for update skip locked",
            "with x as materialized (select v from note for no key\n update) delete from note",
        ] {
            assert!(!may_grow(reads), "{reads}");
        }
    }

    #[test]
    fn a_quota_is_measured_again_after_some_writing() {
        let quota = Quota::new(2);
        assert_eq!(quota.check(), Ok(()));
        quota.add(Duration::from_millis(30));
        assert!(!quota.is_due());
        quota.add(Duration::from_millis(20));
        assert!(quota.is_due());
        quota.set("karts", 2 << 20);
        assert!(!quota.is_due());
        assert_eq!(quota.check(), Ok(()), "the whole quota may be used");
        quota.set("karts", (2 << 20) + 1);
        let refusal = quota.check().expect_err("over its quota");
        assert!(
            refusal.contains("3 MiB") && refusal.contains("is 2 MiB"),
            "{refusal}"
        );
        quota.set("karts", 1);
        assert_eq!(quota.check(), Ok(()));
    }
}
