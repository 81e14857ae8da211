//! What the clients of a run share: the events, whether a kill is going on, the answers, and the findings.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;
use witverse_kernel::clock::Clock;

/// The time limit of a request, including kills and recoveries.
pub(super) const PATIENCE: Duration = Duration::from_secs(120);
/// Events that people look at.
const RECENT: usize = 14;

/// An event, as the screens of the clients know it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) id: Uuid,
    pub(super) block: Uuid,
    pub(super) organiser: Uuid,
    pub(super) is_challenge: bool,
    /// Ids and prices in hundredths.
    pub(super) tickets: Vec<(Uuid, i64)>,
}

#[derive(Default)]
pub(super) struct Shared {
    pub(super) is_over: AtomicBool,
    /// The kernel is down or its clock is not set yet: clients send nothing.
    pub(super) is_paused: AtomicBool,
    /// Odd while a kill is going on; each kill adds two.
    pub(super) kills: AtomicUsize,
    pub(super) done: AtomicUsize,
    pub(super) succeeded: AtomicUsize,
    pub(super) repeated: AtomicUsize,
    /// Answers of a kernel that is too busy; the request was repeated.
    pub(super) busy: AtomicUsize,
    /// Calls that were stopped because they took too long; the request was repeated.
    pub(super) timed_out: AtomicUsize,
    /// How far the kernel's clock is ahead.
    pub(super) ahead_hours: AtomicU64,
    pub(super) events: Mutex<VecDeque<Known>>,
    /// Codes for the door, of events.
    pub(super) codes: Mutex<VecDeque<(Uuid, String)>>,
    /// Places whose payment was acknowledged.
    pub(super) paid: Mutex<BTreeSet<Uuid>>,
    pub(super) created: Mutex<BTreeSet<Uuid>>,
    pub(super) wrong: Mutex<Vec<String>>,
}

impl Shared {
    pub(super) fn complain(&self, what: String) {
        self.wrong.lock().unwrap().push(what);
    }

    /// The time of the kernel.
    pub(super) fn now(&self) -> OffsetDateTime {
        let hours = i64::try_from(self.ahead_hours.load(Ordering::Relaxed)).unwrap();
        Clock::default().now() + time::Duration::hours(hours)
    }

    pub(super) fn add_event(&self, event: Known) {
        self.created.lock().unwrap().insert(event.id);
        let mut events = self.events.lock().unwrap();
        events.push_back(event);
        if events.len() > RECENT {
            events.pop_front();
        }
    }
}
