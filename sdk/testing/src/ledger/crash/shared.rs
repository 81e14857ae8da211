//! The shared state of a run's clients, and the acknowledged responses.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::time::Duration;

use uuid::Uuid;

/// The time limit of a request, including kills and recoveries.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);

/// An operation that the kernel has acknowledged to a client.
#[derive(Clone, Debug)]
pub(super) enum Acknowledged {
    Moved {
        key: String,
        from: Option<Uuid>,
        to: Option<Uuid>,
        amount: i64,
    },
    Held {
        key: String,
    },
    Captured {
        hold: Uuid,
        from: Uuid,
        to: Uuid,
        amount: i64,
    },
    Released {
        hold: Uuid,
    },
}

#[derive(Default)]
pub(super) struct Shared {
    pub(super) over: AtomicBool,
    pub(super) done: AtomicUsize,
    pub(super) repeated: AtomicUsize,
    pub(super) acknowledged: Mutex<Vec<Acknowledged>>,
    pub(super) wrong: Mutex<Vec<String>>,
}

impl Shared {
    pub(super) fn complain(&self, what: String) {
        self.wrong.lock().unwrap().push(what);
    }
}
