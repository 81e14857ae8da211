//! One client connection: whether it waits for a request or serves one, and until when it may wait.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

/// How long a connection may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// For a request's headers, from the connection or their first byte.
    pub(super) header: Duration,
    /// Between two requests.
    pub(super) idle: Duration,
    /// For the client to take some of what is being sent.
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
    /// A complete request has arrived on this connection.
    has_served: bool,
    is_evicted: bool,
    /// Headers are being read, as opposed to nothing having arrived since the last response.
    reads_headers: bool,
    /// When the wait for headers or for the next request began.
    since: Instant,
}

/// Which waiting connections may be evicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evictable {
    /// Those that never sent a complete request.
    Unproven,
    /// Every one that serves no request.
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

    /// A request has arrived; nothing if the connection was evicted meanwhile.
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

    /// Bytes arrived: the first ones after a response begin the next request's headers.
    pub(super) fn note_received(&self) {
        let mut state = self.state();
        if state.requests == 0 && !state.reads_headers {
            state.reads_headers = true;
            state.since = Instant::now();
        }
    }

    /// Bytes were sent: a response that is still being flushed is not idle time.
    pub(super) fn note_sent(&self) {
        let mut state = self.state();
        if state.requests == 0 && !state.reads_headers {
            state.since = Instant::now();
        }
    }

    /// When the client has to have sent more; nothing while a request is served.
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

    /// Evicts the connection if it may be; a connection that serves a request never is.
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

/// A moment and what is missed by then, as a metric's label.
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
