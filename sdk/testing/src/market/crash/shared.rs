//! The shared state of a run's people, and the acknowledged answers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

use uuid::Uuid;

/// The time limit of a request, including kills and recoveries.
pub(super) const PATIENCE: Duration = Duration::from_secs(180);
/// Errors of the server are expected so long after it is ready again: calls that began before end then.
const GRACE: Duration = Duration::from_secs(3);
/// Findings after these are not kept.
const FINDINGS_MAX: usize = 40;

/// An acknowledged sale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sold {
    /// The idempotency key of the purchase or the acceptance.
    pub(super) key: String,
    pub(super) item: Uuid,
    pub(super) price: i64,
    pub(super) provenance_seq: i64,
}

#[derive(Default)]
pub(super) struct Shared {
    pub(super) over: AtomicBool,
    pub(super) done: AtomicUsize,
    pub(super) repeated: AtomicUsize,
    /// Answers 429, 503 and 504 that no kill explains.
    pub(super) busy: AtomicUsize,
    pub(super) sales: Mutex<HashMap<Uuid, Sold>>,
    pub(super) listings: Mutex<HashMap<Uuid, String>>,
    pub(super) offers: Mutex<HashMap<Uuid, String>>,
    pub(super) orders: Mutex<HashMap<Uuid, String>>,
    pub(super) paid: Mutex<HashMap<Uuid, String>>,
    /// Units that were put into each product.
    pub(super) put_in: Mutex<[i64; 2]>,
    pub(super) wrong: Mutex<Vec<String>>,
    /// Each change of a person holds it for reading until its answer; an audit holds it for writing.
    pub(super) pause: RwLock<()>,
    auditing: AtomicBool,
    /// Begin and end of each kill, the latest last.
    troubles: Mutex<Vec<(Instant, Option<Instant>)>>,
}

impl Shared {
    pub(super) fn complain(&self, what: String) {
        let mut wrong = self.wrong.lock().unwrap();
        if wrong.len() < FINDINGS_MAX {
            wrong.push(what);
        }
    }

    /// Runs `work` while no change is without an answer.
    pub(super) fn while_all_pause<T>(&self, work: impl FnOnce() -> T) -> T {
        self.auditing.store(true, Ordering::SeqCst);
        let all = self.pause.write().unwrap();
        let result = work();
        drop(all);
        self.auditing.store(false, Ordering::SeqCst);
        result
    }

    /// Runs a change of a person, not during an audit.
    pub(super) fn change<T>(&self, work: impl FnOnce() -> T) -> T {
        // Readers must not starve the audit.
        while self.auditing.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let one = self.pause.read().unwrap();
        let result = work();
        drop(one);
        result
    }

    pub(super) fn trouble_begins(&self) {
        self.troubles.lock().unwrap().push((Instant::now(), None));
    }

    pub(super) fn trouble_ends(&self) {
        if let Some(last) = self.troubles.lock().unwrap().last_mut() {
            last.1 = Some(Instant::now() + GRACE);
        }
    }

    /// Whether a kill explains an error of a request that was sent at `sent`.
    pub(super) fn is_excused(&self, sent: Instant) -> bool {
        let now = Instant::now();
        let troubles = self.troubles.lock().unwrap();
        troubles
            .iter()
            .any(|(begin, end)| *begin <= now && end.is_none_or(|end| sent <= end))
    }
}
