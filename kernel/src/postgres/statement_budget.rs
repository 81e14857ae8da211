//! Limits the memory of plugins' prepared statements on a shared connection.
//!
//! PostgreSQL keeps the parse tree and the plan of every named statement until its connection ends. Their size does not
//! follow from the length of the text: nested subqueries multiply columns, and 16 KiB of SQL can use 8 MiB. So the size
//! of each text is measured once, at its first run, together with its generic plan. Small statements stay prepared
//! within the limits of their plugin and of all plugins; every other statement is prepared for one call and dropped.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A larger statement is never kept prepared, in bytes.
const STATEMENT_BYTES: u64 = 256 << 10;
/// The limit of one plugin on a connection, in bytes.
const PLUGIN_BYTES: u64 = 2 << 20;
/// The limit of all plugins on a connection, in bytes.
const CONNECTION_BYTES: u64 = 8 << 20;
/// How many statement sizes are remembered; beyond that the list is cleared and sizes are measured again.
const MOST_SIZES: usize = 8192;

/// Whether a connection keeps a statement prepared after it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    Kept,
    /// Prepared for this call only.
    Dropped,
    /// The size is unknown and is measured in this call. Holds the statement's hash.
    Measured(u64),
}

/// The measured sizes of statements, shared by all connections of a pool.
#[derive(Default)]
pub(super) struct StatementSizes {
    hasher: RandomState,
    bytes: Mutex<HashMap<u64, u64>>,
}

impl StatementSizes {
    fn bytes(&self) -> MutexGuard<'_, HashMap<u64, u64>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn learn(&self, statement: u64, bytes: u64) {
        let mut sizes = self.bytes();
        if sizes.len() >= MOST_SIZES {
            sizes.clear();
        }
        sizes.insert(statement, bytes);
    }
}

/// The sizes of the statements that one connection keeps prepared, in bytes.
#[derive(Default)]
pub(super) struct StatementBudget {
    kept: HashMap<u64, u64>,
    by_plugin: HashMap<Box<str>, u64>,
    total: u64,
}

impl StatementBudget {
    /// `text` contains a tag of its plugin, so two plugins never share a statement.
    pub(super) fn retention(
        &mut self,
        sizes: &StatementSizes,
        plugin: &str,
        text: &str,
    ) -> Retention {
        let statement = sizes.hasher.hash_one(text);
        if self.kept.contains_key(&statement) {
            return Retention::Kept;
        }
        let bytes = sizes.bytes().get(&statement).copied();
        match bytes {
            None => Retention::Measured(statement),
            Some(bytes) if self.admit(plugin, statement, bytes) => Retention::Kept,
            Some(_) => Retention::Dropped,
        }
    }

    /// Adds a statement if the limits allow it; returns whether it was added.
    pub(super) fn admit(&mut self, plugin: &str, statement: u64, bytes: u64) -> bool {
        let used = self.by_plugin.get(plugin).copied().unwrap_or_default();
        let fits = bytes <= STATEMENT_BYTES
            && used + bytes <= PLUGIN_BYTES
            && self.total + bytes <= CONNECTION_BYTES;
        if fits {
            self.by_plugin.insert(plugin.into(), used + bytes);
            self.total += bytes;
            self.kept.insert(statement, bytes);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::{CONNECTION_BYTES, PLUGIN_BYTES, Retention, StatementBudget, StatementSizes};

    fn learned(sizes: &StatementSizes, text: &str, bytes: u64) {
        let mut unused = StatementBudget::default();
        let Retention::Measured(statement) = unused.retention(sizes, "a", text) else {
            panic!("{text} was known");
        };
        sizes.learn(statement, bytes);
    }

    #[test]
    fn a_small_statement_is_measured_once_and_kept() {
        let sizes = StatementSizes::default();
        let mut budget = StatementBudget::default();
        learned(&sizes, "small", 10_000);
        learned(&sizes, "large", 300_000);
        assert_eq!(budget.retention(&sizes, "a", "small"), Retention::Kept);
        assert_eq!(budget.retention(&sizes, "a", "large"), Retention::Dropped);
        assert!(matches!(
            budget.retention(&sizes, "a", "new"),
            Retention::Measured(_)
        ));
    }

    #[test]
    fn limits_hold_for_one_plugin_and_for_all() {
        let sizes = StatementSizes::default();
        let mut budget = StatementBudget::default();
        let each = 200_000;
        for plugin in ["a", "b", "c", "d", "e", "f"] {
            for n in 0..40 {
                let text = format!("{plugin} {n}");
                learned(&sizes, &text, each);
                budget.retention(&sizes, plugin, &text);
            }
            let used = budget.by_plugin.get(plugin).copied().unwrap_or_default();
            assert!(used <= PLUGIN_BYTES, "{plugin}");
        }
        assert!(budget.total <= CONNECTION_BYTES);
        assert!(budget.total + each > CONNECTION_BYTES);
    }
}
