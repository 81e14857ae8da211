//! What the kernel records about an install while it runs: usage, and the newest lines of its log. It is kept in memory
//! here, and written to the database every few seconds (`crate::installs`), so a call pays no statement for it. A kernel
//! that dies loses what it has not written yet.
//!
//! Records do not take part in transactions: a call that fails or is rolled back is the one whose log is needed.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use time::OffsetDateTime;

use super::lanes::Load;
use crate::clock::Clock;

/// Bytes of log lines that wait to be written, of one install. Beyond it the oldest are dropped.
const MAX_WAITING_BYTES: usize = 256 << 10;

/// The records of every install, by its id.
#[derive(Default)]
pub struct AllRecords {
    by_install: Mutex<BTreeMap<String, Arc<InstallRecords>>>,
    clock: Clock,
}

/// What waits to be written of one install, and how heavy its calls have been.
pub struct InstallRecords {
    waiting: Mutex<Waiting>,
    clock: Clock,
    pub(super) load: Load,
}

#[derive(Default)]
struct Waiting {
    usage: Usage,
    /// Calls of services by `services.<service>.<scope>`.
    scopes: BTreeMap<String, i64>,
    lines: VecDeque<LogLine>,
    bytes: usize,
    dropped: u64,
    last: Option<OffsetDateTime>,
}

/// What calls have used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub calls: i64,
    pub failures: i64,
    pub cpu_us: i64,
    pub statements: i64,
    /// Hundredths of a WIT that were paid to people.
    pub paid: i64,
    /// Hundredths of a WIT that people have paid.
    pub collected: i64,
    /// Host calls by [`Measured`].
    pub uses: [i64; CAPABILITIES],
    /// Calls by their CPU time: up to 1, 2, 4, … 64 ms, and more.
    pub cpu_histogram: [i64; CPU_BUCKETS],
}

/// Counted capabilities.
pub(super) const CAPABILITIES: usize = 8;
/// The classes of CPU time.
pub const CPU_BUCKETS: usize = 8;

/// A capability whose use is counted. The order is that of [`MEASURED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measured {
    Sql,
    Balance,
    Users,
    Timers,
    Rooms,
    Reward,
    Charge,
    Files,
}

/// Every counted capability, with its field of `installs::Grant`.
pub const MEASURED: [&str; CAPABILITIES] = [
    "sql", "balance", "users", "timers", "rooms", "reward", "charge", "files",
];

impl Usage {
    /// The same without WIT that was moved.
    #[must_use]
    pub(super) fn without_wit(mut self) -> Self {
        (self.paid, self.collected) = (0, 0);
        self
    }

    /// Counts one call with this CPU time.
    #[must_use]
    pub(super) fn with_cpu(mut self, cpu: Duration) -> Self {
        self.cpu_us = i64::try_from(cpu.as_micros()).unwrap_or(i64::MAX);
        let ms = u64::try_from(cpu.as_micros().div_ceil(1000)).unwrap_or(u64::MAX);
        let bucket = (0..CPU_BUCKETS - 1).find(|bucket| ms <= 1 << bucket);
        self.cpu_histogram[bucket.unwrap_or(CPU_BUCKETS - 1)] += 1;
        self
    }
}

/// The CPU time in milliseconds that `percent` of the calls did not exceed, as the upper end of its class; none if that
/// class is the last, and without calls.
#[must_use]
pub fn cpu_percentile_ms(histogram: &[i64], percent: i64) -> Option<i64> {
    let calls: i64 = histogram.iter().sum();
    let mut below = 0;
    for (bucket, count) in histogram.iter().enumerate().take(CPU_BUCKETS - 1) {
        below += count;
        if calls > 0 && below * 100 >= calls * percent {
            return Some(1 << bucket);
        }
    }
    None
}

/// How bad a logged line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    Info,
    Warn,
    Error,
    /// A refused call. Plugins cannot write it.
    Denied,
}

impl LogLevel {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
            Self::Denied => "denied",
        }
    }
}

/// A line of a plugin's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub at: OffsetDateTime,
    pub level: LogLevel,
    pub message: String,
    pub fields: String,
}

/// What was taken to be written.
#[derive(Debug, Default)]
pub struct Taken {
    pub usage: Usage,
    /// Calls of services by `services.<service>.<scope>`.
    pub scopes: BTreeMap<String, i64>,
    pub lines: Vec<LogLine>,
    /// Lines that were dropped because too many were waiting.
    pub dropped: u64,
}

impl AllRecords {
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            by_install: Mutex::default(),
            clock,
        }
    }

    /// The records of an install. They outlive a change of its version.
    pub fn of(&self, install: &str) -> Arc<InstallRecords> {
        let mut all = self
            .by_install
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let records = all.entry(install.to_owned()).or_insert_with(|| {
            Arc::new(InstallRecords {
                waiting: Mutex::default(),
                clock: self.clock.clone(),
                load: Load::default(),
            })
        });
        records.clone()
    }

    /// Takes everything that waits to be written, and forgets installs that nothing uses any more.
    #[must_use]
    pub fn take(&self) -> Vec<(String, Taken)> {
        let mut all = self
            .by_install
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let taken = all.iter().filter_map(|(install, records)| {
            let taken = records.take()?;
            Some((install.clone(), taken))
        });
        let taken = taken.collect();
        all.retain(|_, records| Arc::strong_count(records) > 1);
        taken
    }
}

