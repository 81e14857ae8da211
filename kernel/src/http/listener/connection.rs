//! One client connection: its state (waiting for a request, or serving one) and the deadline of a wait.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

/// The timeouts of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// To receive a request's headers, from the start of the connection or the headers' first byte.
    pub(super) header: Duration,
    /// Between two requests.
    pub(super) idle: Duration,
    /// For the client to accept some of the data that is being sent.
    pub(super) write: Duration,
}

/// Shared by the task that serves the connection and the registry that may evict it.
#[derive(Debug)]
pub(super) struct Connection {
    state: Mutex<State>,
    evicted: Notify,
}

#[derive(Debug)]
struct State {
    /// Requests whose response is not complete; HTTP/1 has one at most.
    requests: u32,
    /// Whether a complete request has arrived on this connection.
    has_served: bool,
    is_evicted: bool,
    /// Whether headers are being read; false if nothing has arrived since the last response.
    reads_headers: bool,
    /// When the wait for headers or for the next request began.
    since: Instant,
}

/// Which waiting connections may be evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evictable {
    /// Connections that never sent a complete request.
    Unproven,
    /// All connections that serve no request.
    Waiting,
}

impl Connection {
    pub(super) fn new() -> Self {
        Self {
            state: Mutex::new(State {
                requests: 0,
                has_served: false,
                is_evicted: false,
                // A client that connects is expected to send headers at once.
                reads_headers: true,
                since: Instant::now(),
            }),
            evicted: Notify::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a request has arrived; `None` if the connection was evicted in the meantime.
    pub(super) fn begin_request(self: &Arc<Self>) -> Option<ActiveRequest> {
        let mut state = self.state();
        if state.is_evicted {
            return None;
        }
        state.requests += 1;
        state.has_served = true;
        state.reads_headers = false;
        Some(ActiveRequest(self.clone()))
    }

    /// Records that bytes arrived: the first bytes after a response begin the next request's headers.
    pub(super) fn note_received(&self) {
        let mut state = self.state();
        if state.requests == 0 && !state.reads_headers {
            state.reads_headers = true;
            state.since = Instant::now();
        }
    }

    /// Records that bytes were sent: the time of flushing a response is not idle time.
    pub(super) fn note_sent(&self) {
        let mut state = self.state();
        if state.requests == 0 && !state.reads_headers {
            state.since = Instant::now();
        }
    }

    /// The deadline for the next bytes of the client; `None` while a request is served.
    pub(super) fn read_deadline(&self, timeouts: &Timeouts) -> Option<Deadline> {
        let state = self.state();
        match (state.requests, state.reads_headers) {
            (0, true) => Some(Deadline {
                at: state.since + timeouts.header,
                reason: "header_timeout",
            }),
            (0, false) => Some(Deadline {
                at: state.since + timeouts.idle,
                reason: "idle_timeout",
            }),
            _ => None,
        }
    }

    /// Evicts the connection if `which` allows it; never while it serves a request.
    pub(super) fn try_evict(&self, which: Evictable) -> bool {
        let mut state = self.state();
        let spared = which == Evictable::Unproven && state.has_served;
        if state.requests > 0 || state.is_evicted || spared {
            return false;
        }
        state.is_evicted = true;
        self.evicted.notify_one();
        true
    }

    /// Resolves once the connection was evicted.
    pub(super) async fn evicted(&self) {
        self.evicted.notified().await;
    }
}

/// A time limit, and its label in the metrics.
pub(super) struct Deadline {
    pub(super) at: Instant,
    pub(super) reason: &'static str,
}

/// A request being served; ends with its response's body.
pub(super) struct ActiveRequest(Arc<Connection>);

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.requests -= 1;
        state.since = Instant::now();
    }
}