impl InstallRecords {
    /// Counts a call that has ended.
    pub(super) fn count(&self, usage: Usage) {
        let mut waiting = self.lock();
        waiting.usage = waiting.usage + usage;
    }

    /// Counts a call of a service. The scopes of providers limit the number of keys.
    pub(super) fn count_scope(&self, service: &str, scope: &str) {
        let key = format!("services.{service}.{scope}");
        *self.lock().scopes.entry(key).or_default() += 1;
    }

    /// Adds a line to the log.
    pub(super) fn log(&self, level: LogLevel, message: &str, fields: &str) {
        let mut waiting = self.lock();
        // Lines of one moment stay in their order.
        let mut at = self.clock.now();
        if let Some(last) = waiting.last.filter(|last| *last >= at) {
            at = last + Duration::from_micros(1);
        }
        waiting.last = Some(at);
        // PostgreSQL stores no NUL.
        let message = message.replace('\0', "\u{fffd}");
        let fields = fields.replace('\0', "\u{fffd}");
        waiting.bytes += message.len() + fields.len();
        waiting.lines.push_back(LogLine {
            at,
            level,
            message,
            fields,
        });
        while waiting.bytes > MAX_WAITING_BYTES
            && let Some(oldest) = waiting.lines.pop_front()
        {
            waiting.bytes -= oldest.message.len() + oldest.fields.len();
            waiting.dropped += 1;
        }
    }

    /// Adds a refused call, unless the same one waits to be written already: visitors could fill the log with them.
    pub(super) fn log_denial(&self, message: &str, fields: &str) {
        let is_known = {
            let waiting = self.lock();
            let mut denied = waiting.lines.iter();
            denied.any(|line| line.level == LogLevel::Denied && line.fields == fields)
        };
        if !is_known {
            self.log(LogLevel::Denied, message, fields);
        }
    }

    fn take(&self) -> Option<Taken> {
        let mut waiting = self.lock();
        let is_unused = waiting.usage == Usage::default() && waiting.scopes.is_empty();
        if is_unused && waiting.lines.is_empty() {
            return None;
        }
        waiting.bytes = 0;
        Some(Taken {
            usage: std::mem::take(&mut waiting.usage),
            scopes: std::mem::take(&mut waiting.scopes),
            lines: std::mem::take(&mut waiting.lines).into(),
            dropped: std::mem::take(&mut waiting.dropped),
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::ops::Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            failures: self.failures + other.failures,
            cpu_us: self.cpu_us + other.cpu_us,
            statements: self.statements + other.statements,
            paid: self.paid + other.paid,
            collected: self.collected + other.collected,
            uses: std::array::from_fn(|at| self.uses[at] + other.uses[at]),
            cpu_histogram: std::array::from_fn(|at| {
                self.cpu_histogram[at] + other.cpu_histogram[at]
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_lines_keeps_the_newest_in_their_order() {
        let all = AllRecords::default();
        let records = all.of("x-a");
        let line = "l".repeat(4096);
        for index in 0..200 {
            records.log(LogLevel::Info, &line, &format!("\"n\"=\"{index}\""));
        }
        let taken = all.take();
        assert_eq!(taken.len(), 1);
        let taken = &taken[0].1;
        assert_eq!(taken.lines.len() as u64 + taken.dropped, 200);
        let bytes: usize = taken.lines.iter().map(|line| line.message.len()).sum();
        assert!(bytes <= MAX_WAITING_BYTES, "{bytes}");
        assert!(taken.lines.windows(2).all(|pair| pair[0].at < pair[1].at));
        assert_eq!(taken.lines.last().expect("a line").fields, "\"n\"=\"199\"");
        assert!(all.take().is_empty(), "taken once");
    }

    #[test]
    fn cpu_times_are_counted_in_classes() {
        let check = |us: &[u64], percent: i64, expect: Option<i64>| {
            let calls = us
                .iter()
                .map(|us| Usage::default().with_cpu(Duration::from_micros(*us)));
            let all = calls.fold(Usage::default(), |all, one| all + one);
            let found = cpu_percentile_ms(&all.cpu_histogram, percent);
            assert_eq!(found, expect, "{us:?}");
        };
        check(&[], 95, None);
        check(&[0], 95, Some(1));
        check(&[1000], 95, Some(1));
        check(&[1001], 95, Some(2));
        check(&[64_000], 95, Some(64));
        check(&[64_001], 95, None);
        let mut calls = vec![500; 95];
        calls.extend([30_000; 5]);
        check(&calls, 95, Some(1));
        calls.push(30_000);
        check(&calls, 95, Some(32));
    }

    #[test]
    fn a_refused_call_that_is_repeated_is_one_line() {
        let all = AllRecords::default();
        let records = all.of("x-a");
        for fields in ["a", "b", "a"] {
            records.log_denial("refused", fields);
        }
        assert_eq!(all.take()[0].1.lines.len(), 2);
        records.log_denial("refused", "a");
        assert_eq!(all.take()[0].1.lines.len(), 1, "later it is a new line");
    }

    #[test]
    fn usage_adds_up_and_unused_installs_are_forgotten() {
        let all = AllRecords::default();
        let one = Usage {
            calls: 1,
            cpu_us: 20,
            ..Usage::default()
        };
        for _ in 0..3 {
            all.of("x-a").count(one);
        }
        let taken = all.take();
        assert_eq!(taken[0].1.usage.calls, 3);
        assert_eq!(taken[0].1.usage.cpu_us, 60);
        assert!(all.by_install.lock().expect("no panic").is_empty());
    }
}
